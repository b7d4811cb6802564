//! A line that is being typed: its words, and the command that they name. Shared by colours, hints and completion.

use super::repeat::{self, Count};
use super::words as say;
use keyspace::words::{self, State, Word};
use keyspace::{Command, KeyspaceMode};
use std::ops::Range;

/// A line and its words.
pub(crate) struct TypedLine<'a> {
    /// By which commands have names.
    pub mode: KeyspaceMode,
    /// The line.
    pub line: &'a str,
    /// The range of each word in it, quotes included.
    pub places: Vec<Word>,
    /// The decoded words.
    pub words: Vec<Vec<u8>>,
    /// The number of words before the command: one if there is a count.
    pub before: usize,
}

/// The subject of a line.
#[derive(Clone, Copy)]
pub(crate) enum Subject {
    /// No word is there yet.
    Nothing,
    /// No command that is known here.
    Unknown,
    /// One of the prompt's own words.
    Own,
    /// `:set` and the like.
    Preference,
    /// `help`.
    Help,
    /// A command that needs one of its subcommands.
    Container(&'static Command),
    /// A command, and the number of words of its name.
    Command(&'static Command, usize),
}

impl<'a> TypedLine<'a> {
    /// Reads a line.
    pub(crate) fn read(mode: KeyspaceMode, line: &'a str) -> TypedLine<'a> {
        let places = words::ranges(line.as_bytes());
        let word = |word: &Word| {
            words::decode(line.as_bytes().get(word.range.clone()).unwrap_or_default())
        };
        let words: Vec<Vec<u8>> = places.iter().map(word).collect();
        let mut typed = TypedLine {
            mode,
            line,
            places,
            words,
            before: 0,
        };
        if let Some(first) = typed.words.first()
            && (typed.words.len() > 1 || typed.is_between())
            && repeat::count(&[first.clone(), Vec::new()]) != Count::None
        {
            typed.before = 1;
        }
        typed
    }

    /// The subject of the line, by its first `count` words.
    pub(crate) fn subject(&self, count: usize) -> Subject {
        let words = self.words.get(self.before..count).unwrap_or_default();
        let Some(name) = words.first() else {
            return Subject::Nothing;
        };
        let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        if is("help") || is("?") {
            return Subject::Help;
        }
        if name.starts_with(b":") {
            return Subject::Preference;
        }
        if say::OWN.iter().any(|(own, _)| is(own)) {
            return Subject::Own;
        }
        let Some(command) = self.mode.find(name).filter(|command| command.is_here()) else {
            return Subject::Unknown;
        };
        if command.subcommands().is_empty() {
            return Subject::Command(command, 1);
        }
        match words.get(1).map(|word| command.subcommand(word)) {
            Some(Some(subcommand)) if subcommand.is_here() => Subject::Command(subcommand, 2),
            Some(_) => Subject::Unknown,
            None => Subject::Container(command),
        }
    }

    /// The words after the command's name, up to the first `count` of the line.
    pub(crate) fn arguments(&self, name_words: usize, count: usize) -> &[Vec<u8>] {
        self.words
            .get(self.before + name_words..count)
            .unwrap_or_default()
    }

    /// Whether a quote is open, or broken, at the end.
    pub(crate) fn is_broken(&self) -> bool {
        self.places.last().is_some_and(|word| word.is_broken)
    }

    /// Whether the line ends after a finished word or is empty.
    pub(crate) fn is_between(&self) -> bool {
        let end = self.places.last().map_or(0, |word| word.range.end);
        self.places.is_empty() || end < self.line.len()
    }
}

/// Whether a text ends within an open quote, so that Enter continues it.
pub fn is_unfinished(text: &str) -> bool {
    let last = lines(text).pop().unwrap_or_default();
    let line = text.get(last).unwrap_or_default();
    line.bytes().fold(State::default(), State::after).is_open()
}

/// The ranges of the lines of a text, at least one. A line end within an open quote belongs to its line.
pub(crate) fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut state = State::default();
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        state = state.after(byte);
        if byte == b'\n' && !state.is_open() {
            lines.push(start..at);
            start = at + 1;
            state = State::default();
        }
    }
    lines.push(start..text.len());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_unfinished_while_a_quote_of_its_last_line_is_open() {
        for (text, expected, start) in [
            ("GET a", false, 0),
            ("GET \"a", true, 0),
            ("GET \"a\nb", true, 0),
            ("GET \"a\nb\"", false, 0),
            ("GET \"a\nb\"\nGET c", false, 10),
            ("GET \"a\"b\nGET 'c", true, 9),
        ] {
            let last = lines(text).pop().unwrap();
            assert_eq!(
                (is_unfinished(text), last.start),
                (expected, start),
                "{text}"
            );
        }
    }

    #[test]
    fn a_count_and_subcommands_are_seen() {
        let name_words = |line: &str| {
            let typed = TypedLine::read(KeyspaceMode::default(), line);
            match typed.subject(typed.words.len()) {
                Subject::Command(_, words) => Some(typed.before + words),
                _ => None,
            }
        };
        assert_eq!(name_words("get x"), Some(1));
        assert_eq!(name_words("3 get x"), Some(2));
        assert_eq!(name_words("3"), None);
        assert_eq!(name_words("what x"), None);
    }
}
