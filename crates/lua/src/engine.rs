//! The engine as the keyspace knows it.

use crate::library::cjson::Settings;
use crate::library::redis::c_string;
use crate::library::{self, Tables};
use crate::lua::machine::{Machine, Slice};
use crate::lua::value::{LuaValue, TableId};
use base::part::late;
use keyspace::Reply;
use keyspace::scripts::{
    Api, Failure, Host, Interpreter, Invocation, Library, LoadError, Position, Registered, Script,
    ScriptEngine, Target,
};
use std::collections::BTreeMap;

/// The most bytes that the objects of an interpreter may take.
const BYTES_MAX: usize = 64 << 20;
/// The steps between two questions whether the budget is used up.
const STEPS: i64 = 400;
/// What a step costs, in units of the budget.
const UNITS_A_STEP: u64 = 2;
/// The most scripts that an interpreter keeps compiled.
const COMPILED_MAX: usize = 500;
/// The message of a script that would need more memory.
const OUT_OF_MEMORY: &[u8] = b"ERR not enough memory";
const LOAD_TIMEOUT: &[u8] = b"ERR FUNCTION LOAD timeout";

/// Makes interpreters of Lua 5.1.
pub struct Lua;

impl ScriptEngine for Lua {
    fn interpreter(&self, api: Api) -> Box<dyn Interpreter> {
        let (mut machine, tables) = library::machine(api);
        machine.bytes_max = BYTES_MAX;
        Box::new(LuaInterpreter {
            machine,
            tables,
            compiled: BTreeMap::new(),
            libraries: BTreeMap::new(),
            begun: Begun::Nothing,
        })
    }
}

late! {
    "scripts" "b82f6d1ec0594a7f8d13e5a40c97f26b" fn loaded() -> &'static dyn ScriptEngine = come
}

fn come() -> &'static dyn ScriptEngine {
    &Lua
}

/// Lua, whose code comes with a part of the wasm: a server asks for it before it runs a script.
struct Late;

impl ScriptEngine for Late {
    fn interpreter(&self, api: Api) -> Box<dyn Interpreter> {
        loaded().interpreter(api)
    }
}

/// The engine of scripts: Lua, whose code comes with [`Part::Scripts`](base::part::Part::Scripts).
pub fn engine() -> &'static dyn ScriptEngine {
    &Late
}

/// What has been begun.
#[derive(Clone, Debug)]
enum Begun {
    Nothing,
    Running,
    /// It ended before it ran.
    Failed(Failure),
}

/// An interpreter with what it has compiled.
#[derive(Clone)]
struct LuaInterpreter {
    machine: Machine,
    tables: Tables,
    /// The scripts of EVAL, by their digests.
    compiled: BTreeMap<String, LuaValue>,
    /// The functions of libraries, by their numbers and names.
    libraries: BTreeMap<u64, Vec<(Vec<u8>, LuaValue)>>,
    begun: Begun,
}

impl LuaInterpreter {
    fn function(&mut self, script: Script<'_>) -> Result<LuaValue, Vec<u8>> {
        if let Some(function) = self.compiled.get(script.sha1) {
            return Ok(*function);
        }
        if self.compiled.len() >= COMPILED_MAX {
            self.compiled.clear();
        }
        self.machine.reset();
        let function = self.machine.load(script.source, b"@user_script")?;
        self.compiled.insert(script.sha1.to_owned(), function);
        self.keep();
        Ok(function)
    }

    /// Keeps what is compiled from the collector.
    fn keep(&mut self) {
        let mut kept = vec![LuaValue::Table(self.tables.globals)];
        kept.extend(self.tables.library.map(LuaValue::Table));
        kept.extend(self.compiled.values());
        kept.extend(
            self.libraries
                .values()
                .flatten()
                .map(|(_, function)| *function),
        );
        self.machine.kept = kept;
    }

    fn words(&mut self, words: &[Vec<u8>]) -> LuaValue {
        let table = self.machine.heap.empty_table();
        for (index, word) in (1..).zip(words) {
            let word = self.machine.heap.text(word);
            // An array of arguments is never too large for a table.
            let _ = self.machine.heap.set_index(table, index, word);
        }
        LuaValue::Table(table)
    }

