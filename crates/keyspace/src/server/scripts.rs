//! The interface between a server and the engine of its scripts: what an engine offers, and what a script reaches of the
//! server.

use crate::reply::{Error, Protocol, Reply};

/// A script calls a command that Redis does not know.
pub const UNKNOWN: Error = Error::fixed("ERR Unknown Redis command called from script");
/// A script calls a command with a wrong number of arguments.
pub const WRONG_NUMBER: Error =
    Error::fixed("ERR Wrong number of args calling Redis command from script");
/// A script calls a command that no script may call.
pub const NOT_ALLOWED: Error = Error::fixed("ERR This Redis command is not allowed from script");
/// Makes interpreters. No state of its own can be told: servers may share it.
pub trait ScriptEngine: Send + Sync {
    /// An interpreter that is new, or as good as new, with the functions that `api` has.
    ///
    /// A server makes one of each kind when it needs it. What two servers must agree on is in the server; a clone of it has
    /// copies of those interpreters alone that hold more.
    fn interpreter(&self, api: Api) -> Box<dyn Interpreter>;
}

/// The functions that scripts find under `redis`. As in Redis, EVAL and FUNCTION have interpreters of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Api {
    /// Of the scripts of EVAL.
    Eval,
    /// Of libraries and their functions.
    Function,
}

/// A Lua machine. It runs one script at a time.
pub trait Interpreter: Send {
    /// Compiles a script, to run it later by its digest. Compiling it again does nothing.
    ///
    /// # Errors
    /// Lua's own message, such as `user_script:1: '=' expected near 'x'`.
    fn compile(&mut self, script: Script<'_>) -> Result<(), Vec<u8>>;

    /// Runs the code of a library to its end, which registers functions. They stay callable under the number of the
    /// library until [`Interpreter::unload`].
    ///
    /// # Errors
    /// The code was refused or failed: nothing of it stays.
    fn load(
        &mut self,
        library: Library<'_>,
        caller: &mut dyn Host,
    ) -> Result<Vec<Registered>, LoadError>;

    /// Forgets the functions of a library.
    fn unload(&mut self, number: u64);

    /// Prepares a call, which [`Interpreter::advance`] runs, and gives up one that was under way. A script that was not
    /// compiled yet is compiled.
    fn begin(&mut self, invocation: &Invocation<'_>);

    /// Runs until the call is done or [`Host::spend`] answers false; `None` when there is more to do. A command that the
    /// script calls is run to its end within.
    fn advance(&mut self, caller: &mut dyn Host) -> Option<Result<Reply, Failure>>;

    /// Gives up the call that is under way: no code of it runs any more. Returns where it stood.
    fn stop(&mut self) -> Option<Position>;

    /// What scripts have set for those that come later, such as the settings of `cjson`; empty where they have set nothing.
    fn settings(&self) -> Vec<u8>;

    /// Sets what [`Interpreter::settings`] has answered.
    fn set_settings(&mut self, settings: &[u8]);

    /// A copy, which goes on where this one stands.
    fn copied(&self) -> Box<dyn Interpreter>;
}

/// What a script reaches of the server that runs it.
pub trait Host {
    /// Spends `units` of about 10 ns, which the script has run; whether it may go on. Where not,
    /// [`Interpreter::advance`] is to return as soon as it can, and [`Interpreter::load`] as well.
    fn spend(&mut self, units: u64) -> bool;

    /// Runs one command, for the connection that sent the script, at the time of the script.
    ///
    /// # Errors
    /// The command's own, or that it is not known, has a wrong number of arguments, or is not allowed in this script.
    fn call(&mut self, argv: &[Vec<u8>]) -> Result<Reply, Error>;

    /// Counts an error within the reply of the script; whether that of a command, which was counted when it was called.
    fn answers(&mut self, error: &Error, is_counted: bool);

    /// The encoding in which the script is given replies: RESP2 until `redis.setresp(3)`.
    fn protocol(&self) -> Protocol;

    /// Sets the encoding in which the script is given replies.
    fn set_protocol(&mut self, protocol: Protocol);

    /// Whether the user of the script may run a line; `None` where there is no such command.
    fn allows(&self, argv: &[Vec<u8>]) -> Option<bool>;

    /// The state of `math.random`: the 48 bits of drand48, which a server begins with those of C.
    fn random_state(&self) -> u64;

    /// Notes the state of `math.random`.
    fn set_random_state(&mut self, state: u64);

    /// A line of `redis.log`, whose level was checked: from 0, debug, to 3, warning.
    fn log(&mut self, level: u8, line: &[u8]);
}

/// A script of EVAL.
#[derive(Clone, Copy)]
pub struct Script<'a> {
    /// The digest in hexadecimal, lower case.
    pub sha1: &'a str,
    /// The source, without a first line that begins with `#!`, whose line break stays.
    pub source: &'a [u8],
}

/// The code of FUNCTION LOAD.
#[derive(Clone, Copy)]
pub struct Library<'a> {
    /// The number by which the server calls it.
    pub number: u64,
    /// The source, without its first line, whose line break stays.
    pub source: &'a [u8],
}

