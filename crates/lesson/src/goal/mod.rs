//! Challenges: goals that the reader reaches by a schedule or by a program of their own. The engine and the search judge
//! them; the page gives hints, and no solution.

mod mend;

pub use self::mend::{Flaw, Judged, Judgement, Mend, Trial, WORK_MS};

use std::sync::Arc;

use crate::say;
use base::text::Text;
use lock::{Algorithm, Program};
use sim::Move::Skew;
#[cfg(test)]
use sim::Move::{self, Crash, Read, Step, Tick};
use sim::{ClientId, ClientSetup, ClientState, Outcome, Property, Run, Setup, Violation};

const C1: ClientId = ClientId(1);
#[cfg(test)]
const C2: ClientId = ClientId(2);
const C3: ClientId = ClientId(3);
const C4: ClientId = ClientId(4);

/// A challenge.
pub struct Goal {
    /// Its name in a link.
    pub id: &'static str,
    /// The goal.
    pub title: Text,
    /// The settings that it is played in.
    pub setup: fn() -> Setup,
    /// Hints, from the vaguest on. None of them is the answer.
    pub hints: &'static [Text],
    /// The way to reach it.
    pub aim: Aim,
}

/// The way to reach a goal.
pub enum Aim {
    /// Moves of the reader's own.
    Schedule(Way),
    /// A program of the reader's own.
    Program(Mend),
}

/// A goal that is reached by moves.
pub struct Way {
    /// Whether the parts of a step are needed.
    pub parts: bool,
    /// Whether the first moves of a run, so many of them, reach it.
    reached: fn(&Run, usize) -> bool,
    /// How many moves the shortest known way takes. A test plays it.
    pub shortest: usize,
    /// The shortest known way. The page does not contain it.
    #[cfg(test)]
    solution: &'static [Move],
}

impl Goal {
    /// The state that its moves have to reach; `None` where a program is asked for.
    pub fn way(&self) -> Option<&Way> {
        match &self.aim {
            Aim::Schedule(way) => Some(way),
            Aim::Program(_) => None,
        }
    }

    /// The requirements on its program; `None` where moves are asked for.
    pub fn mend(&self) -> Option<Mend> {
        match self.aim {
            Aim::Schedule(_) => None,
            Aim::Program(mend) => Some(mend),
        }
    }

    /// The settings that a program of the reader's own is judged in.
    pub fn setup_with(&self, program: Arc<Program>) -> Setup {
        Setup {
            own: Some(program),
            ..(self.setup)()
        }
    }
}

impl Way {
    /// Whether the first `cursor` moves of the run reach the goal, by moves of clients and time alone: with commands of
    /// one's own every lock can be broken, so that they do not count. The run must have begun in the goal's settings.
    pub fn is_won(&self, run: &Run, cursor: usize) -> bool {
        (self.reached)(run, up_to(run, cursor, Outcome::is_typed))
    }
}

/// The challenge of that name, case aside.
pub fn find(id: &str) -> Option<&'static Goal> {
    ALL.iter().find(|goal| goal.id.eq_ignore_ascii_case(id))
}

