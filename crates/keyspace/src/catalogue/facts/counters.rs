//! Strings that are counted up and down: 64-bit whole numbers in decimal.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "incr",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "1.0.0",
        summary: Text {
            en: "Adds one to the number under a key; a missing key counts as 0",
            zh: "把键中的整数加一；键不存在时视为 0",
        },
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
        summary: Text {
            en: "Takes one from the number under a key; a missing key counts as 0",
            zh: "把键中的整数减一；键不存在时视为 0",
        },
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
        summary: Text {
            en: "Adds a whole number to the number under a key; a missing key counts as 0",
            zh: "把键中的整数加上给定的整数；键不存在时视为 0",
        },
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
        summary: Text {
            en: "Takes a whole number from the number under a key; a missing key counts as 0",
            zh: "把键中的整数减去给定的整数；键不存在时视为 0",
        },
        examples: &[
            example("SET mykey \"10\"", "OK"),
            example("DECRBY mykey 3", "(integer) 7"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
];
