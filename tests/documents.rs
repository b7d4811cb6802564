//! The documents for developers name what there is: their links lead to files, and the files, types and functions that
//! they name exist.

use std::fs;
use std::path::{Path, PathBuf};

use setnx_playground::keyspace::command;
use setnx_playground::lesson;

/// Folders that are built, or belong to others.
const NOT_SOURCES: [&str; 3] = ["target", "dist", "node_modules"];
/// Endings of names that are files.
const ENDINGS: [&str; 9] = [
    ".rs", ".js", ".ts", ".md", ".css", ".html", ".json", ".lock", ".txt",
];
/// Files that are made, not kept.
const MADE: [&str; 2] = ["target/", "dist/"];

#[test]
fn every_link_leads_to_a_file() {
    let mut links = 0;
    for (path, text) in documents() {
        for link in text.split("](").skip(1) {
            let target = link.split(')').next().unwrap();
            if target.contains("://") {
                continue;
            }
            let file = path.parent().unwrap().join(target);
            assert!(file.exists(), "{}: {target} does not exist", path.display());
            links += 1;
        }
    }
    assert!(links > 10, "{links} links");
}

#[test]
fn the_readme_does_not_promise_more_lessons_than_there_are() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.contains("has more than 50 lessons"));
    assert!(lesson::ALL.len() > 50);
}

#[test]
fn the_readme_counts_the_commands() {
    let (here, all) = (command::here().count(), command::all().count());
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let count = format!("to {here} of its {all} commands");
    assert!(readme.contains(&count), "README.md does not say: {count}");
}

#[test]
fn the_architecture_names_every_crate_and_every_member_of_xtask() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for folder in ["crates", "xtask"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.join("Cargo.toml").is_file() {
                let is_named = match folder {
                    "crates" => uses(&text, &name) > 0,
                    _ => text.contains(&format!("`xtask/{name}`")),
                };
                assert!(is_named, "ARCHITECTURE.md does not name {folder}/{name}");
            }
        }
    }
}

#[test]
fn every_file_that_is_named_exists() {
    let sources = Sources::read();
    let mut named = 0;
    for (path, text) in documents() {
        for word in code_words(&text).filter(|word| is_path(word)) {
            let is_there = sources.has_path(word);
            assert!(is_there, "{}: there is no {word}", path.display());
            named += 1;
        }
    }
    assert!(named > 100, "{named} files are named");
}

#[test]
fn every_function_and_type_that_is_named_exists() {
    let sources = Sources::read();
    let mut named = 0;
    for (path, text) in documents() {
        for word in code_words(&text).filter(|word| is_item(word)) {
            let is_there = sources.has_item(word);
            assert!(is_there, "{}: there is no {word}", path.display());
            named += 1;
        }
    }
    assert!(named > 50, "{named} functions and types are named");
}

#[test]
fn what_does_not_exist_is_found() {
    let sources = Sources::read();
    assert!(!sources.has_path("keyspace/dispatched.rs") && !sources.has_path("key/dispatch.rs"));
    assert!(
        sources.has_path("keyspace/server/dispatch.rs")
            && sources.has_path("crates/keyspace/src/commands/")
    );
    assert!(!sources.has_item("World::applied") && !sources.has_item("Worlds::apply"));
    assert!(sources.has_item("World::apply") && sources.has_item("Reply::Error"));
    let words: Vec<_> = code_words("a `b::c` d\n```text\ne.rs, f\n```\n").collect();
    assert_eq!(words, ["b::c", "e.rs", "f"]);
}