/// Every challenge, from the easiest on.
pub static ALL: [Goal; 11] = [
    Goal {
        id: "first",
        title: say::GOAL_FIRST,
        setup: || Setup::new(Algorithm::Setnx, 1),
        hints: &[say::HINT_FIRST_1, say::HINT_FIRST_2, say::HINT_FIRST_3],
        aim: Aim::Schedule(Way {
            parts: false,
            reached: |run, cursor| {
                let world = run.world(cursor);
                let client = world.client(C1);
                client.is_some_and(|client| *client.state() == ClientState::Finished)
            },
            shortest: 3,
            #[cfg(test)]
            solution: &[Step(C1), Tick(3_000), Step(C1)],
        }),
    },
    Goal {
        id: "forever",
        title: say::GOAL_FOREVER,
        setup: || Setup::new(Algorithm::Setnx, 3),
        hints: &[say::HINT_FOREVER_1, say::HINT_FOREVER_2],
        aim: Aim::Schedule(Way {
            parts: false,
            reached: |run, cursor| run.world(cursor).deadlock().is_some(),
            shortest: 2,
            #[cfg(test)]
            solution: &[Step(C1), Crash(C1)],
        }),
    },
    Goal {
        id: "clock",
        title: say::GOAL_CLOCK,
        setup: || Setup::new(Algorithm::Getset, 2),
        hints: &[say::HINT_CLOCK_1, say::HINT_CLOCK_2],
        aim: Aim::Schedule(Way {
            parts: false,
            reached: two_leases,
            shortest: 5,
            #[cfg(test)]
            solution: &[Step(C1), Skew(C2, 12_000), Step(C2), Step(C2), Step(C2)],
        }),
    },
    Goal {
        id: "not-its-own",
        title: say::GOAL_NOT_ITS_OWN,
        setup: || Setup::new(Algorithm::GetsetBlind, 2),
        hints: &[say::HINT_NOT_ITS_OWN_1, say::HINT_NOT_ITS_OWN_2],
        aim: Aim::Schedule(Way {
            parts: false,
            reached: c1_removes,
            shortest: 6,
            #[cfg(test)]
            solution: &[
                Step(C1),
                Tick(11_000),
                Step(C2),
                Step(C2),
                Step(C2),
                Step(C1),
            ],
        }),
    },
    Goal {
        id: "mend-clock",
        title: say::GOAL_MEND_CLOCK,
        setup: || of_program(Algorithm::GetsetBlind),
        hints: &[say::HINT_MEND_CLOCK_1, say::HINT_MEND_CLOCK_2],
        aim: Aim::Program(Mend { gap: false }),
    },
    Goal {
        id: "late-token",
        title: say::GOAL_LATE_TOKEN,
        setup: || Setup::new(Algorithm::Incr, 2),
        hints: &[say::HINT_LATE_TOKEN_1, say::HINT_LATE_TOKEN_2],
        aim: Aim::Schedule(Way {
            parts: false,
            reached: |run, cursor| {
                broke(run, cursor, |broken| {
                    broken.property == Property::LostUpdate
                })
            },
            shortest: 7,
            #[cfg(test)]
            solution: &[
                Step(C1),
                Tick(10_001),
                Step(C2),
                Step(C2),
                Step(C1),
                Step(C2),
                Step(C1),
            ],
        }),
    },
    Goal {
        id: "two-holders",
        title: say::GOAL_TWO_HOLDERS,
        setup: || expired(Algorithm::SetnxDel),
        hints: &[say::HINT_TWO_HOLDERS_1, say::HINT_TWO_HOLDERS_2],
        aim: Aim::Schedule(Way {
            parts: false,
            reached: two_leases,
            shortest: 8,
            #[cfg(test)]
            solution: &[
                Step(C1),
                Step(C1),
                Step(C2),
                Step(C2),
                Step(C1),
                Step(C1),
                Step(C2),
                Step(C2),
            ],
        }),
    },
    Goal {
        id: "stall",
        title: say::GOAL_STALL,
        setup: || Setup::new(Algorithm::Getset, 2),
        hints: &[say::HINT_STALL_1, say::HINT_STALL_2],
        aim: Aim::Schedule(Way {
            parts: true,
            reached: |run, cursor| c1_removes(run, with_clocks_right(run, cursor)),
            shortest: 8,
            #[cfg(test)]
            solution: &[
                Step(C1),
                Tick(3_000),
                Read(C1),
                Tick(8_000),
                Step(C2),
                Step(C2),
                Step(C2),
                Step(C1),
            ],
        }),
    },
    Goal {
        id: "mend-token",
        title: say::GOAL_MEND_TOKEN,
        setup: || of_program(Algorithm::PxBlind),
        hints: &[say::HINT_MEND_TOKEN_1, say::HINT_MEND_TOKEN_2],
        aim: Aim::Program(Mend { gap: true }),
    },
    Goal {
        id: "shorter",
        title: say::GOAL_SHORTER,
        setup: || expired(Algorithm::Getset),
        hints: &[say::HINT_SHORTER_1, say::HINT_SHORTER_2],
        aim: Aim::Schedule(Way {
            parts: true,
            reached: |run, cursor| two_leases(run, with_clocks_right(run, cursor)),
            shortest: 11,
            #[cfg(test)]
            solution: &[
                Step(C1),
                Step(C1),
                Read(C1),
                Tick(11_000),
                Step(C2),
                Step(C2),
                Step(C2),
                Step(C1),
                Step(C1),
                Step(C1),
                Step(C1),
            ],
        }),
    },
    Goal {
        id: "starve",
        title: say::GOAL_STARVE,
        setup: || {
            let client = |id| ClientSetup {
                id,
                algorithm: Algorithm::GetsetPoll,
                skew_ms: 0,
                role: None,
            };
            Setup {
                clients: vec![client(C3), client(C4)],
                ..Setup::new(Algorithm::GetsetPoll, 0)
            }
        },
        hints: &[say::HINT_STARVE_1, say::HINT_STARVE_2],
        aim: Aim::Schedule(Way {
            parts: true,
            reached: |run, cursor| {
                let is_it = |broken: &Violation| *broken == Property::Shut.broken_by(&[C4]);
                broke(run, with_clocks_right(run, cursor), is_it)
            },
            shortest: 5,
            #[cfg(test)]
            solution: &[Step(C3), Step(C4), Tick(3_000), Read(C3), Step(C4)],
        }),
    },
];

/// Three clients that run a known algorithm as a program that can be changed.
fn of_program(algorithm: Algorithm) -> Setup {
    Setup {
        own: Some(Arc::new(algorithm.program())),
        ..Setup::new(Algorithm::Own, 3)
    }
}

/// Two clients at t = 101, and a lock that expired at 100 and that none of them wrote.
fn expired(algorithm: Algorithm) -> Setup {
    Setup {
        start_s: 101,
        value: Some("100".to_owned()),
        ..Setup::new(algorithm, 2)
    }
}

fn broke(run: &Run, cursor: usize, is_it: impl Fn(&Violation) -> bool) -> bool {
    let mut all = run
        .outcomes()
        .take(cursor)
        .flat_map(|outcome| &outcome.broken);
    all.any(is_it)
}

fn two_leases(run: &Run, cursor: usize) -> bool {
    broke(run, cursor, |broken| broken.property == Property::TwoLeases)
}

/// How many of the first `cursor` moves come before one that ends what counts.
fn up_to(run: &Run, cursor: usize, is_foul: impl Fn(&Outcome) -> bool) -> usize {
    let made = run.outcomes().take(cursor);
    made.take_while(|outcome| !is_foul(outcome)).count()
}

/// How many of the first `cursor` moves come before a clock is set.
fn with_clocks_right(run: &Run, cursor: usize) -> usize {
    up_to(run, cursor, |outcome| matches!(outcome.mv, Skew(..)))
}

fn c1_removes(run: &Run, cursor: usize) -> bool {
    broke(run, cursor, |broken| {
        broken.property == Property::RemovedLock && broken.clients.first() == Some(&C1)
    })
}

#[cfg(test)]
mod tests;
