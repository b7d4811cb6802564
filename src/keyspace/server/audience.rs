//! Who hears of changes of keys: the connections, some of which watch keys, and a live view.

use crate::keyspace::server::connection::{Connection, ConnectionId};
use crate::keyspace::storage::changes::{Changes, Listener};
use crate::keyspace::storage::database::Database;

/// Those who hear of changes on a server.
#[derive(Clone, Default)]
pub struct Audience {
    /// In the order in which they were made, and so of their ids.
    pub connections: Vec<(ConnectionId, Connection)>,
    /// For a live view; `None` if there is none. Not part of the comparison of servers.
    pub journal: Option<Changes>,
}

impl Listener for Audience {
    fn changed(&mut self, database: usize, key: &[u8], is_quiet: bool) {
        if !is_quiet {
            for (_, connection) in self.connections.iter_mut() {
                connection.watches.changed(database, key);
            }
        }
        if let Some(journal) = &mut self.journal {
            journal.note(database, key);
        }
    }
}

impl Audience {
    /// The whole database is another now. Only the keys of either count as changed.
    pub fn replaced(&mut self, database: usize, old: &Database, new: &Database) {
        let has = |key: &[u8]| old.get(key).is_some() || new.get(key).is_some();
        for (_, connection) in self.connections.iter_mut() {
            connection.watches.replaced(database, has);
        }
        if let Some(journal) = &mut self.journal {
            journal.everything = true;
        }
    }
}
