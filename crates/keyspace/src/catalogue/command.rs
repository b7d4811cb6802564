//! The command table, as it is looked up in: arity errors, help, hints and the page's own list all read it. What is
//! known about a command is written in its record; here it is one text for all of them, in which a command knows its
//! place. As records it would be thousands of pointers, which weigh more than what they point to.

use crate::catalogue::arguments::{self, Argument};
use crate::catalogue::pack::{self, COMMANDS, NAMES, SLOTS, TOP};
pub use crate::catalogue::record::{
    Deprecated, Example, Feature, Flags, Group, KeyBegin, KeyFind, KeySpec, Run,
};
use base::text::Text;

/// A command, or a subcommand of one.
#[derive(Clone, Copy)]
pub struct Command {
    /// Where its name begins in the names of all, which stand in the order of the table.
    pub(crate) name_at: u16,
    /// How long its name is.
    pub(crate) name_len: u8,
    /// The number of words including the name (and that of the container); `-n` for at least `n`.
    pub arity: i8,
    /// Facts that a server must know before it runs the command.
    pub flags: Flags,
    /// The place of its first subcommand in the table.
    pub(crate) first_subcommand: u16,
    /// The number of its subcommands.
    pub(crate) subcommand_count: u8,
    /// The place of the command that has this subcommand; its own if it is no subcommand.
    pub(crate) container: u8,
    /// Runs it. The number of arguments was checked.
    pub run: Run,
    /// Lines with their replies, run in order on an empty server.
    #[cfg(not(target_arch = "wasm32"))]
    pub examples: &'static [Example],
}

/// The facts about a command beside its [`Command`], in [`Part::Help`](base::part::Part::Help).
#[derive(Clone, Copy)]
pub struct CommandFacts {
    /// Where its texts begin in the texts of all.
    pub(crate) at: u16,
    /// The group of the command.
    pub(crate) group: Group,
    /// Meant for those who work on Redis itself.
    pub(crate) is_for_developers: bool,
}

/// A fact that is text, by its place among those of a command; what its keys are comes behind.
#[derive(Clone, Copy)]
enum Fact {
    Arguments,
    Since,
    Complexity,
    DeprecatedSince,
    ReplacedBy,
    Summary,
    Categories,
    Tips,
    Keys,
}

impl Command {
    /// A command that stands for none.
    pub(crate) const NONE: Command = Command {
        name_at: 0,
        name_len: 0,
        arity: 0,
        flags: Flags::NONE,
        first_subcommand: 0,
        subcommand_count: 0,
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
        let first = usize::from(self.first_subcommand);
        let end = first + usize::from(self.subcommand_count);
        COMMANDS.get(first..end).unwrap_or_default()
    }

    /// The subcommand of that name, in any case.
    pub fn subcommand(&self, name: &[u8]) -> Option<&'static Command> {
        let mut all = self.subcommands().iter();
        all.find(|command| command.name().as_bytes().eq_ignore_ascii_case(name))
    }

    /// The feature that this command belongs to, when Redis has the command and this playground leaves it out.
    pub fn left_out(&self) -> Option<Feature> {
        match self.run {
            Run::LeftOut(feature) => Some(feature),
            _ => None,
        }
    }

    /// Whether this playground runs it. A script is run by those servers only that have an engine for it.
    pub fn is_here(&self) -> bool {
        self.left_out().is_none()
    }

    /// Whether replicas might have to be told of it, as of a write. A script counts as one unless it states that it is none.
    pub(crate) fn may_replicate(&self) -> bool {
        let names = ["publish", "spublish", "pfcount", "eval", "evalsha", "fcall"];
        self.flags.has(Flags::WRITE) || names.contains(&self.name())
    }

    /// The arguments, as a tree. This and all that follows stands in
    /// [`Part::Help`](base::part::Part::Help): other parts ask [`Command::syntax`].
    pub fn arguments(&self) -> Vec<Argument> {
        arguments::parse(self.fact(Fact::Arguments))
    }

    /// The group of the command.
    pub fn group(&self) -> Group {
        self.facts().group
    }

    /// Whether it is meant for those who work on Redis itself: COMMAND DOCS' `syscmd`.
    pub fn is_for_developers(&self) -> bool {
        self.facts().is_for_developers
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
        pack::summary(self.fact(Fact::Summary), self.place())
    }

    /// Its categories of access control beyond those that follow from the flags, separated by spaces. Empty: that of its
    /// group.
    pub fn categories(&self) -> &'static str {
        self.fact(Fact::Categories)
    }

    /// COMMAND's hints to clients and proxies, separated by spaces.
    pub(crate) fn own_tips(&self) -> &'static str {
        self.fact(Fact::Tips)
    }

    /// Which of its words are keys.
    pub fn keys(&self) -> Vec<KeySpec> {
        let mut keys = Vec::new();
        let mut texts = self.texts().skip(Fact::Keys as usize);
        while let (Some(spec), Some(keyword), Some(notes)) = (
            texts.next().filter(|spec| !spec.is_empty()),
            texts.next(),
            texts.next(),
        ) {
            keys.extend(pack::key_spec(spec, keyword, notes));
        }
        keys
    }

    /// Whether a command line of `words` words, the name included, has a right number of arguments.
    pub fn accepts(&self, words: usize) -> bool {
        let least = usize::from(self.arity.unsigned_abs());
        words == least || (self.arity < 0 && words > least)
    }

    fn fact(&self, fact: Fact) -> &'static str {
        self.texts().nth(fact as usize).unwrap_or_default()
    }

    /// Its texts, followed by those of other commands.
    fn texts(&self) -> impl Iterator<Item = &'static str> {
        let texts = pack::TEXTS.get(usize::from(self.facts().at)..);
        texts.unwrap_or_default().split('\0')
    }

    /// Its place in the table.
    fn place(&self) -> usize {
        COMMANDS.partition_point(|command| command.name_at < self.name_at)
    }

    fn facts(&self) -> CommandFacts {
        pack::FACTS
            .get(self.place())
            .copied()
            .unwrap_or(pack::NO_FACTS)
    }
}

/// The command of that name, in any case.
pub fn find(name: &[u8]) -> Option<&'static Command> {
    let mut slot = pack::slot_of(name);
    loop {
        let at = *pack::INDEX.get(slot)?;
        // A free slot has no place among them.
        let command = COMMANDS.get(..TOP)?.get(usize::from(at))?;
        if command.name().as_bytes().eq_ignore_ascii_case(name) {
            return Some(command);
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// The command, or the subcommand, whose name stands at that place among all names.
pub fn at(name_at: u16) -> Option<&'static Command> {
    let found = COMMANDS.binary_search_by_key(&name_at, |command| command.name_at);
    found.ok().and_then(|at| COMMANDS.get(at))
}

/// The commands from one place in the table to another.
pub(crate) fn between((from, to): (usize, usize)) -> &'static [Command] {
    COMMANDS.get(from..to).unwrap_or_default()
}

/// Every command of Redis 7.0.15, group by group.
pub fn all() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().take(TOP)
}

/// Every command that this playground runs, group by group.
pub fn here() -> impl Iterator<Item = &'static Command> {
    all().filter(|command| command.is_here())
}
