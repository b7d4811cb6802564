//! The keys that a connection watches, from WATCH to EXEC.

use crate::storage::key::Key;
use crate::storage::sorted::Sorted;

/// The keys of WATCH, and whether anyone has changed one of them.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Watches {
    /// With the index of their database as the number.
    keys: Sorted,
    is_broken: bool,
}

impl Watches {
    /// Whether a watched key was changed.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// What they take against the limit, in bytes.
    pub fn bytes(&self) -> usize {
        self.keys.bytes()
    }

    /// Watches a key, unless it is watched already.
    pub fn add(&mut self, database: usize, key: &[u8]) {
        self.keys.insert(database as i64, Key::new(key));
    }

    /// Watches none.
    pub fn clear(&mut self) {
        *self = Watches::default();
    }

    /// A key of a database was changed.
    pub fn changed(&mut self, database: usize, key: &[u8]) {
        self.is_broken |= !self.keys.is_empty() && self.keys.has_at(database as i64, key);
    }

    /// A database was replaced, in which `has` knows the keys that are there or were.
    pub fn replaced(&mut self, database: usize, has: impl Fn(&[u8]) -> bool) {
        let own = |(number, _): &(i64, &[u8])| *number == database as i64;
        self.is_broken |= self.keys.pairs().filter(own).any(|(_, key)| has(key));
    }
}
