//! Lists: reading and changing elements anywhere.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "lindex",
        arity: 3,
        arguments: "key index:integer",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::LINDEX,
        examples: &[
            example("RPUSH mylist one two three", "(integer) 3"),
            example("LINDEX mylist 0", "\"one\""),
            example("LINDEX mylist -1", "\"three\""),
            example("LINDEX mylist 3", "(nil)"),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "linsert",
        arity: 5,
        arguments: "key where(BEFORE|AFTER) pivot element",
        group: Group::List,
        since: "2.2.0",
        complexity: "O(N)",
        summary: summaries::LINSERT,
        examples: &[
            example("RPUSH mylist one three", "(integer) 2"),
            example("LINSERT mylist BEFORE three two", "(integer) 3"),
            example("LRANGE mylist 0 -1", "1) \"one\"\n2) \"two\"\n3) \"three\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RW insert")],
        ..Record::DEFAULT
    },
    Record {
        name: "lpos",
        arity: -3,
        arguments: "key element [RANK=rank:integer] [COUNT=num-matches:integer] [MAXLEN=len:integer]",
        group: Group::List,
        since: "6.0.6",
        complexity: "O(N)",
        summary: summaries::LPOS,
        examples: &[
            example("RPUSH mylist a b c a b c", "(integer) 6"),
            example("LPOS mylist b", "(integer) 1"),
            example("LPOS mylist b RANK -1", "(integer) 4"),
            example("LPOS mylist b COUNT 0", "1) (integer) 1\n2) (integer) 4"),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "lrange",
        arity: 4,
        arguments: "key start:integer stop:integer",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(S+N)",
        summary: summaries::LRANGE,
        examples: &[
            example("RPUSH mylist one two three", "(integer) 3"),
            example("LRANGE mylist 0 1", "1) \"one\"\n2) \"two\""),
            example("LRANGE mylist -2 -1", "1) \"two\"\n2) \"three\""),
            example("LRANGE mylist 5 9", "(empty array)"),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "lrem",
        arity: 4,
        arguments: "key count:integer element",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N+M)",
        summary: summaries::LREM,
        examples: &[
            example("RPUSH mylist a b a c a", "(integer) 5"),
            example("LREM mylist -2 a", "(integer) 2"),
            example("LRANGE mylist 0 -1", "1) \"a\"\n2) \"b\"\n3) \"c\""),
        ],
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "lset",
        arity: 4,
        arguments: "key index:integer element",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::LSET,
        examples: &[
            example("RPUSH mylist one two three", "(integer) 3"),
            example("LSET mylist 0 1", "OK"),
            example("LSET mylist -1 3", "OK"),
            example("LRANGE mylist 0 -1", "1) \"1\"\n2) \"two\"\n3) \"3\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "ltrim",
        arity: 4,
        arguments: "key start:integer stop:integer",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::LTRIM,
        examples: &[
            example("RPUSH mylist one two three", "(integer) 3"),
            example("LTRIM mylist 1 -1", "OK"),
            example("LRANGE mylist 0 -1", "1) \"two\"\n2) \"three\""),
        ],
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        ..Record::DEFAULT
    },
];
