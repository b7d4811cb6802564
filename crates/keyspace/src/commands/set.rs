//! SET and what shares its conditions and its ways to give a key an expiry: SETNX, SETEX, PSETEX, GETEX. Below, what the modes
//! of a keyspace have: SET with IFEQ and IFNE, DELEX, DELIFEQ.

use crate::catalogue::left_out;
use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server::args::{self, Args};
use crate::server::call::Call;
use crate::server::notify::Class;
use base::text::Text;
use std::sync::Arc;

/// SET. A mode has its own, which takes further conditions.
const SET: Record = Record {
    name: "set",
    arity: -3,
    arguments: "key value [condition(NX|XX)@2.6.12] [GET@6.2.0] [expiration(EX=seconds:integer@2.6.12|PX=milliseconds:integer@2.6.12|EXAT=unix-time-seconds:unix-time@6.2.0|PXAT=unix-time-milliseconds:unix-time@6.2.0|KEEPTTL@6.0.0)]",
    group: Group::String,
    since: "1.0.0",
    summary: Text {
        en: "Stores a string under a key, on conditions and with an expiry if asked for",
        zh: "把字符串存入键，可附带条件和过期时间",
    },
    examples: &[
        example("SET mykey \"Hello\"", "OK"),
        example("SET mykey \"World\" NX GET", "\"Hello\""),
        example("SET mykey \"later\" XX EX 60", "OK"),
        example("TTL mykey", "(integer) 60"),
    ],
    flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::LOOKS_UP),
    keys: &[KeySpec {
        notes: "RW and ACCESS due to the optional `GET` argument",
        ..KeySpec::first("RW access update variable_flags")
    }],
    run: Run::Now(set),
    ..Record::DEFAULT
};

pub const COMMANDS: &[Record] = &[
    SET,
    Record {
        name: "setnx",
        arity: 3,
        arguments: "key value",
        group: Group::String,
        since: "1.0.0",
        summary: Text {
            en: "Stores a string under a key that does not exist yet",
            zh: "仅当键不存在时，把字符串存入键",
        },
        examples: &[
            example("SETNX mykey \"Hello\"", "(integer) 1"),
            example("SETNX mykey \"World\"", "(integer) 0"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("OW insert")],
        run: Run::Now(setnx),
        ..Record::DEFAULT
    },
    Record {
        name: "setex",
        arity: 4,
        arguments: "key seconds:integer value",
        group: Group::String,
        since: "2.0.0",
        summary: Text {
            en: "Stores a string under a key that expires after some seconds",
            zh: "把字符串存入键，若干秒后过期",
        },
        examples: &[
            example("SETEX mykey 10 \"Hello\"", "OK"),
            example("TTL mykey", "(integer) 10"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("OW update")],
        run: Run::Now(|call| set_for(call, &EX)),
        ..Record::DEFAULT
    },
    Record {
        name: "psetex",
        arity: 4,
        arguments: "key milliseconds:integer value",
        group: Group::String,
        since: "2.6.0",
        summary: Text {
            en: "Stores a string under a key that expires after some milliseconds",
            zh: "把字符串存入键，若干毫秒后过期",
        },
        examples: &[
            example("PSETEX mykey 1000 \"Hello\"", "OK"),
            example("TTL mykey", "(integer) 1"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("OW update")],
        run: Run::Now(|call| set_for(call, &PX)),
        ..Record::DEFAULT
    },
    Record {
        name: "getex",
        arity: -2,
        arguments: "key [expiration(EX=seconds:integer|PX=milliseconds:integer|EXAT=unix-time-seconds:unix-time|PXAT=unix-time-milliseconds:unix-time|PERSIST)]",
        group: Group::String,
        since: "6.2.0",
        summary: Text {
            en: "Answers the string under a key and sets or takes away its expiry",
            zh: "返回键中的字符串，并设置或取消其过期时间",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("GETEX mykey EX 60", "\"Hello\""),
            example("TTL mykey", "(integer) 60"),
            example("GETEX mykey PERSIST", "\"Hello\""),
            example("TTL mykey", "(integer) -1"),
        ],
        flags: Flags::WRITE.and(Flags::FAST).and(Flags::LOOKS_UP),
        keys: &[KeySpec {
            notes: "RW and UPDATE because it changes the TTL",
            ..KeySpec::first("RW access update")
        }],
        run: Run::Now(getex),
        ..Record::DEFAULT
    },
];

/// The options of SET and GETEX.
#[derive(Default)]
struct SetOptions<'a> {
    condition: Option<SetCondition>,
    get: bool,
    expiry: Expiry<'a>,
}

#[derive(Clone, Copy, PartialEq)]
enum SetCondition {
    Absent,
    Present,
}

/// The treatment of the key's deadline. The default is the command's own without such an option.
#[derive(Default)]
enum Expiry<'a> {
    #[default]
    Default,
    Keep,
    Persist,
    At(Time<'a>),
}

/// A time as it was sent.
struct Time<'a> {
    unit: &'static TimeUnit,
    text: &'a [u8],
}

/// The unit and the origin of a time.
struct TimeUnit {
    option: &'static str,
    unit_ms: i64,
    is_from_now: bool,
}

impl TimeUnit {
    const fn new(option: &'static str, unit_ms: i64, is_from_now: bool) -> TimeUnit {
        TimeUnit {
            option,
            unit_ms,
            is_from_now,
        }
    }
}

static EX: TimeUnit = TimeUnit::new("EX", 1000, true);
static PX: TimeUnit = TimeUnit::new("PX", 1, true);
static EXAT: TimeUnit = TimeUnit::new("EXAT", 1000, false);
static PXAT: TimeUnit = TimeUnit::new("PXAT", 1, false);

/// SET with the options of 7.0.15.
fn set(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, value) = (call.args.word()?, call.args.word()?);
    let options = SetOptions::read(&mut call.args, Of::Set)?;
    let expires_at_ms = match &options.expiry {
        Expiry::Keep => call.get_to_write(key).and_then(|entry| entry.expires_at_ms),
        expiry => expiry.deadline_ms(call)?,
    };
    // A plain SET need not look at what is there.
    let looks = options.get || options.condition.is_some();
    let is_there = looks && call.get_to_write(key).is_some();
    let old = match options.get {
        true => call.string(key)?.map(Arc::clone),
        false => None,
    };
    let allowed = options
        .condition
        .is_none_or(|condition| (condition == SetCondition::Present) == is_there);
    if allowed {
        call.set(key, Arc::new(value.to_vec()), expires_at_ms)?;
        call.notify(Class::String, "set", key);
        if matches!(options.expiry, Expiry::At(_)) {
            call.notify(Class::Generic, "expire", key);
        }
    }
    Ok(if options.get {
        Reply::or_nil(old)
    } else if allowed {
        Reply::OK
    } else {
        Reply::Nil
    })
}

