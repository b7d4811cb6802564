//! The four parts of a command, *Read*, *Send*, *Execute* and *Receive*, the step that joins them, and typed commands,
//! which are only executed.

use std::sync::Arc;

use super::attempt::Refusal;
use super::client::{Awaited, Client, ClientState, Errand};
use super::host::Host;
use super::id::{ClientId, MessageId};
use super::interpreter::says_yes;
use super::ledger::{Held, Ledger, Writer};
use super::moves::{CommandPart, NotEnabled, TYPED_BYTES_MAX};
use super::observer::Observer;
use super::property::{Property, lost_update, removed_lock};
use super::request::{Peer, Request};
use super::store::Effect;
use super::world::{Message, World};
use keyspace::{Advance, Begun, ConnectionId, Reply, words};
use lock::Program;

/// The most time that a typed command may take, in units of 10 ns: less than a frame, more than a useful command.
const TYPED_UNITS_MAX: u64 = 500_000;

/// A typed command that was run on a copy of its server.
pub(super) struct Typed {
    host: Host,
    argv: Vec<Vec<u8>>,
    reply: Reply,
}

impl World {
    /// Carries out the parts of the client's command that are outstanding, in their order. Of several requests each that
    /// can arrive is executed and answered before the next; a client decides by all of them, whatever their order. When none
    /// can, and the client has waited long enough, it goes on without.
    pub(super) fn step(&mut self, id: ClientId, observer: &mut dyn Observer) {
        if self.errand(id) == Errand::None {
            self.read(id, observer);
        }
        if let Errand::Ready(..) = self.errand(id) {
            self.send(id, observer);
        }
        let Errand::Awaiting(awaited) = self.errand(id) else {
            return;
        };
        let arrives = |message: &MessageId| self.can_arrive(*message);
        let all: Vec<MessageId> = awaited.messages.iter().copied().filter(arrives).collect();
        for (message, at) in all.iter().zip(1..) {
            if let Some(Message::Request(..)) = self.message(*message) {
                self.execute(*message, observer);
            }
            if self.can_arrive(*message) {
                self.receive(*message, at == all.len(), observer);
            }
        }
        if all.is_empty() && self.may_time_out(id) {
            self.time_out(id, observer);
        }
    }

    /// The second thread of the client makes a step.
    pub(super) fn meanwhile(&mut self, id: ClientId, observer: &mut dyn Observer) {
        self.change_threads(id, true);
        self.step(id, observer);
        self.change_threads(id, false);
    }

    fn change_threads(&mut self, id: ClientId, is_meanwhile: bool) {
        if let Some(client) = self.client_mut(id)
            && client.is_meanwhile != is_meanwhile
        {
            client.change_threads();
        }
    }

    fn errand(&self, id: ClientId) -> Errand {
        self.client(id)
            .map_or(Errand::None, |client| client.errand.clone())
    }

    /// Whether the client has waited for replies as long as it wants to.
    pub(super) fn may_time_out(&self, id: ClientId) -> bool {
        let clock_s = |client: &Client| client.clock_s(self.now_ms);
        self.client(id).is_some_and(|client| {
            let deadline_s = client.deadline_s();
            deadline_s.is_some_and(|deadline_s| deadline_s <= clock_s(client))
        })
    }

    /// The client goes on with the replies that have come. Those that come later are for nobody.
    pub(super) fn time_out(&mut self, id: ClientId, observer: &mut dyn Observer) {
        let Errand::Awaiting(awaited) = self.errand(id) else {
            return;
        };
        self.forget_replies(&awaited);
        observer.part(CommandPart::TimeOut);
        self.act(id, &awaited, None, observer);
    }

    /// Drops replies that nobody waits for any more.
    fn forget_replies(&mut self, awaited: &Awaited) {
        let is_reply = |name: &&MessageId| {
            let message = self.message(**name);
            matches!(message, Some(Message::Reply(..) | Message::Blocked))
        };
        let late: Vec<MessageId> = awaited.messages.iter().filter(is_reply).copied().collect();
        self.lose(&late);
    }

