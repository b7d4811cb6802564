//! Hashes: fields by their names.

use crate::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "hset",
        arity: -4,
        arguments: "key field_value{field value}...",
        group: Group::Hash,
        since: "2.0.0",
        summary: summaries::HSET,
        examples: &[
            example("HSET myhash field1 \"Hello\"", "(integer) 1"),
            example("HSET myhash field1 \"World\" field2 \"Hi\"", "(integer) 1"),
            example(
                "HGETALL myhash",
                "1) \"field1\"\n2) \"World\"\n3) \"field2\"\n4) \"Hi\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "hsetnx",
        arity: 4,
        arguments: "key field value",
        group: Group::Hash,
        since: "2.0.0",
        summary: summaries::HSETNX,
        examples: &[
            example("HSETNX myhash field \"Hello\"", "(integer) 1"),
            example("HSETNX myhash field \"World\"", "(integer) 0"),
            example("HGET myhash field", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        ..Record::DEFAULT
    },
    Record {
        name: "hmset",
        arity: -4,
        arguments: "key field_value{field value}...",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        deprecated: Some(Deprecated {
            since: "4.0.0",
            replaced_by: "`HSET` with multiple field-value pairs",
        }),
        summary: summaries::HMSET,
        examples: &[
            example("HMSET myhash field1 \"Hello\" field2 \"World\"", "OK"),
            example("HGET myhash field2", "\"World\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "hget",
        arity: 3,
        arguments: "key field",
        group: Group::Hash,
        since: "2.0.0",
        summary: summaries::HGET,
        examples: &[
            example("HSET myhash field1 \"foo\"", "(integer) 1"),
            example("HGET myhash field1", "\"foo\""),
            example("HGET myhash field2", "(nil)"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "hmget",
        arity: -3,
        arguments: "key field...",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        summary: summaries::HMGET,
        examples: &[
            example(
                "HSET myhash field1 \"Hello\" field2 \"World\"",
                "(integer) 2",
            ),
            example(
                "HMGET myhash field1 field2 nofield",
                "1) \"Hello\"\n2) \"World\"\n3) (nil)",
            ),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "hdel",
        arity: -3,
        arguments: "key field...",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        summary: summaries::HDEL,
        examples: &[
            example("HSET myhash field1 \"foo\"", "(integer) 1"),
            example("HDEL myhash field1", "(integer) 1"),
            example("HDEL myhash field2", "(integer) 0"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "hexists",
        arity: 3,
        arguments: "key field",
        group: Group::Hash,
        since: "2.0.0",
        summary: summaries::HEXISTS,
        examples: &[
            example("HSET myhash field1 \"foo\"", "(integer) 1"),
            example("HEXISTS myhash field1", "(integer) 1"),
            example("HEXISTS myhash field2", "(integer) 0"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
    Record {
        name: "hlen",
        arity: 2,
        arguments: "key",
        group: Group::Hash,
        since: "2.0.0",
        summary: summaries::HLEN,
        examples: &[
            example(
                "HSET myhash field1 \"Hello\" field2 \"World\"",
                "(integer) 2",
            ),
            example("HLEN myhash", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
    Record {
        name: "hstrlen",
        arity: 3,
        arguments: "key field",
        group: Group::Hash,
        since: "3.2.0",
        summary: summaries::HSTRLEN,
        examples: &[
            example("HSET myhash f1 HelloWorld f2 99 f3 -256", "(integer) 3"),
            example("HSTRLEN myhash f1", "(integer) 10"),
            example("HSTRLEN myhash f3", "(integer) 4"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
    Record {
        name: "hincrby",
        arity: 4,
        arguments: "key field increment:integer",
        group: Group::Hash,
        since: "2.0.0",
        summary: summaries::HINCRBY,
        examples: &[
            example("HSET myhash field 5", "(integer) 1"),
            example("HINCRBY myhash field 1", "(integer) 6"),
            example("HINCRBY myhash field -10", "(integer) -4"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
    Record {
        name: "hincrbyfloat",
        arity: 4,
        arguments: "key field increment:double",
        group: Group::Hash,
        since: "2.6.0",
        summary: summaries::HINCRBYFLOAT,
        examples: &[
            example("HSET mykey field 10.50", "(integer) 1"),
            example("HINCRBYFLOAT mykey field 0.1", "\"10.6\""),
            example("HINCRBYFLOAT mykey field -5", "\"5.6\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
];
