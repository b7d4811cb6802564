//! Makes a constant of the summary of each command. `words/` links to `commands.ftl` of each language, so that the package of
//! this crate has them. They are read line by line: whoever uses the crate need not compile a reader of Fluent's syntax.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The languages, and their fields in a `Text`. The others are held against the first.
const LANGUAGES: [(&str, &str); 2] = [("en", "en"), ("zh-Hans", "zh")];

/// A message: its id, its text and its line.
type Message = (String, String, usize);

fn main() {
    let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let folder = Path::new(&folder).join("words");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut mistakes = Vec::new();
    let all = LANGUAGES.map(|(language, _)| {
        let path = folder.join(language).with_extension("ftl");
        println!("cargo::rerun-if-changed={}", path.display());
        messages(&path, language, &mut mistakes)
    });
    let code = constants(&all, &mut mistakes);
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    if let Err(error) = fs::write(Path::new(&out).join("commands.rs"), code) {
        mistakes.push(format!("commands.rs: {error}"));
    }
    for mistake in mistakes {
        println!("cargo::error={mistake}");
    }
}

/// Where a mistake is.
fn place(language: &str, line: usize) -> String {
    format!("locales/{language}/commands.ftl:{line}")
}

/// The messages of a file, a line each.
fn messages(path: &Path, language: &str, mistakes: &mut Vec<String>) -> Vec<Message> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| {
        mistakes.push(format!("{}: {error}", path.display()));
        String::new()
    });
    let mut messages: Vec<Message> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let place = || place(language, at + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((id, text)) = line.split_once(" = ") else {
            mistakes.push(format!("{}: expected a line command = summary", place()));
            continue;
        };
        if text.contains(['{', '}', '\0']) {
            mistakes.push(format!("{}: a summary is plain text", place()));
        }
        if messages.iter().any(|(known, ..)| known == id) {
            mistakes.push(format!("{}: {id} is there twice", place()));
        }
        messages.push((id.to_owned(), text.trim().to_owned(), at + 1));
    }
    messages
}

/// A `Text` of each message.
fn constants(all: &[Vec<Message>], mistakes: &mut Vec<String>) -> String {
    let mut code = String::new();
    let [first, others @ ..] = all else {
        return code;
    };
    for (id, ..) in first {
        let mut texts = String::new();
        for ((language, field), messages) in LANGUAGES.iter().zip(all) {
            match messages.iter().find(|(known, ..)| known == id) {
                Some((_, text, _)) => {
                    let _ = write!(texts, "{field}: {text:?}, ");
                }
                None => mistakes.push(format!("{}: {id} is missing", place(language, 1))),
            }
        }
        let name = id.to_uppercase().replace('-', "_");
        let _ = writeln!(code, "pub const {name}: Text = Text {{ {texts}}};");
    }
    for ((language, _), messages) in LANGUAGES.iter().skip(1).zip(others) {
        let is_known = |id: &str| first.iter().any(|(known, ..)| known == id);
        for (id, _, line) in messages.iter().filter(|(id, ..)| !is_known(id)) {
            let place = place(language, *line);
            mistakes.push(format!("{place}: {id} is left over: English lacks it"));
        }
    }
    code
}
