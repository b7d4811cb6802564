//! Streams: reading what is new, alone or as a consumer of a group, and waiting for it.

use crate::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "xread",
        arity: -4,
        arguments: "[COUNT=count:integer] [BLOCK=milliseconds:integer] STREAMS=streams{key... id...}",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the entries of streams behind given IDs, and waits for new ones if asked to",
            zh: "返回各流中位于给定 ID 之后的条目，可阻塞等待新条目",
        },
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
        summary: Text {
            en: "Answers entries of streams as a consumer of a group; each one goes to one consumer",
            zh: "以消费者组成员的身份读取流；每个条目只交给一个消费者",
        },
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
