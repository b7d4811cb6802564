//! The handlers and functions that a server is given: those of the main part of the wasm, and those of the other parts.

use crate::catalogue::command::{Command, Run};
use crate::catalogue::mode::KeyspaceMode;
use crate::catalogue::record::Flags;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::call::Call;
use crate::server::called;
use crate::server::connection::ConnectionId;
use crate::server::pause::Effects;
use crate::server::script_state::Scripts;
use crate::server::wait::Wait;
use crate::server::work::{Context, Work};
pub use Handler::{Long, Now, Waits};
use base::part::Part;

/// The function that runs a command. The number of arguments was checked; an `Err` has changed nothing.
#[derive(Clone, Copy)]
pub enum Handler {
    /// At once.
    Now(fn(&mut Call<'_>) -> Result<Reply, Error>),
    /// In slices: what it begins is carried on by [`crate::Server::advance`].
    Long(fn(&mut Call<'_>) -> Result<Work, Error>),
    /// At once, or when a key that it waits for has something for it.
    Waits(Waiter),
}

/// The handlers of a family of commands, by the names of these: that of a subcommand stands behind its container's and a `|`,
/// and a mode's command has the name of the mode behind its own and an `@`.
pub type Handlers = &'static [(&'static str, Handler)];

/// The result of a command that may wait until a key has something for it.
pub enum Waiting {
    /// It need not wait.
    Done(Reply),
    /// It need not wait, and takes longer.
    Began(Work),
    /// It waits for one of `keys` of the selected database.
    For {
        keys: Vec<Vec<u8>>,
        /// The Unix millisecond at which it gives up; `None` for never.
        until_ms: Option<i64>,
        /// The reply when it gives up, or may not wait: in a transaction, or in a script.
        otherwise: Reply,
        /// The arguments with which it is run again, where they are not those that it was sent: XREAD's `$` is the ID of
        /// the moment at which it began to wait.
        words: Option<Vec<Vec<u8>>>,
    },
}

/// The function that runs such a command. First without a key; then, each time that one of its keys may have something for
/// it, with that key alone, when it answers or waits on. The arguments are read anew each time.
pub type Waiter = fn(&mut Call<'_>, Option<&[u8]>) -> Result<Waiting, Error>;

/// The handlers of every command, and the functions that come with a part of the wasm, each only where that is.
pub struct Parts {
    /// The handlers of the main part.
    pub main: &'static [Handler],
    pub commands: fn() -> &'static Commands,
    pub types: fn() -> &'static Types,
    pub scripts: fn() -> &'static Scripting,
    /// The parts that bring handlers alone.
    pub others: &'static [(Part, HandlersAlone)],
}

/// The handlers of a part that brings nothing else.
pub type HandlersAlone = fn() -> &'static [Handler];

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

/// Where a command was to run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// When it came.
    Sent,
    /// In a transaction that EXEC runs.
    Queued,
    /// In a script.
    Script,
}

/// The wait of a line that a pause holds back.
pub type HeldBack = fn(&Server, ConnectionId, &Command, &[Vec<u8>]) -> Option<Wait>;

/// Refuses a line of a command that its connection's user may not run.
pub type Permit = fn(&mut Server, Context, &Command, &[Vec<u8>], Stage) -> Result<(), Error>;

/// The sources of libraries, the last of which may be an error instead.
pub type LibrarySources = Vec<Result<Vec<u8>, Error>>;

/// Those of [`Part::Types`].
pub struct Types {
    pub handlers: &'static [Handler],
    /// The bytes of FUNCTION DUMP for the sources of libraries.
    pub dump_libraries: fn(&[&[u8]]) -> Vec<u8>,
    /// The sources of the libraries in such bytes.
    pub libraries: fn(&[u8]) -> Option<LibrarySources>,
}

/// The part that has to be fetched before a command with this first argument can run.
pub type Lacking = fn(&Parts, KeyspaceMode, &Command, Option<&[u8]>) -> Option<Part>;

/// Those of [`Part::Scripts`].
pub struct Scripting {
    pub handlers: &'static [Handler],
    /// The part that a script needs and that is not loaded, by its command and the first argument of that.
    pub lacking: Lacking,
    /// The effects of a line that calls a script.
    pub effects: fn(&Server, &Command, &[Vec<u8>]) -> Effects,
    /// Forgets the script that runs.
    pub stop: fn(&mut Scripts),
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
            Some(part) => {
                let others = self.others.iter();
                let (_, handlers) = others.into_iter().find(|(other, _)| *other == part)?;
                handlers()
            }
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
        false => (!Part::Any.is_here()).then_some(Part::Any),
    }
}
