//! The command table, as it is looked up in: arity errors, help, hints and the page's own list all read it. What is
//! known about a command is written in its record; here it is one text for all of them, in which a command knows its
//! place. As records it would be thousands of pointers, which weigh more than what they point to.

use crate::keyspace::catalogue::arguments::{self, Argument};
use crate::keyspace::catalogue::pack::{self, COMMANDS, NAMES, SLOTS, TOP};
pub use crate::keyspace::catalogue::record::{Deprecated, Example, Flags, Group, KeySpec, Run};
use crate::keyspace::server::late;
use crate::part::Part;
use crate::text::Text;

/// A command, or a subcommand of one.
#[derive(Clone, Copy)]
pub struct Command {
    /// Where its name begins in the names of all.
    pub(in crate::keyspace) name_at: u16,
    /// Where its facts begin in the facts of all.
    pub(in crate::keyspace) facts_at: u16,
    /// How long its name is.
    pub(in crate::keyspace) name_len: u8,
    /// The number of words including the name (and that of the container); `-n` for at least `n`.
    pub arity: i8,
    /// Facts that a server must know before it runs the command.
    pub flags: Flags,
    /// The group of the command.
    pub group: Group,
    /// Meant for those who work on Redis itself: COMMAND DOCS' `syscmd`.
    pub is_for_developers: bool,
    /// The place of its first subcommand in the table, and how many there are.
    pub(in crate::keyspace) subcommands: (u8, u8),
    /// The place of the command that has this subcommand; its own if it is no subcommand.
    pub(in crate::keyspace) container: u8,
    /// Runs it. The number of arguments was checked.
    pub run: Run,
    /// Lines with their replies, run in order on an empty server.
    #[cfg(not(target_arch = "wasm32"))]
    pub examples: &'static [Example],
}

/// A fact that is text, by its place among those of a command; what its keys are comes behind.
#[derive(Clone, Copy)]
enum Fact {
    Arguments,
    Since,
    Complexity,
    DeprecatedSince,
    ReplacedBy,
    English,
    Chinese,
    Categories,
    Tips,
    Keys,
}

impl Command {
    /// A command that stands for none.
    pub(in crate::keyspace) const NONE: Command = Command {
        name_at: 0,
        facts_at: 0,
        name_len: 0,
        arity: 0,
        flags: Flags::NONE,
        group: Group::Generic,
        is_for_developers: false,
        subcommands: (0, 0),
        container: 0,
        run: Run::Container,
        #[cfg(not(target_arch = "wasm32"))]
        examples: &[],
    };

