//! CLIENT: the name of a connection, suppressed replies, and the list of connections.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[Record {
    name: "client",
    arity: -2,
    group: Group::Connection,
    since: "2.4.0",
    complexity: "Depends on subcommand.",
    summary: Text {
        en: "Tells about connections, and names them",
        zh: "查看连接，并为其命名",
    },
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
        summary: Text {
            en: "Answers the number of this connection",
            zh: "返回当前连接的编号",
        },
        examples: &[example("CLIENT ID", "(integer) 1")],
        ..PART
    },
    Record {
        name: "getname",
        since: "2.6.9",
        summary: Text {
            en: "Answers the name of this connection",
            zh: "返回当前连接的名称",
        },
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
        summary: Text {
            en: "Names this connection; an empty name takes it away again",
            zh: "为当前连接命名；空名称表示取消",
        },
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
        summary: Text {
            en: "Tells about every connection, one a line",
            zh: "列出所有连接，每行一个",
        },
        since: "2.4.0",
        complexity: "O(N)",
        flags: PART.flags.and(Flags::ADMIN),
        tips: "nondeterministic_output",
        ..PART
    },
    Record {
        name: "info",
        since: "6.2.0",
        summary: Text {
            en: "Tells about this connection, in a line as of CLIENT LIST",
            zh: "以 CLIENT LIST 的格式返回当前连接的信息",
        },
        tips: "nondeterministic_output",
        ..PART
    },
    Record {
        name: "reply",
        arity: 3,
        arguments: "on_off_skip(ON|OFF|SKIP)",
        since: "3.2.0",
        summary: Text {
            en: "Says whether commands of this connection are answered, or the next one is not",
            zh: "设定是否返回当前连接的回复，或跳过下一条回复",
        },
        examples: &[example("CLIENT REPLY ON", "OK")],
        ..PART
    },
    Record {
        name: "no-evict",
        arity: 3,
        arguments: "enabled(ON|OFF)",
        since: "7.0.0",
        summary: Text {
            en: "Marks this connection as one that is not dropped when memory is short; none is here",
            zh: "标记当前连接在内存不足时不被断开；此处从不断开连接",
        },
        examples: &[example("CLIENT NO-EVICT ON", "OK")],
        flags: PART.flags.and(Flags::ADMIN),
        ..PART
    },
    Record {
        name: "caching",
        arity: 3,
        arguments: "mode(YES|NO)",
        since: "6.0.0",
        summary: Text {
            en: "Says whether the keys of the next command are tracked",
            zh: "设定是否跟踪下一条命令涉及的键",
        },
        examples: &[
            example("CLIENT TRACKING ON OPTIN", "OK"),
            example("CLIENT CACHING YES", "OK"),
        ],
        ..PART
    },
    Record {
        name: "getredir",
        since: "6.0.0",
        summary: Text {
            en: "Answers which connection receives the invalidations of this one",
            zh: "返回接收当前连接失效消息的连接编号",
        },
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
        summary: Text {
            en: "Lets the server tell this connection when keys that it has read change",
            zh: "让服务器在当前连接读过的键改变时通知它",
        },
        examples: &[
            example("CLIENT TRACKING ON", "OK"),
            example("CLIENT TRACKING OFF", "OK"),
        ],
        ..PART
    },
    Record {
        name: "trackinginfo",
        since: "6.2.0",
        summary: Text {
            en: "Tells how the keys that this connection reads are tracked",
            zh: "返回当前连接的键跟踪状态",
        },
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
        summary: Text {
            en: "Closes other connections",
            zh: "断开其他连接",
        },
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
        summary: Text {
            en: "Lets the commands of all connections wait for some milliseconds",
            zh: "让所有连接的命令等待若干毫秒",
        },
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
        summary: Text {
            en: "Wakes a connection that waits in a blocking command",
            zh: "唤醒正在阻塞等待的连接",
        },
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
        summary: Text {
            en: "Lets the commands that CLIENT PAUSE holds run on",
            zh: "让被 CLIENT PAUSE 暂停的命令继续执行",
        },
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
        summary: Text {
            en: "Lists what CLIENT can do",
            zh: "列出 CLIENT 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
