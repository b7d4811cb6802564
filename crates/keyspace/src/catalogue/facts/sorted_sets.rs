//! Sorted sets: members by their names.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "zadd",
        arity: -4,
        arguments: "key [condition(NX|XX)@3.0.2] [comparison(GT|LT)@6.2.0] [change'CH'@3.0.2] [increment'INCR'@3.0.2] score_member{score:double member}...",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(log(N))",
        summary: Text {
            en: "Adds members with scores to the sorted set under a key, or changes their scores",
            zh: "向有序集合添加带分数的成员，或更新其分数",
        },
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
        summary: Text {
            en: "Adds to the score of a member of a sorted set; a missing member counts as 0",
            zh: "增加有序集合成员的分数；成员不存在时视为 0",
        },
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
        summary: Text {
            en: "Removes members from a sorted set and answers how many were there",
            zh: "从有序集合移除成员，返回实际移除的个数",
        },
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
        summary: Text {
            en: "Answers how many members a sorted set has",
            zh: "返回有序集合的成员个数",
        },
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
        summary: Text {
            en: "Answers the score of a member of a sorted set",
            zh: "返回有序集合中一个成员的分数",
        },
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
        summary: Text {
            en: "Answers the scores of several members of a sorted set",
            zh: "返回有序集合中多个成员的分数",
        },
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
        summary: Text {
            en: "Answers the index of a member of a sorted set, lowest score first",
            zh: "返回成员在有序集合中的排名，分数从低到高",
        },
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
        summary: Text {
            en: "Answers the index of a member of a sorted set, highest score first",
            zh: "返回成员在有序集合中的排名，分数从高到低",
        },
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
        summary: Text {
            en: "Counts the members of a sorted set whose scores lie in a range",
            zh: "统计有序集合中分数在区间内的成员个数",
        },
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
        summary: Text {
            en: "Counts the members between two strings in a sorted set of equal scores",
            zh: "在分数相同的有序集合中，统计位于两个字符串之间的成员个数",
        },
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
        summary: Text {
            en: "Answers one random member, or several, of a sorted set",
            zh: "随机返回有序集合的一个或多个成员",
        },
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
        summary: Text {
            en: "Walks through the members of a sorted set a few at a time; 0 begins and ends the walk",
            zh: "分批遍历有序集合的成员；游标 0 表示开始和结束",
        },
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
