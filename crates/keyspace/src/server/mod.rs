//! The server: 16 databases and the connections to them. `dispatch` finds the command of a line.

pub mod access_log;
pub mod args;
pub mod audience;
pub mod bounded_log;
pub mod call;
pub mod called;
pub mod clients;
pub mod collections;
pub mod connection;
pub mod dispatch;
pub mod execution;
pub mod held_back;
pub mod invalidation;
pub mod libraries;
pub mod logging;
pub mod many_keys;
pub mod monitor;
pub mod notify;
pub mod outbox;
pub mod parameters;
pub mod parts;
pub mod pause;
pub mod permissions;
pub mod pubsub;
pub mod scan;
pub mod script_call;
pub mod script_host;
pub mod script_run;
pub mod script_state;
pub mod scripts;
pub mod secrets;
pub mod shebang;
pub mod slow_log;
pub mod sorting;
pub mod statistics;
pub mod subscriptions;
pub mod sweep;
pub mod tracking;
pub mod user_rules;
pub mod user_text;
pub mod users;
pub mod wait;
pub mod waiting;
pub mod watch;
pub mod watches;
pub mod work;

use crate::catalogue::mode::KeyspaceMode;
use crate::reply::{Error, Protocol};
use crate::server::audience::Audience;
use crate::server::connection::{Connection, ConnectionId};
use crate::server::outbox::Delivery;
use crate::server::parts::Parts;
use crate::server::pause::Pause;
use crate::server::script_state::{KeptSource, Scripts};
use crate::server::scripts::ScriptEngine;
use crate::server::statistics::Statistics;
use crate::server::users::Access;
use crate::server::work::{Context, Progress, Work};
use crate::storage::changes::Changes;
use crate::storage::database::{Database, Entry, Restate};
use crate::storage::databases::{Databases, Dataset};
use crate::storage::key::Key;
use crate::storage::layout::Layout;
use crate::storage::slot::{Bounds, OUT_OF_MEMORY};
use crate::storage::table::TablePlace;
use crate::storage::value::{entry_bytes, string_bytes};
use std::hash::{Hash, Hasher};

/// The version of Redis whose behaviour this is.
pub const VERSION: &str = "7.0.15";
const CLOSED: Error = Error::fixed("ERR this connection is closed");

/// An in-memory Redis server.
///
/// A value: cloning costs a few counters, since databases are shared until one of the clones writes. Two servers are
/// equal, and hash alike, when they hold the same keys, values, deadlines and limit, and their connections, in the
/// order in which they were made, are in the same state. Neither counts nor when a key or a connection was used matter.
/// Keys that have expired but were not swept yet count: a
/// caller that compares servers calls [`Server::expire`] first.
#[derive(Clone)]
pub struct Server {
    /// Its handlers and functions.
    pub(crate) parts: &'static Parts,
    pub(crate) databases: Databases,
    /// The connections, and who else hears of changes.
    pub(crate) audience: Audience,
    /// Set by CLIENT PAUSE.
    pub(crate) pause: Option<Pause>,
    connections_made: u64,
    bytes_max: usize,
    /// The limit at the start: CONFIG may lower the limit, and raise it up to this.
    bytes_ceiling: usize,
    /// Whether `bytes_max` holds for the command that runs, or only the ceiling, as for what Redis runs without memory.
    pub(crate) is_limited: bool,
    /// The state of RANDOMKEY's deterministic generator: the same commands give the same replies.
    numbers: u64,
    /// A long command, and its connection.
    pub(crate) work: Option<(Context, Work)>,
    pub(crate) scripts: Scripts,
    /// Those that CONFIG has set, with their values, in the order of their names.
    pub(crate) parameters: Vec<(&'static str, Vec<u8>)>,
    /// The users.
    pub(crate) access: Access,
    /// The commands that it has. Never changes, and does not count when servers are compared.
    mode: KeyspaceMode,
    /// When values change their layouts.
    pub(crate) layout: Layout,
    /// Does not count when servers are compared.
    pub(crate) statistics: Statistics,
}

impl Server {
    /// An empty server that runs commands with `parts`, and holds up to `bytes_max`.
    pub(crate) fn with_parts(parts: &'static Parts, bytes_max: usize) -> Server {
        Server {
            parts,
            databases: Databases::default(),
            audience: Audience::default(),
            pause: None,
            connections_made: 0,
            bytes_max,
            bytes_ceiling: bytes_max,
            is_limited: true,
            numbers: 0,
            work: None,
            scripts: Scripts::new(None),
            parameters: Vec::new(),
            access: Access::default(),
            mode: KeyspaceMode::default(),
            layout: Layout::default(),
            statistics: Statistics::default(),
        }
    }

