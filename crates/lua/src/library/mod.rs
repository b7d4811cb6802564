//! The libraries of scripts, as Redis provides them.

pub mod base;
pub mod bits;
pub mod cjson;
pub mod cmsgpack;
pub mod coroutines;
pub mod formatting;
pub mod maths;
pub mod pattern;
pub mod redis;
pub mod sorting;
pub mod strings;
pub mod structs;
pub mod tables;

use crate::lua::heap::Closure;
use crate::lua::machine::Machine;
use crate::lua::native::{NativeFunction, Outcome, Task, Throw};
use crate::lua::value::{LuaValue, TableId};
use keyspace::scripts::Api;
use keyspace::scripts::Host;

/// The tables that a machine with libraries keeps.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// The global variables of scripts. Those of functions see them through another table.
    pub globals: TableId,
    /// The metatable through which functions see global variables, and the code of libraries sees its own.
    pub view: Option<TableId>,
    /// The global variables of the code of libraries.
    pub library: Option<TableId>,
    /// The settings of `cjson`.
    pub json: TableId,
}

/// Makes a machine with all libraries, in the order in which Redis loads them: `pairs` shows it.
pub fn machine(api: Api) -> (Machine, Tables) {
    let mut machine = Machine::new();
    let globals = machine.globals;
    machine
        .heap
        .set_field(globals, b"_G", LuaValue::Table(globals));
    add_base(&mut machine);
    add_library(&mut machine, b"coroutine", coroutines::FUNCTIONS);
    add_library(&mut machine, b"table", tables::FUNCTIONS);
    let strings = add_library(&mut machine, b"string", strings::FUNCTIONS);
    let metatable = machine.heap.new_table(0, 1).unwrap_or(globals);
    machine
        .heap
        .set_field(metatable, b"__index", LuaValue::Table(strings));
    machine.heap.string_metatable = Some(metatable);
    let math = add_library(&mut machine, b"math", maths::FUNCTIONS);
    for (name, number) in [(&b"pi"[..], std::f64::consts::PI), (b"huge", f64::INFINITY)] {
        machine.heap.set_field(math, name, LuaValue::Number(number));
    }
    let (name, function) = maths::OLD;
    let function = machine.heap.native(function);
    machine.heap.set_field(math, name, function);
    // `debug` is there until the handler of errors is made.
    machine
        .heap
        .set_field(globals, b"debug", LuaValue::Boolean(true));
    let (module, json) = cjson::module(&mut machine);
    machine.heap.set_field(globals, b"cjson", module);
    add_library(&mut machine, b"struct", structs::FUNCTIONS);
    let msgpack = machine.heap.empty_table();
    for (name, function) in cmsgpack::FUNCTIONS {
        let function = machine.heap.native(*function);
        machine.heap.set_field(msgpack, name, function);
    }
    for (name, text) in cmsgpack::TEXTS {
        let text = machine.heap.text(text);
        machine.heap.set_field(msgpack, name, text);
    }
    machine
        .heap
        .set_field(globals, b"cmsgpack", LuaValue::Table(msgpack));
    add_library(&mut machine, b"bit", bits::FUNCTIONS);
    let redis = redis::module(&mut machine);
    machine
        .heap
        .set_field(globals, b"redis", LuaValue::Table(redis));
    if api == Api::Eval {
        redis::add_for_eval(&mut machine, redis);
    }
    machine.heap.set_field(globals, b"debug", LuaValue::Nil);
    if api == Api::Eval {
        let handler = machine.heap.native(redis::error_handler);
        machine
            .heap
            .set_field(globals, b"__redis__err__handler", handler);
    }
    set_error_metatable(&mut machine, globals);
    protect(&mut machine, globals);
    protect(&mut machine, metatable);
    let mut tables = Tables {
        globals,
        view: None,
        library: None,
        json,
    };
    machine.kept.push(LuaValue::Table(globals));
    if api == Api::Function {
        add_for_functions(&mut machine, &mut tables);
    }
    (machine, tables)
}

