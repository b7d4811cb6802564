//! The handlers of all commands, joined into the tables that a server runs them by, and the functions in the parts of the wasm.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "runs in the compiler, which refuses an index that is out of bounds, and a command without a handler"
)]

use crate::catalogue::command::Run;
use crate::catalogue::mode::KeyspaceMode;
use crate::catalogue::pack::{self, COMMANDS, NAMES, PLACES_OF_MODES};
use crate::commands;
use crate::reply::Reply;
use crate::server::parts::{
    Commands, Handler, Handlers, HandlersAlone, Now, Parts, Scripting, Types, lacking_for_script,
};
use crate::server::script_state::Scripts;
use crate::server::{Server, held_back, logging, monitor, permissions, script_call};
use crate::storage::value::KEYSPACE_BYTES_MAX;
use crate::types;
use crate::types::rdb;
use base::part::{Part, late};

/// Every family of commands, a line for each type.
const ALL: &[&[Handlers]] = &[
    commands::FAMILIES,
    types::geo::FAMILIES,
    types::hashes::FAMILIES,
    types::hyperloglogs::FAMILIES,
    types::lists::FAMILIES,
    types::sets::FAMILIES,
    types::sorted_sets::FAMILIES,
    types::streams::FAMILIES,
    types::strings::FAMILIES,
];

/// The handlers and functions of every server.
static PARTS: Parts = Parts {
    main: &MAIN,
    commands,
    types,
    scripts,
    others: OTHERS,
};

/// Each row is the handler of a command, since each command finds its own.
const _: () = assert!(rows() == COUNTS_IN_ALL);

static MAIN: [Handler; pack::handlers_of(None)] = handlers(None);
static OF_COMMANDS: [Handler; pack::handlers_of(Some(Part::Commands))] =
    handlers(Some(Part::Commands));
static OF_TYPES: [Handler; pack::handlers_of(Some(Part::Types))] = handlers(Some(Part::Types));
static OF_SCRIPTS: [Handler; pack::handlers_of(Some(Part::Scripts))] =
    handlers(Some(Part::Scripts));

late! {
    /// Only where [`Part::Commands`] is.
    "commands" "6b1f0c5d2a9e4783b4d1c06f7e528a31" fn commands() -> &'static Commands = all_commands
}

late! {
    /// Only where [`Part::Types`] is.
    "types" "94c7d0e35b1f4a6882ef6a03d5b79c14" fn types() -> &'static Types = all_types
}

late! {
    /// Only where [`Part::Scripts`] is.
    "scripts" "3c5ab7f04e8d4d19a6b2718fc0d95e63" fn scripts() -> &'static Scripting = all_scripts
}

/// Parts that bring handlers alone: the part, its name, and an id as [`late!`] wants it.
macro_rules! handlers_alone {
    ($($part:ident $name:literal $id:literal)*) => {
        /// The functions of these parts, each only where the part is.
        const OTHERS: &[(Part, HandlersAlone)] = &[$((Part::$part, {
            late! { $name $id fn late() -> &'static [Handler] = all }
            fn all() -> &'static [Handler] {
                static ALL: [Handler; pack::handlers_of(Some(Part::$part))] = handlers(Some(Part::$part));
                &ALL
            }
            late
        })),*];
        const COUNT_OF_OTHERS: usize = 0 $(+ pack::handlers_of(Some(Part::$part)))*;
    };
}

handlers_alone! {
    Help "help" "5e17c0a94b2d4f83a6d90c3b71e8f246"
    Lists "lists" "0b8e5d7142f34a0c9d61e3f7a25c4b80"
    Sets "sets" "f36a1c09d84e4b57a2e07d9135cb6f41"
    Hashes "hashes" "c71d4e82a65b4093b8f21e6d03a97c55"
    SortedSets "zsets" "294fb0e7c13d4a68905a7ce1d86b2f37"
    Streams "streams" "8d05a3c6e94f4b12a7c38e60f1b52d99"
    Groups "groups" "51e9c7b20a6d4f84b3107fd8e2a46c0b"
    Places "places" "a0c42f9d7b184e63985de6b1073fa5c2"
    HyperLogLogs "hlls" "6fd3810be25c4a97b4c90a7e51d8362f"
}

fn all_commands() -> &'static Commands {
    static ALL: Commands = Commands {
        handlers: &OF_COMMANDS,
        show: monitor::show,
        log: logging::log,
        permit: permissions::permit,
        allows: permissions::allows,
        may_read_all_keys: permissions::may_read_all_keys,
        note_shown: Server::note_shown,
        end_caching: Server::end_caching,
        effects: held_back::effects,
        held_back: held_back::held_back,
        end_pause: held_back::end,
    };
    &ALL
}

