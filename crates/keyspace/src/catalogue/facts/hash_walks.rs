//! Hashes: all fields, or some of them.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "hgetall",
        arity: 2,
        arguments: "key",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        summary: summaries::HGETALL,
        examples: &[
            example(
                "HSET myhash field1 \"Hello\" field2 \"World\"",
                "(integer) 2",
            ),
            example(
                "HGETALL myhash",
                "1) \"field1\"\n2) \"Hello\"\n3) \"field2\"\n4) \"World\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output_order",
        ..Record::DEFAULT
    },
    Record {
        name: "hkeys",
        arity: 2,
        arguments: "key",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        summary: summaries::HKEYS,
        examples: &[
            example(
                "HSET myhash field1 \"Hello\" field2 \"World\"",
                "(integer) 2",
            ),
            example("HKEYS myhash", "1) \"field1\"\n2) \"field2\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output_order",
        ..Record::DEFAULT
    },
    Record {
        name: "hvals",
        arity: 2,
        arguments: "key",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        summary: summaries::HVALS,
        examples: &[
            example(
                "HSET myhash field1 \"Hello\" field2 \"World\"",
                "(integer) 2",
            ),
            example("HVALS myhash", "1) \"Hello\"\n2) \"World\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output_order",
        ..Record::DEFAULT
    },
    Record {
        name: "hrandfield",
        arity: -2,
        arguments: "key [options{count:integer [WITHVALUES]}]",
        group: Group::Hash,
        since: "6.2.0",
        complexity: "O(N)",
        summary: summaries::HRANDFIELD,
        examples: &[
            example("HSET coin heads obverse", "(integer) 1"),
            example("HRANDFIELD coin", "\"heads\""),
            example(
                "HRANDFIELD coin -2 WITHVALUES",
                "1) \"heads\"\n2) \"obverse\"\n3) \"heads\"\n4) \"obverse\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "hscan",
        arity: -3,
        arguments: "key cursor:integer [MATCH=pattern] [COUNT=count:integer]",
        group: Group::Hash,
        since: "2.8.0",
        summary: summaries::HSCAN,
        examples: &[
            example(
                "HSET myhash field1 \"Hello\" field2 \"World\"",
                "(integer) 2",
            ),
            example(
                "HSCAN myhash 0",
                "1) \"0\"\n2) 1) \"field1\"\n   2) \"Hello\"\n   3) \"field2\"\n   4) \"World\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
];
