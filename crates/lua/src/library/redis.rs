//! The library `redis`.

use crate::lua::machine::Machine;
use crate::lua::names::Level;
use crate::lua::native::{NativeFunction, Outcome, Result, Throw};
use crate::lua::number;
use crate::lua::value::{LuaValue, TableId};
use keyspace::Bytes;
use keyspace::scripts::Host;
use keyspace::scripts::{Registered, ScriptFlags};
use keyspace::sha1;
use keyspace::{Error, Protocol, Reply};
use std::sync::Arc;

/// The version that is emulated, as a number.
const VERSION_NUMBER: f64 = 458_767.0;
const VERSION: &[u8] = b"7.0.15";

/// The mark of an error that was counted.
const COUNTED: &[u8] = b"ignore_error_stats_update";
/// What `redis` has for every script, in Redis' order.
const COMMON: &[(&[u8], NativeFunction)] = &[(b"call", call), (b"pcall", pcall)];
const LOG_LEVELS: &[(&[u8], f64)] = &[
    (b"LOG_DEBUG", 0.0),
    (b"LOG_VERBOSE", 1.0),
    (b"LOG_NOTICE", 2.0),
    (b"LOG_WARNING", 3.0),
];
const REPLICATION: &[(&[u8], f64)] = &[
    (b"REPL_NONE", 0.0),
    (b"REPL_AOF", 1.0),
    (b"REPL_SLAVE", 2.0),
    (b"REPL_REPLICA", 2.0),
    (b"REPL_ALL", 3.0),
];

fn add_log(machine: &mut Machine, table: TableId) {
    let function = machine.heap.native(log);
    machine.heap.set_field(table, b"log", function);
    add_numbers(machine, table, LOG_LEVELS);
}

fn add_version(machine: &mut Machine, table: TableId) {
    machine.heap.set_field(
        table,
        b"REDIS_VERSION_NUM",
        LuaValue::Number(VERSION_NUMBER),
    );
    let version = machine.heap.text(VERSION);
    machine.heap.set_field(table, b"REDIS_VERSION", version);
}

fn add_numbers(machine: &mut Machine, table: TableId, numbers: &[(&[u8], f64)]) {
    for (name, number) in numbers {
        machine
            .heap
            .set_field(table, name, LuaValue::Number(*number));
    }
}

fn add(machine: &mut Machine, table: TableId, functions: &[(&[u8], NativeFunction)]) {
    for (name, function) in functions {
        let function = machine.heap.native(*function);
        machine.heap.set_field(table, name, function);
    }
}

/// The table `redis` of scripts and of functions that run.
pub fn module(machine: &mut Machine) -> TableId {
    let table = machine.heap.empty_table();
    add(machine, table, COMMON);
    add_log(machine, table);
    add_version(machine, table);
    add(
        machine,
        table,
        &[
            (b"setresp", setresp),
            (b"sha1hex", sha1hex),
            (b"error_reply", error_reply),
            (b"status_reply", status_reply),
            (b"set_repl", set_repl),
        ],
    );
    add_numbers(machine, table, REPLICATION);
    add(machine, table, &[(b"acl_check_cmd", acl_check_cmd)]);
    table
}

/// Adds what only the scripts of EVAL have.
pub fn add_for_eval(machine: &mut Machine, table: TableId) {
    add(
        machine,
        table,
        &[
            (b"breakpoint", breakpoint),
            (b"debug", debug),
            (b"replicate_commands", replicate_commands),
        ],
    );
}

/// The table `redis` of the code of a library.
pub fn library_module(machine: &mut Machine) -> TableId {
    let table = machine.heap.empty_table();
    add(machine, table, &[(b"register_function", register_function)]);
    add_log(machine, table);
    add_version(machine, table);
    table
}

