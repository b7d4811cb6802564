//! Keys, whatever they hold: whether they are there, what their names are, and deleting them.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "del",
        arity: -2,
        arguments: "key...",
        group: Group::Generic,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::DEL,
        examples: &[
            example("SET key1 \"Hello\"", "OK"),
            example("SET key2 \"World\"", "OK"),
            example("DEL key1 key2 key3", "(integer) 2"),
        ],
        flags: Flags::WRITE,
        keys: &[KeySpec::all("RM delete")],
        tips: "request_policy:multi_shard response_policy:agg_sum",
        ..Record::DEFAULT
    },
    Record {
        name: "exists",
        arity: -2,
        arguments: "key...",
        group: Group::Generic,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::EXISTS,
        examples: &[
            example("SET key1 \"Hello\"", "OK"),
            example("EXISTS key1", "(integer) 1"),
            example("EXISTS key1 key1 nosuchkey", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::all("RO")],
        tips: "request_policy:multi_shard response_policy:agg_sum",
        ..Record::DEFAULT
    },
    Record {
        name: "type",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "1.0.0",
        summary: summaries::TYPE,
        examples: &[
            example("SET key1 \"value\"", "OK"),
            example("TYPE key1", "string"),
            example("TYPE nosuchkey", "none"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
    Record {
        name: "unlink",
        arity: -2,
        arguments: "key...",
        group: Group::Generic,
        since: "4.0.0",
        summary: summaries::UNLINK,
        examples: &[
            example("SET key1 \"Hello\"", "OK"),
            example("UNLINK key1 key2", "(integer) 1"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::all("RM delete")],
        tips: "request_policy:multi_shard response_policy:agg_sum",
        ..Record::DEFAULT
    },
    Record {
        name: "touch",
        arity: -2,
        arguments: "key...",
        group: Group::Generic,
        since: "3.2.1",
        complexity: "O(N)",
        summary: summaries::TOUCH,
        examples: &[
            example("SET key1 \"Hello\"", "OK"),
            example("TOUCH key1 key2", "(integer) 1"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::all("RO")],
        tips: "request_policy:multi_shard response_policy:agg_sum",
        ..Record::DEFAULT
    },
];
