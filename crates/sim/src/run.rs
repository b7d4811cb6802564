//! A schedule, and the world and the outcome after each of its moves. Stepping back is a shorter prefix.

use std::sync::Arc;

use super::moves::{Move, NotEnabled};
use super::outcome::Outcome;
use super::property::nobody_gets_in::{Refused, Rounds};
use super::property::{Property, Violation};
use super::world::World;

/// How many moves a schedule has at most.
pub const MOVES_MAX: usize = 10_000;

/// Moves in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// The moves. Moves past [`MOVES_MAX`] are not played.
    pub moves: Vec<Move>,
}

impl From<&[Move]> for Schedule {
    fn from(moves: &[Move]) -> Schedule {
        Schedule {
            moves: moves.to_vec(),
        }
    }
}

/// Where a schedule stopped, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The index of the move that could not be made.
    pub at: usize,
    /// The reason.
    pub why: NotEnabled,
}

/// A start and a schedule, played.
#[derive(Clone)]
pub struct Run {
    start: World,
    /// Shared with the runs that begin in the same way.
    moves: Vec<Arc<Made>>,
}

/// A move that was made, with its outcome and the world after it.
struct Made {
    outcome: Outcome,
    world: World,
    rounds: Rounds,
    /// The moves so far, this one with them, of which each broke a property that none before it did.
    breaks: Arc<Vec<usize>>,
}

impl PartialEq for Run {
    fn eq(&self, other: &Run) -> bool {
        let outcomes = self.outcomes().eq(other.outcomes());
        outcomes && self.start == other.start && self.last() == other.last()
    }
}

impl Eq for Run {}

impl Run {
    /// A run of no moves.
    pub fn new(start: World) -> Run {
        Run {
            start,
            moves: Vec::new(),
        }
    }

    /// Plays a schedule up to the first move that cannot be made, and says which that is.
    pub fn play(start: World, schedule: &Schedule) -> (Run, Option<Stopped>) {
        let mut run = Run::new(start);
        for (at, mv) in schedule.moves.iter().enumerate() {
            if let Err(why) = run.push(mv.clone()) {
                return (run, Some(Stopped { at, why }));
            }
        }
        (run, None)
    }

    /// Makes one more move at the end. On `Err` the run is as it was.
    pub fn push(&mut self, mv: Move) -> Result<&Outcome, NotEnabled> {
        if self.moves.len() >= MOVES_MAX {
            return Err(NotEnabled::ScheduleFull);
        }
        let mut world = self.last().clone();
        let mut outcome = world.observe(mv)?;
        let mut rounds = self
            .made(self.len())
            .map_or_else(Rounds::default, |made| made.rounds.clone());
        let is_held = [outcome.believers.after.len(), outcome.leases.after.len()] != [0, 0];
        let refused = outcome.client.filter(|_| outcome.is_refused && !is_held);
        let refused = refused.map(|id| Refused {
            id,
            is_open: world.has_failed_on_open_lock(id),
            contenders: world.contenders(),
        });
        let in_vain = rounds.note(is_held, refused);
        let in_vain = in_vain.map(|who| Property::NobodyGetsIn.broken_by(&who));
        outcome.broken.extend(in_vain);
        let breaks = self.breaks_with(&outcome);
        let made = Made {
            outcome,
            world,
            rounds,
            breaks,
        };
        Ok(&self.moves.push_mut(Arc::new(made)).outcome)
    }

    /// The moves that broke a property first, with the next one, if it does so.
    fn breaks_with(&self, next: &Outcome) -> Arc<Vec<usize>> {
        let mut breaks = self
            .made(self.len())
            .map_or_else(Arc::default, |made| Arc::clone(&made.breaks));
        let is_known = |violation: &Violation| {
            let mut before = self.first_breaks(self.len());
            before.any(|(_, outcome)| outcome.broken.contains(violation))
        };
        if !next.broken.iter().all(is_known) {
            Arc::make_mut(&mut breaks).push(self.len());
        }
        breaks
    }

    /// Of the first `cursor` moves those that broke a property as none before them did, by these clients, in order: a
    /// handful.
    pub fn first_breaks(&self, cursor: usize) -> impl Iterator<Item = (usize, &Outcome)> {
        let breaks = self.made(cursor).map(|made| made.breaks.as_slice());
        let breaks = breaks.unwrap_or_default().iter();
        breaks.filter_map(|index| Some((*index, self.outcome(*index)?)))
    }

