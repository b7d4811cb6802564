//! Sets: members of one set, or two.

use crate::keyspace::catalogue::record::{Flags, Group, KeySpec, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "sadd",
        arity: -3,
        arguments: "key member...",
        group: Group::Set,
        since: "1.0.0",
        summary: Text {
            en: "Adds members to the set under a key and answers how many are new",
            zh: "向集合添加成员，返回新增的个数",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::LeftOut("sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "srem",
        arity: -3,
        arguments: "key member...",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Removes members from a set and answers how many were there",
            zh: "从集合移除成员，返回实际移除的个数",
        },
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW delete")],
        run: Run::LeftOut("sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "scard",
        arity: 2,
        arguments: "key",
        group: Group::Set,
        since: "1.0.0",
        summary: Text {
            en: "Answers how many members a set has",
            zh: "返回集合的成员个数",
        },
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        run: Run::LeftOut("sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "sismember",
        arity: 3,
        arguments: "key member",
        group: Group::Set,
        since: "1.0.0",
        summary: Text {
            en: "Answers whether a value is a member of a set",
            zh: "判断给定值是否为集合的成员",
        },
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        run: Run::LeftOut("sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "smismember",
        arity: -3,
        arguments: "key member...",
        group: Group::Set,
        since: "6.2.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers for each of several values whether it is a member of a set",
            zh: "逐一判断多个值是否为集合的成员",
        },
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "smembers",
        arity: 2,
        arguments: "key",
        group: Group::Set,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers all members of a set",
            zh: "返回集合的所有成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output_order",
        run: Run::LeftOut("sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "smove",
        arity: 4,
        arguments: "source:key destination:key1 member",
        group: Group::Set,
        since: "1.0.0",
        summary: Text {
            en: "Moves a member from one set to another",
            zh: "把成员从一个集合移到另一个集合",
        },
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[
            KeySpec::first("RW access delete"),
            KeySpec::at(2, "RW insert"),
        ],
        run: Run::LeftOut("sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "spop",
        arity: -2,
        arguments: "key [count:integer@3.2.0]",
        group: Group::Set,
        since: "1.0.0",
        summary: Text {
            en: "Takes one random member, or several, out of a set and answers them",
            zh: "随机取出集合的一个或多个成员并返回",
        },
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access delete")],
        tips: "nondeterministic_output",
        run: Run::LeftOut("sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "srandmember",
        arity: -2,
        arguments: "key [count:integer@2.6.0]",
        group: Group::Set,
        since: "1.0.0",
        summary: Text {
            en: "Answers one random member, or several, of a set",
            zh: "随机返回集合的一个或多个成员",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        run: Run::LeftOut("sets"),
        ..Record::DEFAULT
    },
    Record {
        name: "sscan",
        arity: -3,
        arguments: "key cursor:integer [MATCH=pattern] [COUNT=count:integer]",
        group: Group::Set,
        since: "2.8.0",
        summary: Text {
            en: "Walks through the members of a set a few at a time; 0 begins and ends the walk",
            zh: "分批遍历集合的成员；游标 0 表示开始和结束",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        run: Run::LeftOut("sets"),
        ..Record::DEFAULT
    },
];
