//! The connection itself: which database it looks at, and whether anyone answers.

use crate::catalogue::record::{Flags, Group, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "ping",
        arity: -1,
        arguments: "[message]",
        group: Group::Connection,
        since: "1.0.0",
        summary: Text {
            en: "Answers PONG, or the message",
            zh: "返回 PONG，或原样返回消息",
        },
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
        summary: Text {
            en: "Answers the message",
            zh: "原样返回消息",
        },
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
        summary: Text {
            en: "Turns this connection to another database",
            zh: "让当前连接切换到另一个数据库",
        },
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
