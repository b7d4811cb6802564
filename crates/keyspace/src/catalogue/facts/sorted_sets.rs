//! Sorted sets: members by their names.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "zadd",
        arity: -4,
        arguments: "key [condition(NX|XX)@3.0.2] [comparison(GT|LT)@6.2.0] [change'CH'@3.0.2] [increment'INCR'@3.0.2] score_member{score:double member}...",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(log(N))",
        summary: summaries::ZADD,
        examples: &[
            example("ZADD myzset 1 \"one\"", "(integer) 1"),
            example("ZADD myzset 2 \"two\" 3 \"three\"", "(integer) 2"),
            example(
                "ZRANGE myzset 0 -1 WITHSCORES",
                "1) \"one\"\n2) \"1\"\n3) \"two\"\n4) \"2\"\n5) \"three\"\n6) \"3\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "zincrby",
        arity: 4,
        arguments: "key increment:integer member",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(log(N))",
        summary: summaries::ZINCRBY,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZINCRBY myzset 2 \"one\"", "\"3\""),
            example("ZRANGE myzset 0 -1", "1) \"two\"\n2) \"one\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
    Record {
        name: "zrem",
        arity: -3,
        arguments: "key member...",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(M*log(N))",
        summary: summaries::ZREM,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZREM myzset \"two\"", "(integer) 1"),
            example("ZRANGE myzset 0 -1", "1) \"one\"\n2) \"three\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "zcard",
        arity: 2,
        arguments: "key",
        group: Group::SortedSet,
        since: "1.2.0",
        summary: summaries::ZCARD,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZCARD myzset", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
    Record {
        name: "zscore",
        arity: 3,
        arguments: "key member",
        group: Group::SortedSet,
        since: "1.2.0",
        summary: summaries::ZSCORE,
        examples: &[
            example("ZADD myzset 1.5 \"one\"", "(integer) 1"),
            example("ZSCORE myzset \"one\"", "\"1.5\""),
            example("ZSCORE myzset \"two\"", "(nil)"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zmscore",
        arity: -3,
        arguments: "key member...",
        group: Group::SortedSet,
        since: "6.2.0",
        complexity: "O(N)",
        summary: summaries::ZMSCORE,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\"", "(integer) 2"),
            example(
                "ZMSCORE myzset \"one\" \"two\" \"nofield\"",
                "1) \"1\"\n2) \"2\"\n3) (nil)",
            ),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zrank",
        arity: 3,
        arguments: "key member",
        group: Group::SortedSet,
        since: "2.0.0",
        complexity: "O(log(N))",
        summary: summaries::ZRANK,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZRANK myzset \"three\"", "(integer) 2"),
            example("ZRANK myzset \"four\"", "(nil)"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zrevrank",
        arity: 3,
        arguments: "key member",
        group: Group::SortedSet,
        since: "2.0.0",
        complexity: "O(log(N))",
        summary: summaries::ZREVRANK,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZREVRANK myzset \"one\"", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zcount",
        arity: 4,
        arguments: "key min:double max:double",
        group: Group::SortedSet,
        since: "2.0.0",
        complexity: "O(log(N))",
        summary: summaries::ZCOUNT,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZCOUNT myzset -inf +inf", "(integer) 3"),
            example("ZCOUNT myzset (1 3", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zlexcount",
        arity: 4,
        arguments: "key min max",
        group: Group::SortedSet,
        since: "2.8.9",
        complexity: "O(log(N))",
        summary: summaries::ZLEXCOUNT,
        examples: &[
            example("ZADD myzset 0 a 0 b 0 c 0 d", "(integer) 4"),
            example("ZLEXCOUNT myzset - +", "(integer) 4"),
            example("ZLEXCOUNT myzset [b [d", "(integer) 3"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zrandmember",
        arity: -2,
        arguments: "key [options{count:integer [WITHSCORES]}]",
        group: Group::SortedSet,
        since: "6.2.0",
        complexity: "O(N)",
        summary: summaries::ZRANDMEMBER,
        examples: &[
            example("ZADD dadi 1 uno", "(integer) 1"),
            example("ZRANDMEMBER dadi", "\"uno\""),
            example(
                "ZRANDMEMBER dadi -2 WITHSCORES",
                "1) \"uno\"\n2) \"1\"\n3) \"uno\"\n4) \"1\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "zscan",
        arity: -3,
        arguments: "key cursor:integer [MATCH=pattern] [COUNT=count:integer]",
        group: Group::SortedSet,
        since: "2.8.0",
        summary: summaries::ZSCAN,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\"", "(integer) 2"),
            example(
                "ZSCAN myzset 0",
                "1) \"0\"\n2) 1) \"one\"\n   2) \"1\"\n   3) \"two\"\n   4) \"2\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
];
