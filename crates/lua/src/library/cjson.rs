//! The library `cjson`.

use crate::library::redis::c_string;
use crate::lua::machine::{Machine, Pace};
use crate::lua::native::{Continuation, NativeFunction, Outcome, Result, Task, Throw};
use crate::lua::number;
use crate::lua::value::{LuaValue, StringId, TableId};
use keyspace::Bytes;
use keyspace::scripts::Host;

pub const FUNCTIONS: &[(&[u8], NativeFunction)] = &[
    (b"encode", encode),
    (b"decode", decode),
    (b"encode_sparse_array", encode_sparse_array),
    (b"encode_max_depth", |machine, _| {
        integer_setting(
            machine,
            |settings| &mut settings.encode_depth_max,
            1,
            i32::MAX,
        )
    }),
    (b"decode_max_depth", |machine, _| {
        integer_setting(
            machine,
            |settings| &mut settings.decode_depth_max,
            1,
            i32::MAX,
        )
    }),
    (b"encode_number_precision", |machine, _| {
        integer_setting(machine, |settings| &mut settings.precision, 1, 14)
    }),
    (b"encode_keep_buffer", |machine, _| {
        check_count(machine, 1)?;
        choice(machine, 1, |settings| &mut settings.keep_buffer, BOOLEANS)?;
        Ok(Outcome::Return(1))
    }),
    (b"encode_invalid_numbers", |machine, _| {
        check_count(machine, 1)?;
        choice(
            machine,
            1,
            |settings| &mut settings.encode_invalid,
            &[b"off", b"on", b"null"],
        )?;
        Ok(Outcome::Return(1))
    }),
    (b"decode_invalid_numbers", |machine, _| {
        check_count(machine, 1)?;
        choice(
            machine,
            1,
            |settings| &mut settings.decode_invalid,
            BOOLEANS,
        )?;
        Ok(Outcome::Return(1))
    }),
    (b"new", new),
];

const BOOLEANS: &[&[u8]] = &[b"off", b"on"];
/// The places that a native function may have on the stack.
const STACK_MAX: usize = 8_000;

/// The settings of a module. `cjson.new` makes others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    sparse_convert: i32,
    sparse_ratio: i32,
    sparse_safe: i32,
    encode_depth_max: i32,
    decode_depth_max: i32,
    precision: i32,
    keep_buffer: i32,
    encode_invalid: i32,
    decode_invalid: i32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            sparse_convert: 0,
            sparse_ratio: 2,
            sparse_safe: 10,
            encode_depth_max: 1000,
            decode_depth_max: 1000,
            precision: 14,
            keep_buffer: 1,
            encode_invalid: 0,
            decode_invalid: 1,
        }
    }
}

impl Settings {
    fn numbers(&mut self) -> [&mut i32; 9] {
        [
            &mut self.sparse_convert,
            &mut self.sparse_ratio,
            &mut self.sparse_safe,
            &mut self.encode_depth_max,
            &mut self.decode_depth_max,
            &mut self.precision,
            &mut self.keep_buffer,
            &mut self.encode_invalid,
            &mut self.decode_invalid,
        ]
    }

    /// Those of a module, which are in a table.
    fn of(machine: &Machine, table: TableId) -> Settings {
        let mut settings = Settings::default();
        let table = machine.heap.table(table);
        for (index, number) in (1..).zip(settings.numbers()) {
            if let LuaValue::Number(set) = table.get_index(index) {
                *number = set as i32;
            }
        }
        settings
    }

    fn store(mut self, machine: &mut Machine, table: TableId) {
        for (index, number) in (1..).zip(self.numbers()) {
            let number = LuaValue::Number(f64::from(*number));
            // Nine numbers always fit.
            let _ = machine.heap.set_index(table, index, number);
        }
    }

    /// The settings of a module as bytes, and those of `collectgarbage`, which stay as long; none for those of a new
    /// machine.
    pub fn written(machine: &Machine, table: TableId) -> Vec<u8> {
        let mut settings = Settings::of(machine, table);
        let mut pace = machine.pace;
        if settings == Settings::default() && pace == Pace::default() {
            return Vec::new();
        }
        let numbers = settings.numbers().into_iter().chain(pace.numbers());
        numbers.flat_map(|number| number.to_le_bytes()).collect()
    }

