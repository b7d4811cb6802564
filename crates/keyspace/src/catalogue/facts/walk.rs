//! Walks through a database: KEYS and SCAN in slices, and RANDOMKEY.

use crate::catalogue::record::{Flags, Group, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "keys",
        arity: 2,
        arguments: "pattern",
        group: Group::Generic,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::KEYS,
        examples: &[
            example("SET firstname Jack", "OK"),
            example("SET age 35", "OK"),
            example("KEYS a??", "1) \"age\""),
            example("KEYS *name*", "1) \"firstname\""),
        ],
        flags: Flags::READONLY,
        categories: "keyspace dangerous",
        tips: "request_policy:all_shards nondeterministic_output_order",
        ..Record::DEFAULT
    },
    Record {
        name: "scan",
        arity: -2,
        arguments: "cursor:integer [MATCH=pattern] [COUNT=count:integer] [TYPE=type@6.0.0]",
        group: Group::Generic,
        since: "2.8.0",
        summary: summaries::SCAN,
        examples: &[
            example("SET one 1", "OK"),
            example("SCAN 0", "1) \"0\"\n2) 1) \"one\""),
        ],
        flags: Flags::READONLY,
        tips: "nondeterministic_output request_policy:special",
        ..Record::DEFAULT
    },
    Record {
        name: "randomkey",
        arity: 1,
        group: Group::Generic,
        since: "1.0.0",
        summary: summaries::RANDOMKEY,
        examples: &[example("SET one 1", "OK"), example("RANDOMKEY", "\"one\"")],
        flags: Flags::READONLY,
        tips: "request_policy:all_shards nondeterministic_output",
        ..Record::DEFAULT
    },
];
