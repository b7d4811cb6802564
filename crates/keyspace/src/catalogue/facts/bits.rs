//! Single bits: GETBIT, SETBIT, and BITCOUNT and BITPOS, which look through many.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "getbit",
        arity: 3,
        arguments: "key offset:integer",
        group: Group::Bitmap,
        since: "2.2.0",
        summary: Text {
            en: "Answers one bit of the string under a key; past its end all are 0",
            zh: "返回键中字符串的某一位；超出末尾的位均为 0",
        },
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
        summary: Text {
            en: "Sets or clears one bit of the string under a key and answers what it was",
            zh: "设置或清除键中字符串的某一位，并返回原来的值",
        },
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
        summary: Text {
            en: "Counts the set bits of the string under a key, or of a part of it",
            zh: "统计键中字符串或其一部分里值为 1 的位数",
        },
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
        summary: Text {
            en: "Finds the first bit that is set, or clear, in the string under a key",
            zh: "在键中的字符串里查找第一个值为 1 或 0 的位",
        },
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
