//! Geographic indexes: members with their places.

use crate::keyspace::catalogue::record::{Flags, Group, KeySpec, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "geoadd",
        arity: -5,
        arguments: "key [condition(NX|XX)@6.2.0] [change'CH'@6.2.0] longitude_latitude_member{longitude:double latitude:double member}...",
        group: Group::Geo,
        since: "3.2.0",
        complexity: "O(log(N))",
        summary: Text {
            en: "Adds members with a longitude and a latitude to the sorted set under a key",
            zh: "向有序集合添加带经纬度的成员",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RW update")],
        run: Run::LeftOut("geographic indexes"),
        ..Record::DEFAULT
    },
    Record {
        name: "geodist",
        arity: -4,
        arguments: "key member1 member2 [unit(M|KM|FT|MI)]",
        group: Group::Geo,
        since: "3.2.0",
        complexity: "O(log(N))",
        summary: Text {
            en: "Answers the distance between two members",
            zh: "返回两个成员之间的距离",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("geographic indexes"),
        ..Record::DEFAULT
    },
    Record {
        name: "geohash",
        arity: -2,
        arguments: "key member...",
        group: Group::Geo,
        since: "3.2.0",
        complexity: "O(log(N))",
        summary: Text {
            en: "Answers the geohash of each member, a short string for its place",
            zh: "返回各成员位置的 geohash 字符串",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("geographic indexes"),
        ..Record::DEFAULT
    },
    Record {
        name: "geopos",
        arity: -2,
        arguments: "key member...",
        group: Group::Geo,
        since: "3.2.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the longitude and the latitude of each member",
            zh: "返回各成员的经度和纬度",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("geographic indexes"),
        ..Record::DEFAULT
    },
    Record {
        name: "geosearch",
        arity: -7,
        arguments: "key from(FROMMEMBER=member|FROMLONLAT=longitude_latitude{longitude:double latitude:double}) by(circle{BYRADIUS=radius:double unit(M|KM|FT|MI)}|box{BYBOX=width:double height:double unit(M|KM|FT|MI)}) [order(ASC|DESC)] [count{COUNT=count:integer [ANY]}] [WITHCOORD] [WITHDIST] [WITHHASH]",
        group: Group::Geo,
        since: "6.2.0",
        complexity: "O(N+log(M))",
        summary: Text {
            en: "Answers the members in a circle or a box around a place",
            zh: "返回以某位置为中心的圆形或矩形范围内的成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("geographic indexes"),
        ..Record::DEFAULT
    },
    Record {
        name: "geosearchstore",
        arity: -8,
        arguments: "destination:key source:key1 from(FROMMEMBER=member|FROMLONLAT=longitude_latitude{longitude:double latitude:double}) by(circle{BYRADIUS=radius:double unit(M|KM|FT|MI)}|box{BYBOX=width:double height:double unit(M|KM|FT|MI)}) [order(ASC|DESC)] [count{COUNT=count:integer [ANY]}] [STOREDIST]",
        group: Group::Geo,
        since: "6.2.0",
        complexity: "O(N+log(M))",
        summary: Text {
            en: "Stores the members in a circle or a box around a place under a key",
            zh: "把圆形或矩形范围内的成员存入键",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("OW update"), KeySpec::at(2, "RO access")],
        run: Run::LeftOut("geographic indexes"),
        ..Record::DEFAULT
    },
];
