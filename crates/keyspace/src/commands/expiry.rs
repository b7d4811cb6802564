//! When keys expire: setting a deadline, asking for it, taking it away.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server::args::{self, Args};
use crate::server::call::Call;
use crate::server::notify::Class;
use base::text::Text;

const NX_AND_OTHERS: Error =
    Error::fixed("ERR NX and XX, GT or LT options at the same time are not compatible");
const GT_AND_LT: Error = Error::fixed("ERR GT and LT options at the same time are not compatible");

/// The reply of TTL and its relatives for a missing key.
const NO_SUCH_KEY: i64 = -2;
/// Their reply for a key that never expires.
const NO_DEADLINE: i64 = -1;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "expire",
        arity: -3,
        arguments: "key seconds:integer [condition(NX|XX|GT|LT)@7.0.0]",
        group: Group::Generic,
        since: "1.0.0",
        summary: Text {
            en: "Lets a key expire in so many seconds",
            zh: "让键在若干秒后过期",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("EXPIRE mykey 10", "(integer) 1"),
            example("EXPIRE mykey 5 GT", "(integer) 0"),
            example("TTL mykey", "(integer) 10"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::Now(|call| set_deadline(call, 1000, true)),
        ..Record::DEFAULT
    },
    Record {
        name: "pexpire",
        arity: -3,
        arguments: "key milliseconds:integer [condition(NX|XX|GT|LT)@7.0.0]",
        group: Group::Generic,
        since: "2.6.0",
        summary: Text {
            en: "Lets a key expire in so many milliseconds",
            zh: "让键在若干毫秒后过期",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("PEXPIRE mykey 1500", "(integer) 1"),
            example("PTTL mykey", "(integer) 1500"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::Now(|call| set_deadline(call, 1, true)),
        ..Record::DEFAULT
    },
    Record {
        name: "expireat",
        arity: -3,
        arguments: "key unix-time-seconds:unix-time [condition(NX|XX|GT|LT)@7.0.0]",
        group: Group::Generic,
        since: "1.2.0",
        summary: Text {
            en: "Lets a key expire at a Unix time in seconds; a time that has passed deletes it",
            zh: "让键在指定的 Unix 时间（秒）过期；时间已过则立即删除",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("EXPIREAT mykey 1", "(integer) 1"),
            example("EXISTS mykey", "(integer) 0"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::Now(|call| set_deadline(call, 1000, false)),
        ..Record::DEFAULT
    },
    Record {
        name: "pexpireat",
        arity: -3,
        arguments: "key unix-time-milliseconds:unix-time [condition(NX|XX|GT|LT)@7.0.0]",
        group: Group::Generic,
        since: "2.6.0",
        summary: Text {
            en: "Lets a key expire at a Unix time in milliseconds; a time that has passed deletes it",
            zh: "让键在指定的 Unix 时间（毫秒）过期；时间已过则立即删除",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("PEXPIREAT mykey 1", "(integer) 1"),
            example("TTL mykey", "(integer) -2"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::Now(|call| set_deadline(call, 1, false)),
        ..Record::DEFAULT
    },
    Record {
        name: "ttl",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "1.0.0",
        summary: Text {
            en: "Answers how many seconds a key has left; -1 if it never expires, -2 if it is not there",
            zh: "返回键剩余的秒数；-1 表示永不过期，-2 表示键不存在",
        },
        examples: &[
            example("SET mykey \"Hello\" EX 10", "OK"),
            example("TTL mykey", "(integer) 10"),
            example("TTL nosuchkey", "(integer) -2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        run: Run::Now(ttl),
        ..Record::DEFAULT
    },
    Record {
        name: "pttl",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "2.6.0",
        summary: Text {
            en: "Answers how many milliseconds a key has left; -1 if it never expires, -2 if it is not there",
            zh: "返回键剩余的毫秒数；-1 表示永不过期，-2 表示键不存在",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("PTTL mykey", "(integer) -1"),
            example("PEXPIRE mykey 900", "(integer) 1"),
            example("PTTL mykey", "(integer) 900"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        run: Run::Now(pttl),
        ..Record::DEFAULT
    },
    Record {
        name: "expiretime",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "7.0.0",
        summary: Text {
            en: "Answers the Unix time in seconds at which a key expires; -1 for never, -2 for no key",
            zh: "返回键过期的 Unix 时间（秒）；-1 表示永不过期，-2 表示键不存在",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("EXPIREAT mykey 33177117420", "(integer) 1"),
            example("EXPIRETIME mykey", "(integer) 33177117420"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(expiretime),
        ..Record::DEFAULT
    },
    Record {
        name: "pexpiretime",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "7.0.0",
        summary: Text {
            en: "Answers the Unix time in milliseconds at which a key expires; -1 for never, -2 for no key",
            zh: "返回键过期的 Unix 时间（毫秒）；-1 表示永不过期，-2 表示键不存在",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("PEXPIREAT mykey 33177117420000", "(integer) 1"),
            example("PEXPIRETIME mykey", "(integer) 33177117420000"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(pexpiretime),
        ..Record::DEFAULT
    },
    Record {
        name: "persist",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "2.2.0",
        summary: Text {
            en: "Lets a key live on for ever",
            zh: "取消键的过期时间",
        },
        examples: &[
            example("SET mykey \"Hello\" EX 10", "OK"),
            example("PERSIST mykey", "(integer) 1"),
            example("TTL mykey", "(integer) -1"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::Now(persist),
        ..Record::DEFAULT
    },
];

/// The conditions of EXPIRE and its relatives; several may be asked for.
#[derive(Default)]
struct Conditions {
    nx: bool,
    xx: bool,
    gt: bool,
    lt: bool,
}

/// EXPIRE, PEXPIRE, EXPIREAT and PEXPIREAT: the time is in units of `unit_ms`, counted from now or from the epoch.
fn set_deadline(call: &mut Call<'_>, unit_ms: i64, from_now: bool) -> Result<Reply, Error> {
    let (key, time) = (call.args.word()?, call.args.word()?);
    let conditions = Conditions::read(&mut call.args)?;
    let base_ms = if from_now { call.now_ms() } else { 0 };
    let deadline_ms = args::integer(time)?
        .checked_mul(unit_ms)
        .and_then(|time_ms| time_ms.checked_add(base_ms))
        .ok_or_else(|| call.invalid_expire_time())?;
    let now_ms = call.now_ms();
    let Some(mut slot) = call.slot(key) else {
        return Ok(Reply::Int(0));
    };
    if !conditions.allow(slot.entry().expires_at_ms, deadline_ms) {
        return Ok(Reply::Int(0));
    }
    if deadline_ms <= now_ms {
        call.remove(key);
        call.notify(Class::Generic, "del", key);
    } else {
        slot.set_deadline(Some(deadline_ms));
        call.notify(Class::Generic, "expire", key);
    }
    Ok(Reply::Int(1))
}

fn ttl(call: &mut Call<'_>) -> Result<Reply, Error> {
    let now_ms = call.now_ms();
    deadline(call, |at_ms| to_seconds(at_ms.saturating_sub(now_ms)))
}

fn pttl(call: &mut Call<'_>) -> Result<Reply, Error> {
    let now_ms = call.now_ms();
    deadline(call, |at_ms| at_ms.saturating_sub(now_ms))
}

fn expiretime(call: &mut Call<'_>) -> Result<Reply, Error> {
    deadline(call, to_seconds)
}

fn pexpiretime(call: &mut Call<'_>) -> Result<Reply, Error> {
    deadline(call, |at_ms| at_ms)
}

fn persist(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let slot = call.slot(key);
    let Some(mut slot) = slot.filter(|slot| slot.entry().expires_at_ms.is_some()) else {
        return Ok(Reply::Int(0));
    };
    slot.set_deadline(None);
    call.notify(Class::Generic, "persist", key);
    Ok(Reply::Int(1))
}

/// The key's deadline in Unix milliseconds, converted by `shown`, or the reply if there is none.
fn deadline(call: &mut Call<'_>, shown: impl FnOnce(i64) -> i64) -> Result<Reply, Error> {
    let key = call.args.word()?;
    Ok(Reply::Int(
        match call.look_up(key).map(|entry| entry.expires_at_ms) {
            None => NO_SUCH_KEY,
            Some(None) => NO_DEADLINE,
            Some(Some(at_ms)) => shown(at_ms),
        },
    ))
}

/// Rounded to the nearest second, as Redis does.
fn to_seconds(time_ms: i64) -> i64 {
    time_ms / 1000 + i64::from(time_ms % 1000 >= 500)
}

impl Conditions {
    fn read(args: &mut Args<'_>) -> Result<Conditions, Error> {
        let mut conditions = Conditions::default();
        for word in args.by_ref() {
            let condition = if args::is_option(word, "NX") {
                &mut conditions.nx
            } else if args::is_option(word, "XX") {
                &mut conditions.xx
            } else if args::is_option(word, "GT") {
                &mut conditions.gt
            } else if args::is_option(word, "LT") {
                &mut conditions.lt
            } else {
                return Err(args::unsupported_option(word));
            };
            *condition = true;
        }
        if conditions.nx && (conditions.xx || conditions.gt || conditions.lt) {
            Err(NX_AND_OTHERS)
        } else if conditions.gt && conditions.lt {
            Err(GT_AND_LT)
        } else {
            Ok(conditions)
        }
    }

    /// Whether a key may get a new deadline. Without one it counts as living for ever.
    fn allow(&self, old_ms: Option<i64>, new_ms: i64) -> bool {
        match old_ms {
            Some(old_ms) => {
                !self.nx && (!self.gt || new_ms > old_ms) && (!self.lt || new_ms < old_ms)
            }
            None => !self.xx && !self.gt,
        }
    }
}
