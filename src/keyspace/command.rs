//! The command table: one record a command, which its handler stands beside in `commands`. Arity errors, help, hints
//! and the page's own list all read it. Its facts are those of redis-server 7.0.15; a test compares them.

use super::call::Call;
use super::commands;
use super::reply::{Error, Reply};
use crate::text::Text;

/// Everything that is known about a command.
pub struct Command {
    /// The name, in lower case.
    pub name: &'static str,
    /// How many words there are, the name included; `-n` for at least `n`.
    pub arity: i32,
    /// The arguments, as help shows them: `[...]` may be left out, `|` separates a choice, `...` repeats, words in
    /// capitals stand for themselves.
    pub syntax: &'static str,
    /// What the command belongs to.
    pub group: Group,
    /// The version of Redis that brought it.
    pub since: &'static str,
    /// What it costs, in the words of Redis' own documentation data.
    pub complexity: &'static str,
    /// Since when one should use something else.
    pub deprecated: Option<Deprecated>,
    /// What it does, in one line.
    pub summary: Text,
    /// Lines with their replies, run in order on an empty server. A test runs them. Empty in the page's wasm, where
    /// nobody reads them and each would weigh.
    pub examples: &'static [Example],
    /// Runs it. The number of arguments was checked.
    pub run: Handler,
}

/// What runs a command. An `Err` has changed nothing.
pub type Handler = fn(&mut Call<'_>) -> Result<Reply, Error>;

/// That a command is out of favour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deprecated {
    /// The version of Redis that said so.
    pub since: &'static str,
    /// What to use now: a name, and options of it.
    pub replaced_by: &'static str,
}

/// A line at a prompt, and what redis-cli prints below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// What is typed.
    pub line: &'static str,
    /// What is printed.
    pub reply: &'static str,
}

/// Shorter to write in the table.
pub(super) const fn example(line: &'static str, reply: &'static str) -> Example {
    Example { line, reply }
}

/// A command's examples, but for the page's wasm.
pub(super) const fn examples(all: &'static [Example]) -> &'static [Example] {
    if cfg!(target_arch = "wasm32") {
        &[]
    } else {
        all
    }
}

/// What commands are sorted by in help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Keys of any type: existence, expiry, names.
    Generic,
    /// Values that are strings of bytes.
    String,
    /// The connection itself.
    Connection,
    /// The server as a whole.
    Server,
}

impl Group {
    /// The name, as `help @name` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Generic => "generic",
            Group::String => "string",
            Group::Connection => "connection",
            Group::Server => "server",
        }
    }
}

impl Command {
    /// Whether a command line of `words` words, the name included, has a right number of arguments.
    pub fn accepts(&self, words: usize) -> bool {
        let least = self.arity.unsigned_abs() as usize;
        words == least || (self.arity < 0 && words > least)
    }
}

/// The command of that name, in any case.
pub fn find(name: &[u8]) -> Option<&'static Command> {
    all().find(|command| command.name.as_bytes().eq_ignore_ascii_case(name))
}

/// Every command, group by group.
pub fn all() -> impl Iterator<Item = &'static Command> {
    commands::ALL.iter().copied().flatten()
}
