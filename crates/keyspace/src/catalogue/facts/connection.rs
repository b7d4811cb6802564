//! The connection itself: which database it looks at, and whether anyone answers.

use crate::catalogue::record::{Flags, Group, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "ping",
        arity: -1,
        arguments: "[message]",
        group: Group::Connection,
        since: "1.0.0",
        summary: summaries::PING,
        examples: &[
            example("PING", "PONG"),
            example("PING \"hello world\"", "\"hello world\""),
        ],
        flags: Flags::FAST,
        tips: "request_policy:all_shards response_policy:all_succeeded",
        ..Record::DEFAULT
    },
    Record {
        name: "echo",
        arity: 2,
        arguments: "message",
        group: Group::Connection,
        since: "1.0.0",
        summary: summaries::ECHO,
        examples: &[example("ECHO \"Hello World!\"", "\"Hello World!\"")],
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        ..Record::DEFAULT
    },
    Record {
        name: "select",
        arity: 2,
        arguments: "index:integer",
        group: Group::Connection,
        since: "1.0.0",
        summary: summaries::SELECT,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SELECT 1", "OK"),
            example("GET mykey", "(nil)"),
            example("SELECT 16", "(error) ERR DB index is out of range"),
        ],
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        ..Record::DEFAULT
    },
];
