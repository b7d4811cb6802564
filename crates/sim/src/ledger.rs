//! What a server holds, element by element, and to whom each was granted: a string, a field of a hash, an element of a
//! list, a member of a set or a sorted set, an entry of a stream. A lock of any type, and one that is spread over several
//! keys, is judged by what a request changed, whatever its commands are.

use std::sync::Arc;

use super::grants::Grants;
use super::id::ClientId;
use super::rename::{Rename, word};
use keyspace::Server;
use keyspace::value::Value;

/// What a server holds at one moment, to be compared with what it holds after a request. Cheap: values are shared.
pub(super) struct Held(Vec<HeldKey>);

struct HeldKey {
    key: Vec<u8>,
    value: Value,
    /// In Unix milliseconds of the server's clock.
    expires_at_ms: Option<i64>,
}

/// The client whose request was executed, at that moment.
#[derive(Clone, Copy)]
pub(super) struct Writer {
    pub id: ClientId,
    /// Whether it waits for the reply.
    pub is_awaited: bool,
    /// Whether it is trying to get the lock.
    pub is_acquiring: bool,
    /// Whether it believes that it holds the lock.
    pub is_in: bool,
}

/// What a request did to an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Made,
    Rewrote,
    Removed,
}

/// An element, by its key and its own name; a string has an empty one.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Item {
    key: Vec<u8>,
    element: Vec<u8>,
    grants: Grants,
}

/// The elements that clients wrote, in the order of their names. One that is gone is forgotten.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Ledger(Vec<Item>);

impl Held {
    /// What lives in a database of a server at this time of its clock.
    pub fn of(server: &Server, database: usize, clock_ms: i64) -> Held {
        let entries = server.entries(database, clock_ms);
        let all = entries.map(|(key, entry)| HeldKey {
            key: key.to_vec(),
            value: entry.value.clone(),
            expires_at_ms: entry.expires_at_ms,
        });
        Held(all.collect())
    }

    fn get(&self, key: &[u8]) -> Option<&HeldKey> {
        self.0.iter().find(|held| held.key == key)
    }

    /// Whether a key is there.
    pub fn has(&self, key: &[u8]) -> bool {
        self.get(key).is_some()
    }

    /// Whether a key is there and was written since.
    pub fn has_written(&self, after: &Held, key: &[u8]) -> bool {
        match (self.get(key), after.get(key)) {
            (Some(before), Some(after)) => !changes(Some(before), Some(after)).is_empty(),
            (None, after) => after.is_some(),
            (Some(_), None) => false,
        }
    }
}

impl HeldKey {
    /// Its elements in the order of their names, each with what belongs to it. An element that stands several times in a
    /// list counts once.
    fn elements(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        let Value::Other(collection) = &self.value else {
            return vec![(Vec::new(), Vec::new())];
        };
        let mut all: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        let has_names = matches!(collection.type_name(), "hash" | "stream");
        let has_scores = collection.type_name() == "zset";
        collection.rows(0, usize::MAX, &mut |row| {
            let (element, content) = match has_names {
                true => (row.label, row.text),
                false if has_scores => (row.text, row.label),
                false => (row.text, &[][..]),
            };
            let at = all.binary_search_by(|(known, _)| known.as_slice().cmp(element));
            if let Err(at) = at {
                all.insert(at, (element.to_vec(), content.to_vec()));
            }
        });
        all
    }
}

/// What became of the elements of one key. A string that was written has a new value, even of the same bytes; an element
/// of another type counts as written when it is another one afterwards.
fn changes(before: Option<&HeldKey>, after: Option<&HeldKey>) -> Vec<(Vec<u8>, Deed)> {
    if let (Some(before), Some(after)) = (before, after) {
        match (&before.value, &after.value) {
            (Value::String(one, _), Value::String(other, _)) => {
                return match Arc::ptr_eq(one, other) {
                    true => Vec::new(),
                    false => vec![(Vec::new(), Deed::Rewrote)],
                };
            }
            (Value::Other(one), Value::Other(other)) if Arc::ptr_eq(one, other) => {
                return Vec::new();
            }
            _ => {}
        }
    }
    let elements = |key: Option<&HeldKey>| key.map_or(Vec::new(), HeldKey::elements);
    let (old, new) = (elements(before), elements(after));
    let types = [before, after].map(|key| key.map(|key| key.value.type_name()));
    let is_other_type = types.iter().all(Option::is_some) && types.first() != types.last();
    let mut all: Vec<(Vec<u8>, Deed)> = Vec::new();
    for (element, _) in &old {
        if is_other_type || !new.iter().any(|(known, _)| known == element) {
            all.push((element.clone(), Deed::Removed));
        }
    }
    for (element, content) in new {
        let known = old.iter().find(|(known, _)| *known == element);
        match known.filter(|_| !is_other_type) {
            None => all.push((element, Deed::Made)),
            Some((_, kept)) if *kept != content => all.push((element, Deed::Rewrote)),
            Some(_) => {}
        }
    }
    all
}

