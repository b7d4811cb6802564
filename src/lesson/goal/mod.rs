//! Challenges: a goal that the reader reaches by a schedule of their own. The engine judges it; nothing about the way is
//! told but hints.

#[cfg(test)]
use super::C2;
use super::{C1, C3, C4};
use crate::lock::Algorithm;
use crate::sim::Move::Skew;
#[cfg(test)]
use crate::sim::Move::{self, Crash, Read, Step, Tick};
use crate::sim::{Broken, ClientId, Outcome, Run, Seat, Setup};
use crate::text::Text;

/// A challenge.
pub struct Goal {
    /// Its name in a link.
    pub id: &'static str,
    /// What to bring about.
    pub title: Text,
    /// The settings that it is played in.
    pub setup: fn() -> Setup,
    /// Whether the parts of a step are needed.
    pub parts: bool,
    /// Hints, from the vaguest on. None of them is the answer.
    pub hints: &'static [Text],
    /// Whether the first moves of a run, so many of them, reach it.
    reached: fn(&Run, usize) -> bool,
    /// How many moves the shortest known way takes.
    shortest: usize,
    /// That way. The page does not have it.
    #[cfg(test)]
    solution: &'static [Move],
}

impl Goal {
    /// Whether the first `cursor` moves of the run reach the goal, by moves of clients and time alone: with commands of
    /// one's own every lock can be broken, so that they do not count. The run must have begun in the goal's settings.
    pub fn is_won(&self, run: &Run, cursor: usize) -> bool {
        (self.reached)(run, up_to(run, cursor, Outcome::is_typed))
    }

    /// How many moves the shortest known way takes. A test plays it.
    pub fn shortest(&self) -> usize {
        self.shortest
    }
}

/// The challenge of that name, case aside.
pub fn find(id: &str) -> Option<&'static Goal> {
    ALL.iter().find(|goal| goal.id.eq_ignore_ascii_case(id))
}

