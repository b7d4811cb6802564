//! A world taken apart into what its clients share and what each of them has, and joined again. Parts of different
//! worlds can be joined, so that a search need not move the same two parts twice.

use std::hash::Hash;
use std::sync::Arc;

use super::client::{Client, ClientState, Connections, Errand, Lease};
use super::host::{DATABASE, Holding, Host};
use super::id::{ClientId, MessageId};
use super::ledger::Ledger;
use super::property::Facts;
use super::rename::{Rename, argument, word};
use super::request::Request;
use super::world::{Message, World};
use keyspace::{Reply, Restate, Server};
use lock::{Kept, Value};

/// What the clients of a world share: the servers, the store and the time.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shared {
    /// Without clients, and without messages.
    world: World,
    /// The connections of the clients, in the order of their names.
    connections: Vec<(ClientId, Connections)>,
}

/// A client, with its messages in transit and the time.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Local {
    client: Client,
    messages: Vec<(MessageId, Message)>,
    now_ms: i64,
}

/// What takes the place of clients that are not there.
#[derive(Clone)]
pub struct Absent {
    clients: Vec<Client>,
    /// A lease that they all have; `None` when none of them believes that it holds the lock.
    lease: Option<Lease>,
}

impl Absent {
    /// For the clients of this world. When they `hold`, each has a lease that never ends.
    pub fn of(world: &World, hold: bool) -> Absent {
        let program = world
            .clients
            .first()
            .map(|client| Arc::clone(&client.program));
        let program = program.unwrap_or_default();
        let client = |client: &Client| Client::new(client.id, Arc::clone(&program), Vec::new());
        let until_ms = i64::MAX;
        Absent {
            clients: world.clients.iter().map(client).collect(),
            lease: hold.then_some(Lease { until_ms }),
        }
    }

    /// A world of these parts: the clients that are not among them are absent.
    pub fn join(&self, shared: &Shared, locals: &[&Local]) -> World {
        let mut world = shared.world.clone();
        world.clients.reserve(self.clients.len());
        for (absent, (_, connections)) in self.clients.iter().zip(&shared.connections) {
            let local = locals.iter().find(|local| local.client.id == absent.id);
            let mut client = local.map_or(absent, |local| &local.client).clone();
            if local.is_none() {
                client.lease = self.lease;
            }
            client.connections = connections.clone();
            world.clients.push(client);
        }
        for local in locals {
            world.messages.extend(local.messages.iter().cloned());
        }
        world
    }
}

impl World {
    /// Takes a world apart: what its clients share, and what each of them has, in their order.
    pub fn apart(mut self) -> (Shared, Vec<Local>) {
        let clients = std::mem::take(&mut self.clients);
        let messages = std::mem::take(&mut self.messages);
        let mut connections = Vec::with_capacity(clients.len());
        let mut locals = Vec::with_capacity(clients.len());
        for mut client in clients {
            let none = Connections(Vec::new());
            connections.push((client.id, std::mem::replace(&mut client.connections, none)));
            let own = messages.iter().filter(|(name, _)| name.client == client.id);
            locals.push(Local {
                messages: own.cloned().collect(),
                client,
                now_ms: self.now_ms,
            });
        }
        let world = self;
        (Shared { world, connections }, locals)
    }

    /// Sets the true time, which moves nothing: for a world whose moments have other names now.
    fn set_now_ms(&mut self, now_ms: i64) {
        self.now_ms = now_ms;
    }
}

