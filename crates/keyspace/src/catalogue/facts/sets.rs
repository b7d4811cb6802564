//! Sets: members of one set, or two.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "sadd",
        arity: -3,
        arguments: "key member...",
        group: Group::Set,
        since: "1.0.0",
        summary: summaries::SADD,
        examples: &[
            example("SADD myset 3 1 2 1", "(integer) 3"),
            example("SADD myset 3", "(integer) 0"),
            example("SMEMBERS myset", "1) \"1\"\n2) \"2\"\n3) \"3\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        ..Record::DEFAULT
    },
    Record {
        name: "srem",
        arity: -3,
        arguments: "key member...",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::SREM,
        examples: &[
            example("SADD myset one two", "(integer) 2"),
            example("SREM myset one four", "(integer) 1"),
            example("SMEMBERS myset", "1) \"two\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "scard",
        arity: 2,
        arguments: "key",
        group: Group::Set,
        since: "1.0.0",
        summary: summaries::SCARD,
        examples: &[
            example("SADD myset one two", "(integer) 2"),
            example("SCARD myset", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
    Record {
        name: "sismember",
        arity: 3,
        arguments: "key member",
        group: Group::Set,
        since: "1.0.0",
        summary: summaries::SISMEMBER,
        examples: &[
            example("SADD myset one", "(integer) 1"),
            example("SISMEMBER myset one", "(integer) 1"),
            example("SISMEMBER myset two", "(integer) 0"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
    Record {
        name: "smismember",
        arity: -3,
        arguments: "key member...",
        group: Group::Set,
        since: "6.2.0",
        complexity: "O(N)",
        summary: summaries::SMISMEMBER,
        examples: &[
            example("SADD myset one", "(integer) 1"),
            example("SMISMEMBER myset one two", "1) (integer) 1\n2) (integer) 0"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "smembers",
        arity: 2,
        arguments: "key",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::SMEMBERS,
        examples: &[
            example("SADD myset 30 4 17", "(integer) 3"),
            example("SMEMBERS myset", "1) \"4\"\n2) \"17\"\n3) \"30\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output_order",
        ..Record::DEFAULT
    },
    Record {
        name: "smove",
        arity: 4,
        arguments: "source:key destination:key1 member",
        group: Group::Set,
        since: "1.0.0",
        summary: summaries::SMOVE,
        examples: &[
            example("SADD todo one", "(integer) 1"),
            example("SMOVE todo done one", "(integer) 1"),
            example("SMEMBERS done", "1) \"one\""),
            example("EXISTS todo", "(integer) 0"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[
            KeySpec::first("RW access delete"),
            KeySpec::at(2, "RW insert"),
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "spop",
        arity: -2,
        arguments: "key [count:integer@3.2.0]",
        group: Group::Set,
        since: "1.0.0",
        summary: summaries::SPOP,
        examples: &[
            example("SADD myset one", "(integer) 1"),
            example("SPOP myset", "\"one\""),
            example("SPOP myset", "(nil)"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access delete")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "srandmember",
        arity: -2,
        arguments: "key [count:integer@2.6.0]",
        group: Group::Set,
        since: "1.0.0",
        summary: summaries::SRANDMEMBER,
        examples: &[
            example("SADD myset one", "(integer) 1"),
            example("SRANDMEMBER myset", "\"one\""),
            example("SRANDMEMBER myset -3", "1) \"one\"\n2) \"one\"\n3) \"one\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "sscan",
        arity: -3,
        arguments: "key cursor:integer [MATCH=pattern] [COUNT=count:integer]",
        group: Group::Set,
        since: "2.8.0",
        summary: summaries::SSCAN,
        examples: &[
            example("SADD myset 1 2 3", "(integer) 3"),
            example(
                "SSCAN myset 0",
                "1) \"0\"\n2) 1) \"1\"\n   2) \"2\"\n   3) \"3\"",
            ),
            example("SSCAN myset 0 MATCH *2", "1) \"0\"\n2) 1) \"2\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
];
