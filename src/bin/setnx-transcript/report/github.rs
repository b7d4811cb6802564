//! Annotations for a workflow of GitHub: a command in a line, with its own escapes.

use super::place::Lines;
use super::{File, text};
use std::fmt::Write;
use std::path::Path;

/// A line for each difference and problem, and for each block with replies that were not checked, or each of those.
pub fn file(file: &File, is_verbose: bool) -> String {
    let lines = Lines::of(&file.source);
    let path = file.path.to_string_lossy();
    let mut out = String::new();
    let mut add = |kind: &str, at: usize, end: usize, title: &str, message: &str| {
        let _ = writeln!(
            out,
            "::{kind} file={},line={},endLine={},title={}::{}",
            property(&path),
            lines.at(at),
            lines.at(end),
            property(title),
            data(message),
        );
    };
    for found in &file.checked.differences {
        let message = format!("{}\n{}", text::asked(&found.command), text::diff(found));
        add(
            "error",
            found.at.start,
            found.at.end,
            "The reply differs",
            message.trim_end(),
        );
    }
    for note in &file.checked.problems {
        add("error", note.at, note.at, "The setup is wrong", &note.text);
    }
    for (at, message) in text::unchecked(&file.checked.unchecked, is_verbose) {
        add("warning", at, at, "Not checked", &message);
    }
    out
}

/// A file that could not be looked at.
pub fn error(path: &Path, why: &str) -> String {
    format!(
        "::error file={}::{}\n",
        property(&path.to_string_lossy()),
        data(why)
    )
}

/// The text after the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The text before it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_its_annotation() {
        assert_eq!(data("100%\r\n::error::x"), "100%25%0D%0A::error::x");
        assert_eq!(property("a,b:c\n"), "a%2Cb%3Ac%0A");
    }
}
