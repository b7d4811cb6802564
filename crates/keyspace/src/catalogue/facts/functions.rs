//! Functions: libraries of scripts with names.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "fcall",
        arity: -3,
        arguments: "function numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "7.0.0",
        complexity: "Depends on the function that is executed.",
        summary: summaries::FCALL,
        examples: &[
            example("SET mykey Hello", "OK"),
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
                "\"mylib\"",
            ),
            example("FCALL get 1 mykey", "\"Hello\""),
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
        name: "fcall_ro",
        arity: -3,
        arguments: "function numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "7.0.0",
        complexity: "Depends on the function that is executed.",
        summary: summaries::FCALL_RO,
        examples: &[
            example("SET mykey Hello", "OK"),
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function{function_name='get', flags={'no-writes'}, callback=function(keys) return redis.call('GET', keys[1]) end}\"",
                "\"mylib\"",
            ),
            example("FCALL_RO get 1 mykey", "\"Hello\""),
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
        name: "function",
        arity: -2,
        group: Group::Scripting,
        since: "7.0.0",
        complexity: "Depends on subcommand.",
        summary: summaries::FUNCTION,
        subcommands: SUBCOMMANDS,
        run: Run::Container,
        ..Record::DEFAULT
    },
];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 2,
    group: Group::Scripting,
    flags: Flags::WRITE.and(Flags::NO_SCRIPT),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "delete",
        arity: 3,
        arguments: "library-name",
        since: "7.0.0",
        summary: summaries::FUNCTION_DELETE,
        examples: &[
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
                "\"mylib\"",
            ),
            example("FUNCTION DELETE mylib", "OK"),
            example("FCALL get 1 mykey", "(error) ERR Function not found"),
        ],
        tips: "request_policy:all_shards response_policy:all_succeeded",
        ..PART
    },
    Record {
        name: "dump",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::FUNCTION_DUMP,
        flags: Flags::NO_SCRIPT,
        ..PART
    },
    Record {
        name: "flush",
        arity: -2,
        arguments: "[async(ASYNC|SYNC)]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::FUNCTION_FLUSH,
        examples: &[
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
                "\"mylib\"",
            ),
            example("FUNCTION FLUSH", "OK"),
            example("FUNCTION LIST", "(empty array)"),
        ],
        tips: "request_policy:all_shards response_policy:all_succeeded",
        ..PART
    },
    Record {
        name: "kill",
        since: "7.0.0",
        summary: summaries::FUNCTION_KILL,
        examples: &[example(
            "FUNCTION KILL",
            "(error) NOTBUSY No scripts in execution right now.",
        )],
        flags: Flags::NO_SCRIPT.and(Flags::ALLOW_BUSY),
        tips: "request_policy:all_shards response_policy:one_succeeded",
        ..PART
    },
    Record {
        name: "list",
        arity: -2,
        arguments: "[LIBRARYNAME=library-name-pattern] [WITHCODE]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::FUNCTION_LIST,
        examples: &[
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
                "\"mylib\"",
            ),
            example(
                "FUNCTION LIST",
                "1) 1) \"library_name\"\n   2) \"mylib\"\n   3) \"engine\"\n   4) \"LUA\"\n   5) \"functions\"\n   6) 1) 1) \"name\"\n         2) \"get\"\n         3) \"description\"\n         4) (nil)\n         5) \"flags\"\n         6) (empty array)",
            ),
        ],
        flags: Flags::NO_SCRIPT,
        tips: "nondeterministic_output_order",
        ..PART
    },
    Record {
        name: "load",
        arity: -3,
        arguments: "[REPLACE] function-code",
        since: "7.0.0",
        summary: summaries::FUNCTION_LOAD,
        examples: &[example(
            "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
            "\"mylib\"",
        )],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::NO_SCRIPT),
        tips: "request_policy:all_shards response_policy:all_succeeded",
        ..PART
    },
    Record {
        name: "restore",
        arity: -3,
        arguments: "serialized-value [policy(FLUSH|APPEND|REPLACE)]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::FUNCTION_RESTORE,
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::NO_SCRIPT),
        tips: "request_policy:all_shards response_policy:all_succeeded",
        ..PART
    },
    Record {
        name: "stats",
        since: "7.0.0",
        summary: summaries::FUNCTION_STATS,
        examples: &[
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
                "\"mylib\"",
            ),
            example(
                "FUNCTION STATS",
                "1) \"running_script\"\n2) (nil)\n3) \"engines\"\n4) 1) \"LUA\"\n   2) 1) \"libraries_count\"\n      2) (integer) 1\n      3) \"functions_count\"\n      4) (integer) 1",
            ),
        ],
        flags: Flags::NO_SCRIPT.and(Flags::ALLOW_BUSY),
        tips: "nondeterministic_output request_policy:all_shards response_policy:special",
        ..PART
    },
    Record {
        name: "help",
        since: "7.0.0",
        summary: summaries::FUNCTION_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
