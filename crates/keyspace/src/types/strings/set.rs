//! SET and what shares its conditions and its ways to give a key an expiry: SETNX, SETEX, PSETEX, GETEX. Below, what the modes
//! of a keyspace have: SET with IFEQ and IFNE, DELEX, DELIFEQ.

use crate::catalogue::left_out;
use crate::catalogue::record::Feature;
use crate::reply::{Error, Reply};
use crate::server::args::{self, Args};
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Now};
use std::sync::Arc;

pub const HANDLERS: Handlers = &[
    ("set", Now(set)),
    ("setnx", Now(setnx)),
    ("setex", Now(|call| set_for(call, &EX))),
    ("psetex", Now(|call| set_for(call, &PX))),
    ("getex", Now(getex)),
    (
        "set@redis-8.4",
        Now(|call| set_if(call, &[Compared::Equal, Compared::Unequal])),
    ),
    ("delex@redis-8.4", Now(delex)),
    ("set@valkey-9", Now(|call| set_if(call, &[Compared::Equal]))),
    ("delifeq@valkey-9", Now(delifeq)),
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
const NOT_A_STRING: Error =
    Error::fixed("ERR Key should be of string type if conditions are specified");
const INVALID_CONDITION: Error =
    Error::fixed("ERR Invalid condition. Use IFEQ, IFNE, IFDEQ, or IFDNE");

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
            return Err(left_out::refused("SET IFDEQ", Feature::Digests));
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
        return Err(left_out::refused("DELEX IFDEQ", Feature::Digests));
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