    /// Sets what [`Settings::written`] has answered.
    pub fn read(machine: &mut Machine, table: TableId, bytes: &[u8]) {
        let mut settings = Settings::default();
        let (written, _) = bytes.as_chunks();
        let numbers = settings.numbers().into_iter().chain(machine.pace.numbers());
        for (number, written) in numbers.zip(written) {
            *number = i32::from_le_bytes(*written);
        }
        settings.store(machine, table);
    }
}

/// Makes a table of the functions, whose own value is the table of their settings, which comes second.
pub fn module(machine: &mut Machine) -> (LuaValue, TableId) {
    let settings = machine.heap.empty_table();
    Settings::default().store(machine, settings);
    let table = machine.heap.empty_table();
    for (name, function) in FUNCTIONS {
        let function = machine.heap.new_closure(crate::lua::heap::Closure::Native {
            function: *function,
            upvalues: vec![LuaValue::Table(settings)],
        });
        machine.heap.set_field(table, name, function);
    }
    machine.heap.set_field(table, b"null", LuaValue::Null);
    for (name, text) in [(&b"_NAME"[..], &b"cjson"[..]), (b"_VERSION", b"2.1.0")] {
        let text = machine.heap.text(text);
        machine.heap.set_field(table, name, text);
    }
    (LuaValue::Table(table), settings)
}

fn new(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let (module, _) = module(machine);
    machine.result(module)
}

/// The settings of the function that runs.
fn settings(machine: &Machine) -> Settings {
    match machine.own_value(0) {
        LuaValue::Table(table) => Settings::of(machine, table),
        _ => Settings::default(),
    }
}

fn set(machine: &mut Machine, field: Field, value: i32) {
    if let LuaValue::Table(table) = machine.own_value(0) {
        let mut settings = Settings::of(machine, table);
        *field(&mut settings) = value;
        settings.store(machine, table);
    }
}

fn check_count(machine: &mut Machine, count: usize) -> Result<()> {
    if machine.argument_count() > count {
        return Err(machine.bad_argument(count + 1, b"found too many arguments"));
    }
    let base = machine.base();
    machine.set_top(base + count);
    Ok(())
}

type Field = fn(&mut Settings) -> &mut i32;

fn integer_setting(machine: &mut Machine, field: Field, min: i32, max: i32) -> Result<Outcome> {
    check_count(machine, 1)?;
    integer(machine, 1, field, min, max)?;
    Ok(Outcome::Return(1))
}

fn integer(machine: &mut Machine, index: usize, field: Field, min: i32, max: i32) -> Result<()> {
    if !machine.is_missing(index) {
        let value = machine.int_argument(index)?;
        if !(min..=max).contains(&value) {
            let mut message = b"expected integer between ".to_vec();
            keyspace::number::push(&mut message, i64::from(min));
            message.extend_from_slice(b" and ");
            keyspace::number::push(&mut message, i64::from(max));
            return Err(machine.bad_argument(1, &message));
        }
        set(machine, field, value);
    }
    let value = *field(&mut settings(machine));
    machine.push(LuaValue::Number(f64::from(value)));
    Ok(())
}

fn choice(machine: &mut Machine, index: usize, field: Field, options: &[&[u8]]) -> Result<()> {
    match machine.argument(index) {
        LuaValue::Nil => {}
        LuaValue::Boolean(boolean) => set(machine, field, i32::from(boolean)),
        _ => {
            let name = machine.bytes_argument(index)?;
            let name = c_string(&name);
            let Some(value) = options.iter().position(|option| *option == name) else {
                let message = [b"invalid option '", name, b"'"].concat();
                return Err(machine.bad_argument(index, &message));
            };
            set(machine, field, value as i32);
        }
    }
    let value = *field(&mut settings(machine));
    let shown = match value {
        0 | 1 => LuaValue::Boolean(value == 1),
        other => machine
            .heap
            .text(options.get(other as usize).copied().unwrap_or_default()),
    };
    machine.push(shown);
    Ok(())
}

