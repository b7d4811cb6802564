//! Strings that are counted up and down: 64-bit whole numbers in decimal.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "incr",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "1.0.0",
        summary: summaries::INCR,
        examples: &[
            example("SET mykey \"10\"", "OK"),
            example("INCR mykey", "(integer) 11"),
            example("GET mykey", "\"11\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
    Record {
        name: "decr",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "1.0.0",
        summary: summaries::DECR,
        examples: &[
            example("SET mykey \"10\"", "OK"),
            example("DECR mykey", "(integer) 9"),
            example("SET mykey \"ten\"", "OK"),
            example(
                "DECR mykey",
                "(error) ERR value is not an integer or out of range",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
    Record {
        name: "incrby",
        arity: 3,
        arguments: "key increment:integer",
        group: Group::String,
        since: "1.0.0",
        summary: summaries::INCRBY,
        examples: &[
            example("SET mykey \"10\"", "OK"),
            example("INCRBY mykey 5", "(integer) 15"),
            example("INCRBY mykey -20", "(integer) -5"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
    Record {
        name: "decrby",
        arity: 3,
        arguments: "key decrement:integer",
        group: Group::String,
        since: "1.0.0",
        summary: summaries::DECRBY,
        examples: &[
            example("SET mykey \"10\"", "OK"),
            example("DECRBY mykey 3", "(integer) 7"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
];
