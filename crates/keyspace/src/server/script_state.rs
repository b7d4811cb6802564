//! What a server keeps of scripts: those in its cache, libraries, the state of `math.random`, and what runs.

use crate::catalogue::command::{Command, Flags};
use crate::reply::{Error, Protocol};
use crate::server::scripts::{Api, Interpreter, Registered, ScriptEngine, ScriptFlags};
use crate::storage::slot::OUT_OF_MEMORY;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

const READ_ONLY: Error = Error::fixed("ERR Write commands are not allowed from read-only scripts.");
const BUSY_SCRIPT: Error = Error::fixed(
    "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
);
const BUSY_FUNCTION: Error = Error::fixed(
    "BUSY Redis is busy running a script. You can only call FUNCTION KILL or SHUTDOWN NOSAVE.",
);
/// The state of drand48 before it is seeded.
const RANDOM_START: u64 = 0x1234_ABCD_330E;
/// The units of a script in all unless a server allows fewer: about half a minute.
const UNITS_MAX: u64 = 3_000_000_000;
/// The least level that Redis' log shows by default: a notice.
const LOG_LEVEL: u8 = 2;
/// What a script or a function takes beside its source.
const OVERHEAD_BYTES: usize = 256;
/// The number of lines of `redis.log` that are kept until someone takes them.
const LOG_LINES_MAX: usize = 200;
/// The bytes of such a line that are kept.
const LOG_LINE_BYTES_MAX: usize = 1024;

/// The scripts of a server. A clone is cheap, but where a script runs or libraries are loaded.
#[derive(Default)]
pub struct Scripts {
    engine: Option<&'static dyn ScriptEngine>,
    /// An interpreter for EVAL that runs nothing, and in which scripts have set nothing. A new one takes longer than most
    /// scripts, so a server and its clones share it.
    spare: Arc<Mutex<Option<Box<dyn Interpreter>>>>,
    kept: Arc<Kept>,
    machines: Machines,
    /// The units of a script in all: what runs longer is ended.
    pub units_max: u64,
    /// The number of the next library. Counts for nothing in comparisons, as the numbers themselves.
    next_library: u64,
    /// The lines of `redis.log` that no one has taken yet, with their levels.
    pub log: Vec<(u8, Vec<u8>)>,
}

/// The part in which two servers must be alike.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Kept {
    /// In the order of their digests.
    pub cache: Vec<Arc<Compiled>>,
    /// In the order of their names.
    pub libraries: Vec<Arc<LoadedLibrary>>,
    random: u64,
    /// What scripts have set in the interpreters for EVAL and for functions.
    settings: [Vec<u8>; 2],
    running: Option<Running>,
    /// What they take.
    bytes: usize,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept {
            cache: Vec::new(),
            libraries: Vec::new(),
            random: RANDOM_START,
            settings: Default::default(),
            running: None,
            bytes: 0,
        }
    }
}

impl Kept {
    /// Counts what scripts and libraries take, after a change of them.
    pub fn count(&mut self) {
        let scripts = self.cache.iter().map(|script| script.bytes());
        let libraries = self.libraries.iter().map(|library| library.bytes());
        self.bytes = scripts.sum::<usize>() + libraries.sum::<usize>();
    }
}

/// A script in the cache. Its digest stands for it in comparisons.
#[derive(Debug)]
pub struct Compiled {
    /// In hexadecimal, lower case.
    pub sha1: String,
    /// As it was sent.
    pub body: Vec<u8>,
    /// The length of a first line that begins with `#!`, without its line break.
    pub shebang_bytes: usize,
    pub flags: ScriptFlags,
}

impl Compiled {
    /// What Lua is given.
    pub fn source(&self) -> &[u8] {
        self.body.get(self.shebang_bytes..).unwrap_or_default()
    }
}

impl Compiled {
    /// What it takes of the keyspace's limit.
    pub fn bytes(&self) -> usize {
        self.body.len() + OVERHEAD_BYTES
    }
}

impl PartialEq for Compiled {
    fn eq(&self, other: &Compiled) -> bool {
        self.sha1 == other.sha1
    }
}

impl Eq for Compiled {}

impl Hash for Compiled {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sha1.hash(state);
    }
}