fn encode_sparse_array(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    check_count(machine, 3)?;
    choice(
        machine,
        1,
        |settings| &mut settings.sparse_convert,
        BOOLEANS,
    )?;
    integer(
        machine,
        2,
        |settings| &mut settings.sparse_ratio,
        0,
        i32::MAX,
    )?;
    integer(
        machine,
        3,
        |settings| &mut settings.sparse_safe,
        0,
        i32::MAX,
    )?;
    Ok(Outcome::Return(3))
}

/// A table that is being written.
#[derive(Clone, Debug)]
enum Writing {
    Array {
        table: TableId,
        index: i64,
        length: i64,
    },
    Object {
        table: TableId,
        key: LuaValue,
    },
}

/// A text of JSON that is being written. The tables that it names are within the argument, which stays on the stack.
#[derive(Clone)]
struct Encoding {
    settings: Settings,
    out: Vec<u8>,
    open: Vec<Writing>,
    places: usize,
    next: Option<LuaValue>,
}

fn encode(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    if machine.argument_count() != 1 {
        return Err(machine.bad_argument(1, b"expected 1 argument"));
    }
    let encoding = Encoding {
        settings: settings(machine),
        out: Vec::new(),
        open: Vec::new(),
        places: 1,
        next: Some(machine.argument(1)),
    };
    Box::new(encoding).go_on(machine, host)
}

impl Continuation for Encoding {
    // A table may be referenced many times, so that it takes long where the argument is small.
    fn go_on(mut self: Box<Self>, machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
        loop {
            if machine.steps <= 0 {
                return Ok(Outcome::Later(Task::Continue(self)));
            }
            if let Some(value) = self.next.take() {
                self.begin(machine, value)?;
                machine.charge(1);
                machine.allow(self.out.len())?;
            }
            let Encoding {
                settings,
                out,
                open,
                places,
                next,
            } = &mut *self;
            match open.last_mut() {
                None => break,
                Some(Writing::Array {
                    table,
                    index,
                    length,
                }) => {
                    if index < length {
                        if *index > 0 {
                            out.push(b',');
                        }
                        *index += 1;
                        *next = Some(machine.heap.table(*table).get_index(*index));
                        continue;
                    }
                    out.push(b']');
                    *places -= 1;
                }
                Some(Writing::Object { table, key }) => {
                    if let Some((name, value)) = machine.next(*table, *key).flatten() {
                        if !key.is_nil() {
                            out.push(b',');
                        }
                        *key = name;
                        match name {
                            LuaValue::String(id) => push_string(machine.heap.bytes_of(id), out),
                            LuaValue::Number(_) => {
                                out.push(b'"');
                                push_value(machine, settings, out, name)?;
                                out.push(b'"');
                            }
                            _ => {
                                let reason = b"table key must be a number or string";
                                return Err(refusal(machine, name, reason));
                            }
                        }
                        out.push(b':');
                        *next = Some(value);
                        continue;
                    }
                    out.push(b'}');
                    *places -= 2;
                }
            }
            open.pop();
        }
        machine.bytes_result(self.out)
    }
}

impl Encoding {
    /// Writes a value, of a table its beginning.
    fn begin(&mut self, machine: &mut Machine, value: LuaValue) -> Result<()> {
        let LuaValue::Table(table) = value else {
            return push_value(machine, &self.settings, &mut self.out, value);
        };
        let depth = self.open.len() + 1;
        if depth > self.settings.encode_depth_max as usize || self.places + 3 > STACK_MAX {
            let mut message = b"Cannot serialise, excessive nesting (".to_vec();
            keyspace::number::push(&mut message, depth as i64);
            message.push(b')');
            return Err(machine.fail(&message));
        }
        let length = array_length(machine, &self.settings, table)?;
        if length > 0 {
            self.out.push(b'[');
            self.places += 1;
            self.open.push(Writing::Array {
                table,
                index: 0,
                length: i64::from(length),
            });
        } else {
            self.out.push(b'{');
            self.places += 2;
            self.open.push(Writing::Object {
                table,
                key: LuaValue::Nil,
            });
        }
        Ok(())
    }
}

fn refusal(machine: &mut Machine, value: LuaValue, reason: &[u8]) -> Throw {
    let kind = value.type_name().as_bytes();
    machine.fail(&[b"Cannot serialise ", kind, b": ", reason].concat())
}

