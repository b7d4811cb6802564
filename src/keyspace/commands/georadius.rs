//! Geographic indexes: circles, as asked for before Redis 6.2.

use crate::keyspace::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, Run};
use crate::text::Text;

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
        summary: Text {
            en: "Answers the members in a circle around a place, or stores them",
            zh: "返回以某位置为圆心的范围内的成员，或将其存入键",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::MOVABLE_KEYS),
        keys: &[
            KeySpec::first("RO access"),
            KeySpec::behind("STORE", 6, "OW update"),
            KeySpec::behind("STOREDIST", 6, "OW update"),
        ],
        run: Run::LeftOut("geographic indexes"),
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
        summary: Text {
            en: "Answers the members in a circle around a place",
            zh: "返回以某位置为圆心的范围内的成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("geographic indexes"),
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
        summary: Text {
            en: "Answers the members in a circle around another member, or stores them",
            zh: "返回以某成员为圆心的范围内的成员，或将其存入键",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::MOVABLE_KEYS),
        keys: &[
            KeySpec::first("RO access"),
            KeySpec::behind("STORE", 5, "OW update"),
            KeySpec::behind("STOREDIST", 5, "OW update"),
        ],
        run: Run::LeftOut("geographic indexes"),
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
        summary: Text {
            en: "Answers the members in a circle around another member",
            zh: "返回以某成员为圆心的范围内的成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("geographic indexes"),
        ..Record::DEFAULT
    },
];
