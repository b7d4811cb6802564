//! The description of a command beside its handler in `commands`: one record per command. Its facts are those of
//! redis-server 7.0.15; a test compares them. The compiler packs all records into the table that `command` reads.

use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::call::Call;
use crate::keyspace::server::waiting::Waiter;
use crate::keyspace::server::work::Work;
use crate::part::Part;
use crate::text::Text;

/// Everything that is known about a command, or about a subcommand of one. A record states what differs from
/// [`Record::DEFAULT`]. No text holds a NUL.
pub struct Record {
    /// The name, in lower case; of a subcommand, its own word.
    pub name: &'static str,
    /// The number of words including the name (and that of the container); `-n` for at least `n`.
    pub arity: i8,
    /// The arguments, in the notation of [`crate::keyspace::catalogue::arguments`].
    pub arguments: &'static str,
    /// The group of the command.
    pub group: Group,
    /// The version of Redis that brought it.
    pub since: &'static str,
    /// The order of its cost, without the sentence that follows in Redis' documentation data.
    pub complexity: &'static str,
    /// Since when one should use something else.
    pub deprecated: Option<Deprecated>,
    /// Meant for those who work on Redis itself: COMMAND DOCS' `syscmd`.
    pub is_for_developers: bool,
    /// A description in one line.
    pub summary: Text,
    /// Lines with their replies, run in order on an empty server. A test runs them. Not in the page's wasm, where no
    /// code reads them.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "as said above"))]
    pub examples: &'static [Example],
    /// Facts that a server must know before it runs the command.
    pub flags: Flags,
    /// Its categories of access control beyond those that follow from the flags, such as `dangerous`, separated by
    /// spaces. Empty: that of its group.
    pub categories: &'static str,
    /// Which of its words are keys.
    pub keys: &'static [KeySpec],
    /// COMMAND's hints to clients and proxies, separated by spaces.
    pub tips: &'static str,
    /// The subcommands that may follow the name.
    pub subcommands: &'static [Record],
    /// Runs it. The number of arguments was checked.
    pub run: Run,
}

/// The way to run a command.
#[derive(Clone, Copy)]
pub enum Run {
    /// At once.
    Now(Handler),
    /// In slices: what it begins is carried on by [`crate::keyspace::Server::advance`].
    Long(fn(&mut Call<'_>) -> Result<Work, Error>),
    /// At once, or when a key that it waits for has something for it.
    Waits(Waiter),
    /// Not at all, in this configuration: it is refused with this error before it could be queued.
    Refused(&'static str),
    /// Not directly: it has subcommands.
    Container,
    /// By what a part of the wasm brings: the place among the handlers of that part. No record says so; the compiler puts
    /// it there when it packs the records.
    Late(Part, u8),
}

/// The function that runs a command. An `Err` has changed nothing.
pub type Handler = fn(&mut Call<'_>) -> Result<Reply, Error>;

/// Facts that a server must know before it runs a command, by the names of COMMAND INFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags(u16);

impl Flags {
    /// Nothing to know.
    pub const NONE: Flags = Flags(0);
    /// May change keys.
    pub const WRITE: Flags = Flags(1);
    /// Reads keys.
    pub const READONLY: Flags = Flags(1 << 1);
    /// May make the keyspace grow.
    pub const DENY_OOM: Flags = Flags(1 << 2);
    /// For administrators.
    pub const ADMIN: Flags = Flags(1 << 3);
    /// Not from a script.
    pub const NO_SCRIPT: Flags = Flags(1 << 4);
    /// Also while a server loads its data.
    pub const LOADING: Flags = Flags(1 << 5);
    /// Also while a replica's data is stale.
    pub const STALE: Flags = Flags(1 << 6);
    /// Constant or logarithmic time.
    pub const FAST: Flags = Flags(1 << 7);
    /// Also before a connection is authenticated.
    pub const NO_AUTH: Flags = Flags(1 << 8);
    /// Also while a script runs for too long.
    pub const ALLOW_BUSY: Flags = Flags(1 << 9);
    /// Not in the log of slow commands.
    pub const SKIP_SLOWLOG: Flags = Flags(1 << 10);
    /// Keys cannot all be found from their positions alone.
    pub const MOVABLE_KEYS: Flags = Flags(1 << 11);
    /// Runs between MULTI and EXEC instead of being queued. COMMAND does not show it.
    pub const NEVER_QUEUED: Flags = Flags(1 << 12);

    /// Both.
    pub const fn and(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Whether any of `other` is here.
    pub const fn meets(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of `other` are here.
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Which of a command's words are keys: those from `first` to `last` in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeySpec {
    /// The place of the first one; the command's name is at 0.
    pub first: u8,
    /// The distance of the last one from `first`; negative if counted from the end of the line, whose last word is
    /// `-1`.
    pub last: i8,
    /// From one key to the next.
    pub step: u8,
    /// The operations on them: the flags of COMMAND's key specifications, separated by spaces.
    pub access: &'static str,
    /// Redis' remark on it, where it has one.
    pub notes: &'static str,
}

impl KeySpec {
    /// One key, the first argument.
    pub const fn first(access: &'static str) -> KeySpec {
        KeySpec {
            first: 1,
            last: 0,
            step: 1,
            access,
            notes: "",
        }
    }

    /// One key, the word at `first`; the command's name is at 0.
    pub const fn at(first: u8, access: &'static str) -> KeySpec {
        KeySpec {
            first,
            ..KeySpec::first(access)
        }
    }

    /// Every argument.
    pub const fn all(access: &'static str) -> KeySpec {
        KeySpec {
            last: -1,
            ..KeySpec::first(access)
        }
    }
}

/// The deprecation of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deprecated {
    /// The version of Redis that said so.
    pub since: &'static str,
    /// The replacement: a name and its options.
    pub replaced_by: &'static str,
}

/// A line at a prompt, and what redis-cli prints below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The typed line.
    pub line: &'static str,
    /// The printed reply.
    pub reply: &'static str,
}

/// Shorter to write in the table.
pub(in crate::keyspace) const fn example(line: &'static str, reply: &'static str) -> Example {
    Example { line, reply }
}

/// The groups by which help sorts commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Keys of any type: existence, expiry, names.
    Generic,
    /// Values that are strings of bytes.
    String,
    /// Strings seen as rows of bits.
    Bitmap,
    /// Commands that run as one.
    Transactions,
    /// Programs that the server runs.
    Scripting,
    /// The connection itself.
    Connection,
    /// The server as a whole.
    Server,
}

impl Group {
    /// The name, as `help @name` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Generic => "generic",
            Group::String => "string",
            Group::Bitmap => "bitmap",
            Group::Transactions => "transactions",
            Group::Scripting => "scripting",
            Group::Connection => "connection",
            Group::Server => "server",
        }
    }
}

impl Record {
    /// The defaults of a record.
    pub const DEFAULT: Record = Record {
        name: "",
        arity: 1,
        arguments: "",
        group: Group::Generic,
        since: "1.0.0",
        complexity: "O(1)",
        deprecated: None,
        is_for_developers: false,
        summary: Text { en: "", zh: "" },
        examples: &[],
        flags: Flags::NONE,
        categories: "",
        keys: &[],
        tips: "",
        subcommands: &[],
        run: Run::Container,
    };
}
