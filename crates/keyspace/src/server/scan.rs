//! Walks through a value: SSCAN, HSCAN and ZSCAN, and the replies that hold all of its elements. In slices. With them, what
//! SCAN reads and counts as they do.

use crate::double;
use crate::glob;
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::collections::of_type;
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::collection::{Collection, Payload};
use crate::storage::table::TablePlace;
use crate::storage::value::Value;
use std::sync::Arc;

/// Maximum number of bytes of its pattern that one name may be compared with: some 50 ms. Only a pattern of many
/// kilobytes on a name as long comes near; a server would be busy with it for seconds.
const PATTERN_STEPS_MAX: usize = 20_000_000;
pub const PATTERN_TOO_COSTLY: Error =
    Error::fixed("ERR this pattern takes too long to match here: shorten it");
const INVALID_CURSOR: Error = Error::fixed("ERR invalid cursor");
const COUNT_OUT_OF_RANGE: Error = Error::fixed(
    "ERR value is out of range, value must between -9223372036854775807 and 9223372036854775807",
);
const OUT_OF_RANGE: Error = Error::fixed("ERR value is out of range");
/// Maximum number of elements that are chosen with repetitions. A server has no limit but its memory.
const PICKS_MAX: u64 = 1_000_000;
const TOO_MANY_PICKS: Error =
    Error::fixed("ERR this is too much here: choose up to 1000000 elements");
/// The default COUNT of a walk.
pub const COUNT: u64 = 10;
/// Maximum number of empty buckets that a walk passes for each requested key.
pub const BUCKETS_A_KEY: u64 = 10;
/// The cost of a key and of a bucket in units of work, in addition to the comparison.
pub const UNITS_A_KEY: u64 = 10;
pub const UNITS_A_BUCKET: u64 = 2;

/// The pattern of MATCH or KEYS; without one, every name matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pattern(Option<Vec<u8>>);

impl Pattern {
    pub fn new(pattern: &[u8]) -> Pattern {
        Pattern(Some(pattern.to_vec()).filter(|pattern| pattern != b"*"))
    }

    /// Whether a name matches, adding what it cost to `units`; `None` if that is too much.
    pub fn matches(&self, name: &[u8], units: &mut u64) -> Option<bool> {
        let Some(pattern) = &self.0 else {
            return Some(true);
        };
        let mut steps_left = PATTERN_STEPS_MAX;
        let matches = glob::matches(pattern, name, &mut steps_left);
        *units += (PATTERN_STEPS_MAX - steps_left) as u64 / 4;
        matches
    }
}

/// A cursor, as C's `strtoul` reads it, but for spaces before or behind: a sign may stand before it, and a negative
/// one counts down from the largest.
pub fn cursor(text: &[u8]) -> Result<TablePlace, Error> {
    read_cursor(text)
        .map(TablePlace::from_cursor)
        .ok_or(INVALID_CURSOR)
}

fn read_cursor(text: &[u8]) -> Option<u64> {
    let text = crate::words::up_to_nul(text);
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        [] => return Some(0),
        digits => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let cursor = digits.iter().try_fold(0u64, |cursor, byte| {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
        cursor.checked_mul(10)?.checked_add(u64::from(digit))
    })?;
    Some(if negative {
        cursor.wrapping_neg()
    } else {
        cursor
    })
}

/// The reply of a walk: where it goes on, and what it found.
pub fn found(next: Option<TablePlace>, found: Vec<Reply>) -> Reply {
    let mut cursor = Vec::new();
    number::push_unsigned(&mut cursor, next.map_or(0, TablePlace::cursor));
    Reply::Array(vec![Reply::bulk(cursor), Reply::Array(found)])
}

/// The number after COUNT.
pub fn count(call: &mut Call<'_>) -> Result<u64, Error> {
    let count = u64::try_from(call.args.integer()?).ok();
    count.filter(|count| *count > 0).ok_or(args::SYNTAX)
}

