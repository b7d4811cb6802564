//! The beginning, reset and end of a connection: HELLO, AUTH, RESET, QUIT.

use crate::catalogue::record::{Flags, Group, Record, example};
use base::text::Text;

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
        summary: Text {
            en: "Settles the version of the protocol and answers what server this is",
            zh: "协商协议版本，并返回服务器的信息",
        },
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
        summary: Text {
            en: "Says who one is; a server without protection lets the user default in with any password",
            zh: "表明身份；未设保护的服务器接受 default 用户的任何密码",
        },
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
        summary: Text {
            en: "Makes the connection as it was when it was new",
            zh: "把连接恢复到刚建立时的状态",
        },
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
        summary: Text {
            en: "Closes the connection",
            zh: "关闭连接",
        },
        examples: &[example("QUIT", "OK")],
        flags: FLAGS.and(Flags::NEVER_QUEUED),
        ..Record::DEFAULT
    },
];
