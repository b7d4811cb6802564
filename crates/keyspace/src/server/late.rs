//! The functions of the keyspace that come with a part of the wasm: handlers of commands, and texts about commands.

use crate::catalogue::arguments;
use crate::catalogue::command::{Command, Run};
use crate::catalogue::info;
use crate::catalogue::keys::{KeyWord, keys};
use crate::catalogue::mode::KeyspaceMode;
use crate::catalogue::pack::{LATE_COMMANDS, LATE_HELP, LATE_SCRIPTS, LATE_TYPES};
use crate::catalogue::record::Flags;
use crate::reply::Error;
use crate::server::audience::Audience;
use crate::server::call::Call;
use crate::server::called;
use crate::server::pause::Effects;
use crate::server::permissions::{self, Stage};
use crate::server::work::Context;
use crate::server::{Server, monitor, notify, pause, script_call, slow_log, tracking};
use crate::storage::rdb;
use base::part::{Part, late};

/// The functions of [`Part::Types`].
pub struct Types {
    runs: &'static [Run],
    /// The bytes of FUNCTION DUMP for the sources of libraries.
    pub dump_libraries: fn(&[&[u8]]) -> Vec<u8>,
    /// The sources of the libraries in such bytes.
    pub libraries: fn(&[u8]) -> Option<rdb::Sources>,
}

/// Refuses a line of a command that its connection's user may not run.
pub type Permit = fn(&mut Server, Context, &Command, &[Vec<u8>], Stage) -> Result<(), Error>;

/// The functions of [`Part::Commands`] that dispatch calls after a command of that part has asked for them.
pub struct Watch {
    /// Shows a line to those that MONITOR; whether it is a script's.
    pub show: fn(&mut Server, Context, &[Vec<u8>], bool),
    /// Puts a line into the log of SLOWLOG.
    pub log: fn(&mut Server, Context, Flags, &[Vec<u8>]),
    /// Refuses a line that its connection's user may not run.
    pub permit: Permit,
    /// Whether a connection's user may run a line.
    pub allows: fn(&Server, Context, &Command, &[Vec<u8>]) -> bool,
    /// Whether the user may read every key.
    pub may_read_all_keys: fn(&Call<'_>) -> bool,
    /// For connections that track keys.
    pub tracking: tracking::Functions,
    /// For pauses and full memory.
    pub pause: pause::Functions,
    /// Sends the messages of an event of a key, which `notify-keyspace-events` asks for.
    pub notify: fn(&mut Audience, usize, &str, &[u8]),
}

/// The functions of [`Part::Scripts`].
pub struct Scripts {
    runs: &'static [Run],
    /// The part that a script needs and that has not come, by its command and the first argument of that.
    lacking: fn(KeyspaceMode, &Command, Option<&[u8]>) -> Option<Part>,
    /// The effects of a line that calls a script.
    pub effects: fn(&Server, &Command, &[Vec<u8>]) -> Effects,
}

/// The functions of [`Part::Help`].
pub struct Help {
    runs: &'static [Run],
    /// A command's arguments, as help shows them.
    pub syntax: fn(&Command) -> String,
    /// A command's categories of access control: a bit for each of [`info::CATEGORIES`].
    pub categories: fn(&Command) -> u32,
    /// COMMAND's hints to clients and proxies.
    pub tips: fn(&Command) -> &'static str,
    /// The keys in a line of a command, which begins with its name.
    pub keys: for<'a> fn(&Command, &'a [Vec<u8>]) -> Vec<KeyWord<'a>>,
}

late! {
    /// The handlers of [`Part::Commands`]; only where it is.
    "commands" "6b1f0c5d2a9e4783b4d1c06f7e528a31" pub fn commands() -> &'static [Run] = all_commands
}

late! {
    /// Only where [`Part::Commands`] is.
    "commands" "c2e85b07d4f3419a8a60b9f7312c5d48" pub fn watch() -> &'static Watch = the_watch
}

