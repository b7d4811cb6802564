//! Diagnostics of a program: position, message and hint in both languages.

use super::says;
use base::text::{Lang, Phrase, Text};
use keyspace::nearest;

/// A longer word is cut in a message.
const WORD_CHARS_MAX: usize = 60;

/// A mistake in a program's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The message.
    pub message: Phrase,
    /// The hint: what to write instead.
    pub hint: Phrase,
}

impl Diagnostic {
    /// A diagnostic whose message and hint are each about one word.
    #[cold]
    #[inline(never)]
    pub(super) fn about(
        (line, column): (u32, u32),
        (message, word): (&Text, &str),
        (hint, other): (&Text, &str),
    ) -> Diagnostic {
        let phrase = |text: &Text, word: &str| {
            let mut shown: String = word.chars().take(WORD_CHARS_MAX).collect();
            if shown.len() < word.len() {
                shown.push('…');
            }
            Phrase::new(*text, vec![("word", shown)])
        };
        Diagnostic {
            line,
            column,
            message: phrase(message, word),
            hint: phrase(hint, other),
        }
    }

    /// The same mistake in a program with so many lines above it.
    pub(super) fn below(mut self, lines: u32) -> Diagnostic {
        self.line += lines;
        self
    }

    /// Where, what, and the hint.
    pub fn phrase(&self) -> Phrase {
        says::diagnostic(
            self.line.into(),
            self.column.into(),
            self.message.clone(),
            self.hint.clone(),
        )
    }

    /// One line for a log or a status.
    pub fn get(&self, lang: Lang) -> String {
        self.phrase().get(lang)
    }
}

/// The known word that was probably meant.
pub(super) fn meant<'a>(word: &str, known: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    nearest::nearest(word, known)
}
