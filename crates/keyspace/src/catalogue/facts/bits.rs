//! Single bits: GETBIT, SETBIT, and BITCOUNT and BITPOS, which look through many.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "getbit",
        arity: 3,
        arguments: "key offset:integer",
        group: Group::Bitmap,
        since: "2.2.0",
        summary: summaries::GETBIT,
        examples: &[
            example("SETBIT mykey 7 1", "(integer) 0"),
            example("GETBIT mykey 0", "(integer) 0"),
            example("GETBIT mykey 7", "(integer) 1"),
            example("GETBIT mykey 100", "(integer) 0"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "setbit",
        arity: 4,
        arguments: "key offset:integer value:integer",
        group: Group::Bitmap,
        since: "2.2.0",
        summary: summaries::SETBIT,
        examples: &[
            example("SETBIT mykey 7 1", "(integer) 0"),
            example("SETBIT mykey 7 0", "(integer) 1"),
            example("GET mykey", "\"\\x00\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RW access update")],
        ..Record::DEFAULT
    },
    Record {
        name: "bitcount",
        arity: -2,
        arguments: "key [index{start:integer end:integer [index_unit(BYTE|BIT)@7.0.0]}]",
        group: Group::Bitmap,
        since: "2.6.0",
        complexity: "O(N)",
        summary: summaries::BITCOUNT,
        examples: &[
            example("SET mykey \"foobar\"", "OK"),
            example("BITCOUNT mykey", "(integer) 26"),
            example("BITCOUNT mykey 1 1", "(integer) 6"),
            example("BITCOUNT mykey 5 30 BIT", "(integer) 17"),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "bitpos",
        arity: -3,
        arguments: "key bit:integer [index{start:integer [end_index{end:integer [index_unit(BYTE|BIT)@7.0.0]}]}]",
        group: Group::Bitmap,
        since: "2.8.7",
        complexity: "O(N)",
        summary: summaries::BITPOS,
        examples: &[
            example("SET mykey \"\\xff\\xf0\\x00\"", "OK"),
            example("BITPOS mykey 0", "(integer) 12"),
            example("SET mykey \"\\x00\\xff\\xf0\"", "OK"),
            example("BITPOS mykey 1 2", "(integer) 16"),
            example("BITPOS mykey 1 7 -1 BIT", "(integer) 8"),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
];
