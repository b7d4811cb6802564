//! ACL: users, and what they may do.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "acl",
    arity: -2,
    group: Group::Server,
    since: "6.0.0",
    complexity: "Depends on subcommand.",
    summary: summaries::ACL,
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
        summary: summaries::ACL_CAT,
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
        summary: summaries::ACL_DELUSER,
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
        summary: summaries::ACL_DRYRUN,
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
        summary: summaries::ACL_GENPASS,
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
        summary: summaries::ACL_GETUSER,
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
        summary: summaries::ACL_LIST,
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
        summary: summaries::ACL_LOAD,
        examples: &[example("ACL LOAD", NO_FILE_EXAMPLE)],
        ..PART
    },
    Record {
        name: "log",
        arity: -2,
        arguments: "[operation(count:integer|RESET)]",
        since: "6.0.0",
        complexity: "O(N)",
        summary: summaries::ACL_LOG,
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
        summary: summaries::ACL_SAVE,
        examples: &[example("ACL SAVE", NO_FILE_EXAMPLE)],
        ..PART
    },
    Record {
        name: "setuser",
        arity: -3,
        arguments: "username [rule...]",
        since: "6.0.0",
        complexity: "O(N)",
        summary: summaries::ACL_SETUSER,
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
        summary: summaries::ACL_USERS,
        examples: &[
            example("ACL SETUSER worker", "OK"),
            example("ACL USERS", "1) \"default\"\n2) \"worker\""),
        ],
        ..PART
    },
    Record {
        name: "whoami",
        since: "6.0.0",
        summary: summaries::ACL_WHOAMI,
        flags: Flags::NO_SCRIPT.and(Flags::LOADING).and(Flags::STALE),
        examples: &[example("ACL WHOAMI", "\"default\"")],
        ..PART
    },
    Record {
        name: "help",
        since: "6.0.0",
        summary: summaries::ACL_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
const NO_FILE_EXAMPLE: &str = "(error) ERR This Redis instance is not configured to use an ACL file. You may want to specify users via the ACL SETUSER command and then issue a CONFIG REWRITE (assuming you have a Redis configuration file set) in order to store users in the Redis configuration.";