    /// Sets what the code of libraries sees as its global variables, or takes it away.
    fn set_view(&mut self, table: TableId) {
        if let Some(view) = self.tables.view {
            self.machine
                .heap
                .set_field(view, b"__index", LuaValue::Table(table));
        }
    }

    fn failure(&mut self, value: LuaValue) -> Failure {
        let LuaValue::Table(table) = value else {
            return Failure {
                message: b"ERR execution failure".to_vec(),
                position: None,
                is_counted: false,
            };
        };
        let text = |machine: &mut Machine, name: &[u8]| {
            let value = machine.heap.field(table, name);
            machine
                .string_of(value)
                .map(|id| machine.heap.bytes_of(id).to_vec())
        };
        let message = text(&mut self.machine, b"err").unwrap_or_else(|| b"(null)".to_vec());
        let message = c_string(&message).to_vec();
        let source = text(&mut self.machine, b"source");
        let line = self.machine.heap.field(table, b"line");
        let line = self.machine.to_number(line);
        let position = source.zip(line).map(|(chunk, line)| Position {
            chunk,
            line: line as i64,
        });
        Failure {
            message,
            position,
            is_counted: self.machine.is_counted(table),
        }
    }

    fn finish(&mut self) {
        self.machine.reset();
        self.machine.run.is_running = false;
        self.begun = Begun::Nothing;
    }
}

impl Interpreter for LuaInterpreter {
    fn compile(&mut self, script: Script<'_>) -> Result<(), Vec<u8>> {
        self.function(script).map(|_| ())
    }

    fn load(
        &mut self,
        library: Library<'_>,
        caller: &mut dyn Host,
    ) -> Result<Vec<Registered>, LoadError> {
        if let Some(own) = self.tables.library {
            self.set_view(own);
        }
        self.machine.reset();
        let loaded = self.run_library(library.source, caller);
        self.set_view(self.tables.globals);
        self.finish();
        let functions = self.machine.run.registered.take().unwrap_or_default();
        if let Err(error) = loaded {
            self.keep();
            return Err(error);
        }
        let (registered, functions) = functions
            .into_iter()
            .map(|(registered, function)| (registered.clone(), (registered.name, function)))
            .unzip();
        self.libraries.insert(library.number, functions);
        self.keep();
        Ok(registered)
    }

    fn unload(&mut self, number: u64) {
        self.libraries.remove(&number);
        self.keep();
    }

    fn begin(&mut self, invocation: &Invocation<'_>) {
        self.finish();
        if self.machine.heap.bytes() > BYTES_MAX / 2 {
            self.machine.collect();
        }
        let found = match invocation.target {
            Target::Script(script) => self.function(script),
            Target::Function { library, name } => {
                let mut functions = self.libraries.get(&library).into_iter().flatten();
                let function = functions.find(|(known, _)| known == name);
                function
                    .map(|(_, function)| *function)
                    .ok_or_else(|| b"ERR Function not found".to_vec())
            }
        };
        let function = match found {
            Ok(function) => function,
            Err(message) => {
                self.begun = Begun::Failed(Failure {
                    message,
                    position: None,
                    is_counted: false,
                });
                return;
            }
        };
        let keys = self.words(invocation.keys);
        let arguments = self.words(invocation.arguments);
        let mut given = Vec::new();
        if matches!(invocation.target, Target::Script(_)) {
            let globals = self.tables.globals;
            self.machine.heap.set_field(globals, b"KEYS", keys);
            self.machine.heap.set_field(globals, b"ARGV", arguments);
        } else {
            given = vec![keys, arguments];
        }
        self.machine.begin(function, &given);
        self.machine.run.is_running = true;
        self.begun = Begun::Running;
    }