fn setnx(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, value) = (call.args.word()?, call.args.word()?);
    if call.get(key).is_some() {
        return Ok(Reply::Int(0));
    }
    call.set(key, Arc::new(value.to_vec()), None)?;
    call.notify(Class::String, "set", key);
    Ok(Reply::Int(1))
}

/// SETEX and PSETEX.
fn set_for(call: &mut Call<'_>, unit: &'static TimeUnit) -> Result<Reply, Error> {
    let (key, text) = (call.args.word()?, call.args.word()?);
    let deadline_ms = Time { unit, text }.deadline_ms(call)?;
    let value = call.args.word()?.to_vec();
    call.set(key, Arc::new(value), Some(deadline_ms))?;
    call.notify(Class::String, "set", key);
    call.notify(Class::Generic, "expire", key);
    Ok(Reply::OK)
}

fn getex(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let options = SetOptions::read(&mut call.args, Of::GetEx)?;
    let Some(entry) = call.get(key) else {
        return Ok(Reply::Nil);
    };
    let value = Arc::clone(entry.value.string()?);
    let had_deadline = entry.expires_at_ms.is_some();
    let deadline_ms = options.expiry.deadline_ms(call)?;
    let now_ms = call.now_ms();
    let changes =
        deadline_ms.is_some() || matches!(options.expiry, Expiry::Persist) && had_deadline;
    if deadline_ms.is_some_and(|deadline_ms| deadline_ms <= now_ms) {
        call.remove(key);
        call.notify(Class::Generic, "del", key);
    } else if changes && let Some(mut slot) = call.slot(key) {
        slot.set_deadline(deadline_ms);
        let event = deadline_ms.map_or("persist", |_| "expire");
        call.notify(Class::Generic, event, key);
    }
    Ok(Reply::Bulk(value))
}

/// Whose options are read.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Set,
    GetEx,
}

impl<'a> SetOptions<'a> {
    /// Reads what is left of the line. An option may be repeated, the last one counting, but not join one that
    /// excludes it.
    fn read(args: &mut Args<'a>, of: Of) -> Result<SetOptions<'a>, Error> {
        let mut options = SetOptions::default();
        while let Some(word) = args.next() {
            let is = |option| args::is_option(word, option);
            if let Some(unit) = [&EX, &PX, &EXAT, &PXAT]
                .into_iter()
                .find(|unit| is(unit.option))
            {
                if !options.expiry.may_be_in(unit) {
                    return Err(args::SYNTAX);
                }
                let text = args.word()?;
                options.expiry = Expiry::At(Time { unit, text });
                continue;
            }
            let has_time = matches!(options.expiry, Expiry::At(_));
            match of {
                Of::Set if is("NX") && options.condition != Some(SetCondition::Present) => {
                    options.condition = Some(SetCondition::Absent);
                }
                Of::Set if is("XX") && options.condition != Some(SetCondition::Absent) => {
                    options.condition = Some(SetCondition::Present);
                }
                Of::Set if is("GET") => options.get = true,
                Of::Set if is("KEEPTTL") && !has_time => options.expiry = Expiry::Keep,
                Of::GetEx if is("PERSIST") && !has_time => options.expiry = Expiry::Persist,
                _ => return Err(args::SYNTAX),
            }
        }
        Ok(options)
    }
}

impl Expiry<'_> {
    fn may_be_in(&self, other: &TimeUnit) -> bool {
        match self {
            Expiry::Default => true,
            Expiry::Keep | Expiry::Persist => false,
            Expiry::At(time) => time.unit.option == other.option,
        }
    }

