//! HyperLogLogs: estimates of how many different elements there are.

use crate::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "pfadd",
        arity: -2,
        arguments: "key [element...]",
        group: Group::HyperLogLog,
        since: "2.8.9",
        summary: summaries::PFADD,
        examples: &[
            example("PFADD hll a b c d e f g", "(integer) 1"),
            example("PFCOUNT hll", "(integer) 7"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        ..Record::DEFAULT
    },
    Record {
        name: "pfcount",
        arity: -2,
        arguments: "key...",
        group: Group::HyperLogLog,
        since: "2.8.9",
        summary: summaries::PFCOUNT,
        examples: &[
            example("PFADD hll foo bar zap", "(integer) 1"),
            example("PFADD some-other-hll 1 2 3", "(integer) 1"),
            example("PFCOUNT hll some-other-hll", "(integer) 6"),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec {
            notes: "RW because it may change the internal representation of the key, and propagate to replicas",
            ..KeySpec::all("RW access")
        }],
        ..Record::DEFAULT
    },
    Record {
        name: "pfmerge",
        arity: -2,
        arguments: "destkey:key sourcekey:key1...",
        group: Group::HyperLogLog,
        since: "2.8.9",
        complexity: "O(N)",
        summary: summaries::PFMERGE,
        examples: &[
            example("PFADD hll1 foo bar zap a", "(integer) 1"),
            example("PFADD hll2 a b c foo", "(integer) 1"),
            example("PFMERGE hll3 hll1 hll2", "OK"),
            example("PFCOUNT hll3", "(integer) 6"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::LOOKS_UP),
        keys: &[
            KeySpec::first("RW access insert"),
            KeySpec {
                find: KeyFind::Range {
                    last: -1,
                    step: 1,
                    limit: 0,
                },
                ..KeySpec::at(2, "RO access")
            },
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "pfdebug",
        arity: 3,
        arguments: "subcommand key",
        group: Group::HyperLogLog,
        since: "2.8.9",
        complexity: "N/A",
        is_for_developers: true,
        summary: summaries::PFDEBUG,
        examples: &[
            example("PFADD hll a b", "(integer) 1"),
            example("PFDEBUG ENCODING hll", "sparse"),
            example("PFDEBUG DECODE hll", "\"Z:12711 v:2,1 Z:3068 v:1,1 Z:603\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::ADMIN),
        keys: &[KeySpec::at(2, "RW access")],
        ..Record::DEFAULT
    },
    Record {
        name: "pfselftest",
        group: Group::HyperLogLog,
        since: "2.8.9",
        complexity: "N/A",
        is_for_developers: true,
        summary: summaries::PFSELFTEST,
        examples: &[example("PFSELFTEST", "OK")],
        flags: Flags::ADMIN,
        ..Record::DEFAULT
    },
];