    /// This server with scripts that `engine` runs. A new server has none: it leaves scripts out.
    pub fn with_script_engine(mut self, engine: &'static dyn ScriptEngine) -> Server {
        self.scripts = Scripts::new(Some(engine));
        self
    }

    /// This server with scripts that are ended after `units` of about 10 ns each.
    pub fn with_script_limit(mut self, units: u64) -> Server {
        self.scripts.units_max = units;
        self
    }

    /// This server with the commands of a mode.
    pub fn in_mode(mut self, mode: KeyspaceMode) -> Server {
        self.mode = mode;
        self
    }

    /// The mode, by which it knows its commands.
    pub fn mode(&self) -> KeyspaceMode {
        self.mode
    }

    /// The lines of `redis.log` since the last call, with their levels: 2 for a notice, 3 for a warning.
    pub fn take_script_log(&mut self) -> Vec<(u8, Vec<u8>)> {
        std::mem::take(&mut self.scripts.log)
    }

    /// The libraries, in the order of their names, and the scripts in the cache, in that of their digests.
    pub fn kept_sources(&self) -> impl Iterator<Item = KeptSource<'_>> {
        let kept = self.scripts.kept();
        let libraries = kept.libraries.iter().map(|library| KeptSource {
            name: &library.name,
            source: &library.code,
            functions: Some(library.functions.len()),
        });
        let cache = kept.cache.iter().map(|script| KeptSource {
            name: script.sha1.as_bytes(),
            source: &script.body,
            functions: None,
        });
        libraries.chain(cache)
    }

    /// Opens a connection, on database 0.
    pub fn connect(&mut self) -> ConnectionId {
        self.connections_made += 1;
        self.statistics.connections += 1;
        let id = ConnectionId(self.connections_made);
        let connection = Connection {
            is_stranger: self.access.asks_for_password(),
            ..Connection::default()
        };
        self.audience.connections.push((id, connection));
        id
    }

    /// Closes a connection, and stops what runs for it. Its id is not used again.
    pub fn disconnect(&mut self, id: ConnectionId) {
        if self.running() == Some(id) {
            self.forget_work();
        }
        self.audience.connections.retain(|(other, _)| *other != id);
        self.audience.waiting.retain(|other| *other != id);
        self.audience.count();
    }

    /// Closes a connection that did not ask for it, which is told.
    pub(crate) fn close(&mut self, id: ConnectionId) {
        self.disconnect(id);
        self.audience.outbox.push((id, Delivery::Closed));
    }

    /// What it holds now.
    pub fn dataset(&self) -> Dataset {
        self.databases.contents().clone()
    }

    /// Holds this instead of what it held. Its connections stay as they are.
    pub fn restore(&mut self, dataset: &Dataset) {
        self.databases.restore(dataset, &mut self.audience);
    }

    /// Closes all connections but these, which are numbered from 1 on in this order; returns their new ids.
    pub fn renumber(&mut self, order: &[ConnectionId]) -> Vec<ConnectionId> {
        let new: Vec<ConnectionId> = (1..).map(ConnectionId).take(order.len()).collect();
        let renamed = |id: ConnectionId| {
            let place = order.iter().position(|other| *other == id)?;
            new.get(place).copied()
        };
        let waiting = self.audience.waiting.iter();
        self.audience.waiting = waiting.filter_map(|id| renamed(*id)).collect();
        let old = order
            .iter()
            .map(|id| self.connection(*id).cloned().unwrap_or_default());
        self.audience.connections = new.iter().copied().zip(old).collect();
        self.connections_made = new.len() as u64;
        new
    }

    /// Whether a connection is as it was made: no command has left anything to it.
    pub fn is_fresh(&self, id: ConnectionId) -> bool {
        let connection = self.connection(id);
        connection.is_ok_and(|connection| *connection == Connection::default())
    }

    /// Replaces strings and deadlines where they stand, in all databases; `restate` is given a key's string, unless it
    /// holds another type, and its deadline. So is when a connection that waits gives up. Nobody hears of it.
    pub fn restate(&mut self, restate: &mut dyn Restate) {
        self.databases.restate(restate);
        for (_, connection) in &mut self.audience.connections {
            if let Some(wait) = &mut connection.wait {
                wait.until_ms = wait.until_ms.map(|at_ms| restate.deadline_ms(at_ms));
            }
        }
    }

