//! CLIENT: the name of a connection, suppressed replies, and the list of connections.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "client",
    arity: -2,
    group: Group::Connection,
    since: "2.4.0",
    complexity: "Depends on subcommand.",
    summary: summaries::CLIENT,
    subcommands: SUBCOMMANDS,
    run: Run::Container,
    ..Record::DEFAULT
}];

/// The parts that all except HELP share.
const PART: Record = Record {
    arity: 2,
    group: Group::Connection,
    flags: Flags::NO_SCRIPT.and(Flags::LOADING).and(Flags::STALE),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "id",
        since: "5.0.0",
        summary: summaries::CLIENT_ID,
        examples: &[example("CLIENT ID", "(integer) 1")],
        ..PART
    },
    Record {
        name: "getname",
        since: "2.6.9",
        summary: summaries::CLIENT_GETNAME,
        examples: &[
            example("CLIENT GETNAME", "(nil)"),
            example("CLIENT SETNAME writer", "OK"),
            example("CLIENT GETNAME", "\"writer\""),
        ],
        ..PART
    },
    Record {
        name: "setname",
        arity: 3,
        arguments: "connection-name",
        since: "2.6.9",
        summary: summaries::CLIENT_SETNAME,
        examples: &[
            example("CLIENT SETNAME writer", "OK"),
            example(
                "CLIENT SETNAME \"two words\"",
                "(error) ERR Client names cannot contain spaces, newlines or special characters.",
            ),
        ],
        ..PART
    },
    Record {
        name: "list",
        arity: -2,
        arguments: "[TYPE=normal_master_replica_pubsub(NORMAL|MASTER|REPLICA|PUBSUB)@5.0.0] [ID=id{client-id:integer...}@6.2.0]",
        summary: summaries::CLIENT_LIST,
        since: "2.4.0",
        complexity: "O(N)",
        flags: PART.flags.and(Flags::ADMIN),
        tips: "nondeterministic_output",
        ..PART
    },
    Record {
        name: "info",
        since: "6.2.0",
        summary: summaries::CLIENT_INFO,
        tips: "nondeterministic_output",
        ..PART
    },
    Record {
        name: "reply",
        arity: 3,
        arguments: "on_off_skip(ON|OFF|SKIP)",
        since: "3.2.0",
        summary: summaries::CLIENT_REPLY,
        examples: &[example("CLIENT REPLY ON", "OK")],
        ..PART
    },
    Record {
        name: "no-evict",
        arity: 3,
        arguments: "enabled(ON|OFF)",
        since: "7.0.0",
        summary: summaries::CLIENT_NO_EVICT,
        examples: &[example("CLIENT NO-EVICT ON", "OK")],
        flags: PART.flags.and(Flags::ADMIN),
        ..PART
    },
    Record {
        name: "caching",
        arity: 3,
        arguments: "mode(YES|NO)",
        since: "6.0.0",
        summary: summaries::CLIENT_CACHING,
        examples: &[
            example("CLIENT TRACKING ON OPTIN", "OK"),
            example("CLIENT CACHING YES", "OK"),
        ],
        ..PART
    },
    Record {
        name: "getredir",
        since: "6.0.0",
        summary: summaries::CLIENT_GETREDIR,
        examples: &[
            example("CLIENT GETREDIR", "(integer) -1"),
            example("CLIENT TRACKING ON", "OK"),
            example("CLIENT GETREDIR", "(integer) 0"),
        ],
        ..PART
    },
    Record {
        name: "tracking",
        arity: -3,
        arguments: "status(ON|OFF) [REDIRECT=client-id:integer] [PREFIX...=prefix] [BCAST] [OPTIN] [OPTOUT] [NOLOOP]",
        since: "6.0.0",
        summary: summaries::CLIENT_TRACKING,
        examples: &[
            example("CLIENT TRACKING ON", "OK"),
            example("CLIENT TRACKING OFF", "OK"),
        ],
        ..PART
    },
    Record {
        name: "trackinginfo",
        since: "6.2.0",
        summary: summaries::CLIENT_TRACKINGINFO,
        examples: &[example(
            "CLIENT TRACKINGINFO",
            "1) \"flags\"\n2) 1) \"off\"\n3) \"redirect\"\n4) (integer) -1\n5) \"prefixes\"\n6) (empty array)",
        )],
        ..PART
    },
    Record {
        name: "kill",
        arity: -3,
        arguments: "filter('ip:port'!2.8.12|new-format([ID=client-id:integer@2.8.12]|[TYPE=normal_master_slave_pubsub(NORMAL|MASTER@3.2.0|SLAVE|REPLICA@5.0.0|PUBSUB)@2.8.12]|[USER=username]|[ADDR='ip:port']|[LADDR='ip:port'@6.2.0]|[SKIPME='yes/no'])...)",
        since: "2.4.0",
        complexity: "O(N)",
        summary: summaries::CLIENT_KILL,
        examples: &[
            example("CLIENT KILL TYPE pubsub", "(integer) 0"),
            example(
                "CLIENT KILL ID 0",
                "(error) ERR client-id should be greater than 0",
            ),
        ],
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        ..PART
    },
    Record {
        name: "pause",
        arity: -3,
        arguments: "timeout:integer [mode(WRITE|ALL)@6.2.0]",
        since: "2.9.50",
        summary: summaries::CLIENT_PAUSE,
        examples: &[example("CLIENT PAUSE 0", "OK")],
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        ..PART
    },
    Record {
        name: "unblock",
        arity: -3,
        arguments: "client-id:integer [timeout_error(TIMEOUT|ERROR)]",
        since: "5.0.0",
        complexity: "O(log N)",
        summary: summaries::CLIENT_UNBLOCK,
        examples: &[example("CLIENT UNBLOCK 1", "(integer) 0")],
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        ..PART
    },
    Record {
        name: "unpause",
        since: "6.2.0",
        complexity: "O(N)",
        summary: summaries::CLIENT_UNPAUSE,
        examples: &[example("CLIENT UNPAUSE", "OK")],
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        ..PART
    },
    Record {
        name: "help",
        since: "5.0.0",
        summary: summaries::CLIENT_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
