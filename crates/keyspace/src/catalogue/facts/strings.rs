//! Strings, whole: GET, APPEND, STRLEN, and what answers with what was there before.

use crate::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "get",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "1.0.0",
        summary: Text {
            en: "Answers the string under a key",
            zh: "返回键中的字符串",
        },
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
        summary: Text {
            en: "Stores a string under a key and answers what was there before",
            zh: "把字符串存入键，并返回原来的值",
        },
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
        summary: Text {
            en: "Answers the string under a key and deletes the key",
            zh: "返回键中的字符串，并删除该键",
        },
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
        summary: Text {
            en: "Adds to the end of the string under a key, which is made if need be",
            zh: "在键中字符串的末尾追加内容；键不存在时先创建",
        },
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
        summary: Text {
            en: "Answers the length of the string under a key, in bytes",
            zh: "返回键中字符串的字节长度",
        },
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
