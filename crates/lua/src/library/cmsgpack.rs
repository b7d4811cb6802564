//! The library `cmsgpack`: values as MessagePack.

use crate::lua::machine::Machine;
use crate::lua::native::{Continuation, NativeFunction, Outcome, Result, Task};
use crate::lua::value::{LuaValue, TableId};
use keyspace::scripts::Host;

pub const FUNCTIONS: &[(&[u8], NativeFunction)] = &[
    (b"pack", pack),
    (b"unpack", unpack),
    (b"unpack_one", unpack_one),
    (b"unpack_limit", unpack_limit),
];

pub const TEXTS: &[(&[u8], &[u8])] = &[
    (b"_NAME", b"cmsgpack"),
    (b"_VERSION", b"lua-cmsgpack 0.4.0"),
    (b"_COPYRIGHT", b"Copyright (C) 2012, Salvatore Sanfilippo"),
    (b"_DESCRIPTION", b"MessagePack C implementation for Lua"),
];

/// Tables deeper than this are written as nil.
const DEPTH_MAX: usize = 16;
/// The places that a native function may have on the stack.
const STACK_MAX: usize = 8_000;

/// Values that are being packed. What it names is within the arguments, which stay on the stack.
#[derive(Clone)]
struct Packing {
    out: Vec<u8>,
    /// The number of arguments, and of those that were begun.
    count: usize,
    begun: usize,
    /// The values of tables that are still to be written, the next one last.
    open: Vec<Vec<LuaValue>>,
}

fn pack(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    let count = machine.argument_count();
    if count == 0 {
        return Err(machine.bad_argument(0, b"MessagePack pack needs input."));
    }
    let packing = Packing {
        out: Vec::new(),
        count,
        begun: 0,
        open: Vec::new(),
    };
    Box::new(packing).go_on(machine, host)
}

impl Continuation for Packing {
    // A table may be referenced many times, so that it takes long where the arguments are small.
    fn go_on(mut self: Box<Self>, machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
        loop {
            if machine.steps <= 0 {
                return Ok(Outcome::Later(Task::Continue(self)));
            }
            let value = match self.open.last_mut() {
                Some(rest) => match rest.pop() {
                    Some(value) => value,
                    None => {
                        self.open.pop();
                        continue;
                    }
                },
                None if self.begun == self.count => return machine.bytes_result(self.out),
                None => {
                    self.begun += 1;
                    machine.argument(self.begun)
                }
            };
            machine.charge(1);
            machine.allow(self.out.len())?;
            match value {
                LuaValue::Table(table) if self.open.len() < DEPTH_MAX => {
                    let rest = begin_table(machine, &mut self.out, table);
                    self.open.push(rest);
                }
                value => push_value(machine, &mut self.out, value),
            }
        }
    }
}

/// Writes a value; of a table that it is too deep.
fn push_value(machine: &Machine, out: &mut Vec<u8>, value: LuaValue) {
    match value {
        LuaValue::String(id) => {
            let bytes = machine.heap.bytes_of(id);
            match bytes.len() {
                length @ 0..32 => out.push(0xa0 | length as u8),
                length @ 32..=0xff => out.extend_from_slice(&[0xd9, length as u8]),
                length @ 0x100..=0xffff => push_number(out, 0xda, &(length as u16).to_be_bytes()),
                length => push_number(out, 0xdb, &(length as u32).to_be_bytes()),
            }
            out.extend_from_slice(bytes);
        }
        LuaValue::Boolean(boolean) => out.push(0xc2 + u8::from(boolean)),
        LuaValue::Number(number) => match whole(number) {
            Some(whole) => push_integer(out, whole),
            None if f64::from(number as f32) == number => {
                push_number(out, 0xca, &(number as f32).to_be_bytes());
            }
            None => push_number(out, 0xcb, &number.to_be_bytes()),
        },
        _ => out.push(0xc0),
    }
}

fn whole(number: f64) -> Option<i64> {
    let whole = number as i64;
    (whole as f64 == number && number < 9_223_372_036_854_775_808.0).then_some(whole)
}

fn push_number(out: &mut Vec<u8>, kind: u8, bytes: &[u8]) {
    out.push(kind);
    out.extend_from_slice(bytes);
}

fn push_integer(out: &mut Vec<u8>, number: i64) {
    match number {
        -32..=127 => out.push(number as u8),
        128..=0xff => out.extend_from_slice(&[0xcc, number as u8]),
        0x100..=0xffff => push_number(out, 0xcd, &(number as u16).to_be_bytes()),
        0x1_0000..=0xffff_ffff => push_number(out, 0xce, &(number as u32).to_be_bytes()),
        0x1_0000_0000.. => push_number(out, 0xcf, &number.to_be_bytes()),
        -128..=-33 => out.extend_from_slice(&[0xd0, number as u8]),
        -0x8000..=-129 => push_number(out, 0xd1, &(number as i16).to_be_bytes()),
        -0x8000_0000..=-0x8001 => push_number(out, 0xd2, &(number as i32).to_be_bytes()),
        _ => push_number(out, 0xd3, &number.to_be_bytes()),
    }
}

