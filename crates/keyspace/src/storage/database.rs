//! One database: keys, their values, and when they expire. Every key has a deadline or none; a deadline that has
//! passed still stands here until [`Database::expire`] runs, which a server does before each command.

use crate::reply::Error;
use crate::storage::deadlines::{Deadlines, Listed};
use crate::storage::key::Key;
use crate::storage::object::LastUse;
use crate::storage::slot::{Bounds, KeySlot};
use crate::storage::table::{Table, hash_of};
use crate::storage::value::{Bytes, Value, entry_bytes};
use std::hash::{Hash, Hasher};

/// The contents of a key. Compared by every fact that commands show except the time of its last use; hashed by its
/// value and deadline.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The value.
    pub value: Value,
    /// The last Unix millisecond in which the key lives; `None` when it never expires.
    pub expires_at_ms: Option<i64>,
    /// When it was used last.
    pub(crate) used: LastUse,
    /// Where its deadline stands among those of the database.
    pub(crate) listed: Listed,
}

impl Entry {
    /// A value that was written at `now_ms`.
    pub(crate) fn new(value: impl Into<Value>, expires_at_ms: Option<i64>, now_ms: i64) -> Entry {
        Entry {
            value: value.into(),
            expires_at_ms,
            used: LastUse::at(now_ms),
            listed: Listed::default(),
        }
    }

    /// Whether the key is still there at `now_ms`: it lives through its deadline and is gone after it.
    pub fn lives_at(&self, now_ms: i64) -> bool {
        self.expires_at_ms.is_none_or(|deadline| now_ms <= deadline)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.value == other.value && self.expires_at_ms == other.expires_at_ms
    }
}

impl Eq for Entry {}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
        self.expires_at_ms.hash(state);
    }
}

/// Other words for what a database holds.
pub trait Restate {
    /// A text in a value of any type; `None` when it stays as it is.
    fn text(&mut self, text: &[u8]) -> Option<Vec<u8>>;
    /// A deadline, in Unix milliseconds.
    fn deadline_ms(&mut self, at_ms: i64) -> i64;
}

/// Keys with their entries. Compared and hashed by those alone.
#[derive(Clone, Default)]
pub struct Database {
    entries: Table<Entry>,
    /// The deadlines of `entries`.
    deadlines: Deadlines,
    /// The sum of [`entry_bytes`] over `entries`.
    used_bytes: usize,
}

