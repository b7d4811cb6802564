//! The state of a connection.

use crate::catalogue::command::Command;
use crate::reply::{Error, Protocol};
use crate::server::subscriptions::Subscriptions;
use crate::server::tracking::Tracking;
use crate::server::wait::Wait;
use crate::server::watches::Watches;
use crate::storage::sorted::Sorted;
use crate::storage::value::word_bytes;
use std::hash::{Hash, Hasher};

/// A connection of one server. Means nothing to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub(crate) u64);

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
    /// Set by HELLO.
    pub protocol: Protocol,
    /// The user that it has authenticated as; `None` for the default one.
    pub user: Option<Vec<u8>>,
    /// Whether it may do nothing but authenticate, as long as the default user has a password.
    pub is_stranger: bool,
    /// The name from CLIENT SETNAME; empty if it has none.
    pub name: Vec<u8>,
    /// Set by CLIENT REPLY.
    pub replies: Replies,
    /// From MULTI to EXEC or DISCARD.
    pub transaction: Option<Transaction>,
    /// The keys of WATCH.
    pub watches: Watches,
    /// The channels of SUBSCRIBE and its kin.
    pub subscriptions: Subscriptions,
    /// Whether it hears of the keys that it was shown.
    pub tracking: Option<Box<Tracking>>,
    /// The keys that it was shown while it tracked: they are remembered when it ends to, as in Redis.
    pub shown: Sorted,
    /// Whether it is shown every command.
    pub is_monitor: bool,
    /// What it waits for.
    pub wait: Option<Wait>,
    /// Whether CLIENT NO-EVICT is on. Nothing is ever evicted here; CLIENT LIST shows it.
    pub is_kept: bool,
    /// The number of commands in the EXEC under way.
    pub executing: Option<usize>,
    /// The facts about its commands in CLIENT LIST.
    pub activity: Activity,
}

/// The last command of a connection and its time. All values are equal and hash alike, since they do not affect later
/// replies.
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
    queue: Vec<Vec<Vec<u8>>>,
    bytes: usize,
    /// Whether a line was refused, so that EXEC will refuse the rest.
    pub is_refused: bool,
}

impl Transaction {
    /// Adds a line.
    pub fn push(&mut self, argv: &[Vec<u8>]) {
        self.bytes += line_bytes(argv);
        self.queue.push(argv.to_vec());
    }

    /// The lines, in their order.
    pub fn lines(&self) -> &[Vec<Vec<u8>>] {
        &self.queue
    }

    /// The lines, to be run.
    pub fn into_lines(self) -> Vec<Vec<Vec<u8>>> {
        self.queue
    }
}

/// What a line takes that waits for EXEC, in bytes.
pub fn line_bytes(argv: &[Vec<u8>]) -> usize {
    64 + argv.iter().map(|word| word_bytes(word)).sum::<usize>()
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

/// The name of the user of connections that did not authenticate.
pub const USER: &[u8] = b"default";
const BAD_NAME: Error =
    Error::fixed("ERR Client names cannot contain spaces, newlines or special characters.");
/// What a subscriber may send by RESP2.
const ALLOWED: &str =
    "ping subscribe ssubscribe psubscribe unsubscribe sunsubscribe punsubscribe quit reset";

impl Connection {
    /// The refusal of a command that it may not send as a subscriber.
    pub fn refusal(&self, command: &Command) -> Option<Error> {
        let is_bound = self.is_subscribed() && self.protocol == Protocol::Resp2;
        if !is_bound || ALLOWED.split(' ').any(|name| name == command.full_name()) {
            return None;
        }
        let name = command.full_name();
        let words = [
            "ERR Can't execute '",
            &name,
            "': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context",
        ];
        Some(Error::quoting(words.concat().into_bytes()))
    }

    /// What it holds against the server's limit, in bytes.
    pub fn held_bytes(&self) -> usize {
        let queued = self
            .transaction
            .as_ref()
            .map_or(0, |transaction| transaction.bytes);
        queued
            + self.name.len()
            + self.watches.bytes()
            + self.subscriptions.bytes()
            + self.shown.bytes()
    }

    /// The name of its user.
    pub fn user(&self) -> &[u8] {
        self.user.as_deref().unwrap_or(USER)
    }

    /// Whether it has subscribed to anything.
    pub fn is_subscribed(&self) -> bool {
        !self.subscriptions.is_empty()
    }

    /// Whether a key that WATCH looks after was changed.
    pub fn saw_a_change(&self) -> bool {
        self.watches.is_broken()
    }

    /// Forgets what MULTI and WATCH began.
    pub fn forget_transaction(&mut self) -> Option<Transaction> {
        self.watches.clear();
        self.transaction.take()
    }
}

/// A connection's name, if it can be one: the lists that it stands in separate by spaces and line ends.
pub fn checked_name(name: &[u8]) -> Result<&[u8], Error> {
    if name.iter().all(u8::is_ascii_graphic) {
        Ok(name)
    } else {
        Err(BAD_NAME)
    }
}
