//! When keys expire: setting a deadline, asking for it, taking it away.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "expire",
        arity: -3,
        arguments: "key seconds:integer [condition(NX|XX|GT|LT)@7.0.0]",
        group: Group::Generic,
        since: "1.0.0",
        summary: summaries::EXPIRE,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("EXPIRE mykey 10", "(integer) 1"),
            example("EXPIRE mykey 5 GT", "(integer) 0"),
            example("TTL mykey", "(integer) 10"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "pexpire",
        arity: -3,
        arguments: "key milliseconds:integer [condition(NX|XX|GT|LT)@7.0.0]",
        group: Group::Generic,
        since: "2.6.0",
        summary: summaries::PEXPIRE,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("PEXPIRE mykey 1500", "(integer) 1"),
            example("PTTL mykey", "(integer) 1500"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "expireat",
        arity: -3,
        arguments: "key unix-time-seconds:unix-time [condition(NX|XX|GT|LT)@7.0.0]",
        group: Group::Generic,
        since: "1.2.0",
        summary: summaries::EXPIREAT,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("EXPIREAT mykey 1", "(integer) 1"),
            example("EXISTS mykey", "(integer) 0"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "pexpireat",
        arity: -3,
        arguments: "key unix-time-milliseconds:unix-time [condition(NX|XX|GT|LT)@7.0.0]",
        group: Group::Generic,
        since: "2.6.0",
        summary: summaries::PEXPIREAT,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("PEXPIREAT mykey 1", "(integer) 1"),
            example("TTL mykey", "(integer) -2"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "ttl",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "1.0.0",
        summary: summaries::TTL,
        examples: &[
            example("SET mykey \"Hello\" EX 10", "OK"),
            example("TTL mykey", "(integer) 10"),
            example("TTL nosuchkey", "(integer) -2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "pttl",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "2.6.0",
        summary: summaries::PTTL,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("PTTL mykey", "(integer) -1"),
            example("PEXPIRE mykey 900", "(integer) 1"),
            example("PTTL mykey", "(integer) 900"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "expiretime",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "7.0.0",
        summary: summaries::EXPIRETIME,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("EXPIREAT mykey 33177117420", "(integer) 1"),
            example("EXPIRETIME mykey", "(integer) 33177117420"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "pexpiretime",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "7.0.0",
        summary: summaries::PEXPIRETIME,
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("PEXPIREAT mykey 33177117420000", "(integer) 1"),
            example("PEXPIRETIME mykey", "(integer) 33177117420000"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "persist",
        arity: 2,
        arguments: "key",
        group: Group::Generic,
        since: "2.2.0",
        summary: summaries::PERSIST,
        examples: &[
            example("SET mykey \"Hello\" EX 10", "OK"),
            example("PERSIST mykey", "(integer) 1"),
            example("TTL mykey", "(integer) -1"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
];