    /// The deadline that was asked for, in Unix milliseconds.
    fn deadline_ms(&self, call: &Call<'_>) -> Result<Option<i64>, Error> {
        match self {
            Expiry::At(time) => time.deadline_ms(call).map(Some),
            Expiry::Default | Expiry::Keep | Expiry::Persist => Ok(None),
        }
    }
}

impl Time<'_> {
    /// In Unix milliseconds.
    fn deadline_ms(&self, call: &Call<'_>) -> Result<i64, Error> {
        let time = args::integer(self.text)?;
        let base_ms = if self.unit.is_from_now {
            call.now_ms()
        } else {
            0
        };
        let deadline_ms = time
            .checked_mul(self.unit.unit_ms)
            .and_then(|time_ms| time_ms.checked_add(base_ms));
        deadline_ms
            .filter(|deadline_ms| time > 0 && *deadline_ms > 0)
            .ok_or_else(|| call.invalid_expire_time())
    }
}

/// The feature that is left out of both.
const DIGESTS: &str = "comparison by digest";
const NOT_A_STRING: Error =
    Error::fixed("ERR Key should be of string type if conditions are specified");
const INVALID_CONDITION: Error =
    Error::fixed("ERR Invalid condition. Use IFEQ, IFNE, IFDEQ, or IFDNE");

/// Redis 8.4's.
pub const REDIS_8_4: &[Record] = &[
    Record {
        arguments: "key value [condition(NX@2.6.12|XX@2.6.12|IFEQ=ifeq-value@8.4.0|IFNE=ifne-value@8.4.0)] [GET@6.2.0] [expiration(EX=seconds:integer@2.6.12|PX=milliseconds:integer@2.6.12|EXAT=unix-time-seconds:unix-time@6.2.0|PXAT=unix-time-milliseconds:unix-time@6.2.0|KEEPTTL@6.0.0)]",
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SET mykey \"World\" IFEQ \"Hello\"", "OK"),
            example("SET mykey \"again\" IFEQ \"Hello\"", "(nil)"),
            example("SET mykey \"again\" IFNE \"Hello\" GET", "\"World\""),
        ],
        run: Run::Now(|call| set_if(call, &[Compared::Equal, Compared::Unequal])),
        ..SET
    },
    Record {
        name: "delex",
        arity: -2,
        arguments: "key [condition(IFEQ=ifeq-value|IFNE=ifne-value)]",
        since: "8.4.0",
        summary: Text {
            en: "Deletes a key, or only one whose string is, or is not, the given one",
            zh: "删除键；也可以只在其字符串等于或不等于给定值时删除",
        },
        examples: &[
            example("SET lock.foo \"a7\"", "OK"),
            example("DELEX lock.foo IFEQ \"b14\"", "(integer) 0"),
            example("DELEX lock.foo IFEQ \"a7\"", "(integer) 1"),
        ],
        keys: &[KeySpec::first("RW delete variable_flags")],
        run: Run::Now(delex),
        ..DELETES
    },
    Record {
        name: "digest",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "8.4.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers a digest of the string under a key",
            zh: "返回键中字符串的摘要",
        },
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut(DIGESTS),
        ..Record::DEFAULT
    },
];

/// Valkey 9's.
pub const VALKEY_9: &[Record] = &[
    Record {
        arguments: "key value [condition(NX@2.6.12|XX@2.6.12|IFEQ=comparison-value@8.1.0)] [GET@6.2.0] [expiration(EX=seconds:integer@2.6.12|PX=milliseconds:integer@2.6.12|EXAT=unix-time-seconds:unix-time@6.2.0|PXAT=unix-time-milliseconds:unix-time@6.2.0|KEEPTTL@6.0.0)]",
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SET mykey \"World\" IFEQ \"Hello\"", "OK"),
            example("SET mykey \"again\" IFEQ \"Hello\"", "(nil)"),
        ],
        run: Run::Now(|call| set_if(call, &[Compared::Equal])),
        ..SET
    },
    Record {
        name: "delifeq",
        arity: 3,
        arguments: "key value",
        since: "9.0.0",
        summary: Text {
            en: "Deletes a key whose string is the given one",
            zh: "仅当键中的字符串等于给定值时删除键",
        },
        examples: &[
            example("SET lock.foo \"a7\"", "OK"),
            example("DELIFEQ lock.foo \"b14\"", "(integer) 0"),
            example("DELIFEQ lock.foo \"a7\"", "(integer) 1"),
        ],
        keys: &[KeySpec::first("RM delete")],
        run: Run::Now(delifeq),
        ..DELETES
    },
];

