//! Sorted sets: differences, intersections and unions.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "zdiff",
        arity: -3,
        arguments: "numkeys:integer key... [WITHSCORES]",
        group: Group::SortedSet,
        since: "6.2.0",
        complexity: "O(L + (N-K)log(N))",
        summary: summaries::ZDIFF,
        examples: &[
            example("ZADD zset1 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZADD zset2 1 \"one\"", "(integer) 1"),
            example("ZDIFF 2 zset1 zset2 WITHSCORES", "1) \"two\"\n2) \"2\""),
        ],
        flags: Flags::READONLY.and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(1, "RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zdiffstore",
        arity: -4,
        arguments: "destination:key numkeys:integer key:key1...",
        group: Group::SortedSet,
        since: "6.2.0",
        complexity: "O(L + (N-K)log(N))",
        summary: summaries::ZDIFFSTORE,
        examples: &[
            example("ZADD zset1 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZADD zset2 1 \"one\"", "(integer) 1"),
            example("ZDIFFSTORE out 2 zset1 zset2", "(integer) 1"),
            example("ZRANGE out 0 -1", "1) \"two\""),
        ],
        flags: Flags::WRITE
            .and(Flags::DENY_OOM)
            .and(Flags::MOVABLE_KEYS)
            .and(Flags::LOOKS_UP),
        keys: &[
            KeySpec::first("OW update"),
            KeySpec::counted(2, "RO access"),
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "zinter",
        arity: -3,
        arguments: "numkeys:integer key... [WEIGHTS=weight:integer...] [AGGREGATE=aggregate(SUM|MIN|MAX)] [WITHSCORES]",
        group: Group::SortedSet,
        since: "6.2.0",
        complexity: "O(N*K)+O(M*log(M))",
        summary: summaries::ZINTER,
        examples: &[
            example("ZADD zset1 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZADD zset2 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example(
                "ZINTER 2 zset1 zset2 WITHSCORES",
                "1) \"one\"\n2) \"2\"\n3) \"two\"\n4) \"4\"",
            ),
        ],
        flags: Flags::READONLY.and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(1, "RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zintercard",
        arity: -3,
        arguments: "numkeys:integer key... [LIMIT=limit:integer]",
        group: Group::SortedSet,
        since: "7.0.0",
        complexity: "O(N*K)",
        summary: summaries::ZINTERCARD,
        examples: &[
            example("ZADD zset1 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZADD zset2 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZINTERCARD 2 zset1 zset2", "(integer) 2"),
            example("ZINTERCARD 2 zset1 zset2 LIMIT 1", "(integer) 1"),
        ],
        flags: Flags::READONLY.and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(1, "RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zinterstore",
        arity: -4,
        arguments: "destination:key numkeys:integer key:key1... [WEIGHTS=weight:integer...] [AGGREGATE=aggregate(SUM|MIN|MAX)]",
        group: Group::SortedSet,
        since: "2.0.0",
        complexity: "O(N*K)+O(M*log(M))",
        summary: summaries::ZINTERSTORE,
        examples: &[
            example("ZADD zset1 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZADD zset2 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZINTERSTORE out 2 zset1 zset2 WEIGHTS 2 3", "(integer) 2"),
            example(
                "ZRANGE out 0 -1 WITHSCORES",
                "1) \"one\"\n2) \"5\"\n3) \"two\"\n4) \"10\"",
            ),
        ],
        flags: Flags::WRITE
            .and(Flags::DENY_OOM)
            .and(Flags::MOVABLE_KEYS)
            .and(Flags::LOOKS_UP),
        keys: &[
            KeySpec::first("OW update"),
            KeySpec::counted(2, "RO access"),
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "zunion",
        arity: -3,
        arguments: "numkeys:integer key... [WEIGHTS=weight:integer...] [AGGREGATE=aggregate(SUM|MIN|MAX)] [WITHSCORES]",
        group: Group::SortedSet,
        since: "6.2.0",
        complexity: "O(N)+O(M*log(M))",
        summary: summaries::ZUNION,
        examples: &[
            example("ZADD zset1 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZADD zset2 1 \"one\" 3 \"three\"", "(integer) 2"),
            example(
                "ZUNION 2 zset1 zset2",
                "1) \"one\"\n2) \"two\"\n3) \"three\"",
            ),
            example(
                "ZUNION 2 zset1 zset2 AGGREGATE MAX WITHSCORES",
                "1) \"one\"\n2) \"1\"\n3) \"two\"\n4) \"2\"\n5) \"three\"\n6) \"3\"",
            ),
        ],
        flags: Flags::READONLY.and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(1, "RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zunionstore",
        arity: -4,
        arguments: "destination:key numkeys:integer key:key1... [WEIGHTS=weight:integer...] [AGGREGATE=aggregate(SUM|MIN|MAX)]",
        group: Group::SortedSet,
        since: "2.0.0",
        complexity: "O(N)+O(M log(M))",
        summary: summaries::ZUNIONSTORE,
        examples: &[
            example("ZADD zset1 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZADD zset2 1 \"one\" 3 \"three\"", "(integer) 2"),
            example("ZUNIONSTORE out 2 zset1 zset2 WEIGHTS 2 3", "(integer) 3"),
            example(
                "ZRANGE out 0 -1 WITHSCORES",
                "1) \"two\"\n2) \"4\"\n3) \"one\"\n4) \"5\"\n5) \"three\"\n6) \"9\"",
            ),
        ],
        flags: Flags::WRITE
            .and(Flags::DENY_OOM)
            .and(Flags::MOVABLE_KEYS)
            .and(Flags::LOOKS_UP),
        keys: &[
            KeySpec::first("OW update"),
            KeySpec::counted(2, "RO access"),
        ],
        ..Record::DEFAULT
    },
];
