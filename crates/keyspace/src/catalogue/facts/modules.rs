//! Modules.

use crate::catalogue::record::{Feature, Flags, Group, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "module",
    arity: -2,
    group: Group::Server,
    since: "4.0.0",
    complexity: "Depends on subcommand.",
    summary: summaries::MODULE,
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
        .and(Flags::NO_ASYNC_LOADING),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "list",
        since: "4.0.0",
        complexity: "O(N)",
        summary: summaries::MODULE_LIST,
        flags: Flags::ADMIN.and(Flags::NO_SCRIPT),
        tips: "nondeterministic_output_order",
        examples: &[example("MODULE LIST", "(empty array)")],
        ..PART
    },
    Record {
        name: "load",
        arity: -3,
        arguments: "path [arg...]",
        since: "4.0.0",
        summary: summaries::MODULE_LOAD,
        run: Run::LeftOut(Feature::Modules),
        ..PART
    },
    Record {
        name: "loadex",
        arity: -3,
        arguments: "path [CONFIG...=configs{name value}] [ARGS=args{arg}...]",
        since: "7.0.0",
        summary: summaries::MODULE_LOADEX,
        run: Run::LeftOut(Feature::Modules),
        ..PART
    },
    Record {
        name: "unload",
        arity: 3,
        arguments: "name",
        since: "4.0.0",
        summary: summaries::MODULE_UNLOAD,
        run: Run::LeftOut(Feature::Modules),
        ..PART
    },
    Record {
        name: "help",
        since: "5.0.0",
        summary: summaries::MODULE_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