/// What both commands that delete have in common.
const DELETES: Record = Record {
    group: Group::String,
    flags: Flags::WRITE.and(Flags::FAST),
    ..Record::DEFAULT
};

/// How the value under a key is compared with the given one.
#[derive(Clone, Copy, PartialEq)]
enum Compared {
    Equal,
    Unequal,
}

impl Compared {
    const fn option(self) -> &'static str {
        match self {
            Compared::Equal => "IFEQ",
            Compared::Unequal => "IFNE",
        }
    }

    fn named(word: &[u8], known: &[Compared]) -> Option<Compared> {
        let mut known = known.iter().copied();
        known.find(|own| args::is_option(word, own.option()))
    }

    fn holds(self, is_equal: bool) -> bool {
        is_equal == (self == Compared::Equal)
    }
}

/// SET with one of these conditions: a SET of 7.0.15 without it, or, if it does not hold, with one that does not hold
/// either.
fn set_if(call: &mut Call<'_>, known: &[Compared]) -> Result<Reply, Error> {
    let words = call.args.rest();
    let (mut plain, mut condition, mut has_other) = (Vec::new(), None, false);
    let mut options = words.get(2..).unwrap_or_default().iter();
    while let Some(word) = options.next() {
        let is = |option| args::is_option(word, option);
        if known.len() > 1 && (is("IFDEQ") || is("IFDNE")) {
            return Err(left_out::refused("SET IFDEQ", DIGESTS));
        }
        if let Some(compared) = Compared::named(word, known) {
            let value = options.next().ok_or(args::SYNTAX)?;
            has_other |= condition.replace((compared, value)).is_some();
            continue;
        }
        has_other |= is("NX") || is("XX");
        plain.push(word.clone());
        // The word behind it is a time, whatever it looks like.
        if ["EX", "PX", "EXAT", "PXAT"].into_iter().any(is) {
            plain.extend(options.next().cloned());
        }
    }
    let Some((compared, expected)) = condition else {
        return set(call);
    };
    if has_other {
        return Err(args::SYNTAX);
    }
    let key = call.args.word()?;
    let current = call.string(key).map(|found| found.cloned());
    let (holds, fails) = match &current {
        Ok(Some(value)) => (
            compared.holds(value.as_slice() == expected.as_slice()),
            "NX",
        ),
        Ok(None) => (compared == Compared::Unequal, "XX"),
        Err(_) => (false, "NX"),
    };
    let mut line: Vec<Vec<u8>> = words.iter().take(2).cloned().collect();
    if !holds {
        // Before all others, since the last one may lack its value.
        line.push(fails.into());
    }
    line.append(&mut plain);
    let reply = set(&mut Call {
        args: Args::new(&line),
        server: call.server,
        line: call.line,
        typed: call.typed,
        ..*call
    })?;
    current.map(|_| reply)
}

fn delex(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let (condition, expected) = match call.args.rest() {
        [] => return Ok(delete_if(call, key, true)),
        [condition, expected] => (condition, expected),
        _ => return Err(args::wrong_number_of_arguments(call.command)),
    };
    let Some(entry) = call.get(key) else {
        return Ok(Reply::Int(0));
    };
    let is_equal =
        entry.value.string().map_err(|_| NOT_A_STRING)?.as_slice() == expected.as_slice();
    let is = |option| args::is_option(condition, option);
    if is("IFDEQ") || is("IFDNE") {
        return Err(left_out::refused("DELEX IFDEQ", DIGESTS));
    }
    let known = [Compared::Equal, Compared::Unequal];
    let compared = Compared::named(condition, &known).ok_or(INVALID_CONDITION)?;
    Ok(delete_if(call, key, compared.holds(is_equal)))
}

fn delifeq(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, expected) = (call.args.word()?, call.args.word()?);
    let is_equal = call
        .string(key)?
        .is_some_and(|value| value.as_slice() == expected);
    Ok(delete_if(call, key, is_equal))
}

/// Deletes a key on a condition; answers how many were deleted.
fn delete_if(call: &mut Call<'_>, key: &[u8], holds: bool) -> Reply {
    let is_deleted = holds && call.remove(key).is_some();
    if is_deleted {
        call.notify(Class::Generic, "del", key);
    }
    Reply::Int(is_deleted.into())
}
