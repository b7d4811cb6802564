//! Strings, whole: GET, APPEND, STRLEN, and what answers with what was there before.

use crate::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "get",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "1.0.0",
        summary: summaries::GET,
        examples: &[
            example("GET nosuchkey", "(nil)"),
            example("SET mykey \"Hello\"", "OK"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "getset",
        arity: 3,
        arguments: "key value",
        group: Group::String,
        since: "1.0.0",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`SET` with the `!GET` argument",
        }),
        summary: summaries::GETSET,
        examples: &[
            example("GETSET mykey \"Hello\"", "(nil)"),
            example("GETSET mykey \"World\"", "\"Hello\""),
        ],
        flags: Flags::WRITE
            .and(Flags::DENY_OOM)
            .and(Flags::FAST)
            .and(Flags::LOOKS_UP),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
    Record {
        name: "getdel",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "6.2.0",
        summary: summaries::GETDEL,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("GETDEL mykey", "\"Hello\""),
            example("GETDEL mykey", "(nil)"),
        ],
        flags: Flags::WRITE.and(Flags::FAST).and(Flags::LOOKS_UP),
        keys: &[KeySpec::first("RW access delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "append",
        arity: 3,
        arguments: "key value",
        group: Group::String,
        since: "2.0.0",
        summary: summaries::APPEND,
        examples: &[
            example("APPEND mykey \"Hello\"", "(integer) 5"),
            example("APPEND mykey \" World\"", "(integer) 11"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        ..Record::DEFAULT
    },
    Record {
        name: "strlen",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "2.2.0",
        summary: summaries::STRLEN,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("STRLEN mykey", "(integer) 5"),
            example("STRLEN nosuchkey", "(integer) 0"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
];
