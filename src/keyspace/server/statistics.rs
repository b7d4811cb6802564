//! Statistics of a running server. Only INFO shows them; they are not part of the comparison of servers.

/// Counted since the server began, or since CONFIG RESETSTAT.
#[derive(Clone, Copy, Default)]
pub struct Statistics {
    /// When the first command came, in Unix milliseconds. CONFIG RESETSTAT leaves it.
    pub began_ms: Option<i64>,
    /// Commands that were run, those of transactions included.
    pub commands: u64,
    /// Connections that were made.
    pub connections: u64,
    /// The number of removed expired keys.
    pub expired_keys: u64,
}

impl Statistics {
    /// Begins to count again.
    pub fn reset(&mut self) {
        *self = Statistics {
            began_ms: self.began_ms,
            ..Statistics::default()
        };
    }
}
