//! The functions of Lua that are global variables themselves.

use crate::library::redis::c_string;
use crate::lua::machine::{CHAIN_MAX, MANY, Machine};
use crate::lua::native::{NativeFunction, Outcome, Result, Task, Throw};
use crate::lua::number;
use crate::lua::value::{ClosureId, LuaValue, TableId};
use keyspace::scripts::Host;

pub const FUNCTIONS: &[(&[u8], NativeFunction)] = &[
    (b"assert", assert),
    (b"collectgarbage", collectgarbage),
    (b"error", error),
    (b"gcinfo", gcinfo),
    (b"getmetatable", getmetatable),
    (b"load", load),
    (b"loadstring", loadstring),
    (b"next", next),
    (b"pcall", pcall),
    (b"rawequal", rawequal),
    (b"rawget", rawget),
    (b"rawset", rawset),
    (b"select", select),
    (b"setmetatable", setmetatable),
    (b"tonumber", tonumber),
    (b"tostring", tostring),
    (b"type", type_),
    (b"unpack", unpack),
    (b"xpcall", xpcall),
    (b"ipairs", ipairs),
    (b"pairs", pairs),
];

/// The places that a native function may have on the stack.
const STACK_MAX: usize = 8_000;

impl Machine {
    /// Reads an element for a native function. An error is the metamethod to call, with the value to call it with.
    pub fn index(
        &mut self,
        table: LuaValue,
        key: LuaValue,
    ) -> Result<std::result::Result<LuaValue, (LuaValue, LuaValue)>> {
        let mut table = table;
        for _ in 0..CHAIN_MAX {
            let value = match table {
                LuaValue::Table(id) => self.heap.get(id, key),
                _ => LuaValue::Nil,
            };
            if !value.is_nil() {
                return Ok(Ok(value));
            }
            let metamethod = self.heap.metamethod(table, self.heap.names.index);
            match metamethod {
                LuaValue::Nil if matches!(table, LuaValue::Table(_)) => {
                    return Ok(Ok(LuaValue::Nil));
                }
                LuaValue::Nil => return Err(self.type_error(None, table, b"index")),
                LuaValue::Function(_) => return Ok(Err((metamethod, table))),
                other => table = other,
            }
        }
        Err(self.runtime_error(b"loop in gettable"))
    }
}

fn assert(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    if machine.any_argument(1)?.is_true() {
        return Ok(Outcome::Return(machine.argument_count()));
    }
    let message = match machine.is_missing(2) {
        true => b"assertion failed!".to_vec(),
        false => machine.bytes_argument(2)?.to_vec(),
    };
    Err(machine.fail(c_string(&message)))
}

/// The options of `collectgarbage`.
const OPTIONS: &[&[u8]] = &[
    b"stop",
    b"restart",
    b"collect",
    b"count",
    b"step",
    b"setpause",
    b"setstepmul",
];

fn collectgarbage(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let option = match machine.is_missing(1) {
        true => b"collect".to_vec(),
        false => machine.bytes_argument(1)?.to_vec(),
    };
    let option = c_string(&option);
    if !OPTIONS.contains(&option) {
        let message = [b"invalid option '", option, b"'"].concat();
        return Err(machine.bad_argument(1, &message));
    }
    let size = machine.optional_int(2, 0)?;
    match option {
        b"collect" => {
            machine.collect();
            machine.number_result(0.0)
        }
        b"count" => machine.number_result(machine.heap.bytes() as f64 / 1024.0),
        b"step" => {
            // Whether so many kibibytes of work end a cycle: nearly never for a step of no size.
            let kibibytes = usize::try_from(size).unwrap_or_default();
            let is_end = kibibytes.saturating_mul(1024) >= machine.heap.bytes();
            machine.collect();
            machine.result(LuaValue::Boolean(is_end))
        }
        b"setpause" => {
            let before = std::mem::replace(&mut machine.pace.pause, size);
            machine.number_result(f64::from(before))
        }
        b"setstepmul" => {
            let before = std::mem::replace(&mut machine.pace.step_multiplier, size);
            machine.number_result(f64::from(before))
        }
        _ => machine.number_result(0.0),
    }
}

