//! The description of a command: one record for each, in `facts`. Those of redis-server 7.0.15; a test compares them. The
//! compiler packs all records into the table that `command` reads.

use base::part::Part;
use base::text::Text;

/// Everything that is known about a command, or about a subcommand of one. A record states what differs from
/// [`Record::DEFAULT`]. No text holds a NUL.
pub struct Record {
    /// The name, in lower case; of a subcommand, its own word.
    pub name: &'static str,
    /// The number of words including the name (and that of the container); `-n` for at least `n`.
    pub arity: i8,
    /// The arguments, in the notation of [`crate::catalogue::arguments`].
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
    /// The mode that has it, in place of the command of that name or beside all others; the default for one of Redis 7.0.15.
    pub mode: KeyspaceMode,
    /// Its handler's part and place.
    pub run: Run,
}

/// The way to run a command.
#[derive(Clone, Copy)]
pub enum Run {
    /// By a handler: the part of the wasm that brings it, if any does, and its place among the handlers of that. A record leaves
    /// both as they are in [`Run::HANDLED`]; the compiler sets them when it packs the records.
    By(Option<Part>, u16),
    /// Not at all, in this configuration: it is refused before it could be queued.
    Refused,
    /// Not at all: Redis has the command, and this playground leaves out what it is for.
    LeftOut(Feature),
    /// Not directly: it has subcommands.
    Container,
}

impl Run {
    /// By a handler.
    pub const HANDLED: Run = Run::By(None, 0);
}

/// The features whose commands this playground leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A server that holds a part of the keys.
    Cluster,
    /// IFDEQ and IFDNE, and DIGEST.
    Digests,
    /// MIGRATE, and what it sends.
    Migration,
    /// MODULE LOAD and its kin.
    Modules,
    /// Persistence beyond the server's end.
    Persistence,
    /// Servers that follow another.
    Replication,
    /// SCRIPT DEBUG.
    ScriptDebugger,
    /// EVAL and its kin, where a server was given no engine for them.
    Scripts,
    /// RESTORE-ASKING.
    SerializedValues,
}

impl Feature {
    /// Its name, as errors have it.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Cluster => "cluster mode",
            Feature::Digests => "comparison by digest",
            Feature::Migration => "the moving of keys to other servers",
            Feature::Modules => "modules",
            Feature::Persistence => "persistence",
            Feature::Replication => "replication",
            Feature::ScriptDebugger => "the debugger of scripts",
            Feature::Scripts => "scripts",
            Feature::SerializedValues => "serialized values",
        }
    }
}

/// Facts that a server must know before it runs a command, by the names of COMMAND INFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags(u32);

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
    /// Publishes messages, or subscribes to them.
    pub const PUBSUB: Flags = Flags(1 << 13);
    /// May wait for what another client does.
    pub const BLOCKING: Flags = Flags(1 << 14);
    /// MONITOR does not show it.
    pub const SKIP_MONITOR: Flags = Flags(1 << 15);
    /// In a cluster, also where a hash slot is being moved to, as if ASKING had come before.
    pub const ASKING: Flags = Flags(1 << 16);
    /// May be called with no key, although it can have some.
    pub const NO_MANDATORY_KEYS: Flags = Flags(1 << 17);
    /// Not while a replica loads its data and serves the old one.
    pub const NO_ASYNC_LOADING: Flags = Flags(1 << 18);
    /// Not between MULTI and EXEC.
    pub const NO_MULTI: Flags = Flags(1 << 19);
    /// Its handler reads what [`Part::Help`] knows about commands. COMMAND does not show it.
    pub const READS_FACTS: Flags = Flags(1 << 20);
    /// Writes, but looks its keys up as a command does that only reads: that is counted, and told where a key is missing.
    /// COMMAND does not show it.
    pub const LOOKS_UP: Flags = Flags(1 << 21);

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

/// Which of a command's words are keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeySpec {
    /// Where they begin.
    pub begin: KeyBegin,
    /// Which of the words from there on they are.
    pub find: KeyFind,
    /// The operations on them: the flags of COMMAND's key specifications, separated by spaces.
    pub access: &'static str,
    /// Redis' remark on it, where it has one.
    pub notes: &'static str,
}

/// Where a command's keys begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyBegin {
    /// At this word; the command's name is at 0.
    Index(u8),
    /// Behind this word, in any case, which is looked for from a place on: in a line of `n` words, `-2` is `n - 2`, and
    /// the search goes backwards.
    Keyword(&'static str, i8),
    /// The words alone do not tell.
    Unknown,
}

/// Which of the words from a [`KeyBegin`] on are keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFind {
    /// The first one and further ones in steps.
    Range {
        /// The distance of the last one from the first; negative if counted from the end of the line, whose last word is
        /// `-1`.
        last: i8,
        /// From one key to the next.
        step: u8,
        /// Beside `last: -1`: the part of the remaining words that are keys, such as 2 for the first half. 0: all.
        limit: u8,
    },
    /// The first one is the number of keys, which come behind it.
    Counted,
    /// The words alone do not tell.
    Unknown,
}

