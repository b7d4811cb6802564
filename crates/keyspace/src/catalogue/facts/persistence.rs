//! Saving data to files.

use crate::catalogue::record::{Feature, Flags, Group, Record, Run};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "save",
        group: Group::Server,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::SAVE,
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::NO_ASYNC_LOADING)
            .and(Flags::NO_MULTI),
        run: Run::LeftOut(Feature::Persistence),
        ..Record::DEFAULT
    },
    Record {
        name: "bgsave",
        arity: -1,
        arguments: "[SCHEDULE@3.2.2]",
        group: Group::Server,
        since: "1.0.0",
        summary: summaries::BGSAVE,
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::NO_ASYNC_LOADING),
        run: Run::LeftOut(Feature::Persistence),
        ..Record::DEFAULT
    },
    Record {
        name: "bgrewriteaof",
        group: Group::Server,
        since: "1.0.0",
        summary: summaries::BGREWRITEAOF,
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::NO_ASYNC_LOADING),
        run: Run::LeftOut(Feature::Persistence),
        ..Record::DEFAULT
    },
    Record {
        name: "lastsave",
        group: Group::Server,
        since: "1.0.0",
        summary: summaries::LASTSAVE,
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        categories: "admin dangerous",
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "shutdown",
        arity: -1,
        arguments: "[nosave_save(NOSAVE|SAVE)] [NOW@7.0.0] [FORCE@7.0.0] [ABORT@7.0.0]",
        group: Group::Server,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::SHUTDOWN,
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE)
            .and(Flags::NO_MULTI)
            .and(Flags::ALLOW_BUSY),
        run: Run::LeftOut(Feature::Persistence),
        ..Record::DEFAULT
    },
];