    fn advance(&mut self, caller: &mut dyn Host) -> Option<Result<Reply, Failure>> {
        match std::mem::replace(&mut self.begun, Begun::Running) {
            Begun::Running => {}
            Begun::Nothing => {
                self.begun = Begun::Nothing;
                return Some(Ok(Reply::Nil));
            }
            Begun::Failed(failure) => {
                self.begun = Begun::Nothing;
                return Some(Err(failure));
            }
        }
        let result = loop {
            match self.machine.advance(caller, STEPS) {
                Slice::Paused => {
                    if !self.spend(caller) {
                        return None;
                    }
                }
                Slice::Returned(values) => {
                    self.spend(caller);
                    let value = values.first().copied().unwrap_or_default();
                    let protocol = caller.protocol();
                    break Ok(self.machine.reply_of(value, protocol, caller));
                }
                Slice::Failed(value) => break Err(self.failure(value)),
                Slice::OutOfMemory => {
                    break Err(Failure {
                        message: OUT_OF_MEMORY.to_vec(),
                        position: None,
                        is_counted: false,
                    });
                }
            }
        };
        self.finish();
        Some(result)
    }

    fn stop(&mut self) -> Option<Position> {
        let value = self.machine.redis_error(LuaValue::Nil);
        let position = self.failure(value).position;
        self.finish();
        position
    }

    fn settings(&self) -> Vec<u8> {
        Settings::written(&self.machine, self.tables.json)
    }

    fn set_settings(&mut self, settings: &[u8]) {
        Settings::read(&mut self.machine, self.tables.json, settings);
    }

    fn copied(&self) -> Box<dyn Interpreter> {
        Box::new(self.clone())
    }
}

impl LuaInterpreter {
    /// Spends what the machine has run; whether it may go on.
    fn spend(&mut self, caller: &mut dyn Host) -> bool {
        let steps = u64::try_from(STEPS - self.machine.steps).unwrap_or(0);
        caller.spend(steps * UNITS_A_STEP)
    }