    /// The client goes on, with the one reply that it asked for or without.
    fn act(
        &mut self,
        id: ClientId,
        awaited: &Awaited,
        reply: Option<&Reply>,
        observer: &mut dyn Observer,
    ) {
        let around = self.surroundings();
        let Some(client) = self.client_mut(id) else {
            return;
        };
        client.errand = Errand::None;
        (client.answers, client.yes) = (awaited.answers, awaited.yes);
        let (had_until_ms, at) = (client.lease_end_ms(), client.at);
        client.receive(around, reply, observer);
        if awaited.answers > 0
            && let Some(client) = self.client(id).filter(|client| client.has_failed())
        {
            let refusal = self.refusal_of(client, at);
            observer.refused(refusal);
            if refusal == Refusal::Shut {
                observer.broke(Property::Shut.broken_by(&[id]));
            }
        }
        self.note_turn(id, had_until_ms);
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
        let had_until_ms = client.lease_end_ms();
        client.errand = client.read(around, observer);
        if let Errand::Ready(requests, _) = &client.errand {
            for request in requests {
                observer.request(request);
            }
        }
        self.note_turn(id, had_until_ms);
    }

    /// The command leaves for its server, or for several at once.
    pub(super) fn send(&mut self, id: ClientId, observer: &mut dyn Observer) {
        let Errand::Ready(requests, deadline_s) = self.errand(id) else {
            return;
        };
        observer.part(CommandPart::Send);
        let knows_version = self.client(id).map_or(0, |client| client.knows_version);
        let mut awaited = Awaited {
            messages: Vec::new(),
            deadline_s,
            are_several: requests.len() > 1,
            answers: 0,
            yes: 0,
        };
        for request in requests {
            let message = self.free_name(id, request.to, &awaited.messages);
            awaited.messages.push(message);
            observer.message(message);
            observer.request(&request);
            // Nobody listens at a server that is down.
            let is_lost = match request.to {
                Peer::Server(place) => self.host_up(place).is_err(),
                Peer::Store => false,
            } || self.loses_messages && !self.is_reachable(message);
            // The store alone judges by it.
            let knows = match request.to {
                Peer::Server(_) => 0,
                Peer::Store => knows_version,
            };
            if !is_lost {
                self.put(message, Message::Request(request, knows));
            }
        }
        if let Some(client) = self.client_mut(id) {
            client.errand = Errand::Awaiting(awaited);
        }
    }

    /// Executes a request that has arrived. The reply is lost when no client waits for it.
    pub(super) fn execute(&mut self, message: MessageId, observer: &mut dyn Observer) {
        let Some(Message::Request(request, knows)) = self.message(message).cloned() else {
            return;
        };
        let answer = match message.peer {
            Peer::Server(place) => {
                let place = usize::from(place);
                let sent: Vec<_> = request.sent().collect();
                let reply = self.execute_on(place, message, &sent, observer);
                reply.map(|reply| (reply, None))
            }
            Peer::Store => {
                Some(self.execute_on_store(message.client, &request.commands, knows, observer))
            }
        };
        let client = self.client(message.client);
        let is_awaited = client.is_some_and(|client| client.awaits(message));
        let is_lost = self.loses_messages && !self.is_reachable(message);
        observer.part(CommandPart::Execute);
        observer.message(message);
        observer.request(&request);
        let Some((reply, version)) = answer else {
            return self.put(message, Message::Blocked);
        };
        match (is_awaited && !is_lost, self.place(message)) {
            (true, _) => self.put(message, Message::Reply(reply.clone(), version)),
            (false, Ok(at)) => drop(self.messages.remove(at)),
            (false, Err(_)) => {}
        }
        observer.reply(&reply);
    }

