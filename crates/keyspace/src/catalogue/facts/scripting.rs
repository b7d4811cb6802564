//! Scripts, and the cache of scripts.

use crate::catalogue::record::{Feature, Flags, Group, KeySpec, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "eval",
        arity: -3,
        arguments: "script numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "2.6.0",
        complexity: "Depends on the script that is executed.",
        summary: summaries::EVAL,
        examples: &[
            example("SET mykey Hello", "OK"),
            example(
                "EVAL \"return redis.call('GET', KEYS[1])\" 1 mykey",
                "\"Hello\"",
            ),
            example(
                "EVAL \"return {1, 2, ARGV[1]}\" 0 three",
                "1) (integer) 1\n2) (integer) 2\n3) \"three\"",
            ),
        ],
        flags: Flags::NO_SCRIPT
            .and(Flags::STALE)
            .and(Flags::SKIP_MONITOR)
            .and(Flags::NO_MANDATORY_KEYS)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            notes: "We cannot tell how the keys will be used so we assume the worst, RW and UPDATE",
            ..KeySpec::counted(2, "RW access update")
        }],
        ..Record::DEFAULT
    },
    Record {
        name: "evalsha",
        arity: -3,
        arguments: "sha1 numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "2.6.0",
        complexity: "Depends on the script that is executed.",
        summary: summaries::EVALSHA,
        examples: &[
            example("SET mykey Hello", "OK"),
            example(
                "SCRIPT LOAD \"return redis.call('GET', KEYS[1])\"",
                "\"d3c21d0c2b9ca22f82737626a27bcaf5d288f99f\"",
            ),
            example(
                "EVALSHA d3c21d0c2b9ca22f82737626a27bcaf5d288f99f 1 mykey",
                "\"Hello\"",
            ),
        ],
        flags: Flags::NO_SCRIPT
            .and(Flags::STALE)
            .and(Flags::SKIP_MONITOR)
            .and(Flags::NO_MANDATORY_KEYS)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(2, "RW access update")],
        ..Record::DEFAULT
    },
    Record {
        name: "eval_ro",
        arity: -3,
        arguments: "script numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "7.0.0",
        complexity: "Depends on the script that is executed.",
        summary: summaries::EVAL_RO,
        examples: &[
            example("SET mykey Hello", "OK"),
            example(
                "EVAL_RO \"return redis.call('GET', KEYS[1])\" 1 mykey",
                "\"Hello\"",
            ),
        ],
        flags: Flags::READONLY
            .and(Flags::NO_SCRIPT)
            .and(Flags::STALE)
            .and(Flags::SKIP_MONITOR)
            .and(Flags::NO_MANDATORY_KEYS)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            notes: "We cannot tell how the keys will be used so we assume the worst, RO and ACCESS",
            ..KeySpec::counted(2, "RO access")
        }],
        ..Record::DEFAULT
    },
    Record {
        name: "evalsha_ro",
        arity: -3,
        arguments: "sha1 numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "7.0.0",
        complexity: "Depends on the script that is executed.",
        summary: summaries::EVALSHA_RO,
        examples: &[
            example("SET mykey Hello", "OK"),
            example(
                "SCRIPT LOAD \"return redis.call('GET', KEYS[1])\"",
                "\"d3c21d0c2b9ca22f82737626a27bcaf5d288f99f\"",
            ),
            example(
                "EVALSHA_RO d3c21d0c2b9ca22f82737626a27bcaf5d288f99f 1 mykey",
                "\"Hello\"",
            ),
        ],
        flags: Flags::READONLY
            .and(Flags::NO_SCRIPT)
            .and(Flags::STALE)
            .and(Flags::SKIP_MONITOR)
            .and(Flags::NO_MANDATORY_KEYS)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(2, "RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "script",
        arity: -2,
        group: Group::Scripting,
        since: "2.6.0",
        complexity: "Depends on subcommand.",
        summary: summaries::SCRIPT,
        subcommands: SUBCOMMANDS,
        run: Run::Container,
        ..Record::DEFAULT
    },
];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 3,
    group: Group::Scripting,
    flags: Flags::NO_SCRIPT,
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "debug",
        arguments: "mode(YES|SYNC|NO)",
        since: "3.2.0",
        summary: summaries::SCRIPT_DEBUG,
        run: Run::LeftOut(Feature::ScriptDebugger),
        ..PART
    },
    Record {
        name: "exists",
        arity: -3,
        arguments: "sha1...",
        since: "2.6.0",
        complexity: "O(N)",
        summary: summaries::SCRIPT_EXISTS,
        examples: &[
            example(
                "SCRIPT LOAD \"return redis.call('GET', KEYS[1])\"",
                "\"d3c21d0c2b9ca22f82737626a27bcaf5d288f99f\"",
            ),
            example(
                "SCRIPT EXISTS d3c21d0c2b9ca22f82737626a27bcaf5d288f99f nosuch",
                "1) (integer) 1\n2) (integer) 0",
            ),
        ],
        tips: "request_policy:all_shards response_policy:agg_logical_and",
        ..PART
    },
    Record {
        name: "flush",
        arity: -2,
        arguments: "[async(ASYNC|SYNC)@6.2.0]",
        since: "2.6.0",
        complexity: "O(N)",
        summary: summaries::SCRIPT_FLUSH,
        examples: &[
            example(
                "SCRIPT LOAD \"return redis.call('GET', KEYS[1])\"",
                "\"d3c21d0c2b9ca22f82737626a27bcaf5d288f99f\"",
            ),
            example("SCRIPT FLUSH", "OK"),
            example(
                "SCRIPT EXISTS d3c21d0c2b9ca22f82737626a27bcaf5d288f99f",
                "1) (integer) 0",
            ),
        ],
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        ..PART
    },
    Record {
        name: "kill",
        arity: 2,
        since: "2.6.0",
        summary: summaries::SCRIPT_KILL,
        examples: &[example(
            "SCRIPT KILL",
            "(error) NOTBUSY No scripts in execution right now.",
        )],
        flags: Flags::NO_SCRIPT.and(Flags::ALLOW_BUSY),
        tips: "request_policy:all_shards response_policy:one_succeeded",
        ..PART
    },
    Record {
        name: "load",
        arguments: "script",
        since: "2.6.0",
        complexity: "O(N)",
        summary: summaries::SCRIPT_LOAD,
        examples: &[example(
            "SCRIPT LOAD \"return redis.call('GET', KEYS[1])\"",
            "\"d3c21d0c2b9ca22f82737626a27bcaf5d288f99f\"",
        )],
        flags: Flags::NO_SCRIPT.and(Flags::STALE),
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        ..PART
    },
    Record {
        name: "help",
        arity: 2,
        since: "5.0.0",
        summary: summaries::SCRIPT_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
