//! The report for people.

use super::place::Lines;
use super::{File, Totals};
use crate::check::{Difference, Note, Unchecked};
use std::fmt::Write;

/// Maximum number of shown lines of a reply.
const LINES_SHOWN: usize = 30;
/// Maximum number of shown characters of a line.
const CHARS_SHOWN: usize = 160;
/// The number of equal lines that are shown around a difference.
const AROUND: usize = 2;

/// The report about a file, in the order of its lines.
pub fn file(file: &File, is_verbose: bool) -> String {
    let lines = Lines::of(&file.source);
    let path = file.path.display();
    let mut parts: Vec<(usize, String)> = Vec::new();
    for found in &file.checked.differences {
        let line = lines.at(found.at.start);
        let text = format!("{path}:{line}: {}\n{}", asked(&found.command), diff(found));
        parts.push((found.at.start, text));
    }
    let mut add = |notes: &[Note]| {
        let notes = notes.iter();
        parts.extend(notes.map(|note| {
            let line = lines.at(note.at);
            (note.at, format!("{path}:{line}: {}\n", shown(&note.text)))
        }));
    };
    add(&file.checked.problems);
    for (at, text) in unchecked(&file.checked.unchecked, is_verbose) {
        let line = lines.at(at);
        parts.push((at, format!("{path}:{line}: {}\n", shown(&text))));
    }
    parts.sort();
    let mut out: String = parts.into_iter().map(|(_, text)| text).collect();
    if file.fixed > 0 {
        let replies = counted(file.fixed, "reply", "replies");
        let _ = writeln!(out, "{path}: {replies} rewritten");
    }
    out
}

/// The replies that were not checked, and where: a sentence for each block with the first reason, or one for each reply.
pub fn unchecked(blocks: &[Unchecked], is_verbose: bool) -> Vec<(usize, String)> {
    let mut told = Vec::new();
    for block in blocks {
        if is_verbose {
            let notes = block.notes.iter();
            told.extend(notes.map(|(command, note)| {
                let command = command.replace('\n', "\\n");
                (note.at, format!("{command}: not checked: {}", note.text))
            }));
        } else if let Some((_, first)) = block.notes.first() {
            let text = match (block.notes.len(), block.replies) {
                (1, 1) => format!("the reply is not checked: {}", first.text),
                (count, all) => format!("{count} of {all} replies not checked: {}", first.text),
            };
            told.push((first.at, text));
        }
    }
    told
}

/// The part of a command that names it in a line.
pub fn asked(command: &str) -> String {
    shown(&command.replace('\n', "\\n"))
}

/// The two replies, line by line; equal lines at their ends are shown in part.
pub fn diff(found: &Difference) -> String {
    let expected: Vec<&str> = lines(&found.expected);
    let computed: Vec<&str> = lines(&found.computed);
    let both = expected.iter().zip(&computed);
    let before = both.take_while(|(one, other)| one == other).count();
    let (theirs, ours) = (expected.get(before..), computed.get(before..));
    let (theirs, ours) = (theirs.unwrap_or_default(), ours.unwrap_or_default());
    let both = theirs.iter().rev().zip(ours.iter().rev());
    let after = both.take_while(|(one, other)| one == other).count();
    let mut out = String::new();
    push(
        &mut out,
        ' ',
        expected.get(before.saturating_sub(AROUND)..before),
    );
    push(&mut out, '-', theirs.get(..theirs.len() - after));
    push(&mut out, '+', ours.get(..ours.len() - after));
    if ours.is_empty() && computed.is_empty() {
        out.push_str("  + (nothing is printed)\n");
    }
    let end = expected.len() - after;
    push(
        &mut out,
        ' ',
        expected.get(end..expected.len().min(end + AROUND)),
    );
    match &found.held {
        Some(why) => {
            let _ = writeln!(out, "  (--fix leaves it: {})", shown(why));
        }
        None if found.is_left => out
            .push_str("  (it cannot be written there without changing more: correct it by hand)\n"),
        None => {}
    }
    out
}

fn lines(reply: &str) -> Vec<&str> {
    reply.split('\n').filter(|_| !reply.is_empty()).collect()
}

fn push(out: &mut String, mark: char, lines: Option<&[&str]>) {
    let lines = lines.unwrap_or_default();
    for line in lines.iter().take(LINES_SHOWN) {
        let _ = writeln!(out, "  {mark} {}", shown(line));
    }
    if let Some(more) = lines.len().checked_sub(LINES_SHOWN + 1) {
        let _ = writeln!(out, "  {mark} ({} more lines)", more + 1);
    }
}

/// A line that a terminal shows as it is: what would move its cursor is escaped, and what is long is cut.
fn shown(line: &str) -> String {
    let mut out = String::new();
    for (count, char) in line.chars().enumerate() {
        if count == CHARS_SHOWN {
            out.push_str(" (...)");
            break;
        }
        match char {
            '\t' => out.push('\t'),
            char if char.is_control() => out.extend(char.escape_default()),
            char => out.push(char),
        }
    }
    out
}

/// The last line.
pub fn sum(totals: &Totals, server: Option<&str>) -> String {
    let mut parts = vec![
        counted(totals.files, "file", "files"),
        counted(totals.transcripts, "transcript", "transcripts"),
        counted(totals.replies, "reply", "replies"),
    ];
    let mut add = |count: usize, what: &str| {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    };
    add(totals.masked, "masked");
    add(totals.older, "in an older form");
    add(totals.unchecked, "not checked");
    add(totals.skipped, "skipped");
    add(totals.fixed, "rewritten");
    add(totals.problems, "to be set right");
    add(totals.errors, "not read");
    parts.push(format!("{} different", totals.different));
    let by = server.map_or(String::new(), |server| format!(" ({server})"));
    format!("{}{by}\n", parts.join(", "))
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown_diff(expected: &str, computed: &str) -> String {
        diff(&Difference {
            at: 0..0,
            command: String::new(),
            expected: expected.to_owned(),
            computed: computed.to_owned(),
            place: (0, 0),
            held: None,
            is_left: false,
        })
    }

    #[test]
    fn a_difference_is_shown_with_what_is_around_it() {
        assert_eq!(shown_diff("a", "b"), "  - a\n  + b\n");
        assert_eq!(shown_diff("OK", ""), "  - OK\n  + (nothing is printed)\n");
        assert_eq!(
            shown_diff("1\n2\n3\nx\n4\n5\n6", "1\n2\n3\ny\nz\n4\n5\n6"),
            "    2\n    3\n  - x\n  + y\n  + z\n    4\n    5\n"
        );
        let many = "x\n".repeat(40);
        assert!(shown_diff(&many, "y").contains("  - (11 more lines)\n"));
        assert_eq!(shown_diff("\x1b[2J", "b"), "  - \\u{1b}[2J\n  + b\n");
    }
}
