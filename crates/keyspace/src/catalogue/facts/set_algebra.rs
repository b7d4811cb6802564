//! Sets: differences, intersections and unions.

use crate::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "sdiff",
        arity: -2,
        arguments: "key...",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::SDIFF,
        examples: &[
            example("SADD key1 1 2 3", "(integer) 3"),
            example("SADD key2 2", "(integer) 1"),
            example("SDIFF key1 key2", "1) \"1\"\n2) \"3\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::all("RO access")],
        tips: "nondeterministic_output_order",
        ..Record::DEFAULT
    },
    Record {
        name: "sdiffstore",
        arity: -3,
        arguments: "destination:key key:key1...",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::SDIFFSTORE,
        examples: &[
            example("SADD key1 1 2 3", "(integer) 3"),
            example("SADD key2 2", "(integer) 1"),
            example("SDIFFSTORE key key1 key2", "(integer) 2"),
            example("SMEMBERS key", "1) \"1\"\n2) \"3\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::LOOKS_UP),
        keys: &[
            KeySpec::first("OW update"),
            KeySpec {
                find: KeyFind::Range {
                    last: -1,
                    step: 1,
                    limit: 0,
                },
                ..KeySpec::at(2, "RO access")
            },
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "sinter",
        arity: -2,
        arguments: "key...",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N*M)",
        summary: summaries::SINTER,
        examples: &[
            example("SADD key1 1 2 3", "(integer) 3"),
            example("SADD key2 2 3 4", "(integer) 3"),
            example("SINTER key1 key2", "1) \"2\"\n2) \"3\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::all("RO access")],
        tips: "nondeterministic_output_order",
        ..Record::DEFAULT
    },
    Record {
        name: "sintercard",
        arity: -3,
        arguments: "numkeys:integer key... [LIMIT=limit:integer]",
        group: Group::Set,
        since: "7.0.0",
        complexity: "O(N*M)",
        summary: summaries::SINTERCARD,
        examples: &[
            example("SADD key1 1 2 3", "(integer) 3"),
            example("SADD key2 2 3 4", "(integer) 3"),
            example("SINTERCARD 2 key1 key2", "(integer) 2"),
            example("SINTERCARD 2 key1 key2 LIMIT 1", "(integer) 1"),
        ],
        flags: Flags::READONLY.and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(1, "RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "sinterstore",
        arity: -3,
        arguments: "destination:key key:key1...",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N*M)",
        summary: summaries::SINTERSTORE,
        examples: &[
            example("SADD key1 1 2 3", "(integer) 3"),
            example("SADD key2 2 3 4", "(integer) 3"),
            example("SINTERSTORE key key1 key2", "(integer) 2"),
            example("SMEMBERS key", "1) \"2\"\n2) \"3\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::LOOKS_UP),
        keys: &[
            KeySpec::first("RW update"),
            KeySpec {
                find: KeyFind::Range {
                    last: -1,
                    step: 1,
                    limit: 0,
                },
                ..KeySpec::at(2, "RO access")
            },
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "sunion",
        arity: -2,
        arguments: "key...",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::SUNION,
        examples: &[
            example("SADD key1 1 2", "(integer) 2"),
            example("SADD key2 2 3", "(integer) 2"),
            example("SUNION key1 key2", "1) \"1\"\n2) \"2\"\n3) \"3\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::all("RO access")],
        tips: "nondeterministic_output_order",
        ..Record::DEFAULT
    },
    Record {
        name: "sunionstore",
        arity: -3,
        arguments: "destination:key key:key1...",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::SUNIONSTORE,
        examples: &[
            example("SADD key1 1 2", "(integer) 2"),
            example("SADD key2 2 3", "(integer) 2"),
            example("SUNIONSTORE key key1 key2", "(integer) 3"),
            example("SMEMBERS key", "1) \"1\"\n2) \"2\"\n3) \"3\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::LOOKS_UP),
        keys: &[
            KeySpec::first("OW update"),
            KeySpec {
                find: KeyFind::Range {
                    last: -1,
                    step: 1,
                    limit: 0,
                },
                ..KeySpec::at(2, "RO access")
            },
        ],
        ..Record::DEFAULT
    },
];
