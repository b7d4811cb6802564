//! INCRBYFLOAT: strings that are decimal numbers, counted up and down.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "incrbyfloat",
    arity: 3,
    arguments: "key increment:double",
    group: Group::String,
    since: "2.6.0",
    complexity: "O(1)",
    summary: summaries::INCRBYFLOAT,
    examples: &[
        example("SET mykey 10.50", "OK"),
        example("INCRBYFLOAT mykey 0.1", "\"10.6\""),
        example("INCRBYFLOAT mykey -5", "\"5.6\""),
        example("SET mykey 5.0e3", "OK"),
        example("INCRBYFLOAT mykey 2.0e2", "\"5200\""),
    ],
    flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
    keys: &[KeySpec::first("RW access update")],
    ..Record::DEFAULT
}];
