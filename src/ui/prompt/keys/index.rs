//! The keys of one database in the order of their bytes, kept up to date by what changes, so that a view can show any
//! stretch of them without going through all.

use keyspace::{Changes, Server, Sorted, TablePlace};

/// How many changes are put in their places one by one: each moves all names behind it.
const CHANGES_MAX: usize = 32;
/// How many keys are gone through between two looks at the clock.
const STRETCH_KEYS: usize = 1000;

/// Names in order, and which of them the last command changed.
#[derive(Default)]
pub struct KeyIndex {
    database: usize,
    names: Sorted,
    changed: Sorted,
    /// Names that are being gathered anew, stretch by stretch.
    gathering: Option<Gathering>,
    /// Whether `names` was ever filled.
    is_filled: bool,
}

#[derive(Default)]
struct Gathering {
    next: TablePlace,
    found: Sorted,
    /// What has changed since it began.
    changed: Sorted,
}

impl KeyIndex {
    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The names from place `from` on.
    pub fn from(&self, from: usize) -> impl Iterator<Item = &[u8]> {
        self.names.names_from(from)
    }

    /// Whether the last command changed a key.
    pub fn is_changed(&self, name: &[u8]) -> bool {
        self.changed.has(name)
    }

    /// Takes up what has changed in `server`, and whether that shall stand out; the changes of other databases are left
    /// out. The view goes over to `database`.
    pub fn update(
        &mut self,
        server: &Server,
        database: usize,
        now_ms: i64,
        changes: Changes,
        is_marked: bool,
    ) {
        let is_other = std::mem::replace(&mut self.database, database) != database;
        let is_filled = std::mem::replace(&mut self.is_filled, true);
        let mut changed = Sorted::default();
        for (of, name) in changes.keys {
            if of == database {
                changed.add(&name);
            }
        }
        let is_there = |name: &[u8]| server.peek(database, now_ms, name).is_some();
        if is_other || !is_filled || changes.everything || changed.len() > CHANGES_MAX {
            self.gathering = Some(Gathering::default());
            self.catch_up(server, now_ms);
        } else if let Some(gathering) = &mut self.gathering {
            changed
                .names_from(0)
                .for_each(|name| gathering.changed.add(name));
        } else {
            self.merge(&changed, &is_there);
        }
        self.changed = if is_marked {
            changed
        } else {
            Sorted::default()
        };
    }

    /// Whether names are still being gathered.
    pub fn is_behind(&self) -> bool {
        self.gathering.is_some()
    }

    /// Gathers names for one more stretch.
    pub fn catch_up(&mut self, server: &Server, now_ms: i64) {
        let database = self.database;
        let Some(gathering) = &mut self.gathering else {
            return;
        };
        let Gathering { next, found, .. } = gathering;
        let behind = server.names_from(database, now_ms, *next, STRETCH_KEYS, &mut |name| {
            found.add(name);
        });
        match behind {
            Some(behind) => gathering.next = behind,
            None => {
                let gathering = self.gathering.take().unwrap_or_default();
                self.names = gathering.found;
                self.merge(&gathering.changed, &|name| {
                    server.peek(database, now_ms, name).is_some()
                });
            }
        }
    }

    /// Puts each of `changed` in or out, by whether it `is_there`.
    fn merge(&mut self, changed: &Sorted, is_there: &dyn Fn(&[u8]) -> bool) {
        for name in changed.names_from(0) {
            match is_there(name) {
                true => self.names.add(name),
                false => self.names.remove(0, name),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cli::Session;

    #[test]
    fn the_names_are_those_of_the_keyspace_whatever_is_changed() {
        let mut server = Server::new();
        server.watch_changes();
        let mut session = Session::new(&mut server);
        let mut index = KeyIndex::default();
        for (now_ms, line) in (0..).zip([
            "MSET b 1 a 2 c 3",
            "DEL b",
            "SET aa 1 PX 2",
            "PING",
            "PING",
            "SELECT 1",
            "SET z 1",
            "SELECT 0",
            "FLUSHALL",
            "SET k v",
        ]) {
            session.submit(&mut server, now_ms, line);
            let database = server.selected(session.connection()).unwrap_or(0);
            let changes = server.take_changes();
            index.update(&server, database, now_ms, changes, true);
            assert!(!index.is_behind());
            let mut expected: Vec<_> = server
                .entries(database, now_ms)
                .map(|(name, _)| name)
                .collect();
            expected.sort();
            assert_eq!(index.from(0).collect::<Vec<_>>(), expected, "{line}");
        }
        assert!(index.is_changed(b"k") && !index.is_changed(b"a"));
    }

    #[test]
    fn many_names_are_gathered_while_they_change() {
        let mut server = Server::new();
        server.watch_changes();
        let mut session = Session::new(&mut server);
        let mut index = KeyIndex::default();
        for number in 0..200 {
            let keys: Vec<String> = (0..50).map(|at| format!("{number}:{at} v")).collect();
            session.submit(&mut server, 0, &format!("MSET {}", keys.join(" ")));
        }
        let changes = server.take_changes();
        index.update(&server, 0, 0, changes, true);
        let mut stretches = 0;
        while index.is_behind() {
            index.catch_up(&server, 0);
            session.submit(&mut server, 0, &format!("SET new:{stretches} v"));
            session.submit(&mut server, 0, &format!("DEL {stretches}:7"));
            let changes = server.take_changes();
            index.update(&server, 0, 0, changes, true);
            stretches += 1;
        }
        assert!(stretches > 5);
        let mut expected: Vec<_> = server.entries(0, 0).map(|(name, _)| name).collect();
        expected.sort();
        assert!(index.from(0).eq(expected));
    }
}
