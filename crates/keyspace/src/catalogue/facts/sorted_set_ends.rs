//! Sorted sets: taking members at either end, and waiting for them.

use crate::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "zpopmin",
        arity: -2,
        arguments: "key [count:integer]",
        group: Group::SortedSet,
        since: "5.0.0",
        complexity: "O(log(N)*M)",
        summary: summaries::ZPOPMIN,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZPOPMIN myzset", "1) \"one\"\n2) \"1\""),
            example(
                "ZPOPMIN myzset 2",
                "1) \"two\"\n2) \"2\"\n3) \"three\"\n4) \"3\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "zpopmax",
        arity: -2,
        arguments: "key [count:integer]",
        group: Group::SortedSet,
        since: "5.0.0",
        complexity: "O(log(N)*M)",
        summary: summaries::ZPOPMAX,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZPOPMAX myzset", "1) \"three\"\n2) \"3\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "zmpop",
        arity: -4,
        arguments: "numkeys:integer key... where(MIN|MAX) [COUNT=count:integer]",
        group: Group::SortedSet,
        since: "7.0.0",
        complexity: "O(K)+O(M*log(N))",
        summary: summaries::ZMPOP,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example(
                "ZMPOP 2 nosuchkey myzset MIN COUNT 2",
                "1) \"myzset\"\n2) 1) 1) \"one\"\n      2) \"1\"\n   2) 1) \"two\"\n      2) \"2\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(1, "RW access delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "bzpopmin",
        arity: -3,
        arguments: "key... timeout:double",
        group: Group::SortedSet,
        since: "5.0.0",
        complexity: "O(log(N))",
        summary: summaries::BZPOPMIN,
        examples: &[
            example("ZADD zset1 0 a 1 b", "(integer) 2"),
            example("BZPOPMIN zset1 zset2 0", "1) \"zset1\"\n2) \"a\"\n3) \"0\""),
        ],
        flags: Flags::WRITE
            .and(Flags::NO_SCRIPT)
            .and(Flags::BLOCKING)
            .and(Flags::FAST),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -2,
                step: 1,
                limit: 0,
            },
            ..KeySpec::at(1, "RW access delete")
        }],
        ..Record::DEFAULT
    },
    Record {
        name: "bzpopmax",
        arity: -3,
        arguments: "key... timeout:double",
        group: Group::SortedSet,
        since: "5.0.0",
        complexity: "O(log(N))",
        summary: summaries::BZPOPMAX,
        examples: &[
            example("ZADD zset1 0 a 1 b", "(integer) 2"),
            example("BZPOPMAX zset1 zset2 0", "1) \"zset1\"\n2) \"b\"\n3) \"1\""),
        ],
        flags: Flags::WRITE
            .and(Flags::NO_SCRIPT)
            .and(Flags::BLOCKING)
            .and(Flags::FAST),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -2,
                step: 1,
                limit: 0,
            },
            ..KeySpec::at(1, "RW access delete")
        }],
        ..Record::DEFAULT
    },
    Record {
        name: "bzmpop",
        arity: -5,
        arguments: "timeout:double numkeys:integer key... where(MIN|MAX) [COUNT=count:integer]",
        group: Group::SortedSet,
        since: "7.0.0",
        complexity: "O(K)+O(M*log(N))",
        summary: summaries::BZMPOP,
        examples: &[
            example("ZADD zset1 0 a 1 b", "(integer) 2"),
            example(
                "BZMPOP 1 2 zset1 zset2 MAX",
                "1) \"zset1\"\n2) 1) 1) \"b\"\n      2) \"1\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::BLOCKING).and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(2, "RW access delete")],
        ..Record::DEFAULT
    },
];
