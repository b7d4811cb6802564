//! The kinds of the stretches of a program's line, for their colours. A line with mistakes has them as well.

use super::parse::{holders_of, is_monotonic};
use super::program::Section;
use super::registers::RESERVED;
use super::roles::role_of;
use std::ops::Range;

/// What a stretch of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StretchKind {
    /// Words of a command, signs, registers, spaces.
    Plain,
    /// A line that begins with `#`.
    Comment,
    /// The name of a section.
    Section,
    /// The name of a command.
    Command,
    /// A word of the language.
    Keyword,
    /// A whole number.
    Number,
    /// In double quotes.
    Text,
}

/// The stretches of a line, in order; together they are the line.
pub fn stretches(line: &str) -> Vec<(Range<usize>, StretchKind)> {
    let mut found: Vec<(Range<usize>, StretchKind)> = Vec::new();
    let indent = line.len() - line.trim_start().len();
    let mut at = 0;
    let is_heading = holders_of(line).is_some() || is_monotonic(line) || role_of(line).is_some();
    while at < line.len() {
        let rest = line.get(at..).unwrap_or_default();
        let (length, kind) = match rest.chars().next() {
            Some('#') if at == indent => (rest.len(), StretchKind::Comment),
            Some('"') => (quoted(rest), StretchKind::Text),
            Some(first) if is_of_word(first) => {
                let word = word(rest);
                let follows = rest.get(word.len()..).unwrap_or_default();
                let kind = match kind_of(word, at == indent, follows) {
                    StretchKind::Plain if is_heading => StretchKind::Keyword,
                    kind => kind,
                };
                (word.len(), kind)
            }
            Some(other) => (other.len_utf8(), StretchKind::Plain),
            None => break,
        };
        match found.last_mut() {
            Some((range, before)) if *before == kind => range.end = at + length,
            _ => found.push((at..at + length, kind)),
        }
        at += length;
    }
    found
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

fn word(text: &str) -> &str {
    let length = text
        .chars()
        .take_while(|c| is_of_word(*c))
        .map(char::len_utf8)
        .sum();
    text.get(..length).unwrap_or_default()
}

/// A text in double quotes, up to its end or to that of the line, in bytes.
fn quoted(text: &str) -> usize {
    let mut is_escaped = false;
    let mut length = 1;
    for c in text.chars().skip(1) {
        length += c.len_utf8();
        match c {
            '"' if !is_escaped => break,
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    length
}

fn kind_of(word: &str, is_first: bool, follows: &str) -> StretchKind {
    let is_header = is_first && follows.trim_end() == ":";
    if is_header && Section::ALL.iter().any(|section| section.name() == word) {
        return StretchKind::Section;
    }
    // `reply.1` is a word as `reply` is.
    let name = word.chars().take_while(|c| *c != '.').count();
    if RESERVED.contains(&word.get(..name).unwrap_or(word)) {
        return StretchKind::Keyword;
    }
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return StretchKind::Number;
    }
    let is_name = word.len() > 2
        && word
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte == b'-');
    match is_name {
        true => StretchKind::Command,
        false => StretchKind::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Algorithm;

    fn shown(line: &str) -> String {
        let coloured = stretches(line)
            .into_iter()
            .filter(|(_, kind)| *kind != StretchKind::Plain);
        let shown = coloured.map(|(range, kind)| format!("{kind:?}({})", &line[range]));
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_stretch_is_known_for_what_it_is() {
        for (line, expected) in [
            ("acquire:", "Section(acquire)"),
            ("  # SETNX a", "Comment(# SETNX a)"),
            (
                "  SETNX lock.foo <mine := now + 1>",
                "Command(SETNX) Keyword(now) Number(1)",
            ),
            (
                "  if reply.1 = nil: enter until mine",
                "Keyword(if) Keyword(reply.1) Keyword(nil) Keyword(enter) Keyword(until)",
            ),
            ("  on A, B: GET k", "Keyword(on) Command(GET)"),
            (
                "  SET k \"a \\\" 1\" 2",
                "Command(SET) Text(\"a \\\" 1\") Number(2)",
            ),
            ("  SET k \"open", "Command(SET) Text(\"open)"),
            ("  work", "Keyword(work)"),
            (
                "at most 2 hold",
                "Keyword(at) Keyword(most) Number(2) Keyword(hold)",
            ),
            ("é \"é", "Text(\"é)"),
        ] {
            assert_eq!(shown(line), expected, "{line}");
        }
    }

    #[test]
    fn together_the_stretches_are_the_line() {
        for line in Algorithm::ALL
            .iter()
            .flat_map(|algorithm| algorithm.source().lines())
        {
            let joined: String = stretches(line)
                .into_iter()
                .map(|(range, _)| &line[range])
                .collect();
            assert_eq!(joined, line);
        }
    }
}
