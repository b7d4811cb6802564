//! ACL: users, and what they may do.

use crate::keyspace::catalogue::record::{Flags, Group, Record, Run};
use crate::text::Text;

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
    run: Run::LeftOut("access control lists"),
    ..Record::DEFAULT
}];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 2,
    group: Group::Server,
    flags: Flags::ADMIN
        .and(Flags::NO_SCRIPT)
        .and(Flags::LOADING)
        .and(Flags::STALE),
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
        flags: Flags::NO_SCRIPT.and(Flags::LOADING).and(Flags::STALE),
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
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
        run: Run::LeftOut("access control lists"),
        ..PART
    },
];