impl Machine {
    /// A table with an error as `redis.pcall` gives it, of a text that may begin with a `-` and a code.
    pub fn error_table(&mut self, text: &[u8]) -> TableId {
        let (code, message): (&[u8], &[u8]) = match text {
            [b'-', text @ ..] => match text.iter().position(|byte| *byte == b' ') {
                Some(at) => (
                    text.get(..at).unwrap_or_default(),
                    text.get(at + 1..).unwrap_or_default(),
                ),
                None => (b"ERR", text),
            },
            text => (b"ERR", text),
        };
        let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let start = message.iter().position(|byte| !is_break(byte));
        let end = message
            .iter()
            .rposition(|byte| !is_break(byte))
            .map_or(0, |last| last + 1);
        let message = message.get(start.unwrap_or(0)..end).unwrap_or_default();
        let text = [code, b" ", message].concat();
        let table = self.heap.empty_table();
        let text = self.heap.text(&text);
        self.heap.set_field(table, b"err", text);
        table
    }

    /// An error whose text gets the code ERR.
    fn raise(&mut self, text: &[u8]) -> Throw {
        Throw::Error(LuaValue::Table(self.error_table(text)))
    }

    /// An error as Redis' handler leaves it: a table with the text, the chunk and the line.
    pub fn redis_error(&mut self, value: LuaValue) -> LuaValue {
        self.placed_error(value, 0)
    }

    fn error_named(&mut self, text: &[u8]) -> TableId {
        let table = self.heap.empty_table();
        let text = self.heap.text(text);
        self.heap.set_field(table, b"err", text);
        table
    }

    fn placed_error(&mut self, value: LuaValue, depth: usize) -> LuaValue {
        let mut level = self.level(depth);
        if matches!(level, Some(Level::Native)) {
            level = self.level(depth + 1);
        }
        let table = match value {
            // The handler of errors fails at its own line, and is called for that.
            LuaValue::Table(table) if self.heap.table(table).is_readonly && level.is_some() => {
                level = Some(Level::Lua {
                    source: b"@err_handler_def".to_vec(),
                    line: 10,
                });
                self.error_named(b"ERR err_handler_def:10: Attempt to modify a readonly table")
            }
            LuaValue::Table(table) => table,
            other => {
                let text = [b"ERR ".as_slice(), &self.shown(other)].concat();
                self.error_named(&text)
            }
        };
        let place = match level {
            None => None,
            Some(Level::Lua { source, line }) => Some((source, f64::from(line))),
            Some(Level::Native) => Some((b"=[C]".to_vec(), -1.0)),
            Some(Level::Tail) => Some((b"=(tail call)".to_vec(), -1.0)),
        };
        if let Some((source, line)) = place {
            let source = self.heap.text(&source);
            self.heap.set_field(table, b"source", source);
            self.heap.set_field(table, b"line", LuaValue::Number(line));
        }
        LuaValue::Table(table)
    }

    /// Puts an error on the stack as a protected call gives it. Redis' `pcall` gives the text of a table with a text
    /// `err`; of any other table, it leaves its `err` behind it.
    pub fn push_error(&mut self, value: LuaValue, is_protected: bool) {
        if is_protected && let LuaValue::Table(table) = value {
            let text = self.heap.field(table, b"err");
            if !matches!(text, LuaValue::String(_) | LuaValue::Number(_)) {
                self.push(value);
            }
            return self.push(text);
        }
        self.push(value);
    }

    /// The arguments as words of a command: `Ok(None)` if there are none or one is no string.
    fn words(&mut self) -> std::result::Result<Vec<Vec<u8>>, TableId> {
        let count = self.argument_count();
        if count == 0 {
            let message = b"Please specify at least one argument for this redis lib call";
            return Err(self.error_table(message));
        }
        let mut words = Vec::with_capacity(count);
        for index in 1..=count {
            words.push(match self.argument(index) {
                LuaValue::Number(number) => number::exact_text(number),
                LuaValue::String(id) => self.heap.bytes_of(id).to_vec(),
                _ => {
                    let message = b"Lua redis lib command arguments must be strings or integers";
                    return Err(self.error_table(message));
                }
            });
        }
        Ok(words)
    }

