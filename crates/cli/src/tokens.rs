//! The kind of each stretch of an entered text, for its colour. Words are those that the line is split into.

use super::expect::{Expectation, Role};
use super::lua::{self, LuaKind};
use super::syntax;
use super::typed::{self, Subject, TypedLine};
use keyspace::{Command, KeyspaceMode, words};
use std::ops::Range;

/// A stretch of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its range in bytes, between characters.
    pub range: Range<usize>,
    /// Its kind.
    pub kind: TokenKind,
}

/// The kind of a stretch of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Between words: spaces and line ends.
    Space,
    /// A line that begins with `#`.
    Comment,
    /// The number before a command that is to be repeated.
    Count,
    /// The name of a command, or one of the prompt's own words.
    Command,
    /// A word in the place of a command's name that names no command.
    Unknown,
    /// The second word of a name.
    Subcommand,
    /// A word of the command's syntax, such as `EX`.
    Option,
    /// A key.
    Key,
    /// An argument that is a number.
    Number,
    /// An argument in quotes, or a string of a script.
    String,
    /// A keyword of a script.
    Keyword,
    /// A name that Redis gives to a script, such as `redis.call`.
    Library,
    /// Another argument.
    Value,
    /// The reason why the line cannot be run: a quote that does not close, text directly after a quote, text after a
    /// NUL byte.
    Error,
}

/// Maximum length of a coloured line in bytes: longer ones are seldom read, and each stretch is work for a page.
const COLOURED_BYTES_MAX: usize = 4 * 1024;

/// The stretches of a text of one line or more, in order: together they are the text. A line of more than 4 KiB is one
/// [`TokenKind::Value`].
pub(crate) fn tokens(mode: KeyspaceMode, text: &str) -> Vec<Token> {
    let mut tokens = Tokens {
        mode,
        all: Vec::new(),
    };
    for line in typed::lines(text) {
        tokens.push(line.start, TokenKind::Space);
        tokens.push_line(text.get(line.clone()).unwrap_or_default(), line.start);
    }
    tokens.all
}

/// Tokens up to some place in the text.
struct Tokens {
    mode: KeyspaceMode,
    all: Vec<Token>,
}

impl Tokens {
    /// Adds the text before `end`, unless it is empty.
    fn push(&mut self, end: usize, kind: TokenKind) {
        let start = self.all.last().map_or(0, |last| last.range.end);
        if start < end {
            self.all.push(Token {
                range: start..end,
                kind,
            });
        }
    }

    /// A script within its quotes.
    fn push_script(&mut self, word: &str, start: usize) {
        for (range, kind) in lua::stretches(word.as_bytes()) {
            let kind = match kind {
                LuaKind::Plain => TokenKind::Value,
                LuaKind::Keyword => TokenKind::Keyword,
                LuaKind::Library => TokenKind::Library,
                LuaKind::Given => TokenKind::Key,
                LuaKind::String => TokenKind::String,
                LuaKind::Number => TokenKind::Number,
                LuaKind::Comment => TokenKind::Comment,
            };
            // Text outside ASCII may be cut within a character only where it belongs to one stretch.
            if word.is_char_boundary(range.start) && word.is_char_boundary(range.end) {
                self.push(start + range.start, TokenKind::Value);
                self.push(start + range.end, kind);
            }
        }
        self.push(start + word.len(), TokenKind::Value);
    }

    fn push_line(&mut self, line: &str, start: usize) {
        if line.trim_start().starts_with('#') {
            return self.push(start + line.len(), TokenKind::Comment);
        }
        if line.len() > COLOURED_BYTES_MAX {
            return self.push(start + line.len(), TokenKind::Value);
        }
        let typed = TypedLine::read(self.mode, line);
        let kinds = kinds(&typed);
        for (place, kind) in typed.places.iter().zip(kinds) {
            self.push(start + place.range.start, TokenKind::Space);
            match kind {
                Kind::Script if !place.is_broken || typed::is_unfinished(line) => {
                    let word = line.get(place.range.clone()).unwrap_or_default();
                    self.push_script(word, start + place.range.start);
                }
                Kind::Of(kind) if !place.is_broken => self.push(start + place.range.end, kind),
                _ => self.push(start + place.range.end, TokenKind::Error),
            }
        }
        let end = words::up_to_nul(line.as_bytes()).len();
        self.push(start + end, TokenKind::Space);
        self.push(start + line.len(), TokenKind::Error);
    }
}

/// The kind of a word: one, or those of a script in it.
#[derive(Clone, Copy)]
enum Kind {
    Of(TokenKind),
    Script,
}

