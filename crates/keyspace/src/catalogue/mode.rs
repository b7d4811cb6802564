//! Modes of a keyspace: the commands of Redis 7.0.15, and beside them those of a later server that compare before they act.

use crate::catalogue::command::{self, Command};
use crate::catalogue::pack::PLACES_OF_MODES;
pub use crate::catalogue::record::KeyspaceMode;

impl KeyspaceMode {
    /// The commands that it has in place of those of 7.0.15, or beside them.
    pub fn own(self) -> &'static [Command] {
        let [_, redis_8_4, valkey_9] = PLACES_OF_MODES;
        match self {
            KeyspaceMode::Redis7 => &[],
            KeyspaceMode::Redis84 => command::between(redis_8_4),
            KeyspaceMode::Valkey9 => command::between(valkey_9),
        }
    }

    /// The command of that name, in any case.
    #[inline(never)]
    pub fn find(self, name: &[u8]) -> Option<&'static Command> {
        let is_it = |own: &&Command| own.name().as_bytes().eq_ignore_ascii_case(name);
        let own = self.own().iter().find(is_it);
        own.or_else(|| command::find(name))
    }

    /// The command, or the subcommand, that a line begins with, whatever the number of its words.
    #[inline(never)]
    pub fn of_line(self, line: &[Vec<u8>]) -> Option<&'static Command> {
        let (name, rest) = line.split_first()?;
        let command = self.find(name)?;
        match rest.first() {
            Some(word) if !command.subcommands().is_empty() => command.subcommand(word),
            _ => Some(command),
        }
    }

    /// The command, or the subcommand, of a name such as `object|encoding`, in any case.
    pub fn by_full_name(self, name: &[u8]) -> Option<&'static Command> {
        let mut words = name.splitn(2, |byte| *byte == b'|');
        let command = self.find(words.next()?)?;
        match words.next() {
            Some(word) => command.subcommand(word),
            None => Some(command),
        }
    }

    /// Whether a server in this mode has the command: not one of another mode.
    pub fn has(self, command: &Command) -> bool {
        let is_it = |own: &Command| own.name_at == command.name_at;
        let others = KeyspaceMode::ALL.into_iter().filter(|mode| *mode != self);
        !others.flat_map(KeyspaceMode::own).any(is_it)
    }

    /// Every command, group by group; its own come last.
    pub fn all(self) -> impl Iterator<Item = &'static Command> {
        let own = self.own();
        let is_replaced = |command: &&Command| own.iter().any(|own| own.name() == command.name());
        let kept = command::all().filter(move |command| !is_replaced(command));
        kept.chain(own)
    }

    /// Every command that this playground runs, group by group.
    pub fn here(self) -> impl Iterator<Item = &'static Command> {
        self.all().filter(|command| command.is_here())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_of_a_mode_is_known_in_that_mode_alone() {
        for (name, expected) in [
            ("delex", [false, true, false]),
            ("DELIFEQ", [false, false, true]),
            ("digest", [false, true, false]),
            ("SET", [true, true, true]),
            ("nosuch", [false, false, false]),
        ] {
            let known = KeyspaceMode::ALL.map(|mode| mode.find(name.as_bytes()).is_some());
            assert_eq!(known, expected, "{name}");
        }
        assert!(command::find(b"delex").is_none());
    }

    #[test]
    fn a_mode_has_each_name_once() {
        for mode in KeyspaceMode::ALL {
            let names: Vec<&str> = mode.all().map(Command::name).collect();
            let sets = names.iter().filter(|name| **name == "set").count();
            assert_eq!(sets, 1, "{}", mode.name());
            assert_eq!(KeyspaceMode::named(mode.name()), Some(mode));
        }
        assert_eq!(KeyspaceMode::named("Valkey-9"), Some(KeyspaceMode::Valkey9));
        assert_eq!(KeyspaceMode::named("redis"), None);
    }
}