/// SSCAN, HSCAN or ZSCAN, on a value of type `T`.
///
/// # Errors
/// An argument is wrong, or the key holds a value of another type.
pub fn scan<T: Collection>(call: &mut Call<'_>) -> Result<Work, Error> {
    let (key, next) = (call.args.word()?, cursor(call.args.word()?)?);
    let Some(value) = value_of::<T>(call, key)? else {
        return Ok(Work::done(found(None, Vec::new())));
    };
    begin(call, value, next)
}

fn begin(call: &mut Call<'_>, value: Value, next: TablePlace) -> Result<Work, Error> {
    let (mut pattern, mut elements_left) = (Pattern::default(), COUNT);
    while let Some(option) = call.args.next() {
        if args::is_option(option, "COUNT") && !call.args.is_empty() {
            elements_left = count(call)?;
        } else if args::is_option(option, "MATCH") && !call.args.is_empty() {
            pattern = Pattern::new(call.args.word()?);
        } else {
            return Err(args::SYNTAX);
        }
    }
    Ok(Work::new(ValueWalk {
        pattern,
        next: Some(next),
        elements_left,
        buckets_left: elements_left.saturating_mul(BUCKETS_A_KEY),
        ..ValueWalk::new(value, Shown::Cursor)
    }))
}

/// What a reply shows of the elements of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// A stretch of them: names and what belongs to them in turn, with a cursor.
    Cursor,
    /// Names alone.
    Names,
    /// Values alone.
    Values,
    /// Names with what belongs to them, in an order.
    Pairs,
    /// Names with their values: RESP3's map.
    Map,
}

/// All elements of the value of type `T` under a key, which is the next argument.
///
/// # Errors
/// The key holds a value of another type.
pub fn all<T: Collection>(call: &mut Call<'_>, shown: Shown) -> Result<Work, Error> {
    let key = call.args.word()?;
    Ok(match value_of::<T>(call, key)? {
        Some(value) => every(value, shown),
        None => Work::done(shown.reply(Scanned::default())),
    })
}

/// The value under `key`, if it is of type `T`, to be read by work that goes on later: no command changes it meanwhile.
/// Counts as a use of it.
///
/// # Errors
/// The key holds a value of another type.
pub fn value_of<T: Collection>(call: &mut Call<'_>, key: &[u8]) -> Result<Option<Value>, Error> {
    let Some(entry) = call.get(key) else {
        return Ok(None);
    };
    of_type::<T>(entry)?;
    Ok(Some(entry.value.clone()))
}

/// Every element of a value, in the order of a walk.
pub fn every(value: Value, shown: Shown) -> Work {
    Work::new(ValueWalk::new(value, shown))
}

/// Some elements of a value, chosen without repetition, as many as there are at most.
pub fn some(value: Value, count: u64, shown: Shown) -> Work {
    let mut walk = ValueWalk::new(value, shown);
    walk.chosen_left = walk.chosen_left.min(count);
    Work::new(walk)
}

impl Shown {
    /// Adds an element.
    fn push(self, found: &mut Scanned, name: &[u8], payload: Payload<'_>, is_listpack: bool) {
        let payload = match payload {
            Payload::None => None,
            Payload::Text(text) => Some(Reply::bulk(text)),
            Payload::Score(score) if self == Shown::Cursor => {
                Some(Reply::bulk(score_in_walk(score, is_listpack)))
            }
            Payload::Score(score) => Some(Reply::Double(Arc::new(double::text(score)))),
        };
        match self {
            Shown::Cursor => {
                found.single.push(Reply::bulk(name));
                found.single.extend(payload);
            }
            Shown::Names => found.single.push(Reply::bulk(name)),
            Shown::Values => found.single.extend(payload),
            Shown::Pairs | Shown::Map => {
                let pair = (Reply::bulk(name), payload.unwrap_or(Reply::Nil));
                found.pairs.push(pair);
            }
        }
    }

