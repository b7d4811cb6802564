//! What the server sends without having been asked just then: the reply to a command that waited, messages of channels,
//! what MONITOR shows.

use crate::reply::Reply;

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
