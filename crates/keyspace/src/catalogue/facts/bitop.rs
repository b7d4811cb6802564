//! BITOP: whole strings combined bit by bit, in slices, since there may be many and they may be long.

use crate::catalogue::record::{Flags, Group, KeyBegin, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "bitop",
    arity: -4,
    arguments: "operation destkey:key key:key1...",
    group: Group::Bitmap,
    since: "2.6.0",
    complexity: "O(N)",
    summary: summaries::BITOP,
    examples: &[
        example("SET key1 \"foobar\"", "OK"),
        example("SET key2 \"abcdef\"", "OK"),
        example("BITOP AND dest key1 key2", "(integer) 6"),
        example("GET dest", "\"`bc`ab\""),
    ],
    flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::LOOKS_UP),
    keys: &[
        KeySpec::at(2, "OW update"),
        KeySpec {
            begin: KeyBegin::Index(3),
            ..KeySpec::all("RO access")
        },
    ],
    ..Record::DEFAULT
}];
