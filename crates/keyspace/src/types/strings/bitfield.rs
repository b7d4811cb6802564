//! BITFIELD and BITFIELD_RO: numbers of any width within a string, at any bit.

use crate::bits;
use crate::catalogue::record::Flags;
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::args::{self, Args};
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Now};
use crate::words::up_to_nul;

const TYPE: Error = Error::fixed(
    "ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.",
);
const OVERFLOW: Error = Error::fixed("ERR Invalid OVERFLOW type specified");
const ONLY_GET: Error = Error::fixed("ERR BITFIELD_RO only supports the GET subcommand");

pub const HANDLERS: Handlers = &[("bitfield", Now(bitfield)), ("bitfield_ro", Now(bitfield))];

/// A number's place and type.
struct Field {
    offset: u64,
    width: u32,
    is_signed: bool,
}

enum FieldAction {
    Get,
    Set(i64),
    Add(i64),
}

/// The treatment of a number that does not fit.
#[derive(Clone, Copy)]
enum Overflow {
    Wrap,
    Saturate,
    Fail,
}

struct FieldOperation {
    field: Field,
    action: FieldAction,
    overflow: Overflow,
}

fn bitfield(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let operations = operations(&mut call.args)?;
    let writes = operations
        .iter()
        .filter(|operation| !matches!(operation.action, FieldAction::Get));
    let Some(bytes_min) = writes.map(|write| write.field.bytes()).max() else {
        let entry = call.get_to_read(key);
        let value = entry.map(|entry| entry.value.string()).transpose()?;
        let value = value.map_or(&[][..], |value| value);
        let numbers = operations
            .iter()
            .map(|get| Reply::Int(get.field.read(value)));
        return Ok(Reply::Array(numbers.collect()));
    };
    if !call.command.flags.has(Flags::WRITE) {
        return Err(ONLY_GET);
    }
    let grows = call
        .string(key)?
        .is_none_or(|value| value.len() < bytes_min);
    let value = call.stretch(key, bytes_min)?;
    let mut changes = 0;
    let replies = operations.iter().map(|operation| {
        let old = operation.field.read(value);
        let (new, shown) = match operation.action {
            FieldAction::Get => return Reply::Int(old),
            FieldAction::Set(number) => (operation.fitting(number, 0), Some(old)),
            FieldAction::Add(number) => (operation.fitting(old, number), None),
        };
        let Some(new) = new else {
            return Reply::Nil;
        };
        operation.field.write(value, new);
        changes += usize::from(grows || new != old);
        Reply::Int(shown.unwrap_or(new))
    });
    let replies = replies.collect();
    if changes > 0 {
        call.modified(Class::String, "setbit", key);
        call.count_changes(changes);
    }
    Ok(Reply::Array(replies))
}

fn operations(args: &mut Args<'_>) -> Result<Vec<FieldOperation>, Error> {
    let mut overflow = Overflow::Wrap;
    let mut operations = Vec::new();
    while let Some(word) = args.next() {
        let is = |name, more| args::is_option(word, name) && args.len() >= more;
        if is("OVERFLOW", 1) {
            overflow = Overflow::read(args.word()?)?;
            continue;
        }
        let (gets, sets, adds) = (is("GET", 2), is("SET", 3), is("INCRBY", 3));
        if !(gets || sets || adds) {
            return Err(args::SYNTAX);
        }
        let field = Field::read_from(args)?;
        let action = if gets {
            FieldAction::Get
        } else if sets {
            FieldAction::Set(args.integer()?)
        } else {
            FieldAction::Add(args.integer()?)
        };
        operations.push(FieldOperation {
            field,
            action,
            overflow,
        });
    }
    Ok(operations)
}

impl Overflow {
    fn read(word: &[u8]) -> Result<Overflow, Error> {
        if args::is_option(word, "WRAP") {
            Ok(Overflow::Wrap)
        } else if args::is_option(word, "SAT") {
            Ok(Overflow::Saturate)
        } else if args::is_option(word, "FAIL") {
            Ok(Overflow::Fail)
        } else {
            Err(OVERFLOW)
        }
    }
}

impl Field {
    /// Reads a type, such as `i8`, and an offset.
    fn read_from(args: &mut Args<'_>) -> Result<Field, Error> {
        let (is_signed, width) = match up_to_nul(args.word()?) {
            [b'i', width @ ..] => (true, width),
            [b'u', width @ ..] => (false, width),
            _ => return Err(TYPE),
        };
        let width = number::parse(width).and_then(|width| u32::try_from(width).ok());
        let width_max = if is_signed { 64 } else { 63 };
        let width = width
            .filter(|width| (1..=width_max).contains(width))
            .ok_or(TYPE)?;
        Ok(Field {
            offset: bits::offset(args.word()?, Some(width))?,
            width,
            is_signed,
        })
    }

    /// The length of a string that has all of its bits.
    fn bytes(&self) -> usize {
        ((self.offset + u64::from(self.width)).div_ceil(8)) as usize
    }

    fn read(&self, bytes: &[u8]) -> i64 {
        self.of_bits(bits::read(bytes, self.offset, self.width))
    }

    fn write(&self, bytes: &mut [u8], number: i64) {
        bits::write(bytes, self.offset, self.width, number as u64);
    }

    /// The number that the lowest bits of `bits` are.
    fn of_bits(&self, bits: u64) -> i64 {
        let unused = 64 - self.width;
        if self.is_signed {
            (bits << unused) as i64 >> unused
        } else {
            (bits & bits::mask(self.width)) as i64
        }
    }
}

impl FieldOperation {
    /// `number` plus `amount`, made to fit; `None` when it does not and must not be.
    fn fitting(&self, number: i64, amount: i64) -> Option<i64> {
        let width = self.field.width;
        let (min, max) = if self.field.is_signed {
            (-1 << (width - 1), (1 << (width - 1)) - 1)
        } else {
            (0, (1 << width) - 1)
        };
        // A negative number is a huge one where there is no sign.
        let number = if self.field.is_signed {
            i128::from(number)
        } else {
            i128::from(number as u64)
        };
        let sum = number + i128::from(amount);
        match self.overflow {
            _ if (min..=max).contains(&sum) => Some(sum as i64),
            Overflow::Wrap => Some(self.field.of_bits(sum as u64)),
            // So far below that Redis' own subtraction wraps, and finds the number too large.
            Overflow::Saturate if width < 64 && max - number > i128::from(i64::MAX) => {
                Some(max as i64)
            }
            Overflow::Saturate => Some(sum.clamp(min, max) as i64),
            Overflow::Fail => None,
        }
    }
}
