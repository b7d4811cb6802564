//! Two algorithms under the same moves, side by side, to show how they differ.

use crate::say;
use base::text::Text;
use lock::Algorithm;
use sim::{ClientId, Move, NotEnabled, Outcome, Run, Setup};

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first.
    Left,
    /// The second.
    Right,
}

/// Two runs under the same moves. A move is made on each side where it can be made.
pub struct Pair {
    left: Run,
    right: Run,
    steps: Vec<PairStep>,
}

/// A move, and how far each side was after it.
struct PairStep {
    mv: Move,
    /// How many moves each side has made.
    made: [usize; 2],
    /// Why a side could not make it.
    refused: [Option<NotEnabled>; 2],
}

impl Pair {
    /// Two settings, before the first move.
    pub fn new(left: &Setup, right: &Setup) -> Pair {
        Pair {
            left: Run::new(left.world()),
            right: Run::new(right.world()),
            steps: Vec::new(),
        }
    }

    /// Both settings under these moves. A move that neither side can make is left out.
    pub fn play(left: &Setup, right: &Setup, moves: impl IntoIterator<Item = Move>) -> Pair {
        let mut pair = Pair::new(left, right);
        for mv in moves {
            let _ = pair.make(mv);
        }
        pair
    }

    /// Makes a move on both sides. When neither can make it nothing has changed, and the left side's reason is given.
    pub fn make(&mut self, mv: Move) -> Result<(), NotEnabled> {
        let left = self.left.push(mv.clone()).map(|_| ()).err();
        let right = self.right.push(mv.clone()).map(|_| ()).err();
        if let (Some(why), Some(_)) = (&left, &right) {
            return Err(why.clone());
        }
        self.steps.push(PairStep {
            mv,
            made: [self.left.len(), self.right.len()],
            refused: [left, right],
        });
        Ok(())
    }

    /// How many moves were made, by one side at least.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// True before the first move.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The move of this index, from 0.
    pub fn mv(&self, index: usize) -> Option<&Move> {
        self.steps.get(index).map(|step| &step.mv)
    }

    /// A side's run.
    pub fn run(&self, side: Side) -> &Run {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    /// How many moves a side has made of the first `cursor`.
    pub fn cursor(&self, side: Side, cursor: usize) -> usize {
        let done = self.steps.get(..cursor).unwrap_or(&self.steps);
        let [left, right] = done.last().map_or([0, 0], |step| step.made);
        match side {
            Side::Left => left,
            Side::Right => right,
        }
    }

    /// Why a side could not make the move of this index.
    pub fn refused(&self, side: Side, index: usize) -> Option<&NotEnabled> {
        let [left, right] = &self.steps.get(index)?.refused;
        match side {
            Side::Left => left.as_ref(),
            Side::Right => right.as_ref(),
        }
    }

    /// The first move that did not do the same on both sides: another command, another reply, other believers or
    /// leaseholders, or a side that could not make it.
    pub fn first_difference(&self) -> Option<usize> {
        (0..self.len()).find(|index| {
            let did = |side| self.did(side, *index);
            match (did(Side::Left), did(Side::Right)) {
                (Some(left), Some(right)) => !is_alike(left, right),
                _ => true,
            }
        })
    }

    /// The outcome of the move of this index on a side; `None` when it could not be made there.
    pub fn did(&self, side: Side, index: usize) -> Option<&Outcome> {
        let before = self.cursor(side, index);
        let after = self.cursor(side, index + 1);
        let made = after > before;
        made.then(|| self.run(side).outcome(before)).flatten()
    }
}

fn is_alike(left: &Outcome, right: &Outcome) -> bool {
    let holders = |outcome: &Outcome| -> Vec<ClientId> {
        let leases = outcome.leases.after.iter();
        leases.map(|(id, _)| *id).collect()
    };
    holders(left) == holders(right)
        && left.request == right.request
        && left.reply == right.reply
        && left.believers == right.believers
        && left.value == right.value
}

/// Two algorithms that are worth comparing.
pub struct Comparison {
    /// Its name in a link.
    pub id: &'static str,
    /// The difference between the two.
    pub title: Text,
    /// The two algorithms.
    pub algorithms: [Algorithm; 2],
    /// The lesson whose settings and moves show it.
    pub lesson: &'static str,
}

/// Every comparison: fixes beside their bugs first, then the readings of the boundary.
pub static ALL: [Comparison; 7] = [
    Comparison {
        id: "fix",
        title: say::COMPARE_FIX,
        algorithms: [Algorithm::SetnxDel, Algorithm::Getset],
        lesson: "D2",
    },
    Comparison {
        id: "release",
        title: say::COMPARE_RELEASE,
        algorithms: [Algorithm::GetsetBlind, Algorithm::Getset],
        lesson: "D4",
    },
    Comparison {
        id: "boundary",
        title: say::COMPARE_BOUNDARY,
        algorithms: [Algorithm::Getset, Algorithm::GetsetLt],
        lesson: "B-both",
    },
    Comparison {
        id: "boundary-both",
        title: say::COMPARE_BOUNDARY_BOTH,
        algorithms: [Algorithm::Getset, Algorithm::GetsetLate],
        lesson: "B-both",
    },
    Comparison {
        id: "boundary-equal",
        title: say::COMPARE_BOUNDARY_EQUAL,
        algorithms: [Algorithm::Getset, Algorithm::GetsetEq],
        lesson: "D3",
    },
    Comparison {
        id: "nil",
        title: say::COMPARE_NIL,
        algorithms: [Algorithm::GetsetNil, Algorithm::Getset],
        lesson: "S9",
    },
    Comparison {
        id: "token",
        title: say::COMPARE_TOKEN,
        algorithms: [Algorithm::FenceWrite, Algorithm::FenceRead],
        lesson: "P6",
    },
];

/// The comparison of that name, case aside.
pub fn find(id: &str) -> Option<&'static Comparison> {
    let mut all = ALL.iter();
    all.find(|comparison| comparison.id.eq_ignore_ascii_case(id))
}

