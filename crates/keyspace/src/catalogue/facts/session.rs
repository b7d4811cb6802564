//! The beginning, reset and end of a connection: HELLO, AUTH, RESET, QUIT.

use crate::catalogue::record::{Flags, Group, Record, example};
use crate::catalogue::summaries;

/// The output of redis-cli for a reply to HELLO 3, for the examples.
const HELLO_3: &str = "1# \"server\" => \"redis\"\n2# \"version\" => \"7.0.15\"\n3# \"proto\" => (integer) 3\n4# \"id\" => (integer) 1\n5# \"mode\" => \"standalone\"\n6# \"role\" => \"master\"\n7# \"modules\" => (empty array)";

const FLAGS: Flags = Flags::NO_SCRIPT
    .and(Flags::LOADING)
    .and(Flags::STALE)
    .and(Flags::FAST)
    .and(Flags::NO_AUTH)
    .and(Flags::ALLOW_BUSY);

pub const COMMANDS: &[Record] = &[
    Record {
        name: "hello",
        arity: -1,
        arguments: "[arguments{protover:integer [AUTH=username_password{username password}] [SETNAME=clientname]}]",
        group: Group::Connection,
        since: "6.0.0",
        summary: summaries::HELLO,
        examples: &[
            example("HELLO 4", "(error) NOPROTO unsupported protocol version"),
            example("HELLO 3 AUTH default any SETNAME reader", HELLO_3),
        ],
        flags: FLAGS,
        ..Record::DEFAULT
    },
    Record {
        name: "auth",
        arity: -2,
        arguments: "[username@6.0.0] password",
        group: Group::Connection,
        complexity: "O(N)",
        summary: summaries::AUTH,
        examples: &[
            example("AUTH default secret", "OK"),
            example(
                "AUTH someone secret",
                "(error) WRONGPASS invalid username-password pair or user is disabled.",
            ),
        ],
        flags: FLAGS,
        ..Record::DEFAULT
    },
    Record {
        name: "reset",
        group: Group::Connection,
        since: "6.2.0",
        summary: summaries::RESET,
        examples: &[
            example("SELECT 3", "OK"),
            example("MULTI", "OK"),
            example("RESET", "RESET"),
        ],
        flags: FLAGS.and(Flags::NEVER_QUEUED),
        ..Record::DEFAULT
    },
    Record {
        name: "quit",
        arity: -1,
        group: Group::Connection,
        summary: summaries::QUIT,
        examples: &[example("QUIT", "OK")],
        flags: FLAGS.and(Flags::NEVER_QUEUED),
        ..Record::DEFAULT
    },
];
