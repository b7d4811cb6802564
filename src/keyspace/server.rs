//! The server: 16 databases and the connections to them. It runs one command at a time, to its end, as Redis does.

use super::args::{self, Args};
use super::call::Call;
use super::command;
use super::database::{Database, Entry};
use super::reply::{Error, Reply};
use super::slot::Bounds;
use super::value::KEYSPACE_BYTES_MAX;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// How many databases there are: a default server's `databases`.
pub const DATABASES: usize = 16;

const CLOSED: Error = Error::fixed("ERR this connection is closed");

/// A connection of one server. Means nothing to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(u64);

/// An in-memory Redis server.
///
/// A value: cloning costs a few counters, since databases are shared until one of the clones writes. Two servers are
/// equal, and hash alike, when they hold the same keys, values, deadlines and limit, and their connections, in the
/// order in which they were made, are in the same state. Keys that have expired but were not swept yet count: a
/// caller that compares servers calls [`Server::expire`] first.
#[derive(Clone)]
pub struct Server {
    databases: [Arc<Database>; DATABASES],
    /// In the order in which they were made, and so of their ids.
    connections: Vec<(ConnectionId, Connection)>,
    connections_made: u64,
    bytes_max: usize,
    /// No key expires before this Unix millisecond. A bound, so that most commands need not look for what has expired.
    nothing_expires_before_ms: i64,
}

/// What the server keeps about a connection.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Connection {
    database: usize,
}

impl Default for Server {
    fn default() -> Server {
        Server::new()
    }
}

impl Server {
    /// An empty server that holds up to [`KEYSPACE_BYTES_MAX`].
    pub fn new() -> Server {
        Server::with_memory_limit(KEYSPACE_BYTES_MAX)
    }

    /// An empty server that holds up to `bytes_max`, counted by [`super::value::entry_bytes`] over all databases.
    /// A write that would pass the limit is refused with Redis' own error, and changes nothing.
    pub fn with_memory_limit(bytes_max: usize) -> Server {
        let empty = Arc::new(Database::default());
        Server {
            databases: std::array::from_fn(|_| Arc::clone(&empty)),
            connections: Vec::new(),
            connections_made: 0,
            bytes_max,
            nothing_expires_before_ms: i64::MAX,
        }
    }

    /// Opens a connection, on database 0.
    pub fn connect(&mut self) -> ConnectionId {
        self.connections_made += 1;
        let id = ConnectionId(self.connections_made);
        self.connections.push((id, Connection::default()));
        id
    }

    /// Closes a connection. Its id is not used again.
    pub fn disconnect(&mut self, id: ConnectionId) {
        self.connections.retain(|(other, _)| *other != id);
    }

    /// Runs one command for a connection at `now_ms`, in Unix milliseconds, and answers as Redis does. `argv` is the
    /// command's name and its arguments, any bytes; an empty one answers like an unknown command.
    pub fn execute(&mut self, id: ConnectionId, now_ms: i64, argv: &[Vec<u8>]) -> Reply {
        self.expire(now_ms);
        self.dispatch(id, now_ms, argv).unwrap_or_else(Reply::Error)
    }

    fn dispatch(
        &mut self,
        id: ConnectionId,
        now_ms: i64,
        argv: &[Vec<u8>],
    ) -> Result<Reply, Error> {
        let database = self.selected(id).ok_or(CLOSED)?;
        let (name, rest) = argv.split_first().unwrap_or((const { &Vec::new() }, &[]));
        let Some(command) = command::find(name) else {
            return Err(args::unknown_command(name, rest));
        };
        if !command.accepts(argv.len()) {
            return Err(args::wrong_number_of_arguments(command.name));
        }
        (command.run)(&mut Call {
            server: self,
            connection: id,
            database,
            now_ms,
            command,
            args: Args::new(rest),
        })
    }

