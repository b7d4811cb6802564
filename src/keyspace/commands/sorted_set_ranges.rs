//! Sorted sets: ranges of indices, scores and strings.

use crate::keyspace::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "zrange",
        arity: -4,
        arguments: "key start stop [sortby(BYSCORE|BYLEX)@6.2.0] [REV@6.2.0] [LIMIT=offset_count{offset:integer count:integer}@6.2.0] [WITHSCORES]",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(log(N)+M)",
        summary: Text {
            en: "Answers the members of a sorted set in a range of indices, scores or strings",
            zh: "按排名、分数或字典序区间返回有序集合的成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("sorted sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "zrangestore",
        arity: -5,
        arguments: "dst:key src:key1 min max [sortby(BYSCORE|BYLEX)] [REV] [LIMIT=offset_count{offset:integer count:integer}]",
        group: Group::SortedSet,
        since: "6.2.0",
        complexity: "O(log(N)+M)",
        summary: Text {
            en: "Stores the members of a sorted set in a range under another key",
            zh: "把有序集合中某区间的成员存入另一个键",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("OW update"), KeySpec::at(2, "RO access")],
        run: Run::LeftOut("sorted sets"),
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
        summary: Text {
            en: "Answers the members between two strings in a sorted set of equal scores",
            zh: "在分数相同的有序集合中，返回位于两个字符串之间的成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("sorted sets"),
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
        summary: Text {
            en: "Answers the members of a sorted set whose scores lie in a range",
            zh: "返回有序集合中分数在区间内的成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("sorted sets"),
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
        summary: Text {
            en: "Answers the members of a sorted set in a range of indices, highest score first",
            zh: "按分数从高到低，返回有序集合中某排名区间的成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("sorted sets"),
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
        summary: Text {
            en: "Answers the members between two strings in a sorted set of equal scores, last first",
            zh: "在分数相同的有序集合中，逆序返回位于两个字符串之间的成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("sorted sets"),
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
        summary: Text {
            en: "Answers the members of a sorted set whose scores lie in a range, highest score first",
            zh: "按分数从高到低，返回有序集合中分数在区间内的成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("sorted sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "zremrangebylex",
        arity: 4,
        arguments: "key min max",
        group: Group::SortedSet,
        since: "2.8.9",
        complexity: "O(log(N)+M)",
        summary: Text {
            en: "Removes the members between two strings from a sorted set of equal scores",
            zh: "在分数相同的有序集合中，移除位于两个字符串之间的成员",
        },
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        run: Run::LeftOut("sorted sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "zremrangebyrank",
        arity: 4,
        arguments: "key start:integer stop:integer",
        group: Group::SortedSet,
        since: "2.0.0",
        complexity: "O(log(N)+M)",
        summary: Text {
            en: "Removes the members of a sorted set in a range of indices",
            zh: "移除有序集合中某排名区间的成员",
        },
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        run: Run::LeftOut("sorted sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "zremrangebyscore",
        arity: 4,
        arguments: "key min:double max:double",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(log(N)+M)",
        summary: Text {
            en: "Removes the members of a sorted set whose scores lie in a range",
            zh: "移除有序集合中分数在区间内的成员",
        },
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        run: Run::LeftOut("sorted sets"),
        ..Record::DEFAULT
    },
];
