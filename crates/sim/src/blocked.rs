//! Blocked clients, which wait at a server until an element is pushed. The connection waits in the keyspace, and what it is served with is
//! kept with the servers until the client receives it: whoever pushes the element needs to know nothing of that client.

use std::sync::Arc;

use super::client::Client;
use super::id::{ClientId, MessageId};
use super::request::Peer;
use super::world::World;
use keyspace::{Delivery, Reply};

impl World {
    /// Whether the reply to a blocked client's request is in transit.
    pub(super) fn is_served(&self, message: MessageId) -> bool {
        self.place_served(message).is_some()
    }

    /// That reply, which has arrived.
    pub(super) fn take_served(&mut self, message: MessageId) -> Option<Reply> {
        let at = self.place_served(message)?;
        Some(self.served.remove(at).2)
    }

    fn place_served(&self, message: MessageId) -> Option<usize> {
        let mut all = self.served.iter();
        all.position(|(id, place, _)| *id == message.client && Peer::Server(*place) == message.peer)
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
                    let served = (client.id, place);
                    let at = self
                        .served
                        .partition_point(|(id, at, _)| (*id, *at) < served);
                    self.served.insert(at, (client.id, place, reply));
                }
            }
        }
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
        self.served
            .retain(|(of, at, _)| *of != id || usize::from(*at) != place);
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