fn gcinfo(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    machine.number_result((machine.heap.bytes() / 1024) as f64)
}

fn error(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let level = machine.optional_int(2, 1)?;
    let value = machine.argument(1);
    if let Ok(level) = usize::try_from(level)
        && level > 0
        && let Some(text) = machine.string_of(value)
    {
        let text = [machine.place(level).as_slice(), machine.heap.bytes_of(text)].concat();
        return Err(Throw::Error(machine.heap.text(&text)));
    }
    Err(Throw::Error(value))
}

fn getmetatable(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let value = machine.any_argument(1)?;
    let Some(metatable) = machine.heap.metatable(value) else {
        return machine.result(LuaValue::Nil);
    };
    let shown = machine
        .heap
        .get(metatable, LuaValue::String(machine.heap.names.metatable));
    machine.result(match shown {
        LuaValue::Nil => LuaValue::Table(metatable),
        shown => shown,
    })
}

fn setmetatable(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    let metatable = match machine.given(2) {
        Some(LuaValue::Nil) => None,
        Some(LuaValue::Table(metatable)) => Some(metatable),
        _ => return Err(machine.bad_argument(2, b"nil or table expected")),
    };
    let value = LuaValue::Table(table);
    if !machine
        .heap
        .metamethod(value, machine.heap.names.metatable)
        .is_nil()
    {
        return Err(machine.fail(b"cannot change a protected metatable"));
    }
    if machine.heap.table(table).is_readonly {
        return Err(machine.runtime_error(b"Attempt to modify a readonly table"));
    }
    machine.heap.table_mut(table).metatable = metatable;
    machine.result(value)
}

fn rawequal(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let (first, second) = (machine.any_argument(1)?, machine.any_argument(2)?);
    machine.result(LuaValue::Boolean(first == second))
}

fn rawget(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    let key = machine.any_argument(2)?;
    machine.result(machine.heap.get(table, key))
}

fn rawset(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    let key = machine.any_argument(2)?;
    let value = machine.any_argument(3)?;
    machine.raw_set(table, key, value)?;
    machine.result(LuaValue::Table(table))
}

fn type_(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let name = machine.any_argument(1)?.type_name();
    let name = machine.heap.text(name.as_bytes());
    machine.result(name)
}

fn next(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    match machine.next(table, machine.argument(2)) {
        None => Err(machine.runtime_error(b"invalid key to 'next'")),
        Some(None) => machine.result(LuaValue::Nil),
        Some(Some((key, value))) => {
            machine.push(key);
            machine.push(value);
            Ok(Outcome::Return(2))
        }
    }
}

fn pairs(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    machine.push(machine.own_value(0));
    machine.push(LuaValue::Table(table));
    machine.push(LuaValue::Nil);
    Ok(Outcome::Return(3))
}

fn ipairs(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    machine.push(machine.own_value(0));
    machine.push(LuaValue::Table(table));
    machine.push(LuaValue::Number(0.0));
    Ok(Outcome::Return(3))
}

fn next_index(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let index = machine.int_argument(2)?.wrapping_add(1);
    let table = machine.table_argument(1)?;
    let value = machine.heap.table(table).get_index(i64::from(index));
    if value.is_nil() {
        return Ok(Outcome::Return(0));
    }
    machine.push(LuaValue::Number(f64::from(index)));
    machine.push(value);
    Ok(Outcome::Return(2))
}

/// The function that `pairs` or `ipairs` gives to a `for`.
pub fn iterator(name: &[u8]) -> Option<NativeFunction> {
    match name {
        b"pairs" => Some(next),
        b"ipairs" => Some(next_index),
        _ => None,
    }
}

fn loadstring(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    let name = match machine.is_missing(2) {
        true => text.clone(),
        false => machine.bytes_argument(2)?,
    };
    loaded(machine, &text, &name)
}

