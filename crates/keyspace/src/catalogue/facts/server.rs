//! The server as a whole: its time, and how much is in it.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "time",
        arity: 1,
        arguments: "",
        group: Group::Server,
        since: "2.6.0",
        summary: summaries::TIME,
        // Its reply differs each time.
        examples: &[],
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "dbsize",
        arity: 1,
        arguments: "",
        group: Group::Server,
        since: "1.0.0",
        summary: summaries::DBSIZE,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("DBSIZE", "(integer) 1"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        categories: "keyspace",
        tips: "request_policy:all_shards response_policy:agg_sum",
        ..Record::DEFAULT
    },
    Record {
        name: "flushdb",
        arity: -1,
        arguments: "[async(ASYNC@4.0.0|SYNC@6.2.0)]",
        group: Group::Server,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::FLUSHDB,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("FLUSHDB", "OK"),
            example("DBSIZE", "(integer) 0"),
        ],
        flags: Flags::WRITE,
        categories: "keyspace dangerous",
        tips: "request_policy:all_shards response_policy:all_succeeded",
        ..Record::DEFAULT
    },
    Record {
        name: "flushall",
        arity: -1,
        arguments: "[async(ASYNC@4.0.0|SYNC@6.2.0)]",
        group: Group::Server,
        since: "1.0.0",
        complexity: "O(N)",
        summary: summaries::FLUSHALL,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SELECT 1", "OK"),
            example("FLUSHALL", "OK"),
            example("SELECT 0", "OK"),
            example("DBSIZE", "(integer) 0"),
        ],
        flags: Flags::WRITE,
        categories: "keyspace dangerous",
        tips: "request_policy:all_shards response_policy:all_succeeded",
        ..Record::DEFAULT
    },
    Record {
        name: "debug",
        arity: -2,
        group: Group::Server,
        complexity: "Depends on subcommand.",
        summary: summaries::DEBUG,
        examples: &[example(
            "DEBUG OBJECT mykey",
            "(error) ERR DEBUG command not allowed. If the enable-debug-command option is set to \"local\", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.",
        )],
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        is_for_developers: true,
        run: Run::Refused,
        ..Record::DEFAULT
    },
];
