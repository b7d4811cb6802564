//! The moves of a client that a question allows, and what is noted of one.

use crate::question::Question;
use sim::{ClientId, Judgement, Move, Node, Observer, Property, Refusal, Violation, World};

impl Question {
    /// The moves of a client that are allowed now, in a fixed order.
    pub(crate) fn moves(&self, world: &World, id: ClientId, rounds: u8) -> Vec<Move> {
        let allowed = &self.allowed;
        let mut all = vec![Move::Step(id)];
        if allowed.gap || allowed.transit {
            all.push(Move::Read(id));
        }
        if allowed.transit {
            all.push(Move::Send(id));
        }
        all.extend([Move::TimeOut(id), Move::Meanwhile(id)]);
        for (message, is_reply) in world.messages().filter(|(name, _)| name.client == id) {
            if allowed.transit {
                all.push(match is_reply {
                    true => Move::Receive(message),
                    false => Move::Execute(message),
                });
            }
            if allowed.lose {
                all.push(Move::Lose(message));
            }
        }
        if allowed.crash {
            all.push(Move::Crash(id));
        }
        if allowed.part {
            all.extend([
                Move::CutOff(Node::Client(id)),
                Move::Rejoin(Node::Client(id)),
            ]);
        }
        let client = world.client(id);
        if client.is_some_and(|client| self.may_begin(rounds, client.state())) {
            all.push(Move::Restart(id));
        }
        // A clock that no program reads changes nothing.
        if client.is_some_and(|client| !client.program().is_monotonic()) {
            all.extend(allowed.clocks_set_ms.iter().map(|ms| Move::Skew(id, *ms)));
        }
        all.retain(|mv| world.can(mv).is_ok());
        all
    }
}

/// Notes whether a move breaks a property, as far as its client and what is shared tell.
pub struct Noted {
    property: Property,
    pub is_broken: bool,
    pub robbed: u16,
    /// The cause for which the client was refused, if it was.
    pub refusal: Option<Refusal>,
}

impl Noted {
    pub fn new(property: Property) -> Noted {
        Noted {
            property,
            is_broken: false,
            robbed: 0,
            refusal: None,
        }
    }
}

impl Observer for Noted {
    fn refused(&mut self, refusal: Refusal) {
        self.refusal = Some(refusal);
    }

    fn broke(&mut self, violation: Violation) {
        if violation.property != self.property {
            return;
        }
        match (self.property.judgement(), violation.clients.last()) {
            (Judgement::MoveAgainstLease, Some(of)) => self.robbed |= 1 << of.0.saturating_sub(1),
            _ => self.is_broken = true,
        }
    }
}
