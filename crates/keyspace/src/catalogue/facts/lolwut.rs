//! LOLWUT: computer art, drawn at each call, and the version.

use crate::catalogue::record::{Flags, Group, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "lolwut",
    arity: -1,
    arguments: "[VERSION=version:integer]",
    group: Group::Server,
    since: "5.0.0",
    complexity: "",
    summary: summaries::LOLWUT,
    examples: &[example("LOLWUT", "Redis ver. 7.0.15")],
    flags: Flags::READONLY.and(Flags::FAST),
    ..Record::DEFAULT
}];
