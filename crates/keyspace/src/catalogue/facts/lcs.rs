//! LCS: the longest common subsequence of two strings, in slices.  Redis fills a table of the lengths for all pairs of
//! prefixes.

use crate::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[Record {
    name: "lcs",
    arity: -3,
    arguments: "key1:key key2:key [LEN] [IDX] [MINMATCHLEN=len:integer] [WITHMATCHLEN]",
    group: Group::String,
    since: "7.0.0",
    complexity: "O(N*M)",
    summary: summaries::LCS,
    examples: &[
        example("MSET key1 ohmytext key2 mynewtext", "OK"),
        example("LCS key1 key2", "\"mytext\""),
        example("LCS key1 key2 LEN", "(integer) 6"),
        example(
            "LCS key1 key2 IDX MINMATCHLEN 4 WITHMATCHLEN",
            "1) \"matches\"\n2) 1) 1) 1) (integer) 4\n         2) (integer) 7\n      2) 1) (integer) 5\n         2) (integer) 8\n      3) (integer) 4\n3) \"len\"\n4) (integer) 6",
        ),
    ],
    flags: Flags::READONLY,
    keys: &[KeySpec {
        find: KeyFind::to(1),
        ..KeySpec::first("RO access")
    }],
    ..Record::DEFAULT
}];