    fn check_running(&mut self, message: &[u8]) -> Result<()> {
        match self.run.is_running {
            true => Ok(()),
            false => Err(self.raise(message)),
        }
    }

    /// A reply of Redis as a value.
    pub fn value_of(&mut self, reply: &Reply, protocol: Protocol) -> Result<LuaValue> {
        let is_new = protocol == Protocol::Resp3;
        self.charge(1);
        Ok(match reply {
            Reply::Status(text) => self.single(b"ok", text.as_bytes()),
            Reply::Line(text) => self.single(b"ok", text),
            Reply::Int(number) => LuaValue::Number(*number as f64),
            Reply::Bool(boolean) if is_new => LuaValue::Boolean(*boolean),
            Reply::Bool(boolean) => LuaValue::Number(f64::from(u8::from(*boolean))),
            Reply::Bulk(bytes) => self.shared_text(bytes)?,
            Reply::Double(text) if is_new => {
                let number = number::parse(text).unwrap_or_default();
                self.wrapped(b"double", LuaValue::Number(number))
            }
            Reply::BigNumber(text) if is_new => {
                let text = self.shared_text(text)?;
                self.wrapped(b"big_number", text)
            }
            Reply::Text(text) if is_new => self.verbatim(b"txt", text)?,
            Reply::Verbatim(format, text) if is_new => self.verbatim(format, text)?,
            Reply::Double(text)
            | Reply::BigNumber(text)
            | Reply::Text(text)
            | Reply::Verbatim(_, text) => self.shared_text(text)?,
            Reply::Nil | Reply::NilArray if is_new => LuaValue::Nil,
            Reply::Nil | Reply::NilArray | Reply::Nothing => LuaValue::Boolean(false),
            Reply::Array(replies) | Reply::Push(replies) | Reply::Several(replies) => {
                self.array_of(replies.iter(), protocol)?
            }
            Reply::Set(replies) if is_new => {
                let set = self.heap.empty_table();
                for reply in replies {
                    let value = self.value_of(reply, protocol)?;
                    self.raw_set(set, value, LuaValue::Boolean(true))?;
                }
                self.wrapped(b"set", LuaValue::Table(set))
            }
            Reply::Set(replies) => self.array_of(replies.iter(), protocol)?,
            Reply::Map(pairs) if is_new => {
                let map = self.heap.empty_table();
                for (key, value) in pairs {
                    let key = self.value_of(key, protocol)?;
                    let value = self.value_of(value, protocol)?;
                    self.raw_set(map, key, value)?;
                }
                self.wrapped(b"map", LuaValue::Table(map))
            }
            Reply::Pairs(pairs) if is_new => {
                let table = self.heap.empty_table();
                for (index, (first, second)) in (1..).zip(pairs) {
                    let pair = self.array_of([first, second].into_iter(), protocol)?;
                    self.raw_set(table, LuaValue::Number(f64::from(index)), pair)?;
                }
                LuaValue::Table(table)
            }
            Reply::Map(pairs) | Reply::Pairs(pairs) => {
                let replies = pairs.iter().flat_map(|(key, value)| [key, value]);
                self.array_of(replies, protocol)?
            }
            Reply::Error(error) => LuaValue::Table(self.error_of(error)),
        })
    }

    fn error_of(&mut self, error: &Error) -> TableId {
        let table = self.error_table(&[b"-", error.bytes()].concat());
        self.heap.set_field(table, COUNTED, LuaValue::Boolean(true));
        table
    }

    fn shared_text(&mut self, bytes: &Bytes) -> Result<LuaValue> {
        self.reserve(bytes.len())?;
        Ok(LuaValue::String(self.heap.owned_string(bytes.clone())))
    }

    fn single(&mut self, name: &[u8], text: &[u8]) -> LuaValue {
        let text = self.heap.text(text);
        self.wrapped(name, text)
    }