    fn reply(self, found: Scanned) -> Reply {
        match self {
            Shown::Map => Reply::Map(found.pairs),
            Shown::Pairs => Reply::Pairs(found.pairs),
            _ => Reply::Array(found.single),
        }
    }
}

/// A score as ZSCAN shows it: a listpack writes whole ones without an exponent.
fn score_in_walk(score: f64, is_listpack: bool) -> Vec<u8> {
    const WHOLE_MAX: f64 = (i64::MAX / 2) as f64;
    if is_listpack && score.abs() <= WHOLE_MAX && score.trunc() == score {
        return number::text(score as i64);
    }
    double::text(score)
}

/// What was found so far.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Scanned {
    single: Vec<Reply>,
    pairs: Vec<(Reply, Reply)>,
}

/// A walk through the elements of a value under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ValueWalk {
    value: Value,
    pattern: Pattern,
    /// The position where it continues; `None` at the end.
    next: Option<TablePlace>,
    elements_left: u64,
    buckets_left: u64,
    /// How many elements are still to be chosen of those that are ahead.
    chosen_left: u64,
    ahead: u64,
    shown: Shown,
    found: Scanned,
}

impl ValueWalk {
    /// A walk through all elements.
    fn new(value: Value, shown: Shown) -> ValueWalk {
        let ahead = len(&value);
        ValueWalk {
            value,
            pattern: Pattern::default(),
            next: Some(TablePlace::default()),
            elements_left: u64::MAX,
            buckets_left: u64::MAX,
            chosen_left: ahead,
            ahead,
            shown,
            found: Scanned::default(),
        }
    }
}

fn len(value: &Value) -> u64 {
    match value {
        Value::Other(value) => value.len() as u64,
        Value::String(..) => 0,
    }
}

impl Steps for ValueWalk {
    fn advance(
        &mut self,
        server: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let ValueWalk {
            value,
            pattern,
            chosen_left,
            ahead,
            shown,
            found,
            ..
        } = self;
        let Value::Other(value) = value else {
            return Some(Ok(Reply::Nil));
        };
        let is_listpack = value.encoding() == "listpack";
        while let Some(place) = self.next {
            if self.elements_left == 0 || self.buckets_left == 0 {
                break;
            }
            let (mut elements, mut units, mut is_too_costly) = (0, UNITS_A_BUCKET, false);
            self.next = value.walk(place, &mut |name, payload| {
                elements += 1;
                units += UNITS_A_KEY;
                // Each set of so many elements is as likely as another.
                let is_chosen = chosen_left >= ahead
                    || server.next_number().checked_rem(*ahead) < Some(*chosen_left);
                *ahead = ahead.saturating_sub(1);
                match pattern.matches(name, &mut units) {
                    _ if !is_chosen => return,
                    Some(true) => {}
                    Some(false) => return,
                    None => return is_too_costly = true,
                }
                *chosen_left = chosen_left.saturating_sub(1);
                shown.push(found, name, payload, is_listpack);
            });
            if is_too_costly {
                return Some(Err(PATTERN_TOO_COSTLY));
            }
            self.elements_left = self.elements_left.saturating_sub(elements);
            self.buckets_left -= 1;
            if !budget.spend(units) && self.next.is_some() {
                return None;
            }
        }
        let found = std::mem::take(found);
        Some(Ok(match shown {
            Shown::Cursor => self::found(self.next, found.single),
            shown => shown.reply(found),
        }))
    }

    fn progress(&self, _: &Server) -> Progress {
        let total = len(&self.value);
        Progress {
            done: total.saturating_sub(self.ahead),
            total,
        }
    }
}

/// Elements of a value, each chosen anew from all of them, or from the last one to the first.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Picks {
    value: Value,
    left: u64,
    in_order: bool,
    shown: Shown,
    found: Scanned,
}

