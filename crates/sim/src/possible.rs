//! What can be made of a world: every move under given choices, and when time next brings something about by itself.

use std::sync::Arc;

use super::client::ClientState;
use super::host::DATABASE;
use super::moves::{Move, Target};
use super::world::World;

/// What a list of moves may choose from, where a move takes any number or text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices<'a> {
    /// By how many milliseconds time may advance.
    pub ticks_ms: &'a [i64],
    /// How many milliseconds ahead of the true time a clock may be set.
    pub skews_ms: &'a [i64],
    /// The commands that the reader may type.
    pub typed: &'a [&'a str],
    /// Whether messages may be lost, servers may fail, and the network may part.
    pub has_faults: bool,
}

impl World {
    /// Every move that can be made now under these choices, each once: time, then the clients in the order of their
    /// names, then the messages in the order of theirs, then the servers, then what is typed.
    pub fn moves(&self, choices: Choices) -> Vec<Move> {
        let mut all = self.candidates(choices);
        all.retain(|mv| self.can(mv).is_ok());
        all
    }

    /// The same with those that cannot be made now, for whoever asks why not.
    pub fn candidates(&self, choices: Choices) -> Vec<Move> {
        let mut all: Vec<Move> = choices.ticks_ms.iter().copied().map(Move::Tick).collect();
        for id in self.clients().iter().map(|client| client.id()) {
            all.extend(Move::of(Target::Client(id)));
            all.extend(choices.skews_ms.iter().map(|ms| Move::Skew(id, *ms)));
        }
        for (message, is_reply) in self.messages() {
            all.push(match is_reply {
                true => Move::Receive(message),
                false => Move::Execute(message),
            });
            all.push(Move::Lose(message));
        }
        for place in (0..self.servers().count()).filter_map(|place| u8::try_from(place).ok()) {
            all.extend(Move::of(Target::Server(place)));
            let skews = choices.skews_ms.iter();
            all.extend(skews.map(|ms| Move::SkewServer(place, *ms)));
        }
        all.retain(|mv| choices.has_faults || !mv.is_fault());
        let typed = choices.typed.iter();
        all.extend(typed.map(|line| Move::Type(Arc::from(*line))));
        all
    }

    /// When time next brings something about by itself, in Unix milliseconds: a client or its second thread
    /// wakes, a client has waited for replies long enough or is blocked no more, a lease ends, the lock's key expires. `None` when it only passes.
    pub fn next_event_ms(&self) -> Option<i64> {
        let now_ms = self.now_ms();
        let mut next: Option<i64> = None;
        let mut due = |at_ms: i64| {
            if at_ms > now_ms {
                next = Some(next.map_or(at_ms, |next| next.min(at_ms)));
            }
        };
        for client in self.clients() {
            if let ClientState::Asleep { until_s } = client.state() {
                due(client.true_ms(until_s.saturating_mul(1000)));
            }
            let seconds = [client.deadline_s(), client.thread_wakes_s()];
            for second in seconds.into_iter().flatten() {
                due(client.true_ms(second.saturating_mul(1000)));
            }
            if let Some(lease) = client.lease() {
                due(client.true_ms(lease.until_ms));
            }
            for (host, connection) in self.hosts.iter().zip(&client.connections.0) {
                if let Some(Some(until_ms)) = host.server.waits_until_ms(*connection) {
                    due(until_ms.saturating_sub(host.skew_ms));
                }
            }
        }
        for host in self.hosts.iter().filter(|host| host.is_up) {
            let clock_ms = host.clock_ms(now_ms);
            let entry = host.server.peek(DATABASE, clock_ms, self.lock_key());
            // It lives through its last millisecond.
            if let Some(last_ms) = entry.and_then(|entry| entry.expires_at_ms) {
                due(last_ms.saturating_add(1).saturating_sub(host.skew_ms));
            }
        }
        next
    }
}
