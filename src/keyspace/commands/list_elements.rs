//! Lists: reading and changing elements anywhere.

use crate::keyspace::catalogue::record::{Flags, Group, KeySpec, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "lindex",
        arity: 3,
        arguments: "key index:integer",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the element at an index of a list; negative indices count from the tail",
            zh: "返回列表中指定下标的元素；负数从尾部数起",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "linsert",
        arity: 5,
        arguments: "key where(BEFORE|AFTER) pivot element",
        group: Group::List,
        since: "2.2.0",
        complexity: "O(N)",
        summary: Text {
            en: "Inserts an element into a list before or after another one",
            zh: "在列表中某个元素之前或之后插入新元素",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RW insert")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "lpos",
        arity: -3,
        arguments: "key element [RANK=rank:integer] [COUNT=num-matches:integer] [MAXLEN=len:integer]",
        group: Group::List,
        since: "6.0.6",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the indices of the elements of a list that equal a value",
            zh: "返回列表中等于给定值的元素的下标",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "lrange",
        arity: 4,
        arguments: "key start:integer stop:integer",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(S+N)",
        summary: Text {
            en: "Answers the elements of a list from one index through another",
            zh: "返回列表中从某下标到某下标的元素",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "lrem",
        arity: 4,
        arguments: "key count:integer element",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N+M)",
        summary: Text {
            en: "Removes elements that equal a value from a list",
            zh: "从列表中移除等于给定值的元素",
        },
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "lset",
        arity: 4,
        arguments: "key index:integer element",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Replaces the element at an index of a list",
            zh: "替换列表中指定下标的元素",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RW update")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "ltrim",
        arity: 4,
        arguments: "key start:integer stop:integer",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Keeps the elements of a list from one index through another and removes all others",
            zh: "只保留列表中从某下标到某下标的元素，移除其余元素",
        },
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
];