/// A library.
#[derive(Debug)]
pub struct LoadedLibrary {
    pub name: Vec<u8>,
    /// The number by which the interpreter knows it. No two libraries of a server have the same.
    pub number: u64,
    /// As it was sent.
    pub code: Vec<u8>,
    /// The length of the first line, without its line break.
    pub shebang_bytes: usize,
    pub functions: Vec<Registered>,
}

impl LoadedLibrary {
    /// What Lua is given.
    pub fn source(&self) -> &[u8] {
        self.code.get(self.shebang_bytes..).unwrap_or_default()
    }
}

impl LoadedLibrary {
    /// What it takes of the keyspace's limit.
    pub fn bytes(&self) -> usize {
        self.code.len() + self.functions.len() * OVERHEAD_BYTES
    }
}

impl PartialEq for LoadedLibrary {
    fn eq(&self, other: &LoadedLibrary) -> bool {
        self.code == other.code
    }
}

impl Eq for LoadedLibrary {}

impl Hash for LoadedLibrary {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

/// The state of Redis' client for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScriptClient {
    /// What SELECT within the script has selected.
    pub database: usize,
    /// What `redis.setresp` has set.
    pub protocol: Protocol,
}

/// A script that runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Running {
    /// The digest, or the name of the function.
    pub name: Vec<u8>,
    pub api: Api,
    /// The line that was sent.
    pub line: Vec<Vec<u8>>,
    /// Unix milliseconds.
    pub began_ms: i64,
    pub client: ScriptClient,
    /// No command may write.
    pub is_read_only: bool,
    /// The keyspace was full when it began.
    pub is_out_of_memory: bool,
    /// It has called a command that may write.
    pub has_written: bool,
    /// SCRIPT KILL or FUNCTION KILL has come.
    pub is_killed: bool,
    /// Those of all slices together.
    pub units_left: u64,
}

impl Running {
    /// Spends units; whether any are left.
    pub fn spend(&mut self, units: u64) -> bool {
        self.units_left = self.units_left.saturating_sub(units);
        self.units_left > 0
    }

    /// The error for others while it runs for too long.
    pub fn busy(&self) -> Error {
        match self.api {
            Api::Eval => BUSY_SCRIPT,
            Api::Function => BUSY_FUNCTION,
        }
    }

    /// Refuses a command that this script may not call, and notes one that may write.
    pub fn check(&mut self, command: &Command) -> Result<(), Error> {
        let writes = command.flags.has(Flags::WRITE);
        if self.is_read_only && command.may_replicate() {
            return Err(READ_ONLY);
        }
        if self.is_out_of_memory && !self.has_written && command.flags.has(Flags::DENY_OOM) {
            return Err(OUT_OF_MEMORY);
        }
        self.has_written |= writes;
        Ok(())
    }
}

/// Interpreters that were made. They count for nothing when servers are compared.
#[derive(Default)]
struct Machines {
    eval: Machine,
    function: Machine,
}

/// The mutex lets a server be shared between threads, which an interpreter need not allow. It is locked for a copy alone.
type Machine = Option<Mutex<Box<dyn Interpreter>>>;

fn copied(machine: &Machine) -> Machine {
    let machine = machine.as_ref()?.lock().ok()?;
    Some(Mutex::new(machine.copied()))
}

impl Clone for Scripts {
    fn clone(&self) -> Scripts {
        // Most interpreters are as good as new. One that runs is not, and libraries keep variables of their own.
        let runs = |api| self.running().is_some_and(|running| running.api == api);
        let mut machines = Machines::default();
        if runs(Api::Eval) {
            machines.eval = copied(&self.machines.eval);
        }
        if runs(Api::Function) || !self.kept.libraries.is_empty() {
            machines.function = copied(&self.machines.function);
        }
        Scripts {
            engine: self.engine,
            spare: Arc::clone(&self.spare),
            kept: Arc::clone(&self.kept),
            machines,
            units_max: self.units_max,
            next_library: self.next_library,
            log: self.log.clone(),
        }
    }
}

impl PartialEq for Scripts {
    fn eq(&self, other: &Scripts) -> bool {
        self.kept == other.kept
    }
}

impl Hash for Scripts {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kept.hash(state);
    }
}

impl Scripts {
    /// Those of a server that runs scripts with `engine`, or none.
    pub fn new(engine: Option<&'static dyn ScriptEngine>) -> Scripts {
        Scripts {
            engine,
            units_max: UNITS_MAX,
            ..Scripts::default()
        }
    }