/// The length of an array; -1 or 0 for a table that is written as an object.
fn array_length(machine: &mut Machine, settings: &Settings, table: TableId) -> Result<i32> {
    let mut max: i32 = 0;
    let mut count: i32 = 0;
    let mut key = LuaValue::Nil;
    while let Some((next, _)) = machine.next(table, key).flatten() {
        match next {
            LuaValue::Number(number) if number.floor() == number && number >= 1.0 => {
                if number > f64::from(max) {
                    max = number::cast_int(number);
                }
                count = count.wrapping_add(1);
            }
            _ => return Ok(-1),
        }
        key = next;
    }
    machine.charge(count as usize);
    if settings.sparse_ratio > 0
        && max > count.wrapping_mul(settings.sparse_ratio)
        && max > settings.sparse_safe
    {
        if settings.sparse_convert == 0 {
            return Err(refusal(
                machine,
                LuaValue::Table(table),
                b"excessively sparse array",
            ));
        }
        return Ok(-1);
    }
    Ok(max)
}

fn push_value(
    machine: &mut Machine,
    settings: &Settings,
    out: &mut Vec<u8>,
    value: LuaValue,
) -> Result<()> {
    match value {
        LuaValue::String(id) => push_string(machine.heap.bytes_of(id), out),
        LuaValue::Number(number) => match settings.encode_invalid {
            _ if number.is_finite() => {
                number::push_general(out, number, settings.precision as usize)
            }
            0 => return Err(refusal(machine, value, b"must not be NaN or Inf")),
            1 if number.is_nan() => out.extend_from_slice(b"nan"),
            1 => number::push_general(out, number, settings.precision as usize),
            _ => out.extend_from_slice(b"null"),
        },
        LuaValue::Boolean(true) => out.extend_from_slice(b"true"),
        LuaValue::Boolean(false) => out.extend_from_slice(b"false"),
        LuaValue::Nil | LuaValue::Null => out.extend_from_slice(b"null"),
        _ => return Err(refusal(machine, value, b"type not supported")),
    }
    Ok(())
}

