//! OBJECT: how a key's value lies in a server's memory, and when it was used.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "object",
    arity: -2,
    group: Group::Generic,
    since: "2.2.3",
    complexity: "Depends on subcommand.",
    summary: summaries::OBJECT,
    subcommands: SUBCOMMANDS,
    run: Run::Container,
    ..Record::DEFAULT
}];

/// The parts that the subcommands about a key share.
const OF_KEY: Record = Record {
    arity: 3,
    arguments: "key",
    group: Group::Generic,
    since: "2.2.3",
    flags: Flags::READONLY,
    categories: "keyspace",
    keys: &[KeySpec::at(2, "RO")],
    tips: "nondeterministic_output",
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "encoding",
        summary: summaries::OBJECT_ENCODING,
        examples: &[
            example("SET mykey 12", "OK"),
            example("OBJECT ENCODING mykey", "\"int\""),
            example("APPEND mykey 3", "(integer) 3"),
            example("OBJECT ENCODING mykey", "\"raw\""),
        ],
        ..OF_KEY
    },
    Record {
        name: "freq",
        since: "4.0.0",
        summary: summaries::OBJECT_FREQ,
        ..OF_KEY
    },
    Record {
        name: "idletime",
        summary: summaries::OBJECT_IDLETIME,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("OBJECT IDLETIME mykey", "(integer) 0"),
        ],
        ..OF_KEY
    },
    Record {
        name: "refcount",
        summary: summaries::OBJECT_REFCOUNT,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("OBJECT REFCOUNT mykey", "(integer) 1"),
            example("SET mykey 100", "OK"),
            example("OBJECT REFCOUNT mykey", "(integer) 2147483647"),
        ],
        ..OF_KEY
    },
    Record {
        name: "help",
        arity: 2,
        since: "6.2.0",
        summary: summaries::OBJECT_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        categories: "keyspace",
        ..Record::DEFAULT
    },
];
