//! ACL: users, and what they may do.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[Record {
    name: "acl",
    arity: -2,
    group: Group::Server,
    since: "6.0.0",
    complexity: "Depends on subcommand.",
    summary: Text {
        en: "Manages users and what they may do",
        zh: "管理用户及其权限",
    },
    subcommands: SUBCOMMANDS,
    run: Run::Container,
    ..Record::DEFAULT
}];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 2,
    group: Group::Server,
    flags: Flags::ADMIN
        .and(Flags::NO_SCRIPT)
        .and(Flags::LOADING)
        .and(Flags::STALE)
        .and(Flags::READS_FACTS),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "cat",
        arity: -2,
        arguments: "[categoryname]",
        since: "6.0.0",
        summary: Text {
            en: "Answers the categories of commands, or the commands of a category",
            zh: "返回命令的类别，或某类别中的命令",
        },
        flags: Flags::NO_SCRIPT
            .and(Flags::LOADING)
            .and(Flags::STALE)
            .and(Flags::READS_FACTS),
        examples: &[
            example(
                "ACL CAT hyperloglog",
                "1) \"pfadd\"\n2) \"pfcount\"\n3) \"pfmerge\"\n4) \"pfdebug\"\n5) \"pfselftest\"",
            ),
            example("ACL CAT nosuch", "(error) ERR Unknown category 'nosuch'"),
        ],
        ..PART
    },
    Record {
        name: "deluser",
        arity: -3,
        arguments: "username...",
        since: "6.0.0",
        summary: Text {
            en: "Deletes users and closes their connections",
            zh: "删除用户，并断开其连接",
        },
        examples: &[
            example("ACL SETUSER worker", "OK"),
            example("ACL DELUSER worker nosuch", "(integer) 1"),
            example(
                "ACL DELUSER default",
                "(error) ERR The 'default' user cannot be removed",
            ),
        ],
        ..PART
    },
    Record {
        name: "dryrun",
        arity: -4,
        arguments: "username command [arg...]",
        since: "7.0.0",
        summary: Text {
            en: "Answers whether a user may run a command, without running it",
            zh: "判断用户能否执行某命令，但不执行",
        },
        examples: &[
            example("ACL SETUSER worker +get ~lock:*", "OK"),
            example("ACL DRYRUN worker GET lock:1", "OK"),
            example(
                "ACL DRYRUN worker GET other",
                "\"This user has no permissions to access the 'other' key\"",
            ),
            example(
                "ACL DRYRUN worker DEL lock:1",
                "\"This user has no permissions to run the 'del' command\"",
            ),
        ],
        ..PART
    },
    Record {
        name: "genpass",
        arity: -2,
        arguments: "[bits:integer]",
        since: "6.0.0",
        summary: Text {
            en: "Answers a random password",
            zh: "生成随机密码",
        },
        flags: Flags::NO_SCRIPT.and(Flags::LOADING).and(Flags::STALE),
        examples: &[example(
            "ACL GENPASS 0",
            "(error) ERR ACL GENPASS argument must be the number of bits for the output password, a positive number up to 4096",
        )],
        ..PART
    },
    Record {
        name: "getuser",
        arity: 3,
        arguments: "username",
        since: "6.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the rules of a user",
            zh: "返回用户的规则",
        },
        examples: &[
            example("ACL SETUSER worker on +@read -keys ~lock:* >secret", "OK"),
            example("ACL GETUSER nosuch", "(nil)"),
        ],
        ..PART
    },
    Record {
        name: "list",
        since: "6.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the rules of every user, one a line",
            zh: "返回所有用户的规则，每个用户一行",
        },
        examples: &[example(
            "ACL LIST",
            "1) \"user default on nopass ~* &* +@all\"",
        )],
        ..PART
    },
    Record {
        name: "load",
        since: "6.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Reads the users from the server's file again",
            zh: "从服务器的 ACL 文件重新读取用户",
        },
        examples: &[example("ACL LOAD", NO_FILE_EXAMPLE)],
        ..PART
    },
    Record {
        name: "log",
        arity: -2,
        arguments: "[operation(count:integer|RESET)]",
        since: "6.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers which commands and logins were refused lately",
            zh: "返回最近被拒绝的命令和登录",
        },
        examples: &[
            example("ACL LOG", "(empty array)"),
            example("ACL LOG RESET", "OK"),
        ],
        ..PART
    },
    Record {
        name: "save",
        since: "6.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Writes the users to the server's file",
            zh: "把用户写入服务器的 ACL 文件",
        },
        examples: &[example("ACL SAVE", NO_FILE_EXAMPLE)],
        ..PART
    },
    Record {
        name: "setuser",
        arity: -3,
        arguments: "username [rule...]",
        since: "6.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Creates a user, or changes the rules of one",
            zh: "创建用户，或修改其规则",
        },
        examples: &[
            example("ACL SETUSER worker on nopass +set +get ~lock:*", "OK"),
            example("AUTH worker any", "OK"),
            example("SET lock:1 worker", "OK"),
            example(
                "SET other worker",
                "(error) NOPERM this user has no permissions to access one of the keys used as arguments",
            ),
            example(
                "DEL lock:1",
                "(error) NOPERM this user has no permissions to run the 'del' command",
            ),
        ],
        ..PART
    },
    Record {
        name: "users",
        since: "6.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the names of the users",
            zh: "返回所有用户名",
        },
        examples: &[
            example("ACL SETUSER worker", "OK"),
            example("ACL USERS", "1) \"default\"\n2) \"worker\""),
        ],
        ..PART
    },
    Record {
        name: "whoami",
        since: "6.0.0",
        summary: Text {
            en: "Answers the name of this connection's user",
            zh: "返回当前连接的用户名",
        },
        flags: Flags::NO_SCRIPT.and(Flags::LOADING).and(Flags::STALE),
        examples: &[example("ACL WHOAMI", "\"default\"")],
        ..PART
    },
    Record {
        name: "help",
        since: "6.0.0",
        summary: Text {
            en: "Lists what ACL can do",
            zh: "列出 ACL 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
const NO_FILE_EXAMPLE: &str = "(error) ERR This Redis instance is not configured to use an ACL file. You may want to specify users via the ACL SETUSER command and then issue a CONFIG REWRITE (assuming you have a Redis configuration file set) in order to store users in the Redis configuration.";
