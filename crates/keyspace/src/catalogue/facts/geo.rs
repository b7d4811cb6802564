//! Geographic indexes: members with their places.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "geoadd",
        arity: -5,
        arguments: "key [condition(NX|XX)@6.2.0] [change'CH'@6.2.0] longitude_latitude_member{longitude:double latitude:double member}...",
        group: Group::Geo,
        since: "3.2.0",
        complexity: "O(log(N))",
        summary: summaries::GEOADD,
        examples: &[
            example(
                "GEOADD Sicily 13.361389 38.115556 \"Palermo\" 15.087269 37.502669 \"Catania\"",
                "(integer) 2",
            ),
            example("GEODIST Sicily Palermo Catania", "\"166274.1516\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RW update")],
        ..Record::DEFAULT
    },
    Record {
        name: "geodist",
        arity: -4,
        arguments: "key member1 member2 [unit(M|KM|FT|MI)]",
        group: Group::Geo,
        since: "3.2.0",
        complexity: "O(log(N))",
        summary: summaries::GEODIST,
        examples: &[
            example(
                "GEOADD Sicily 13.361389 38.115556 \"Palermo\" 15.087269 37.502669 \"Catania\"",
                "(integer) 2",
            ),
            example("GEODIST Sicily Palermo Catania km", "\"166.2742\""),
            example("GEODIST Sicily Foo Bar", "(nil)"),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "geohash",
        arity: -2,
        arguments: "key member...",
        group: Group::Geo,
        since: "3.2.0",
        complexity: "O(log(N))",
        summary: summaries::GEOHASH,
        examples: &[
            example(
                "GEOADD Sicily 13.361389 38.115556 \"Palermo\" 15.087269 37.502669 \"Catania\"",
                "(integer) 2",
            ),
            example(
                "GEOHASH Sicily Palermo Catania",
                "1) \"sqc8b49rny0\"\n2) \"sqdtr74hyu0\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "geopos",
        arity: -2,
        arguments: "key member...",
        group: Group::Geo,
        since: "3.2.0",
        complexity: "O(N)",
        summary: summaries::GEOPOS,
        examples: &[
            example(
                "GEOADD Sicily 13.361389 38.115556 \"Palermo\"",
                "(integer) 1",
            ),
            example(
                "GEOPOS Sicily Palermo NonExisting",
                "1) 1) \"13.36138933897018433\"\n   2) \"38.11555639549629859\"\n2) (nil)",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "geosearch",
        arity: -7,
        arguments: "key from(FROMMEMBER=member|FROMLONLAT=longitude_latitude{longitude:double latitude:double}) by(circle{BYRADIUS=radius:double unit(M|KM|FT|MI)}|box{BYBOX=width:double height:double unit(M|KM|FT|MI)}) [order(ASC|DESC)] [count{COUNT=count:integer [ANY]}] [WITHCOORD] [WITHDIST] [WITHHASH]",
        group: Group::Geo,
        since: "6.2.0",
        complexity: "O(N+log(M))",
        summary: summaries::GEOSEARCH,
        examples: &[
            example(
                "GEOADD Sicily 13.361389 38.115556 \"Palermo\" 15.087269 37.502669 \"Catania\"",
                "(integer) 2",
            ),
            example(
                "GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 200 km ASC",
                "1) \"Catania\"\n2) \"Palermo\"",
            ),
            example(
                "GEOSEARCH Sicily FROMMEMBER Palermo BYBOX 400 400 km ASC WITHDIST",
                "1) 1) \"Palermo\"\n   2) \"0.0000\"\n2) 1) \"Catania\"\n   2) \"166.2742\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        ..Record::DEFAULT
    },
    Record {
        name: "geosearchstore",
        arity: -8,
        arguments: "destination:key source:key1 from(FROMMEMBER=member|FROMLONLAT=longitude_latitude{longitude:double latitude:double}) by(circle{BYRADIUS=radius:double unit(M|KM|FT|MI)}|box{BYBOX=width:double height:double unit(M|KM|FT|MI)}) [order(ASC|DESC)] [count{COUNT=count:integer [ANY]}] [STOREDIST]",
        group: Group::Geo,
        since: "6.2.0",
        complexity: "O(N+log(M))",
        summary: summaries::GEOSEARCHSTORE,
        examples: &[
            example(
                "GEOADD Sicily 13.361389 38.115556 \"Palermo\" 15.087269 37.502669 \"Catania\"",
                "(integer) 2",
            ),
            example(
                "GEOSEARCHSTORE near Sicily FROMLONLAT 15 37 BYRADIUS 200 km STOREDIST",
                "(integer) 2",
            ),
            example(
                "ZRANGE near 0 -1 WITHSCORES",
                "1) \"Catania\"\n2) \"56.441257870158204\"\n3) \"Palermo\"\n4) \"190.44242984775784\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::LOOKS_UP),
        keys: &[KeySpec::first("OW update"), KeySpec::at(2, "RO access")],
        ..Record::DEFAULT
    },
];
