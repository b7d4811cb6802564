//! The algorithms themselves, each a file beside this one.

use super::program::Program;
use base::text::Text;

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
    /// The key gets its time to live in a step of its own.
    Expire,
    /// Both in one transaction, which prolongs the lock at every poll.
    ExpireMulti,
    /// The same, with a time to live that is set only where there is none.
    ExpireNx,
    /// The token is the client's name: the same for every attempt.
    PxName,
    /// The release compares and deletes in one step.
    Px,
    /// The same by WATCH, GET, and a transaction with DEL.
    PxWatch,
    /// The same by DELEX, a command of Redis 8.4.
    PxDelex,
    /// Repeats a request that nobody answered, and takes nil for another's lock.
    PxRepeat,
    /// The same, and looks whether the token in the key is its own.
    PxOwn,
    /// A second thread prolongs whatever lock is there.
    RenewBlind,
    /// The same after it has read the token.
    RenewGet,
    /// Compares and prolongs in one step.
    Renew,
    /// The same, while the work takes for ever.
    RenewHung,
    /// Goes in only when a replica has the write.
    Wait,
    /// A majority of servers that know nothing of each other.
    Redlock,
    /// The same without a look at how long that took.
    RedlockUnchecked,
    /// Redlock with one token for all attempts.
    RedlockKept,
    /// The store takes writes with the token that claimed it last, and no other.
    Claim,
    /// What a reader or an author has written. Its text is a setting of the run; where there is none, it is that of
    /// [`Algorithm::Getset`].
    Own,
    /// [`Algorithm::PxBlind`] as the first links have it.
    PxBlind1,
    /// [`Algorithm::PxGet`] as the first links have it.
    PxGet1,
    /// [`Algorithm::PxWrite`] as the first links have it.
    PxWrite1,
    /// [`Algorithm::Incr`] as the first links have it.
    Incr1,
    /// [`Algorithm::FenceWrite`] as the first links have it.
    FenceWrite1,
    /// [`Algorithm::FenceRead`] as the first links have it.
    FenceRead1,
}

/// What is known of an algorithm.
struct Facts {
    id: &'static str,
    title: Text,
    source: &'static str,
}

impl Algorithm {
    /// Every algorithm that can be chosen, from the simplest on.
    pub const ALL: [Algorithm; 36] = [
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
        Algorithm::Expire,
        Algorithm::ExpireMulti,
        Algorithm::ExpireNx,
        Algorithm::PxName,
        Algorithm::Px,
        Algorithm::PxWatch,
        Algorithm::PxDelex,
        Algorithm::PxRepeat,
        Algorithm::PxOwn,
        Algorithm::RenewBlind,
        Algorithm::RenewGet,
        Algorithm::Renew,
        Algorithm::RenewHung,
        Algorithm::Wait,
        Algorithm::Redlock,
        Algorithm::RedlockUnchecked,
        Algorithm::RedlockKept,
        Algorithm::Claim,
    ];