/// Writes the head of a table; returns the values behind it, the first one last.
fn begin_table(machine: &mut Machine, out: &mut Vec<u8>, table: TableId) -> Vec<LuaValue> {
    let elements = machine.elements(table);
    let is_index = |key: LuaValue| match key {
        LuaValue::Number(number) if number > 0.0 && f64::from(number as i32) == number => {
            Some(number as i64)
        }
        _ => None,
    };
    let indices: Option<Vec<i64>> = elements.iter().map(|(key, _)| is_index(*key)).collect();
    let is_array = indices
        .is_some_and(|indices| indices.iter().max().copied().unwrap_or(0) == indices.len() as i64);
    let (small, kind): (u8, u8) = if is_array { (0x90, 0xdc) } else { (0x80, 0xde) };
    match elements.len() {
        count @ 0..16 => out.push(small | count as u8),
        count @ 16..=0xffff => push_number(out, kind, &(count as u16).to_be_bytes()),
        count => push_number(out, kind + 1, &(count as u32).to_be_bytes()),
    }
    match is_array {
        true => {
            let table = machine.heap.table(table);
            let indices = (1..=elements.len() as i64).rev();
            indices.map(|index| table.get_index(index)).collect()
        }
        false => {
            let pairs = elements.into_iter().rev();
            pairs.flat_map(|(key, value)| [value, key]).collect()
        }
    }
}

const TOO_MANY: &[u8] =
    b"stack overflow (too many return values at once; use unpack_one or unpack_limit instead.)";
const ARRAY_TOO_DEEP: &[u8] = b"stack overflow (in function mp_decode_to_lua_array)";

/// Why bytes could not be read.
enum Wrong {
    Missing,
    Format,
}

/// A container that is being filled, with the number of elements that are left.
enum Filling {
    Array(TableId, i64, u64),
    Map(TableId, Option<LuaValue>, u64),
}

