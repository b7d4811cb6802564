//! The world: servers, clients, messages in transit, and the true time. It is a value: cloned, compared and hashed by its
//! meaning.

use std::sync::Arc;

use super::client::{Client, Lease, Surroundings};
use super::host::{DATABASE, Host, SERVERS_MAX, TIME_MS_MAX};
use super::id::{CLIENTS_MAX, ClientId, MessageId};
use super::moves::{Move, Node, NotEnabled};
use super::observer::Observer;
use super::outcome::Outcome;
use super::property::Property;
use super::request::Request;
use super::store::Store;
use keyspace::value::Value;
use keyspace::{Bytes, ConnectionId, Entry, KeyspaceMode, Reply, Server};
use lock::Program;

/// The content of a message.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Message {
    /// What is asked, and how many writes of the store its sender knew of.
    Request(Arc<Request>, u32),
    /// What is answered, and how many writes of the store its reader then knows of; `None` when it tells nothing of it.
    Reply(Reply, Option<u32>),
    /// A request that has arrived and waits at its server until an element is pushed. [`World::served`] has the reply then.
    Blocked,
}

/// Elements of a collection that are shown.
const ELEMENTS_SHOWN: usize = 8;

/// Servers and clients at one moment.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct World {
    pub(super) now_ms: i64,
    pub(super) lease_s: i64,
    pub(super) clients: Vec<Client>,
    pub(super) hosts: Vec<Host>,
    /// The index of the server that takes the writes of requests that name none.
    pub(super) primary: usize,
    /// Whether a message between two sides is lost. Else it waits.
    pub(super) loses_messages: bool,
    /// The messages in transit, in the order of their names. They are few, so no map is needed.
    pub(super) messages: Vec<(MessageId, Message)>,
    /// The replies to clients that were blocked, in transit, in the order of their names: each is the first message between
    /// the client and its server, whatever else is sent, since a client is blocked with one request at most.
    pub(super) served: Vec<(MessageId, Message)>,
    pub(super) store: Store,
}

impl World {
    /// A world with one empty server at the true time `now_ms`, and these clients, in the order of their names. Of two
    /// clients with one name the first counts, and of more than [`CLIENTS_MAX`] the first ones. `lease_s` is what
    /// programs call `lease`, in seconds.
    pub fn new(now_ms: i64, lease_s: i64, clients: &[(ClientId, Arc<Program>)]) -> World {
        World::with_servers(now_ms, lease_s, clients, 1, 0)
    }

    /// The same with so many servers that know nothing of each other, or with one and so many replicas of it. At least
    /// one and at most [`SERVERS_MAX`] in all.
    pub fn with_servers(
        now_ms: i64,
        lease_s: i64,
        clients: &[(ClientId, Arc<Program>)],
        servers: u8,
        replicas: u8,
    ) -> World {
        let servers = usize::from(servers).clamp(1, SERVERS_MAX);
        let replicas = match servers {
            1 => usize::from(replicas).min(SERVERS_MAX - 1),
            _ => 0,
        };
        // Where two programs need different ones, the server does not know a command of the second, and says so.
        let modes = clients.iter().map(|(_, program)| program.mode());
        let mode = { modes }.find(|mode| *mode != KeyspaceMode::default());
        let mode = mode.unwrap_or_default();
        let mut hosts: Vec<Host> = (0..servers + replicas)
            .map(|place| Host::new(place >= servers, mode))
            .collect();
        let mut all: Vec<Client> = Vec::new();
        for (id, program) in clients.iter().take(CLIENTS_MAX) {
            let Err(place) = all.binary_search_by_key(id, Client::id) else {
                continue;
            };
            let connections = hosts
                .iter_mut()
                .map(|host| Arc::make_mut(&mut host.server).connect())
                .collect();
            all.insert(place, Client::new(*id, Arc::clone(program), connections));
        }
        World {
            now_ms: now_ms.clamp(0, TIME_MS_MAX),
            lease_s,
            clients: all,
            hosts,
            primary: 0,
            loses_messages: false,
            store: Store::default(),
            messages: Vec::new(),
            served: Vec::new(),
        }
    }

