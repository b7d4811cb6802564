//! LATENCY: events that delayed the server, of which there are none where there is no clock.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use base::text::Text;

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
    run: Run::Container,
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
        examples: &[
            example("CONFIG SET latency-monitor-threshold 100", "OK"),
            example("LATENCY DOCTOR", QUIET.trim_ascii_end()),
        ],
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
        examples: &[example(
            "LATENCY GRAPH command",
            "(error) ERR No samples available for event 'command'",
        )],
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
        examples: &[
            example("PING", "PONG"),
            example(
                "LATENCY HISTOGRAM ping",
                "1) \"ping\"\n2) 1) \"calls\"\n   2) (integer) 1\n   3) \"histogram_usec\"\n   4) 1) (integer) 1\n      2) (integer) 1",
            ),
        ],
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
        examples: &[example("LATENCY HISTORY command", "(empty array)")],
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
        examples: &[example("LATENCY LATEST", "(empty array)")],
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
        examples: &[example("LATENCY RESET", "(integer) 0")],
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
        ..PART
    },
];
/// Redis' advice where nothing was slow.
pub const QUIET: &str = "Dave, no latency spike was observed during the lifetime of this Redis instance, not in the slightest bit. I honestly think you ought to sit down calmly, take a stress pill, and think things over.\n";
