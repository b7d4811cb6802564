//! Lists: adding and taking elements at either end.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "lpush",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "1.0.0",
        summary: summaries::LPUSH,
        examples: &[
            example("LPUSH mylist world hello", "(integer) 2"),
            example("LPUSH mylist well", "(integer) 3"),
            example(
                "LRANGE mylist 0 -1",
                "1) \"well\"\n2) \"hello\"\n3) \"world\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        ..Record::DEFAULT
    },
    Record {
        name: "lpushx",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "2.2.0",
        summary: summaries::LPUSHX,
        examples: &[
            example("LPUSHX mylist hello", "(integer) 0"),
            example("RPUSH mylist world", "(integer) 1"),
            example("LPUSHX mylist hello", "(integer) 2"),
            example("LRANGE mylist 0 -1", "1) \"hello\"\n2) \"world\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        ..Record::DEFAULT
    },
    Record {
        name: "rpush",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "1.0.0",
        summary: summaries::RPUSH,
        examples: &[
            example("RPUSH mylist hello world", "(integer) 2"),
            example("LRANGE mylist 0 -1", "1) \"hello\"\n2) \"world\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        ..Record::DEFAULT
    },
    Record {
        name: "rpushx",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "2.2.0",
        summary: summaries::RPUSHX,
        examples: &[
            example("RPUSHX mylist world", "(integer) 0"),
            example("RPUSH mylist hello", "(integer) 1"),
            example("RPUSHX mylist world", "(integer) 2"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        ..Record::DEFAULT
    },
    Record {
        name: "lpop",
        arity: -2,
        arguments: "key [count:integer@6.2.0]",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::LPOP,
        examples: &[
            example("RPUSH mylist one two three four", "(integer) 4"),
            example("LPOP mylist", "\"one\""),
            example("LPOP mylist 2", "1) \"two\"\n2) \"three\""),
            example("LRANGE mylist 0 -1", "1) \"four\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "rpop",
        arity: -2,
        arguments: "key [count:integer@6.2.0]",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::RPOP,
        examples: &[
            example("RPUSH mylist one two three four", "(integer) 4"),
            example("RPOP mylist", "\"four\""),
            example("RPOP mylist 2", "1) \"three\"\n2) \"two\""),
            example("LRANGE mylist 0 -1", "1) \"one\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "llen",
        arity: 2,
        arguments: "key",
        group: Group::List,
        since: "1.0.0",
        summary: summaries::LLEN,
        examples: &[
            example("RPUSH mylist one two", "(integer) 2"),
            example("LLEN mylist", "(integer) 2"),
            example("LLEN nosuchlist", "(integer) 0"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        ..Record::DEFAULT
    },
];
