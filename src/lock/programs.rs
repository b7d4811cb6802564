//! The algorithms themselves, each a file beside this one.

use super::program::Program;
use crate::text::Text;

/// A known lock algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// The lock is the key, and nothing else.
    Setnx,
    /// The value is a time; who finds it past deletes the key and sets its own.
    SetnxDel,
    /// An expired lock is taken over by GETSET; the release deletes whatever is there.
    GetsetBlind,
    /// The same, with a release that looks at the clock first.
    Getset,
    /// The same, with a release that compares the value first.
    GetsetGet,
    /// Expired only in the very second that the value names.
    GetsetEqual,
    /// Expired one second later: when the value is below the time.
    GetsetLess,
    /// The holder counts the last second as its own, and so does the contender.
    GetsetLate,
    /// Polls with GETSET, and never looks first.
    GetsetPoll,
    /// Takes the nil of a lock that was released meanwhile for one that is held.
    GetsetNil,
    /// The key expires by itself; the release deletes whatever is there.
    PxBlind,
    /// The same, with a release that compares the token first.
    PxGet,
    /// The holder writes to a store that takes every write.
    PxWrite,
    /// The token is issued in a step of its own, after the lock.
    Incr,
    /// The token is issued in the same step as the lock, and shown on write only.
    FenceWrite,
    /// The same, shown on read as well.
    FenceRead,
    /// Tries once, and gives up.
    Once,
    /// Tries again each second, and gives up after five.
    Patient,
}

/// What is known of an algorithm.
struct Facts {
    id: &'static str,
    title: Text,
    source: &'static str,
}

impl Algorithm {
    /// Every algorithm, from the simplest on.
    pub const ALL: [Algorithm; 18] = [
        Algorithm::Setnx,
        Algorithm::SetnxDel,
        Algorithm::GetsetBlind,
        Algorithm::Getset,
        Algorithm::GetsetGet,
        Algorithm::GetsetEqual,
        Algorithm::GetsetLess,
        Algorithm::GetsetLate,
        Algorithm::GetsetPoll,
        Algorithm::GetsetNil,
        Algorithm::PxBlind,
        Algorithm::PxGet,
        Algorithm::PxWrite,
        Algorithm::Incr,
        Algorithm::FenceWrite,
        Algorithm::FenceRead,
        Algorithm::Once,
        Algorithm::Patient,
    ];