    fn wrapped(&mut self, name: &[u8], value: LuaValue) -> LuaValue {
        let table = self.heap.empty_table();
        self.heap.set_field(table, name, value);
        LuaValue::Table(table)
    }

    fn verbatim(&mut self, format: &[u8], text: &Bytes) -> Result<LuaValue> {
        let table = self.heap.empty_table();
        let format = self.heap.text(format);
        let text = self.shared_text(text)?;
        self.heap.set_field(table, b"format", format);
        self.heap.set_field(table, b"string", text);
        Ok(self.wrapped(b"verbatim_string", LuaValue::Table(table)))
    }

    fn array_of<'a>(
        &mut self,
        replies: impl Iterator<Item = &'a Reply>,
        protocol: Protocol,
    ) -> Result<LuaValue> {
        let table = self.heap.empty_table();
        for (index, reply) in (1..).zip(replies) {
            let value = self.value_of(reply, protocol)?;
            self.raw_set(table, LuaValue::Number(f64::from(index)), value)?;
        }
        Ok(LuaValue::Table(table))
    }

    /// A value as a reply. `protocol` is what the script has set by `redis.setresp`.
    pub fn reply_of(&mut self, value: LuaValue, protocol: Protocol, host: &mut dyn Host) -> Reply {
        self.nested_reply(value, protocol, host, DEPTH_MAX)
    }

    /// Whether an error is that of a command, which was counted when it was called.
    pub fn is_counted(&mut self, error: TableId) -> bool {
        let mark = self.heap.field(error, COUNTED);
        matches!(mark, LuaValue::Boolean(true))
    }

    fn nested_reply(
        &mut self,
        value: LuaValue,
        protocol: Protocol,
        host: &mut dyn Host,
        depth: usize,
    ) -> Reply {
        let table = match value {
            LuaValue::String(id) => return Reply::Bulk(self.heap.shared_bytes(id)),
            LuaValue::Boolean(boolean) => {
                return match (protocol, boolean) {
                    (Protocol::Resp3, boolean) => Reply::Bool(boolean),
                    (Protocol::Resp2, true) => Reply::Int(1),
                    (Protocol::Resp2, false) => Reply::Nil,
                };
            }
            LuaValue::Number(number) => return Reply::Int(number::to_integer(number)),
            LuaValue::Table(table) => table,
            _ => return Reply::Nil,
        };
        let Some(depth) = depth.checked_sub(1) else {
            return Reply::Error(Error::fixed("ERR reached lua stack limit"));
        };
        if let LuaValue::String(id) = self.heap.field(table, b"err") {
            let error = Error::quoting(c_string(self.heap.bytes_of(id)).to_vec());
            host.answers(&error, self.is_counted(table));
            return Reply::Error(error);
        }
        if let LuaValue::String(id) = self.heap.field(table, b"ok") {
            return Reply::Line(one_line(c_string(self.heap.bytes_of(id))));
        }
        if let LuaValue::Number(number) = self.heap.field(table, b"double") {
            return Reply::Double(Arc::new(number::exact_text(number)));
        }
        if let LuaValue::String(id) = self.heap.field(table, b"big_number") {
            return Reply::BigNumber(one_line(self.heap.bytes_of(id)));
        }
        if let LuaValue::Table(inner) = self.heap.field(table, b"verbatim_string")
            && let LuaValue::String(format) = self.heap.field(inner, b"format")
            && let LuaValue::String(text) = self.heap.field(inner, b"string")
        {
            let mut name = *b"\0\0\0";
            for (to, from) in name.iter_mut().zip(c_string(self.heap.bytes_of(format))) {
                *to = *from;
            }
            return Reply::Verbatim(name, self.heap.shared_bytes(text));
        }
        if let LuaValue::Table(map) = self.heap.field(table, b"map") {
            let pairs = self.elements(map).into_iter().map(|(key, value)| {
                let key = self.nested_reply(key, protocol, host, depth);
                (key, self.nested_reply(value, protocol, host, depth))
            });
            return Reply::Map(pairs.collect());
        }
        if let LuaValue::Table(set) = self.heap.field(table, b"set") {
            let keys = self.elements(set).into_iter();
            return Reply::Set(
                keys.map(|(key, _)| self.nested_reply(key, protocol, host, depth))
                    .collect(),
            );
        }
        let mut replies = Vec::new();
        for index in 1.. {
            match self.heap.table(table).get_index(index) {
                LuaValue::Nil => break,
                value => replies.push(self.nested_reply(value, protocol, host, depth)),
            }
        }
        Reply::Array(replies)
    }

    /// All elements of a table, in the order of `pairs`.
    pub fn elements(&mut self, table: TableId) -> Vec<(LuaValue, LuaValue)> {
        let mut elements = Vec::new();
        let mut key = LuaValue::Nil;
        while let Some(element) = self.next(table, key).flatten() {
            self.charge(1);
            key = element.0;
            elements.push(element);
        }
        elements
    }
}

