//! What the server keeps about each of its connections.

use super::command::Command;
use super::key::Key;
use super::reply::Protocol;
use std::hash::{Hash, Hasher};

/// A connection of one server. Means nothing to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub(super) u64);

impl ConnectionId {
    /// The number that CLIENT ID answers: connections are counted from 1.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// The state of a connection.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Connection {
    /// The selected database.
    pub database: usize,
    /// What HELLO settled.
    pub protocol: Protocol,
    /// What CLIENT SETNAME gave it; empty when it has none.
    pub name: Vec<u8>,
    /// What CLIENT REPLY asked for.
    pub replies: Replies,
    /// From MULTI to EXEC or DISCARD.
    pub transaction: Option<Transaction>,
    /// What WATCH looks after.
    pub watched: Vec<Watched>,
    /// Whether CLIENT NO-EVICT is on. Nothing is ever evicted here; CLIENT LIST shows it.
    pub is_kept: bool,
    /// How many commands the EXEC under way was given.
    pub executing: Option<usize>,
    /// What CLIENT LIST tells of its commands.
    pub activity: Activity,
}

/// What a connection did, and when. Says nothing about what it will do: all are equal, and hash alike.
#[derive(Clone, Copy, Default)]
pub struct Activity {
    /// When its first command came, in Unix milliseconds.
    pub first_ms: Option<i64>,
    /// When the last one came.
    pub last_ms: i64,
    /// That one, where the server knows it.
    pub command: Option<&'static Command>,
}

impl PartialEq for Activity {
    fn eq(&self, _: &Activity) -> bool {
        true
    }
}

impl Eq for Activity {}

impl Hash for Activity {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Commands that wait for EXEC.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Transaction {
    /// The lines, each found to be a command with a right number of arguments.
    pub queue: Vec<Vec<Vec<u8>>>,
    /// Whether a line was refused, so that EXEC will refuse the rest.
    pub is_refused: bool,
}

/// A key that WATCH looks after.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Watched {
    pub database: usize,
    pub key: Key,
    /// Whether anyone changed it since.
    pub is_changed: bool,
}

/// Whether replies are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Replies {
    #[default]
    On,
    /// Not to the command that follows.
    SkipNext,
    /// Not to this command.
    Skip,
    Off,
}

impl Connection {
    /// Whether a key that WATCH looks after was changed.
    pub fn saw_a_change(&self) -> bool {
        self.watched.iter().any(|watched| watched.is_changed)
    }

    /// Forgets what MULTI and WATCH began.
    pub fn forget_transaction(&mut self) -> Option<Transaction> {
        self.watched.clear();
        self.transaction.take()
    }
}