    /// Removes every key that has expired by `now_ms`, unless a command is under way.
    pub fn expire(&mut self, now_ms: i64) {
        self.sweep(now_ms, usize::MAX);
    }

    /// The earliest deadline of any key, in Unix milliseconds.
    pub fn next_deadline_ms(&self) -> Option<i64> {
        let databases = self.databases.iter();
        databases
            .filter_map(|database| database.earliest_deadline_ms())
            .min()
    }

    /// Like [`Server::expire`] for at most `keys_max` keys, of which a thousand take about a millisecond. Returns
    /// whether none is left. [`Server::begin`] begins with it.
    pub fn sweep(&mut self, now_ms: i64, keys_max: usize) -> bool {
        let is_done = self.remove_expired(now_ms, keys_max);
        if self.work.is_none() {
            // Those that wait for a stream are told of its end.
            self.serve(now_ms);
        }
        self.broadcast();
        is_done
    }

    /// Like [`Server::sweep`], but those that hear of all keys are told after the command under way. During a pause the keys
    /// are only hidden.
    pub(crate) fn remove_expired(&mut self, now_ms: i64, keys_max: usize) -> bool {
        if !self.databases.may_expire(now_ms) || self.work.is_some() {
            return true;
        }
        self.is_paused(now_ms);
        let (audience, pause) = (&mut self.audience, &mut self.pause);
        let expired = &mut self.statistics.expired_keys;
        let mut ended = |index, key: &[u8]| {
            audience.ended(index, key);
            match pause {
                Some(pause) => pause.expired.push((index, Key::new(key))),
                None => {
                    *expired += 1;
                    audience.expired(index, key);
                }
            }
        };
        self.databases.expire(now_ms, keys_max, &mut ended)
    }

    /// The number of keys with a deadline.
    pub(crate) fn deadlines(&self) -> usize {
        let databases = self.databases.iter();
        databases.map(|database| database.deadlines()).sum()
    }

    /// The entry of `key` in a database at `now_ms`. Changes nothing and removes no expired key.
    pub fn peek(&self, database: usize, now_ms: i64, key: &[u8]) -> Option<&Entry> {
        let entry = self.databases.at(database)?.get(key)?;
        entry.lives_at(now_ms).then_some(entry)
    }

    /// The keys of a database that live at `now_ms`, in no order that means
    /// anything, though always in the same one. Changes nothing, sweeps nothing.
    pub fn entries(&self, database: usize, now_ms: i64) -> impl Iterator<Item = (&[u8], &Entry)> {
        self.databases
            .at(database)
            .into_iter()
            .flat_map(|database| database.iter())
            .filter(move |(_, entry)| entry.lives_at(now_ms))
    }

    /// Frees some of what was flushed; whether there is more of it. [`Server::execute`] does so too.
    pub fn free_some(&mut self) -> bool {
        self.databases.free_some()
    }

    /// The database that a connection has selected; `None` when it is closed.
    pub fn selected(&self, id: ConnectionId) -> Option<usize> {
        Some(self.connection(id).ok()?.database)
    }

    /// The encoding of replies to a connection; RESP2 until it sends HELLO 3, and when it is closed.
    pub fn protocol(&self, id: ConnectionId) -> Protocol {
        let connection = self.connection(id);
        connection.map_or(Protocol::default(), |connection| connection.protocol)
    }

    /// Whether a connection stands between MULTI and EXEC.
    pub fn in_transaction(&self, id: ConnectionId) -> bool {
        let connection = self.connection(id);
        connection.is_ok_and(|connection| connection.transaction.is_some())
    }

    /// Whether a connection has subscribed to anything.
    pub fn is_subscribed(&self, id: ConnectionId) -> bool {
        let connection = self.connection(id);
        connection.is_ok_and(|connection| connection.is_subscribed())
    }

    /// Whether a connection is shown every command, as MONITOR asks for.
    pub fn is_monitor(&self, id: ConnectionId) -> bool {
        self.connection(id)
            .is_ok_and(|connection| connection.is_monitor)
    }

    /// The connection of the long command under way.
    pub fn running(&self) -> Option<ConnectionId> {
        Some(self.work.as_ref()?.0.connection)
    }

    /// The progress of the command that is under way.
    pub fn progress(&self) -> Option<Progress> {
        Some(self.work.as_ref()?.1.progress(self))
    }