fn all_types() -> &'static Types {
    static ALL: Types = Types {
        handlers: &OF_TYPES,
        dump_libraries: rdb::dump_libraries,
        libraries: rdb::libraries,
    };
    &ALL
}

fn all_scripts() -> &'static Scripting {
    static ALL: Scripting = Scripting {
        handlers: &OF_SCRIPTS,
        lacking: lacking_for_script,
        effects: script_call::effects,
        stop: Scripts::stop,
    };
    &ALL
}

const COUNTS_IN_ALL: usize =
    MAIN.len() + OF_COMMANDS.len() + OF_TYPES.len() + OF_SCRIPTS.len() + COUNT_OF_OTHERS;

const fn rows() -> usize {
    let (mut room, mut family, mut rows) = (0, 0, 0);
    while room < ALL.len() {
        if family < ALL[room].len() {
            rows += ALL[room][family].len();
            family += 1;
        } else {
            (room, family) = (room + 1, 0);
        }
    }
    rows
}

/// The handlers that a part brings, each at the place that its command states. The compiler finds them by their names.
const fn handlers<const N: usize>(part: Option<Part>) -> [Handler; N] {
    let mut found = [Now(|_| Ok(Reply::Nothing)); N];
    let mut at = 0;
    while at < COMMANDS.len() {
        if let Run::By(own, place) = COMMANDS[at].run
            && is_same(own, part)
        {
            found[place as usize] = handler_of(at);
        }
        at += 1;
    }
    found
}

const fn is_same(one: Option<Part>, other: Option<Part>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one as u8 == other as u8,
        (None, None) => true,
        _ => false,
    }
}

/// The handler of the command at a place of the table.
const fn handler_of(at: usize) -> Handler {
    let name = name_of(at);
    let container = match COMMANDS[at].container as usize {
        container if container == at => "",
        container => name_of(container),
    };
    let mode = mode_of(at);
    let (mut room, mut family, mut row) = (0, 0, 0);
    while room < ALL.len() {
        if family == ALL[room].len() {
            (room, family) = (room + 1, 0);
        } else if row == ALL[room][family].len() {
            (family, row) = (family + 1, 0);
        } else {
            let (own, handler) = ALL[room][family][row];
            if is_name(own.as_bytes(), container, name, mode) {
                return handler;
            }
            row += 1;
        }
    }
    panic!("{}", name)
}

const fn name_of(at: usize) -> &'static str {
    let (from, len) = (
        COMMANDS[at].name_at as usize,
        COMMANDS[at].name_len as usize,
    );
    NAMES.split_at(from).1.split_at(len).0
}

/// The name of the mode that alone has a command.
const fn mode_of(at: usize) -> &'static str {
    let mut mode = 1;
    while mode < KeyspaceMode::ALL.len() {
        let (from, to) = PLACES_OF_MODES[mode];
        if from <= at && at < to {
            return KeyspaceMode::ALL[mode].name();
        }
        mode += 1;
    }
    ""
}

/// Whether a row has the name of a command: `container|name`, or `name@mode`.
const fn is_name(row: &[u8], container: &str, name: &str, mode: &str) -> bool {
    let row = match without(row, container.as_bytes()) {
        Some(row) if container.is_empty() => row,
        Some([b'|', row @ ..]) => row,
        _ => return false,
    };
    match without(row, name.as_bytes()) {
        Some([]) => mode.is_empty(),
        Some([b'@', row @ ..]) => matches!(without(row, mode.as_bytes()), Some([])),
        _ => false,
    }
}

/// The rest of a text after a word that it begins with.
const fn without<'a>(text: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let (mut text, mut word) = (text, word);
    while let [first, rest @ ..] = word {
        match text {
            [own, others @ ..] if *own == *first => (text, word) = (others, rest),
            _ => return None,
        }
    }
    Some(text)
}

/// The part of the wasm that has to be fetched before a line with these words can run, known from the line alone.
pub fn lacks<'a>(mode: KeyspaceMode, words: impl IntoIterator<Item = &'a [u8]>) -> Option<Part> {
    PARTS.lacks(mode, words)
}

impl Server {
    /// An empty server that holds up to [`KEYSPACE_BYTES_MAX`].
    pub fn new() -> Server {
        Server::with_memory_limit(KEYSPACE_BYTES_MAX)
    }

    /// An empty server that holds up to `bytes_max`, counted by [`crate::storage::value::entry_bytes`] over all databases.
    /// A write that would pass the limit is refused with Redis' own error, and changes nothing.
    pub fn with_memory_limit(bytes_max: usize) -> Server {
        Server::with_parts(&PARTS, bytes_max)
    }
}

impl Default for Server {
    fn default() -> Server {
        Server::new()
    }
}