/// A function that a library has registered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Registered {
    /// The name, whose characters the engine has checked.
    pub name: Vec<u8>,
    /// What it says of itself.
    pub description: Option<Vec<u8>>,
    /// What it may do.
    pub flags: ScriptFlags,
}

/// The reason why a library was not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// Lua's message: the code cannot be compiled.
    Compiling(Vec<u8>),
    /// The message of the error that the code raised.
    Running(Vec<u8>),
}

/// What is to be called.
pub struct Invocation<'a> {
    /// The function.
    pub target: Target<'a>,
    /// KEYS, or the first argument of a function.
    pub keys: &'a [Vec<u8>],
    /// ARGV, or the second argument of a function.
    pub arguments: &'a [Vec<u8>],
    /// The encoding of replies to the connection that sent the script: it decides what becomes of some values.
    pub protocol: Protocol,
}

/// A script, or a function of a library.
#[derive(Clone, Copy)]
pub enum Target<'a> {
    /// A script of EVAL.
    Script(Script<'a>),
    /// A function.
    Function {
        /// The number of its library.
        library: u64,
        /// Its name.
        name: &'a [u8],
    },
}

/// The error that ended a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The message with its code and without a `-`, such as `ERR user_script:1: nope`.
    pub message: Vec<u8>,
    /// Where it was raised, if that is known.
    pub position: Option<Position>,
    /// It is the error of a command, which was counted when the script called it.
    pub is_counted: bool,
}

/// A place in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The name of the chunk: `@user_script` or `@user_function`.
    pub chunk: Vec<u8>,
    /// From 1.
    pub line: i64,
}

/// What a script says of itself, by the names of Redis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ScriptFlags(u8);

impl ScriptFlags {
    /// No command of it may write.
    pub const NO_WRITES: ScriptFlags = ScriptFlags(1);
    /// It may write when the keyspace is full.
    pub const ALLOW_OOM: ScriptFlags = ScriptFlags(1 << 1);
    /// The script has no first line that states flags: the rules of Redis 6 hold.
    pub const UNSTATED: ScriptFlags = ScriptFlags(1 << 5);

    /// Their names, in the order of FUNCTION LIST.
    pub const NAMES: [&'static str; 5] = [
        "no-writes",
        "allow-oom",
        "allow-stale",
        "no-cluster",
        "allow-cross-slot-keys",
    ];

    /// The flag of that name, written as it stands there. FUNCTION's `flags` also take other cases.
    pub fn named(name: &[u8]) -> Option<ScriptFlags> {
        let mut names = ScriptFlags::NAMES.iter();
        let at = names.position(|own| own.as_bytes() == name)?;
        Some(ScriptFlags(1 << at))
    }

    /// Both.
    pub const fn and(self, other: ScriptFlags) -> ScriptFlags {
        ScriptFlags(self.0 | other.0)
    }

    /// Whether any of `other` is here.
    pub const fn has(self, other: ScriptFlags) -> bool {
        self.0 & other.0 != 0
    }

    /// The names of those that are set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let names = ScriptFlags::NAMES.into_iter().enumerate();
        names.filter_map(move |(at, name)| (self.0 & 1 << at != 0).then_some(name))
    }
}