/// Words that say less than the field's own, with those, and how many doc comments still have them. The documents have none;
/// a number may only fall.
const WORDS: [(&str, &str, usize); 21] = [
    ("anew", "again, new", 23),
    ("at first", "cold, in the first run", 0),
    ("comes", "arrives, is loaded", 64),
    ("count from now", "relative to the present", 0),
    ("door", "function, entry", 0),
    ("follower", "successor", 0),
    ("gives up at", "returns at its timeout", 1),
    ("has come", "is loaded, arrived", 19),
    ("has no place", "is not supported", 0),
    ("have come", "are loaded, arrived", 4),
    ("left out of", "not supported by", 1),
    ("lies", "is stored", 21),
    ("manner", "origin, way", 0),
    ("moment", "timestamp", 25),
    ("moments", "timestamps", 14),
    ("once more", "again, a second time", 3),
    ("seat", "container", 0),
    ("stands", "is, is stored", 207),
    ("tale", "trace", 0),
    ("tells", "reports, returns", 56),
    ("who waits", "a blocked client", 1),
];

#[test]
fn the_documents_and_doc_comments_use_the_words_of_the_field() {
    let mut found = Vec::new();
    for (path, text) in documents() {
        let prose = text.split('`').step_by(2).collect::<String>();
        for (word, instead, _) in WORDS.iter().filter(|(word, ..)| uses(&prose, word) > 0) {
            found.push(format!("{}: {word}; say {instead}", path.display()));
        }
    }
    let comments = doc_comments();
    assert!(comments.len() > 500_000, "{} bytes", comments.len());
    for (word, instead, most) in WORDS {
        let count = uses(&comments, word);
        if count > most {
            found.push(format!(
                "doc comments have {count} times {word}, of {most}; say {instead}"
            ));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Doc comments whose subject is no thing that has a name. The number may only fall.
const VAGUE_MAX: usize = 538;

#[test]
fn doc_comments_begin_with_a_noun() {
    let sources = Sources::read();
    let mut vague = 0;
    for (_, text) in &sources.texts {
        let mut before = "";
        for line in text.lines().map(str::trim_start) {
            let is_first = !before.starts_with("///") && !before.starts_with("//!");
            let comment = line.strip_prefix("/// ").or(line.strip_prefix("//! "));
            let begins = |comment: &str| {
                let vague = ["What ", "Who ", "Whoever ", "Those that ", "All that "];
                vague.iter().any(|word| comment.starts_with(word))
            };
            vague += usize::from(is_first && comment.is_some_and(begins));
            before = line;
        }
    }
    assert!(
        vague <= VAGUE_MAX,
        "{vague} doc comments begin with What or Who, of {VAGUE_MAX}"
    );
}

#[test]
fn a_word_is_found_whole_and_across_lines() {
    assert_eq!(uses("It Stands\n here, and stands.", "stands"), 2);
    assert_eq!(uses("it gives up\nat its time", "gives up at"), 1);
    assert_eq!(uses("understands, a doorway", "stands"), 0);
}

/// How often a text has these words, whatever the case and the spaces between them.
fn uses(text: &str, words: &str) -> usize {
    let text = text.to_lowercase();
    let text: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let words: Vec<&str> = words.split(' ').collect();
    text.windows(words.len())
        .filter(|part| *part == words)
        .count()
}

/// The text of all doc comments, without the code in them.
fn doc_comments() -> String {
    let sources = Sources::read();
    let texts = sources
        .texts
        .iter()
        .filter(|(path, _)| !path.starts_with("/tests/"));
    let lines = texts.flat_map(|(_, text)| text.lines().map(str::trim_start));
    let comments = lines.filter_map(|line| line.strip_prefix("///").or(line.strip_prefix("//!")));
    let comments: Vec<&str> = comments.collect();
    comments.join("\n").split('`').step_by(2).collect()
}

/// The documents for developers that lie outside of docs/design.
const DOCUMENTS: [&str; 6] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    "crates/cli/NOTICE.md",
    "crates/keyspace/NOTICE.md",
    "crates/lua/NOTICE.md",
];

/// [`DOCUMENTS`] and docs/design, with their text.
fn documents() -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> = DOCUMENTS.iter().map(|path| root().join(path)).collect();
    let design = fs::read_dir(root().join("docs/design")).unwrap();
    paths.extend(design.map(|entry| entry.unwrap().path()));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// The words between backticks and those of `text` blocks.
fn code_words(text: &str) -> impl Iterator<Item = &str> {
    let blocks = text.split("```").enumerate().flat_map(|(at, part)| {
        let inside = match part.strip_prefix("text\n") {
            Some(block) if at % 2 == 1 => vec![block],
            None if at % 2 == 0 => part.split('`').skip(1).step_by(2).collect(),
            _ => Vec::new(),
        };
        inside.into_iter()
    });
    blocks.flat_map(|code| {
        code.split([' ', '\n', ',', '(', ')', ';'])
            .map(|word| word.trim_matches(['.', ':']))
            .filter(|word| !word.is_empty())
    })
}

fn is_path(word: &str) -> bool {
    let is_plain = word
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c));
    let is_file = ENDINGS.iter().any(|ending| word.ends_with(ending));
    let is_made = MADE.iter().any(|made| word.starts_with(made));
    is_plain && (is_file || word.contains('/')) && !is_made && word.len() > 4
}

