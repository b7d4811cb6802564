//! The four parts of a command, *Read*, *Send*, *Execute* and *Receive*, and the step that is made of them.

use std::sync::Arc;

use super::client::{ClientId, Errand};
use super::outcome::{Arrow, Outcome, Toward};
use super::property::Broken;
use super::world::{Message, MessageId, World};
use crate::keyspace::Bytes;

/// The server that programs talk to: the language names no other yet.
const SERVER: usize = 0;

impl World {
    /// Whichever parts of the client's command are outstanding, in their order.
    pub(super) fn step(&mut self, id: ClientId, outcome: &mut Outcome) {
        if self.errand(id) == Errand::None {
            self.read(id, outcome);
        }
        if let Errand::Ready(_) = self.errand(id) {
            self.send(id, outcome);
        }
        if let Errand::Awaiting(message) = self.errand(id) {
            self.execute(message, outcome);
            self.receive(message, outcome);
        }
    }

    fn errand(&self, id: ClientId) -> Errand {
        self.client(id)
            .map_or(Errand::None, |client| client.errand.clone())
    }

    /// The client reads its clock and computes its command.
    fn read(&mut self, id: ClientId, outcome: &mut Outcome) {
        let around = self.surroundings();
        let Some(client) = self.client_mut(id) else {
            return;
        };
        if let Some(argv) = client.read(around, &mut outcome.lines) {
            client.errand = Errand::Ready(argv);
        }
    }

    /// The command leaves for the server.
    fn send(&mut self, id: ClientId, outcome: &mut Outcome) {
        let message = self.free_name(id, SERVER);
        let Some(client) = self.client_mut(id) else {
            return;
        };
        let errand = std::mem::replace(&mut client.errand, Errand::Awaiting(message));
        if let Errand::Ready(argv) = errand {
            outcome.command = Some(argv.clone());
            outcome.arrows.push(Arrow {
                message,
                toward: Toward::Server,
            });
            self.put(message, Message::Request(argv));
        }
    }

    /// The server executes a request that has arrived. Nothing to do for one that it has executed already.
    fn execute(&mut self, message: MessageId, outcome: &mut Outcome) {
        let argv = match self.place(message).map(|at| self.messages.get(at)) {
            Ok(Some((_, Message::Request(argv)))) => argv.clone(),
            _ => return,
        };
        let connection = self
            .client(message.client)
            .and_then(|client| client.connections.get(message.server).copied());
        let before = self.lock_value(message.server).cloned();
        let owner_before = self.recorded_owner(message.server);
        let now_ms = self.now_ms;
        let (Some(connection), Some(host)) = (connection, self.hosts.get_mut(message.server))
        else {
            return;
        };
        let reply = host.server.execute(connection, now_ms, &argv);
        let after = self.lock_value(message.server).cloned();
        let owner = match &after {
            None => None,
            Some(after) if is_untouched(&before, after) => owner_before,
            Some(_) => Some(message.client),
        };
        if let Some(host) = self.hosts.get_mut(message.server) {
            host.owner = owner;
        }
        if before.is_some() && after.is_none() && owner_before != Some(message.client) {
            let mut of = self.leaseholders();
            of.retain(|id| *id != message.client);
            if !of.is_empty() {
                let by = message.client;
                outcome.broken.push(Broken::RemovedLock { by, of });
            }
        }
        outcome.reply = Some(reply.clone());
        self.put(message, Message::Reply(reply));
    }

    /// The reply arrives, and the client acts on it.
    fn receive(&mut self, message: MessageId, outcome: &mut Outcome) {
        let around = self.surroundings();
        let reply = match self.place(message).map(|at| self.messages.remove(at)) {
            Ok((_, Message::Reply(reply))) => reply,
            _ => return,
        };
        let Some(client) = self.client_mut(message.client) else {
            return;
        };
        client.errand = Errand::None;
        client.receive(around, &reply, &mut outcome.lines);
        outcome.arrows.push(Arrow {
            message,
            toward: Toward::Client,
        });
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

    /// The lowest number that the client has not on its way to the server.
    fn free_name(&self, client: ClientId, server: usize) -> MessageId {
        let mut message = MessageId {
            client,
            server,
            n: 0,
        };
        while self.place(message).is_ok() {
            message.n += 1;
        }
        message
    }
}

/// Whether nobody has written the value since it was `before`. A write makes a new value, though its bytes be the same.
fn is_untouched(before: &Option<Bytes>, after: &Bytes) -> bool {
    before
        .as_ref()
        .is_some_and(|before| Arc::ptr_eq(before, after))
}
