//! Challenges: goals that the reader reaches by a schedule or by a program of their own. The engine and the search judge
//! them; the page gives hints, and no solution.

mod mend;

pub use self::mend::{Flaw, Judged, Judgement, Mend, Trial, WORK_MS};

use std::sync::Arc;

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
        title: Text {
            en: "Lead C1 through the lock: let it take the lock, work, and give it back.",
            zh: "带 C1 走一遍：拿到锁，干完活，再释放。",
        },
        setup: || Setup::new(Algorithm::Setnx, 1),
        hints: &[
            Text {
                en: "Press Step in the row of C1. Or give the drawing the focus and press 1.",
                zh: "按 C1 那一行的“单步”，或让焦点停在图上再按 1。",
            },
            Text {
                en: "Its work takes three seconds, and time stands still until you let it pass: press + 1 s three times, or t.",
                zh: "干活要三秒，而时间要你来推动：按三次“+ 1 秒”，或按 t 键。",
            },
            Text {
                en: "One more Step, and C1 deletes the key. A wrong move is taken back with Ctrl+Z.",
                zh: "再走一步，C1 就会删除键。走错了可以按 Ctrl+Z 撤回。",
            },
        ],
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
        title: Text {
            en: "Make the lock impossible to get, for ever.",
            zh: "让锁永远无法被拿到。",
        },
        setup: || Setup::new(Algorithm::Setnx, 3),
        hints: &[
            Text {
                en: "No client here reads the time in the key. Which client would delete the key?",
                zh: "这里没有客户端读取键里的时间。键该由哪个客户端来删除？",
            },
            Text {
                en: "A client can do more than wait and work.",
                zh: "客户端能做的不只是等待和工作。",
            },
        ],
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
        title: Text {
            en: "Make two leases valid at once, with the help of a clock.",
            zh: "借助时钟，让两份租约同时有效。",
        },
        setup: || Setup::new(Algorithm::Getset, 2),
        hints: &[
            Text {
                en: "With which time does a contender compare the value in the key?",
                zh: "争锁者拿哪个时间与键里的值比较？",
            },
            Text {
                en: "A lease lasts ten seconds, and the key says one second more.",
                zh: "租约是十秒，键里多写了一秒。",
            },
        ],
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
        title: Text {
            en: "Make C1 delete a lock that is not its own.",
            zh: "让 C1 删掉不属于它的锁。",
        },
        setup: || Setup::new(Algorithm::GetsetBlind, 2),
        hints: &[
            Text {
                en: "C1 deletes the key without a check.",
                zh: "C1 不检查就删除键。",
            },
            Text {
                en: "When C1 has done its work, the key must belong to C2. How can C2 get the lock before?",
                zh: "等 C1 做完工作时，键要已属于 C2。C2 怎样才能先拿到锁？",
            },
        ],
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
        title: Text {
            en: "Mend the release, so that no schedule lets a client delete the lock of another.",
            zh: "改好释放部分：无论按什么先后顺序，都没有客户端会删掉别人的锁。",
        },
        setup: || of_program(Algorithm::GetsetBlind),
        hints: &[
            Text {
                en: "Press Search below the program, and look at the schedule that is found. What does the client not know when it sends DEL?",
                zh: "按程序下方的“查找”，看看找到的顺序。客户端发送 DEL 时，不知道什么？",
            },
            Text {
                en: "Up to the end of its lease the key is its own. Here nothing comes between reading the clock and the command.",
                zh: "租约结束之前，键是它自己的。在这里，读时钟和命令之间没有间隔。",
            },
        ],
        aim: Aim::Program(Mend { gap: false }),
    },
    Goal {
        id: "late-token",
        title: Text {
            en: "Lose an update, although each write shows a fencing token.",
            zh: "每次写入都出示防护令牌，仍要弄丢一次更新。",
        },
        setup: || Setup::new(Algorithm::Incr, 2),
        hints: &[
            Text {
                en: "The store refuses a lower fencing token. Which client should have the higher one?",
                zh: "存储方拒绝更小的防护令牌。哪个客户端该拿到更大的？",
            },
            Text {
                en: "A client gets the lock first, and the fencing token in a later step.",
                zh: "客户端先拿到锁，之后另用一步取得防护令牌。",
            },
        ],
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
        title: Text {
            en: "The lock has expired at the start. Make two clients hold it, each with a valid lease.",
            zh: "锁一开始就已过期。让两个客户端都持有它，而且租约都有效。",
        },
        setup: || expired(Algorithm::SetnxDel),
        hints: &[
            Text {
                en: "This needs no crash and no wrong clock, only an order of moves.",
                zh: "不需要崩溃，也不需要不准的时钟，只需要一种先后顺序。",
            },
            Text {
                en: "A client may read a value, and act on it when it is out of date.",
                zh: "客户端读到值，等它据此行动时，值可能已经过时。",
            },
        ],
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
        title: Text {
            en: "Make C1 delete a lock that is not its own, although it checks its clock first and all clocks are right.",
            zh: "时钟都准，C1 也会先看时钟，仍要让它删掉不属于它的锁。",
        },
        setup: || Setup::new(Algorithm::Getset, 2),
        hints: &[
            Text {
                en: "The check and the DEL are not one step.",
                zh: "检查和 DEL 不是同一步。",
            },
            Text {
                en: "Each step has parts, which can be made one by one.",
                zh: "每一步都可以拆开，一部分一部分地走。",
            },
        ],
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
        title: Text {
            en: "Mend this release, although a client may stall between reading its clock and its command.",
            zh: "改好这个释放部分，而且客户端可能在读时钟和执行命令之间停住。",
        },
        setup: || of_program(Algorithm::PxBlind),
        hints: &[
            Text {
                en: "A look at the clock is of no use when the command arrives late. What else tells the client that the key is its own?",
                zh: "命令可能晚到，看时钟就不管用了。客户端还能凭什么知道键是自己的？",
            },
            Text {
                en: "The comparison and DEL have to be one step of the server. A script is one: the editor knows EVAL.",
                zh: "比较和 DEL 必须是服务器上的同一步。脚本就是一步：编辑器里有 EVAL。",
            },
        ],
        aim: Aim::Program(Mend { gap: true }),
    },
    Goal {
        id: "shorter",
        title: Text {
            en: "Make two leases valid at once, although all clocks are right.",
            zh: "时钟都准，也要让两份租约同时有效。",
        },
        setup: || expired(Algorithm::Getset),
        hints: &[
            Text {
                en: "A client that loses the race writes to the key all the same.",
                zh: "输掉的客户端同样写了键。",
            },
            Text {
                en: "A client reads its clock before it sends the time. How late may the command arrive?",
                zh: "客户端先读时钟，再发送时间。命令可以多晚才到？",
            },
        ],
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
        title: Text {
            en: "Although all clocks are right, shut C4 out of a lock that nobody holds any more.",
            zh: "时钟都准，也要让 C4 被一把已经没人持有的锁挡在外面。",
        },
        setup: || {
            let client = |id| ClientSetup {
                id,
                algorithm: Algorithm::GetsetPoll,
                skew_ms: 0,
            };
            Setup {
                clients: vec![client(C3), client(C4)],
                ..Setup::new(Algorithm::GetsetPoll, 0)
            }
        },
        hints: &[
            Text {
                en: "A holder may have left while its key is still there.",
                zh: "持有者可能已经离开，键却还在。",
            },
            Text {
                en: "C3 reads its clock before it sends DEL, and each step has parts. Each try of C4 writes a time into the key.",
                zh: "C3 先读时钟，再发送 DEL，而每一步都可以拆开。C4 每试一次，都在键里写下一个时间。",
            },
        ],
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
