//! HyperLogLogs: estimates of how many different elements there are.

use crate::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "pfadd",
        arity: -2,
        arguments: "key [element...]",
        group: Group::HyperLogLog,
        since: "2.8.9",
        summary: Text {
            en: "Counts elements into the HyperLogLog under a key",
            zh: "把元素计入 HyperLogLog",
        },
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
        summary: Text {
            en: "Estimates how many different elements HyperLogLogs have counted",
            zh: "估算 HyperLogLog 计入的不同元素个数",
        },
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
        summary: Text {
            en: "Stores what several HyperLogLogs have counted together under a key",
            zh: "合并多个 HyperLogLog，并存入键",
        },
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
        summary: Text {
            en: "Shows how a HyperLogLog lies in memory, for those who work on Redis",
            zh: "查看 HyperLogLog 的内部表示；供 Redis 开发者使用",
        },
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
        summary: Text {
            en: "Tests the HyperLogLogs of the server itself, for those who work on Redis",
            zh: "测试服务器的 HyperLogLog 实现；供 Redis 开发者使用",
        },
        examples: &[example("PFSELFTEST", "OK")],
        flags: Flags::ADMIN,
        ..Record::DEFAULT
    },
];
