//! CLIENT PAUSE: lines of connections are held back until it ends, and no key is removed because it has expired.

use crate::catalogue::command::{Command, Flags};
use crate::storage::key::Key;

/// A pause.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pause {
    /// Whether only what may write is held back.
    pub is_of_writes: bool,
    /// The Unix millisecond at which it ends.
    pub until_ms: i64,
    /// The keys that have expired since it began, with the index of their database. No command finds them; DBSIZE and INFO
    /// count them, and their end is told when the pause ends.
    pub expired: Vec<(usize, Key)>,
}

/// What a line may do, as Redis judges it before the line runs.
#[derive(Clone, Copy, Default)]
pub struct Effects {
    /// Replicas might have to be told of it.
    pub may_replicate: bool,
    /// It may take more memory.
    pub may_grow: bool,
}

impl Effects {
    /// The effects that a command has by its record.
    pub fn of(command: &Command) -> Effects {
        Effects {
            may_replicate: command.may_replicate(),
            may_grow: command.flags.has(Flags::DENY_OOM),
        }
    }
}
