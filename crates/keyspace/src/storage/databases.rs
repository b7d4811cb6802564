//! The databases of a server: their contents, the deadlines over all of them, and what is freed bit by bit.

use crate::reply::Error;
use crate::storage::changes::{Heard, Listener};
use crate::storage::collection::Collection;
use crate::storage::database::{Database, Entry, Restate};
use crate::storage::object::LastUse;
use crate::storage::slot::Bounds;
use crate::storage::value::Value;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Number of keys of a flushed database that are freed at a time: less than a millisecond's work.
const KEYS_FREED: usize = 1000;
/// Number of databases: the default of `databases`.
pub const DATABASES: usize = 16;

const NO_SUCH_DATABASE: Error = Error::fixed("ERR DB index is out of range");

/// The index of a database, if there is one of it.
///
/// # Errors
/// There is none.
pub fn database_index(index: i32) -> Result<usize, Error> {
    let index = usize::try_from(index).ok();
    index
        .filter(|index| *index < DATABASES)
        .ok_or(NO_SUCH_DATABASE)
}

/// The databases. Equal, and hashed alike, where their contents are.
#[derive(Clone)]
pub struct Databases {
    contents: Dataset,
    /// No key expires before this Unix millisecond. A bound, so that most commands need not look for what has expired.
    nothing_expires_before_ms: i64,
    unused: Unused,
}

/// What no key holds any more.
#[derive(Clone, Default)]
struct Unused {
    /// Databases that were flushed, and are freed bit by bit.
    databases: Vec<Database>,
    /// Large values, freed bit by bit as well.
    values: Vec<Arc<dyn Collection>>,
}

fn retire(entry: &Entry, unused: &mut Vec<Arc<dyn Collection>>) {
    if let Value::Other(value) = &entry.value
        && value.len() > KEYS_FREED
    {
        unused.push(Arc::clone(value));
    }
}

/// What a server holds in its databases, without its connections. A clone is cheap: what it shares with a server is
/// copied when that is written to.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dataset([Arc<Database>; DATABASES]);

impl Default for Dataset {
    fn default() -> Dataset {
        let empty = Arc::new(Database::default());
        Dataset(std::array::from_fn(|_| Arc::clone(&empty)))
    }
}

impl Dataset {
    /// Replaces strings and deadlines where they stand, in all databases; `restate` is given a key's string, unless it
    /// holds another type, and its deadline.
    pub fn restate(&mut self, restate: &mut dyn Restate) {
        let databases = self.0.iter_mut();
        for database in databases.filter(|database| !database.is_empty()) {
            Arc::make_mut(database).restate(restate);
        }
    }
}

impl Default for Databases {
    fn default() -> Databases {
        Databases {
            contents: Dataset::default(),
            nothing_expires_before_ms: i64::MAX,
            unused: Unused::default(),
        }
    }
}

impl PartialEq for Databases {
    fn eq(&self, other: &Databases) -> bool {
        self.contents == other.contents
    }
}

impl Hash for Databases {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.contents.hash(state);
    }
}

impl Databases {
    /// What they hold now.
    pub fn contents(&self) -> &Dataset {
        &self.contents
    }