/// How deep a reply may be nested. Redis' own limit is that of Lua's stack.
const DEPTH_MAX: usize = 500;

/// A text as C sees it, up to a zero byte.
pub fn c_string(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| *byte == 0);
    bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default()
}

/// A text whose line breaks became spaces.
fn one_line(text: &[u8]) -> Bytes {
    let in_line = |byte: &u8| {
        if matches!(byte, b'\r' | b'\n') {
            b' '
        } else {
            *byte
        }
    };
    Arc::new(text.iter().map(in_line).collect())
}

fn call(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    match run_command(machine, host)? {
        Ok(value) => machine.result(value),
        Err(table) => Err(Throw::Error(LuaValue::Table(table))),
    }
}

fn pcall(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    match run_command(machine, host)? {
        Ok(value) => machine.result(value),
        Err(table) => machine.result(LuaValue::Table(table)),
    }
}

fn run_command(
    machine: &mut Machine,
    host: &mut dyn Host,
) -> Result<std::result::Result<LuaValue, TableId>> {
    machine.check_running(b"redis.call/pcall can only be called inside a script invocation")?;
    let words = match machine.words() {
        Ok(words) => words,
        Err(table) => return Ok(Err(table)),
    };
    machine.charge(50);
    match host.call(&words) {
        Err(error) | Ok(Reply::Error(error)) => Ok(Err(machine.error_of(&error))),
        Ok(reply) => machine.value_of(&reply, host.protocol()).map(Ok),
    }
}

fn log(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    let count = machine.argument_count();
    if count < 2 {
        return Err(machine.raise(b"redis.log() requires two arguments or more."));
    }
    let Some(level) = machine.to_number(machine.argument(1)) else {
        return Err(machine.raise(b"First argument must be a number (log level)."));
    };
    let level = match u8::try_from(number::cast_int(level)) {
        Ok(level @ 0..=3) => level,
        _ => return Err(machine.raise(b"Invalid debug level.")),
    };
    let mut line = Vec::new();
    for index in 2..=count {
        if let Some(id) = machine.string_of(machine.argument(index)) {
            if index > 2 {
                line.push(b' ');
            }
            line.extend_from_slice(machine.heap.bytes_of(id));
        }
    }
    host.log(level, &line);
    Ok(Outcome::Return(0))
}

fn setresp(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    machine.check_running(b"redis.setresp can only be called inside a script invocation")?;
    if machine.argument_count() != 1 {
        return Err(machine.raise(b"redis.setresp() requires one argument."));
    }
    let version = machine.to_number(machine.argument(1)).unwrap_or_default();
    match number::cast_int(version) {
        2 => host.set_protocol(Protocol::Resp2),
        3 => host.set_protocol(Protocol::Resp3),
        _ => return Err(machine.raise(b"RESP version must be 2 or 3.")),
    }
    Ok(Outcome::Return(0))
}

