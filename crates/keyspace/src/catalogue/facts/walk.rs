//! Walks through a database: KEYS and SCAN in slices, and RANDOMKEY.

use crate::catalogue::record::{Flags, Group, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "keys",
        arity: 2,
        arguments: "pattern",
        group: Group::Generic,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Lists the keys whose names match a pattern of ?, * and [...]",
            zh: "列出名称符合通配模式（?、*、[...]）的键",
        },
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
        summary: Text {
            en: "Walks through the names of all keys a few at a time; 0 begins and ends the walk",
            zh: "分批遍历所有键名；游标 0 表示开始和结束",
        },
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
        summary: Text {
            en: "Answers the name of one of the keys",
            zh: "随机返回一个键名",
        },
        examples: &[example("SET one 1", "OK"), example("RANDOMKEY", "\"one\"")],
        flags: Flags::READONLY,
        tips: "request_policy:all_shards nondeterministic_output",
        ..Record::DEFAULT
    },
];
