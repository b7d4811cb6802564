//! The four parts of a command, *Read*, *Send*, *Execute* and *Receive*, the step that joins them, and typed commands,
//! which are only executed.

use std::sync::Arc;

use super::client::{ClientId, Errand};
use super::moves::{NotEnabled, TYPED_BYTES_MAX};
use super::observer::Observer;
use super::outcome::CommandPart;
use super::property::Broken;
use super::request::{Peer, Request};
use super::store::Effect;
use super::world::{Host, Message, MessageId, World};
use crate::keyspace::{Advance, Begun, Bytes, ConnectionId, Reply, words};

/// The most time that a typed command may take, in units of 10 ns: less than a frame, more than a useful command.
const TYPED_UNITS_MAX: u64 = 500_000;

/// A typed command that was run on a copy of its server.
pub(super) struct Typed {
    host: Host,
    argv: Vec<Vec<u8>>,
    reply: Reply,
}

impl World {
    /// Carries out the parts of the client's command that are outstanding, in their order.
    pub(super) fn step(&mut self, id: ClientId, observer: &mut dyn Observer) {
        if self.errand(id) == Errand::None {
            self.read(id, observer);
        }
        if let Errand::Ready(_) = self.errand(id) {
            self.send(id, observer);
        }
        if let Errand::Awaiting(message) = self.errand(id) {
            if let Some(Message::Request(_)) = self.message(message) {
                self.execute(message, observer);
            }
            self.receive(message, observer);
        }
    }

    fn errand(&self, id: ClientId) -> Errand {
        self.client(id)
            .map_or(Errand::None, |client| client.errand.clone())
    }

    /// The content of a message; `None` when there is no message of that name.
    pub(super) fn message(&self, message: MessageId) -> Option<&Message> {
        let at = self.place(message).ok()?;
        self.messages.get(at).map(|(_, carried)| carried)
    }

    /// The client reads its clock and computes its command.
    pub(super) fn read(&mut self, id: ClientId, observer: &mut dyn Observer) {
        let around = self.surroundings();
        observer.part(CommandPart::Read);
        let Some(client) = self.client_mut(id) else {
            return;
        };
        let did_believe = client.believes;
        if let Some(request) = client.read(around, observer) {
            let request = Arc::new(request);
            observer.request(&request);
            client.errand = Errand::Ready(request);
        }
        self.learn_on_entering(id, did_believe);
    }

    /// The command leaves for its server.
    pub(super) fn send(&mut self, id: ClientId, observer: &mut dyn Observer) {
        let request = match self.errand(id) {
            Errand::Ready(request) => request,
            _ => return,
        };
        let message = self.free_name(id, request.to);
        if let Some(client) = self.client_mut(id) {
            client.errand = Errand::Awaiting(message);
        }
        self.put(message, Message::Request(Arc::clone(&request)));
        observer.part(CommandPart::Send);
        observer.message(message);
        observer.request(&request);
    }

    /// Executes a request that has arrived. The reply is lost when no client waits for it.
    pub(super) fn execute(&mut self, message: MessageId, observer: &mut dyn Observer) {
        let Some(Message::Request(request)) = self.message(message).cloned() else {
            return;
        };
        let reply = match message.peer {
            Peer::Server(place) => {
                self.execute_on(usize::from(place), message, &request.commands, observer)
            }
            Peer::Store => self.execute_on_store(message.client, &request.commands, observer),
        };
        let awaited = self.errand(message.client) == Errand::Awaiting(message);
        match (awaited, self.place(message)) {
            (true, _) => self.put(message, Message::Reply(reply.clone())),
            (false, Ok(at)) => drop(self.messages.remove(at)),
            (false, Err(_)) => {}
        }
        observer.part(CommandPart::Execute);
        observer.message(message);
        observer.request(&request);
        observer.reply(&reply);
    }

    fn execute_on(
        &mut self,
        place: usize,
        message: MessageId,
        commands: &[Vec<Vec<u8>>],
        observer: &mut dyn Observer,
    ) -> Reply {
        let connection = self
            .client(message.client)
            .and_then(|client| client.connections.0.get(place).copied());
        let before = self.lock_value(place).cloned();
        let owner_before = self.recorded_owner(place);
        let now_ms = self.now_ms;
        let (Some(connection), Some(host)) = (connection, self.hosts.get_mut(place)) else {
            return Reply::Nil;
        };
        let reply = execute_all(host, connection, now_ms, commands);
        let after = self.lock_value(place).cloned();
        let owner = match &after {
            None => None,
            Some(after) if is_untouched(&before, after) => owner_before,
            Some(_) => Some(message.client),
        };
        if let Some(host) = self.hosts.get_mut(place) {
            host.owner = owner;
        }
        if before.is_some() && after.is_none() && owner_before != Some(message.client) {
            let mut of = self.leaseholders();
            of.retain(|id| *id != message.client);
            if !of.is_empty() {
                let by = message.client;
                observer.broke(Broken::RemovedLock { by, of });
            }
        }
        reply
    }

