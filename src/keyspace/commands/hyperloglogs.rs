//! HyperLogLogs: estimates of how many different elements there are.

use crate::keyspace::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, Run};
use crate::text::Text;

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
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::LeftOut("HyperLogLogs"),
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
        flags: Flags::READONLY,
        keys: &[KeySpec {
            notes: "RW because it may change the internal representation of the key, and propagate to replicas",
            ..KeySpec::all("RW access")
        }],
        run: Run::LeftOut("HyperLogLogs"),
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
        flags: Flags::WRITE.and(Flags::DENY_OOM),
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
        run: Run::LeftOut("HyperLogLogs"),
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
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::ADMIN),
        keys: &[KeySpec::at(2, "RW access")],
        run: Run::LeftOut("HyperLogLogs"),
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
        flags: Flags::ADMIN,
        run: Run::LeftOut("HyperLogLogs"),
        ..Record::DEFAULT
    },
];
