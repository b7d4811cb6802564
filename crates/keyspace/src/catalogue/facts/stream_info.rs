//! Streams: the replies of XINFO on a stream, its groups and their consumers.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "xinfo",
    arity: -2,
    group: Group::Stream,
    since: "5.0.0",
    complexity: "Depends on subcommand.",
    summary: summaries::XINFO,
    subcommands: XINFO,
    run: Run::Container,
    ..Record::DEFAULT
}];

/// The facts that most subcommands of XINFO share.
const XINFO_PART: Record = Record {
    arity: 4,
    group: Group::Stream,
    flags: Flags::READONLY,
    ..Record::DEFAULT
};

const XINFO: &[Record] = &[
    Record {
        name: "consumers",
        arguments: "key groupname",
        since: "5.0.0",
        summary: summaries::XINFO_CONSUMERS,
        keys: &[KeySpec::at(2, "RO access")],
        tips: "nondeterministic_output",
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XGROUP CREATE mystream mygroup 0", "OK"),
            example("XINFO CONSUMERS mystream mygroup", "(empty array)"),
        ],
        ..XINFO_PART
    },
    Record {
        name: "groups",
        arity: 3,
        arguments: "key",
        since: "5.0.0",
        summary: summaries::XINFO_GROUPS,
        keys: &[KeySpec::at(2, "RO access")],
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XGROUP CREATE mystream mygroup 0", "OK"),
            example(
                "XINFO GROUPS mystream",
                "1)  1) \"name\"\n    2) \"mygroup\"\n    3) \"consumers\"\n    4) (integer) 0\n    5) \"pending\"\n    6) (integer) 0\n    7) \"last-delivered-id\"\n    8) \"0-0\"\n    9) \"entries-read\"\n   10) (nil)\n   11) \"lag\"\n   12) (integer) 1",
            ),
        ],
        ..XINFO_PART
    },
    Record {
        name: "stream",
        arity: -3,
        arguments: "key [FULL=full{[COUNT=count:integer]}]",
        since: "5.0.0",
        summary: summaries::XINFO_STREAM,
        keys: &[KeySpec::at(2, "RO access")],
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XADD mystream 1-2 item 2", "\"1-2\""),
            example(
                "XINFO STREAM mystream",
                " 1) \"length\"\n 2) (integer) 2\n 3) \"radix-tree-keys\"\n 4) (integer) 1\n 5) \"radix-tree-nodes\"\n 6) (integer) 2\n 7) \"last-generated-id\"\n 8) \"1-2\"\n 9) \"max-deleted-entry-id\"\n10) \"0-0\"\n11) \"entries-added\"\n12) (integer) 2\n13) \"recorded-first-entry-id\"\n14) \"1-1\"\n15) \"groups\"\n16) (integer) 0\n17) \"first-entry\"\n18) 1) \"1-1\"\n    2) 1) \"item\"\n       2) \"1\"\n19) \"last-entry\"\n20) 1) \"1-2\"\n    2) 1) \"item\"\n       2) \"2\"",
            ),
        ],
        ..XINFO_PART
    },
    Record {
        name: "help",
        arity: 2,
        since: "5.0.0",
        summary: summaries::XINFO_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..XINFO_PART
    },
];
