//! What is told of a move while it is made. Nothing is computed for an observer that does not ask: `()` looks away, and
//! an [`Outcome`](super::Outcome) takes note of everything.

use std::sync::Arc;

use super::attempt::Refusal;
use super::id::MessageId;
use super::moves::{CommandPart, Move};
use super::property::Violation;
use super::request::Request;
use super::world::World;
use keyspace::Reply;

/// One who watches a move. Each of these does nothing unless it is written.
pub trait Observer {
    /// The move can be made, and this is the world before it.
    fn begin(&mut self, _before: &World, _mv: &Move) {}
    /// A part of a command was carried out.
    fn part(&mut self, _part: CommandPart) {}
    /// A line of the client's program was run, from 1. Several ops of one line are told one by one.
    fn line(&mut self, _line: u32) {}
    /// This message was sent, executed or received.
    fn message(&mut self, _message: MessageId) {}
    /// This request was computed, sent or executed.
    fn request(&mut self, _request: &Arc<Request>) {}
    /// This reply was given or received.
    fn reply(&mut self, _reply: &Reply) {}
    /// The client was answered, and its attempt to get the lock has failed.
    fn refused(&mut self, _refusal: Refusal) {}
    /// The execution of a request broke a property.
    fn broke(&mut self, _violation: Violation) {}
    /// The move is made, and this is the world after it.
    fn end(&mut self, _after: &World) {}
}

impl Observer for () {}