    /// What has arrived at a connection since the last call, in the order of the server's sending. Whoever lets
    /// connections wait, subscribe or monitor has to ask.
    pub fn take_deliveries(&mut self, id: ConnectionId) -> Vec<Delivery> {
        let outbox = &mut self.audience.outbox;
        if !outbox.iter().any(|(to, _)| *to == id) {
            return Vec::new();
        }
        let own = outbox.extract_if(.., |(to, _)| *to == id);
        own.map(|(_, delivery)| delivery).collect()
    }

    /// Whether anything has arrived at a connection that was not taken.
    pub fn has_deliveries(&self, id: ConnectionId) -> bool {
        self.audience.outbox.iter().any(|(to, _)| *to == id)
    }

    /// Begins to note which keys change, for [`Server::take_changes`].
    pub fn watch_changes(&mut self) {
        self.audience.journal.get_or_insert_default();
    }

    /// The changes since the last call; nothing unless [`Server::watch_changes`] was called.
    pub fn take_changes(&mut self) -> Changes {
        self.audience
            .journal
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// The names of keys that live at `now_ms`, from a place on, `keys_max` of them or a few more; returns the position
    /// of the next ones. Iterating from [`TablePlace::default`] to the end finds each key that exists throughout.
    pub fn names_from(
        &self,
        database: usize,
        now_ms: i64,
        place: TablePlace,
        keys_max: usize,
        found: &mut dyn FnMut(&[u8]),
    ) -> Option<TablePlace> {
        let table = self.databases.at(database)?.table();
        let (mut next, mut keys) = (place, 0);
        while keys < keys_max {
            next = table.visit(next, &mut |key, entry| {
                keys += 1;
                if entry.lives_at(now_ms) {
                    found(key.as_bytes());
                }
            })?;
        }
        Some(next)
    }

    /// The size against the limit, in bytes, of all keys, of scripts and libraries, of logs, of users, and of what connections hold:
    /// queued lines, watched keys, channels, their names, and the keys that they are to be told of.
    pub fn used_bytes(&self) -> usize {
        let held = self.states().map(Connection::held_bytes);
        let others = self.scripts.bytes() + self.statistics.log_bytes() + self.access.bytes();
        self.key_bytes() + held.sum::<usize>() + others
    }

    /// The part of [`Server::used_bytes`] that keys and their values have.
    pub fn key_bytes(&self) -> usize {
        let keys = self.databases.iter().map(|database| database.used_bytes());
        keys.sum()
    }

    /// Refuses what a connection or the server would hold beside keys, so many bytes more, without room for it. A lowered
    /// `maxmemory` does not refuse it, as in Redis.
    ///
    /// # Errors
    /// Redis' words for a command that would pass the limit.
    pub(crate) fn hold(&self, bytes: usize) -> Result<(), Error> {
        match self.used_bytes().saturating_add(bytes) > self.bytes_ceiling {
            true => Err(OUT_OF_MEMORY),
            false => Ok(()),
        }
    }

    /// Whether so many bytes more would pass `maxmemory`.
    pub(crate) fn lacks_room(&self, bytes: usize) -> bool {
        self.used_bytes().saturating_add(bytes) > self.limit_bytes()
    }

    /// The limit of [`Server::used_bytes`] at this moment: as in Redis, `maxmemory` is not looked at during a pause.
    fn limit_bytes(&self) -> usize {
        match self.pause.is_some() {
            true => self.bytes_ceiling,
            false => self.bytes_max,
        }
    }

    /// Whether Redis would find more memory used than a `maxmemory` that was lowered, so that no command may run that can
    /// take more: there is no room for the smallest key. At the page's own limit each write is refused by itself.
    pub(crate) fn is_full(&self) -> bool {
        self.limit_bytes() < self.bytes_ceiling && self.lacks_room(entry_bytes(0, string_bytes(0)))
    }

    /// The bytes that a log may take whose entries take `own_bytes` now.
    pub(crate) fn room_for_log(&self, own_bytes: usize) -> usize {
        self.bytes_ceiling
            .saturating_sub(self.used_bytes() - own_bytes)
    }

    /// The limit of [`Server::used_bytes`].
    pub fn bytes_max(&self) -> usize {
        self.bytes_max
    }

    /// The next number of the deterministic generator: servers that ran the same commands get the same number.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.numbers = self.numbers.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.numbers ^ self.numbers >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// The maximum for [`Server::set_memory_limit`], in bytes.
    pub(crate) fn bytes_ceiling(&self) -> usize {
        self.bytes_ceiling
    }

    /// Limits the size of all keys, in bytes. Existing keys stay, even above the limit.
    pub(crate) fn set_memory_limit(&mut self, bytes: usize) {
        self.bytes_max = bytes.min(self.bytes_ceiling);
    }

    /// Whether something of a flushed database is left to free.
    #[cfg(test)]
    pub(crate) fn is_freeing(&self) -> bool {
        self.databases.is_freeing()
    }

    fn states(&self) -> impl Iterator<Item = &Connection> {
        self.audience
            .connections
            .iter()
            .map(|(_, connection)| connection)
    }

    /// The places of the connections that wait, in the order in which they are served.
    fn queue(&self) -> impl Iterator<Item = Option<usize>> {
        let waiting = self.audience.waiting.iter();
        waiting.map(|id| self.audience.place_of(*id))
    }

    /// The state of a connection.
    pub(crate) fn connection(&self, id: ConnectionId) -> Result<&Connection, Error> {
        self.audience.connection(id).ok_or(CLOSED)
    }

    /// The state of a connection, mutable.
    pub(crate) fn connection_mut(&mut self, id: ConnectionId) -> Result<&mut Connection, Error> {
        self.audience.connection_mut(id).ok_or(CLOSED)
    }

    /// The open connections with their ids, in the order in which they were made.
    pub(crate) fn connections(&self) -> &[(ConnectionId, Connection)] {
        &self.audience.connections
    }

    /// A database to write to, and the bounds to keep. A clone that shares the database keeps its own contents.
    pub(crate) fn writable(&mut self, index: usize) -> (&mut Database, Bounds<'_>) {
        let limit_bytes = match self.is_limited {
            true => self.limit_bytes(),
            false => self.bytes_ceiling,
        };
        let room_bytes = limit_bytes.saturating_sub(self.used_bytes());
        self.databases
            .writable(index, room_bytes, &mut self.audience)
    }

    pub(crate) fn clear(&mut self, index: usize) {
        self.databases.clear(index, &mut self.audience);
    }

    /// Lets two databases change places, and their clients with them.
    pub(crate) fn swap(&mut self, one: usize, other: usize) {
        self.databases.swap(one, other, &mut self.audience);
    }
}

impl PartialEq for Server {
    fn eq(&self, other: &Server) -> bool {
        self.bytes_max == other.bytes_max
            && self.databases == other.databases
            && self.numbers == other.numbers
            && self.layout == other.layout
            && self.access == other.access
            && self.parameters == other.parameters
            && self.pause == other.pause
            && self.audience.notified == other.audience.notified
            && self.work == other.work
            && self.scripts == other.scripts
            && self.states().eq(other.states())
            && self.queue().eq(other.queue())
    }
}

impl Eq for Server {}

impl Hash for Server {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes_max.hash(state);
        self.databases.hash(state);
        self.numbers.hash(state);
        self.layout.hash(state);
        self.access.hash(state);
        self.parameters.hash(state);
        self.pause.hash(state);
        self.audience.notified.hash(state);
        self.work.hash(state);
        self.scripts.hash(state);
        self.audience.connections.len().hash(state);
        for connection in self.states() {
            connection.hash(state);
        }
        for place in self.queue() {
            place.hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reply, words};
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    fn run(server: &mut Server, id: ConnectionId, now_ms: i64, line: &str) -> Reply {
        server.execute(id, now_ms, &words::split(line.as_bytes()).unwrap())
    }

