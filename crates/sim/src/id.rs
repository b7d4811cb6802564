//! The names of clients and of messages.

use std::fmt;

use super::request::Peer;

/// How many clients a world has at most.
pub const CLIENTS_MAX: usize = 9;

/// The name of a client: C1, C2 ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientId(pub u8);

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "C{}", self.0)
    }
}

/// The name of a message: a request, then the reply to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId {
    /// The client that sent the request.
    pub client: ClientId,
    /// The receiver of the request.
    pub peer: Peer,
    /// Tells apart what one client has on its way to one peer. A number is used again once its reply is received.
    pub n: u32,
}

impl MessageId {
    /// The only message that a client has in transit to the first server.
    pub const fn of(client: ClientId) -> MessageId {
        MessageId {
            client,
            peer: Peer::Server(0),
            n: 0,
        }
    }
}
