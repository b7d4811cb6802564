//! OBJECT: how a key's value lies in a server's memory, and when it was used.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[Record {
    name: "object",
    arity: -2,
    group: Group::Generic,
    since: "2.2.3",
    complexity: "Depends on subcommand.",
    summary: Text {
        en: "Tells how a key's value lies in memory",
        zh: "查看键的值在内存中的状况",
    },
    subcommands: SUBCOMMANDS,
    run: Run::Container,
    ..Record::DEFAULT
}];

/// The parts that the subcommands about a key share.
const OF_KEY: Record = Record {
    arity: 3,
    arguments: "key",
    group: Group::Generic,
    since: "2.2.3",
    flags: Flags::READONLY,
    categories: "keyspace",
    keys: &[KeySpec::at(2, "RO")],
    tips: "nondeterministic_output",
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "encoding",
        summary: Text {
            en: "Names the layout of a key's value: int, embstr up to 44 bytes, raw",
            zh: "返回值的内部编码：int、embstr（不超过 44 字节）或 raw",
        },
        examples: &[
            example("SET mykey 12", "OK"),
            example("OBJECT ENCODING mykey", "\"int\""),
            example("APPEND mykey 3", "(integer) 3"),
            example("OBJECT ENCODING mykey", "\"raw\""),
        ],
        ..OF_KEY
    },
    Record {
        name: "freq",
        since: "4.0.0",
        summary: Text {
            en: "Answers how often a key is used, where the server keeps count; this one does not",
            zh: "返回键的访问频率；此服务器未启用频率统计，因此返回错误",
        },
        ..OF_KEY
    },
    Record {
        name: "idletime",
        summary: Text {
            en: "Answers for how many seconds a key has not been used",
            zh: "返回键自上次访问以来的秒数",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("OBJECT IDLETIME mykey", "(integer) 0"),
        ],
        ..OF_KEY
    },
    Record {
        name: "refcount",
        summary: Text {
            en: "Answers how many hold a key's value; numbers below 10000 are shared without count",
            zh: "返回值的引用计数；10000 以下的整数为共享对象，不计数",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("OBJECT REFCOUNT mykey", "(integer) 1"),
            example("SET mykey 100", "OK"),
            example("OBJECT REFCOUNT mykey", "(integer) 2147483647"),
        ],
        ..OF_KEY
    },
    Record {
        name: "help",
        arity: 2,
        since: "6.2.0",
        summary: Text {
            en: "Lists what OBJECT can do",
            zh: "列出 OBJECT 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        categories: "keyspace",
        ..Record::DEFAULT
    },
];