    /// The violations of the move of this index, of those properties that no move before it broke.
    pub fn newly_broken(&self, index: usize) -> impl Iterator<Item = &Violation> {
        let all = self
            .outcome(index)
            .map_or(&[][..], |outcome| &outcome.broken);
        all.iter().filter(move |broken| {
            let is_same = |known: &Violation| known.property == broken.property;
            let mut before = self.first_breaks(index);
            !before.any(|(_, outcome)| outcome.broken.iter().any(is_same))
        })
    }

    /// How many moves were made.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// True before the first move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The world after the first `cursor` moves: the start for 0, the last world past the end.
    pub fn world(&self, cursor: usize) -> &World {
        self.made(cursor).map_or(&self.start, |made| &made.world)
    }

    /// The last of the first `cursor` moves.
    fn made(&self, cursor: usize) -> Option<&Made> {
        let played = self.moves.get(..cursor).unwrap_or(&self.moves);
        played.last().map(Arc::as_ref)
    }

    /// The world after the last move.
    pub fn last(&self) -> &World {
        self.world(self.len())
    }

    /// The outcome of the move of this index, from 0.
    pub fn outcome(&self, index: usize) -> Option<&Outcome> {
        self.moves.get(index).map(|made| &made.outcome)
    }

    /// The outcomes of the moves, in order.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.moves.iter().map(|made| &made.outcome)
    }

    /// The moves that were made.
    pub fn schedule(&self) -> Schedule {
        Schedule {
            moves: self.outcomes().map(|outcome| outcome.mv.clone()).collect(),
        }
    }

    /// How many moves from the start on both runs share: not only alike, but kept once. Runs that share a move share
    /// all before it, so that few have to be looked at.
    pub fn shared_with(&self, other: &Run) -> usize {
        let (mut same, mut unknown) = (0, self.len().min(other.len()));
        while same < unknown {
            let middle = (same + unknown) / 2;
            let pair = (self.moves.get(middle), other.moves.get(middle));
            match pair {
                (Some(one), Some(another)) if Arc::ptr_eq(one, another) => same = middle + 1,
                _ => unknown = middle,
            }
        }
        same
    }

    /// Becomes `other` and keeps the moves that both share. Returns how many; `None` when the starts differ.
    pub fn follow(&mut self, other: &Run) -> Option<usize> {
        let shared = self.shared_with(other);
        let is_known = shared > 0 || self.start == other.start;
        if !is_known {
            self.start = other.start.clone();
        }
        self.moves.truncate(shared);
        let rest = other.moves.get(shared..).unwrap_or_default();
        self.moves.extend_from_slice(rest);
        is_known.then_some(shared)
    }

    /// The run of the first `cursor` moves, which both share.
    pub fn prefix(&self, cursor: usize) -> Run {
        let moves = self.moves.get(..cursor).unwrap_or(&self.moves).to_vec();
        Run {
            start: self.start.clone(),
            moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ClientId, Setup};
    use super::*;
    use lock::Algorithm;

    const C1: ClientId = ClientId(1);
    const C2: ClientId = ClientId(2);

    fn del_race() -> Run {
        let mut run = Run::new(Setup::new(Algorithm::SetnxDel, 2).world());
        let moves = [Move::Step(C1), Move::Tick(11_000), Move::Step(C2)];
        for mv in moves.into_iter().chain(vec![Move::Step(C2); 3]) {
            run.push(mv).unwrap();
        }
        run
    }

    #[test]
    fn a_run_follows_another_and_keeps_what_both_share() {
        let run = del_race();
        let mut branch = run.prefix(2);
        branch.push(Move::Crash(C2)).unwrap();
        assert_eq!(run.shared_with(&branch), 2);
        let mut follower = run.clone();
        assert_eq!(follower.follow(&branch), Some(2));
        assert!(follower == branch && follower.shared_with(&branch) == 3);
        // The same moves, made anew, are alike and not shared.
        assert_eq!(follower.follow(&del_race()), Some(0));
        assert!(follower == run);
        let other = Run::new(Setup::new(Algorithm::Setnx, 1).world());
        assert_eq!(follower.follow(&other), None);
        assert!(follower == other);
    }

    #[test]
    fn each_property_is_broken_first_by_one_move() {
        let run = del_race();
        let breaks: Vec<usize> = run
            .first_breaks(run.len())
            .map(|(index, _)| index)
            .collect();
        let expected: Vec<usize> = run
            .outcomes()
            .enumerate()
            .filter(|(_, outcome)| !outcome.broken.is_empty())
            .map(|(index, _)| index)
            .collect();
        assert!(!breaks.is_empty());
        assert_eq!(breaks, expected);
        assert_eq!(run.first_breaks(breaks[0]).count(), 0);
        assert_eq!(run.first_breaks(breaks[0] + 1).count(), 1);
    }
}
