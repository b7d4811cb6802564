//! What the server sends without having been asked just then: the reply to a command that waited, messages of channels,
//! what MONITOR shows.

use crate::reply::Reply;
use crate::server::Server;
use crate::server::connection::ConnectionId;

/// What arrives at a connection by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Delivery {
    /// The reply to the command that the connection waited with.
    Reply(Reply),
    /// A message.
    Message(Reply),
    /// The server has closed the connection.
    Closed,
}

impl Server {
    /// What has arrived at a connection since the last call, in the order of the server's sending. Whoever lets
    /// connections wait, subscribe or monitor has to ask.
    pub fn take_deliveries(&mut self, id: ConnectionId) -> Vec<Delivery> {
        let outbox = &mut self.audience.outbox;
        if !outbox.iter().any(|(to, _)| *to == id) {
            return Vec::new();
        }
        let own = outbox.extract_if(.., |(to, _)| *to == id);
        own.map(|(_, delivery)| delivery).collect()
    }

    /// Whether anything has arrived at a connection that was not taken.
    pub fn has_deliveries(&self, id: ConnectionId) -> bool {
        self.audience.outbox.iter().any(|(to, _)| *to == id)
    }
}
