//! Hashes: fields by their names.

use crate::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "hset",
        arity: -4,
        arguments: "key field_value{field value}...",
        group: Group::Hash,
        since: "2.0.0",
        summary: Text {
            en: "Sets fields of the hash under a key and answers how many are new",
            zh: "设置哈希的字段，返回新增的字段个数",
        },
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
        summary: Text {
            en: "Sets a field of a hash that the hash does not have yet",
            zh: "仅当字段不存在时，设置哈希的字段",
        },
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
        summary: Text {
            en: "Sets fields of the hash under a key; an older form of HSET",
            zh: "设置哈希的多个字段；HSET 的旧形式",
        },
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
        summary: Text {
            en: "Answers the value of a field of a hash",
            zh: "返回哈希中一个字段的值",
        },
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
        summary: Text {
            en: "Answers the values of several fields of a hash",
            zh: "返回哈希中多个字段的值",
        },
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
        summary: Text {
            en: "Deletes fields of a hash and answers how many were there",
            zh: "删除哈希的字段，返回实际删除的个数",
        },
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
        summary: Text {
            en: "Answers whether a hash has a field",
            zh: "判断哈希是否有某个字段",
        },
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
        summary: Text {
            en: "Answers how many fields a hash has",
            zh: "返回哈希的字段个数",
        },
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
        summary: Text {
            en: "Answers the length of a field's value, in bytes",
            zh: "返回哈希中一个字段的值的字节长度",
        },
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
        summary: Text {
            en: "Adds a whole number to the number in a field; a missing field counts as 0",
            zh: "把字段中的整数加上给定的整数；字段不存在时视为 0",
        },
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
        summary: Text {
            en: "Adds a decimal number to the number in a field; a missing field counts as 0",
            zh: "把字段中的数加上给定的小数；字段不存在时视为 0",
        },
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