    /// All of them, in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = &Database> {
        self.contents.0.iter().map(Arc::as_ref)
    }

    /// Like [`Dataset::restate`].
    pub fn restate(&mut self, restate: &mut dyn Restate) {
        self.contents.restate(restate);
        self.nothing_expires_before_ms = i64::MIN;
    }

    /// Removes keys that have expired by `now_ms`, looking at no more than `keys_max`, and shows `expired` each with the index of its
    /// database. Returns whether none is left.
    pub fn expire(
        &mut self,
        now_ms: i64,
        keys_max: usize,
        expired: &mut dyn FnMut(usize, &[u8]),
    ) -> bool {
        let mut keys_left = keys_max;
        let mut bound_ms = i64::MAX;
        let unused = &mut self.unused.values;
        for (index, database) in self.contents.0.iter_mut().enumerate() {
            if database.nothing_expires_before_ms() < now_ms {
                Arc::make_mut(database).expire(now_ms, &mut keys_left, &mut |key, entry| {
                    retire(entry, unused);
                    expired(index, key);
                });
            }
            bound_ms = bound_ms.min(database.nothing_expires_before_ms());
        }
        self.nothing_expires_before_ms = bound_ms;
        now_ms <= bound_ms
    }

    /// Whether a key may have expired by then.
    pub fn may_expire(&self, now_ms: i64) -> bool {
        now_ms > self.nothing_expires_before_ms
    }

    /// Frees some of what was flushed; whether there is more of it.
    pub fn free_some(&mut self) -> bool {
        let unused = &mut self.unused.values;
        if let Some(value) = unused.last_mut() {
            // One that is kept elsewhere is not freed here.
            let is_left = Arc::get_mut(value).is_some_and(|value| value.free_some(KEYS_FREED));
            if !is_left {
                unused.pop();
            }
        } else if let Some(database) = self.unused.databases.last_mut()
            && !database.free_some(KEYS_FREED, &mut |entry| retire(&entry, unused))
        {
            self.unused.databases.pop();
        }
        self.is_freeing()
    }

    /// Whether something of a flushed database is left to free.
    pub fn is_freeing(&self) -> bool {
        !self.unused.databases.is_empty() || !self.unused.values.is_empty()
    }

    /// Keeps what a key held that is gone, to free it bit by bit if it is large.
    pub fn retire(&mut self, entry: &Entry) {
        retire(entry, &mut self.unused.values);
    }

    /// The database of an index, if there is one.
    pub fn at(&self, index: usize) -> Option<&Database> {
        self.contents.0.get(index).map(Arc::as_ref)
    }

    /// A database. An index is checked when it is selected; the first database stands in for one that is not there.
    pub fn get(&self, index: usize) -> &Database {
        let [first, ..] = &self.contents.0;
        self.contents.0.get(index).unwrap_or(first)
    }

    fn get_mut(&mut self, index: usize) -> &mut Arc<Database> {
        let [first, others @ ..] = &mut self.contents.0;
        let other = index.checked_sub(1).and_then(|at| others.get_mut(at));
        other.unwrap_or(first)
    }

    /// The entry of a key in a database, which counts as a use. A shared database is copied for the first use within a
    /// second.
    pub fn used(&mut self, index: usize, key: &[u8], used: LastUse) -> Option<&Entry> {
        let database = self.get_mut(index);
        if Arc::strong_count(database) > 1
            && database.get(key).is_none_or(|entry| entry.used == used)
        {
            return database.get(key);
        }
        Arc::make_mut(database).use_(key, used)
    }

    /// A database to write to, and the bounds to keep: so many bytes more, and who hears of changes. A clone that shares
    /// the database keeps its own contents.
    pub(crate) fn writable<'a>(
        &'a mut self,
        index: usize,
        room_bytes: usize,
        listener: &'a mut dyn Listener,
    ) -> (&'a mut Database, Bounds<'a>) {
        let bounds = Bounds {
            room_bytes,
            nothing_expires_before_ms: &mut self.nothing_expires_before_ms,
            heard: Heard {
                database: index,
                listener,
                is_quiet: false,
                wakes_none: false,
            },
        };
        let [first, others @ ..] = &mut self.contents.0;
        let other = index.checked_sub(1).and_then(|at| others.get_mut(at));
        (Arc::make_mut(other.unwrap_or(first)), bounds)
    }

    /// Lets a database hold something else.
    fn replace(&mut self, index: usize, new: Arc<Database>, listener: &mut dyn Listener) {
        if let Some(database) = self.contents.0.get_mut(index) {
            listener.replaced(index, database, &new);
            let old = std::mem::replace(database, new);
            // One that is kept elsewhere is not freed here.
            if old.len() > KEYS_FREED
                && let Some(old) = Arc::into_inner(old)
            {
                self.unused.databases.push(old);
            }
        }
    }

    /// Empties a database.
    pub fn clear(&mut self, index: usize, listener: &mut dyn Listener) {
        self.replace(index, Arc::default(), listener);
    }

    /// Lets two databases change places.
    pub fn swap(&mut self, one: usize, other: usize, listener: &mut dyn Listener) {
        let kept = self.contents.0.get(one).map(Arc::clone);
        if let (Some(kept), Some(second)) = (kept, self.contents.0.get(other).map(Arc::clone)) {
            self.replace(one, second, listener);
            self.replace(other, kept, listener);
        }
    }

    /// Holds this instead of what they held.
    pub fn restore(&mut self, dataset: &Dataset, listener: &mut dyn Listener) {
        for (index, database) in dataset.0.iter().enumerate() {
            self.replace(index, Arc::clone(database), listener);
        }
        self.nothing_expires_before_ms = i64::MIN;
    }
}
