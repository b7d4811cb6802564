//! A server of a world: its keyspace, its clock, and what it is to the other servers.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::id::ClientId;
use super::ledger::{Held, Ledger};
use keyspace::{ConnectionId, Dataset, KeyspaceMode, Server};

/// Bytes that a server of a world keeps at most, keys and values and 64 a key: plenty for a lock, and little to go wrong
/// with.
pub const SERVER_BYTES_MAX: usize = 16 * 1024;

/// What a script of a world may take, about 10 ms: a program that comes with a link may have one that never ends.
const SCRIPT_UNITS_MAX: u64 = 1_000_000;

/// Servers of a world at most, replicas among them: A to E.
pub const SERVERS_MAX: usize = 5;

/// The last moment of true time, in Unix milliseconds: the end of the year 9999.
pub const TIME_MS_MAX: i64 = 253_402_300_799_999;

/// The database that the clients use.
pub(super) const DATABASE: usize = 0;

/// What a server remembers when it starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Memory {
    /// All that it held: every write was synced at once.
    All,
    /// What it held when it was last synced.
    Synced,
    /// Nothing.
    Nothing,
}

/// What a server holds at one moment, and what became of it there.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Holding {
    pub dataset: Dataset,
    /// The last writer of the lock's key.
    pub owner: Option<ClientId>,
    pub grants: Ledger,
}

/// A write on its way to a replica: what its master held after it, and whose write it was.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Replication {
    pub holding: Holding,
    pub by: Option<ClientId>,
}

/// A server of a world.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Host {
    /// Copied when it is written to.
    pub server: Arc<Server>,
    pub owner: Option<ClientId>,
    pub grants: Ledger,
    /// The reader's own connection.
    pub reader: ReaderConnection,
    /// How far its clock is ahead of the true time, in milliseconds.
    pub skew_ms: i64,
    pub is_up: bool,
    pub is_cut_off: bool,
    pub is_replica: bool,
    /// What a restart gives back, if all else is lost.
    pub synced: Holding,
    /// The writes that a replica still lacks, the oldest first.
    pub pending: Vec<Replication>,
}

/// The reader's connection to a server. Its number means nothing: all are equal.
#[derive(Clone)]
pub(super) struct ReaderConnection(pub ConnectionId);

impl PartialEq for ReaderConnection {
    fn eq(&self, _: &ReaderConnection) -> bool {
        true
    }
}

impl Eq for ReaderConnection {}

impl Hash for ReaderConnection {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Host {
    pub fn new(is_replica: bool, mode: KeyspaceMode) -> Host {
        let server = Server::with_memory_limit(SERVER_BYTES_MAX).in_mode(mode);
        let server = server.with_script_engine(lua::engine());
        let mut server = server.with_script_limit(SCRIPT_UNITS_MAX);
        let reader = ReaderConnection(server.connect());
        Host {
            server: Arc::new(server),
            owner: None,
            grants: Ledger::default(),
            reader,
            skew_ms: 0,
            is_up: true,
            is_cut_off: false,
            is_replica,
            synced: Holding::default(),
            pending: Vec::new(),
        }
    }

    /// The time on its own clock, in Unix milliseconds.
    pub fn clock_ms(&self, now_ms: i64) -> i64 {
        now_ms.saturating_add(self.skew_ms).clamp(0, TIME_MS_MAX)
    }

    pub fn holding(&self) -> Holding {
        Holding {
            dataset: self.server.dataset(),
            owner: self.owner,
            grants: self.grants.clone(),
        }
    }

    /// What it holds now, key by key.
    pub fn held(&self, now_ms: i64) -> Held {
        Held::of(&self.server, DATABASE, self.clock_ms(now_ms))
    }

    pub fn hold(&mut self, holding: &Holding) {
        Arc::make_mut(&mut self.server).restore(&holding.dataset);
        self.owner = holding.owner;
        self.grants = holding.grants.clone();
    }

    /// Everything that says to whom keys were granted: as it stands here, and as it is on its way or kept.
    pub fn all_grants(&mut self) -> impl Iterator<Item = &mut Ledger> {
        let coming = self.pending.iter_mut();
        [&mut self.grants, &mut self.synced.grants]
            .into_iter()
            .chain(coming.map(|next| &mut next.holding.grants))
    }
}
