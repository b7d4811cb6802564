//! LATENCY: events that delayed the server.

use crate::keyspace::catalogue::record::{Flags, Group, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[Record {
    name: "latency",
    arity: -2,
    group: Group::Server,
    since: "2.8.13",
    complexity: "Depends on subcommand.",
    summary: Text {
        en: "Tells which events delayed the server",
        zh: "查看造成服务器延迟的事件",
    },
    subcommands: SUBCOMMANDS,
    run: Run::LeftOut("monitoring"),
    ..Record::DEFAULT
}];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 2,
    group: Group::Server,
    flags: Flags::ADMIN
        .and(Flags::NO_SCRIPT)
        .and(Flags::LOADING)
        .and(Flags::STALE),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "doctor",
        since: "2.8.13",
        summary: Text {
            en: "Answers advice on the delays that were measured",
            zh: "返回关于所测延迟的建议",
        },
        tips: "nondeterministic_output request_policy:all_nodes response_policy:special",
        run: Run::LeftOut("monitoring"),
        ..PART
    },
    Record {
        name: "graph",
        arity: 3,
        arguments: "event",
        since: "2.8.13",
        summary: Text {
            en: "Draws the delays of an event in characters",
            zh: "用字符绘制某事件的延迟曲线",
        },
        tips: "nondeterministic_output request_policy:all_nodes response_policy:special",
        run: Run::LeftOut("monitoring"),
        ..PART
    },
    Record {
        name: "histogram",
        arity: -2,
        arguments: "[command...]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers how the durations of commands are distributed",
            zh: "返回命令耗时的分布",
        },
        tips: "nondeterministic_output request_policy:all_nodes response_policy:special",
        run: Run::LeftOut("monitoring"),
        ..PART
    },
    Record {
        name: "history",
        arity: 3,
        arguments: "event",
        since: "2.8.13",
        summary: Text {
            en: "Answers the delays that were measured for an event",
            zh: "返回某事件所测的延迟",
        },
        tips: "nondeterministic_output request_policy:all_nodes response_policy:special",
        run: Run::LeftOut("monitoring"),
        ..PART
    },
    Record {
        name: "latest",
        since: "2.8.13",
        summary: Text {
            en: "Answers the latest delay of every event",
            zh: "返回每个事件最近的延迟",
        },
        tips: "nondeterministic_output request_policy:all_nodes response_policy:special",
        run: Run::LeftOut("monitoring"),
        ..PART
    },
    Record {
        name: "reset",
        arity: -2,
        arguments: "[event...]",
        since: "2.8.13",
        summary: Text {
            en: "Drops the delays that were measured",
            zh: "清除所测的延迟",
        },
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        run: Run::LeftOut("monitoring"),
        ..PART
    },
    Record {
        name: "help",
        since: "2.8.13",
        summary: Text {
            en: "Lists what LATENCY can do",
            zh: "列出 LATENCY 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        run: Run::LeftOut("monitoring"),
        ..PART
    },
];
