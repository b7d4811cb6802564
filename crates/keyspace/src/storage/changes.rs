//! What has changed, for who has to hear of it.

use crate::storage::database::Database;

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

    /// Adds a key of a database.
    pub fn note(&mut self, database: usize, key: &[u8]) {
        if self.keys.len() < KEYS_NOTED_MAX {
            self.keys.push((database, key.to_vec()));
        } else {
            self.everything = true;
        }
    }
}

/// Hears of each change. The storage reports them and knows no more of who listens.
pub trait Listener {
    /// `key` was set, changed or removed. Watchers hear of it only if the change is not `is_quiet`.
    fn changed(&mut self, database: usize, key: &[u8], is_quiet: bool);

    /// `key` holds another value now, or none: it may be what someone waits for.
    fn renewed(&mut self, database: usize, key: &[u8]);

    /// The whole database is another now. Only the keys of either count as changed.
    fn replaced(&mut self, database: usize, old: &Database, new: &Database);
}

/// Reports changes in one database.
pub struct Heard<'a> {
    pub database: usize,
    pub listener: &'a mut dyn Listener,
    /// Not to watchers.
    pub is_quiet: bool,
    /// Not to those that wait for the key.
    pub wakes_none: bool,
}

impl Heard<'_> {
    /// `key` was set or removed.
    pub fn renewed(&mut self, key: &[u8]) {
        self.changed(key);
        if !self.wakes_none {
            self.listener.renewed(self.database, key);
        }
    }

    /// The value of `key` was changed where it stands.
    pub fn changed(&mut self, key: &[u8]) {
        self.listener.changed(self.database, key, self.is_quiet);
    }
}
