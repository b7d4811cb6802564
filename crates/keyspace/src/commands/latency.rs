//! LATENCY: events that delayed the server, of which there are none where there is no clock.

use crate::catalogue::command::{self, Command};
use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::parameters;
use crate::server::statistics::Calls;
use base::text::Text;
use std::sync::Arc;

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
        run: Run::Now(doctor),
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
        run: Run::Now(graph),
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
        run: Run::Now(histogram),
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
        run: Run::Now(|_| Ok(Reply::Array(Vec::new()))),
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
        run: Run::Now(|_| Ok(Reply::Array(Vec::new()))),
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
        run: Run::Now(|_| Ok(Reply::Int(0))),
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
        run: Run::Now(|_| Ok(Reply::lines(HELP))),
        ..PART
    },
];

const HELP: &str = "\
LATENCY <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
DOCTOR
    Return a human readable latency analysis report.
GRAPH <event>
    Return an ASCII latency graph for the <event> class.
HISTORY <event>
    Return time-latency samples for the <event> class.
LATEST
    Return the latest latency samples for all events.
RESET [<event> ...]
    Reset latency data of one or more <event> classes.
    (default: reset all data for all event classes)
HISTOGRAM [COMMAND ...]
    Return a cumulative distribution of latencies in the format of a histogram for the specified command names.
    If no commands are specified then all histograms are replied.
HELP
    Prints this help.";

/// Redis' advice where it measures nothing.
const DISABLED: &str = "I'm sorry, Dave, I can't do that. Latency monitoring is disabled in this Redis instance. You may use \"CONFIG SET latency-monitor-threshold <milliseconds>.\" in order to enable it. If we weren't in a deep space mission I'd suggest to take a look at https://redis.io/topics/latency-monitor.\n";
/// Redis' advice where nothing was slow.
const QUIET: &str = "Dave, no latency spike was observed during the lifetime of this Redis instance, not in the slightest bit. I honestly think you ought to sit down calmly, take a stress pill, and think things over.\n";

fn doctor(call: &mut Call<'_>) -> Result<Reply, Error> {
    let threshold = parameters::named(b"latency-monitor-threshold");
    let is_disabled = threshold.is_none_or(|threshold| *call.server.parameter(&threshold) == *b"0");
    let advice = if is_disabled { DISABLED } else { QUIET };
    Ok(Reply::Text(Arc::new(advice.into())))
}

fn graph(call: &mut Call<'_>) -> Result<Reply, Error> {
    let event = call.args.word()?;
    Err(args::quoted(
        "ERR No samples available for event '",
        event,
        "'",
    ))
}

fn histogram(call: &mut Call<'_>) -> Result<Reply, Error> {
    let mode = call.server.mode();
    let calls = &call.server.statistics.calls;
    let tracked = |calls: &&Calls| calls.tracked > 0;
    let mut found = Vec::new();
    if call.args.is_empty() {
        for calls in calls.iter().filter(tracked) {
            found.extend(command::at(calls.name_at).map(|command| durations(command, calls)));
        }
    }
    for name in call.args.rest() {
        let Some(asked) = mode.by_full_name(name) else {
            continue;
        };
        for command in std::iter::once(asked).chain(asked.subcommands()) {
            let mut calls = calls.iter().filter(tracked);
            let calls = calls.find(|calls| calls.name_at == command.name_at);
            found.extend(calls.map(|calls| durations(command, calls)));
        }
    }
    Ok(Reply::Map(found))
}

/// All calls are in the first place of the histogram: none takes any time.
fn durations(command: &Command, calls: &Calls) -> (Reply, Reply) {
    let count = || Reply::Int(calls.tracked as i64);
    let histogram = Reply::Map(vec![(Reply::Int(1), count())]);
    let durations = Reply::Map(vec![
        (Reply::bulk("calls"), count()),
        (Reply::bulk("histogram_usec"), histogram),
    ]);
    (Reply::bulk(command.full_name()), durations)
}
