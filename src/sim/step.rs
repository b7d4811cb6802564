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
            if let Some(Message::Request(..)) = self.message(message) {
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
        let did_believe = client.believes();
        if let Some(request) = client.read(around, observer) {
            let request = Arc::new(request);
            observer.request(&request);
            client.errand = Errand::Ready(request);
        }
        self.note_turn(id, did_believe);
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
        let knows = self.client(id).map_or(0, |client| client.knows_version);
        self.put(message, Message::Request(Arc::clone(&request), knows));
        observer.part(CommandPart::Send);
        observer.message(message);
        observer.request(&request);
    }

    /// Executes a request that has arrived. The reply is lost when no client waits for it.
    pub(super) fn execute(&mut self, message: MessageId, observer: &mut dyn Observer) {
        let Some(Message::Request(request, knows)) = self.message(message).cloned() else {
            return;
        };
        let (reply, version) = match message.peer {
            Peer::Server(place) => {
                let place = usize::from(place);
                let reply = self.execute_on(place, message, &request.commands, observer);
                (reply, None)
            }
            Peer::Store => {
                self.execute_on_store(message.client, &request.commands, knows, observer)
            }
        };
        let awaited = self.errand(message.client) == Errand::Awaiting(message);
        match (awaited, self.place(message)) {
            (true, _) => self.put(message, Message::Reply(reply.clone(), version)),
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
        let now_ms = self.now_ms;
        let (Some(connection), Some(host)) = (connection, self.hosts.get_mut(place)) else {
            return Reply::Nil;
        };
        let reply = execute_all(host, connection, now_ms, commands);
        if before.is_some()
            && self.lock_value(place).is_none()
            && let Some(of) = self.granted(place)
            && of != message.client
            && self.lease(of).is_some()
        {
            let by = message.client;
            observer.broke(Broken::RemovedLock { by, of });
        }
        self.note_key(place, before.as_ref(), Some(message.client));
        reply
    }

    /// Takes note of what became of the lock's key on a server, `before` being its value, by a command of `by`;
    /// `None` stands for the reader.
    pub(super) fn note_key(&mut self, place: usize, before: Option<&Bytes>, by: Option<ClientId>) {
        let Some(after) = self.lock_value(place) else {
            return self.forget_key(place);
        };
        if before.is_some_and(|before| Arc::ptr_eq(before, after)) {
            // A write makes a new value, even of the same bytes: this one was not written.
            return;
        }
        let Some(host) = self.hosts.get_mut(place) else {
            return;
        };
        host.owner = by;
        match (by, before) {
            (Some(by), None) => host.grants.create(by),
            (Some(by), Some(_)) => host.grants.overwrite(by),
            (None, _) => {}
        }
    }

    /// Answers a request to the store, whose sender knew of `knows` writes; then how many it knows of by the answer.
    fn execute_on_store(
        &mut self,
        id: ClientId,
        commands: &[Vec<Vec<u8>>],
        knows: u32,
        observer: &mut dyn Observer,
    ) -> (Reply, Option<u32>) {
        let before = (self.store.version, self.store.writer);
        let argv = commands.first().map_or(&[][..], Vec::as_slice);
        let (reply, effect) = self.store.answer(id, argv);
        if let (Effect::Written, (version, Some(of))) = (&effect, before)
            && of != id
            && knows < version
        {
            observer.broke(Broken::LostUpdate { by: id, of });
        }
        let tells = !matches!(effect, Effect::Refused);
        (reply, tells.then_some(self.store.version))
    }

    /// The reply arrives, and the client acts on it.
    pub(super) fn receive(&mut self, message: MessageId, observer: &mut dyn Observer) {
        let around = self.surroundings();
        let (reply, version) = match self.place(message).map(|at| self.messages.remove(at)) {
            Ok((_, Message::Reply(reply, version))) => (reply, version),
            _ => return,
        };
        observer.part(CommandPart::Receive);
        observer.message(message);
        let id = message.client;
        let Some(client) = self.client_mut(id) else {
            return;
        };
        client.errand = Errand::None;
        client.knows_version = version.unwrap_or(client.knows_version);
        let did_believe = client.believes();
        client.receive(around, &reply, observer);
        observer.reply(&reply);
        if let Peer::Server(place) = message.peer
            && let Some(host) = self.hosts.get_mut(usize::from(place))
        {
            host.grants.answer(id);
        }
        if self.is_shut_for(id) {
            observer.broke(Broken::Shut(id));
        }
        self.note_turn(id, did_believe);
    }

    /// Takes note of what a client decided when its lines were run: it got in, left, or starts over.
    fn note_turn(&mut self, id: ClientId, did_believe: bool) {
        let (now_ms, version) = (self.now_ms, self.store.version);
        let Some(client) = self.clients.iter_mut().find(|client| client.id == id) else {
            return;
        };
        let until_ms = client.lease.map(|lease| client.true_ms(lease.until_ms));
        if until_ms.is_some() && !did_believe {
            // Only later writes are unknown to it.
            client.knows_version = version;
        }
        let has_failed = client.has_failed() && client.errand == Errand::None;
        for host in &mut self.hosts {
            match until_ms {
                Some(until_ms) if !did_believe => host.grants.enter(id, until_ms, now_ms),
                None if did_believe => host.grants.leave(id),
                None if has_failed => host.grants.decline(id),
                _ => {}
            }
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
        let before = self.lock_value(0).cloned();
        if let Some(host) = self.hosts.first_mut() {
            *host = typed.host;
        }
        self.note_key(0, before.as_ref(), None);
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
