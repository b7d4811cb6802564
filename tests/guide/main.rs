//! The guide is true: every block of code in docs/src is run, parsed, or found in the file that it quotes. Those that a
//! page is needed for (`html`, `js`, `css`) are opened in a browser by tests/page.

mod book;
mod manifest;
#[expect(dead_code, reason = "the comparison of replies needs more of it")]
#[path = "../redis/mod.rs"]
mod redis;
mod replies;
mod shell;
mod sources;
mod summary;

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn chapters() -> Vec<book::Chapter> {
    book::chapters(root())
}

/// Each language that a block of the guide may have, and which test runs it.
const RUN_BY: [(&str, &str); 13] = [
    ("redis", "replies"),
    (
        "html",
        "replies for the transcripts, tests/page for the rest",
    ),
    ("js", "tests/page"),
    ("css", "manifest, and tests/page"),
    ("http", "sources, and tests/page"),
    ("lock", "sources"),
    ("rust", "sources"),
    ("ts", "sources, and the suite `package`"),
    ("xml", "sources, and the suite `package`"),
    ("text", "sources"),
    ("sh", "shell"),
    ("console", "shell"),
    ("yaml", "shell"),
];

/// Files for the scratch folder are written by the chapter and used by its later commands.
const FILES_ALONE: &str = "markdown";

#[test]
fn there_is_a_test_for_every_block() {
    let chapters = chapters();
    for chapter in &chapters {
        for snippet in &chapter.snippets {
            let is_run = RUN_BY.iter().any(|(name, _)| snippet.language == *name);
            let is_file = snippet.language == FILES_ALONE && snippet.mark("file").is_some();
            assert!(
                is_run || is_file,
                "{}: no test runs `{}`",
                snippet.place,
                snippet.language
            );
            let known = ["live", "wrong"];
            for mark in &snippet.marks {
                let key = mark.split_once('=').map(|(key, _)| key);
                let is_known = key.map_or(known.contains(&&**mark), |key| {
                    ["file", "from", "exit", "headers"].contains(&key)
                });
                assert!(is_known, "{}: nothing is known of `{mark}`", snippet.place);
            }
        }
    }
    for (language, _) in RUN_BY {
        let mut all = chapters.iter().flat_map(|chapter| &chapter.snippets);
        assert!(
            all.any(|snippet| snippet.language == language),
            "no block is `{language}` any more"
        );
    }
}

/// A folder under target/tmp that nothing stands in.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}
