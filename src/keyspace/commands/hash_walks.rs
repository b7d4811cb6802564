//! Hashes: all fields, or some of them.

use crate::keyspace::catalogue::record::{Flags, Group, KeySpec, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "hgetall",
        arity: 2,
        arguments: "key",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers all fields of a hash with their values",
            zh: "返回哈希的所有字段及其值",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output_order",
        run: Run::LeftOut("hashes"),
        ..Record::DEFAULT
    },
    Record {
        name: "hkeys",
        arity: 2,
        arguments: "key",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the names of all fields of a hash",
            zh: "返回哈希的所有字段名",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output_order",
        run: Run::LeftOut("hashes"),
        ..Record::DEFAULT
    },
    Record {
        name: "hvals",
        arity: 2,
        arguments: "key",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the values of all fields of a hash",
            zh: "返回哈希的所有字段值",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output_order",
        run: Run::LeftOut("hashes"),
        ..Record::DEFAULT
    },
    Record {
        name: "hrandfield",
        arity: -2,
        arguments: "key [options{count:integer [WITHVALUES]}]",
        group: Group::Hash,
        since: "6.2.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers one random field, or several, of a hash",
            zh: "随机返回哈希的一个或多个字段",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        run: Run::LeftOut("hashes"),
        ..Record::DEFAULT
    },
    Record {
        name: "hscan",
        arity: -3,
        arguments: "key cursor:integer [MATCH=pattern] [COUNT=count:integer]",
        group: Group::Hash,
        since: "2.8.0",
        summary: Text {
            en: "Walks through the fields of a hash a few at a time; 0 begins and ends the walk",
            zh: "分批遍历哈希的字段；游标 0 表示开始和结束",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        run: Run::LeftOut("hashes"),
        ..Record::DEFAULT
    },
];
