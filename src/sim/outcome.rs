//! What a move did, as plain facts: everything that is drawn, narrated or judged about a move is read from here.

use super::client::{ClientId, Lease};
use super::moves::Move;
use super::property::{self, Broken};
use super::request::Request;
use super::store::Store;
use super::world::{MessageId, World};
use crate::keyspace::{Bytes, Reply};

/// Something before and after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<T> {
    /// As it was.
    pub before: T,
    /// As it is now.
    pub after: T,
}

/// A part of a command's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandPart {
    /// The client read its clock and computed its command, or found that it has none to send.
    Read,
    /// The request left the client.
    Send,
    /// The server executed it.
    Execute,
    /// The reply reached the client.
    Receive,
}

/// What a move did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move.
    pub mv: Move,
    /// The client that moved; `None` for time, and for what the reader typed.
    pub client: Option<ClientId>,
    /// Which parts of a command's way were gone, in order. What the reader typed is only executed.
    pub parts: Vec<CommandPart>,
    /// The message that was sent, executed or received.
    pub message: Option<MessageId>,
    /// What was computed, sent or executed; `None` when the move did none of that.
    pub request: Option<Request>,
    /// What was answered to it, or was received.
    pub reply: Option<Reply>,
    /// The lines of the client's program that were run, from 1, in order.
    pub lines: Vec<u32>,
    /// The true time, in Unix milliseconds.
    pub now_ms: Change<i64>,
    /// The lock's value on the first server; `None` when there is no such key.
    pub value: Change<Option<Bytes>>,
    /// The store that the clients guard.
    pub store: Change<Store>,
    /// Who wrote the lock's value last.
    pub owner: Change<Option<ClientId>>,
    /// Who acts as the holder.
    pub believers: Change<Vec<ClientId>>,
    /// Whose lease is valid by the true clock, and until when.
    pub leases: Change<Vec<(ClientId, Lease)>>,
    /// What this move broke that was whole before it.
    pub broken: Vec<Broken>,
}

impl Outcome {
    pub(super) fn begin(world: &World, mv: &Move) -> Outcome {
        let same = |value: Option<Bytes>| Change {
            before: value.clone(),
            after: value,
        };
        Outcome {
            mv: mv.clone(),
            client: mv.client(),
            parts: Vec::new(),
            message: None,
            request: None,
            reply: None,
            lines: Vec::new(),
            now_ms: Change {
                before: world.now_ms(),
                after: world.now_ms(),
            },
            value: same(world.lock_value(0).cloned()),
            store: Change {
                before: world.store().clone(),
                after: Store::default(),
            },
            owner: Change {
                before: world.recorded_owner(0),
                after: None,
            },
            believers: Change {
                before: world.believers(),
                after: Vec::new(),
            },
            leases: Change {
                before: leases(world),
                after: Vec::new(),
            },
            broken: Vec::new(),
        }
    }

    pub(super) fn end(&mut self, world: &World) {
        self.now_ms.after = world.now_ms();
        self.value.after = world.lock_value(0).cloned();
        self.store.after = world.store().clone();
        self.owner.after = world.recorded_owner(0);
        self.believers.after = world.believers();
        self.leases.after = leases(world);
        property::judge(self);
    }

    /// Whether the move went that part of a command's way.
    pub fn has(&self, part: CommandPart) -> bool {
        self.parts.contains(&part)
    }

    /// Whether the reader typed it.
    pub fn is_typed(&self) -> bool {
        matches!(self.mv, Move::Type(_))
    }

    /// Who has begun to act as the holder.
    pub fn entered(&self) -> Vec<ClientId> {
        fresh(&self.believers.before, &self.believers.after)
    }

    /// Who has stopped acting as the holder.
    pub fn left(&self) -> Vec<ClientId> {
        fresh(&self.believers.after, &self.believers.before)
    }

    /// The leases that have begun.
    pub fn leases_begun(&self) -> Vec<(ClientId, Lease)> {
        fresh(&self.leases.before, &self.leases.after)
    }

    /// The leases that have ended, by time or by their holder's release.
    pub fn leases_ended(&self) -> Vec<(ClientId, Lease)> {
        fresh(&self.leases.after, &self.leases.before)
    }
}

/// What is in `new` and not in `old`.
pub(super) fn fresh<T: Copy + PartialEq>(old: &[T], new: &[T]) -> Vec<T> {
    new.iter()
        .filter(|item| !old.contains(item))
        .copied()
        .collect()
}

fn leases(world: &World) -> Vec<(ClientId, Lease)> {
    let all = world.clients().iter().map(|client| client.id());
    all.filter_map(|id| world.lease(id).map(|lease| (id, lease)))
        .collect()
}