/// `World::apply`: names of ours, joined.
fn is_item(word: &str) -> bool {
    let is_name = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    word.contains("::")
        && word.split("::").all(is_name)
        && !["std::", "wasm_bindgen::"]
            .iter()
            .any(|other| word.starts_with(other))
}

/// The files of the checkout, and the text of those that are Rust.
struct Sources {
    paths: Vec<String>,
    texts: Vec<(String, String)>,
}

impl Sources {
    fn read() -> Sources {
        let (mut paths, mut texts) = (Vec::new(), Vec::new());
        let mut open = vec![root().to_path_buf()];
        while let Some(next) = open.pop() {
            for entry in fs::read_dir(&next).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                if name.starts_with('.') || NOT_SOURCES.contains(&name.as_str()) {
                    continue;
                }
                let relative = path.strip_prefix(root()).unwrap();
                let relative = ["/", &relative.to_string_lossy().replace('\\', "/")].concat();
                if let Some(short) = within_its_crate(&relative) {
                    paths.push(short + if path.is_dir() { "/" } else { "" });
                }
                if path.is_dir() {
                    paths.push([&relative, "/"].concat());
                    open.push(path);
                    continue;
                }
                if name.ends_with(".rs") {
                    texts.push((relative.clone(), fs::read_to_string(&path).unwrap()));
                }
                paths.push(relative);
            }
        }
        Sources { paths, texts }
    }

    /// Whether a file or a folder has this path, or one that ends so.
    fn has_path(&self, named: &str) -> bool {
        let end = ["/", named].concat();
        let folder = [&end, "/"].concat();
        let mut paths = self.paths.iter();
        paths.any(|path| path.ends_with(&end) || path.ends_with(&folder))
    }

    /// Whether `named` is a module, or one file has its last name as an item and the name before it in its text or path.
    fn has_item(&self, named: &str) -> bool {
        let module = named.replace("::", "/");
        if self.has_path(&module) || self.has_path(&[&module, ".rs"].concat()) {
            return true;
        }
        let mut names = named.rsplit("::");
        let (last, before) = (names.next().unwrap(), names.next().unwrap());
        let is_type = last.starts_with(|c: char| c.is_uppercase());
        let functions = ['(', '<'].map(|after| format!("fn {last}{after}"));
        self.texts.iter().any(|(path, text)| {
            let has_last = match is_type {
                true => has_word(text, last),
                false => functions.iter().any(|function| text.contains(function)),
            };
            let has_before = has_word(text, before) || path.contains(&["/", before].concat());
            has_last && has_before
        })
    }
}

/// `/crates/sim/src/world.rs` is called `/sim/world.rs` for short.
fn within_its_crate(path: &str) -> Option<String> {
    let (own, path) = path.strip_prefix("/crates/")?.split_once("/src/")?;
    Some(format!("/{own}/{path}"))
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    })
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
