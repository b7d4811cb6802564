//! Every reply that the guide prints is the one that Redis gives: those of its `redis` blocks, of the boxes in its text and
//! of the boxes in its `html` blocks.

use std::process::Command;

use crate::{chapters, root, scratch};

/// The guide itself, and its `html` blocks as a page each, are checked by the program that the guide recommends.
#[test]
fn every_transcript_is_true() {
    let folder = scratch("replies");
    let mut boxes = 0;
    for snippet in chapters().iter().flat_map(|chapter| &chapter.snippets) {
        if snippet.language != "html" {
            continue;
        }
        let page = folder.join(format!("{boxes}.html"));
        boxes += 1;
        std::fs::write(&page, &snippet.text).expect("the page can be written");
        let (is_right, said) = check(&page);
        assert_eq!(is_right, !snippet.is("wrong"), "{}: {said}", snippet.place);
    }
    assert!(boxes > 20, "{boxes} pages");
    let (is_right, said) = check(&root().join("docs/src"));
    assert!(is_right, "{said}");
}

fn check(path: &std::path::Path) -> (bool, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_setnx-transcript"));
    let output = program.arg("--strict").arg(path).output();
    let output = output.expect("the program runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert_ne!(output.status.code(), Some(2), "{said}");
    (output.status.success(), said)
}
