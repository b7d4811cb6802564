//! Single bits: GETBIT, SETBIT, and BITCOUNT and BITPOS, which look through many.

use crate::bits;
use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::number;
use crate::range;
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::storage::object::StringForm;
use base::text::Text;
use std::ops::RangeInclusive;
use std::sync::Arc;

const NOT_A_BIT: Error = Error::fixed("ERR bit is not an integer or out of range");
const NEITHER_1_NOR_0: Error = Error::fixed("ERR The bit argument must be 1 or 0.");

pub const COMMANDS: &[Record] = &[
    Record {
        name: "getbit",
        arity: 3,
        arguments: "key offset:integer",
        group: Group::Bitmap,
        since: "2.2.0",
        summary: Text {
            en: "Answers one bit of the string under a key; past its end all are 0",
            zh: "返回键中字符串的某一位；超出末尾的位均为 0",
        },
        examples: &[
            example("SETBIT mykey 7 1", "(integer) 0"),
            example("GETBIT mykey 0", "(integer) 0"),
            example("GETBIT mykey 7", "(integer) 1"),
            example("GETBIT mykey 100", "(integer) 0"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(getbit),
        ..Record::DEFAULT
    },
    Record {
        name: "setbit",
        arity: 4,
        arguments: "key offset:integer value:integer",
        group: Group::Bitmap,
        since: "2.2.0",
        summary: Text {
            en: "Sets or clears one bit of the string under a key and answers what it was",
            zh: "设置或清除键中字符串的某一位，并返回原来的值",
        },
        examples: &[
            example("SETBIT mykey 7 1", "(integer) 0"),
            example("SETBIT mykey 7 0", "(integer) 1"),
            example("GET mykey", "\"\\x00\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RW access update")],
        run: Run::Now(setbit),
        ..Record::DEFAULT
    },
    Record {
        name: "bitcount",
        arity: -2,
        arguments: "key [index{start:integer end:integer [index_unit(BYTE|BIT)@7.0.0]}]",
        group: Group::Bitmap,
        since: "2.6.0",
        complexity: "O(N)",
        summary: Text {
            en: "Counts the set bits of the string under a key, or of a part of it",
            zh: "统计键中字符串或其一部分里值为 1 的位数",
        },
        examples: &[
            example("SET mykey \"foobar\"", "OK"),
            example("BITCOUNT mykey", "(integer) 26"),
            example("BITCOUNT mykey 1 1", "(integer) 6"),
            example("BITCOUNT mykey 5 30 BIT", "(integer) 17"),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(bitcount),
        ..Record::DEFAULT
    },
    Record {
        name: "bitpos",
        arity: -3,
        arguments: "key bit:integer [index{start:integer [end_index{end:integer [index_unit(BYTE|BIT)@7.0.0]}]}]",
        group: Group::Bitmap,
        since: "2.8.7",
        complexity: "O(N)",
        summary: Text {
            en: "Finds the first bit that is set, or clear, in the string under a key",
            zh: "在键中的字符串里查找第一个值为 1 或 0 的位",
        },
        examples: &[
            example("SET mykey \"\\xff\\xf0\\x00\"", "OK"),
            example("BITPOS mykey 0", "(integer) 12"),
            example("SET mykey \"\\x00\\xff\\xf0\"", "OK"),
            example("BITPOS mykey 1 2", "(integer) 16"),
            example("BITPOS mykey 1 7 -1 BIT", "(integer) 8"),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(bitpos),
        ..Record::DEFAULT
    },
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