impl Shared {
    /// The true time, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.world.now_ms
    }

    /// Its servers, to be changed into equal ones that others have too.
    pub fn servers_mut(&mut self) -> impl Iterator<Item = &mut Arc<Server>> {
        self.world.hosts.iter_mut().map(|host| &mut host.server)
    }

    /// The keys of its servers that live now, with their values, to be compared.
    pub fn entries(&self) -> impl Iterator<Item = (&[u8], impl Hash)> {
        let now_ms = self.world.now_ms;
        self.world.hosts.iter().flat_map(move |host| {
            let entries = host.server.entries(DATABASE, host.clock_ms(now_ms));
            entries.map(|(key, entry)| (key, &entry.value))
        })
    }

    /// How many writes the replica lacks that lags behind most.
    pub fn lag(&self) -> usize {
        let all = self.world.hosts.iter().map(|host| host.pending.len());
        all.max().unwrap_or(0)
    }

    /// Whether the connection of a client, by its place, is as it was made, on every server.
    pub fn is_fresh(&self, place: usize) -> bool {
        let connections = self.connections.get(place).map(|(_, own)| own.0.as_slice());
        let connections = connections.unwrap_or_default().iter();
        let mut pairs = self.world.hosts.iter().zip(connections);
        pairs.all(|(host, connection)| host.server.is_fresh(*connection))
    }

    /// Forgets what no move and none of these facts depends on.
    pub fn settle(&mut self, facts: Facts) {
        let between_ms = facts.between.then_some(self.world.now_ms());
        for (place, host) in self.world.hosts.iter_mut().enumerate() {
            let of_clients = self.connections.iter();
            let mut order: Vec<_> = of_clients
                .filter_map(|(_, own)| own.0.get(place).copied())
                .collect();
            order.push(host.reader.0);
            let mut new = Arc::make_mut(&mut host.server).renumber(&order).into_iter();
            for (_, own) in &mut self.connections {
                if let (Some(id), Some(next)) = (own.0.get_mut(place), new.next()) {
                    *id = next;
                }
            }
            host.reader.0 = new.next().unwrap_or(host.reader.0);
            if !facts.scripts {
                Arc::make_mut(&mut host.server).forget_scripts();
            }
            host.owner = None;
            host.synced.owner = None;
            if !facts.lag {
                let of_clients = self.connections.iter().map(|(id, _)| Some(*id));
                let lacks = |by: &Option<ClientId>| host.pending.iter().any(|next| next.by == *by);
                let by_whom: Vec<_> = of_clients.filter(lacks).collect();
                host.pending.truncate(by_whom.len());
                for (next, by) in host.pending.iter_mut().zip(by_whom) {
                    next.holding = Holding::default();
                    next.by = by;
                }
            }
            for next in &mut host.pending {
                next.holding.owner = None;
            }
            for grants in host.all_grants() {
                match facts.grants {
                    true => grants.settle(between_ms),
                    false => *grants = Ledger::default(),
                }
            }
        }
        if !facts.versions {
            self.world.store.version = 0;
            self.world.store.writer = None;
        }
    }

    /// The same in other names, at this time.
    pub fn rename(&mut self, now_ms: i64, names: &mut dyn Rename) {
        self.world.set_now_ms(now_ms);
        let old = std::mem::take(&mut self.connections);
        let mut placed: Vec<(ClientId, Connections)> = Vec::with_capacity(old.len());
        for (id, own) in old {
            let id = names.connected(id);
            let at = placed.partition_point(|(other, _)| *other < id);
            placed.insert(at, (id, own));
        }
        self.connections = placed;
        for host in &mut self.world.hosts {
            host.rename(names);
        }
        messages(&mut self.world.served, names);
        insertion_sort(&mut self.world.served, |one, other| one.0 < other.0);
        let store = &mut self.world.store;
        for text in [&mut store.value, &mut store.claim].into_iter().flatten() {
            if let Some(new) = word(text, names) {
                *text = Arc::new(new);
            }
        }
        store.writer = store.writer.map(|id| names.client(id));
        store.token = store.token.map(|token| names.number(token));
        store.version = names.version(store.version);
    }

    /// Lets two servers that are alike but for what they hold change places: the server at each place becomes the one
    /// whose index stands there.
    pub fn rearrange(&mut self, order: &[u8]) {
        let old = self.world.hosts.clone();
        let hosts = order.iter().filter_map(|from| old.get(usize::from(*from)));
        self.world.hosts = hosts.cloned().collect();
        for (_, own) in &mut self.connections {
            let from = own.0.clone();
            let new = order
                .iter()
                .filter_map(|at| from.get(usize::from(*at)).copied());
            own.0 = new.collect();
        }
    }

    /// The servers, each as a world of its own, to be compared.
    pub fn server_is_like(&self, one: usize, other: &Shared, another: usize) -> bool {
        let (one, another) = (self.world.hosts.get(one), other.world.hosts.get(another));
        one == another
    }
}