/// Every challenge, from the easiest on.
pub static ALL: [Goal; 8] = [
    Goal {
        id: "forever",
        title: Text {
            en: "Bring it about that nobody ever gets the lock again.",
            zh: "让谁也再拿不到锁。",
        },
        setup: || Setup::new(Algorithm::Setnx, 3),
        parts: false,
        hints: &[
            Text {
                en: "Nobody here looks at a clock. Who takes the key away again?",
                zh: "这里没有人看时钟。键由谁来删除？",
            },
            Text {
                en: "Clients do not only wait and work.",
                zh: "客户端可不只是等待和工作。",
            },
        ],
        reached: |run, cursor| run.world(cursor).deadlock().is_some(),
        shortest: 2,
        #[cfg(test)]
        solution: &[Step(C1), Crash(C1)],
    },
    Goal {
        id: "clock",
        title: Text {
            en: "Make two leases valid at once, by a clock.",
            zh: "借助时钟，让两份租约同时有效。",
        },
        setup: || Setup::new(Algorithm::Getset, 2),
        parts: false,
        hints: &[
            Text {
                en: "What does a contender compare the value with?",
                zh: "争锁者拿什么去和键里的值比较？",
            },
            Text {
                en: "A lease has ten seconds, and one more in the key.",
                zh: "租约是十秒，键里还多写了一秒。",
            },
        ],
        reached: two_leases,
        shortest: 5,
        #[cfg(test)]
        solution: &[Step(C1), Skew(C2, 12_000), Step(C2), Step(C2), Step(C2)],
    },
    Goal {
        id: "not-its-own",
        title: Text {
            en: "Make C1 delete a lock that is not its own.",
            zh: "让 C1 删掉不属于它的锁。",
        },
        setup: || Setup::new(Algorithm::GetsetBlind, 2),
        parts: false,
        hints: &[
            Text {
                en: "C1 deletes what is there, without a look.",
                zh: "C1 不看就删，那里有什么就删什么。",
            },
            Text {
                en: "Let another’s lock be there when C1 is done. How can it get there?",
                zh: "等 C1 做完时，让那里是别人的锁。它怎么会在那里？",
            },
        ],
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
    },
    Goal {
        id: "late-token",
        title: Text {
            en: "Lose an update, although every write shows a token.",
            zh: "每次写入都出示令牌，仍要弄丢一次更新。",
        },
        setup: || Setup::new(Algorithm::Incr, 2),
        parts: false,
        hints: &[
            Text {
                en: "The store refuses lower tokens. Who should have the higher one?",
                zh: "存储方拒绝更小的令牌。更大的该在谁手里？",
            },
            Text {
                en: "Between the lock and its token there is a gap.",
                zh: "拿到锁与拿到令牌之间有一道缝。",
            },
        ],
        reached: |run, cursor| {
            broke(run, cursor, |broken| {
                matches!(broken, Broken::LostUpdate { .. })
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
    },
    Goal {
        id: "two-holders",
        title: Text {
            en: "An expired lock lies there. Make two clients hold it, each with a valid lease.",
            zh: "这里有一把过期的锁。让两个客户端都持有它，而且租约都有效。",
        },
        setup: || expired(Algorithm::SetnxDel),
        parts: false,
        hints: &[
            Text {
                en: "No clock and no crash is needed, only an order.",
                zh: "不用动时钟，也不用崩溃，只要一个顺序。",
            },
            Text {
                en: "What a client has read may be out of date when it acts on it.",
                zh: "客户端读到的东西，等它据此行动时可能已经过时。",
            },
        ],
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
    },
    Goal {
        id: "stall",
        title: Text {
            en: "Make C1 delete a lock that is not its own, although it looks at its clock first and all clocks are right.",
            zh: "时钟都准，C1 也会先看时钟，仍要让它删掉不属于它的锁。",
        },
        setup: || Setup::new(Algorithm::Getset, 2),
        parts: true,
        hints: &[
            Text {
                en: "To look and to act are two things.",
                zh: "看，和做，是两回事。",
            },
            Text {
                en: "Steps have parts.",
                zh: "一步可以拆成几部分。",
            },
        ],
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
    },
    Goal {
        id: "shorter",
        title: Text {
            en: "Make two leases valid at once, with clocks that are right.",
            zh: "时钟都准，也要让两份租约同时有效。",
        },
        setup: || expired(Algorithm::Getset),
        parts: true,
        hints: &[
            Text {
                en: "Who loses the race still writes.",
                zh: "输掉的一方也写了键。",
            },
            Text {
                en: "A time in the key is as old as the look at the clock that it was computed from.",
                zh: "键里的时间有多旧，取决于它是何时看着时钟算出来的。",
            },
        ],
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
    },
    Goal {
        id: "starve",
        title: Text {
            en: "Let C4 poll five times while the lock is expired, and not get it.",
            zh: "锁已过期，却让 C4 轮询五次都拿不到它。",
        },
        setup: || {
            let seat = |id| Seat {
                id,
                algorithm: Algorithm::GetsetPoll,
                skew_ms: 0,
            };
            Setup {
                seats: vec![seat(C3), seat(C4)],
                ..Setup::new(Algorithm::GetsetPoll, 0)
            }
        },
        parts: false,
        hints: &[
            Text {
                en: "C3 need not live to see it.",
                zh: "C3 不必活到那时候。",
            },
            Text {
                en: "Each try of C4 leaves a time behind. When does it meet that again?",
                zh: "C4 每试一次都留下一个时间。它什么时候会再遇到？",
            },
        ],
        reached: |run, cursor| {
            broke(run, cursor, |broken| match broken {
                Broken::NobodyGetsIn { who, .. } => who.contains(&C4),
                _ => false,
            })
        },
        shortest: 20,
        #[cfg(test)]
        solution: &[
            Step(C3),
            Crash(C3),
            Tick(5_000),
            Step(C4),
            Step(C4),
            Tick(7_000),
            Step(C4),
            Step(C4),
            Tick(1_000),
            Step(C4),
            Step(C4),
            Tick(1_000),
            Step(C4),
            Step(C4),
            Tick(1_000),
            Step(C4),
            Step(C4),
            Tick(1_000),
            Step(C4),
            Step(C4),
        ],
    },
];

/// Two clients at t = 101, and a lock that a stranger left behind, expired at 100.
fn expired(algorithm: Algorithm) -> Setup {
    Setup {
        start_s: 101,
        value: Some("100".to_owned()),
        ..Setup::new(algorithm, 2)
    }
}

fn broke(run: &Run, cursor: usize, is_it: impl Fn(&Broken) -> bool) -> bool {
    let mut all = run
        .outcomes()
        .take(cursor)
        .flat_map(|outcome| &outcome.broken);
    all.any(is_it)
}

fn two_leases(run: &Run, cursor: usize) -> bool {
    broke(run, cursor, |broken| matches!(broken, Broken::TwoLeases(_)))
}

/// How many of the first `cursor` moves come before one that ends what counts.
fn up_to(run: &Run, cursor: usize, is_foul: impl Fn(&Outcome) -> bool) -> usize {
    let made = run.outcomes().take(cursor);
    made.take_while(|outcome| !is_foul(outcome)).count()
}

/// The same, where clocks may not be set.
fn with_clocks_right(run: &Run, cursor: usize) -> usize {
    up_to(run, cursor, |outcome| matches!(outcome.mv, Skew(..)))
}

fn c1_removes(run: &Run, cursor: usize) -> bool {
    let by_c1 = |by: ClientId| by == C1;
    broke(
        run,
        cursor,
        |broken| matches!(broken, Broken::RemovedLock { by, .. } if by_c1(*by)),
    )
}

#[cfg(test)]
mod tests;