impl Ledger {
    /// Takes note of a request, of the reader where there is no writer. Returns the clients to whom the elements that it
    /// removed were granted last.
    ///
    /// What a client writes while it is in, or releases, is no part of its lock, unless it makes the lock's key.
    pub fn note(
        &mut self,
        before: &Held,
        after: &Held,
        by: Option<Writer>,
        is_lock: &dyn Fn(&[u8]) -> bool,
    ) -> Vec<ClientId> {
        let mut lost = Vec::new();
        for old in before.0.iter().filter(|old| !after.has(&old.key)) {
            for (element, _) in changes(Some(old), None) {
                add(&mut lost, self.forget(&old.key, &element));
            }
        }
        for new in &after.0 {
            let old = before.get(&new.key);
            for (element, deed) in changes(old, Some(new)) {
                match (deed, by) {
                    (Deed::Removed, _) => add(&mut lost, self.forget(&new.key, &element)),
                    (Deed::Made, Some(by)) if !by.is_in || is_lock(&new.key) => {
                        if let Some(grants) = self.at(&new.key, &element) {
                            grants.create(by.id, by.is_awaited);
                            grants.keep(by.id, new.expires_at_ms);
                        }
                    }
                    (Deed::Rewrote, Some(by)) if by.is_acquiring && by.is_awaited => {
                        if let Some(grants) = self.at(&new.key, &element) {
                            grants.overwrite(by.id);
                            grants.keep(by.id, new.expires_at_ms);
                        }
                    }
                    (Deed::Made | Deed::Rewrote, _) => {}
                }
            }
            let is_prolonged = old.is_some_and(|old| old.expires_at_ms != new.expires_at_ms);
            if let (true, Some(by)) = (is_prolonged, by) {
                let own = self.0.iter_mut().filter(|item| item.key == new.key);
                own.for_each(|item| item.grants.keep(by.id, new.expires_at_ms));
            }
        }
        lost
    }

    /// The grants of an element, which is noted if it is new: there always are some.
    fn at(&mut self, key: &[u8], element: &[u8]) -> Option<&mut Grants> {
        let at = match self.place(key, element) {
            Ok(at) => at,
            Err(at) => {
                let item = Item {
                    key: key.to_vec(),
                    element: element.to_vec(),
                    grants: Grants::default(),
                };
                self.0.insert(at, item);
                at
            }
        };
        self.0.get_mut(at).map(|item| &mut item.grants)
    }

    fn place(&self, key: &[u8], element: &[u8]) -> Result<usize, usize> {
        self.0
            .binary_search_by(|item| (&*item.key, &*item.element).cmp(&(key, element)))
    }

    /// Forgets an element; the client to whom it was granted last.
    fn forget(&mut self, key: &[u8], element: &[u8]) -> Option<ClientId> {
        let at = self.place(key, element).ok()?;
        self.0.remove(at).grants.last()
    }

    /// Forgets the keys that are not there any more.
    pub fn retain(&mut self, is_there: impl Fn(&[u8]) -> bool) {
        self.0.retain(|item| is_there(&item.key));
    }

    fn change(&mut self, mut change: impl FnMut(&mut Item)) {
        self.0.iter_mut().for_each(&mut change);
        self.0.retain(|item| !item.grants.is_empty());
    }

    /// The reply to the client's request has reached it.
    pub fn answer(&mut self, id: ClientId) {
        self.change(|item| item.grants.answer(id));
    }

    /// The reply to the client's request is lost, or comes too late.
    pub fn lose_answer(&mut self, id: ClientId) {
        self.change(|item| item.grants.lose_answer(id));
    }

    /// The client goes in: what it wrote was granted to it.
    pub fn enter(&mut self, id: ClientId) {
        self.change(|item| item.grants.enter(id));
    }

    /// The client leaves: its lease is over.
    pub fn leave(&mut self, id: ClientId) {
        self.change(|item| item.grants.leave(id));
    }

    /// The client starts over, waits to do so, or `gives_up`. It declines a string that it made. An element of another type
    /// may be its place in a queue, which it keeps while it tries.
    pub fn decline(&mut self, id: ClientId, gives_up: bool) {
        self.change(|item| match (item.is_string(), gives_up) {
            (true, _) => item.grants.decline(id),
            (false, true) => item.grants.withdraw(id),
            (false, false) => item.grants.forget_overwrite(id),
        });
    }

    /// The client stops; see [`Grants::stop`]. What it began to wait for in a queue is nobody's.
    pub fn stop(&mut self, id: ClientId, until_ms: Option<i64>, now_ms: i64) {
        self.change(|item| {
            if !item.is_string() {
                item.grants.withdraw(id);
            }
            item.grants.stop(id, until_ms, now_ms);
        });
    }

    /// It is this true time now, and this one on the server's clock.
    pub fn advance(&mut self, now_ms: i64, clock_ms: i64) {
        self.change(|item| item.grants.advance(now_ms, clock_ms));
    }

    /// Forgets what nothing depends on.
    pub fn settle(&mut self, between_ms: Option<i64>) {
        self.change(|item| item.grants.settle(between_ms));
    }

    /// The same in other names.
    pub fn rename(&mut self, names: &mut dyn Rename) {
        for mut item in std::mem::take(&mut self.0) {
            if let Some(new) = word(&item.element, names) {
                item.element = new;
            }
            item.grants.rename(names);
            let at = match self.place(&item.key, &item.element) {
                Ok(at) | Err(at) => at,
            };
            self.0.insert(at, item);
        }
    }

    /// The client to whom a key was granted last: of several elements, one whose client is in, or else the first.
    pub fn last(&self, key: &[u8]) -> Option<ClientId> {
        let own = || self.0.iter().filter(|item| item.key == key);
        let is_in = own().find(|item| item.grants.is_held());
        is_in.or(own().next())?.grants.last()
    }

    /// Whether there was a lease on a key, every one is over, and no client but this one, which has been refused, is about
    /// to state one.
    pub fn are_over_for(&self, key: &[u8], refused: ClientId) -> bool {
        let own = || self.0.iter().filter(|item| item.key == key);
        own().any(|item| item.grants.was_one()) && !own().any(|item| item.grants.is_open(refused))
    }
}

/// Adds a client to those that are known, once.
fn add(known: &mut Vec<ClientId>, new: Option<ClientId>) {
    known.extend(new.filter(|new| !known.contains(new)));
}

impl Item {
    fn is_string(&self) -> bool {
        self.element.is_empty()
    }
}