fn sha1hex(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    if machine.argument_count() != 1 {
        return Err(machine.raise(b"wrong number of arguments"));
    }
    // What is no string counts as an empty one.
    let bytes = match machine.string_of(machine.argument(1)) {
        Some(id) => machine.heap.shared_bytes(id),
        None => Bytes::default(),
    };
    machine.charge(bytes.len() / 4);
    machine.bytes_result(sha1::hex(&bytes).into_bytes())
}

/// The argument of `redis.error_reply` and `redis.status_reply`.
fn only_string(machine: &mut Machine) -> Option<LuaValue> {
    let value = machine.argument(1);
    (machine.argument_count() == 1 && matches!(value, LuaValue::String(_))).then_some(value)
}

fn wrong_arguments(machine: &mut Machine) -> Result<Outcome> {
    let table = machine.error_table(b"wrong number or type of arguments");
    machine.result(LuaValue::Table(table))
}

fn error_reply(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let Some(LuaValue::String(id)) = only_string(machine) else {
        return wrong_arguments(machine);
    };
    let text = machine.heap.shared_bytes(id);
    let text = c_string(&text);
    let table = match text.first() {
        Some(b'-') => machine.error_table(text),
        _ => machine.error_table(&[b"-", text].concat()),
    };
    machine.result(LuaValue::Table(table))
}

fn status_reply(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let Some(text) = only_string(machine) else {
        return wrong_arguments(machine);
    };
    let table = machine.wrapped(b"ok", text);
    machine.result(table)
}

fn set_repl(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    machine.check_running(b"redis.set_repl can only be called inside a script invocation")?;
    if machine.argument_count() != 1 {
        return Err(machine.raise(b"redis.set_repl() requires two arguments."));
    }
    let flags = machine.to_number(machine.argument(1)).unwrap_or_default();
    if number::cast_int(flags) & !3 != 0 {
        let message =
            b"Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.";
        return Err(machine.raise(message));
    }
    // What a server sends to replicas is decided elsewhere: nothing is left out.
    Ok(Outcome::Return(0))
}

fn acl_check_cmd(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    machine.check_running(b"redis.acl_check_cmd can only be called inside a script invocation")?;
    let words = match machine.words() {
        Ok(words) => words,
        Err(table) => return Err(Throw::Error(LuaValue::Table(table))),
    };
    match host.allows(&words) {
        Some(is_allowed) => machine.result(LuaValue::Boolean(is_allowed)),
        None => Err(machine.raise(b"Invalid command passed to redis.acl_check_cmd()")),
    }
}

fn breakpoint(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    machine.result(LuaValue::Boolean(false))
}

fn debug(_: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    Ok(Outcome::Return(0))
}

fn replicate_commands(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    machine.result(LuaValue::Boolean(true))
}

fn register_function(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    if machine.run.registered.is_none() {
        let message = b"redis.register_function can only be called on FUNCTION LOAD command";
        return Err(machine.raise(message));
    }
    let (registered, callback) = match machine.argument_count() {
        1 => named(machine)?,
        2 => positional(machine)?,
        _ => return Err(machine.raise(b"wrong number of arguments to redis.register_function")),
    };
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if registered.name.is_empty() || !registered.name.iter().all(is_name) {
        let message = b"Library names can only contain letters, numbers, or underscores(_) and must be at least one character long";
        return Err(machine.raise(message));
    }
    let functions = machine.run.registered.iter().flatten();
    if functions
        .map(|(known, _)| known)
        .any(|known| known.name.eq_ignore_ascii_case(&registered.name))
    {
        return Err(machine.raise(b"Function already exists in the library"));
    }
    machine.kept.push(callback);
    if let Some(functions) = &mut machine.run.registered {
        functions.push((registered, callback));
    }
    Ok(Outcome::Return(0))
}