    const fn facts(self) -> Facts {
        match self {
            Algorithm::Setnx => Facts {
                id: "setnx",
                title: Text {
                    en: "SETNX alone",
                    zh: "只用 SETNX",
                },
                source: include_str!("programs/setnx.lock"),
            },
            Algorithm::SetnxDel => Facts {
                id: "setnx-del",
                title: Text {
                    en: "SETNX, DEL on an expired lock",
                    zh: "SETNX，用 DEL 删除过期的锁",
                },
                source: include_str!("programs/setnx-del.lock"),
            },
            Algorithm::GetsetBlind => Facts {
                id: "getset-blind",
                title: Text {
                    en: "GETSET takeover, release without a check",
                    zh: "GETSET 接管，释放时不检查",
                },
                source: include_str!("programs/getset-blind.lock"),
            },
            Algorithm::Getset => Facts {
                id: "getset",
                title: Text {
                    en: "GETSET takeover, release checks the clock",
                    zh: "GETSET 接管，释放前先看时钟",
                },
                source: include_str!("programs/getset.lock"),
            },
            Algorithm::GetsetGet => Facts {
                id: "getset-get",
                title: Text {
                    en: "GETSET takeover, release checks the value",
                    zh: "GETSET 接管，释放前先比较值",
                },
                source: include_str!("programs/getset-get.lock"),
            },
            Algorithm::GetsetEqual => Facts {
                id: "getset-eq",
                title: Text {
                    en: "GETSET takeover, expired when “=” the time",
                    zh: "GETSET 接管，“=”当前时间才算过期",
                },
                source: include_str!("programs/getset-eq.lock"),
            },
            Algorithm::GetsetLess => Facts {
                id: "getset-lt",
                title: Text {
                    en: "GETSET takeover, expired when “<” the time",
                    zh: "GETSET 接管，“<”当前时间才算过期",
                },
                source: include_str!("programs/getset-lt.lock"),
            },
            Algorithm::GetsetLate => Facts {
                id: "getset-late",
                title: Text {
                    en: "GETSET takeover, last second counted twice",
                    zh: "GETSET 接管，最后一秒两边都算",
                },
                source: include_str!("programs/getset-late.lock"),
            },
            Algorithm::GetsetPoll => Facts {
                id: "getset-poll",
                title: Text {
                    en: "GETSET takeover without reading first",
                    zh: "不先读取就用 GETSET 接管",
                },
                source: include_str!("programs/getset-poll.lock"),
            },
            Algorithm::GetsetNil => Facts {
                id: "getset-nil",
                title: Text {
                    en: "GETSET takeover that misreads nil",
                    zh: "GETSET 接管，但误解 nil",
                },
                source: include_str!("programs/getset-nil.lock"),
            },
            Algorithm::PxBlind => Facts {
                id: "px-blind",
                title: Text {
                    en: "SET NX PX, release without a check",
                    zh: "SET NX PX，释放时不检查",
                },
                source: include_str!("programs/px-blind.lock"),
            },
            Algorithm::PxGet => Facts {
                id: "px-get",
                title: Text {
                    en: "SET NX PX, release checks the token",
                    zh: "SET NX PX，释放前先比较令牌",
                },
                source: include_str!("programs/px-get.lock"),
            },
            Algorithm::PxWrite => Facts {
                id: "px-write",
                title: Text {
                    en: "SET NX PX, and a store without fencing",
                    zh: "SET NX PX，存储方没有防护",
                },
                source: include_str!("programs/px-write.lock"),
            },
            Algorithm::Incr => Facts {
                id: "incr",
                title: Text {
                    en: "SET NX PX, then a fencing token from INCR",
                    zh: "SET NX PX，再用 INCR 取防护令牌",
                },
                source: include_str!("programs/incr.lock"),
            },
            Algorithm::FenceWrite => Facts {
                id: "fence-write",
                title: Text {
                    en: "A fencing token with the lock, shown on write",
                    zh: "防护令牌随锁发放，写入时出示",
                },
                source: include_str!("programs/fence-write.lock"),
            },
            Algorithm::FenceRead => Facts {
                id: "fence-read",
                title: Text {
                    en: "A fencing token with the lock, shown on read and write",
                    zh: "防护令牌随锁发放，读写都出示",
                },
                source: include_str!("programs/fence-read.lock"),
            },
            Algorithm::Once => Facts {
                id: "once",
                title: Text {
                    en: "SETNX, tried once",
                    zh: "SETNX，只试一次",
                },
                source: include_str!("programs/once.lock"),
            },
            Algorithm::Patient => Facts {
                id: "patient",
                title: Text {
                    en: "SETNX, given up after five seconds",
                    zh: "SETNX，五秒后放弃",
                },
                source: include_str!("programs/patient.lock"),
            },
        }
    }

    /// Its name in a link.
    pub const fn id(self) -> &'static str {
        self.facts().id
    }

    /// The algorithm of that name, case aside.
    pub fn find(id: &str) -> Option<Algorithm> {
        let mut all = Algorithm::ALL.into_iter();
        all.find(|algorithm| algorithm.id().eq_ignore_ascii_case(id))
    }

    /// What it is called.
    pub const fn title(self) -> Text {
        self.facts().title
    }

    /// The program's text.
    pub const fn source(self) -> &'static str {
        self.facts().source
    }

    /// The program. A test parses every one of them; were one wrong, its clients would have nothing to do.
    pub fn program(self) -> Program {
        Program::parse(self.source()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn every_algorithm_parses_and_guards_lock_foo() {
        for algorithm in Algorithm::ALL {
            let parsed = Program::parse(algorithm.source());
            let program = parsed.unwrap_or_else(|error| panic!("{}", error.get(Lang::En)));
            assert_eq!(program.source(), algorithm.source());
            assert_eq!(program.lock_key(), b"lock.foo");
            assert_eq!(Algorithm::find(algorithm.id()), Some(algorithm));
        }
    }
}