/// So many elements of a value, each chosen anew from all of them. More than a page can show are refused.
pub fn picks(value: Value, count: u64, shown: Shown) -> Result<Work, Error> {
    if count > PICKS_MAX {
        return Err(TOO_MANY_PICKS);
    }
    Ok(Work::new(Picks {
        value,
        left: count,
        in_order: false,
        shown,
        found: Scanned::default(),
    }))
}

/// All elements of a value whose elements have ranks, from the last to the first.
pub fn from_the_last(value: Value, shown: Shown) -> Work {
    Work::new(Picks {
        left: len(&value),
        value,
        in_order: true,
        shown,
        found: Scanned::default(),
    })
}

impl Steps for Picks {
    fn advance(
        &mut self,
        server: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let Value::Other(value) = &self.value else {
            return Some(Ok(Reply::Nil));
        };
        while self.left > 0 {
            self.left -= 1;
            let number = match self.in_order {
                true => self.left,
                false => server.next_number(),
            };
            value.pick(number, &mut |name, payload| {
                self.shown.push(&mut self.found, name, payload, false);
            });
            if !budget.spend(UNITS_A_KEY) && self.left > 0 {
                return None;
            }
        }
        Some(Ok(self.shown.reply(std::mem::take(&mut self.found))))
    }

    fn progress(&self, _: &Server) -> Progress {
        let done = (self.found.single.len() + self.found.pairs.len()) as u64;
        Progress {
            done,
            total: done + self.left,
        }
    }
}

/// One element of a value: its name.
pub fn one(call: &mut Call<'_>, value: &Value) -> Reply {
    let mut reply = Reply::Nil;
    if let Value::Other(value) = value {
        value.pick(call.server.next_number(), &mut |name, _| {
            reply = Reply::bulk(name);
        });
    }
    reply
}

/// The number of elements to choose; negative for some that may be chosen twice.
pub fn random_count(text: &[u8]) -> Result<i64, Error> {
    match args::integer(text)? {
        i64::MIN => Err(COUNT_OUT_OF_RANGE),
        count => Ok(count),
    }
}

/// HRANDFIELD or ZRANDMEMBER, on a value of type `T`; `option` asks for what belongs to the elements, and `all` shows every
/// one.
///
/// # Errors
/// An argument is wrong, or the key holds a value of another type.
pub fn random<T: Collection>(
    call: &mut Call<'_>,
    option: &str,
    all: fn(Value, Shown) -> Work,
) -> Result<Work, Error> {
    let key = call.args.word()?;
    if call.args.is_empty() {
        let value = value_of::<T>(call, key)?;
        return Ok(Work::done(match value {
            Some(value) => one(call, &value),
            None => Reply::Nil,
        }));
    }
    let count = random_count(call.args.word()?)?;
    let shown = match call.args.rest() {
        [] => Shown::Names,
        [word] if args::is_option(word, option) => Shown::Pairs,
        _ => return Err(args::SYNTAX),
    };
    if shown == Shown::Pairs && count.unsigned_abs() > i64::MAX as u64 / 2 {
        return Err(OUT_OF_RANGE);
    }
    let value = value_of::<T>(call, key)?.filter(|_| count != 0);
    match value {
        None => Ok(Work::done(Reply::Array(Vec::new()))),
        Some(value) if count < 0 => picks(value, count.unsigned_abs(), shown),
        Some(value) if count.unsigned_abs() >= len(&value) => Ok(all(value, shown)),
        Some(value) => Ok(some(value, count.unsigned_abs(), shown)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_strtoul_reads_it() {
        for (text, expected) in [
            ("0", Some(0)),
            ("", Some(0)),
            ("+7", Some(7)),
            ("-1", Some(u64::MAX)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            (" 1", None),
            ("1 ", None),
            ("0x1", None),
            ("-", None),
            ("1\0z", Some(1)),
        ] {
            assert_eq!(read_cursor(text.as_bytes()), expected, "{text}");
        }
    }
}
