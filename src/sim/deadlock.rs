//! The deadlock that is certain: no client that still runs can ever get in. Where it cannot be proved, nothing is claimed.

use super::client::{Client, ClientId, State};
use super::moves::Move;
use super::request::Request;
use super::world::World;
use crate::keyspace::Reply;
use crate::lock::{Argument, OpKind, Program, Section};

/// Rounds after which clients that only repeat themselves have come back to where they were: more than an acquisition
/// has commands.
const ROUNDS_MAX: usize = 8;

impl World {
    /// The clients that try for ever, if it is certain that none of them gets in, whoever moves when and however much
    /// time passes. `None` says only that this proof does not hold.
    ///
    /// The proof: no client is in, none waits, and no key has a deadline. Rounds, one step of each client that runs,
    /// bring the world back to where it was, and no step of them changed a server. The clients send only commands that
    /// read, with nothing computed in them, and SETNX, which was refused because its key is there. No condition on
    /// their way looks at a clock or a register. So every step, in any order and at any time, gets the same reply and
    /// leads to the same line.
    pub fn deadlock(&self) -> Option<Vec<ClientId>> {
        let live = self.live_and_outside()?;
        if live.is_empty() || !self.messages.is_empty() || !self.nothing_expires() {
            return None;
        }
        let mut world = self.clone();
        let mut seen = Vec::new();
        for _ in 0..ROUNDS_MAX {
            seen.push(world.clone());
            for id in &live {
                let outcome = world.apply(Move::Step(*id)).ok()?;
                let refused =
                    !sends_setnx(&outcome.request) || outcome.reply == Some(Reply::Int(0));
                let is_in = !outcome.believers.after.is_empty();
                if !refused || is_in || world.hosts != self.hosts {
                    return None;
                }
            }
            if seen.contains(&world) {
                return Some(live);
            }
        }
        None
    }

    /// The clients that run, when no client is in or waits, and their programs do not depend on time.
    fn live_and_outside(&self) -> Option<Vec<ClientId>> {
        let mut live = Vec::new();
        for client in self.clients() {
            match client.state() {
                State::Asleep { .. } => return None,
                State::Running if client.believes || !is_blind_to_time(client.program()) => {
                    return None;
                }
                State::Running => live.push(Client::id(client)),
                State::Crashed { .. } | State::Finished | State::GaveUp | State::Failed(_) => {}
            }
        }
        Some(live)
    }

    fn nothing_expires(&self) -> bool {
        let lasts = |server: &crate::keyspace::Server| {
            let mut entries = server.entries(0, self.now_ms());
            entries.all(|(_, entry)| entry.expires_at_ms.is_none())
        };
        self.servers().all(lasts)
    }
}

/// True when a client that has not got in sends only SETNX with its key written out, and GET and EXISTS with nothing
/// computed, and its way never depends on a clock.
fn is_blind_to_time(program: &Program) -> bool {
    let literal = |word: &Argument| matches!(word, Argument::Literal(_));
    let acquire = program.ops().iter().take(program.start(Section::Work));
    acquire.map(|op| &op.kind).all(|kind| match kind {
        OpKind::If(condition, _) => {
            !condition.left.may_depend_on_time() && !condition.right.may_depend_on_time()
        }
        OpKind::Command(words) => match words.first() {
            Some(Argument::Literal(name)) if name == b"SETNX" => words.iter().take(2).all(literal),
            Some(Argument::Literal(name)) if name == b"GET" || name == b"EXISTS" => {
                words.iter().all(literal)
            }
            _ => false,
        },
        OpKind::Assign(_, value) => !value.may_depend_on_time(),
        OpKind::Wait(_) | OpKind::Transaction(_) | OpKind::Store { .. } => false,
        OpKind::Enter(_) | OpKind::Retry | OpKind::Work(_) | OpKind::GiveUp => true,
    })
}

fn sends_setnx(request: &Option<Request>) -> bool {
    let name = request.as_ref().and_then(|request| request.argv().first());
    name.is_some_and(|name| name == b"SETNX")
}
