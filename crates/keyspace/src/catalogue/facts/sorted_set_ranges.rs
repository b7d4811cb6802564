//! Sorted sets: ranges of indices, scores and strings.

use crate::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "zrange",
        arity: -4,
        arguments: "key start stop [sortby(BYSCORE|BYLEX)@6.2.0] [REV@6.2.0] [LIMIT=offset_count{offset:integer count:integer}@6.2.0] [WITHSCORES]",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(log(N)+M)",
        summary: summaries::ZRANGE,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZRANGE myzset 0 -1", "1) \"one\"\n2) \"two\"\n3) \"three\""),
            example("ZRANGE myzset 1 +inf BYSCORE LIMIT 1 1", "1) \"two\""),
            example("ZRANGE myzset -1 -2 REV WITHSCORES", "(empty array)"),
            example("ZRANGE myzset 0 0 REV WITHSCORES", "1) \"three\"\n2) \"3\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zrangestore",
        arity: -5,
        arguments: "dst:key src:key1 min max [sortby(BYSCORE|BYLEX)] [REV] [LIMIT=offset_count{offset:integer count:integer}]",
        group: Group::SortedSet,
        since: "6.2.0",
        complexity: "O(log(N)+M)",
        summary: summaries::ZRANGESTORE,
        examples: &[
            example(
                "ZADD srczset 1 \"one\" 2 \"two\" 3 \"three\"",
                "(integer) 3",
            ),
            example("ZRANGESTORE dstzset srczset 2 -1", "(integer) 1"),
            example("ZRANGE dstzset 0 -1", "1) \"three\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::LOOKS_UP),
        keys: &[KeySpec::first("OW update"), KeySpec::at(2, "RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zrangebylex",
        arity: -4,
        arguments: "key min max [LIMIT=offset_count{offset:integer count:integer}]",
        group: Group::SortedSet,
        since: "2.8.9",
        complexity: "O(log(N)+M)",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`ZRANGE` with the `BYLEX` argument",
        }),
        summary: summaries::ZRANGEBYLEX,
        examples: &[
            example("ZADD myzset 0 a 0 b 0 c 0 d", "(integer) 4"),
            example("ZRANGEBYLEX myzset - [c", "1) \"a\"\n2) \"b\"\n3) \"c\""),
            example("ZRANGEBYLEX myzset - (c", "1) \"a\"\n2) \"b\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zrangebyscore",
        arity: -4,
        arguments: "key min:double max:double [WITHSCORES@2.0.0] [LIMIT=offset_count{offset:integer count:integer}]",
        group: Group::SortedSet,
        since: "1.0.5",
        complexity: "O(log(N)+M)",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`ZRANGE` with the `BYSCORE` argument",
        }),
        summary: summaries::ZRANGEBYSCORE,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZRANGEBYSCORE myzset 1 2", "1) \"one\"\n2) \"two\""),
            example(
                "ZRANGEBYSCORE myzset (1 +inf WITHSCORES",
                "1) \"two\"\n2) \"2\"\n3) \"three\"\n4) \"3\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zrevrange",
        arity: -4,
        arguments: "key start:integer stop:integer [WITHSCORES]",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(log(N)+M)",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`ZRANGE` with the `REV` argument",
        }),
        summary: summaries::ZREVRANGE,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZREVRANGE myzset 0 1", "1) \"three\"\n2) \"two\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zrevrangebylex",
        arity: -4,
        arguments: "key max min [LIMIT=offset_count{offset:integer count:integer}]",
        group: Group::SortedSet,
        since: "2.8.9",
        complexity: "O(log(N)+M)",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`ZRANGE` with the `REV` and `BYLEX` arguments",
        }),
        summary: summaries::ZREVRANGEBYLEX,
        examples: &[
            example("ZADD myzset 0 a 0 b 0 c 0 d", "(integer) 4"),
            example("ZREVRANGEBYLEX myzset [c -", "1) \"c\"\n2) \"b\"\n3) \"a\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zrevrangebyscore",
        arity: -4,
        arguments: "key max:double min:double [WITHSCORES] [LIMIT=offset_count{offset:integer count:integer}]",
        group: Group::SortedSet,
        since: "2.2.0",
        complexity: "O(log(N)+M)",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`ZRANGE` with the `REV` and `BYSCORE` arguments",
        }),
        summary: summaries::ZREVRANGEBYSCORE,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZREVRANGEBYSCORE myzset 2 1", "1) \"two\"\n2) \"one\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "zremrangebylex",
        arity: 4,
        arguments: "key min max",
        group: Group::SortedSet,
        since: "2.8.9",
        complexity: "O(log(N)+M)",
        summary: summaries::ZREMRANGEBYLEX,
        examples: &[
            example("ZADD myzset 0 alpha 0 beta 0 gamma", "(integer) 3"),
            example("ZREMRANGEBYLEX myzset [alpha [beta", "(integer) 2"),
            example("ZRANGE myzset 0 -1", "1) \"gamma\""),
        ],
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "zremrangebyrank",
        arity: 4,
        arguments: "key start:integer stop:integer",
        group: Group::SortedSet,
        since: "2.0.0",
        complexity: "O(log(N)+M)",
        summary: summaries::ZREMRANGEBYRANK,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZREMRANGEBYRANK myzset 0 1", "(integer) 2"),
            example("ZRANGE myzset 0 -1", "1) \"three\""),
        ],
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "zremrangebyscore",
        arity: 4,
        arguments: "key min:double max:double",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(log(N)+M)",
        summary: summaries::ZREMRANGEBYSCORE,
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZREMRANGEBYSCORE myzset -inf (2", "(integer) 1"),
            example("ZRANGE myzset 0 -1", "1) \"two\"\n2) \"three\""),
        ],
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        ..Record::DEFAULT
    },
];
