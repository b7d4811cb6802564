//! The deadlock that is certain: no client that still runs can ever get in. Where it cannot be proved, nothing is claimed.

use super::client::{Client, ClientId, State};
use super::moves::Move;
use super::world::World;
use crate::keyspace::Reply;
use crate::lock::{Argument, OpKind, Program};

/// Rounds after which clients that only repeat themselves have come back to where they were.
const ROUNDS_MAX: usize = 4;

impl World {
    /// The clients that try for ever, if it is certain that none of them gets in, whoever moves when and however much
    /// time passes. `None` says only that this proof does not hold.
    ///
    /// The proof: no client is in. A round, one step of each client that runs, brings the world back to what it was,
    /// and no step of it changed a server. Every command of these programs but one form only reads; SETNX only asks
    /// whether the key is there, which no time changes since no key has a deadline. No condition looks at a clock, and
    /// no client waits. So every step, in any order and at any time, replies the same and leads to the same line.
    pub fn deadlock(&self) -> Option<Vec<ClientId>> {
        let running = |client: &&Client| *client.state() == State::Running;
        let live: Vec<&Client> = self.clients().iter().filter(running).collect();
        let others_rest = self
            .clients()
            .iter()
            .all(|client| !client.believes && !matches!(client.state(), State::Asleep { .. }));
        let certain = !live.is_empty()
            && others_rest
            && self.messages.is_empty()
            && self.nothing_expires()
            && live.iter().all(|client| is_blind_to_time(client.program()));
        if !certain {
            return None;
        }
        let live: Vec<ClientId> = live.into_iter().map(Client::id).collect();
        let mut world = self.clone();
        for _ in 0..ROUNDS_MAX {
            let before = world.clone();
            for id in &live {
                let outcome = world.apply(Move::Step(*id)).ok()?;
                let refused =
                    outcome.reply == Some(Reply::Int(0)) || !sends_setnx(&outcome.command);
                if !refused || !outcome.believers.after.is_empty() || world.hosts != self.hosts {
                    return None;
                }
            }
            if world == before {
                return Some(live);
            }
        }
        None
    }

    fn nothing_expires(&self) -> bool {
        let mut servers = self.servers();
        servers.all(|server| {
            server
                .entries(0, self.now_ms())
                .all(|(_, entry)| entry.expires_at_ms.is_none())
        })
    }
}

/// True when a program sends only SETNX, with its key written out, and GET and EXISTS, with nothing computed, and its
/// way never depends on a clock.
fn is_blind_to_time(program: &Program) -> bool {
    program.ops().iter().all(|op| match &op.kind {
        OpKind::If(condition, _) => {
            !condition.left.may_depend_on_time() && !condition.right.may_depend_on_time()
        }
        OpKind::Command(words) => {
            let literal = |word: &Argument| matches!(word, Argument::Literal(_));
            match words.first() {
                Some(Argument::Literal(name)) if name == b"SETNX" => {
                    words.iter().take(2).all(literal)
                }
                Some(Argument::Literal(name)) if name == b"GET" || name == b"EXISTS" => {
                    words.iter().all(literal)
                }
                // A release is never reached, since nobody gets in.
                _ => op_is_after_entry(program, op.line),
            }
        }
        OpKind::Wait(_) => false,
        OpKind::Enter(_) | OpKind::Retry | OpKind::Work(_) | OpKind::GiveUp => true,
    })
}

fn op_is_after_entry(program: &Program, line: u32) -> bool {
    program.line(program.start(crate::lock::Section::Work)) <= line
}

fn sends_setnx(command: &Option<Vec<Vec<u8>>>) -> bool {
    let name = command.as_ref().and_then(|argv| argv.first());
    name.is_some_and(|name| name == b"SETNX")
}
