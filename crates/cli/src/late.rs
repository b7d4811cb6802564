//! The functions that come with [`Part::Help`]: hints, completion, colours and `help`. Before that a text has no colour
//! and nothing is offered; `help` waits (see [`Activity::Lacking`](super::Activity::Lacking)).

use super::complete::{self, Completion};
use super::tokens::{self, Token, TokenKind};
use base::part::{Part, late};
use base::text::{Lang, Phrase};
use keyspace::{ConnectionId, KeyspaceMode, Server};

struct Help {
    tokens: fn(KeyspaceMode, &str) -> Vec<Token>,
    hint: fn(KeyspaceMode, &str) -> Option<String>,
    complete: fn(&str, usize, &Server, ConnectionId, i64) -> Completion,
    help: fn(KeyspaceMode, &[Vec<u8>], Lang) -> Printed,
    note_on_error: fn(&str, &str) -> Option<Phrase>,
    suggestion: fn(KeyspaceMode, &[Vec<u8>]) -> Option<Phrase>,
}

/// The text that `help` prints, and the note for when it prints none.
type Printed = (String, Option<Phrase>);

late! {
    "help" "5c3e81f60b7a4d92e6f1a8073db459c2" fn loaded() -> &'static Help = all
}

fn all() -> &'static Help {
    static HELP: Help = Help {
        tokens: tokens::tokens,
        hint: super::hint::hint,
        complete: complete::complete,
        help: super::help::help,
        note_on_error: super::near_miss::note_on_error,
        suggestion: super::near_miss::suggestion,
    };
    &HELP
}

fn help_if_here() -> Option<&'static Help> {
    Part::Help.is_here().then(loaded)
}

/// The stretches of a text of one line or more, in order: together they are the text. A line of more than 4 KiB is one
/// [`TokenKind::Value`], and so is all of a text as long as [`Part::Help`] has not come.
pub fn tokens(mode: KeyspaceMode, text: &str) -> Vec<Token> {
    match help_if_here() {
        Some(help) => (help.tokens)(mode, text),
        None => vec![Token {
            range: 0..text.len(),
            kind: TokenKind::Value,
        }],
    }
}

/// What is still to come behind `text`, as help would show it, with a space before it where one is missing. `None`
/// where nothing is, for an unknown command, within an open quote, behind a word that the command does not take, and as
/// long as [`Part::Help`] has not come.
pub fn hint(mode: KeyspaceMode, text: &str) -> Option<String> {
    (help_if_here()?.hint)(mode, text)
}

/// What the word that ends at `caret`, a byte of `text`, may become at `now_ms`, in Unix milliseconds. Keys are those of
/// the database that the connection has selected, in the order of their bytes among those that were looked at. Names
/// and options fit in any case; keys by their very bytes, however the word is quoted. Nothing as long as
/// [`Part::Help`] has not come.
pub fn complete(
    text: &str,
    caret: usize,
    server: &Server,
    connection: ConnectionId,
    now_ms: i64,
) -> Completion {
    match help_if_here() {
        Some(help) => (help.complete)(text, caret, server, connection, now_ms),
        None => Completion::default(),
    }
}

/// A note on a line that was answered by an error. `None` as long as [`Part::Help`] has not come.
pub(crate) fn note_on_error(line: &str, output: &str) -> Option<Phrase> {
    (help_if_here()?.note_on_error)(line, output)
}

/// A note on words that are no command, with what may have been meant. `None` as long as [`Part::Help`] has not come.
pub(crate) fn suggestion(mode: KeyspaceMode, argv: &[Vec<u8>]) -> Option<Phrase> {
    (help_if_here()?.suggestion)(mode, argv)
}

/// The text that `help` prints; empty as long as [`Part::Help`] has not come.
pub(crate) fn help(mode: KeyspaceMode, words: &[Vec<u8>], lang: Lang) -> Printed {
    match help_if_here() {
        Some(help) => (help.help)(mode, words, lang),
        None => (String::new(), None),
    }
}
