//! Streams: groups of consumers, and what they have not acknowledged.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "xgroup",
        arity: -2,
        group: Group::Stream,
        since: "5.0.0",
        complexity: "Depends on subcommand.",
        summary: summaries::XGROUP,
        subcommands: XGROUP,
        run: Run::Container,
        ..Record::DEFAULT
    },
    Record {
        name: "xack",
        arity: -4,
        arguments: "key group id...",
        group: Group::Stream,
        since: "5.0.0",
        summary: summaries::XACK,
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XGROUP CREATE mystream mygroup 0", "OK"),
            example(
                "XREADGROUP GROUP mygroup Alice STREAMS mystream >",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-1\"\n         2) 1) \"item\"\n            2) \"1\"",
            ),
            example("XACK mystream mygroup 1-1", "(integer) 1"),
            example(
                "XPENDING mystream mygroup",
                "1) (integer) 0\n2) (nil)\n3) (nil)\n4) (nil)",
            ),
        ],
        flags: Flags::WRITE.and(Flags::FAST).and(Flags::LOOKS_UP),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "xpending",
        arity: -3,
        arguments: "key group [filters{[IDLE=min-idle-time:integer@6.2.0] start end count:integer [consumer]}]",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: summaries::XPENDING,
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XADD mystream 1-2 item 2", "\"1-2\""),
            example("XGROUP CREATE mystream mygroup 0", "OK"),
            example(
                "XREADGROUP GROUP mygroup Alice STREAMS mystream >",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-1\"\n         2) 1) \"item\"\n            2) \"1\"\n      2) 1) \"1-2\"\n         2) 1) \"item\"\n            2) \"2\"",
            ),
            example(
                "XPENDING mystream mygroup",
                "1) (integer) 2\n2) \"1-1\"\n3) \"1-2\"\n4) 1) 1) \"Alice\"\n      2) \"2\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "xclaim",
        arity: -6,
        arguments: "key group consumer min-idle-time id... [IDLE=ms:integer] [TIME=unix-time-milliseconds:unix-time] [RETRYCOUNT=count:integer] [FORCE] [JUSTID] [LASTID=id]",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(log N)",
        summary: summaries::XCLAIM,
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XGROUP CREATE mystream mygroup 0", "OK"),
            example(
                "XREADGROUP GROUP mygroup Alice STREAMS mystream >",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-1\"\n         2) 1) \"item\"\n            2) \"1\"",
            ),
            example(
                "XCLAIM mystream mygroup Bob 0 1-1",
                "1) 1) \"1-1\"\n   2) 1) \"item\"\n      2) \"1\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::FAST).and(Flags::LOOKS_UP),
        keys: &[KeySpec::first("RW update")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "xautoclaim",
        arity: -6,
        arguments: "key group consumer min-idle-time start [COUNT=count:integer] [JUSTID]",
        group: Group::Stream,
        since: "6.2.0",
        summary: summaries::XAUTOCLAIM,
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XGROUP CREATE mystream mygroup 0", "OK"),
            example(
                "XREADGROUP GROUP mygroup Alice STREAMS mystream >",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-1\"\n         2) 1) \"item\"\n            2) \"1\"",
            ),
            example(
                "XAUTOCLAIM mystream mygroup Bob 0 0 COUNT 25",
                "1) \"0-0\"\n2) 1) 1) \"1-1\"\n      2) 1) \"item\"\n         2) \"1\"\n3) (empty array)",
            ),
        ],
        flags: Flags::WRITE.and(Flags::FAST).and(Flags::LOOKS_UP),
        keys: &[KeySpec::first("RW delete")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
];

/// The facts that most subcommands of XGROUP share.
const XGROUP_PART: Record = Record {
    arity: -5,
    group: Group::Stream,
    flags: Flags::WRITE,
    ..Record::DEFAULT
};

const XGROUP: &[Record] = &[
    Record {
        name: "create",
        arguments: "key groupname id(id|new_id'$') [MKSTREAM] [ENTRIESREAD=entries_read:integer]",
        since: "5.0.0",
        summary: summaries::XGROUP_CREATE,
        examples: &[
            example(
                "XGROUP CREATE mystream mygroup $",
                "(error) ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.",
            ),
            example("XGROUP CREATE mystream mygroup $ MKSTREAM", "OK"),
            example(
                "XGROUP CREATE mystream mygroup $",
                "(error) BUSYGROUP Consumer Group name already exists",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::at(2, "RW insert")],
        ..XGROUP_PART
    },
    Record {
        name: "createconsumer",
        arity: 5,
        arguments: "key groupname consumername",
        since: "6.2.0",
        summary: summaries::XGROUP_CREATECONSUMER,
        examples: &[
            example("XGROUP CREATE mystream mygroup $ MKSTREAM", "OK"),
            example(
                "XGROUP CREATECONSUMER mystream mygroup Alice",
                "(integer) 1",
            ),
            example(
                "XGROUP CREATECONSUMER mystream mygroup Alice",
                "(integer) 0",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::at(2, "RW insert")],
        ..XGROUP_PART
    },
    Record {
        name: "delconsumer",
        arity: 5,
        arguments: "key groupname consumername",
        since: "5.0.0",
        summary: summaries::XGROUP_DELCONSUMER,
        keys: &[KeySpec::at(2, "RW delete")],
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XGROUP CREATE mystream mygroup 0", "OK"),
            example(
                "XREADGROUP GROUP mygroup Alice STREAMS mystream >",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-1\"\n         2) 1) \"item\"\n            2) \"1\"",
            ),
            example("XGROUP DELCONSUMER mystream mygroup Alice", "(integer) 1"),
        ],
        ..XGROUP_PART
    },
    Record {
        name: "destroy",
        arity: 4,
        arguments: "key groupname",
        since: "5.0.0",
        complexity: "O(N)",
        summary: summaries::XGROUP_DESTROY,
        keys: &[KeySpec::at(2, "RW delete")],
        examples: &[
            example("XGROUP CREATE mystream mygroup $ MKSTREAM", "OK"),
            example("XGROUP DESTROY mystream mygroup", "(integer) 1"),
            example("XGROUP DESTROY mystream mygroup", "(integer) 0"),
        ],
        ..XGROUP_PART
    },
    Record {
        name: "setid",
        arguments: "key groupname id(id|new_id'$') [ENTRIESREAD=entries_read:integer]",
        since: "5.0.0",
        summary: summaries::XGROUP_SETID,
        keys: &[KeySpec::at(2, "RW update")],
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XGROUP CREATE mystream mygroup $", "OK"),
            example("XGROUP SETID mystream mygroup 0", "OK"),
            example(
                "XREADGROUP GROUP mygroup Alice STREAMS mystream >",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-1\"\n         2) 1) \"item\"\n            2) \"1\"",
            ),
        ],
        ..XGROUP_PART
    },
    Record {
        name: "help",
        arity: 2,
        since: "5.0.0",
        summary: summaries::XGROUP_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..XGROUP_PART
    },
];