    fn run_library(&mut self, source: &[u8], caller: &mut dyn Host) -> Result<(), LoadError> {
        let function = self
            .machine
            .load(source, b"@user_function")
            .map_err(LoadError::Compiling)?;
        self.machine.run.registered = Some(Vec::new());
        self.machine.begin(function, &[]);
        loop {
            match self.machine.advance(caller, STEPS) {
                Slice::Paused => {
                    if !self.spend(caller) {
                        return Err(LoadError::Running(LOAD_TIMEOUT.to_vec()));
                    }
                }
                Slice::Returned(_) => return Ok(()),
                Slice::Failed(value) => {
                    let message = self.failure(value).message;
                    return Err(LoadError::Running(message));
                }
                Slice::OutOfMemory => return Err(LoadError::Running(OUT_OF_MEMORY.to_vec())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::engine;
    use keyspace::{Advance, Begun, ConnectionId, Reply, Server, words};

    fn server() -> (Server, ConnectionId) {
        let mut server = Server::new().with_script_engine(engine());
        let id = server.connect();
        (server, id)
    }

    fn run(server: &mut Server, id: ConnectionId, line: &str) -> Reply {
        server.execute(id, 0, &words::split(line.as_bytes()).unwrap())
    }

    /// Begins a line and stops within it.
    fn begin(server: &mut Server, id: ConnectionId, line: &str) {
        let line = words::split(line.as_bytes()).unwrap();
        assert_eq!(server.begin(id, 0, &line), Begun::Running);
        assert!(matches!(server.advance(20_000), Advance::Working(_)));
    }

    fn rest(server: &mut Server) -> Reply {
        loop {
            match server.advance(50_000) {
                Advance::Done(reply) => return reply,
                Advance::Working(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    const COUNTING: &str = r##"FUNCTION LOAD "#!lua name=l\nlocal n = 0\nredis.register_function('f', function() n = n + 1 return n end)""##;

    #[test]
    fn functions_whose_names_differ_in_case_alone_are_refused() {
        let (mut server, id) = server();
        let line = r##"FUNCTION LOAD "#!lua name=l\nlocal f = function() end redis.register_function('F', f) redis.register_function('f', f)""##;
        let Reply::Error(error) = run(&mut server, id, line) else {
            panic!("it is loaded");
        };
        assert!(error.bytes().ends_with(b"already exists in the library"));
    }

    #[test]
    fn a_clone_goes_on_with_the_script_that_ran() {
        let (mut server, id) = server();
        let line = "EVAL 'local n = 0 for i = 1, 100000 do n = n + i end redis.call(\"set\", \"k\", n) return n' 0";
        begin(&mut server, id, line);
        let mut other = server.clone();
        assert_eq!(rest(&mut server), Reply::Int(5_000_050_000));
        assert_eq!(rest(&mut other), Reply::Int(5_000_050_000));
        assert!(server == other);
    }

    #[test]
    fn a_clone_has_the_settings_of_cjson() {
        let (mut server, id) = server();
        let unset = server.clone();
        run(&mut server, id, "EVAL 'cjson.encode_number_precision(3)' 0");
        let mut other = server.clone();
        assert!(server == other && server != unset);
        assert_eq!(
            run(&mut other, id, "EVAL 'return cjson.encode(1 / 3)' 0"),
            Reply::bulk(&b"0.333"[..])
        );
        run(&mut server, id, "SCRIPT FLUSH");
        assert!(server == unset);
    }

    #[test]
    fn a_clone_has_the_settings_of_the_collector() {
        let (mut server, id) = server();
        let line = |pause: i32| format!("EVAL 'return collectgarbage(\"setpause\", {pause})' 0");
        assert_eq!(run(&mut server, id, &line(100)), Reply::Int(200));
        let mut other = server.clone();
        assert_eq!(run(&mut other, id, &line(50)), Reply::Int(100));
        assert_eq!(run(&mut server, id, &line(300)), Reply::Int(100));
        run(&mut server, id, "SCRIPT FLUSH");
        assert_eq!(run(&mut server, id, &line(1)), Reply::Int(200));
    }

    #[test]
    fn a_clone_has_the_variables_of_libraries() {
        let (mut server, id) = server();
        run(&mut server, id, COUNTING);
        assert_eq!(run(&mut server, id, "FCALL f 0"), Reply::Int(1));
        let mut other = server.clone();
        assert_eq!(run(&mut other, id, "FCALL f 0"), Reply::Int(2));
        assert_eq!(run(&mut server, id, "FCALL f 0"), Reply::Int(2));
    }

    #[test]
    fn modules_of_cjson_that_are_made_without_end_are_forgotten() {
        let (mut server, id) = server();
        let line = "EVAL 'for i = 1, 200000 do cjson.new().encode_max_depth(3) end return cjson.encode_max_depth()' 0";
        assert_eq!(run(&mut server, id, line), Reply::Int(1000));
    }

    #[test]
    fn a_script_that_collects_more_than_it_may_ends_with_an_error() {
        let (mut server, id) = server();
        let lines = [
            "EVAL 'local t = {} while true do t[#t + 1] = {} end' 0",
            "EVAL 'local s = \"x\" while true do s = s .. s end' 0",
            "EVAL 'local s = string.rep(\"x\", 1e9)' 0",
            "EVAL 'while true do pcall(string.rep, \"x\", 1e9) end' 0",
        ];
        for line in lines {
            let reply = run(&mut server, id, line);
            assert!(
                matches!(&reply, Reply::Error(error) if String::from_utf8_lossy(error.bytes()).contains("memory")),
                "{line}: {reply:?}"
            );
        }
    }

    #[test]
    fn deep_recursion_ends_with_an_error() {
        let (mut server, id) = server();
        let lines = [
            "EVAL 'local function f() return 1 + f() end return f()' 0",
            "EVAL 'local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end return t.x' 0",
            "EVAL 'local function f(s) return s:gsub(\".\", f) end return f(\"x\")' 0",
            "EVAL 'local function f() return pcall(f) end return f()' 0",
        ];
        for line in &lines[..3] {
            let reply = run(&mut server, id, line);
            assert!(
                matches!(&reply, Reply::Error(error) if String::from_utf8_lossy(error.bytes()).contains("stack overflow")),
                "{line}: {reply:?}"
            );
        }
        run(&mut server, id, lines[3]);
    }
}
