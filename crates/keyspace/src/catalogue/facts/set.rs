//! SET and what shares its conditions and its ways to give a key an expiry: SETNX, SETEX, PSETEX, GETEX.

use crate::catalogue::record::{
    Feature, Flags, Group, KeySpec, KeyspaceMode, Record, Run, example,
};
use crate::catalogue::summaries;

/// SET. A mode has its own, which takes further conditions.
const SET: Record = Record {
    name: "set",
    arity: -3,
    arguments: "key value [condition(NX|XX)@2.6.12] [GET@6.2.0] [expiration(EX=seconds:integer@2.6.12|PX=milliseconds:integer@2.6.12|EXAT=unix-time-seconds:unix-time@6.2.0|PXAT=unix-time-milliseconds:unix-time@6.2.0|KEEPTTL@6.0.0)]",
    group: Group::String,
    since: "1.0.0",
    summary: summaries::SET,
    examples: &[
        example("SET mykey \"Hello\"", "OK"),
        example("SET mykey \"World\" NX GET", "\"Hello\""),
        example("SET mykey \"later\" XX EX 60", "OK"),
        example("TTL mykey", "(integer) 60"),
    ],
    flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::LOOKS_UP),
    keys: &[KeySpec {
        notes: "RW and ACCESS due to the optional `GET` argument",
        ..KeySpec::first("RW access update variable_flags")
    }],
    ..Record::DEFAULT
};

pub const COMMANDS: &[Record] = &[
    SET,
    Record {
        name: "setnx",
        arity: 3,
        arguments: "key value",
        group: Group::String,
        since: "1.0.0",
        summary: summaries::SETNX,
        examples: &[
            example("SETNX mykey \"Hello\"", "(integer) 1"),
            example("SETNX mykey \"World\"", "(integer) 0"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("OW insert")],
        ..Record::DEFAULT
    },
    Record {
        name: "setex",
        arity: 4,
        arguments: "key seconds:integer value",
        group: Group::String,
        since: "2.0.0",
        summary: summaries::SETEX,
        examples: &[
            example("SETEX mykey 10 \"Hello\"", "OK"),
            example("TTL mykey", "(integer) 10"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("OW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "psetex",
        arity: 4,
        arguments: "key milliseconds:integer value",
        group: Group::String,
        since: "2.6.0",
        summary: summaries::PSETEX,
        examples: &[
            example("PSETEX mykey 1000 \"Hello\"", "OK"),
            example("TTL mykey", "(integer) 1"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("OW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "getex",
        arity: -2,
        arguments: "key [expiration(EX=seconds:integer|PX=milliseconds:integer|EXAT=unix-time-seconds:unix-time|PXAT=unix-time-milliseconds:unix-time|PERSIST)]",
        group: Group::String,
        since: "6.2.0",
        summary: summaries::GETEX,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("GETEX mykey EX 60", "\"Hello\""),
            example("TTL mykey", "(integer) 60"),
            example("GETEX mykey PERSIST", "\"Hello\""),
            example("TTL mykey", "(integer) -1"),
        ],
        flags: Flags::WRITE.and(Flags::FAST).and(Flags::LOOKS_UP),
        keys: &[KeySpec {
            notes: "RW and UPDATE because it changes the TTL",
            ..KeySpec::first("RW access update")
        }],
        ..Record::DEFAULT
    },
];

/// The commands of the modes, in place of those of the same name or beside them.
pub const OF_MODES: &[Record] = &[
    Record {
        arguments: "key value [condition(NX@2.6.12|XX@2.6.12|IFEQ=ifeq-value@8.4.0|IFNE=ifne-value@8.4.0)] [GET@6.2.0] [expiration(EX=seconds:integer@2.6.12|PX=milliseconds:integer@2.6.12|EXAT=unix-time-seconds:unix-time@6.2.0|PXAT=unix-time-milliseconds:unix-time@6.2.0|KEEPTTL@6.0.0)]",
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SET mykey \"World\" IFEQ \"Hello\"", "OK"),
            example("SET mykey \"again\" IFEQ \"Hello\"", "(nil)"),
            example("SET mykey \"again\" IFNE \"Hello\" GET", "\"World\""),
        ],
        mode: KeyspaceMode::Redis84,
        ..SET
    },
    Record {
        name: "delex",
        arity: -2,
        arguments: "key [condition(IFEQ=ifeq-value|IFNE=ifne-value)]",
        since: "8.4.0",
        summary: summaries::DELEX,
        examples: &[
            example("SET lock.foo \"a7\"", "OK"),
            example("DELEX lock.foo IFEQ \"b14\"", "(integer) 0"),
            example("DELEX lock.foo IFEQ \"a7\"", "(integer) 1"),
        ],
        keys: &[KeySpec::first("RW delete variable_flags")],
        mode: KeyspaceMode::Redis84,
        ..DELETES
    },
    Record {
        name: "digest",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "8.4.0",
        complexity: "O(N)",
        summary: summaries::DIGEST,
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut(Feature::Digests),
        mode: KeyspaceMode::Redis84,
        ..Record::DEFAULT
    },
    Record {
        arguments: "key value [condition(NX@2.6.12|XX@2.6.12|IFEQ=comparison-value@8.1.0)] [GET@6.2.0] [expiration(EX=seconds:integer@2.6.12|PX=milliseconds:integer@2.6.12|EXAT=unix-time-seconds:unix-time@6.2.0|PXAT=unix-time-milliseconds:unix-time@6.2.0|KEEPTTL@6.0.0)]",
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SET mykey \"World\" IFEQ \"Hello\"", "OK"),
            example("SET mykey \"again\" IFEQ \"Hello\"", "(nil)"),
        ],
        mode: KeyspaceMode::Valkey9,
        ..SET
    },
    Record {
        name: "delifeq",
        arity: 3,
        arguments: "key value",
        since: "9.0.0",
        summary: summaries::DELIFEQ,
        examples: &[
            example("SET lock.foo \"a7\"", "OK"),
            example("DELIFEQ lock.foo \"b14\"", "(integer) 0"),
            example("DELIFEQ lock.foo \"a7\"", "(integer) 1"),
        ],
        keys: &[KeySpec::first("RM delete")],
        mode: KeyspaceMode::Valkey9,
        ..DELETES
    },
];

/// The facts that both commands that delete have in common.
const DELETES: Record = Record {
    group: Group::String,
    flags: Flags::WRITE.and(Flags::FAST),
    ..Record::DEFAULT
};
