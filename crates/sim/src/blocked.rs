//! Blocked clients, which wait at a server until an element is pushed. The connection waits in the keyspace, and what it is served with is
//! kept with the servers until the client receives it: whoever pushes the element needs to know nothing of that client.

use std::sync::Arc;

use super::apart::insertion_sort;
use super::client::Client;
use super::id::{ClientId, MessageId};
use super::moves::NotEnabled;
use super::request::Peer;
use super::world::{Message, World};
use keyspace::{Delivery, Reply};

impl World {
    /// Whether the reply to a blocked client's request is in transit.
    pub(super) fn is_served(&self, message: MessageId) -> bool {
        self.place_served(message).is_some()
    }

    /// The replies to clients that were blocked, in transit. Each has the name of the first message to its server.
    pub fn served(&self) -> impl Iterator<Item = (MessageId, &Reply)> {
        let all = self.served.iter();
        all.filter_map(|(name, message)| match message {
            Message::Reply(reply, _) => Some((*name, reply)),
            Message::Request(..) | Message::Blocked => None,
        })
    }

    /// The content of a message, if there is one, unless it waits at its server.
    pub(super) fn unblocked(&self, message: MessageId) -> Result<Option<&Message>, NotEnabled> {
        match self.message(message) {
            Some(Message::Blocked) if !self.is_served(message) => {
                Err(NotEnabled::Blocked(message.client))
            }
            carried => Ok(carried),
        }
    }

    /// That reply, which has arrived.
    pub(super) fn take_served(&mut self, message: MessageId) -> Option<Message> {
        let at = self.place_served(message)?;
        Some(self.served.remove(at).1)
    }

    fn place_served(&self, message: MessageId) -> Option<usize> {
        let mut all = self.served.iter();
        all.position(|(served, _)| served.client == message.client && served.peer == message.peer)
    }

    /// Takes what a server has sent to blocked clients.
    pub(super) fn collect(&mut self, place: usize) {
        let Some(host) = self.hosts.get_mut(place) else {
            return;
        };
        for client in &self.clients {
            let Some(connection) = client.connections.0.get(place) else {
                continue;
            };
            if !host.server.has_deliveries(*connection) {
                continue;
            }
            for delivery in Arc::make_mut(&mut host.server).take_deliveries(*connection) {
                if let (Delivery::Reply(reply), Ok(place)) = (delivery, u8::try_from(place)) {
                    let peer = Peer::Server(place);
                    let client = client.id;
                    let name = MessageId { client, peer, n: 0 };
                    self.served.push((name, Message::Reply(reply, None)));
                }
            }
        }
        insertion_sort(&mut self.served, |one, other| one.0 < other.0);
    }

    /// A client waits at a server no more, nor for what it was served with there.
    pub(super) fn unblock(&mut self, id: ClientId, place: usize) {
        let connection = self.client(id);
        let connection = connection.and_then(|client| client.connections.0.get(place).copied());
        if let (Some(connection), Some(host)) = (connection, self.hosts.get_mut(place))
            && host.server.is_waiting(connection)
        {
            Arc::make_mut(&mut host.server).interrupt(connection);
        }
        let peer = u8::try_from(place).map(Peer::Server);
        self.served
            .retain(|(served, _)| served.client != id || Ok(served.peer) != peer);
    }

    /// So do these clients.
    pub(super) fn unblock_all(&mut self, place: u8, whose: impl Fn(&Client) -> bool) {
        let all = self.clients.iter().filter(|client| whose(client));
        let all: Vec<ClientId> = all.map(Client::id).collect();
        for id in all {
            self.unblock(id, usize::from(place));
        }
    }
}
