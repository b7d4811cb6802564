//! CONFIG: reads and sets parameters.

use crate::catalogue::record::{Feature, Flags, Group, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "config",
    arity: -2,
    group: Group::Server,
    since: "2.0.0",
    complexity: "Depends on subcommand.",
    summary: summaries::CONFIG,
    subcommands: SUBCOMMANDS,
    run: Run::Container,
    ..Record::DEFAULT
}];

/// The parts that all except HELP share.
const PART: Record = Record {
    group: Group::Server,
    since: "2.0.0",
    flags: Flags::ADMIN
        .and(Flags::NO_SCRIPT)
        .and(Flags::LOADING)
        .and(Flags::STALE),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "get",
        arity: -3,
        arguments: "parameter{parameter}...",
        complexity: "O(N)",
        summary: summaries::CONFIG_GET,
        examples: &[
            example("CONFIG GET databases", "1) \"databases\"\n2) \"16\""),
            example("CONFIG GET nosuch", "(empty array)"),
        ],
        ..PART
    },
    Record {
        name: "set",
        arity: -4,
        arguments: "parameter_value{parameter value}...",
        complexity: "O(N)",
        summary: summaries::CONFIG_SET,
        examples: &[
            example("CONFIG SET maxmemory 1mb", "OK"),
            example("CONFIG GET maxmemory", "1) \"maxmemory\"\n2) \"1048576\""),
        ],
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        ..PART
    },
    Record {
        name: "resetstat",
        arity: 2,
        summary: summaries::CONFIG_RESETSTAT,
        examples: &[example("CONFIG RESETSTAT", "OK")],
        ..PART
    },
    Record {
        name: "rewrite",
        arity: 2,
        since: "2.8.0",
        summary: summaries::CONFIG_REWRITE,
        run: Run::LeftOut(Feature::Persistence),
        ..PART
    },
    Record {
        name: "help",
        arity: 2,
        since: "5.0.0",
        summary: summaries::CONFIG_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