    /// Makes one move: the only way in which a world changes. On `Err` nothing has changed, and the observer was told
    /// nothing.
    pub fn apply(&mut self, mv: Move, observer: &mut dyn Observer) -> Result<(), NotEnabled> {
        let typed = match &mv {
            Move::Type(line) => Some(self.typed(line)?),
            other => {
                self.can(other)?;
                None
            }
        };
        observer.begin(self, &mv);
        match mv {
            Move::Step(id) => self.step(id, observer),
            Move::Read(id) => self.read(id, observer),
            Move::Send(id) => self.send(id, observer),
            Move::Execute(message) => self.execute(message, observer),
            Move::Receive(message) => self.receive(message, true, observer),
            Move::Crash(id) => self.crash(id),
            Move::Restart(id) => self.restart(id),
            Move::Pause(id) => self.hold_back(id, true),
            Move::Resume(id) => self.hold_back(id, false),
            Move::Tick(ms) => self.tick(ms, observer),
            Move::Skew(id, ms) => self.set_skew(id, ms),
            Move::TimeOut(id) => self.time_out(id, observer),
            Move::Meanwhile(id) => self.meanwhile(id, observer),
            Move::Lose(message) => self.lose(&[message]),
            Move::Fail(place) => self.fail_server(place),
            Move::Recover(place, memory) => self.recover_server(place, memory),
            Move::Sync(place) => self.sync_server(place),
            Move::SkewServer(place, ms) => self.set_server_clock(place, ms),
            Move::Replicate(place) => self.replicate(place),
            Move::Promote(place) => self.promote(place),
            Move::CutOff(node) => self.set_cut_off(node, true),
            Move::Rejoin(node) => self.set_cut_off(node, false),
            Move::Type(_) => {}
        }
        if let Some(typed) = typed {
            self.accept(typed, observer);
        }
        observer.end(self);
        Ok(())
    }

    /// Makes one move and says what it did. On `Err` nothing has changed.
    pub fn observe(&mut self, mv: Move) -> Result<Outcome, NotEnabled> {
        let mut outcome = Outcome::of(mv.clone());
        self.apply(mv, &mut outcome)?;
        Ok(outcome)
    }

    /// The true time, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// The value of `lease` in programs, in seconds.
    pub fn lease_s(&self) -> i64 {
        self.lease_s
    }

    /// The clients, in the order of their names.
    pub fn clients(&self) -> &[Client] {
        &self.clients
    }

    /// A client by its name.
    pub fn client(&self, id: ClientId) -> Option<&Client> {
        self.clients.iter().find(|client| client.id == id)
    }