impl Database {
    /// The number of keys.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.entries.len() == 0
    }

    /// The size of the keys against the keyspace's limit, in bytes.
    pub fn used_bytes(&self) -> usize {
        self.used_bytes
    }

    /// The earliest deadline of any key, in Unix milliseconds.
    pub fn earliest_deadline_ms(&self) -> Option<i64> {
        let mut earliest_ms = None;
        for (listed_ms, key) in self.deadlines.pairs() {
            if earliest_ms.is_some_and(|at_ms| at_ms <= listed_ms) {
                break;
            }
            let at_ms = self.get(key).and_then(|entry| entry.expires_at_ms);
            earliest_ms = earliest_ms.into_iter().chain(at_ms).min();
        }
        earliest_ms
    }

    /// No key expires before this Unix millisecond: a bound, at hand at once.
    pub(crate) fn nothing_expires_before_ms(&self) -> i64 {
        self.deadlines.first().unwrap_or(i64::MAX)
    }

    /// The entry of `key`.
    pub fn get(&self, key: &[u8]) -> Option<&Entry> {
        self.entries.get(key)
    }

    /// The entry of `key`, used at that time.
    pub(crate) fn use_(&mut self, key: &[u8], used: LastUse) -> Option<&Entry> {
        let entry = self.entries.get_mut(key)?;
        entry.used = used;
        Some(entry)
    }

    /// The keys with their entries, in no order that means anything, though always in the same one.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &Entry)> {
        self.entries
            .iter()
            .map(|(key, entry)| (key.as_bytes(), entry))
    }

    /// The keys by stretches, for walks that are interrupted.
    pub(crate) fn table(&self) -> &Table<Entry> {
        &self.entries
    }

    /// The entry of `key`, to be changed in place.
    pub(crate) fn slot<'a>(&'a mut self, key: &'a [u8], bounds: Bounds<'a>) -> Option<KeySlot<'a>> {
        Some(KeySlot {
            key,
            entry: self.entries.get_mut(key)?,
            used_bytes: &mut self.used_bytes,
            deadlines: &mut self.deadlines,
            bounds,
        })
    }

    /// Puts `entry` under `key`, which is not there. Refused when the keyspace would grow past its limit.
    pub(crate) fn insert(
        &mut self,
        key: &[u8],
        mut entry: Entry,
        mut bounds: Bounds<'_>,
    ) -> Result<(), Error> {
        let bytes = entry_bytes(key.len(), entry.value.bytes());
        bounds.check(bytes)?;
        bounds.heard.renewed(key);
        self.used_bytes += bytes;
        let key = Key::new(key);
        if let Some(deadline_ms) = entry.expires_at_ms {
            entry.listed = self.deadlines.list(deadline_ms, key.clone());
            bounds.note_deadline(deadline_ms);
        }
        self.entries.insert(key, entry);
        Ok(())
    }

    /// Replaces texts in values and deadlines in place. Nobody hears of it: it is the same database, in other words.
    pub(crate) fn restate(&mut self, restate: &mut dyn Restate) {
        let names: Vec<Key> = self.entries.iter().map(|(key, _)| key.clone()).collect();
        for key in names {
            let Some(entry) = self.entries.get_mut(key.as_bytes()) else {
                continue;
            };
            let old_bytes = entry.value.bytes();
            match &mut entry.value {
                Value::String(bytes, _) => {
                    if let Some(new) = restate.text(bytes) {
                        *bytes = Bytes::new(new);
                    }
                }
                Value::Other(other) => {
                    if let Some(new) = other.restated(&mut |text| restate.text(text)) {
                        *other = new;
                    }
                }
            }
            self.used_bytes = (self.used_bytes + entry.value.bytes()).saturating_sub(old_bytes);
            let new_ms = entry.expires_at_ms.map(|at_ms| restate.deadline_ms(at_ms));
            let old_ms = std::mem::replace(&mut entry.expires_at_ms, new_ms);
            self.deadlines
                .change(old_ms, new_ms, &mut entry.listed, key.as_bytes());
        }
    }

    /// Takes `key` away; says what it held.
    pub fn remove(&mut self, key: &[u8]) -> Option<Entry> {
        let (key, entry) = self.entries.remove(key)?;
        self.used_bytes -= entry_bytes(key.as_bytes().len(), entry.value.bytes());
        if entry.expires_at_ms.is_some() {
            self.deadlines.strike(entry.listed, key.as_bytes());
        }
        Some(entry)
    }

    /// Frees some keys of a database that is no longer used, and hands on what they held; returns whether others remain.
    pub(crate) fn free_some(&mut self, keys: usize, taken: &mut dyn FnMut(Entry)) -> bool {
        (0..keys).for_each(|_| drop(self.deadlines.pop_first()));
        self.entries.take_some(keys, taken) || !self.deadlines.is_empty()
    }

    /// The number of keys with a deadline.
    pub fn deadlines(&self) -> usize {
        self.deadlines.len()
    }

    /// Removes keys whose deadline is before `now_ms`, the earliest first, and reports each to `gone` with what it held:
    /// every one, or as many as `keys_left` says, which is counted down.
    pub fn expire(
        &mut self,
        now_ms: i64,
        keys_left: &mut usize,
        gone: &mut dyn FnMut(&[u8], &Entry),
    ) {
        while *keys_left > 0 && self.nothing_expires_before_ms() < now_ms {
            let Some((listed, key)) = self.deadlines.pop_first() else {
                return;
            };
            *keys_left -= 1;
            // It may have been put off since it was listed.
            if let Some(entry) = self.entries.get_mut(key.as_bytes())
                && let Some(deadline_ms) = listed.outlived_by(entry.expires_at_ms)
            {
                entry.listed = self.deadlines.list(deadline_ms, key);
            } else if let Some((_, entry)) = self.entries.remove(key.as_bytes()) {
                gone(key.as_bytes(), &entry);
                self.used_bytes -= entry_bytes(key.as_bytes().len(), entry.value.bytes());
            }
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
        let each = |(key, entry): (&Key, &Entry)| {
            let value = match &entry.value {
                Value::String(bytes, _) => hash_of(bytes),
                Value::Other(other) => other.digest(),
            };
            let deadline = entry.expires_at_ms.unwrap_or(i64::MAX);
            let parts = [hash_of(key.as_bytes()), value, deadline as u64];
            let bytes: Vec<u8> = parts.iter().flat_map(|part| part.to_le_bytes()).collect();
            hash_of(&bytes)
        };
        // A sum, since the entries may lie in any order.
        let sum = self.entries.iter().map(each).fold(0, u64::wrapping_add);
        sum.hash(state);
    }
}