    fn hash(server: &Server) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(server)
    }

    #[test]
    fn a_key_lives_through_its_deadline_and_is_gone_after_it() {
        let mut server = Server::new();
        let id = server.connect();
        run(&mut server, id, 1_000, "SET k v PX 500");
        assert!(server.peek(0, 1_500, b"k").is_some());
        assert!(server.peek(0, 1_501, b"k").is_none());
        assert_eq!(run(&mut server, id, 1_500, "PTTL k"), Reply::Int(0));
        assert_eq!(run(&mut server, id, 1_501, "DBSIZE"), Reply::Int(0));
        assert_eq!(server.used_bytes(), 0);
    }

    #[test]
    fn expired_keys_of_every_database_are_swept_untouched() {
        let mut server = Server::new();
        let (one, two) = (server.connect(), server.connect());
        run(&mut server, two, 0, "SELECT 7");
        run(&mut server, two, 0, "SET k v PX 10");
        run(&mut server, one, 0, "SET k v PX 20");
        run(&mut server, one, 11, "PING");
        assert_eq!(
            (server.entries(7, 0).count(), server.entries(0, 0).count()),
            (0, 1)
        );
        run(&mut server, one, 21, "PING");
        assert_eq!(server.used_bytes(), 0);
    }

    #[test]
    fn a_clone_is_equal_until_one_of_them_changes() {
        let mut server = Server::new();
        let id = server.connect();
        run(&mut server, id, 0, "SET k v EX 10");
        let mut clone = server.clone();
        assert!(clone == server && hash(&clone) == hash(&server));
        run(&mut clone, id, 0, "PERSIST k");
        assert!(clone != server);
        assert_eq!(run(&mut server, id, 0, "TTL k"), Reply::Int(10));
        run(&mut clone, id, 0, "EXPIRE k 10");
        assert!(clone == server && hash(&clone) == hash(&server));
        run(&mut clone, id, 0, "SELECT 1");
        assert!(clone != server);
    }