    /// The servers, to look at.
    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        self.hosts.iter().map(|host| &*host.server)
    }

    /// The key that the clients guard: the one that the first client's program names first.
    pub fn lock_key(&self) -> &[u8] {
        self.clients
            .first()
            .map_or(b"", |client| client.program.lock_key())
    }

    /// The string in the lock's key on a server; `None` when the key does not exist, is of another type, or the server is down.
    pub fn lock_value(&self, server: usize) -> Option<&Bytes> {
        self.lock_entry(server)?.value.string().ok()
    }

    /// The value of the lock's key of any type, to be read; `None` when the key does not exist or the server is down. Of a
    /// collection its first eight elements: members without their scores, fields with their values.
    pub fn lock_text(&self, server: usize) -> Option<String> {
        let collection = match &self.lock_entry(server)?.value {
            Value::String(text, _) => {
                return Some(String::from_utf8_lossy(text.as_slice()).into_owned());
            }
            Value::Other(collection) => collection,
        };
        let is_named = matches!(collection.type_name(), "hash" | "stream");
        let mut shown = String::new();
        collection.rows(0, ELEMENTS_SHOWN, &mut |row| {
            if !shown.is_empty() {
                shown.push_str(", ");
            }
            if is_named {
                shown.push_str(&String::from_utf8_lossy(row.label));
                shown.push(' ');
            }
            shown.push_str(&String::from_utf8_lossy(row.text));
        });
        Some(shown)
    }

    fn lock_entry(&self, server: usize) -> Option<&Entry> {
        let host = self.hosts.get(server).filter(|host| host.is_up)?;
        let clock_ms = host.clock_ms(self.now_ms);
        host.server.peek(DATABASE, clock_ms, self.lock_key())
    }

    /// The index of the server that takes the writes of requests that name none: 0, until a replica is promoted.
    pub fn primary(&self) -> usize {
        self.primary
    }

    /// The servers on which a lock is taken: all that are no replica, or the primary alone where there are replicas.
    pub fn lock_servers(&self) -> impl Iterator<Item = usize> + '_ {
        let has_replicas = self.has_replicas();
        (0..self.hosts.len()).filter(move |place| !has_replicas || *place == self.primary)
    }

    /// Whether its servers are one and the replicas of it, or were so before one was promoted.
    pub(super) fn has_replicas(&self) -> bool {
        self.hosts.iter().any(|host| host.is_replica) || self.primary != 0
    }

    /// Whether a server runs.
    pub fn is_up(&self, server: usize) -> bool {
        self.hosts.get(server).is_some_and(|host| host.is_up)
    }

    /// Whether a server is a replica.
    pub fn is_replica(&self, server: usize) -> bool {
        self.hosts.get(server).is_some_and(|host| host.is_replica)
    }

    /// How many writes a replica still lacks.
    pub fn lacking_writes(&self, server: usize) -> usize {
        self.hosts.get(server).map_or(0, |host| host.pending.len())
    }

    /// How far a server's clock is ahead of the true time, in milliseconds.
    pub fn server_skew_ms(&self, server: usize) -> i64 {
        self.hosts.get(server).map_or(0, |host| host.skew_ms)
    }

    /// The time on a server's own clock, in Unix milliseconds.
    pub fn server_clock_ms(&self, server: usize) -> i64 {
        let host = self.hosts.get(server);
        host.map_or(self.now_ms, |host| host.clock_ms(self.now_ms))
    }

    /// Whether a client or a server is on the other side of a network that has parted.
    pub fn is_parted(&self, node: Node) -> bool {
        match node {
            Node::Client(id) => self.client(id).is_some_and(|client| client.is_cut_off),
            Node::Server(place) => {
                let host = self.hosts.get(usize::from(place));
                host.is_some_and(|host| host.is_cut_off)
            }
        }
    }

    /// The store that the clients guard.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The messages in transit, with true for a reply and false for a request.
    pub fn messages(&self) -> impl Iterator<Item = (MessageId, bool)> {
        let all = self.messages.iter();
        all.map(|(name, message)| {
            let is_reply = match message {
                Message::Request(..) => false,
                Message::Reply(..) => true,
                Message::Blocked => self.is_served(*name),
            };
            (*name, is_reply)
        })
    }

    /// Whether this is a request that waits at its server, or the reply to one that waited.
    pub fn was_blocked(&self, message: MessageId) -> bool {
        matches!(self.message(message), Some(Message::Blocked))
    }

    /// Whether a client waits for replies that will never come: what it has sent, or its reply, is lost.
    pub fn awaits_nothing(&self, id: ClientId) -> bool {
        let messages = self.messages.iter().map(|(name, _)| *name);
        self.client(id)
            .is_some_and(|client| client.awaits_none_of(messages))
    }

    /// The reader's own connection to the primary, for a prompt that shows its keyspace.
    pub fn reader(&self) -> Option<ConnectionId> {
        self.hosts.get(self.primary).map(|host| host.reader.0)
    }

    /// The last writer of a server's lock; `None` when the key does not exist or no client wrote it.
    pub fn recorded_owner(&self, server: usize) -> Option<ClientId> {
        self.host_with_lock(server)?.owner
    }

    /// The client to whom a server has granted the lock's key: it made the key, or took it over and went in. `None` when
    /// the key does not exist or the reader made it.
    pub fn granted(&self, server: usize) -> Option<ClientId> {
        self.host_with_lock(server)?.grants.last(self.lock_key())
    }

    /// A server that runs and holds the lock's key, of any type.
    pub(super) fn host_with_lock(&self, server: usize) -> Option<&Host> {
        let host = self.hosts.get(server).filter(|host| host.is_up)?;
        let clock_ms = host.clock_ms(self.now_ms);
        let entry = host.server.peek(DATABASE, clock_ms, self.lock_key());
        entry.map(|_| host)
    }

    /// Whether the client believes that it holds the lock.
    pub fn believes(&self, id: ClientId) -> bool {
        self.client(id).is_some_and(Client::believes)
    }

    /// The client's lease, while it is valid: its own clock has not reached the end that it stated.
    pub fn lease(&self, id: ClientId) -> Option<Lease> {
        let client = self.client(id)?;
        let end_ms = client.lease_end_ms()?;
        client.lease.filter(|_| self.now_ms < end_ms)
    }

    /// Every client that believes that it holds the lock.
    pub fn believers(&self) -> Vec<ClientId> {
        let all = self.clients.iter().filter(|client| client.believes());
        all.map(Client::id).collect()
    }

    /// Every client whose lease is valid by its own clock.
    pub fn leaseholders(&self) -> Vec<ClientId> {
        let all = self.clients.iter().map(Client::id);
        all.filter(|id| self.lease(*id).is_some()).collect()
    }

    /// How many clients may hold the lock at once while these do, as each of their programs has it: the least number.
    pub fn holders_max(&self, among: &[ClientId]) -> usize {
        let all = among.iter().filter_map(|id| self.client(*id));
        let most = all.map(|client| client.program().holders()).min();
        most.map_or(usize::MAX, usize::from)
    }

    /// Whether clients that hold the lock at once are more than the programs of all of them let in.
    pub fn are_too_many(&self, holders: &[ClientId]) -> bool {
        holders.len() > self.holders_max(holders)
    }

    pub(super) fn client_mut(&mut self, id: ClientId) -> Option<&mut Client> {
        self.clients.iter_mut().find(|client| client.id == id)
    }

    pub(super) fn surroundings(&self) -> Surroundings {
        Surroundings {
            now_ms: self.now_ms,
            lease_s: self.lease_s,
            servers: u8::try_from(self.lock_servers().count()).unwrap_or(u8::MAX),
            primary: u8::try_from(self.primary).unwrap_or_default(),
        }
    }

    /// Sets a client's clock so many milliseconds ahead. A lease that it has stated then ends at another time.
    pub(super) fn set_skew(&mut self, id: ClientId, ms: i64) {
        if let Some(client) = self.client_mut(id) {
            client.skew_ms = ms;
        }
    }

    /// Sets the lock's key before a run begins. No client counts as its writer.
    pub(super) fn set_lock_value(&mut self, value: &[u8]) {
        let key = self.lock_key().to_vec();
        self.set_value(&key, value);
    }

    /// Sets any other key before a run begins, on every server.
    pub fn set_value(&mut self, key: &[u8], value: &[u8]) {
        let now_ms = self.now_ms;
        for host in &mut self.hosts {
            let argv = [b"SET".to_vec(), key.to_vec(), value.to_vec()];
            Arc::make_mut(&mut host.server).execute(host.reader.0, now_ms, &argv);
        }
    }

    fn crash(&mut self, id: ClientId) {
        let until_ms = self.client(id).and_then(Client::lease_end_ms);
        if let Some(client) = self.client_mut(id) {
            client.crash();
        }
        for grants in self.hosts.iter_mut().flat_map(Host::all_grants) {
            grants.stop(id, until_ms, self.now_ms);
        }
        for place in 0..self.hosts.len() {
            self.unblock(id, place);
        }
        // Replies to a crashed client are lost; its requests still arrive.
        let is_lost = |(name, message): &(MessageId, Message)| {
            name.client == id && !matches!(message, Message::Request(..))
        };
        self.messages.retain(|message| !is_lost(message));
    }

    fn restart(&mut self, id: ClientId) {
        let Some(client) = self.clients.iter_mut().find(|client| client.id == id) else {
            return;
        };
        let old = client.connections.0.iter();
        let pairs = self.hosts.iter_mut().zip(old);
        let connect = |(host, old): (&mut Host, &ConnectionId)| {
            Arc::make_mut(&mut host.server).disconnect(*old);
            Arc::make_mut(&mut host.server).connect()
        };
        let connections = pairs.map(connect).collect();
        client.restart(connections);
    }

    fn hold_back(&mut self, id: ClientId, is_paused: bool) {
        if let Some(client) = self.client_mut(id) {
            client.is_paused = is_paused;
        }
    }

    /// Advances the time. Facts without a meaning any more are removed, so that equal worlds compare equal.
    fn tick(&mut self, ms: i64, observer: &mut dyn Observer) {
        self.now_ms = self.now_ms.saturating_add(ms);
        for place in 0..self.hosts.len() {
            self.expire_on(place);
        }
        for client in &mut self.clients {
            if client.is_idle_too_long(self.now_ms) {
                observer.broke(Property::HeldIdle.broken_by(&[client.id]));
            }
        }
    }

    /// The keys of a server that do not exist any more are nobody's.
    pub(super) fn forget_keys(&mut self, place: usize) {
        let (now_ms, has_lock) = (self.now_ms, self.host_with_lock(place).is_some());
        let Some(host) = self.hosts.get_mut(place).filter(|host| host.is_up) else {
            return;
        };
        if !has_lock {
            host.owner = None;
        }
        let clock_ms = host.clock_ms(now_ms);
        let (server, grants) = (&host.server, &mut host.grants);
        grants.retain(|key| server.peek(DATABASE, clock_ms, key).is_some());
    }
}