    /// The reply; `None` when the client waits at the server for it.
    fn execute_on(
        &mut self,
        place: usize,
        message: MessageId,
        commands: &[Vec<Vec<u8>>],
        observer: &mut dyn Observer,
    ) -> Option<Reply> {
        let connection = self
            .client(message.client)
            .and_then(|client| client.connections.0.get(place).copied());
        let replicas = self.replicas_with_writes_of(message.client);
        let is_replicated = place == self.primary && self.hosts.iter().any(|host| host.is_replica);
        let now_ms = self.now_ms;
        let by = message.client;
        let client = self.client(by);
        let writer = Writer {
            id: by,
            is_awaited: client.is_some_and(|client| client.awaits(message)),
            is_acquiring: client.is_some_and(Client::is_acquiring),
            is_in: client.is_some_and(Client::believes),
        };
        let (Some(connection), Some(host)) = (connection, self.hosts.get_mut(place)) else {
            return Some(Reply::Nil);
        };
        let before = host.held(now_ms);
        let held = is_replicated.then(|| host.server.dataset());
        let mut answer = execute_all(host, connection, now_ms, commands, writer.is_awaited);
        let has_written = held.is_some_and(|held| held != host.server.dataset());
        let asks_for_replicas =
            |argv: &Vec<Vec<u8>>| argv.first().is_some_and(|name| name == b"WAIT");
        if let Some(reply) = &mut answer
            && is_replicated
            && !reply.is_error()
            && commands.first().is_some_and(asks_for_replicas)
        {
            *reply = Reply::Int(i64::try_from(replicas).unwrap_or(i64::MAX));
        }
        for of in self.note_request(place, &before, Some(writer)) {
            if removed_lock::is_broken(by, of, self.lease(of).is_some()) {
                observer.broke(Property::RemovedLock.broken_by(&[by, of]));
            }
        }
        if has_written {
            self.propagate(Some(message.client));
        }
        self.collect(place);
        answer
    }

    /// Takes note of what a request, of the reader where there is no writer, changed on a server that held this before.
    /// Returns the clients to whom the elements that it removed were granted.
    fn note_request(&mut self, place: usize, before: &Held, by: Option<Writer>) -> Vec<ClientId> {
        let (now_ms, lock_key) = (self.now_ms, self.lock_key().to_vec());
        let program = by.and_then(|by| self.client(by.id));
        let program = program.map(|client| Arc::clone(&client.program));
        let Some(host) = self.hosts.get_mut(place) else {
            return Vec::new();
        };
        let after = host.held(now_ms);
        if !after.has(&lock_key) {
            host.owner = None;
        } else if before.has_written(&after, &lock_key) {
            host.owner = by.map(|by| by.id);
        }
        host.grants.note(before, &after, by, &|key| {
            let is_lock =
                |program: &Arc<Program>| program.lock_key() == key || program.may_refuse_by(key);
            program.as_ref().is_some_and(is_lock)
        })
    }

    /// Answers a request to the store, whose sender knew of `knows` writes; then how many it knows of by the answer.
    fn execute_on_store(
        &mut self,
        id: ClientId,
        commands: &[Vec<Vec<u8>>],
        knows: u32,
        observer: &mut dyn Observer,
    ) -> (Reply, Option<u32>) {
        let (writes, writer) = (self.store.version, self.store.writer);
        let argv = commands.first().map_or(&[][..], Vec::as_slice);
        let (reply, effect) = self.store.answer(id, argv);
        if let (Effect::Written, Some(of)) = (&effect, lost_update::lost(id, knows, writes, writer))
        {
            observer.broke(Property::LostUpdate.broken_by(&[id, of]));
        }
        let tells = !matches!(effect, Effect::Refused);
        (reply, tells.then_some(self.store.version))
    }

