//! Streams: entries by their IDs.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "xadd",
        arity: -5,
        arguments: "key [NOMKSTREAM@6.2.0] [trim{strategy(MAXLEN|MINID@6.2.0) [operator(equal'='|approximately'~')] threshold [LIMIT=count:integer@6.2.0]}] id_or_auto(auto_id'*'|id) field_value{field value}...",
        group: Group::Stream,
        since: "5.0.0",
        summary: summaries::XADD,
        examples: &[
            example("XADD mystream 1-1 name Sara surname OConnor", "\"1-1\""),
            example("XADD mystream 1-2 field1 value1 field2 value2", "\"1-2\""),
            example("XLEN mystream", "(integer) 2"),
            example(
                "XADD mystream 1-2 field value",
                "(error) ERR The ID specified in XADD is equal or smaller than the target stream top item",
            ),
            example(
                "XRANGE mystream - +",
                "1) 1) \"1-1\"\n   2) 1) \"name\"\n      2) \"Sara\"\n      3) \"surname\"\n      4) \"OConnor\"\n2) 1) \"1-2\"\n   2) 1) \"field1\"\n      2) \"value1\"\n      3) \"field2\"\n      4) \"value2\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec {
            notes: "UPDATE instead of INSERT because of the optional trimming feature",
            ..KeySpec::first("RW update")
        }],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "xtrim",
        arity: -4,
        arguments: "key trim{strategy(MAXLEN|MINID@6.2.0) [operator(equal'='|approximately'~')] threshold [LIMIT=count:integer@6.2.0]}",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: summaries::XTRIM,
        examples: &[
            example("XADD mystream 1-1 field1 A", "\"1-1\""),
            example("XADD mystream 1-2 field1 B", "\"1-2\""),
            example("XADD mystream 1-3 field1 C", "\"1-3\""),
            example("XTRIM mystream MAXLEN 2", "(integer) 1"),
            example(
                "XRANGE mystream - +",
                "1) 1) \"1-2\"\n   2) 1) \"field1\"\n      2) \"B\"\n2) 1) \"1-3\"\n   2) 1) \"field1\"\n      2) \"C\"",
            ),
        ],
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "xdel",
        arity: -3,
        arguments: "key id...",
        group: Group::Stream,
        since: "5.0.0",
        summary: summaries::XDEL,
        examples: &[
            example("XADD mystream 1-1 a 1", "\"1-1\""),
            example("XADD mystream 2-1 b 2", "\"2-1\""),
            example("XDEL mystream 1-1 7-7", "(integer) 1"),
            example(
                "XRANGE mystream - +",
                "1) 1) \"2-1\"\n   2) 1) \"b\"\n      2) \"2\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "xlen",
        arity: 2,
        arguments: "key",
        group: Group::Stream,
        since: "5.0.0",
        summary: summaries::XLEN,
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XADD mystream 1-2 item 2", "\"1-2\""),
            example("XLEN mystream", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
    Record {
        name: "xrange",
        arity: -4,
        arguments: "key start end [COUNT=count:integer]",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: summaries::XRANGE,
        examples: &[
            example("XADD writers 1-1 name Virginia surname Woolf", "\"1-1\""),
            example("XADD writers 1-2 name Jane surname Austen", "\"1-2\""),
            example("XADD writers 2-1 name Toni surname Morrison", "\"2-1\""),
            example(
                "XRANGE writers - + COUNT 2",
                "1) 1) \"1-1\"\n   2) 1) \"name\"\n      2) \"Virginia\"\n      3) \"surname\"\n      4) \"Woolf\"\n2) 1) \"1-2\"\n   2) 1) \"name\"\n      2) \"Jane\"\n      3) \"surname\"\n      4) \"Austen\"",
            ),
            example(
                "XRANGE writers (1-2 +",
                "1) 1) \"2-1\"\n   2) 1) \"name\"\n      2) \"Toni\"\n      3) \"surname\"\n      4) \"Morrison\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "xrevrange",
        arity: -4,
        arguments: "key end start [COUNT=count:integer]",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: summaries::XREVRANGE,
        examples: &[
            example("XADD writers 1-1 name Virginia", "\"1-1\""),
            example("XADD writers 1-2 name Jane", "\"1-2\""),
            example(
                "XREVRANGE writers + - COUNT 1",
                "1) 1) \"1-2\"\n   2) 1) \"name\"\n      2) \"Jane\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "xsetid",
        arity: -3,
        arguments: "key last-id [ENTRIESADDED=entries_added:integer@7.0.0] [MAXDELETEDID=max_deleted_entry_id@7.0.0]",
        group: Group::Stream,
        since: "5.0.0",
        summary: summaries::XSETID,
        examples: &[
            example("XADD mystream 1-1 a 1", "\"1-1\""),
            example("XSETID mystream 9-0", "OK"),
            example(
                "XADD mystream 8-0 b 2",
                "(error) ERR The ID specified in XADD is equal or smaller than the target stream top item",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
];