    /// The name, in lower case; of a subcommand, its own word.
    pub fn name(&self) -> &'static str {
        let from = usize::from(self.name_at);
        NAMES
            .get(from..from + usize::from(self.name_len))
            .unwrap_or_default()
    }

    /// The command that this one is a subcommand of.
    pub fn container(&self) -> Option<&'static Command> {
        let container = COMMANDS.get(usize::from(self.container))?;
        (container.name_at != self.name_at).then_some(container)
    }

    /// The name, after that of the container and a `|`.
    pub fn full_name(&self) -> String {
        match self.container() {
            None => self.name().to_owned(),
            Some(container) => [container.name(), "|", self.name()].concat(),
        }
    }

    /// The subcommands that may follow the name.
    pub fn subcommands(&self) -> &'static [Command] {
        let (first, count) = self.subcommands;
        let (first, count) = (usize::from(first), usize::from(count));
        COMMANDS.get(first..first + count).unwrap_or_default()
    }

    /// The subcommand of that name, in any case.
    pub fn subcommand(&self, name: &[u8]) -> Option<&'static Command> {
        let mut all = self.subcommands().iter();
        all.find(|command| command.name().as_bytes().eq_ignore_ascii_case(name))
    }

    /// The arguments, as a tree. This and all that follows stands in [`Part::Help`]: other parts ask [`Command::syntax`].
    pub fn arguments(&self) -> Vec<Argument> {
        arguments::parse(self.fact(Fact::Arguments))
    }

    /// The arguments, as help shows them; empty as long as [`Part::Help`] has not come.
    pub fn syntax(&self) -> String {
        match Part::Help.is_here() {
            true => (late::help().syntax)(self),
            false => String::new(),
        }
    }

    /// The version of Redis that brought it.
    pub fn since(&self) -> &'static str {
        self.fact(Fact::Since)
    }

    /// The order of its cost.
    pub fn complexity(&self) -> &'static str {
        self.fact(Fact::Complexity)
    }

    /// Since when one should use something else.
    pub fn deprecated(&self) -> Option<Deprecated> {
        let since = self.fact(Fact::DeprecatedSince);
        let replaced_by = self.fact(Fact::ReplacedBy);
        (!since.is_empty()).then_some(Deprecated { since, replaced_by })
    }

    /// A description in one line.
    pub fn summary(&self) -> Text {
        Text {
            en: self.fact(Fact::English),
            zh: self.fact(Fact::Chinese),
        }
    }

    /// Its categories of access control beyond those that follow from the flags, separated by spaces. Empty: that of its
    /// group.
    pub fn categories(&self) -> &'static str {
        self.fact(Fact::Categories)
    }

    /// COMMAND's hints to clients and proxies, separated by spaces.
    pub fn tips(&self) -> &'static str {
        self.fact(Fact::Tips)
    }

    /// Which of its words are keys.
    pub fn keys(&self) -> Vec<KeySpec> {
        let mut keys = Vec::new();
        let mut facts = self.facts().skip(Fact::Keys as usize);
        while let (Some(spec), Some(notes)) =
            (facts.next().filter(|spec| !spec.is_empty()), facts.next())
        {
            keys.extend(pack::key_spec(spec, notes));
        }
        keys
    }

    /// Whether a command line of `words` words, the name included, has a right number of arguments.
    pub fn accepts(&self, words: usize) -> bool {
        let least = usize::from(self.arity.unsigned_abs());
        words == least || (self.arity < 0 && words > least)
    }

    fn fact(&self, fact: Fact) -> &'static str {
        self.facts().nth(fact as usize).unwrap_or_default()
    }

    /// Its texts, followed by those of other commands.
    fn facts(&self) -> impl Iterator<Item = &'static str> {
        let text = pack::FACTS.get(usize::from(self.facts_at)..);
        text.unwrap_or_default().split('\0')
    }
}

/// The command of that name, in any case.
pub fn find(name: &[u8]) -> Option<&'static Command> {
    let mut slot = pack::slot_of(name);
    loop {
        let at = *pack::INDEX.get(slot)?;
        let command = COMMANDS.get(usize::from(at))?;
        if command.name().as_bytes().eq_ignore_ascii_case(name) {
            return Some(command);
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// EVAL, which only a server knows that has something to run scripts with: [`find`] and [`all`] leave it out.
pub(in crate::keyspace) fn eval() -> Option<&'static Command> {
    COMMANDS.last()
}

/// The command, or the subcommand, of a name such as `object|encoding`, in any case.
pub fn by_full_name(name: &[u8]) -> Option<&'static Command> {
    let mut words = name.splitn(2, |byte| *byte == b'|');
    let command = find(words.next()?)?;
    match words.next() {
        Some(word) => command.subcommand(word),
        None => Some(command),
    }
}

/// The command, or the subcommand, that a line begins with, whatever the number of its words.
pub fn of_line(line: &[Vec<u8>]) -> Option<&'static Command> {
    let (name, rest) = line.split_first()?;
    let command = find(name)?;
    match rest.first() {
        Some(word) if !command.subcommands().is_empty() => command.subcommand(word),
        _ => Some(command),
    }
}

/// Every command, group by group.
pub fn all() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().take(TOP)
}
