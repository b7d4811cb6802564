//! Several keys at once: MGET, MSET, MSETNX.

use crate::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "mget",
        arity: -2,
        arguments: "key...",
        group: Group::String,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::MGET,
        examples: &[
            example("SET key1 \"Hello\"", "OK"),
            example("SET key2 \"World\"", "OK"),
            example(
                "MGET key1 key2 nonexisting",
                "1) \"Hello\"\n2) \"World\"\n3) (nil)",
            ),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::all("RO access")],
        tips: "request_policy:multi_shard",
        ..Record::DEFAULT
    },
    Record {
        name: "mset",
        arity: -3,
        arguments: "key_value{key value}...",
        group: Group::String,
        since: "1.0.1",
        complexity: "O(N)",
        summary: summaries::MSET,
        examples: &[
            example("MSET key1 \"Hello\" key2 \"World\"", "OK"),
            example("GET key1", "\"Hello\""),
            example("GET key2", "\"World\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -1,
                step: 2,
                limit: 0,
            },
            ..KeySpec::first("OW update")
        }],
        tips: "request_policy:multi_shard response_policy:all_succeeded",
        ..Record::DEFAULT
    },
    Record {
        name: "msetnx",
        arity: -3,
        arguments: "key_value{key value}...",
        group: Group::String,
        since: "1.0.1",
        complexity: "O(N)",
        summary: summaries::MSETNX,
        examples: &[
            example("MSETNX key1 \"Hello\" key2 \"there\"", "(integer) 1"),
            example("MSETNX key2 \"new\" key3 \"world\"", "(integer) 0"),
            example(
                "MGET key1 key2 key3",
                "1) \"Hello\"\n2) \"there\"\n3) (nil)",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -1,
                step: 2,
                limit: 0,
            },
            ..KeySpec::first("OW insert")
        }],
        tips: "request_policy:multi_shard response_policy:agg_min",
        ..Record::DEFAULT
    },
];
