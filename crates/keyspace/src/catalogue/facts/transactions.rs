//! MULTI, EXEC, DISCARD, WATCH and UNWATCH: commands that run as one, if no watched key was touched.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

/// The parts that all of them share.
const FLAGS: Flags = Flags::NO_SCRIPT.and(Flags::LOADING).and(Flags::STALE);
const QUICK: Flags = FLAGS.and(Flags::FAST).and(Flags::ALLOW_BUSY);

pub const COMMANDS: &[Record] = &[
    Record {
        name: "multi",
        group: Group::Transactions,
        since: "1.2.0",
        summary: summaries::MULTI,
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
        summary: summaries::EXEC,
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
        summary: summaries::DISCARD,
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
        summary: summaries::WATCH,
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
        summary: summaries::UNWATCH,
        examples: &[example("UNWATCH", "OK")],
        flags: QUICK,
        ..Record::DEFAULT
    },
];
