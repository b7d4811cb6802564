//! SLOWLOG: commands that took long.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "slowlog",
    arity: -2,
    group: Group::Server,
    since: "2.2.12",
    complexity: "Depends on subcommand.",
    summary: summaries::SLOWLOG,
    subcommands: SUBCOMMANDS,
    run: Run::Container,
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
        summary: summaries::SLOWLOG_GET,
        tips: "request_policy:all_nodes nondeterministic_output",
        examples: &[
            example("SLOWLOG GET", "(empty array)"),
            example(
                "SLOWLOG GET -2",
                "(error) ERR count should be greater than or equal to -1",
            ),
        ],
        ..PART
    },
    Record {
        name: "len",
        since: "2.2.12",
        summary: summaries::SLOWLOG_LEN,
        tips: "request_policy:all_nodes response_policy:agg_sum nondeterministic_output",
        examples: &[
            example("SLOWLOG LEN", "(integer) 0"),
            example("CONFIG SET slowlog-log-slower-than 0", "OK"),
            example("SLOWLOG LEN", "(integer) 1"),
        ],
        ..PART
    },
    Record {
        name: "reset",
        since: "2.2.12",
        complexity: "O(N)",
        summary: summaries::SLOWLOG_RESET,
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        examples: &[
            example("CONFIG SET slowlog-log-slower-than 0", "OK"),
            example("PING", "PONG"),
            example("SLOWLOG RESET", "OK"),
            example("SLOWLOG LEN", "(integer) 1"),
        ],
        ..PART
    },
    Record {
        name: "help",
        since: "6.2.0",
        summary: summaries::SLOWLOG_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
