//! LATENCY: events that delayed the server, of which there are none where there is no clock.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "latency",
    arity: -2,
    group: Group::Server,
    since: "2.8.13",
    complexity: "Depends on subcommand.",
    summary: summaries::LATENCY,
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
        summary: summaries::LATENCY_DOCTOR,
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
        summary: summaries::LATENCY_GRAPH,
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
        summary: summaries::LATENCY_HISTOGRAM,
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
        summary: summaries::LATENCY_HISTORY,
        tips: "nondeterministic_output request_policy:all_nodes response_policy:special",
        examples: &[example("LATENCY HISTORY command", "(empty array)")],
        ..PART
    },
    Record {
        name: "latest",
        since: "2.8.13",
        summary: summaries::LATENCY_LATEST,
        tips: "nondeterministic_output request_policy:all_nodes response_policy:special",
        examples: &[example("LATENCY LATEST", "(empty array)")],
        ..PART
    },
    Record {
        name: "reset",
        arity: -2,
        arguments: "[event...]",
        since: "2.8.13",
        summary: summaries::LATENCY_RESET,
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        examples: &[example("LATENCY RESET", "(integer) 0")],
        ..PART
    },
    Record {
        name: "help",
        since: "2.8.13",
        summary: summaries::LATENCY_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
/// Redis' advice where nothing was slow.
pub const QUIET: &str = "Dave, no latency spike was observed during the lifetime of this Redis instance, not in the slightest bit. I honestly think you ought to sit down calmly, take a stress pill, and think things over.\n";
