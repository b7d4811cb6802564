//! Streams: reading what is new, alone or as a consumer of a group, and waiting for it.

use crate::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "xread",
        arity: -4,
        arguments: "[COUNT=count:integer] [BLOCK=milliseconds:integer] STREAMS=streams{key... id...}",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: summaries::XREAD,
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XADD mystream 1-2 item 2", "\"1-2\""),
            example(
                "XREAD COUNT 2 STREAMS mystream 1-1",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-2\"\n         2) 1) \"item\"\n            2) \"2\"",
            ),
            example("XREAD STREAMS mystream $", "(nil)"),
        ],
        flags: Flags::READONLY
            .and(Flags::BLOCKING)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -1,
                step: 1,
                limit: 2,
            },
            ..KeySpec::behind("STREAMS", 1, "RO access")
        }],
        ..Record::DEFAULT
    },
    Record {
        name: "xreadgroup",
        arity: -7,
        arguments: "GROUP=group_consumer{group consumer} [COUNT=count:integer] [BLOCK=milliseconds:integer] [NOACK] STREAMS=streams{key... id...}",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(M)",
        summary: summaries::XREADGROUP,
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XGROUP CREATE mystream mygroup 0", "OK"),
            example(
                "XREADGROUP GROUP mygroup Alice STREAMS mystream >",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-1\"\n         2) 1) \"item\"\n            2) \"1\"",
            ),
            example("XREADGROUP GROUP mygroup Bob STREAMS mystream >", "(nil)"),
            example(
                "XREADGROUP GROUP mygroup Alice STREAMS mystream 0",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-1\"\n         2) 1) \"item\"\n            2) \"1\"",
            ),
        ],
        flags: Flags::WRITE
            .and(Flags::BLOCKING)
            .and(Flags::MOVABLE_KEYS)
            .and(Flags::LOOKS_UP),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -1,
                step: 1,
                limit: 2,
            },
            ..KeySpec::behind("STREAMS", 4, "RO access")
        }],
        ..Record::DEFAULT
    },
];