impl KeySpec {
    /// One key, the first argument.
    pub const fn first(access: &'static str) -> KeySpec {
        KeySpec::at(1, access)
    }

    /// One key, the word at `index`; the command's name is at 0.
    pub const fn at(index: u8, access: &'static str) -> KeySpec {
        KeySpec {
            begin: KeyBegin::Index(index),
            find: KeyFind::to(0),
            access,
            notes: "",
        }
    }

    /// Every argument.
    pub const fn all(access: &'static str) -> KeySpec {
        KeySpec {
            find: KeyFind::to(-1),
            ..KeySpec::first(access)
        }
    }

    /// As many as the word at `index` says, behind it.
    pub const fn counted(index: u8, access: &'static str) -> KeySpec {
        KeySpec {
            find: KeyFind::Counted,
            ..KeySpec::at(index, access)
        }
    }

    /// One key behind `keyword`, which is looked for from the word at `from` on.
    pub const fn behind(keyword: &'static str, from: i8, access: &'static str) -> KeySpec {
        KeySpec {
            begin: KeyBegin::Keyword(keyword, from),
            ..KeySpec::first(access)
        }
    }

    /// Keys that the words alone do not tell.
    pub const fn unknown(access: &'static str) -> KeySpec {
        KeySpec {
            begin: KeyBegin::Unknown,
            find: KeyFind::Unknown,
            ..KeySpec::first(access)
        }
    }
}

impl KeyFind {
    /// All through `last`: its distance from the first one, or, if negative, its place counted from the end of the line.
    pub const fn to(last: i8) -> KeyFind {
        KeyFind::Range {
            last,
            step: 1,
            limit: 0,
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
pub(crate) const fn example(line: &'static str, reply: &'static str) -> Example {
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
    /// Values that are elements in a row.
    List,
    /// Values that are members, each once.
    Set,
    /// Values that are members with scores, in order of these.
    SortedSet,
    /// Values that are fields with values.
    Hash,
    /// Values that are entries with IDs, to which one adds at the end.
    Stream,
    /// Values that count different elements without keeping them.
    HyperLogLog,
    /// Sorted sets whose scores are places on earth.
    Geo,
    /// Messages from one connection to others.
    PubSub,
    /// Commands that run as one.
    Transactions,
    /// Programs that the server runs.
    Scripting,
    /// The connection itself.
    Connection,
    /// The server as a whole.
    Server,
    /// Several servers that share the keys.
    Cluster,
}

impl Group {
    /// The name, as `help @name` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Generic => "generic",
            Group::String => "string",
            Group::Bitmap => "bitmap",
            Group::List => "list",
            Group::Set => "set",
            Group::SortedSet => "sorted-set",
            Group::Hash => "hash",
            Group::Stream => "stream",
            Group::HyperLogLog => "hyperloglog",
            Group::Geo => "geo",
            Group::PubSub => "pubsub",
            Group::Transactions => "transactions",
            Group::Scripting => "scripting",
            Group::Connection => "connection",
            Group::Server => "server",
            Group::Cluster => "cluster",
        }
    }
}

/// The commands that a keyspace has. A mode changes nothing else: every other command answers as that of 7.0.15.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyspaceMode {
    /// Those of Redis 7.0.15.
    #[default]
    Redis7,
    /// SET takes IFEQ and IFNE as well, and there is DELEX.
    Redis84,
    /// SET takes IFEQ as well, and there is DELIFEQ.
    Valkey9,
}

impl KeyspaceMode {
    /// Every mode, the default first.
    pub const ALL: [KeyspaceMode; 3] = [
        KeyspaceMode::Redis7,
        KeyspaceMode::Redis84,
        KeyspaceMode::Valkey9,
    ];

    /// The name, as an author writes it.
    pub const fn name(self) -> &'static str {
        match self {
            KeyspaceMode::Redis7 => "redis-7.0",
            KeyspaceMode::Redis84 => "redis-8.4",
            KeyspaceMode::Valkey9 => "valkey-9",
        }
    }

    /// The mode of that name, case aside.
    pub fn named(name: &str) -> Option<KeyspaceMode> {
        let mut all = KeyspaceMode::ALL.into_iter();
        all.find(|mode| mode.name().eq_ignore_ascii_case(name))
    }

    /// The server whose commands these are.
    pub const fn server(self) -> &'static str {
        match self {
            KeyspaceMode::Redis7 => "Redis 7.0",
            KeyspaceMode::Redis84 => "Redis 8.4",
            KeyspaceMode::Valkey9 => "Valkey 9",
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
        summary: Text::same(""),
        examples: &[],
        flags: Flags::NONE,
        categories: "",
        keys: &[],
        tips: "",
        subcommands: &[],
        mode: KeyspaceMode::Redis7,
        run: Run::HANDLED,
    };
}
