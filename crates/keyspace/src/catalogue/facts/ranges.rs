//! Parts of strings, by the places of their bytes: GETRANGE, its older name SUBSTR, and SETRANGE.

use crate::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "getrange",
        arity: 4,
        arguments: "key start:integer end:integer",
        group: Group::String,
        since: "2.4.0",
        complexity: "O(N)",
        summary: summaries::GETRANGE,
        examples: &[
            example("SET mykey \"This is a string\"", "OK"),
            example("GETRANGE mykey 0 3", "\"This\""),
            example("GETRANGE mykey -3 -1", "\"ing\""),
            example("GETRANGE mykey 10 100", "\"string\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "substr",
        arity: 4,
        arguments: "key start:integer end:integer",
        group: Group::String,
        since: "1.0.0",
        complexity: "O(N)",
        deprecated: Some(Deprecated {
            since: "2.0.0",
            replaced_by: "`GETRANGE`",
        }),
        summary: summaries::SUBSTR,
        examples: &[
            example("SET mykey \"This is a string\"", "OK"),
            example("SUBSTR mykey 0 3", "\"This\""),
            example("SUBSTR mykey -6 -1", "\"string\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "setrange",
        arity: 4,
        arguments: "key offset:integer value",
        group: Group::String,
        since: "2.2.0",
        summary: summaries::SETRANGE,
        examples: &[
            example("SET key1 \"Hello World\"", "OK"),
            example("SETRANGE key1 6 \"Redis\"", "(integer) 11"),
            example("GET key1", "\"Hello Redis\""),
            example("SETRANGE key2 3 \"x\"", "(integer) 4"),
            example("GET key2", "\"\\x00\\x00\\x00x\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
];