impl Comparison {
    /// The settings of both sides: the lesson's, with either algorithm.
    pub fn setups(&self) -> [Setup; 2] {
        let base = crate::find(self.lesson).map(crate::Lesson::setup);
        self.algorithms.map(|algorithm| {
            let mut setup = base.clone().unwrap_or_else(|| Setup::new(algorithm, 2));
            for client in &mut setup.clients {
                client.algorithm = algorithm;
            }
            setup
        })
    }

    /// Both under the lesson's moves.
    pub fn pair(&self) -> Pair {
        let [left, right] = self.setups();
        let moves = crate::find(self.lesson).map(|lesson| lesson.schedule().moves);
        Pair::play(&left, &right, moves.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim::Property;

    #[test]
    fn every_comparison_differs_and_its_moves_begin_alike() {
        for comparison in &ALL {
            let pair = comparison.pair();
            let lesson = crate::find(comparison.lesson).expect(comparison.id);
            assert_eq!(pair.len(), lesson.length(), "{}", comparison.id);
            let first = pair.first_difference();
            assert!(first > Some(lesson.opening), "{}: {first:?}", comparison.id);
        }
    }

    #[test]
    fn of_a_bug_and_its_fix_only_the_bug_gives_two_leases() {
        let breaks = |pair: &Pair, side| {
            let mut all = pair
                .run(side)
                .outcomes()
                .flat_map(|outcome| &outcome.broken);
            all.any(|broken| broken.property == Property::TwoLeases)
        };
        for id in ["fix", "release"] {
            let pair = find(id).expect(id).pair();
            assert!(
                breaks(&pair, Side::Left) && !breaks(&pair, Side::Right),
                "{id}"
            );
        }
        let pair = find("boundary-both").expect("it").pair();
        assert!(!breaks(&pair, Side::Left) && breaks(&pair, Side::Right));
    }

    #[test]
    fn the_same_algorithm_on_both_sides_never_differs() {
        let setup = Setup::new(Algorithm::Getset, 2);
        let moves = [1, 2, 2].map(|number| Move::Step(ClientId(number)));
        assert_eq!(Pair::play(&setup, &setup, moves).first_difference(), None);
    }

    #[test]
    fn a_side_that_cannot_make_a_move_waits_for_the_other() {
        let pair = find("fix").expect("it").pair();
        let waits = (0..pair.len()).find(|index| pair.refused(Side::Right, *index).is_some());
        let index = waits.expect("the winner works while the other sets its key anew");
        assert!(pair.did(Side::Left, index).is_some() && pair.did(Side::Right, index).is_none());
        assert_eq!(
            pair.cursor(Side::Right, index),
            pair.cursor(Side::Right, index + 1)
        );
    }

    #[test]
    fn a_move_that_neither_can_make_changes_nothing() {
        let setup = Setup::new(Algorithm::Getset, 1);
        let mut pair = Pair::new(&setup, &setup);
        assert!(pair.make(Move::Tick(0)).is_err());
        assert!(pair.is_empty());
    }
}
