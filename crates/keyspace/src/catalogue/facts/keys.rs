//! Keys, whatever they hold: whether they are there, what their names are, and deleting them.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "del",
        arity: -2,
        arguments: "key...",
        group: Group::Generic,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Deletes keys and answers how many there were",
            zh: "删除键，返回实际删除的个数",
        },
        examples: &[
            example("SET key1 \"Hello\"", "OK"),
            example("SET key2 \"World\"", "OK"),
            example("DEL key1 key2 key3", "(integer) 2"),
        ],
        flags: Flags::WRITE,
        keys: &[KeySpec::all("RM delete")],
        tips: "request_policy:multi_shard response_policy:agg_sum",
        ..Record::DEFAULT
    },
    Record {
        name: "exists",
        arity: -2,
        arguments: "key...",
        group: Group::Generic,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers how many of the keys exist; a key named twice counts twice",
            zh: "返回存在的键的个数；重复列出的键重复计数",
        },
        examples: &[
            example("SET key1 \"Hello\"", "OK"),
            example("EXISTS key1", "(integer) 1"),
            example("EXISTS key1 key1 nosuchkey", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::all("RO")],
        tips: "request_policy:multi_shard response_policy:agg_sum",
        ..Record::DEFAULT
    },
    Record {
        name: "type",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "1.0.0",
        summary: Text {
            en: "Answers the type of what a key holds",
            zh: "返回键中值的类型",
        },
        examples: &[
            example("SET key1 \"value\"", "OK"),
            example("TYPE key1", "string"),
            example("TYPE nosuchkey", "none"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
    Record {
        name: "unlink",
        arity: -2,
        arguments: "key...",
        group: Group::Generic,
        since: "4.0.0",
        summary: Text {
            en: "Deletes keys as DEL does; a server's memory is freed later",
            zh: "与 DEL 一样删除键，内存稍后才回收",
        },
        examples: &[
            example("SET key1 \"Hello\"", "OK"),
            example("UNLINK key1 key2", "(integer) 1"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::all("RM delete")],
        tips: "request_policy:multi_shard response_policy:agg_sum",
        ..Record::DEFAULT
    },
    Record {
        name: "touch",
        arity: -2,
        arguments: "key...",
        group: Group::Generic,
        since: "3.2.1",
        complexity: "O(N)",
        summary: Text {
            en: "Counts as a use of the keys and answers how many of them exist",
            zh: "更新键的最后访问时间，返回其中存在的个数",
        },
        examples: &[
            example("SET key1 \"Hello\"", "OK"),
            example("TOUCH key1 key2", "(integer) 1"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::all("RO")],
        tips: "request_policy:multi_shard response_policy:agg_sum",
        ..Record::DEFAULT
    },
];