    /// The reply arrives, and the client acts on it; when it asked several servers, with the last reply. It waits for those that
    /// arrive together with this one, unless this is the last of them.
    pub(super) fn receive(
        &mut self,
        message: MessageId,
        is_last: bool,
        observer: &mut dyn Observer,
    ) {
        let carried = match self.place(message).map(|at| self.messages.remove(at).1) {
            Ok(Message::Blocked) => self.take_served(message),
            carried => carried.ok(),
        };
        let Some(Message::Reply(reply, version)) = carried else {
            return;
        };
        observer.part(CommandPart::Receive);
        observer.message(message);
        observer.reply(&reply);
        let id = message.client;
        let (around, primary) = (self.surroundings(), self.client(id));
        let is_other = primary.is_some_and(|client| client.is_awaited_by_thread(message));
        let was_meanwhile = primary.is_some_and(|client| client.is_meanwhile);
        if is_other {
            self.change_threads(id, !was_meanwhile);
        }
        match message.peer {
            Peer::Server(place) => {
                for grants in self.grants_by(place) {
                    grants.answer(id);
                }
            }
            Peer::Store => {
                if let Some(client) = self.client_mut(id) {
                    client.knows_version = version.unwrap_or(client.knows_version);
                    client.stay_busy(around);
                }
            }
        }
        if let Errand::Awaiting(mut awaited) = self.errand(id) {
            awaited.messages.retain(|other| *other != message);
            awaited.answers = awaited.answers.saturating_add(1);
            awaited.yes = awaited.yes.saturating_add(u8::from(says_yes(&reply)));
            let client = self.client(id);
            let has_enough = client.is_some_and(|client| client.has_enough(around, &awaited));
            let is_decided = is_last && has_enough;
            match awaited.messages.is_empty() || is_decided {
                true => {
                    self.forget_replies(&awaited);
                    let one = Some(&reply).filter(|_| !awaited.are_several);
                    self.act(id, &awaited, one, observer);
                }
                false => {
                    if let Some(client) = self.client_mut(id) {
                        client.errand = Errand::Awaiting(awaited);
                    }
                }
            }
        }
        if is_other {
            self.change_threads(id, was_meanwhile);
        }
    }

    /// Takes note of what a client decided when its lines were run: it got in, left, starts over, or stopped. Before, it
    /// had a lease until this true time, if it had one.
    fn note_turn(&mut self, id: ClientId, had_until_ms: Option<i64>) {
        let (now_ms, version) = (self.now_ms, self.store.version);
        let Some(client) = self.clients.iter_mut().find(|client| client.id == id) else {
            return;
        };
        let was_in = had_until_ms.is_some();
        let has_entered = client.believes() && !was_in;
        let has_left = !client.believes() && was_in;
        if has_entered {
            // Only later writes are unknown to it.
            client.knows_version = version;
        }
        let has_stopped = matches!(client.state, ClientState::Failed(_));
        let has_failed = client.has_failed();
        let gives_up = matches!(client.state, ClientState::GaveUp);
        for grants in self.hosts.iter_mut().flat_map(Host::all_grants) {
            match () {
                () if has_stopped => grants.stop(id, had_until_ms, now_ms),
                () if has_entered => grants.enter(id),
                () if has_left => grants.leave(id),
                () if has_failed => grants.decline(id, gives_up),
                () => {}
            }
        }
        if has_left {
            self.lose_unawaited(id);
        }
    }

    /// The client's second thread has ended: the replies to it are for nobody.
    fn lose_unawaited(&mut self, id: ClientId) {
        let Some(client) = self.client(id) else {
            return;
        };
        let replies = self.messages().filter(|(_, is_reply)| *is_reply);
        let names = replies.map(|(name, _)| name);
        let unawaited: Vec<MessageId> = names
            .filter(|name| name.client == id && !client.awaits(*name))
            .collect();
        self.lose(&unawaited);
    }

    /// What is known of the grants of a server: there, and on those that replicate the same writes.
    fn grants_by(&mut self, place: u8) -> impl Iterator<Item = &mut Ledger> {
        let are_replicas = self.has_replicas();
        let hosts = self.hosts.iter_mut().enumerate();
        let same = hosts.filter(move |(at, _)| are_replicas || *at == usize::from(place));
        same.flat_map(|(_, host)| host.all_grants())
    }