impl Local {
    /// The client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Its messages in transit, with true for a reply.
    pub fn messages(&self) -> impl Iterator<Item = (MessageId, bool)> {
        let all = self.messages.iter();
        all.map(|(name, message)| (*name, matches!(message, Message::Reply(..))))
    }

    /// Whether its lease is valid by its own clock.
    pub fn has_lease(&self) -> bool {
        let end_ms = self.client.lease_end_ms();
        end_ms.is_some_and(|end_ms| self.now_ms < end_ms)
    }

    /// Whether it waits for replies that will never come, and has no time limit: it makes no move any more.
    pub fn waits_in_vain(&self) -> bool {
        let messages = self.messages.iter().map(|(name, _)| *name);
        self.client.deadline_s().is_none() && self.client.awaits_none_of(messages)
    }

    /// Forgets what no move and none of these facts depends on. `live` is what each op of its program still needs, and
    /// past moments of its clock that can only be past are as if they were now, unless clocks `jump`.
    pub fn settle(&mut self, live: &[Kept], facts: Facts, jump: bool) {
        let now_ms = self.now_ms;
        let client = &mut self.client;
        client.has_begun = true;
        if !facts.idle {
            client.idle_until_ms = None;
        }
        // The store is written in `work:` alone, and who gets in knows of all writes until then.
        if !facts.versions || client.lease.is_none() {
            client.knows_version = 0;
            for (_, message) in &mut self.messages {
                match message {
                    // A write that was sent as long as it was in.
                    Message::Request(..) if facts.versions => {}
                    Message::Request(_, knows) => *knows = 0,
                    Message::Reply(_, knows) => *knows = None,
                    Message::Blocked => {}
                }
            }
        }
        if let ClientState::Failed(_) = client.state {
            client.state = ClientState::Crashed;
        }
        let has_ended = !matches!(
            client.state,
            ClientState::Running | ClientState::Asleep { .. }
        );
        if has_ended {
            client.at = 0;
            client.thread = None;
            client.is_meanwhile = false;
        }
        let is_asleep = matches!(client.state, ClientState::Asleep { .. });
        let is_busy = client.errand != Errand::None;
        let at = client.at + usize::from(is_asleep || is_busy);
        let needed = match has_ended {
            true => Kept::default(),
            false => live.get(at).copied().unwrap_or_default(),
        };
        if is_busy || !needed.has(Kept::REPLY) {
            client.reply = Value::Nil;
        }
        if is_busy || !needed.has(Kept::ANSWERS) {
            (client.answers, client.yes) = (0, 0);
        }
        if !needed.has(Kept::SENT) {
            client.sent_s = 0;
        }
        for (index, register) in client.registers.iter_mut().enumerate() {
            if !needed.has(Kept::register(index)) {
                *register = Value::Nil;
            }
        }
        if jump {
            return;
        }
        let clock_s = client.clock_s(now_ms);
        let awake = |state: &mut ClientState| {
            if let ClientState::Asleep { until_s } = state {
                *until_s = (*until_s).max(clock_s);
            }
        };
        let late = |errand: &mut Errand| {
            if let Errand::Awaiting(awaited) = errand {
                awaited.deadline_s = awaited.deadline_s.map(|at_s| at_s.max(clock_s));
            }
        };
        awake(&mut client.state);
        late(&mut client.errand);
        if let Some(thread) = &mut client.thread {
            awake(&mut thread.state);
            late(&mut thread.errand);
        }
        // A whole second, so that what is past has no place within a second. For grants one that ends now is not over yet.
        let ended_ms = now_ms - i64::from(!facts.between);
        let is_over = client.lease_end_ms().is_some_and(|end| end < ended_ms);
        let own_ms = clock_s.saturating_mul(1000);
        if let Some(lease) = &mut client.lease {
            lease.until_ms = match is_over && facts.grants {
                true => own_ms - 1000,
                false => lease.until_ms.max(own_ms),
            };
        }
    }

