//! The keys of one database in the order of their bytes, kept up to date by what changes, so that a view can show any
//! stretch of them without going through all.

use crate::keyspace::{Changes, Server};

/// Names in order, and which of them the last command changed.
#[derive(Default)]
pub struct KeyIndex {
    database: usize,
    names: Vec<Box<[u8]>>,
    changed: Vec<Box<[u8]>>,
    /// Whether `names` was ever filled.
    is_filled: bool,
}

impl KeyIndex {
    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The names from place `from` on.
    pub fn from(&self, from: usize) -> impl Iterator<Item = &[u8]> {
        self.names.iter().skip(from).map(|name| &**name)
    }

    /// Whether the last command changed a key.
    pub fn is_changed(&self, name: &[u8]) -> bool {
        self.changed.iter().any(|changed| **changed == *name)
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
        let of_this =
            |(of, name): (usize, Vec<u8>)| (of == database).then(|| name.into_boxed_slice());
        let mut changed: Vec<_> = changes.keys.into_iter().filter_map(of_this).collect();
        changed.sort_unstable();
        changed.dedup();
        if is_other || !is_filled || changes.everything {
            let all = server.entries(database, now_ms);
            self.names = all.map(|(name, _)| name.into()).collect();
            self.names.sort_unstable();
        } else {
            self.merge(&changed, &|name| {
                server.peek(database, now_ms, name).is_some()
            });
        }
        self.changed = if is_marked { changed } else { Vec::new() };
    }

    /// Puts each of `changed`, which are in order, in or out, by whether it `is_there`.
    fn merge(&mut self, changed: &[Box<[u8]>], is_there: &dyn Fn(&[u8]) -> bool) {
        for name in changed {
            match (self.names.binary_search(name), is_there(name)) {
                (Ok(at), false) => {
                    self.names.remove(at);
                }
                (Err(at), true) => self.names.insert(at, name.clone()),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Session;

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
            let mut expected: Vec<_> = server
                .entries(database, now_ms)
                .map(|(name, _)| name)
                .collect();
            expected.sort();
            assert_eq!(index.from(0).collect::<Vec<_>>(), expected, "{line}");
        }
        assert!(index.is_changed(b"k") && !index.is_changed(b"a"));
    }
}
