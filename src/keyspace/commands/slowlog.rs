//! SLOWLOG: commands that took long.

use crate::keyspace::catalogue::record::{Flags, Group, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[Record {
    name: "slowlog",
    arity: -2,
    group: Group::Server,
    since: "2.2.12",
    complexity: "Depends on subcommand.",
    summary: Text {
        en: "Tells which commands took long",
        zh: "查看耗时较长的命令",
    },
    subcommands: SUBCOMMANDS,
    run: Run::LeftOut("monitoring"),
    ..Record::DEFAULT
}];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 2,
    group: Group::Server,
    flags: Flags::ADMIN.and(Flags::LOADING).and(Flags::STALE),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "get",
        arity: -2,
        arguments: "[count:integer]",
        since: "2.2.12",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the latest commands that took long",
            zh: "返回最近耗时较长的命令",
        },
        tips: "request_policy:all_nodes nondeterministic_output",
        run: Run::LeftOut("monitoring"),
        ..PART
    },
    Record {
        name: "len",
        since: "2.2.12",
        summary: Text {
            en: "Answers how many commands the slow log holds",
            zh: "返回慢日志中的命令个数",
        },
        tips: "request_policy:all_nodes response_policy:agg_sum nondeterministic_output",
        run: Run::LeftOut("monitoring"),
        ..PART
    },
    Record {
        name: "reset",
        since: "2.2.12",
        complexity: "O(N)",
        summary: Text {
            en: "Empties the slow log",
            zh: "清空慢日志",
        },
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        run: Run::LeftOut("monitoring"),
        ..PART
    },
    Record {
        name: "help",
        since: "6.2.0",
        summary: Text {
            en: "Lists what SLOWLOG can do",
            zh: "列出 SLOWLOG 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        run: Run::LeftOut("monitoring"),
        ..PART
    },
];
