//! The log of ACL LOG: commands and logins that were refused.

use crate::server::bounded_log::{BoundedLog, LogEntry};

/// What an entry takes beside its texts.
const REFUSED_OVERHEAD_BYTES: usize = 230;

/// The log of ACL LOG.
pub type AccessLog = BoundedLog<Refused>;

/// What was refused, once or several times.
#[derive(Clone)]
pub struct Refused {
    pub count: i64,
    /// `command`, `key`, `channel` or `auth`.
    pub reason: &'static str,
    /// `toplevel`, `multi` or `lua`.
    pub context: &'static str,
    /// The name of the command, the key or the channel.
    pub object: Vec<u8>,
    pub user: Vec<u8>,
    /// When it came the last time, in Unix milliseconds.
    pub at_ms: i64,
    /// The connection, as CLIENT LIST tells of it.
    pub info: Vec<u8>,
}

impl LogEntry for Refused {
    fn bytes(&self) -> usize {
        REFUSED_OVERHEAD_BYTES + self.object.len() + self.user.len() + self.info.len()
    }
}