late! {
    /// Only where [`Part::Types`] is.
    "types" "94c7d0e35b1f4a6882ef6a03d5b79c14" pub fn types() -> &'static Types = all_types
}

late! {
    /// Only where [`Part::Scripts`] is.
    "scripts" "3c5ab7f04e8d4d19a6b2718fc0d95e63" pub fn scripts() -> &'static Scripts = all_scripts
}

late! {
    /// Only where [`Part::Help`] is.
    "help" "0d94e7a2c8b35f16d07b2e49a3f81c65" pub fn help() -> &'static Help = all_help
}

fn all_commands() -> &'static [Run] {
    &LATE_COMMANDS
}

fn the_watch() -> &'static Watch {
    static WATCH: Watch = Watch {
        show: monitor::show,
        log: slow_log::log,
        permit: permissions::permit,
        allows: permissions::allows,
        may_read_all_keys: permissions::may_read_all_keys,
        tracking: tracking::FUNCTIONS,
        pause: pause::FUNCTIONS,
        notify: notify::notify,
    };
    &WATCH
}

fn all_types() -> &'static Types {
    static TYPES: Types = Types {
        runs: &LATE_TYPES,
        dump_libraries: rdb::dump_libraries,
        libraries: rdb::libraries,
    };
    &TYPES
}

fn all_scripts() -> &'static Scripts {
    static SCRIPTS: Scripts = Scripts {
        runs: &LATE_SCRIPTS,
        lacking: lacking_for_script,
        effects: script_call::effects,
    };
    &SCRIPTS
}

fn all_help() -> &'static Help {
    static HELP: Help = Help {
        runs: &LATE_HELP,
        categories: info::category_bits,
        tips: Command::own_tips,
        syntax: |command| arguments::syntax(&command.arguments()),
        keys,
    };
    &HELP
}

/// The part that has to be fetched before a line with these words can run, known from the line alone.
pub fn lacks<'a>(mode: KeyspaceMode, words: impl IntoIterator<Item = &'a [u8]>) -> Option<Part> {
    let mut words = words.into_iter();
    let mut command = mode.find(words.next()?)?;
    let first = words.next();
    if !command.subcommands().is_empty() {
        command = command.subcommand(first?)?;
    }
    lacking(mode, command, first)
}

/// The part that has to be fetched before a command with this first argument can run.
pub fn lacking(mode: KeyspaceMode, command: &Command, first: Option<&[u8]>) -> Option<Part> {
    let Run::Late(part, _) = command.run else {
        return None;
    };
    if command.flags.has(Flags::READS_FACTS) && !Part::Help.is_here() {
        return Some(Part::Help);
    }
    match part {
        _ if !part.is_here() => Some(part),
        Part::Scripts => (scripts().lacking)(mode, command, first),
        _ => None,
    }
}

/// The part that a script needs and that has not come. It may call any command where its text is not known, or does not tell.
fn lacking_for_script(mode: KeyspaceMode, command: &Command, text: Option<&[u8]>) -> Option<Part> {
    let is_eval = matches!(command.name(), "eval" | "eval_ro");
    let names = text.filter(|_| is_eval).and_then(called::called);
    let commands = || names.iter().flatten().filter_map(|name| mode.find(name));
    // A subcommand is not told by the name.
    match names.is_some() && commands().all(|command| command.subcommands().is_empty()) {
        true => commands().find_map(|command| lacking(mode, command, None)),
        false => [Part::Commands, Part::Types, Part::Help]
            .into_iter()
            .find(|part| !part.is_here()),
    }
}

/// The handler of a command; as an error, the part that has to be fetched before.
pub fn run_of(command: &Command) -> Result<Run, Part> {
    let Run::Late(part, place) = command.run else {
        return Ok(command.run);
    };
    if !part.is_here() {
        return Err(part);
    }
    let runs = match part {
        Part::Commands => commands(),
        Part::Types => types().runs,
        Part::Scripts => scripts().runs,
        _ => help().runs,
    };
    Ok(runs
        .get(usize::from(place))
        .copied()
        .unwrap_or(Run::Container))
}