/// The kind of each word of a line.
fn kinds(typed: &TypedLine<'_>) -> Vec<Kind> {
    let mut kinds = vec![Kind::Of(TokenKind::Count); typed.before];
    match typed.subject(typed.words.len()) {
        Subject::Nothing => {}
        Subject::Unknown => {
            let name = typed.words.get(typed.before).map(Vec::as_slice);
            let command = typed.mode.find(name.unwrap_or_default());
            if command.is_some_and(Command::is_here) {
                kinds.push(Kind::Of(TokenKind::Command));
            }
            kinds.push(Kind::Of(TokenKind::Unknown));
        }
        Subject::Own | Subject::Preference | Subject::Help | Subject::Container(_) => {
            kinds.push(Kind::Of(TokenKind::Command))
        }
        Subject::Command(command, name_words) => {
            kinds.push(Kind::Of(TokenKind::Command));
            kinds.resize(typed.before + name_words, Kind::Of(TokenKind::Subcommand));
            let arguments = syntax::of(&command.arguments());
            let words = typed.arguments(name_words, typed.words.len());
            for role in Expectation::after(&arguments, words).roles {
                let kind = match role {
                    Role::Script => Kind::Script,
                    Role::Token => Kind::Of(TokenKind::Option),
                    Role::Key => Kind::Of(TokenKind::Key),
                    Role::Value | Role::Unexpected => value_kind(typed, kinds.len()),
                };
                kinds.push(kind);
            }
        }
    }
    while kinds.len() < typed.words.len() {
        kinds.push(value_kind(typed, kinds.len()));
    }
    kinds
}

/// The kind of an argument, by its notation.
fn value_kind(typed: &TypedLine<'_>, at: usize) -> Kind {
    let place = typed.places.get(at).map(|word| word.range.clone());
    let written = place
        .and_then(|place| typed.line.get(place))
        .unwrap_or_default();
    let digits = written.strip_prefix(['-', '+']).unwrap_or(written);
    let is_number = digits.bytes().any(|byte| byte.is_ascii_digit())
        && digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    Kind::Of(if written.contains(['"', '\'']) {
        TokenKind::String
    } else if is_number {
        TokenKind::Number
    } else {
        TokenKind::Value
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The kinds of a line's words, each with its text.
    fn shown(text: &str) -> String {
        let words = tokens(KeyspaceMode::default(), text)
            .into_iter()
            .filter(|token| token.kind != TokenKind::Space);
        let words = words.map(|token| format!("{:?}({})", token.kind, &text[token.range]));
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_word_is_known_for_what_it_is() {
        for (line, expected) in [
            ("SET k 1", "Command(SET) Key(k) Number(1)"),
            ("set k \"v w\" ", "Command(set) Key(k) String(\"v w\")"),
            ("2 DEL a 'b'", "Count(2) Command(DEL) Key(a) Key('b')"),
            ("3 ", "Count(3)"),
            ("NOPE x", "Unknown(NOPE) Value(x)"),
            ("ECHO -1.5", "Command(ECHO) Number(-1.5)"),
            ("ECHO -", "Command(ECHO) Value(-)"),
            ("GET \"a", "Command(GET) Error(\"a)"),
            ("GET \"a\"b c", "Command(GET) Error(\"a\"b c)"),
            ("GET a\0b", "Command(GET) Key(a) Error(\0b)"),
            ("# SET", "Comment(# SET)"),
            (
                "EVAL \"return 1\" 1 k",
                "Command(EVAL) Value(\") Keyword(return) Value( ) Number(1) Value(\") Number(1) Key(k)",
            ),
            (
                "EVAL \"return red",
                "Command(EVAL) Value(\") Keyword(return) Value( red)",
            ),
            ("help SET", "Command(help) Value(SET)"),
            (
                "GET a\n# b\nGET \"c\nd\"",
                "Command(GET) Key(a) Comment(# b) Command(GET) Key(\"c\nd\")",
            ),
            ("", ""),
        ] {
            assert_eq!(shown(line), expected, "{line}");
        }
    }

    proptest! {
        #[test]
        fn together_they_are_the_text(text in "(EVAL [\"'])?[ -~\n\0é]{0,30}") {
            let tokens = tokens(KeyspaceMode::default(), &text);
            let joined: String = tokens.iter().map(|token| &text[token.range.clone()]).collect();
            prop_assert_eq!(joined, text);
        }

        #[test]
        fn their_words_are_those_of_the_split(line in "[ -~é]{0,30}") {
            prop_assume!(!line.trim_start().starts_with('#'));
            if let Ok(split) = words::split(line.as_bytes()) {
                let tokens = tokens(KeyspaceMode::default(), &line).into_iter();
                let words = tokens.filter(|token| token.kind != TokenKind::Space);
                let words: Vec<Vec<u8>> = words.map(|token| words::decode(line[token.range].as_bytes())).collect();
                prop_assert_eq!(words, split);
            }
        }
    }
}