    /// These messages are lost.
    pub(super) fn lose(&mut self, lost: &[MessageId]) {
        for message in lost {
            let is_reply = match self.message(*message) {
                Some(Message::Reply(..)) => true,
                // Who stops waiting closes the connection.
                Some(Message::Blocked) => {
                    let is_reply = self.is_served(*message);
                    if let Peer::Server(place) = message.peer {
                        self.unblock(message.client, usize::from(place));
                    }
                    is_reply
                }
                _ => false,
            };
            if let (true, Peer::Server(place)) = (is_reply, message.peer) {
                for grants in self.grants_by(place) {
                    grants.lose_answer(message.client);
                }
            }
        }
        self.messages.retain(|(name, _)| !lost.contains(name));
    }

    /// Runs a typed command on a copy of the primary.
    pub(super) fn typed(&self, line: &str) -> Result<Typed, NotEnabled> {
        let too_long = line.len() > TYPED_BYTES_MAX;
        let argv = words::split(line.as_bytes()).map_err(|_| NotEnabled::NoCommand)?;
        if too_long || argv.is_empty() {
            return Err(NotEnabled::NoCommand);
        }
        let primary = u8::try_from(self.primary).unwrap_or_default();
        let mut host = self.host_up(primary)?.clone();
        let clock_ms = host.clock_ms(self.now_ms);
        let reply = match Arc::make_mut(&mut host.server).begin(host.reader.0, clock_ms, &argv) {
            Begun::Done(reply) => reply,
            Begun::Waiting => return Err(NotEnabled::TooMuchWork),
            Begun::Running | Begun::Busy => {
                match Arc::make_mut(&mut host.server).advance(TYPED_UNITS_MAX) {
                    Advance::Done(reply) => reply,
                    Advance::Working(_) | Advance::Waiting | Advance::Idle => {
                        return Err(NotEnabled::TooMuchWork);
                    }
                }
            }
        };
        Ok(Typed { host, argv, reply })
    }

    /// Applies the result of a typed command.
    pub(super) fn accept(&mut self, typed: Typed, observer: &mut dyn Observer) {
        let place = self.primary;
        let now_ms = self.now_ms;
        let before = self.hosts.get(place).map(|host| host.held(now_ms));
        let held = self.hosts.get(place).map(|host| host.server.dataset());
        let has_written = held.is_some_and(|held| held != typed.host.server.dataset());
        if let Some(host) = self.hosts.get_mut(place) {
            *host = typed.host;
        }
        if let Some(before) = before {
            self.note_request(place, &before, None);
        }
        if has_written {
            self.propagate(None);
        }
        self.collect(place);
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

    /// The lowest number that no message of the client to that peer has, on its way or awaited.
    fn free_name(&self, client: ClientId, peer: Peer, taken: &[MessageId]) -> MessageId {
        let mut message = MessageId { client, peer, n: 0 };
        let is_awaited = |message| {
            self.client(client)
                .is_some_and(|client| client.awaits(message))
        };
        while self.place(message).is_ok() || taken.contains(&message) || is_awaited(message) {
            message.n += 1;
        }
        message
    }
}

/// Runs the commands of a request one after the other, with nobody's in between. The reply is the last one's, or the
/// first refusal; `None` when the only one waits for an element. Nobody waits for a client that is gone.
fn execute_all(
    host: &mut Host,
    connection: ConnectionId,
    now_ms: i64,
    commands: &[Vec<Vec<u8>>],
    may_wait: bool,
) -> Option<Reply> {
    let clock_ms = host.clock_ms(now_ms);
    let mut refused = None;
    let mut last = Reply::Nil;
    if let ([argv], true) = (commands, may_wait)
        && argv.first().is_some_and(|name| lock::blocks(name))
    {
        return match Arc::make_mut(&mut host.server).begin(connection, clock_ms, argv) {
            Begun::Done(reply) => Some(reply),
            Begun::Waiting | Begun::Running | Begun::Busy => None,
        };
    }
    for argv in commands {
        last = Arc::make_mut(&mut host.server).execute(connection, clock_ms, argv);
        if last.is_error() && refused.is_none() {
            refused = Some(last.clone());
        }
    }
    Some(refused.unwrap_or(last))
}
