//! One database: keys, their values, and when they expire. Every key has a deadline or none; a deadline that has
//! passed still stands here until [`Database::expire`] runs, which a server does before each command.

use super::Bytes;
use super::value::entry_bytes;
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What a key holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The string.
    pub value: Bytes,
    /// The last Unix millisecond in which the key lives; `None` when it never expires.
    pub expires_at_ms: Option<i64>,
}

impl Entry {
    /// Whether the key is still there at `now_ms`: it lives through its deadline and is gone after it.
    pub fn lives_at(&self, now_ms: i64) -> bool {
        self.expires_at_ms.is_none_or(|deadline| now_ms <= deadline)
    }
}

/// Keys with their entries. Compared and hashed by those alone.
#[derive(Clone, Default)]
pub struct Database {
    entries: BTreeMap<Key, Entry>,
    /// The same deadlines as in `entries`, in order of time.
    deadlines: BTreeSet<(i64, Key)>,
    /// The sum of [`entry_bytes`] over `entries`.
    used_bytes: usize,
}

/// A key's name, shared between the two maps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key(Arc<[u8]>);

impl Borrow<[u8]> for Key {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

impl Database {
    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the keys count for against the keyspace's limit, in bytes.
    pub fn used_bytes(&self) -> usize {
        self.used_bytes
    }

    /// The earliest deadline of any key, in Unix milliseconds.
    pub fn earliest_deadline_ms(&self) -> Option<i64> {
        self.deadlines.first().map(|(deadline, _)| *deadline)
    }

    /// What `key` holds.
    pub fn get(&self, key: &[u8]) -> Option<&Entry> {
        self.entries.get(key)
    }

    /// The keys with their entries, in the order of their bytes.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &Entry)> {
        self.entries
            .iter()
            .map(|(key, entry)| (key.borrow(), entry))
    }

    /// Puts `entry` under `key`, whatever was there.
    pub fn insert(&mut self, key: &[u8], entry: Entry) {
        let value_bytes = entry.value.len();
        if let Some(old) = self.entries.get_mut(key) {
            let old = std::mem::replace(old, entry);
            self.used_bytes = self.used_bytes - old.value.len() + value_bytes;
            self.note_deadline(key, old.expires_at_ms);
        } else {
            let shared = Key(Arc::from(key));
            if let Some(deadline) = entry.expires_at_ms {
                self.deadlines.insert((deadline, shared.clone()));
            }
            self.entries.insert(shared, entry);
            self.used_bytes += entry_bytes(key.len(), value_bytes);
        }
    }

    /// Takes `key` away; says what it held.
    pub fn remove(&mut self, key: &[u8]) -> Option<Entry> {
        let (key, entry) = self.entries.remove_entry(key)?;
        self.used_bytes -= entry_bytes(key.0.len(), entry.value.len());
        if let Some(deadline) = entry.expires_at_ms {
            self.deadlines.remove(&(deadline, key));
        }
        Some(entry)
    }

    /// Gives `key` another deadline, or none; nothing happens when there is no such key.
    pub fn set_deadline(&mut self, key: &[u8], expires_at_ms: Option<i64>) {
        if let Some(entry) = self.entries.get_mut(key) {
            let old = std::mem::replace(&mut entry.expires_at_ms, expires_at_ms);
            self.note_deadline(key, old);
        }
    }

    /// Appends `tail` to what `key` holds, in place when nobody shares it; says how long it is now, in bytes.
    pub fn append(&mut self, key: &[u8], tail: &[u8]) -> Option<usize> {
        let entry = self.entries.get_mut(key)?;
        let value = Arc::make_mut(&mut entry.value);
        value.extend_from_slice(tail);
        self.used_bytes += tail.len();
        Some(value.len())
    }

    /// Takes away every key whose deadline is before `now_ms`.
    pub fn expire(&mut self, now_ms: i64) {
        while self.earliest_deadline_ms().is_some_and(|at| at < now_ms) {
            let Some((_, key)) = self.deadlines.pop_first() else {
                return;
            };
            if let Some(entry) = self.entries.remove(&key) {
                self.used_bytes -= entry_bytes(key.0.len(), entry.value.len());
            }
        }
    }

    /// Brings `deadlines` in line with the entry of `key`, whose deadline was `old` before.
    fn note_deadline(&mut self, key: &[u8], old: Option<i64>) {
        let Some((shared, entry)) = self.entries.get_key_value(key) else {
            return;
        };
        let new = entry.expires_at_ms;
        if old == new {
            return;
        }
        let shared = shared.clone();
        if let Some(old) = old {
            self.deadlines.remove(&(old, shared.clone()));
        }
        if let Some(new) = new {
            self.deadlines.insert((new, shared));
        }
    }
}

impl PartialEq for Database {
    fn eq(&self, other: &Database) -> bool {
        self.used_bytes == other.used_bytes && self.entries == other.entries
    }
}

impl Eq for Database {}

impl Hash for Database {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.entries.hash(state);
    }
}
