//! Who hears of changes of keys: the connections, some of which watch keys, and a live view.

use crate::reply::{Protocol, Reply};
use crate::server::connection::{Connection, ConnectionId};
use crate::server::notify::{Class, Classes};
use crate::server::outbox::Delivery;
use crate::server::wait::Wait;
use crate::server::watch::watch;
use crate::storage::changes::{Changes, Listener};
use crate::storage::database::Database;
use crate::storage::key::Key;

/// Those who hear of changes on a server.
#[derive(Clone, Default)]
pub struct Audience {
    /// In the order in which they were made, and so of their ids.
    pub connections: Vec<(ConnectionId, Connection)>,
    /// The connections that wait, in the order in which they began to.
    pub waiting: Vec<ConnectionId>,
    /// Keys that may have something for a connection that waits, since the last command.
    pub ready: Vec<(usize, Key)>,
    /// The number of connections that track keys, and of those that MONITOR.
    pub tracking: usize,
    pub monitors: usize,
    /// The connection whose command runs.
    pub current: Option<ConnectionId>,
    /// The connection whose script calls a command, and the protocol of its replies: within the script it has another.
    pub script_of: Option<(ConnectionId, Protocol)>,
    /// Keys that the command under way has changed, and by whom, for those that hear of all keys.
    pub broadcasts: Vec<(Vec<u8>, Option<ConnectionId>)>,
    /// What the connection whose command runs is to be told of keys that it was shown, after the command.
    pub own_news: Vec<(ConnectionId, Reply)>,
    /// Who heard for that connection, where the command has ended its tracking.
    pub heard_before: Option<ConnectionId>,
    /// What was sent to connections and not taken yet.
    pub outbox: Vec<(ConnectionId, Delivery)>,
    /// The events of keys that subscribers are told: `notify-keyspace-events`.
    pub notified: Classes,
    /// The number of changes since the server began, as Redis counts them. It is never saved: INFO's
    /// `rdb_changes_since_last_save`. Not part of the comparison of servers.
    pub changes: u64,
    /// The changes of the command under way: one if it has changed anything, unless it says how many there were.
    pub own_changes: u64,
    /// For a live view; `None` if there is none. Not part of the comparison of servers.
    pub journal: Option<Changes>,
}

impl Listener for Audience {
    fn changed(&mut self, database: usize, key: &[u8], is_quiet: bool) {
        if !is_quiet {
            self.own_changes = self.own_changes.max(1);
            for (_, connection) in self.connections.iter_mut() {
                connection.watches.changed(database, key);
            }
        }
        if self.tracks() && !is_quiet {
            (watch().invalidate)(self, key);
        }
        if let Some(journal) = &mut self.journal {
            journal.note(database, key);
        }
    }

    fn renewed(&mut self, database: usize, key: &[u8]) {
        if !self.waiting.is_empty() {
            self.may_serve(database, key);
        }
    }

    fn replaced(&mut self, database: usize, old: &Database, new: &Database) {
        let has = |key: &[u8]| old.get(key).is_some() || new.get(key).is_some();
        for (_, connection) in self.connections.iter_mut() {
            connection.watches.replaced(database, has);
        }
        self.may_serve_all(database, has);
        if let Some(journal) = &mut self.journal {
            journal.everything = true;
        }
    }
}

impl Audience {
    /// The place of an open connection.
    pub fn place_of(&self, id: ConnectionId) -> Option<usize> {
        let by_id = self.connections.binary_search_by_key(&id, |(id, _)| *id);
        by_id.ok()
    }

    /// The state of a connection; `None` when it is closed.
    pub fn connection(&self, id: ConnectionId) -> Option<&Connection> {
        let (_, connection) = self.connections.get(self.place_of(id)?)?;
        Some(connection)
    }

    /// The same, mutable.
    pub fn connection_mut(&mut self, id: ConnectionId) -> Option<&mut Connection> {
        let place = self.place_of(id)?;
        let (_, connection) = self.connections.get_mut(place)?;
        Some(connection)
    }

    /// Lets a connection wait.
    pub fn wait(&mut self, id: ConnectionId, wait: Wait) {
        if let Some(connection) = self.connection_mut(id) {
            connection.wait = Some(wait);
            self.waiting.push(id);
        }
    }

    /// Ends the wait of a connection, if it waits.
    pub fn end_wait(&mut self, id: ConnectionId) -> Option<Wait> {
        let wait = self.connection_mut(id)?.wait.take()?;
        self.waiting.retain(|other| *other != id);
        Some(wait)
    }

    /// Counts those that track or monitor: after a connection began or ended to, or was closed.
    pub fn count(&mut self) {
        let all = || self.connections.iter().map(|(_, own)| own);
        self.tracking = all()
            .filter(|own| own.tracking.is_some() || !own.shown.is_empty())
            .count();
        self.monitors = all().filter(|own| own.is_monitor).count();
    }

    /// Whether any connection tracks keys.
    pub fn tracks(&self) -> bool {
        self.tracking > 0
    }

    /// Counts the changes of a command that has ended.
    pub fn count_changes(&mut self) {
        self.changes += std::mem::take(&mut self.own_changes);
    }

    /// A key's time is over, and it was removed.
    pub fn expired(&mut self, database: usize, key: &[u8]) {
        if self.tracks() {
            (watch().invalidate)(self, key);
        }
        self.renewed(database, key);
        self.notify(database, Class::Expired, "expired", key);
    }

    /// A key's time is over, for those that watch it and for a live view.
    pub fn ended(&mut self, database: usize, key: &[u8]) {
        for (_, connection) in self.connections.iter_mut() {
            connection.watches.changed(database, key);
        }
        self.changed(database, key, true);
    }

    /// Notes a key that may have something for a connection that waits.
    pub fn may_serve(&mut self, database: usize, key: &[u8]) {
        let mut waits = self
            .connections
            .iter()
            .filter_map(|(_, own)| own.wait.as_ref());
        let is_noted =
            |(other, noted): &(usize, Key)| *other == database && noted.as_bytes() == key;
        if waits.any(|wait| wait.is_for(database, key)) && !self.ready.iter().any(is_noted) {
            self.ready.push((database, Key::new(key)));
        }
    }

    /// The keys of a database for which connections wait.
    fn may_serve_all(&mut self, database: usize, has: impl Fn(&[u8]) -> bool) {
        let waits = self
            .connections
            .iter()
            .filter_map(|(_, own)| own.wait.as_ref());
        let keys: Vec<Vec<u8>> = waits
            .flat_map(|wait| wait.keys_of(database))
            .cloned()
            .collect();
        for key in keys.iter().filter(|key| has(key)) {
            self.may_serve(database, key);
        }
    }
}
