//! MEMORY: what the server's memory is used for.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[Record {
    name: "memory",
    arity: -2,
    group: Group::Server,
    since: "4.0.0",
    complexity: "Depends on subcommand.",
    summary: Text {
        en: "Tells what the server's memory is used for",
        zh: "查看服务器内存的用途",
    },
    subcommands: SUBCOMMANDS,
    run: Run::Container,
    ..Record::DEFAULT
}];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 2,
    group: Group::Server,
    flags: Flags::NONE,
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "doctor",
        since: "4.0.0",
        summary: Text {
            en: "Answers advice on the use of memory",
            zh: "返回关于内存使用的建议",
        },
        tips: "nondeterministic_output request_policy:all_shards response_policy:special",
        ..PART
    },
    Record {
        name: "malloc-stats",
        since: "4.0.0",
        complexity: "Depends on how much memory is allocated, could be slow",
        summary: Text {
            en: "Answers what the memory allocator counts",
            zh: "返回内存分配器的统计",
        },
        tips: "nondeterministic_output request_policy:all_shards response_policy:special",
        ..PART
    },
    Record {
        name: "purge",
        since: "4.0.0",
        complexity: "Depends on how much memory is allocated, could be slow",
        summary: Text {
            en: "Lets the memory allocator give free memory back",
            zh: "让内存分配器归还空闲内存",
        },
        examples: &[example("MEMORY PURGE", "OK")],
        tips: "request_policy:all_shards response_policy:all_succeeded",
        ..PART
    },
    Record {
        name: "stats",
        since: "4.0.0",
        summary: Text {
            en: "Answers how much memory each purpose takes",
            zh: "返回各用途占用的内存",
        },
        tips: "nondeterministic_output request_policy:all_shards response_policy:special",
        ..PART
    },
    Record {
        name: "usage",
        arity: -3,
        arguments: "key [SAMPLES=count:integer]",
        since: "4.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Estimates how many bytes a key takes with its value",
            zh: "估算键及其值占用的字节数",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("MEMORY USAGE mykey", "(integer) 64"),
            example("MEMORY USAGE other", "(nil)"),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::at(2, "RO")],
        ..PART
    },
    Record {
        name: "help",
        since: "4.0.0",
        summary: Text {
            en: "Lists what MEMORY can do",
            zh: "列出 MEMORY 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