    fn execute_on_store(
        &mut self,
        id: ClientId,
        commands: &[Vec<Vec<u8>>],
        observer: &mut dyn Observer,
    ) -> Reply {
        let before = (self.store.version, self.store.writer);
        let argv = commands.first().map_or(&[][..], Vec::as_slice);
        let (reply, effect) = self.store.answer(id, argv);
        let version = self.store.version;
        let Some(client) = self.client_mut(id) else {
            return reply;
        };
        if let (Effect::Written, (of_version, Some(of))) = (&effect, before)
            && of != id
            && client.knows_version < of_version
        {
            observer.broke(Broken::LostUpdate { by: id, of });
        }
        if !matches!(effect, Effect::Refused) {
            client.knows_version = version;
        }
        reply
    }

    /// The reply arrives, and the client acts on it.
    pub(super) fn receive(&mut self, message: MessageId, observer: &mut dyn Observer) {
        let around = self.surroundings();
        let reply = match self.place(message).map(|at| self.messages.remove(at)) {
            Ok((_, Message::Reply(reply))) => reply,
            _ => return,
        };
        observer.part(CommandPart::Receive);
        observer.message(message);
        let Some(client) = self.client_mut(message.client) else {
            return;
        };
        client.errand = Errand::None;
        let did_believe = client.believes;
        client.receive(around, &reply, observer);
        observer.reply(&reply);
        self.learn_on_entering(message.client, did_believe);
    }

    /// Marks the store's version as known to a client that has just got the lock: only later writes are unknown to it.
    fn learn_on_entering(&mut self, id: ClientId, did_believe: bool) {
        let version = self.store.version;
        if let Some(client) = self.client_mut(id)
            && client.believes
            && !did_believe
        {
            client.knows_version = version;
        }
    }

    /// Runs a typed command on a copy of the first server.
    pub(super) fn typed(&self, line: &str) -> Result<Typed, NotEnabled> {
        let too_long = line.len() > TYPED_BYTES_MAX;
        let argv = words::split(line.as_bytes()).map_err(|_| NotEnabled::NoCommand)?;
        let host = self.hosts.first().filter(|_| !too_long && !argv.is_empty());
        let mut host = host.cloned().ok_or(NotEnabled::NoCommand)?;
        let reply = match host.server.begin(host.reader.0, self.now_ms, &argv) {
            Begun::Done(reply) => reply,
            Begun::Running | Begun::Busy => match host.server.advance(TYPED_UNITS_MAX) {
                Advance::Done(reply) => reply,
                Advance::Working(_) | Advance::Idle => return Err(NotEnabled::TooMuchWork),
            },
        };
        Ok(Typed { host, argv, reply })
    }

    /// Applies the result of a typed command.
    pub(super) fn accept(&mut self, typed: Typed, observer: &mut dyn Observer) {
        let (before, owner) = (self.lock_value(0).cloned(), self.recorded_owner(0));
        if let Some(host) = self.hosts.first_mut() {
            *host = typed.host;
        }
        let after = self.lock_value(0);
        let owner = owner.filter(|_| after.is_some_and(|after| is_untouched(&before, after)));
        if let Some(host) = self.hosts.first_mut() {
            host.owner = owner;
        }
        observer.part(CommandPart::Execute);
        observer.request(&Arc::new(Request::one(typed.argv)));
        observer.reply(&typed.reply);
    }

    /// Where a message is, or would be.
    fn place(&self, message: MessageId) -> Result<usize, usize> {
        self.messages
            .binary_search_by_key(&message, |(name, _)| *name)
    }

    fn put(&mut self, message: MessageId, carried: Message) {
        match self.place(message) {
            Ok(at) => {
                if let Some(place) = self.messages.get_mut(at) {
                    place.1 = carried;
                }
            }
            Err(at) => self.messages.insert(at, (message, carried)),
        }
    }

    /// The lowest number that no message of the client to that peer has.
    fn free_name(&self, client: ClientId, peer: Peer) -> MessageId {
        let mut message = MessageId { client, peer, n: 0 };
        while self.place(message).is_ok() {
            message.n += 1;
        }
        message
    }
}

/// Runs the commands of a request one after the other, with nobody's in between. The reply is the last one's, or the
/// first refusal.
fn execute_all(
    host: &mut Host,
    connection: ConnectionId,
    now_ms: i64,
    commands: &[Vec<Vec<u8>>],
) -> Reply {
    let mut refused = None;
    let mut last = Reply::Nil;
    for argv in commands {
        last = host.server.execute(connection, now_ms, argv);
        if last.is_error() && refused.is_none() {
            refused = Some(last.clone());
        }
    }
    refused.unwrap_or(last)
}

/// Whether the value was not written since it was `before`. A write makes a new value, even of the same bytes.
fn is_untouched(before: &Option<Bytes>, after: &Bytes) -> bool {
    before
        .as_ref()
        .is_some_and(|before| Arc::ptr_eq(before, after))
}
