//! MULTI, EXEC, DISCARD, WATCH and UNWATCH: commands that run as one, if no watched key was touched.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use base::text::Text;

/// The parts that all of them share.
const FLAGS: Flags = Flags::NO_SCRIPT.and(Flags::LOADING).and(Flags::STALE);
const QUICK: Flags = FLAGS.and(Flags::FAST).and(Flags::ALLOW_BUSY);

pub const COMMANDS: &[Record] = &[
    Record {
        name: "multi",
        group: Group::Transactions,
        since: "1.2.0",
        summary: Text {
            en: "Begins a transaction: what follows is queued until EXEC",
            zh: "开始事务：之后的命令先入队，直到 EXEC",
        },
        examples: &[
            example("MULTI", "OK"),
            example("INCR foo", "QUEUED"),
            example("INCR foo", "QUEUED"),
            example("EXEC", "1) (integer) 1\n2) (integer) 2"),
        ],
        flags: QUICK.and(Flags::NEVER_QUEUED),
        ..Record::DEFAULT
    },
    Record {
        name: "exec",
        group: Group::Transactions,
        since: "1.2.0",
        complexity: "Depends on commands in the transaction",
        summary: Text {
            en: "Runs the queued commands as one, unless a watched key has changed",
            zh: "把队列中的命令作为整体执行；若被监视的键已改变则放弃",
        },
        examples: &[
            example("WATCH mykey", "OK"),
            example("MULTI", "OK"),
            example("SET mykey \"Hello\"", "QUEUED"),
            example("EXEC", "1) OK"),
        ],
        flags: FLAGS.and(Flags::SKIP_SLOWLOG).and(Flags::NEVER_QUEUED),
        ..Record::DEFAULT
    },
    Record {
        name: "discard",
        group: Group::Transactions,
        since: "2.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Drops the queued commands and stops watching",
            zh: "丢弃队列中的命令，并取消监视",
        },
        examples: &[
            example("MULTI", "OK"),
            example("INCR foo", "QUEUED"),
            example("DISCARD", "OK"),
            example("GET foo", "(nil)"),
        ],
        flags: QUICK.and(Flags::NEVER_QUEUED),
        ..Record::DEFAULT
    },
    Record {
        name: "watch",
        arity: -2,
        arguments: "key...",
        group: Group::Transactions,
        since: "2.2.0",
        summary: Text {
            en: "Lets the next EXEC of this connection fail if one of the keys changes until then",
            zh: "监视键：若其中之一在此连接的下一次 EXEC 之前改变，则 EXEC 放弃执行",
        },
        examples: &[
            example("WATCH mykey", "OK"),
            example("SET mykey \"changed\"", "OK"),
            example("MULTI", "OK"),
            example("GET mykey", "QUEUED"),
            example("EXEC", "(nil)"),
        ],
        flags: QUICK.and(Flags::NEVER_QUEUED),
        keys: &[KeySpec::all("RO")],
        ..Record::DEFAULT
    },
    Record {
        name: "unwatch",
        group: Group::Transactions,
        since: "2.2.0",
        summary: Text {
            en: "Stops watching every key",
            zh: "取消对所有键的监视",
        },
        examples: &[example("UNWATCH", "OK")],
        flags: QUICK,
        ..Record::DEFAULT
    },
];