    #[test]
    fn connections_count_by_their_state_and_not_by_their_ids() {
        let (mut one, mut other) = (Server::new(), Server::new());
        let gone = one.connect();
        one.connect();
        one.disconnect(gone);
        other.connect();
        assert!(one == other && hash(&one) == hash(&other));
        assert!(run(&mut one, gone, 0, "PING").is_error());
    }

    #[test]
    fn a_write_past_the_limit_is_refused_and_changes_nothing() {
        let mut server = Server::with_memory_limit(247);
        let id = server.connect();
        assert_eq!(
            run(
                &mut server,
                id,
                0,
                "SET k 12345678901234567890123456789012345"
            ),
            Reply::OK
        );
        assert_eq!(server.used_bytes(), 247);
        let before = server.clone();
        for line in [
            "SET j v",
            "APPEND k 1",
            "SETNX j v",
            "SET k 123456789012345678901234567890123456",
        ] {
            let Reply::Error(error) = run(&mut server, id, 0, line) else {
                panic!("{line} was not refused");
            };
            assert_eq!(
                error.bytes(),
                b"OOM command not allowed when used memory > 'maxmemory'."
            );
            assert!(server == before, "{line} changed something");
        }
        assert_eq!(run(&mut server, id, 0, "SET k short"), Reply::OK);
        // As in Redis, a lowered limit also refuses what would take less.
        run(&mut server, id, 0, "CONFIG SET maxmemory 240");
        assert!(run(&mut server, id, 0, "SET k s").is_error());
        assert_eq!(run(&mut server, id, 0, "DEL k"), Reply::Int(1));
        assert_eq!(run(&mut server, id, 0, "SET k s"), Reply::OK);
    }

    #[test]
    fn what_a_connection_holds_counts_and_is_refused_without_room() {
        let long = "x".repeat(2000);
        for line in [
            "WATCH a",
            "SUBSCRIBE a",
            "PSUBSCRIBE a",
            "SSUBSCRIBE a",
            "CLIENT SETNAME a",
        ] {
            let mut server = Server::with_memory_limit(2000);
            let id = server.connect();
            assert!(!run(&mut server, id, 0, line).is_error());
            assert!(server.used_bytes() > 0, "{line}");
            let line = line.replace(" a", &format!(" {long}"));
            let before = server.clone();
            assert!(run(&mut server, id, 0, &line).is_error(), "{line}");
            assert!(server == before);
        }
        let mut server = Server::with_memory_limit(2000);
        let id = server.connect();
        assert_eq!(run(&mut server, id, 0, "MULTI"), Reply::OK);
        let refused = |server: &mut Server| run(server, id, 0, "GET k").is_error();
        let queued = (0..100).take_while(|_| !refused(&mut server)).count();
        assert!((5..50).contains(&queued), "{queued}");
        let Reply::Error(error) = run(&mut server, id, 0, "EXEC") else {
            panic!("a transaction that lacks a line was run");
        };
        assert!(error.bytes().starts_with(b"EXECABORT"));
        assert_eq!(server.used_bytes(), 0);
    }

    #[test]
    fn a_connection_hears_at_once_of_keys_that_there_is_no_room_to_remember() {
        let mut server = Server::with_memory_limit(130);
        let id = server.connect();
        run(&mut server, id, 0, "HELLO 3");
        run(&mut server, id, 0, "CLIENT TRACKING ON");
        run(&mut server, id, 0, "GET a");
        assert!(!server.has_deliveries(id));
        run(&mut server, id, 0, "MGET b c d");
        assert_eq!(server.take_deliveries(id).len(), 3);
    }
}
