//! Reports changes of keys to the connections that watch them and to a live view.

use crate::keyspace::server::connection::{Connection, ConnectionId};
use crate::keyspace::storage::database::Database;

/// Maximum number of keys that are noted one by one between two looks; above it, only the fact is noted that more
/// changed.
const KEYS_NOTED_MAX: usize = 1024;

/// The changes since the last look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Keys with their databases, in the order of the changes; one that was changed twice may stand twice.
    pub keys: Vec<(usize, Vec<u8>)>,
    /// Anything may have changed: too much was, or whole databases were.
    pub everything: bool,
}

impl Changes {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty() && !self.everything
    }

    /// Adds what has changed after that.
    pub fn add(&mut self, later: &Changes) {
        self.everything |= later.everything;
        for (database, key) in &later.keys {
            self.note(*database, key);
        }
    }

    fn note(&mut self, database: usize, key: &[u8]) {
        if self.keys.len() < KEYS_NOTED_MAX {
            self.keys.push((database, key.to_vec()));
        } else {
            self.everything = true;
        }
    }
}

/// Tells of changes in one database.
pub struct Listeners<'a> {
    pub database: usize,
    pub connections: &'a mut [(ConnectionId, Connection)],
    pub journal: Option<&'a mut Changes>,
}

impl Listeners<'_> {
    /// `key` was set, changed or removed.
    pub fn changed(&mut self, key: &[u8]) {
        for (_, connection) in self.connections.iter_mut() {
            for watched in &mut connection.watched {
                watched.is_changed |=
                    watched.database == self.database && watched.key.as_bytes() == key;
            }
        }
        if let Some(journal) = &mut self.journal {
            journal.note(self.database, key);
        }
    }

    /// The whole database is another now. Only the keys of either count as changed.
    pub fn replaced(&mut self, old: &Database, new: &Database) {
        for (_, connection) in self.connections.iter_mut() {
            for watched in &mut connection.watched {
                let has = |database: &Database| database.get(watched.key.as_bytes()).is_some();
                watched.is_changed |= watched.database == self.database && (has(old) || has(new));
            }
        }
        if let Some(journal) = &mut self.journal {
            journal.everything = true;
        }
    }
}
