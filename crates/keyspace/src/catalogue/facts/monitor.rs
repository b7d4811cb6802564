//! MONITOR.

use crate::catalogue::record::{Flags, Group, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "monitor",
    group: Group::Server,
    since: "1.0.0",
    complexity: "",
    summary: summaries::MONITOR,
    examples: &[example("MONITOR", "OK")],
    flags: Flags::ADMIN
        .and(Flags::NO_SCRIPT)
        .and(Flags::LOADING)
        .and(Flags::STALE),
    ..Record::DEFAULT
}];
