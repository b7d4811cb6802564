//! The handlers and functions that a server is given: those of the main part of the wasm, and those of the other parts.

use crate::catalogue::command::{Command, Run};
use crate::catalogue::mode::KeyspaceMode;
use crate::catalogue::record::Flags;
use crate::reply::Error;
use crate::server::Server;
use crate::server::call::Call;
use crate::server::called;
use crate::server::connection::ConnectionId;
use crate::server::handler::Handler;
use crate::server::pause::{Effects, HeldBack};
use crate::server::permissions::Stage;
use crate::server::work::Context;
use crate::storage::rdb;
use base::part::Part;

/// The handlers of every command, and the functions that come with a part of the wasm, each only where that is.
pub struct Parts {
    /// The handlers of the main part.
    pub main: &'static [Handler],
    pub commands: fn() -> &'static Commands,
    pub types: fn() -> &'static Types,
    pub scripts: fn() -> &'static Scripts,
    /// The handlers of [`Part::Help`].
    pub help: fn() -> &'static [Handler],
}

/// Those of [`Part::Commands`]. Dispatch calls the functions after a command of that part has asked for them.
pub struct Commands {
    pub handlers: &'static [Handler],
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
    /// Remembers the keys that a command has shown to a connection that tracks.
    pub note_shown: fn(&mut Server, ConnectionId, &'static Command, &[Vec<u8>]),
    /// Ends what CLIENT CACHING has said of a line.
    pub end_caching: fn(&mut Server, ConnectionId, &[Vec<u8>]),
    /// The effects of a line, in a pause and where memory is full.
    pub effects: fn(&Server, ConnectionId, &Command, &[Vec<u8>]) -> Effects,
    /// The wait of a line that a pause holds back.
    pub held_back: HeldBack,
    /// Ends a pause.
    pub end_pause: fn(&mut Server),
}

/// Refuses a line of a command that its connection's user may not run.
pub type Permit = fn(&mut Server, Context, &Command, &[Vec<u8>], Stage) -> Result<(), Error>;

/// Those of [`Part::Types`].
pub struct Types {
    pub handlers: &'static [Handler],
    /// The bytes of FUNCTION DUMP for the sources of libraries.
    pub dump_libraries: fn(&[&[u8]]) -> Vec<u8>,
    /// The sources of the libraries in such bytes.
    pub libraries: fn(&[u8]) -> Option<rdb::Sources>,
}

/// The part that has to be fetched before a command with this first argument can run.
pub type Lacking = fn(&Parts, KeyspaceMode, &Command, Option<&[u8]>) -> Option<Part>;

/// Those of [`Part::Scripts`].
pub struct Scripts {
    pub handlers: &'static [Handler],
    /// The part that a script needs and that is not loaded, by its command and the first argument of that.
    pub lacking: Lacking,
    /// The effects of a line that calls a script.
    pub effects: fn(&Server, &Command, &[Vec<u8>]) -> Effects,
}

impl Parts {
    /// The part that has to be fetched before a line with these words can run, known from the line alone.
    pub fn lacks<'a>(
        &self,
        mode: KeyspaceMode,
        words: impl IntoIterator<Item = &'a [u8]>,
    ) -> Option<Part> {
        let mut words = words.into_iter();
        let mut command = mode.find(words.next()?)?;
        let first = words.next();
        if !command.subcommands().is_empty() {
            command = command.subcommand(first?)?;
        }
        self.lacking(mode, command, first)
    }

    /// The part that has to be fetched before a command with this first argument can run.
    pub fn lacking(
        &self,
        mode: KeyspaceMode,
        command: &Command,
        first: Option<&[u8]>,
    ) -> Option<Part> {
        let Run::By(Some(part), _) = command.run else {
            return None;
        };
        if command.flags.has(Flags::READS_FACTS) && !Part::Help.is_here() {
            return Some(Part::Help);
        }
        match part {
            _ if !part.is_here() => Some(part),
            Part::Scripts => ((self.scripts)().lacking)(self, mode, command, first),
            _ => None,
        }
    }

    /// The handler at a place among those of a part; `None` where that has to be fetched before.
    pub fn handler(&self, part: Option<Part>, place: u16) -> Option<Handler> {
        let handlers = match part {
            None => self.main,
            Some(part) if !part.is_here() => return None,
            Some(Part::Commands) => (self.commands)().handlers,
            Some(Part::Types) => (self.types)().handlers,
            Some(Part::Scripts) => (self.scripts)().handlers,
            Some(_) => (self.help)(),
        };
        handlers.get(usize::from(place)).copied()
    }
}

/// The part that a script needs and that is not loaded. It may call any command where its text is unknown, or builds names.
pub fn lacking_for_script(
    parts: &Parts,
    mode: KeyspaceMode,
    command: &Command,
    text: Option<&[u8]>,
) -> Option<Part> {
    let is_eval = matches!(command.name(), "eval" | "eval_ro");
    let names = text.filter(|_| is_eval).and_then(called::called);
    let commands = || names.iter().flatten().filter_map(|name| mode.find(name));
    // A subcommand is not told by the name.
    match names.is_some() && commands().all(|command| command.subcommands().is_empty()) {
        true => commands().find_map(|command| parts.lacking(mode, command, None)),
        false => [Part::Commands, Part::Types, Part::Help]
            .into_iter()
            .find(|part| !part.is_here()),
    }
}
