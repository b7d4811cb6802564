//! Sets: differences, intersections and unions.

use crate::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "sdiff",
        arity: -2,
        arguments: "key...",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the members of the first set that are in none of the other sets",
            zh: "返回第一个集合中不属于其他集合的成员（差集）",
        },
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
        summary: Text {
            en: "Stores the members of the first set that are in none of the others under a key",
            zh: "求多个集合的差集，并存入键",
        },
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
        summary: Text {
            en: "Answers the members that all of the sets have",
            zh: "返回所有集合共有的成员（交集）",
        },
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
        summary: Text {
            en: "Answers how many members all of the sets have in common",
            zh: "返回多个集合的交集的成员个数",
        },
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
        summary: Text {
            en: "Stores the members that all of the sets have under a key",
            zh: "求多个集合的交集，并存入键",
        },
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
        summary: Text {
            en: "Answers the members that any of the sets has",
            zh: "返回各集合的所有成员（并集）",
        },
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
        summary: Text {
            en: "Stores the members that any of the sets has under a key",
            zh: "求多个集合的并集，并存入键",
        },
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
