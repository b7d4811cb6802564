//! Values as bytes, for another server or for later.

use crate::catalogue::record::{Feature, Flags, KeyFind, KeySpec, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "dump",
        arity: 2,
        arguments: "key",
        since: "2.6.0",
        summary: summaries::DUMP,
        examples: &[
            example("SET mykey 10", "OK"),
            example(
                "DUMP mykey",
                "\"\\x00\\xc0\\n\\n\\x00n\\x9fWE\\x0e\\xaec\\xbb\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "restore",
        arity: -4,
        arguments: "key ttl:integer serialized-value [REPLACE@3.0.0] [ABSTTL@5.0.0] [IDLETIME=seconds:integer@5.0.0] [FREQ=frequency:integer@5.0.0]",
        since: "2.6.0",
        summary: summaries::RESTORE,
        examples: &[
            example(
                "RESTORE mykey 0 \"\\x00\\xc0\\n\\n\\x00n\\x9fWE\\x0e\\xaec\\xbb\"",
                "OK",
            ),
            example("GET mykey", "\"10\""),
            example(
                "RESTORE mykey 0 \"\\x00\\xc0\\n\\n\\x00n\\x9fWE\\x0e\\xaec\\xbb\"",
                "(error) BUSYKEY Target key name already exists.",
            ),
            example(
                "RESTORE other 0 hello",
                "(error) ERR DUMP payload version or checksum are wrong",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        categories: "keyspace dangerous",
        keys: &[KeySpec::first("OW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "migrate",
        arity: -6,
        arguments: "host port:integer key_or_empty_string(key|empty_string'') destination-db:integer timeout:integer [COPY@3.0.0] [REPLACE@3.0.0] [authentication([AUTH=password@4.0.7]|[AUTH2=username_password{username password}@6.0.0])] [KEYS=key:key1...@3.0.6]",
        since: "2.6.0",
        complexity: "O(N)",
        summary: summaries::MIGRATE,
        flags: Flags::WRITE.and(Flags::MOVABLE_KEYS),
        categories: "keyspace dangerous",
        keys: &[
            KeySpec::at(3, "RW access delete"),
            KeySpec {
                find: KeyFind::Range {
                    last: -1,
                    step: 1,
                    limit: 0,
                },
                ..KeySpec::behind("KEYS", -2, "RW access delete incomplete")
            },
        ],
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::SerializedValues),
        ..Record::DEFAULT
    },
];