    /// Takes away every key that has expired by `now_ms`. [`Server::execute`] begins with it.
    pub fn expire(&mut self, now_ms: i64) {
        if now_ms <= self.nothing_expires_before_ms {
            return;
        }
        let mut earliest_ms = i64::MAX;
        for database in &mut self.databases {
            if database
                .earliest_deadline_ms()
                .is_some_and(|at| at < now_ms)
            {
                Arc::make_mut(database).expire(now_ms);
            }
            earliest_ms = earliest_ms.min(database.earliest_deadline_ms().unwrap_or(i64::MAX));
        }
        self.nothing_expires_before_ms = earliest_ms;
    }

    /// What `key` of a database holds at `now_ms`. Changes nothing, sweeps nothing.
    pub fn peek(&self, database: usize, now_ms: i64, key: &[u8]) -> Option<&Entry> {
        let entry = self.databases.get(database)?.get(key)?;
        entry.lives_at(now_ms).then_some(entry)
    }

    /// The keys of a database that live at `now_ms`, in the order of their bytes. Changes nothing, sweeps nothing.
    pub fn entries(&self, database: usize, now_ms: i64) -> impl Iterator<Item = (&[u8], &Entry)> {
        self.databases
            .get(database)
            .into_iter()
            .flat_map(|database| database.iter())
            .filter(move |(_, entry)| entry.lives_at(now_ms))
    }

    /// The database that a connection has selected; `None` when it is closed.
    pub fn selected(&self, id: ConnectionId) -> Option<usize> {
        let at = self.place_of(id)?;
        Some(self.connections.get(at)?.1.database)
    }

    /// What all keys count for against the limit, in bytes.
    pub fn used_bytes(&self) -> usize {
        self.databases
            .iter()
            .map(|database| database.used_bytes())
            .sum()
    }

    /// The limit of [`Server::used_bytes`].
    pub fn bytes_max(&self) -> usize {
        self.bytes_max
    }

    fn place_of(&self, id: ConnectionId) -> Option<usize> {
        self.connections
            .binary_search_by_key(&id, |(id, _)| *id)
            .ok()
    }

    fn states(&self) -> impl Iterator<Item = &Connection> {
        self.connections.iter().map(|(_, connection)| connection)
    }

    pub(super) fn select(&mut self, id: ConnectionId, database: usize) {
        let place = self.place_of(id);
        if let Some((_, connection)) = place.and_then(|at| self.connections.get_mut(at)) {
            connection.database = database;
        }
    }

    /// A database. An index is checked when it is selected; the first database stands in for one that is not there.
    pub(super) fn database(&self, index: usize) -> &Database {
        let [first, ..] = &self.databases;
        self.databases.get(index).unwrap_or(first)
    }

    /// The same, to be written to, and the bounds to keep. A clone that shares the database keeps what it had.
    pub(super) fn writable(&mut self, index: usize) -> (&mut Database, Bounds<'_>) {
        let bounds = Bounds {
            room_bytes: self.bytes_max.saturating_sub(self.used_bytes()),
            nothing_expires_before_ms: &mut self.nothing_expires_before_ms,
        };
        let [first, others @ ..] = &mut self.databases;
        let other = index.checked_sub(1).and_then(|at| others.get_mut(at));
        (Arc::make_mut(other.unwrap_or(first)), bounds)
    }

    pub(super) fn clear(&mut self, index: usize) {
        if let Some(database) = self.databases.get_mut(index) {
            *database = Arc::default();
        }
    }
}

impl PartialEq for Server {
    fn eq(&self, other: &Server) -> bool {
        self.bytes_max == other.bytes_max
            && self.databases == other.databases
            && self.states().eq(other.states())
    }
}

impl Eq for Server {}

impl Hash for Server {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes_max.hash(state);
        self.databases.hash(state);
        self.connections.len().hash(state);
        for connection in self.states() {
            connection.hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyspace::words;
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
        let mut server = Server::with_memory_limit(100);
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
        assert_eq!(server.used_bytes(), 100);
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
    }
}
