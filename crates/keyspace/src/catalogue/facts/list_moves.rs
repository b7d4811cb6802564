//! Lists: moving elements from one to another, and waiting for them.

use crate::catalogue::record::{Deprecated, Flags, Group, KeyFind, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "lmove",
        arity: 5,
        arguments: "source:key destination:key1 wherefrom(LEFT|RIGHT) whereto(LEFT|RIGHT)",
        group: Group::List,
        since: "6.2.0",
        summary: summaries::LMOVE,
        examples: &[
            example("RPUSH tasks a b c", "(integer) 3"),
            example("LMOVE tasks doing LEFT RIGHT", "\"a\""),
            example("LRANGE tasks 0 -1", "1) \"b\"\n2) \"c\""),
            example("LRANGE doing 0 -1", "1) \"a\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[
            KeySpec::first("RW access delete"),
            KeySpec::at(2, "RW insert"),
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "lmpop",
        arity: -4,
        arguments: "numkeys:integer key... where(LEFT|RIGHT) [COUNT=count:integer]",
        group: Group::List,
        since: "7.0.0",
        complexity: "O(N+M)",
        summary: summaries::LMPOP,
        examples: &[
            example("RPUSH second a b c", "(integer) 3"),
            example(
                "LMPOP 2 first second LEFT COUNT 2",
                "1) \"second\"\n2) 1) \"a\"\n   2) \"b\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(1, "RW access delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "rpoplpush",
        arity: 3,
        arguments: "source:key destination:key1",
        group: Group::List,
        since: "1.2.0",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`LMOVE` with the `RIGHT` and `LEFT` arguments",
        }),
        summary: summaries::RPOPLPUSH,
        examples: &[
            example("RPUSH tasks a b c", "(integer) 3"),
            example("RPOPLPUSH tasks doing", "\"c\""),
            example("LRANGE doing 0 -1", "1) \"c\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[
            KeySpec::first("RW access delete"),
            KeySpec::at(2, "RW insert"),
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "blmove",
        arity: 6,
        arguments: "source:key destination:key1 wherefrom(LEFT|RIGHT) whereto(LEFT|RIGHT) timeout:double",
        group: Group::List,
        since: "6.2.0",
        summary: summaries::BLMOVE,
        examples: &[
            example("RPUSH tasks a b", "(integer) 2"),
            example("BLMOVE tasks doing LEFT RIGHT 5", "\"a\""),
        ],
        flags: Flags::WRITE
            .and(Flags::DENY_OOM)
            .and(Flags::NO_SCRIPT)
            .and(Flags::BLOCKING),
        keys: &[
            KeySpec::first("RW access delete"),
            KeySpec::at(2, "RW insert"),
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "blmpop",
        arity: -5,
        arguments: "timeout:double numkeys:integer key... where(LEFT|RIGHT) [COUNT=count:integer]",
        group: Group::List,
        since: "7.0.0",
        complexity: "O(N+M)",
        summary: summaries::BLMPOP,
        examples: &[
            example("RPUSH second a b", "(integer) 2"),
            example(
                "BLMPOP 5 2 first second RIGHT",
                "1) \"second\"\n2) 1) \"b\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::BLOCKING).and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(2, "RW access delete")],
        ..Record::DEFAULT
    },
    Record {
        name: "blpop",
        arity: -3,
        arguments: "key... timeout:double",
        group: Group::List,
        since: "2.0.0",
        complexity: "O(N)",
        summary: summaries::BLPOP,
        examples: &[
            example("RPUSH second a b", "(integer) 2"),
            example("BLPOP first second 5", "1) \"second\"\n2) \"a\""),
        ],
        flags: Flags::WRITE.and(Flags::NO_SCRIPT).and(Flags::BLOCKING),
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
        name: "brpop",
        arity: -3,
        arguments: "key... timeout:double",
        group: Group::List,
        since: "2.0.0",
        complexity: "O(N)",
        summary: summaries::BRPOP,
        examples: &[
            example("RPUSH second a b", "(integer) 2"),
            example("BRPOP first second 5", "1) \"second\"\n2) \"b\""),
        ],
        flags: Flags::WRITE.and(Flags::NO_SCRIPT).and(Flags::BLOCKING),
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
        name: "brpoplpush",
        arity: 4,
        arguments: "source:key destination:key1 timeout:double",
        group: Group::List,
        since: "2.2.0",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`BLMOVE` with the `RIGHT` and `LEFT` arguments",
        }),
        summary: summaries::BRPOPLPUSH,
        examples: &[
            example("RPUSH tasks a b", "(integer) 2"),
            example("BRPOPLPUSH tasks doing 5", "\"b\""),
        ],
        flags: Flags::WRITE
            .and(Flags::DENY_OOM)
            .and(Flags::NO_SCRIPT)
            .and(Flags::BLOCKING),
        keys: &[
            KeySpec::first("RW access delete"),
            KeySpec::at(2, "RW insert"),
        ],
        ..Record::DEFAULT
    },
];
