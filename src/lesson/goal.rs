//! Challenges: a goal that the reader reaches by a schedule of their own. The engine judges it; nothing about the way is
//! told but hints.

use super::{C1, C2, C3, C4};
use crate::lock::Algorithm;
use crate::sim::Move::{self, Crash, Read, Skew, Step, Tick};
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
    /// The shortest schedule that is known to reach it.
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
        self.solution.len()
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
mod tests {
    use std::collections::HashSet;
    use std::hash::{DefaultHasher, Hash, Hasher};

    use super::*;
    use crate::sim::{Schedule, World};

    fn solved(goal: &Goal) -> Run {
        let schedule = Schedule::from(goal.solution);
        let (run, stopped) = Run::play((goal.setup)().world(), &schedule);
        assert_eq!(stopped, None, "{}", goal.id);
        run
    }

    /// Whether a way may set a clock: then its last step still counts.
    fn may_set_clocks(goal: &Goal) -> bool {
        let start = (goal.setup)();
        let mut run = Run::new(start.world());
        let _ = run.push(Skew(start.seats.first().unwrap().id, 1));
        for mv in goal.solution {
            let _ = run.push(mv.clone());
        }
        goal.is_won(&run, run.len())
    }

    #[test]
    fn what_a_reader_types_or_a_clock_that_was_set_does_not_win_where_it_should_not() {
        for goal in &ALL {
            let mut run = Run::new((goal.setup)().world());
            run.push(Move::Type("PING".into())).unwrap();
            for mv in goal.solution {
                run.push(mv.clone()).unwrap();
            }
            assert!(!goal.is_won(&run, run.len()), "{}", goal.id);
            let says_so = goal.title.en.contains("clocks");
            assert_eq!(may_set_clocks(goal), !says_so, "{}", goal.id);
        }
    }

    #[test]
    fn every_known_way_reaches_its_goal_with_its_last_move_and_not_before() {
        for goal in &ALL {
            let run = solved(goal);
            let won = (0..=run.len()).find(|cursor| goal.is_won(&run, *cursor));
            assert_eq!(won, Some(goal.shortest()), "{}", goal.id);
            let mut longer = run.clone();
            longer.push(Move::Type("PING".into())).unwrap();
            assert!(goal.is_won(&longer, longer.len()), "{}", goal.id);
        }
    }

    #[test]
    fn a_way_needs_parts_only_where_the_challenge_says_so() {
        for goal in &ALL {
            let has_parts = goal.solution.iter().any(|mv| matches!(mv, Read(_)));
            assert_eq!(has_parts, goal.parts, "{}", goal.id);
        }
    }

    /// The moves that a search tries: those of every client with all their parts, the messages that are on their way,
    /// and the times that mean something here. Pauses only take moves away.
    fn candidates(clocks: bool, world: &World) -> Vec<Move> {
        let ids = world.clients().iter().map(|client| client.id());
        let mut moves: Vec<Move> = [1_000, 3_000, 8_000, 10_001, 11_000, 12_000]
            .map(Tick)
            .to_vec();
        for id in ids {
            moves.extend([Step(id), Read(id), Move::Send(id)]);
            moves.extend([Crash(id), Move::Restart(id)]);
            moves.extend([Skew(id, 12_000), Skew(id, -12_000)]);
        }
        moves.retain(|mv| clocks || !matches!(mv, Skew(..)));
        for (name, is_reply) in world.messages() {
            moves.push(match is_reply {
                true => Move::Receive(name),
                false => Move::Execute(name),
            });
        }
        moves
    }

    /// Whether a schedule of at most `length` moves reaches the goal. Breadth first, each world looked at once: none of
    /// the goals searched asks for more than what its last move did.
    fn is_reached_within(goal: &Goal, length: usize) -> bool {
        let start = (goal.setup)().world();
        let mut seen = HashSet::from([hash(&start)]);
        let mut front = vec![start];
        let clocks = may_set_clocks(goal);
        for done in 1..=length {
            let mut next = Vec::new();
            for world in front {
                for mv in candidates(clocks, &world) {
                    let mut run = Run::new(world.clone());
                    if run.push(mv).is_err() {
                        continue;
                    }
                    if goal.is_won(&run, 1) {
                        return true;
                    }
                    if done < length && seen.insert(hash(run.last())) {
                        next.push(run.last().clone());
                    }
                }
            }
            front = next;
        }
        false
    }

    /// Two worlds of one hash among a million are not to be expected.
    fn hash(world: &World) -> u64 {
        let mut hasher = DefaultHasher::new();
        world.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn nothing_shorter_reaches_the_easy_ones() {
        for goal in ALL.iter().filter(|goal| goal.shortest() <= 6) {
            assert!(!is_reached_within(goal, goal.shortest() - 1), "{}", goal.id);
        }
    }

    /// Those of 7 and 8 moves: `cargo test --profile bench --no-default-features --lib nothing_shorter -- --ignored`. For
    /// the two longest a search would take days.
    #[test]
    #[ignore = "takes minutes"]
    fn nothing_shorter_reaches_the_harder_ones() {
        for goal in ALL.iter().filter(|goal| (7..=8).contains(&goal.shortest())) {
            let begun = std::time::Instant::now();
            assert!(!is_reached_within(goal, goal.shortest() - 1), "{}", goal.id);
            println!("{}: {:.0} s", goal.id, begun.elapsed().as_secs_f64());
        }
    }
}
