//! MEMORY: what the server's memory is used for.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "memory",
    arity: -2,
    group: Group::Server,
    since: "4.0.0",
    complexity: "Depends on subcommand.",
    summary: summaries::MEMORY,
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
        summary: summaries::MEMORY_DOCTOR,
        tips: "nondeterministic_output request_policy:all_shards response_policy:special",
        ..PART
    },
    Record {
        name: "malloc-stats",
        since: "4.0.0",
        complexity: "Depends on how much memory is allocated, could be slow",
        summary: summaries::MEMORY_MALLOC_STATS,
        tips: "nondeterministic_output request_policy:all_shards response_policy:special",
        ..PART
    },
    Record {
        name: "purge",
        since: "4.0.0",
        complexity: "Depends on how much memory is allocated, could be slow",
        summary: summaries::MEMORY_PURGE,
        examples: &[example("MEMORY PURGE", "OK")],
        tips: "request_policy:all_shards response_policy:all_succeeded",
        ..PART
    },
    Record {
        name: "stats",
        since: "4.0.0",
        summary: summaries::MEMORY_STATS,
        tips: "nondeterministic_output request_policy:all_shards response_policy:special",
        ..PART
    },
    Record {
        name: "usage",
        arity: -3,
        arguments: "key [SAMPLES=count:integer]",
        since: "4.0.0",
        complexity: "O(N)",
        summary: summaries::MEMORY_USAGE,
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
        summary: summaries::MEMORY_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
