//! Geographic indexes: circles, as asked for before Redis 6.2.

use crate::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "georadius",
        arity: -6,
        arguments: "key longitude:double latitude:double radius:double unit(M|KM|FT|MI) [WITHCOORD] [WITHDIST] [WITHHASH] [count{COUNT=count:integer [ANY@6.2.0]}] [order(ASC|DESC)] [STORE=key:key1] [STOREDIST=key:key2]",
        group: Group::Geo,
        since: "3.2.0",
        complexity: "O(N+log(M))",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`GEOSEARCH` and `GEOSEARCHSTORE` with the `BYRADIUS` argument",
        }),
        summary: summaries::GEORADIUS,
        examples: &[
            example(
                "GEOADD Sicily 13.361389 38.115556 \"Palermo\" 15.087269 37.502669 \"Catania\"",
                "(integer) 2",
            ),
            example(
                "GEORADIUS Sicily 15 37 200 km WITHDIST ASC",
                "1) 1) \"Catania\"\n   2) \"56.4413\"\n2) 1) \"Palermo\"\n   2) \"190.4424\"",
            ),
        ],
        flags: Flags::WRITE
            .and(Flags::DENY_OOM)
            .and(Flags::MOVABLE_KEYS)
            .and(Flags::LOOKS_UP),
        keys: &[
            KeySpec::first("RO access"),
            KeySpec::behind("STORE", 6, "OW update"),
            KeySpec::behind("STOREDIST", 6, "OW update"),
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "georadius_ro",
        arity: -6,
        arguments: "key longitude:double latitude:double radius:double unit(M|KM|FT|MI) [WITHCOORD] [WITHDIST] [WITHHASH] [count{COUNT=count:integer [ANY@6.2.0]}] [order(ASC|DESC)]",
        group: Group::Geo,
        since: "3.2.10",
        complexity: "O(N+log(M))",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`GEOSEARCH` with the `BYRADIUS` argument",
        }),
        summary: summaries::GEORADIUS_RO,
        examples: &[
            example(
                "GEOADD Sicily 13.361389 38.115556 \"Palermo\" 15.087269 37.502669 \"Catania\"",
                "(integer) 2",
            ),
            example("GEORADIUS_RO Sicily 15 37 100 km", "1) \"Catania\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "georadiusbymember",
        arity: -5,
        arguments: "key member radius:double unit(M|KM|FT|MI) [WITHCOORD] [WITHDIST] [WITHHASH] [count{COUNT=count:integer [ANY]}] [order(ASC|DESC)] [STORE=key:key1] [STOREDIST=key:key2]",
        group: Group::Geo,
        since: "3.2.0",
        complexity: "O(N+log(M))",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`GEOSEARCH` and `GEOSEARCHSTORE` with the `BYRADIUS` and `FROMMEMBER` arguments",
        }),
        summary: summaries::GEORADIUSBYMEMBER,
        examples: &[
            example(
                "GEOADD Sicily 13.361389 38.115556 \"Palermo\" 15.087269 37.502669 \"Catania\"",
                "(integer) 2",
            ),
            example("GEORADIUSBYMEMBER Sicily Catania 100 km", "1) \"Catania\""),
        ],
        flags: Flags::WRITE
            .and(Flags::DENY_OOM)
            .and(Flags::MOVABLE_KEYS)
            .and(Flags::LOOKS_UP),
        keys: &[
            KeySpec::first("RO access"),
            KeySpec::behind("STORE", 5, "OW update"),
            KeySpec::behind("STOREDIST", 5, "OW update"),
        ],
        ..Record::DEFAULT
    },
    Record {
        name: "georadiusbymember_ro",
        arity: -5,
        arguments: "key member radius:double unit(M|KM|FT|MI) [WITHCOORD] [WITHDIST] [WITHHASH] [count{COUNT=count:integer [ANY]}] [order(ASC|DESC)]",
        group: Group::Geo,
        since: "3.2.10",
        complexity: "O(N+log(M))",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`GEOSEARCH` with the `BYRADIUS` and `FROMMEMBER` arguments",
        }),
        summary: summaries::GEORADIUSBYMEMBER_RO,
        examples: &[
            example(
                "GEOADD Sicily 13.361389 38.115556 \"Palermo\" 15.087269 37.502669 \"Catania\"",
                "(integer) 2",
            ),
            example(
                "GEORADIUSBYMEMBER_RO Sicily Catania 200 km DESC",
                "1) \"Palermo\"\n2) \"Catania\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
];