/// Adds the functions without a library.
fn add_base(machine: &mut Machine) {
    let globals = machine.globals;
    // Redis lets some names not through; the places that they would have had stay.
    for name in [
        &b"assert"[..],
        b"collectgarbage",
        b"dofile",
        b"error",
        b"gcinfo",
        b"getfenv",
        b"getmetatable",
        b"loadfile",
        b"load",
        b"loadstring",
        b"next",
        b"pcall",
        b"print",
        b"rawequal",
        b"rawget",
        b"rawset",
        b"select",
        b"setfenv",
        b"setmetatable",
        b"tonumber",
        b"tostring",
        b"type",
        b"unpack",
        b"xpcall",
    ] {
        add_global(machine, name);
    }
    let version = machine.heap.text(b"Lua 5.1");
    machine.heap.set_field(globals, b"_VERSION", version);
    for name in [&b"ipairs"[..], b"pairs", b"newproxy"] {
        add_global(machine, name);
    }
}

/// Adds what the code of libraries finds, and lets functions see the global variables through a table of their own.
fn add_for_functions(machine: &mut Machine, tables: &mut Tables) {
    let globals = tables.globals;
    let library = machine.heap.empty_table();
    let redis = redis::library_module(machine);
    set_error_metatable(machine, redis);
    machine
        .heap
        .set_field(library, b"redis", LuaValue::Table(redis));
    set_error_metatable(machine, library);
    protect(machine, library);
    machine.kept.push(LuaValue::Table(library));
    let outer = machine.heap.empty_table();
    let view = machine.heap.empty_table();
    machine
        .heap
        .set_field(view, b"__index", LuaValue::Table(globals));
    machine.heap.table_mut(view).is_readonly = true;
    machine.heap.table_mut(outer).metatable = Some(view);
    machine.heap.table_mut(outer).is_readonly = true;
    machine.globals = outer;
    tables.view = Some(view);
    tables.library = Some(library);
}

fn add_global(machine: &mut Machine, name: &[u8]) {
    let globals = machine.globals;
    let mut functions = base::FUNCTIONS.iter();
    let function = match functions.find(|(known, _)| *known == name) {
        Some((_, function)) => {
            let iterator = base::iterator(name).map(|iterator| machine.heap.native(iterator));
            machine.heap.new_closure(Closure::Native {
                function: *function,
                upvalues: iterator.into_iter().collect(),
            })
        }
        None => LuaValue::Nil,
    };
    machine.heap.set_field(globals, name, function);
}

fn add_library(
    machine: &mut Machine,
    name: &[u8],
    functions: &[(&[u8], NativeFunction)],
) -> TableId {
    let globals = machine.globals;
    let table = machine
        .heap
        .new_table(0, functions.len())
        .unwrap_or(globals);
    for (name, function) in functions {
        let function = machine.heap.native(*function);
        machine.heap.set_field(table, name, function);
    }
    machine
        .heap
        .set_field(globals, name, LuaValue::Table(table));
    table
}

fn set_error_metatable(machine: &mut Machine, table: TableId) {
    let metatable = machine.heap.empty_table();
    let function = machine.heap.native(redis::missing_global);
    machine.heap.set_field(metatable, b"__index", function);
    machine.heap.table_mut(table).metatable = Some(metatable);
}

/// Makes a table and all that it leads to readonly.
fn protect(machine: &mut Machine, table: TableId) {
    let mut open = vec![table];
    while let Some(table) = open.pop() {
        let table = machine.heap.table_mut(table);
        if std::mem::replace(&mut table.is_readonly, true) {
            continue;
        }
        open.extend(table.metatable);
        open.extend(table.contents().filter_map(|(_, value)| match value {
            LuaValue::Table(inner) => Some(inner),
            _ => None,
        }));
    }
}

impl Machine {
    /// Goes on with what a native function has begun.
    pub(crate) fn go_on(&mut self, host: &mut dyn Host, task: Task) -> Result<(), Throw> {
        let outcome = match task {
            Task::Protected | Task::Handled => base::protected(self)?,
            Task::PassOn | Task::Resumed { .. } | Task::Yielded => Outcome::Return(1),
            Task::Load(text) => base::load_piece(self, text)?,
            Task::Continue(rest) => rest.go_on(self, host)?,
        };
        self.settle(host, outcome)
    }
}
