//! Keys that get another name or another database, or are there twice: RENAME, RENAMENX, MOVE, COPY.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "rename",
        arity: 3,
        arguments: "key newkey:key1",
        group: Group::Generic,
        summary: summaries::RENAME,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("RENAME mykey myotherkey", "OK"),
            example("GET myotherkey", "\"Hello\""),
            example("RENAME mykey myotherkey", "(error) ERR no such key"),
        ],
        flags: Flags::WRITE,
        keys: &[
            KeySpec::first("RW access delete"),
            KeySpec::at(2, "OW update"),
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "renamenx",
        arity: 3,
        arguments: "key newkey:key1",
        group: Group::Generic,
        summary: summaries::RENAMENX,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SET myotherkey \"World\"", "OK"),
            example("RENAMENX mykey myotherkey", "(integer) 0"),
            example("GET myotherkey", "\"World\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[
            KeySpec::first("RW access delete"),
            KeySpec::at(2, "OW insert"),
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "move",
        arity: 3,
        arguments: "key db:integer",
        group: Group::Generic,
        summary: summaries::MOVE,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("MOVE mykey 1", "(integer) 1"),
            example("EXISTS mykey", "(integer) 0"),
            example("SELECT 1", "OK"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
    Record {
        name: "copy",
        arity: -3,
        arguments: "source:key destination:key1 [DB=destination-db:integer] [REPLACE]",
        group: Group::Generic,
        since: "6.2.0",
        complexity: "O(N)",
        summary: summaries::COPY,
        examples: &[
            example("SET dolly \"sheep\"", "OK"),
            example("COPY dolly clone", "(integer) 1"),
            example("GET clone", "\"sheep\""),
            example("COPY dolly clone", "(integer) 0"),
            example("COPY dolly clone REPLACE", "(integer) 1"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RO access"), KeySpec::at(2, "OW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "swapdb",
        arity: 3,
        arguments: "index1:integer index2:integer",
        group: Group::Server,
        since: "4.0.0",
        complexity: "O(N)",
        summary: summaries::SWAPDB,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SWAPDB 0 1", "OK"),
            example("EXISTS mykey", "(integer) 0"),
            example("SELECT 1", "OK"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        categories: "keyspace dangerous",
        ..Record::DEFAULT
    },
];
