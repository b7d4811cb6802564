//! The deadlock that is certain: no client can ever get in. Where it cannot be proved, nothing is claimed.

use super::client::{Client, ClientState};
use super::id::ClientId;
use super::moves::Move;
use super::outcome::Outcome;
use super::world::World;
use keyspace::Reply;
use lock::{CommandWord, Condition, OpKind, Relation, Value};

/// Steps after which a client that loops has returned to an earlier state: more than an acquisition has commands.
const STEPS_MAX: usize = 16;

/// A deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// The clients that try for ever.
    pub who: Vec<ClientId>,
    /// Why none of them gets the lock.
    pub cause: DeadlockCause,
}

/// Why no client gets the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadlockCause {
    /// The key stays, and every client asks only whether it exists.
    OnlyExistence,
    /// The value is past, and every client waits for the second in which it equals the clock.
    NeverEqual,
}

/// The loop that a client runs for ever, or its end.
struct Circle {
    /// Whether it compares a time with its clock in the loop.
    looks_at_clock: bool,
    /// Whether it ends instead.
    ends: bool,
}

impl World {
    /// The deadlock, if it is certain that no client ever gets the lock, in any order of moves and at any time, as long
    /// as no clock is set back, the server forgets nothing and the reader types nothing. `None` says only that this proof does not hold.
    ///
    /// The proof: there is one server, no client holds the lock, no message is in transit, and no key has a time to live. Each client is
    /// followed by itself, both as it is and restarted. It sends only GET, EXISTS, and SETNX, which is refused because
    /// the key exists. None of these changes a server. Each condition that it evaluates either does not depend on time,
    /// or compares a past time with the clock for equality. It returns to a line and a reply that it had before. So every
    /// client repeats this loop for ever, or ends.
    pub fn deadlock(&self) -> Option<Deadlock> {
        let is_one_server =
            matches!(self.hosts.as_slice(), [host] if host.is_up && !host.is_cut_off);
        if !is_one_server
            || !self.messages.is_empty()
            || !self.believers().is_empty()
            || !self.nothing_expires()
        {
            return None;
        }
        let mut who = Vec::new();
        let mut looks_at_clock = false;
        for client in self.clients() {
            self.circle(client, true)?;
            let circle = self.circle(client, false)?;
            if !circle.ends {
                who.push(Client::id(client));
                looks_at_clock |= circle.looks_at_clock;
            }
        }
        let cause = if looks_at_clock {
            DeadlockCause::NeverEqual
        } else {
            DeadlockCause::OnlyExistence
        };
        (!who.is_empty()).then_some(Deadlock { who, cause })
    }

    /// Follows one client until it returns to an earlier state or ends: as it is, or, with `anew`, after a crash.
    fn circle(&self, client: &Client, anew: bool) -> Option<Circle> {
        let id = Client::id(client);
        let mut world = self.clone();
        if anew {
            let _ = world.apply(Move::Crash(id), &mut ());
            let _ = world.apply(Move::Restart(id), &mut ());
        }
        let _ = world.apply(Move::Resume(id), &mut ());
        let mut circle = Circle {
            looks_at_clock: false,
            ends: false,
        };
        let mut seen: Vec<(usize, Value)> = Vec::new();
        for _ in 0..STEPS_MAX {
            let before = world.client(id)?.clone();
            if matches!(
                before.state,
                ClientState::Running | ClientState::Asleep { .. }
            ) {
                // A sleeper goes on behind the op that it sleeps in: its place says so.
                let place = (before.at, before.reply.clone());
                if seen.contains(&place) {
                    return Some(circle);
                }
                seen.push(place);
            }
            match before.state {
                ClientState::Asleep { until_s } => {
                    let until_ms = before.true_ms(until_s.checked_mul(1000)?);
                    let missing_ms = until_ms - world.now_ms();
                    if missing_ms > 0 {
                        world.apply(Move::Tick(missing_ms), &mut ()).ok()?;
                    }
                }
                ClientState::Running => {}
                _ => {
                    circle.ends = true;
                    return Some(circle);
                }
            }
            let outcome = world.observe(Move::Step(id)).ok()?;
            let after = world.client(id)?;
            let is_in = !outcome.believers.after.is_empty();
            if is_in || !only_asks(&outcome) {
                return None;
            }
            for line in &outcome.lines {
                circle.looks_at_clock |= looks_at_clock(*line, &before, after, world.now_ms())?;
            }
        }
        None
    }

    fn nothing_expires(&self) -> bool {
        let lasts = |server: &keyspace::Server| {
            let mut entries = server.entries(0, self.now_ms());
            entries.all(|(_, entry)| entry.expires_at_ms.is_none())
        };
        self.servers().all(lasts)
    }
}

/// Whether a step sent nothing but a refused SETNX, GET or EXISTS.
fn only_asks(outcome: &Outcome) -> bool {
    let Some(request) = &outcome.request else {
        return true;
    };
    match request.argv().first().map(Vec::as_slice) {
        Some(b"SETNX") => outcome.reply == Some(Reply::Int(0)),
        Some(b"GET" | b"EXISTS") => request.commands.len() == 1,
        _ => false,
    }
}

/// Whether a condition on this line compares a past time with the clock. `None` when an operation on it depends on time
/// in another way, and so may have another result later.
fn looks_at_clock(line: u32, before: &Client, after: &Client, now_ms: i64) -> Option<bool> {
    let clock_s = after.clock_s(now_ms);
    let mut looks = false;
    for op in after.program.ops().iter().filter(|op| op.line == line) {
        match &op.kind {
            OpKind::If(condition, _) if !depends_on_time(condition) => {}
            OpKind::If(condition, _) => {
                let is_past = |client: &Client| match client.reply {
                    Value::Int(time_s) => time_s < clock_s,
                    _ => true,
                };
                if !asks_for_now(condition) || !is_past(before) || !is_past(after) {
                    return None;
                }
                looks = true;
            }
            OpKind::Wait(value) | OpKind::Assign(_, value) if value.may_depend_on_time() => {
                return None;
            }
            OpKind::Command(words, _) if !asks_for_the_same(words) => return None,
            _ => {}
        }
    }
    Some(looks)
}

/// Whether a command asks for the same each time: nothing in it is computed, but for the value behind its key.
fn asks_for_the_same(words: &[CommandWord]) -> bool {
    // A script has its text and the number of its keys before the key.
    let value_at = match words.first() {
        Some(CommandWord::Literal(name)) if name == b"EVAL" => 4,
        _ => 2,
    };
    let mut words = words.iter().enumerate();
    words.all(|(at, word)| at == value_at || matches!(word, CommandWord::Literal(_)))
}

fn depends_on_time(condition: &Condition) -> bool {
    condition.left.may_depend_on_time() || condition.right.may_depend_on_time()
}

/// Whether the condition asks for equality, or its opposite, of the reply and the clock.
fn asks_for_now(condition: &Condition) -> bool {
    let sides = (&condition.left, &condition.right);
    let is_equality = matches!(condition.relation, Relation::Equal | Relation::Unequal);
    is_equality
        && (sides.0.is_reply() && sides.1.is_now() || sides.0.is_now() && sides.1.is_reply())
}
