//! BITFIELD and BITFIELD_RO: numbers of any width within a string, at any bit.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "bitfield",
        arity: -2,
        arguments: "key [operation(GET=encoding_offset{encoding offset:integer}|write{[OVERFLOW=wrap_sat_fail(WRAP|SAT|FAIL)] write_operation(SET=encoding_offset_value{encoding offset:integer value:integer}|INCRBY=encoding_offset_increment{encoding offset:integer increment:integer})})...]",
        group: Group::Bitmap,
        since: "3.2.0",
        summary: summaries::BITFIELD,
        examples: &[
            example(
                "BITFIELD mykey INCRBY i5 100 1 GET u4 0",
                "1) (integer) 1\n2) (integer) 0",
            ),
            example(
                "BITFIELD mykey OVERFLOW SAT SET u2 #3 9 GET u2 #3",
                "1) (integer) 0\n2) (integer) 3",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec {
            notes: "This command allows both access and modification of the key",
            ..KeySpec::first("RW access update variable_flags")
        }],
        ..Record::DEFAULT
    },
    Record {
        name: "bitfield_ro",
        arity: -2,
        arguments: "key [GET...=encoding_offset{encoding offset:integer}]",
        group: Group::Bitmap,
        since: "6.0.0",
        summary: summaries::BITFIELD_RO,
        examples: &[
            example("SET hello \"Hello World\"", "OK"),
            example("BITFIELD_RO hello GET i8 16", "1) (integer) 108"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
];
