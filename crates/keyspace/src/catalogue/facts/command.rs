//! COMMAND: the description of the command table.

use crate::catalogue::record::{Flags, Group, Record, example};
use crate::catalogue::summaries;

const FLAGS: Flags = Flags::LOADING.and(Flags::STALE);
const UNORDERED: &str = "nondeterministic_output_order";

pub const COMMANDS: &[Record] = &[Record {
    name: "command",
    arity: -1,
    group: Group::Server,
    since: "2.8.13",
    complexity: "O(N)",
    summary: summaries::COMMAND,
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
        summary: summaries::COMMAND_COUNT,
        ..SUBCOMMAND
    },
    Record {
        name: "docs",
        arity: -2,
        arguments: "[command-name...]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::COMMAND_DOCS,
        examples: &[example(
            "COMMAND DOCS DBSIZE",
            "\
1) \"dbsize\"
2) 1) \"summary\"
   2) \"Returns how many keys the selected database has\"
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
        summary: summaries::COMMAND_GETKEYS,
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
        summary: summaries::COMMAND_GETKEYSANDFLAGS,
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
        summary: summaries::COMMAND_HELP,
        ..SUBCOMMAND
    },
    Record {
        name: "info",
        arity: -2,
        arguments: "[command-name...]",
        since: "2.8.13",
        complexity: "O(N)",
        summary: summaries::COMMAND_INFO,
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
        summary: summaries::COMMAND_LIST,
        examples: &[example(
            "COMMAND LIST FILTERBY PATTERN getr*",
            "1) \"getrange\"",
        )],
        tips: UNORDERED,
        ..SUBCOMMAND
    },
];
