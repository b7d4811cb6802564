//! COMMAND: the description of the command table.

use crate::catalogue::record::{Flags, Group, Record, example};
use base::text::Text;

const FLAGS: Flags = Flags::LOADING.and(Flags::STALE);
const UNORDERED: &str = "nondeterministic_output_order";

pub const COMMANDS: &[Record] = &[Record {
    name: "command",
    arity: -1,
    group: Group::Server,
    since: "2.8.13",
    complexity: "O(N)",
    summary: Text {
        en: "Answers what is known about every command",
        zh: "返回所有命令的详细信息",
    },
    flags: FLAGS,
    categories: "connection",
    tips: UNORDERED,
    subcommands: SUBCOMMANDS,
    ..Record::DEFAULT
}];

const SUBCOMMAND: Record = Record {
    group: Group::Server,
    flags: FLAGS,
    categories: "connection",
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "count",
        arity: 2,
        since: "2.8.13",
        summary: Text {
            en: "Answers how many commands there are",
            zh: "返回命令的总数",
        },
        ..SUBCOMMAND
    },
    Record {
        name: "docs",
        arity: -2,
        arguments: "[command-name...]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the documentation of commands, or of all",
            zh: "返回指定命令或所有命令的文档",
        },
        examples: &[example(
            "COMMAND DOCS DBSIZE",
            "\
1) \"dbsize\"
2) 1) \"summary\"
   2) \"Answers how many keys the selected database has\"
   3) \"since\"
   4) \"1.0.0\"
   5) \"group\"
   6) \"server\"
   7) \"complexity\"
   8) \"O(1)\"",
        )],
        tips: UNORDERED,
        ..SUBCOMMAND
    },
    Record {
        name: "getkeys",
        arity: -4,
        since: "2.8.13",
        complexity: "O(N)",
        summary: Text {
            en: "Answers which words of a command line are keys",
            zh: "返回一条命令中的键",
        },
        examples: &[example(
            "COMMAND GETKEYS MSET a 1 b 2",
            "1) \"a\"\n2) \"b\"",
        )],
        ..SUBCOMMAND
    },
    Record {
        name: "getkeysandflags",
        arity: -4,
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers which words of a command line are keys, and what is done to them",
            zh: "返回一条命令中的键以及对它们的访问方式",
        },
        examples: &[example(
            "COMMAND GETKEYSANDFLAGS DEL a",
            "1) 1) \"a\"\n   2) 1) RM\n      2) delete",
        )],
        ..SUBCOMMAND
    },
    Record {
        name: "help",
        arity: 2,
        since: "5.0.0",
        summary: Text {
            en: "Answers what COMMAND can be asked",
            zh: "返回 COMMAND 的用法说明",
        },
        ..SUBCOMMAND
    },
    Record {
        name: "info",
        arity: -2,
        arguments: "[command-name...]",
        since: "2.8.13",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the facts about commands that a client needs, or about all",
            zh: "返回指定命令或所有命令的属性，供客户端使用",
        },
        examples: &[example(
            "COMMAND INFO ECHO",
            "\
1)  1) \"echo\"
    2) (integer) 2
    3) 1) loading
       2) stale
       3) fast
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)",
        )],
        tips: UNORDERED,
        ..SUBCOMMAND
    },
    Record {
        name: "list",
        arity: -2,
        arguments: "[FILTERBY=filterby(MODULE=module-name|ACLCAT=category|PATTERN=pattern)]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the names of the commands",
            zh: "返回命令名称的列表",
        },
        examples: &[example(
            "COMMAND LIST FILTERBY PATTERN getr*",
            "1) \"getrange\"",
        )],
        tips: UNORDERED,
        ..SUBCOMMAND
    },
];