    /// Lets time pass. Returns whether the client has then held the lock too long without a word to the store, as
    /// [`World::apply`] tells it.
    pub fn pass(&mut self, now_ms: i64) -> bool {
        self.now_ms = now_ms;
        self.client.is_idle_too_long(now_ms)
    }

    /// The true time, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// The same in other names, at this time.
    pub fn rename(&mut self, now_ms: i64, names: &mut dyn Rename) {
        self.now_ms = now_ms;
        let client = &mut self.client;
        client.attempt = names.attempt(client.id, client.attempt);
        client.id = names.client(client.id);
        for (index, register) in client.registers.iter_mut().enumerate() {
            names.kept(Kept::register(index));
            value(register, names);
        }
        names.kept(Kept::SENT);
        client.sent_s = names.number(client.sent_s);
        if let Some(thread) = &mut client.thread {
            thread.sent_s = names.number(thread.sent_s);
        }
        names.kept(Kept::REPLY);
        value(&mut client.reply, names);
        client.knows_version = names.version(client.knows_version);
        state(&mut client.state, names);
        if let Some(lease) = &mut client.lease {
            lease.until_ms = names.moment_ms(lease.until_ms);
        }
        client.idle_until_ms = client.idle_until_ms.map(|at_ms| names.moment_ms(at_ms));
        errand(&mut client.errand, names);
        if let Some(thread) = &mut client.thread {
            value(&mut thread.reply, names);
            state(&mut thread.state, names);
            errand(&mut thread.errand, names);
        }
        messages(&mut self.messages, names);
    }

    /// Lets servers change places, as [`Shared::rearrange`] does.
    pub fn rearrange(&mut self, order: &[u8]) {
        let to = |peer: &mut super::request::Peer| {
            if let super::request::Peer::Server(place) = peer {
                let new = order.iter().position(|from| from == place);
                *place = new.and_then(|new| u8::try_from(new).ok()).unwrap_or(*place);
            }
        };
        let ready = |errand: &mut Errand| match errand {
            Errand::None => {}
            Errand::Ready(requests, _) => {
                for one in requests.iter_mut() {
                    to(&mut Arc::make_mut(one).to);
                }
                insertion_sort(requests, |one, other| one.to < other.to);
            }
            Errand::Awaiting(awaited) => {
                for name in &mut awaited.messages {
                    to(&mut name.peer);
                }
                insertion_sort(&mut awaited.messages, |one, other| one < other);
            }
        };
        ready(&mut self.client.errand);
        if let Some(thread) = &mut self.client.thread {
            ready(&mut thread.errand);
        }
        for (name, message) in &mut self.messages {
            to(&mut name.peer);
            if let Message::Request(one, _) = message {
                to(&mut Arc::make_mut(one).to);
            }
        }
        insertion_sort(&mut self.messages, |one, other| one.0 < other.0);
    }

    /// The content of its messages to and from a server, and whether it awaits one from there; alike for two servers
    /// when the two are alike to this client.
    pub fn dealings(&self, place: u8) -> Dealings<'_> {
        let is_there = |name: &MessageId| name.peer == super::request::Peer::Server(place);
        let messages = self.messages.iter().filter(|(name, _)| is_there(name));
        let awaits = match &self.client.errand {
            Errand::Awaiting(awaited) => awaited.messages.iter().any(is_there),
            _ => false,
        };
        Dealings {
            carried: messages.map(|(_, message)| Carried(message)).collect(),
            awaits,
        }
    }
}

/// What a client has to do with one server.
#[derive(PartialEq, Eq)]
pub struct Dealings<'a> {
    carried: Vec<Carried<'a>>,
    awaits: bool,
}

/// The content of a message, whoever receives it.
struct Carried<'a>(&'a Message);

impl PartialEq for Carried<'_> {
    fn eq(&self, other: &Carried) -> bool {
        match (self.0, other.0) {
            (Message::Request(one, knew), Message::Request(other, knows)) => {
                one.commands == other.commands && knew == knows
            }
            (Message::Reply(one, knew), Message::Reply(other, knows)) => {
                one == other && knew == knows
            }
            (Message::Blocked, Message::Blocked) => true,
            _ => false,
        }
    }
}

impl Eq for Carried<'_> {}

