//! SORT: elements in order.

use crate::catalogue::record::{Flags, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "sort",
        arity: -2,
        arguments: "key [BY=pattern:pattern1] [LIMIT=offset_count{offset:integer count:integer}] [GET...=pattern:pattern1] [order(ASC|DESC)] [sorting'ALPHA'] [STORE=destination:key2]",
        since: "1.0.0",
        complexity: "O(N+M*log(M))",
        summary: summaries::SORT,
        examples: &[
            example("RPUSH mylist 3 10 2", "(integer) 3"),
            example("SORT mylist", "1) \"2\"\n2) \"3\"\n3) \"10\""),
            example("SORT mylist ALPHA DESC LIMIT 0 2", "1) \"3\"\n2) \"2\""),
            example("MSET weight_2 5 weight_3 1 weight_10 9", "OK"),
            example(
                "SORT mylist BY weight_* GET # GET weight_*",
                "1) \"3\"\n2) \"1\"\n3) \"2\"\n4) \"5\"\n5) \"10\"\n6) \"9\"",
            ),
        ],
        flags: Flags::WRITE
            .and(Flags::DENY_OOM)
            .and(Flags::MOVABLE_KEYS)
            .and(Flags::LOOKS_UP),
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
        ..Record::DEFAULT
    },
    Record {
        name: "sort_ro",
        arity: -2,
        arguments: "key [BY=pattern:pattern1] [LIMIT=offset_count{offset:integer count:integer}] [GET...=pattern:pattern1] [order(ASC|DESC)] [sorting'ALPHA']",
        since: "7.0.0",
        complexity: "O(N+M*log(M))",
        summary: summaries::SORT_RO,
        examples: &[
            example("RPUSH mylist 3 10 2", "(integer) 3"),
            example("SORT_RO mylist DESC", "1) \"10\"\n2) \"3\"\n3) \"2\""),
        ],
        flags: Flags::READONLY.and(Flags::MOVABLE_KEYS),
        categories: "set sortedset list dangerous",
        keys: &[
            KeySpec::first("RO access"),
            KeySpec {
                notes: "For the optional BY/GET keyword. It is marked 'unknown' because the key names derive from the content of the key we sort",
                ..KeySpec::unknown("RO access")
            },
        ],
        ..Record::DEFAULT
    },
];