/// A value, or the beginning of a container with so many elements.
enum Unpacked {
    Value(LuaValue),
    Array(u64),
    Map(u64),
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> std::result::Result<&[u8], Wrong> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(Wrong::Missing)?;
        self.bytes = rest;
        Ok(taken)
    }

    /// A number of so many bytes behind the first, all of which must be there.
    fn number(&mut self, count: usize) -> std::result::Result<u64, Wrong> {
        let bytes = self.take(count + 1)?.iter().skip(1);
        Ok(bytes.fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn string(
        &mut self,
        machine: &mut Machine,
        length: u64,
    ) -> std::result::Result<Unpacked, Wrong> {
        let bytes = self.take(usize::try_from(length).map_err(|_| Wrong::Missing)?)?;
        Ok(Unpacked::Value(machine.heap.text(bytes)))
    }

    fn next(&mut self, machine: &mut Machine) -> std::result::Result<Unpacked, Wrong> {
        let first = *self.bytes.first().ok_or(Wrong::Missing)?;
        let value = match first {
            0xcc => self.number(1)? as f64,
            0xcd => self.number(2)? as f64,
            0xce => self.number(4)? as f64,
            0xcf | 0xd3 => self.number(8)? as i64 as f64,
            0xd0 => f64::from(self.number(1)? as i8),
            0xd1 => f64::from(self.number(2)? as i16),
            0xd2 => f64::from(self.number(4)? as i32),
            0xca => f64::from(f32::from_bits(self.number(4)? as u32)),
            0xcb => f64::from_bits(self.number(8)?),
            0..=0x7f | 0xe0..=0xff => {
                self.take(1)?;
                f64::from(first as i8)
            }
            0xc0 | 0xc2 | 0xc3 => {
                self.take(1)?;
                return Ok(Unpacked::Value(match first {
                    0xc0 => LuaValue::Nil,
                    _ => LuaValue::Boolean(first == 0xc3),
                }));
            }
            0xd9..=0xdb => {
                let length = self.number(1 << (first - 0xd9))?;
                return self.string(machine, length);
            }
            0xa0..=0xbf => {
                self.take(1)?;
                return self.string(machine, u64::from(first & 31));
            }
            0xdc | 0xdd => {
                return self
                    .number(if first == 0xdc { 2 } else { 4 })
                    .map(Unpacked::Array);
            }
            0xde | 0xdf => {
                return self
                    .number(if first == 0xde { 2 } else { 4 })
                    .map(Unpacked::Map);
            }
            0x80..=0x9f => {
                self.take(1)?;
                let count = u64::from(first & 15);
                return Ok(if first >= 0x90 {
                    Unpacked::Array(count)
                } else {
                    Unpacked::Map(count)
                });
            }
            _ => return Err(Wrong::Format),
        };
        Ok(Unpacked::Value(LuaValue::Number(value)))
    }

    /// Reads a whole value; `places` are taken on the stack already.
    fn value(&mut self, machine: &mut Machine, places: usize) -> Result<LuaValue> {
        let mut open: Vec<Filling> = Vec::new();
        loop {
            machine.charge(1);
            // In Redis a table has a place, and so has the key that waits for its value.
            let waits_for_key = matches!(open.last(), Some(Filling::Map(_, None, _)));
            let taken = places + open.len() * 2 - usize::from(waits_for_key) + 1;
            if taken > STACK_MAX {
                return Err(machine.fail(TOO_MANY));
            }
            let mut value = match self.next(machine) {
                Ok(Unpacked::Value(value)) => value,
                Ok(Unpacked::Array(_)) if taken == STACK_MAX => {
                    return Err(machine.fail(ARRAY_TOO_DEEP));
                }
                Ok(Unpacked::Array(count)) => {
                    let table = machine.heap.empty_table();
                    if count > 0 {
                        open.push(Filling::Array(table, 1, count));
                        continue;
                    }
                    LuaValue::Table(table)
                }
                Ok(Unpacked::Map(count)) => {
                    let table = machine.heap.empty_table();
                    if count > 0 {
                        open.push(Filling::Map(table, None, count));
                        continue;
                    }
                    LuaValue::Table(table)
                }
                Err(Wrong::Missing) => return Err(machine.fail(b"Missing bytes in input.")),
                Err(Wrong::Format) => return Err(machine.fail(b"Bad data format in input.")),
            };
            // The value may complete the containers around it.
            loop {
                let (table, left) = match open.last_mut() {
                    None => return Ok(value),
                    Some(Filling::Array(table, index, left)) => {
                        machine.raw_set(*table, LuaValue::Number(*index as f64), value)?;
                        *index += 1;
                        (*table, left)
                    }
                    Some(Filling::Map(_, key @ None, _)) => {
                        *key = Some(value);
                        break;
                    }
                    Some(Filling::Map(table, key, left)) => {
                        machine.raw_set(*table, key.take().unwrap_or_default(), value)?;
                        (*table, left)
                    }
                };
                *left -= 1;
                if *left > 0 {
                    break;
                }
                open.pop();
                value = LuaValue::Table(table);
            }
        }
    }
}

fn unpack(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    unpack_all(machine, 0, 0)
}

fn unpack_one(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let offset = machine.optional_integer(2, 0)?;
    unpack_all(machine, 1, offset)
}

fn unpack_limit(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let limit = machine.integer_argument(2)?;
    let offset = machine.optional_integer(3, 0)?;
    unpack_all(machine, limit, offset)
}

fn unpack_all(machine: &mut Machine, limit: i64, offset: i64) -> Result<Outcome> {
    let is_all = limit == 0 && offset == 0;
    let text = machine.bytes_argument(1)?;
    machine.reserve(text.len() * 8)?;
    let length = text.len() as i64;
    let numbers = |machine: &mut Machine, parts: [&[u8]; 3]| {
        let [before, between, behind] = parts;
        let mut message = before.to_vec();
        keyspace::number::push(&mut message, i64::from(offset as i32));
        message.extend_from_slice(between);
        keyspace::number::push(&mut message, i64::from(length as i32));
        message.extend_from_slice(behind);
        machine.fail(&message)
    };
    if offset < 0 || limit < 0 {
        let parts: [&[u8]; 3] = [
            b"Invalid request to unpack with offset of ",
            b" and limit of ",
            b".",
        ];
        return Err(numbers(machine, parts));
    }
    if offset > length {
        let parts: [&[u8]; 3] = [b"Start offset ", b" greater than input length ", b"."];
        return Err(numbers(machine, parts));
    }
    let limit = if is_all { i64::from(i32::MAX) } else { limit };
    let mut reader = Reader {
        bytes: text.get(offset as usize..).unwrap_or_default(),
    };
    let mut count = 0;
    let base = machine.base();
    machine.set_top(base + 1);
    while !reader.bytes.is_empty() && count < limit {
        let value = reader.value(machine, count as usize + 1)?;
        machine.push(value);
        count += 1;
    }
    if is_all {
        return Ok(Outcome::Return(count as usize));
    }
    let next = match reader.bytes.len() as i64 {
        0 => -1,
        left => length - left,
    };
    machine.push_under(count as usize, LuaValue::Number(next as f64));
    Ok(Outcome::Return(count as usize + 1))
}
