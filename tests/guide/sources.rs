//! The guide's quotations stand in the files that it names, its lock programs parse, and its headers are valid.

use setnx_playground::lock::Program;
use setnx_playground::text::Lang;

use crate::{chapters, root};

#[test]
fn what_is_quoted_stands_in_the_sources() {
    let mut quotes = 0;
    for snippet in chapters().iter().flat_map(|chapter| &chapter.snippets) {
        let Some(path) = snippet.mark("from") else {
            let is_quoted = ["rust", "text", "ts", "xml"].contains(&&*snippet.language);
            assert!(!is_quoted, "{}: quoted from where?", snippet.place);
            continue;
        };
        let source = std::fs::read_to_string(root().join(path)).expect("the file is there");
        assert!(
            source.contains(&snippet.text),
            "{}: {path} has no such lines",
            snippet.place
        );
        quotes += 1;
    }
    assert!(quotes > 5, "{quotes} quotes");
}

/// A quotation may end before the program does, at the end of a section; the file is a whole one.
#[test]
fn lock_programs_are_programs() {
    for snippet in chapters().iter().flat_map(|chapter| &chapter.snippets) {
        if snippet.language != "lock" {
            continue;
        }
        let source = match snippet.mark("from") {
            None => snippet.text.clone(),
            Some(path) => std::fs::read_to_string(root().join(path)).expect("the file is there"),
        };
        if let Err(error) = Program::parse(&source) {
            panic!("{}: {}", snippet.place, error.get(Lang::En));
        }
    }
}

#[test]
fn headers_are_headers() {
    for snippet in chapters().iter().flat_map(|chapter| &chapter.snippets) {
        if snippet.language != "http" {
            continue;
        }
        for line in snippet.text.lines() {
            let (name, value) = line.split_once(": ").unwrap_or_default();
            let is_token = name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            assert!(
                is_token && !name.is_empty() && !value.is_empty(),
                "{}: no header: {line}",
                snippet.place
            );
        }
    }
}
