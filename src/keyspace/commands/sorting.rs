//! SORT: elements in order.

use crate::keyspace::catalogue::record::{Flags, KeySpec, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "sort",
        arity: -2,
        arguments: "key [BY=pattern:pattern1] [LIMIT=offset_count{offset:integer count:integer}] [GET...=pattern:pattern1] [order(ASC|DESC)] [sorting'ALPHA'] [STORE=destination:key2]",
        since: "1.0.0",
        complexity: "O(N+M*log(M))",
        summary: Text {
            en: "Answers the elements of a list, a set or a sorted set in order, or stores them",
            zh: "返回列表、集合或有序集合排序后的元素，或将其存入键",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::MOVABLE_KEYS),
        categories: "set sortedset list dangerous",
        keys: &[
            KeySpec::first("RO access"),
            KeySpec {
                notes: "For the optional BY/GET keyword. It is marked 'unknown' because the key names derive from the content of the key we sort",
                ..KeySpec::unknown("RO access")
            },
            KeySpec {
                notes: "For the optional STORE keyword. It is marked 'unknown' because the keyword can appear anywhere in the argument array",
                ..KeySpec::unknown("OW update")
            },
        ],
        run: Run::LeftOut("sorting"),
        ..Record::DEFAULT
    },
    Record {
        name: "sort_ro",
        arity: -2,
        arguments: "key [BY=pattern:pattern1] [LIMIT=offset_count{offset:integer count:integer}] [GET...=pattern:pattern1] [order(ASC|DESC)] [sorting'ALPHA']",
        since: "7.0.0",
        complexity: "O(N+M*log(M))",
        summary: Text {
            en: "Answers the elements of a list, a set or a sorted set in order",
            zh: "返回列表、集合或有序集合排序后的元素",
        },
        flags: Flags::READONLY.and(Flags::MOVABLE_KEYS),
        categories: "set sortedset list dangerous",
        keys: &[
            KeySpec::first("RO access"),
            KeySpec {
                notes: "For the optional BY/GET keyword. It is marked 'unknown' because the key names derive from the content of the key we sort",
                ..KeySpec::unknown("RO access")
            },
        ],
        run: Run::LeftOut("sorting"),
        ..Record::DEFAULT
    },
];