fn positional(machine: &mut Machine) -> Result<(Registered, LuaValue)> {
    let Some(name) = machine.string_of(machine.argument(1)) else {
        return Err(machine.raise(b"first argument to redis.register_function must be a string"));
    };
    let callback = machine.argument(2);
    if !matches!(callback, LuaValue::Function(_)) {
        return Err(machine.raise(b"second argument to redis.register_function must be a function"));
    }
    let registered = Registered {
        name: machine.heap.bytes_of(name).to_vec(),
        description: None,
        flags: ScriptFlags::default(),
    };
    Ok((registered, callback))
}

fn named(machine: &mut Machine) -> Result<(Registered, LuaValue)> {
    let LuaValue::Table(table) = machine.argument(1) else {
        let message = b"calling redis.register_function with a single argument is only applicable to Lua table (representing named arguments).";
        return Err(machine.raise(message));
    };
    let mut name = None;
    let mut description = None;
    let mut callback = None;
    let mut flags = ScriptFlags::default();
    for (key, value) in machine.elements(table) {
        let Some(key) = machine.string_of(key) else {
            return Err(machine
                .raise(b"named argument key given to redis.register_function is not a string"));
        };
        let key = c_string(machine.heap.bytes_of(key)).to_ascii_lowercase();
        let text = machine
            .string_of(value)
            .map(|id| machine.heap.bytes_of(id).to_vec());
        match key.as_slice() {
            b"function_name" => match text {
                Some(text) => name = Some(text),
                None => {
                    let message =
                        b"function_name argument given to redis.register_function must be a string";
                    return Err(machine.raise(message));
                }
            },
            b"description" => match text {
                Some(text) => description = Some(text),
                None => {
                    let message =
                        b"description argument given to redis.register_function must be a string";
                    return Err(machine.raise(message));
                }
            },
            b"callback" => match value {
                LuaValue::Function(_) => callback = Some(value),
                _ => {
                    let message =
                        b"callback argument given to redis.register_function must be a function";
                    return Err(machine.raise(message));
                }
            },
            b"flags" => {
                let LuaValue::Table(list) = value else {
                    let message = b"flags argument to redis.register_function must be a table representing function flags";
                    return Err(machine.raise(message));
                };
                match read_flags(machine, list) {
                    Some(read) => flags = read,
                    None => return Err(machine.raise(b"unknown flag given")),
                }
            }
            _ => return Err(machine.raise(b"unknown argument given to redis.register_function")),
        }
    }
    let Some(name) = name else {
        return Err(machine.raise(b"redis.register_function must get a function name argument"));
    };
    let Some(callback) = callback else {
        return Err(machine.raise(b"redis.register_function must get a callback argument"));
    };
    let registered = Registered {
        name,
        description,
        flags,
    };
    Ok((registered, callback))
}

fn read_flags(machine: &mut Machine, list: TableId) -> Option<ScriptFlags> {
    let mut flags = ScriptFlags::default();
    for index in 1.. {
        let value = machine.heap.table(list).get_index(index);
        if value.is_nil() {
            break;
        }
        let id = machine.string_of(value)?;
        let name = c_string(machine.heap.bytes_of(id)).to_ascii_lowercase();
        flags = flags.and(ScriptFlags::named(&name)?);
    }
    Some(flags)
}

/// The error for a global variable that there is not.
pub fn missing_global(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    if machine.argument_count() != 2 {
        return Err(machine.fail(b"Wrong number of arguments to luaProtectedTableError"));
    }
    let Some(name) = machine.string_of(machine.argument(2)) else {
        return Err(
            machine.fail(b"Second argument to luaProtectedTableError must be a string or number")
        );
    };
    let name = machine.heap.shared_bytes(name);
    let message = b"Script attempted to access nonexistent global variable '";
    Err(machine.fail(&[message, c_string(&name), b"'"].concat()))
}

/// `__redis__err__handler`, which scripts can see.
pub fn error_handler(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let table = machine.placed_error(machine.argument(1), 1);
    machine.result(table)
}