    /// Whether scripts can be run.
    pub fn have_engine(&self) -> bool {
        self.engine.is_some()
    }

    pub fn next_library_number(&mut self) -> u64 {
        self.next_library += 1;
        self.next_library
    }

    /// What the cache and the libraries take of the keyspace's limit.
    pub fn bytes(&self) -> usize {
        self.kept.bytes
    }

    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    pub fn kept_mut(&mut self) -> &mut Kept {
        Arc::make_mut(&mut self.kept)
    }

    /// The script that runs.
    pub fn running(&self) -> Option<&Running> {
        self.kept.running.as_ref()
    }

    /// The script that runs, mutable.
    pub fn running_mut(&mut self) -> Option<&mut Running> {
        // What runs mostly does so in a server that is not shared.
        self.kept.running.as_ref()?;
        self.kept_mut().running.as_mut()
    }

    /// Notes the script that runs.
    pub fn begin(&mut self, running: Running) {
        self.kept_mut().running = Some(running);
    }

    /// Forgets the script that runs, if one does.
    pub fn stop(&mut self) {
        if self.kept.running.is_some() {
            self.kept_mut().running = None;
        }
    }

    pub fn random_state(&self) -> u64 {
        self.kept.random
    }

    pub fn set_random_state(&mut self, state: u64) {
        if self.kept.random != state {
            self.kept_mut().random = state;
        }
    }

    /// Keeps a line of `redis.log`.
    pub fn log(&mut self, level: u8, line: &[u8]) {
        if level >= LOG_LEVEL && self.log.len() < LOG_LINES_MAX {
            let end = line.len().min(LOG_LINE_BYTES_MAX);
            self.log
                .push((level, line.get(..end).unwrap_or_default().to_vec()));
        }
    }

    /// The interpreter of a kind, if it was made; it is to be [put back](Scripts::put).
    pub fn take_machine(&mut self, api: Api) -> Option<Box<dyn Interpreter>> {
        self.machine(api).take()?.into_inner().ok()
    }

    /// An interpreter that is as good as new; `None` without an engine.
    pub fn new_machine(&self, api: Api) -> Option<Box<dyn Interpreter>> {
        let spare = self.spare.lock().ok().filter(|_| api == Api::Eval);
        let mut machine = match spare.and_then(|mut spare| spare.take()) {
            Some(machine) => machine,
            None => self.engine?.interpreter(api),
        };
        let [eval, function] = &self.kept.settings;
        let settings = match api {
            Api::Eval => eval,
            Api::Function => function,
        };
        if !settings.is_empty() {
            machine.set_settings(settings);
        }
        Some(machine)
    }

    /// Keeps an interpreter for the next script, of this server or, where it is as good as new, of any clone.
    pub fn put(&mut self, api: Api, machine: Box<dyn Interpreter>) {
        let settings = machine.settings();
        let is_as_new = api == Api::Eval && settings.is_empty() && self.kept.running.is_none();
        self.set_settings(api, settings);
        if !is_as_new {
            *self.machine(api) = Some(Mutex::new(machine));
        } else if let Ok(mut spare) = self.spare.lock() {
            *spare = Some(machine);
        }
    }

    fn set_settings(&mut self, api: Api, settings: Vec<u8>) {
        let [eval, function] = &self.kept.settings;
        let is_eval = api == Api::Eval;
        let old = if is_eval { eval } else { function };
        if *old != settings {
            let [eval, function] = &mut self.kept_mut().settings;
            *(if is_eval { eval } else { function }) = settings;
        }
    }

    /// Drops an interpreter, with what scripts have set in it.
    pub fn drop_machine(&mut self, api: Api) {
        self.set_settings(api, Vec::new());
        *self.machine(api) = None;
    }

    fn machine(&mut self, api: Api) -> &mut Machine {
        match api {
            Api::Eval => &mut self.machines.eval,
            Api::Function => &mut self.machines.function,
        }
    }
}

/// A script in the cache of a server, or a library.
pub struct KeptSource<'a> {
    /// The digest of a script, in hexadecimal, or the library's name.
    pub name: &'a [u8],
    /// As it was sent.
    pub source: &'a [u8],
    /// Of a library, how many functions it has.
    pub functions: Option<usize>,
}
