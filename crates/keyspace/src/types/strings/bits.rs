//! Single bits: GETBIT, SETBIT, and BITCOUNT and BITPOS, which look through many.

use crate::bits;
use crate::number;
use crate::range;
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Now};
use crate::storage::object::StringForm;
use std::ops::RangeInclusive;
use std::sync::Arc;

const NOT_A_BIT: Error = Error::fixed("ERR bit is not an integer or out of range");
const NEITHER_1_NOR_0: Error = Error::fixed("ERR The bit argument must be 1 or 0.");

pub const HANDLERS: Handlers = &[
    ("getbit", Now(getbit)),
    ("setbit", Now(setbit)),
    ("bitcount", Now(bitcount)),
    ("bitpos", Now(bitpos)),
];

fn getbit(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, offset) = (call.args.word()?, bits::offset(call.args.word()?, None)?);
    let bit = call
        .string(key)?
        .map_or(0, |value| bits::read(value, offset, 1));
    Ok(Reply::Int(bit as i64))
}

fn setbit(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, offset) = (call.args.word()?, bits::offset(call.args.word()?, None)?);
    let bit = number::parse(call.args.word()?).and_then(|bit| u64::try_from(bit).ok());
    let bit = bit.filter(|bit| *bit <= 1).ok_or(NOT_A_BIT)?;
    let bytes_min = (offset / 8) as usize + 1;
    let there = call.string(key)?;
    let old = there.map_or(0, |value| bits::read(value, offset, 1));
    let is_long_enough = there.is_some_and(|value| value.len() >= bytes_min);
    if old != bit || !is_long_enough {
        bits::write(call.stretch(key, bytes_min)?, offset, 1, bit);
        call.modified(Class::String, "setbit", key);
    } else {
        // Redis makes the string one that can be changed in place before it looks whether it has to.
        call.set_form(key, StringForm::Raw);
    }
    Ok(Reply::Int(old as i64))
}

fn bitcount(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let Some(value) = call.string(key)?.map(Arc::clone) else {
        return Ok(Reply::Int(0));
    };
    let bytes = value.len();
    let range = match call.args.rest() {
        [] => RangeUnit::Byte.bits(range::forwards(0, -1, bytes as u64)),
        [start, end, unit @ ..] if unit.len() <= 1 => {
            let (start, end) = (args::integer(start)?, args::integer(end)?);
            if range::is_backwards(start, end) {
                return Ok(Reply::Int(0));
            }
            let unit = RangeUnit::read(unit)?;
            unit.bits(range::places(start, end, unit.count(bytes)))
        }
        _ => return Err(args::SYNTAX),
    };
    let set = range.map_or(0, |range| bits::count(&value, range));
    Ok(Reply::Int(set as i64))
}

fn bitpos(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let wanted = match call.args.integer()? {
        0 => false,
        1 => true,
        _ => return Err(NEITHER_1_NOR_0),
    };
    let Some(value) = call.string(key)?.map(Arc::clone) else {
        return Ok(Reply::Int(if wanted { NOT_FOUND } else { 0 }));
    };
    let bytes = value.len();
    let (start, end, unit) = match call.args.rest() {
        [] => (0, None, RangeUnit::Byte),
        [start] => (args::integer(start)?, None, RangeUnit::Byte),
        [start, end, unit @ ..] if unit.len() <= 1 => {
            let (start, unit) = (args::integer(start)?, RangeUnit::read(unit)?);
            (start, Some(args::integer(end)?), unit)
        }
        _ => return Err(args::SYNTAX),
    };
    let range = unit.bits(range::places(start, end.unwrap_or(-1), unit.count(bytes)));
    let found = range.map(|range| bits::find(&value, range, wanted));
    Ok(Reply::Int(match found {
        Some(Some(place)) => place as i64,
        // Where no end was asked for, zeros follow the string.
        Some(None) if !wanted && end.is_none() => bytes as i64 * 8,
        _ => NOT_FOUND,
    }))
}

/// The reply of BITPOS if there is no such bit.
const NOT_FOUND: i64 = -1;

/// The unit of a range.
#[derive(Clone, Copy)]
enum RangeUnit {
    Byte = 8,
    Bit = 1,
}

impl RangeUnit {
    /// The unit that a word asks for, if there is one.
    fn read(words: &[Vec<u8>]) -> Result<RangeUnit, Error> {
        match words.first() {
            None => Ok(RangeUnit::Byte),
            Some(word) if args::is_option(word, "BYTE") => Ok(RangeUnit::Byte),
            Some(word) if args::is_option(word, "BIT") => Ok(RangeUnit::Bit),
            Some(_) => Err(args::SYNTAX),
        }
    }

    /// The number of units in a string of `bytes`.
    fn count(self, bytes: usize) -> u64 {
        bytes as u64 * 8 / self as u64
    }

    /// The bits of some of them in a row.
    fn bits(self, range: Option<RangeInclusive<u64>>) -> Option<RangeInclusive<u64>> {
        let (first, last) = range?.into_inner();
        let bits = self as u64;
        Some(first * bits..=last * bits + bits - 1)
    }
}
