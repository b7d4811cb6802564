//! INFO: the facts about this server under Redis' names.

use crate::catalogue::record::{Flags, Group, Record};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "info",
    arity: -1,
    arguments: "[section...]",
    group: Group::Server,
    summary: summaries::INFO,
    flags: Flags::LOADING.and(Flags::STALE),
    categories: "dangerous",
    tips: "nondeterministic_output request_policy:all_shards response_policy:special",
    ..Record::DEFAULT
}];