/// Compiles a chunk: the function, or nil with a message.
fn loaded(machine: &mut Machine, text: &[u8], name: &[u8]) -> Result<Outcome> {
    let end = name
        .iter()
        .position(|byte| *byte == 0)
        .unwrap_or(name.len());
    machine.reserve(text.len() * 8)?;
    match machine.load(text, name.get(..end).unwrap_or_default()) {
        Ok(function) => machine.result(function),
        Err(message) => {
            let message = machine.heap.text(&message);
            machine.push(LuaValue::Nil);
            machine.push(message);
            Ok(Outcome::Return(2))
        }
    }
}

fn load(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    if !machine.is_missing(2) {
        machine.string_argument(2)?;
    }
    machine.function_argument(1)?;
    let base = machine.base();
    machine.set_top(base + 3);
    call_reader(machine, Vec::new())
}

fn call_reader(machine: &mut Machine, text: Vec<u8>) -> Result<Outcome> {
    let base = machine.base();
    machine.set_top(base + 3);
    machine.push(machine.at(base));
    Ok(Outcome::Call {
        function: base + 3,
        wanted: 1,
        task: Task::Load(text),
    })
}

/// Goes on with `load` when its reader has given a piece.
pub fn load_piece(machine: &mut Machine, text: Vec<u8>) -> Result<Outcome> {
    let mut text = text;
    let piece = machine.pop();
    let piece = match piece {
        LuaValue::Nil => Default::default(),
        piece => match machine.string_of(piece) {
            Some(id) => machine.heap.shared_bytes(id),
            None => {
                // The error ends `load` as one of the reader does.
                machine.keep_task(Task::Load(Vec::new()));
                return Err(machine.fail(b"reader function must return a string"));
            }
        },
    };
    machine.reserve(text.len() + piece.len())?;
    if !piece.is_empty() {
        text.extend_from_slice(&piece);
        return call_reader(machine, text);
    }
    let name = match machine.is_missing(2) {
        true => b"=(load)".to_vec(),
        false => machine.bytes_argument(2)?.to_vec(),
    };
    loaded(machine, &text, &name)
}

/// Redis' own `pcall`: of an error that is a table with a text `err`, it gives the text.
fn pcall(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let count = machine.argument_count();
    if count == 0 {
        // Redis then calls what it finds there.
        machine.push(LuaValue::Boolean(true));
    }
    machine.push_under(count.max(1), LuaValue::Boolean(true));
    Ok(Outcome::Call {
        function: machine.base() + 1,
        wanted: MANY,
        task: Task::Protected,
    })
}

fn xpcall(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    machine.any_argument(2)?;
    let base = machine.base();
    let (function, handler) = (machine.argument(1), machine.argument(2));
    machine.set_top(base + 2);
    machine.put(base, handler);
    machine.put(base + 1, function);
    Ok(Outcome::Call {
        function: base + 1,
        wanted: MANY,
        task: Task::Handled,
    })
}

/// Returns true and the results of a protected call.
pub fn protected(machine: &mut Machine) -> Result<Outcome> {
    let base = machine.base();
    machine.put(base, LuaValue::Boolean(true));
    Ok(Outcome::Return(machine.argument_count()))
}

fn unpack(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    let first = machine.optional_int(2, 1)?;
    let last = match machine.is_missing(3) {
        true => machine.heap.table(table).len() as i32,
        false => machine.int_argument(3)?,
    };
    if first > last {
        return Ok(Outcome::Return(0));
    }
    let count = i64::from(last) - i64::from(first) + 1;
    if count > i64::from(i32::MAX) || count as usize + machine.argument_count() > STACK_MAX {
        return Err(machine.fail(b"too many results to unpack"));
    }
    machine.charge(count as usize);
    for index in first..=last {
        let value = machine.heap.table(table).get_index(i64::from(index));
        machine.push(value);
    }
    Ok(Outcome::Return(count as usize))
}

