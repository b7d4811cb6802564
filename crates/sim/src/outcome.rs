//! The effects of a move, as plain facts. The drawing, the sentences and the judgement of a move all use them.

use std::sync::Arc;

use super::attempt::Refusal;
use super::client::Lease;
use super::id::{ClientId, MessageId};
use super::moves::{CommandPart, Move};
use super::observer::Observer;
use super::property::{Property, Violation, are_too_many};
use super::request::Request;
use super::store::Store;
use super::world::World;
use keyspace::{Bytes, Reply};

/// Something before and after a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change<T> {
    /// As it was.
    pub before: T,
    /// As it is now.
    pub after: T,
}

/// The effects of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move.
    pub mv: Move,
    /// The client that moved; `None` for time and for a typed command.
    pub client: Option<ClientId>,
    /// The parts of a command that were carried out, in order. A typed command is only executed.
    pub parts: Vec<CommandPart>,
    /// The message that was sent, executed or received; of several the last.
    pub message: Option<MessageId>,
    /// Every message that was sent, executed or received, in order, with the reply that was given or received.
    pub exchanges: Vec<(MessageId, Option<Reply>)>,
    /// The messages of which a server or the store executed the request in this move.
    pub executed: Vec<MessageId>,
    /// Whether a reply was lost, and not a request.
    pub lost_reply: bool,
    /// The request that was computed, sent or executed; `None` when there was none.
    pub request: Option<Arc<Request>>,
    /// The reply that was given or received.
    pub reply: Option<Reply>,
    /// Whether the client was answered and its attempt failed with that: it starts over, waits before it does so, or gives
    /// up.
    pub is_refused: bool,
    /// The lines of the client's program that were run, from 1, in order.
    pub lines: Vec<u32>,
    /// The true time, in Unix milliseconds.
    pub now_ms: Change<i64>,
    /// The lock's value on the primary; `None` when there is no such key.
    pub value: Change<Option<Bytes>>,
    /// The store that the clients guard.
    pub store: Change<Store>,
    /// The last writer of the lock's value.
    pub owner: Change<Option<ClientId>>,
    /// The clients that believe that they hold the lock.
    pub believers: Change<Vec<ClientId>>,
    /// Whose lease is valid by its holder's own clock, and until when on that clock.
    pub leases: Change<Vec<(ClientId, Lease)>>,
    /// The properties that this move broke.
    pub broken: Vec<Violation>,
    /// The part that is under way.
    doing: Option<CommandPart>,
}

impl Outcome {
    /// The outcome of a move that is still to be made: an observer of it.
    pub(super) fn of(mv: Move) -> Outcome {
        Outcome {
            client: mv.client(),
            mv,
            parts: Vec::new(),
            message: None,
            exchanges: Vec::new(),
            executed: Vec::new(),
            lost_reply: false,
            doing: None,
            request: None,
            reply: None,
            is_refused: false,
            lines: Vec::new(),
            now_ms: Change::default(),
            value: Change::default(),
            store: Change::default(),
            owner: Change::default(),
            believers: Change::default(),
            leases: Change::default(),
            broken: Vec::new(),
        }
    }

    /// Whether the move carried out that part of a command.
    pub fn has(&self, part: CommandPart) -> bool {
        self.parts.contains(&part)
    }

    /// Whether the reader typed it.
    pub fn is_typed(&self) -> bool {
        matches!(self.mv, Move::Type(_))
    }

    /// The clients that have begun to believe that they hold the lock.
    pub fn entered(&self) -> Vec<ClientId> {
        fresh(&self.believers.before, &self.believers.after)
    }

    /// The clients that have stopped believing that they hold the lock.
    pub fn left(&self) -> Vec<ClientId> {
        fresh(&self.believers.after, &self.believers.before)
    }

    /// Adds the properties of several clients at once that the move broke.
    fn judge_pairs(&mut self, world: &World) {
        let names = |leases: &[(ClientId, _)]| leases.iter().map(|(id, _)| *id).collect();
        let leases = Change {
            before: names(&self.leases.before),
            after: names(&self.leases.after),
        };
        let pairs = [
            (Property::TwoBelievers, &self.believers),
            (Property::TwoLeases, &leases),
        ];
        for (property, clients) in pairs {
            let most = world.holders_max(&clients.after);
            if are_too_many(most, &clients.before, &clients.after) {
                self.broken.push(property.broken_by(&clients.after));
            }
        }
    }

    /// The leases that have ended, by time or by their holder's release.
    pub fn leases_ended(&self) -> Vec<(ClientId, Lease)> {
        fresh(&self.leases.after, &self.leases.before)
    }
}

impl Observer for Outcome {
    fn begin(&mut self, before: &World, mv: &Move) {
        if let Move::Lose(message) = mv {
            let mut messages = before.messages();
            self.lost_reply = messages.any(|(name, is_reply)| name == *message && is_reply);
            self.message = Some(*message);
        }
        self.now_ms.before = before.now_ms();
        let primary = before.primary();
        self.value.before = before.lock_value(primary).cloned();
        self.store.before = before.store().clone();
        self.owner.before = before.recorded_owner(primary);
        self.believers.before = before.believers();
        self.leases.before = leases(before);
    }

    fn part(&mut self, part: CommandPart) {
        self.doing = Some(part);
        if !self.parts.contains(&part) {
            self.parts.push(part);
        }
    }

    fn line(&mut self, line: u32) {
        if self.lines.last() != Some(&line) {
            self.lines.push(line);
        }
    }

    fn message(&mut self, message: MessageId) {
        self.message = Some(message);
        if self.doing == Some(CommandPart::Execute) {
            self.executed.push(message);
        }
        if !self.exchanges.iter().any(|(known, _)| *known == message) {
            self.exchanges.push((message, None));
        }
    }

    fn request(&mut self, request: &Arc<Request>) {
        self.request = Some(Arc::clone(request));
    }

    fn reply(&mut self, reply: &Reply) {
        self.reply = Some(reply.clone());
        let message = self.message;
        let mut exchanges = self.exchanges.iter_mut();
        if let Some((_, answer)) = exchanges.find(|(of, _)| Some(*of) == message) {
            *answer = Some(reply.clone());
        }
    }

    fn refused(&mut self, _refusal: Refusal) {
        self.is_refused = true;
    }

    fn broke(&mut self, violation: Violation) {
        self.broken.push(violation);
    }

    fn end(&mut self, after: &World) {
        self.now_ms.after = after.now_ms();
        let primary = after.primary();
        self.value.after = after.lock_value(primary).cloned();
        self.store.after = after.store().clone();
        self.owner.after = after.recorded_owner(primary);
        self.believers.after = after.believers();
        self.leases.after = leases(after);
        self.judge_pairs(after);
    }
}

/// The items of `new` that are not in `old`.
fn fresh<T: Copy + PartialEq>(old: &[T], new: &[T]) -> Vec<T> {
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
