//! Diagnostics of a program: position, message and hint in both languages.

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

    /// One line for a log or a status: where, what, and the hint.
    pub fn get(&self, lang: Lang) -> String {
        let place = Text {
            en: "Line {line}, column {column}: ",
            zh: "第 {line} 行第 {column} 列：",
        };
        let values = vec![
            ("line", self.line.to_string()),
            ("column", self.column.to_string()),
        ];
        let mut out = Phrase::new(place, values).get(lang);
        out.push_str(&self.message.get(lang));
        if lang == Lang::En {
            out.push(' ');
        }
        out.push_str(&self.hint.get(lang));
        out
    }
}

/// The known word that was probably meant.
pub(super) fn meant<'a>(word: &str, known: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    nearest::nearest(word, known)
}