    /// What stands for an algorithm in the first links, where it has changed since.
    const FROZEN: [Algorithm; 6] = [
        Algorithm::PxBlind1,
        Algorithm::PxGet1,
        Algorithm::PxWrite1,
        Algorithm::Incr1,
        Algorithm::FenceWrite1,
        Algorithm::FenceRead1,
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
            Algorithm::Expire => Facts {
                id: "expire",
                title: Text {
                    en: "SETNX, then EXPIRE",
                    zh: "SETNX，再 EXPIRE",
                },
                source: include_str!("programs/expire.lock"),
            },
            Algorithm::ExpireMulti => Facts {
                id: "expire-multi",
                title: Text {
                    en: "SETNX and EXPIRE in a transaction",
                    zh: "SETNX 和 EXPIRE 放进事务",
                },
                source: include_str!("programs/expire-multi.lock"),
            },
            Algorithm::ExpireNx => Facts {
                id: "expire-nx",
                title: Text {
                    en: "SETNX and EXPIRE NX in a transaction",
                    zh: "SETNX 和 EXPIRE NX 放进事务",
                },
                source: include_str!("programs/expire-nx.lock"),
            },
            Algorithm::PxName => Facts {
                id: "px-name",
                title: Text {
                    en: "SET NX PX with the client’s name as the token",
                    zh: "SET NX PX，拿客户端的名字当令牌",
                },
                source: include_str!("programs/px-name.lock"),
            },
            Algorithm::Px => Facts {
                id: "px",
                title: Text {
                    en: "SET NX PX, release compares and deletes",
                    zh: "SET NX PX，释放时比较并删除",
                },
                source: include_str!("programs/px.lock"),
            },
            Algorithm::PxWatch => Facts {
                id: "px-watch",
                title: Text {
                    en: "SET NX PX, release by WATCH",
                    zh: "SET NX PX，用 WATCH 释放",
                },
                source: include_str!("programs/px-watch.lock"),
            },
            Algorithm::PxDelex => Facts {
                id: "px-delex",
                title: Text {
                    en: "SET NX PX, release by DELEX (Redis 8.4)",
                    zh: "SET NX PX，用 DELEX 释放（Redis 8.4）",
                },
                source: include_str!("programs/px-delex.lock"),
            },
            Algorithm::PxRepeat => Facts {
                id: "px-repeat",
                title: Text {
                    en: "SET NX PX, repeated when no reply comes",
                    zh: "SET NX PX，没有回复就重发",
                },
                source: include_str!("programs/px-repeat.lock"),
            },
            Algorithm::PxOwn => Facts {
                id: "px-own",
                title: Text {
                    en: "SET NX PX, which knows its own token",
                    zh: "SET NX PX，认得自己的令牌",
                },
                source: include_str!("programs/px-own.lock"),
            },
            Algorithm::RenewBlind => Facts {
                id: "renew-blind",
                title: Text {
                    en: "A lease renewed without a check",
                    zh: "续期时不检查",
                },
                source: include_str!("programs/renew-blind.lock"),
            },
            Algorithm::RenewGet => Facts {
                id: "renew-get",
                title: Text {
                    en: "A lease renewed after a GET",
                    zh: "续期前先 GET",
                },
                source: include_str!("programs/renew-get.lock"),
            },
            Algorithm::Renew => Facts {
                id: "renew",
                title: Text {
                    en: "A lease renewed in one step",
                    zh: "比较并续期",
                },
                source: include_str!("programs/renew.lock"),
            },
            Algorithm::RenewHung => Facts {
                id: "renew-hung",
                title: Text {
                    en: "A lease renewed while the work hangs",
                    zh: "工作卡住，续期不停",
                },
                source: include_str!("programs/renew-hung.lock"),
            },
            Algorithm::Wait => Facts {
                id: "wait",
                title: Text {
                    en: "SET NX PX, then WAIT for a replica",
                    zh: "SET NX PX，再用 WAIT 等副本",
                },
                source: include_str!("programs/wait.lock"),
            },
            Algorithm::Redlock => Facts {
                id: "redlock",
                title: Text {
                    en: "Redlock",
                    zh: "Redlock",
                },
                source: include_str!("programs/redlock.lock"),
            },
            Algorithm::RedlockUnchecked => Facts {
                id: "redlock-unchecked",
                title: Text {
                    en: "Redlock without the check of the time",
                    zh: "不检查用时的 Redlock",
                },
                source: include_str!("programs/redlock-unchecked.lock"),
            },
            Algorithm::RedlockKept => Facts {
                id: "redlock-kept",
                title: Text {
                    en: "Redlock with one token for all attempts",
                    zh: "所有尝试共用一个令牌的 Redlock",
                },
                source: include_str!("programs/redlock-kept.lock"),
            },
            Algorithm::Claim => Facts {
                id: "claim",
                title: Text {
                    en: "SET NX PX, and a store that is claimed",
                    zh: "SET NX PX，先认领存储",
                },
                source: include_str!("programs/claim.lock"),
            },
            Algorithm::Own => Facts {
                id: "own",
                title: Text {
                    en: "Your own program",
                    zh: "你自己的程序",
                },
                source: Algorithm::Getset.source(),
            },
            Algorithm::PxBlind1 => Facts {
                id: "px-blind@1",
                title: Algorithm::PxBlind.title(),
                source: include_str!("programs/v1/px-blind.lock"),
            },
            Algorithm::PxGet1 => Facts {
                id: "px-get@1",
                title: Algorithm::PxGet.title(),
                source: include_str!("programs/v1/px-get.lock"),
            },
            Algorithm::PxWrite1 => Facts {
                id: "px-write@1",
                title: Algorithm::PxWrite.title(),
                source: include_str!("programs/v1/px-write.lock"),
            },
            Algorithm::Incr1 => Facts {
                id: "incr@1",
                title: Algorithm::Incr.title(),
                source: include_str!("programs/v1/incr.lock"),
            },
            Algorithm::FenceWrite1 => Facts {
                id: "fence-write@1",
                title: Algorithm::FenceWrite.title(),
                source: include_str!("programs/v1/fence-write.lock"),
            },
            Algorithm::FenceRead1 => Facts {
                id: "fence-read@1",
                title: Algorithm::FenceRead.title(),
                source: include_str!("programs/v1/fence-read.lock"),
            },
        }
    }

    /// Its name in a link.
    pub const fn id(self) -> &'static str {
        self.facts().id
    }

    /// The algorithm of that name, case aside.
    pub fn find(id: &str) -> Option<Algorithm> {
        let all = Algorithm::ALL.into_iter().chain(Algorithm::FROZEN);
        let mut all = all.chain([Algorithm::Own]);
        all.find(|algorithm| algorithm.id().eq_ignore_ascii_case(id))
    }

    /// The algorithm that had this name in the first links.
    pub fn find_first(id: &str) -> Option<Algorithm> {
        let is_it = |algorithm: &Algorithm| {
            let name = algorithm.id().strip_suffix("@1");
            name.is_some_and(|name| name.eq_ignore_ascii_case(id))
        };
        let frozen = Algorithm::FROZEN.into_iter().find(is_it);
        frozen.or_else(|| Algorithm::find(id))
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
        let mut program = Program::parse(self.source()).unwrap_or_default();
        // The first links know one token for each client, whatever it attempts.
        program.names_token &= !Algorithm::FROZEN.contains(&self);
        program
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::text::Lang;

    #[test]
    fn every_algorithm_parses_and_guards_lock_foo() {
        for algorithm in Algorithm::ALL.into_iter().chain(Algorithm::FROZEN) {
            let parsed = Program::parse(algorithm.source());
            let program = parsed.unwrap_or_else(|error| panic!("{}", error.get(Lang::En)));
            assert_eq!(program.source(), algorithm.source());
            assert_eq!(program.lock_key(), b"lock.foo");
            assert_eq!(Algorithm::find(algorithm.id()), Some(algorithm));
        }
    }
}