fn push_string(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for byte in text {
        match byte {
            8 => out.extend_from_slice(b"\\b"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            12 => out.extend_from_slice(b"\\f"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'"' | b'/' | b'\\' => out.extend_from_slice(&[b'\\', *byte]),
            0..32 | 127 => {
                out.extend_from_slice(b"\\u00");
                for digit in [byte >> 4, byte & 15] {
                    out.push(if digit < 10 {
                        b'0' + digit
                    } else {
                        b'a' + digit - 10
                    });
                }
            }
            _ => out.push(*byte),
        }
    }
    out.push(b'"');
}

/// A word of JSON.
#[derive(Clone, Copy, PartialEq)]
enum Json {
    ObjectBegin,
    ObjectEnd,
    ArrayBegin,
    ArrayEnd,
    String(StringId),
    Number(f64),
    Boolean(bool),
    Null,
    Colon,
    Comma,
    End,
    Wrong(&'static str),
}

impl Json {
    fn name(self) -> &'static str {
        match self {
            Json::ObjectBegin => "T_OBJ_BEGIN",
            Json::ObjectEnd => "T_OBJ_END",
            Json::ArrayBegin => "T_ARR_BEGIN",
            Json::ArrayEnd => "T_ARR_END",
            Json::String(_) => "T_STRING",
            Json::Number(_) => "T_NUMBER",
            Json::Boolean(_) => "T_BOOLEAN",
            Json::Null => "T_NULL",
            Json::Colon => "T_COLON",
            Json::Comma => "T_COMMA",
            Json::End => "T_END",
            Json::Wrong(name) => name,
        }
    }
}

/// A text of JSON that is being read.
struct Decoder {
    text: Bytes,
    at: usize,
    /// Where the word at hand begins.
    start: usize,
    allows_invalid: bool,
}

/// A table that is being filled.
enum Reading {
    Array(TableId, i64),
    Object(TableId, LuaValue),
}

impl Decoder {
    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&mut self, machine: &mut Machine) -> Json {
        while matches!(self.byte(self.at), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
        self.start = self.at;
        let single = match self.byte(self.at) {
            b'{' => Json::ObjectBegin,
            b'}' => Json::ObjectEnd,
            b'[' => Json::ArrayBegin,
            b']' => Json::ArrayEnd,
            b',' => Json::Comma,
            b':' => Json::Colon,
            0 => return Json::End,
            b'"' => return self.string(machine),
            b'-' | b'0'..=b'9' => {
                if !self.allows_invalid && self.is_invalid_number() {
                    return Json::Wrong("invalid number");
                }
                return self.number();
            }
            b'f' | b'i' | b'I' | b'n' | b'N' | b't' | b'+' => return self.word(),
            _ => return Json::Wrong("invalid token"),
        };
        self.at += 1;
        single
    }

    fn word(&mut self) -> Json {
        let words: [(&[u8], Json); 3] = [
            (b"true", Json::Boolean(true)),
            (b"false", Json::Boolean(false)),
            (b"null", Json::Null),
        ];
        for (name, json) in words {
            if self.rest().starts_with(name) {
                self.at += name.len();
                return json;
            }
        }
        if self.allows_invalid && self.is_invalid_number() {
            return self.number();
        }
        Json::Wrong("invalid token")
    }

    /// Whether C reads a number there that JSON does not have.
    fn is_invalid_number(&self) -> bool {
        let mut at = self.at;
        match self.byte(at) {
            b'+' => return true,
            b'-' => at += 1,
            _ => {}
        }
        match self.byte(at) {
            b'0' => matches!(self.byte(at + 1), b'x' | b'X' | b'0'..=b'9'),
            0..=b'9' => false,
            _ => {
                let name = self.text.get(at..at + 3).unwrap_or_default();
                name.eq_ignore_ascii_case(b"inf") || name.eq_ignore_ascii_case(b"nan")
            }
        }
    }

    fn number(&mut self) -> Json {
        match number::parse_prefix(self.rest()) {
            Some((number, length)) => {
                self.at += length;
                Json::Number(number)
            }
            None => self.wrong("invalid number"),
        }
    }

    fn wrong(&mut self, what: &'static str) -> Json {
        self.start = self.at;
        Json::Wrong(what)
    }

    fn string(&mut self, machine: &mut Machine) -> Json {
        self.at += 1;
        let mut text = Vec::new();
        loop {
            match self.byte(self.at) {
                b'"' => break,
                0 => return self.wrong("unexpected end of string"),
                b'\\' => {
                    let byte = match self.byte(self.at + 1) {
                        byte @ (b'"' | b'\\' | b'/') => byte,
                        b'b' => 8,
                        b't' => b'\t',
                        b'n' => b'\n',
                        b'f' => 12,
                        b'r' => b'\r',
                        b'u' => {
                            if self.unicode(&mut text).is_none() {
                                return self.wrong("invalid unicode escape code");
                            }
                            continue;
                        }
                        _ => return self.wrong("invalid escape code"),
                    };
                    text.push(byte);
                    self.at += 2;
                }
                byte => {
                    text.push(byte);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        Json::String(machine.heap.string(&text))
    }

    fn four_digits(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at..at + 4)?.iter();
        digits
            .map(|digit| char::from(*digit).to_digit(16))
            .try_fold(0, |code, digit| Some(code << 4 | digit?))
    }

    fn unicode(&mut self, text: &mut Vec<u8>) -> Option<()> {
        let mut code = self.four_digits(self.at + 2)?;
        let mut length = 6;
        if code & 0xf800 == 0xd800 {
            if code & 0x400 != 0
                || self.byte(self.at + 6) != b'\\'
                || self.byte(self.at + 7) != b'u'
            {
                return None;
            }
            let low = self.four_digits(self.at + 8)?;
            if low & 0xfc00 != 0xdc00 {
                return None;
            }
            code = ((code & 0x3ff) << 10 | low & 0x3ff) + 0x10000;
            length = 12;
        }
        text.extend_from_slice(char::from_u32(code)?.encode_utf8(&mut [0; 4]).as_bytes());
        self.at += length;
        Some(())
    }

    fn expected(&self, machine: &mut Machine, what: &str, found: Json) -> Throw {
        let mut message = [
            b"Expected ",
            what.as_bytes(),
            b" but found ",
            found.name().as_bytes(),
        ]
        .concat();
        message.extend_from_slice(b" at character ");
        keyspace::number::push(&mut message, self.start as i64 + 1);
        machine.fail(&message)
    }

    fn too_deep(&self, machine: &mut Machine, depth: usize) -> Throw {
        let mut message = b"Found too many nested data structures (".to_vec();
        keyspace::number::push(&mut message, depth as i64);
        message.extend_from_slice(b") at character ");
        keyspace::number::push(&mut message, self.at as i64);
        machine.fail(&message)
    }

    /// Reads the key of an element, and the colon behind it.
    fn key(&mut self, machine: &mut Machine, found: Json) -> Result<LuaValue> {
        let Json::String(key) = found else {
            return Err(self.expected(machine, "object key string", found));
        };
        match self.next(machine) {
            Json::Colon => Ok(LuaValue::String(key)),
            found => Err(self.expected(machine, "colon", found)),
        }
    }
}

fn decode(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    if machine.argument_count() != 1 {
        return Err(machine.bad_argument(1, b"expected 1 argument"));
    }
    let text = machine.bytes_argument(1)?;
    machine.reserve(text.len() * 8)?;
    let settings = settings(machine);
    if let [first, second, ..] = text.as_slice()
        && (*first == 0 || *second == 0)
    {
        return Err(machine.fail(b"JSON parser does not support UTF-16 or UTF-32"));
    }
    let mut decoder = Decoder {
        text,
        at: 0,
        start: 0,
        allows_invalid: settings.decode_invalid != 0,
    };
    let mut open: Vec<Reading> = Vec::new();
    let mut places = 1;
    loop {
        let found = decoder.next(machine);
        let mut value = match found {
            Json::String(id) => LuaValue::String(id),
            Json::Number(number) => LuaValue::Number(number),
            Json::Boolean(boolean) => LuaValue::Boolean(boolean),
            Json::Null => LuaValue::Null,
            Json::ObjectBegin | Json::ArrayBegin => {
                let depth = open.len() + 1;
                let is_object = found == Json::ObjectBegin;
                if depth > settings.decode_depth_max as usize
                    || places + 2 + usize::from(is_object) > STACK_MAX
                {
                    return Err(decoder.too_deep(machine, depth));
                }
                let table = machine.heap.empty_table();
                let end = if is_object {
                    Json::ObjectEnd
                } else {
                    Json::ArrayEnd
                };
                let before = decoder.at;
                let first = decoder.next(machine);
                if first == end {
                    LuaValue::Table(table)
                } else {
                    if is_object {
                        let key = decoder.key(machine, first)?;
                        places += 2;
                        open.push(Reading::Object(table, key));
                    } else {
                        decoder.at = before;
                        places += 1;
                        open.push(Reading::Array(table, 1));
                    }
                    continue;
                }
            }
            found => return Err(decoder.expected(machine, "value", found)),
        };
        // The value is complete: it may complete what it is in.
        loop {
            let (table, key, end, what) = match open.last_mut() {
                None => {
                    return match decoder.next(machine) {
                        Json::End => machine.result(value),
                        found => Err(decoder.expected(machine, "the end", found)),
                    };
                }
                Some(Reading::Array(table, index)) => {
                    let key = LuaValue::Number(*index as f64);
                    *index += 1;
                    (*table, key, Json::ArrayEnd, "comma or array end")
                }
                Some(Reading::Object(table, key)) => {
                    (*table, *key, Json::ObjectEnd, "comma or object end")
                }
            };
            machine.raw_set(table, key, value)?;
            let found = decoder.next(machine);
            if found == end {
                places -= if end == Json::ObjectEnd { 2 } else { 1 };
                open.pop();
                value = LuaValue::Table(table);
                continue;
            }
            if found != Json::Comma {
                return Err(decoder.expected(machine, what, found));
            }
            if end == Json::ObjectEnd {
                let found = decoder.next(machine);
                let name = decoder.key(machine, found)?;
                if let Some(Reading::Object(_, key)) = open.last_mut() {
                    *key = name;
                }
            }
            break;
        }
    }
}