impl Host {
    fn rename(&mut self, names: &mut dyn Rename) {
        Arc::make_mut(&mut self.server).restate(&mut InNames(names));
        self.owner = self.owner.map(|id| names.client(id));
        self.grants.rename(names);
        self.synced.rename(names);
        for next in &mut self.pending {
            next.holding.rename(names);
            next.by = next.by.map(|id| names.client(id));
        }
    }
}

impl Holding {
    fn rename(&mut self, names: &mut dyn Rename) {
        self.dataset.restate(&mut InNames(names));
        self.owner = self.owner.map(|id| names.client(id));
        self.grants.rename(names);
    }
}

/// The contents of a keyspace in other names.
struct InNames<'a>(&'a mut dyn Rename);

impl Restate for InNames<'_> {
    fn text(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        word(text, self.0)
    }

    fn deadline_ms(&mut self, at_ms: i64) -> i64 {
        self.0.moment_ms(at_ms)
    }
}

fn value(kept: &mut Value, names: &mut dyn Rename) {
    match kept {
        Value::Nil => {}
        Value::Int(number) => *number = names.number(*number),
        Value::Text(text) => {
            if let Some(new) = names.text(text) {
                *kept = Value::Text(Arc::new(new));
            }
        }
        Value::Array(all) => Arc::make_mut(all)
            .iter_mut()
            .for_each(|one| value(one, names)),
    }
}

fn state(state: &mut ClientState, names: &mut dyn Rename) {
    if let ClientState::Asleep { until_s } = state {
        *until_s = names.number(*until_s);
    }
}

fn errand(errand: &mut Errand, names: &mut dyn Rename) {
    match errand {
        Errand::None => {}
        Errand::Ready(requests, deadline_s) => {
            requests.iter_mut().for_each(|one| request(one, names));
            *deadline_s = deadline_s.map(|at_s| names.number(at_s));
        }
        Errand::Awaiting(awaited) => {
            for name in &mut awaited.messages {
                name.client = names.client(name.client);
            }
            awaited.deadline_s = awaited.deadline_s.map(|at_s| names.number(at_s));
        }
    }
}

fn messages(all: &mut [(MessageId, Message)], names: &mut dyn Rename) {
    for (name, message) in all {
        name.client = names.client(name.client);
        match message {
            Message::Request(one, knows) => {
                request(one, names);
                *knows = names.version(*knows);
            }
            Message::Blocked => {}
            Message::Reply(one, knows) => {
                reply(one, names);
                *knows = knows.map(|version| names.version(version));
            }
        }
    }
}

fn request(request: &mut Arc<Request>, names: &mut dyn Rename) {
    let request = Arc::make_mut(request);
    for text in request.commands.iter_mut().flatten() {
        if let Some(new) = argument(text, names) {
            *text = new;
        }
    }
}

fn reply(carried: &mut Reply, names: &mut dyn Rename) {
    match carried {
        Reply::Int(number) => *number = names.number(*number),
        Reply::Bulk(text)
        | Reply::Text(text)
        | Reply::Double(text)
        | Reply::BigNumber(text)
        | Reply::Verbatim(_, text)
        | Reply::Line(text) => {
            if let Some(new) = word(text, names) {
                *text = Arc::new(new);
            }
        }
        Reply::Array(all) | Reply::Set(all) | Reply::Push(all) | Reply::Several(all) => {
            all.iter_mut().for_each(|one| reply(one, names));
        }
        Reply::Map(pairs) | Reply::Pairs(pairs) => {
            for (name, one) in pairs {
                reply(name, names);
                reply(one, names);
            }
        }
        Reply::Status(_)
        | Reply::Bool(_)
        | Reply::Nil
        | Reply::NilArray
        | Reply::Nothing
        | Reply::Error(_) => {}
    }
}

/// A call of the library's sort is more code than this.
pub(super) fn insertion_sort<T>(all: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for end in 1..all.len() {
        let mut at = end;
        while at > 0
            && let (Some(one), Some(other)) = (all.get(at), all.get(at - 1))
            && is_before(one, other)
        {
            all.swap(at, at - 1);
            at -= 1;
        }
    }
}
