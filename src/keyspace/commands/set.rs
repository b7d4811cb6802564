//! SET and what shares its conditions and its ways to give a key an expiry: SETNX, SETEX, PSETEX, GETEX.

use crate::keyspace::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::args::{self, Args};
use crate::keyspace::server::call::Call;
use crate::keyspace::server::notify::Class;
use crate::text::Text;
use std::sync::Arc;

pub const COMMANDS: &[Record] = &[
    Record {
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
    },
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