fn select(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let count = machine.argument_count() as i64;
    if let LuaValue::String(id) = machine.argument(1)
        && machine.heap.bytes_of(id).first() == Some(&b'#')
    {
        return machine.number_result((count - 1) as f64);
    }
    let mut index = i64::from(machine.int_argument(1)?);
    if index < 0 {
        index += count;
    } else if index > count {
        index = count;
    }
    if index < 1 {
        return Err(machine.bad_argument(1, b"index out of range"));
    }
    Ok(Outcome::Return((count - index) as usize))
}

fn tonumber(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let base = machine.optional_int(2, 10)?;
    if base == 10 {
        let value = machine.any_argument(1)?;
        let number = machine
            .to_number(value)
            .map_or(LuaValue::Nil, LuaValue::Number);
        return machine.result(number);
    }
    let text = machine.bytes_argument(1)?;
    if !(2..=36).contains(&base) {
        return Err(machine.bad_argument(2, b"base out of range"));
    }
    let number = parse_in_base(&text, base as u32);
    machine.result(number.map_or(LuaValue::Nil, |number| LuaValue::Number(number as f64)))
}

/// A whole number in a base, as C's `strtoul` reads it, with any spaces around it.
fn parse_in_base(text: &[u8], base: u32) -> Option<u64> {
    let end = text
        .iter()
        .position(|byte| *byte == 0)
        .unwrap_or(text.len());
    let text = text.get(..end)?;
    let start = text.iter().position(|byte| !number::is_space(*byte))?;
    let last = text.iter().rposition(|byte| !number::is_space(*byte))?;
    let (is_negative, mut digits) = match text.get(start..=last)? {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if base == 16
        && let [b'0', b'x' | b'X', rest @ ..] = digits
        && rest.first().is_some_and(u8::is_ascii_hexdigit)
    {
        digits = rest;
    }
    if digits.is_empty() {
        return None;
    }
    let mut value: u64 = 0;
    let mut is_over = false;
    for digit in digits {
        let digit = char::from(*digit).to_digit(base)?;
        match value
            .checked_mul(u64::from(base))
            .and_then(|value| value.checked_add(u64::from(digit)))
        {
            Some(next) => value = next,
            None => is_over = true,
        }
    }
    Some(match (is_over, is_negative) {
        (true, _) => u64::MAX,
        (false, true) => value.wrapping_neg(),
        (false, false) => value,
    })
}

fn tostring(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let value = machine.any_argument(1)?;
    let metamethod = machine.heap.metamethod(value, machine.heap.names.tostring);
    if !metamethod.is_nil() {
        let function = machine.top();
        machine.push(metamethod);
        machine.push(value);
        return Ok(Outcome::Call {
            function,
            wanted: 1,
            task: Task::PassOn,
        });
    }
    let text = machine.shown(value);
    machine.bytes_result(text)
}

impl Machine {
    /// A value as `tostring` shows it, without metamethods.
    pub fn shown(&self, value: LuaValue) -> Vec<u8> {
        let (name, id): (&[u8], u32) = match value {
            LuaValue::Nil => return b"nil".to_vec(),
            LuaValue::Boolean(true) => return b"true".to_vec(),
            LuaValue::Boolean(false) => return b"false".to_vec(),
            LuaValue::Number(number) => return number::text(number),
            LuaValue::String(id) => return self.heap.bytes_of(id).to_vec(),
            LuaValue::Null => return b"userdata: (nil)".to_vec(),
            LuaValue::Table(TableId(id)) => (b"table", id),
            LuaValue::Function(ClosureId(id)) => (b"function", id),
            LuaValue::Coroutine(id) => (b"thread", id.0),
        };
        // An address as it could be. Each kind of object has its own range.
        let kind = value.type_name().len() as u64;
        let address = 0x7f00_0000_0000 + (kind << 36) + u64::from(id) * 64;
        let mut text = [name, b": 0x"].concat();
        for shift in (0..12).rev() {
            text.push(
                b"0123456789abcdef"
                    .get((address >> (shift * 4) & 15) as usize)
                    .copied()
                    .unwrap_or(b'0'),
            );
        }
        text
    }
}
