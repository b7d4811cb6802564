//! Which *Read*s may as well be made later.

use super::moves::Noted;
use super::ticks::Tick;
use super::{Edge, Halt, Pairs, flag};
use crate::numbering::names::Exchange;
use crate::question::Question;
use crate::verdict::Times;
use sim::{ClientId, Judgement, Move};

/// For how many ticks a *Read* is put off before it counts as one that makes a difference.
const TICKS_MAX: usize = 64;

impl Pairs {
    /// Whether a client gets in by a move.
    pub(super) fn enters(&self, before: u32, after: u32) -> bool {
        self.flags_of(after) & !self.flags_of(before) & flag::BELIEVES != 0
    }

    /// Whether a *Read* depends on nothing that is shared: not on who was granted the key, on the version of the store
    /// that a client gets in with, or on which server takes the writes.
    pub(super) fn is_alone(&self, shared: u32, local: u32, edge: Edge) -> bool {
        let enters = self.enters(local, edge.local) && self.facts.versions;
        !enters
            && !self.facts.grants
            && !self.question.allowed.fail_over
            && edge == self.edge_to(shared, edge.local, false, 0)
    }

    /// What a client has once it has computed its next request, if that was made.
    pub(super) fn read_at(&self, place: usize, local: u32) -> Option<u32> {
        self.reads.get(place, local).map(|read| read as u32)
    }

    /// Whether a client that reads its clock now has the same at every later time as if it reads the clock then. So nothing is
    /// lost by reading it later, up to when the client sends, and then reading and sending are one move.
    pub(super) fn can_wait(
        &mut self,
        shared: u32,
        place: usize,
        local: u32,
        read: u32,
    ) -> Result<bool, Halt> {
        let (mut at, mut read, mut passed) = (local, read, Vec::new());
        let can = loop {
            if let Some(known) = self.waits.get(place, at) {
                break known == 1;
            }
            if passed.len() == TICKS_MAX {
                break false;
            }
            passed.push(at);
            let (later, _) = self.tick_local(at, Tick::Long)?;
            let (read_later, _) = self.tick_local(read, Tick::Long)?;
            if self.read_of(shared, place, later)? != Some(read_later) {
                break false;
            }
            if later == at {
                break true;
            }
            (at, read) = (later, read_later);
        };
        for local in passed {
            self.waits.put(place, local, u64::from(can));
        }
        Ok(can)
    }

    /// What *Read* leads to, if that depends on nothing that is shared and the client does not get in.
    fn read_of(&mut self, shared: u32, place: usize, local: u32) -> Result<Option<u32>, Halt> {
        let known = self.read_at(place, local);
        if let Some(read) = known {
            return Ok(known.filter(|_| !self.enters(local, read)));
        }
        let (Some(player), Some(of_shared)) = (self.placed(local, place), self.shareds.get(shared))
        else {
            return Err(Halt::Full);
        };
        let id = ClientId(place as u8 + 1);
        let mut world = self.absent.join(of_shared, &[&player.local]);
        if world.apply(Move::Read(id), &mut ()).is_err() {
            return Ok(None);
        }
        let own = Exchange::none().with(id, self.own_name(place));
        let noted = Noted::new(self.question.property);
        let found = self.edge(world, shared, place, player.rounds, own, noted)?;
        let alone = found.filter(|edge| self.is_alone(shared, local, *edge));
        if let Some(edge) = alone {
            self.reads.put(place, local, u64::from(edge.local));
        }
        let read = alone.map(|edge| edge.local);
        Ok(read.filter(|read| !self.enters(local, *read)))
    }
}

/// Whether a *Read* that may as well be made at any later time can be left out: where nothing but time tells a client that has read
/// its clock from one that has not. The property must be broken by a move, and the more so the longer somebody believes that it
/// holds the lock: a client may leave with its *Read*.
pub fn may_postpone(question: &Question, times: Times) -> bool {
    let allowed = &question.allowed;
    let judgement = question.property.judgement();
    let by_move = !matches!(judgement, Judgement::NoWayIn | Judgement::Time);
    let has_faults = allowed.forget || allowed.fail_over || allowed.part;
    let is_plain = allowed.gap && !allowed.transit && !has_faults;
    let by_time = times == Times::Relative;
    let programs = question.programs.iter();
    let has_threads = programs
        .clone()
        .any(|program| program.has_meanwhile() || program.blocks().is_some());
    let is_set = question.clocks_set_ms().next().is_some();
    by_move && is_plain && by_time && !is_set && !has_threads
}
