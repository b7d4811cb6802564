//! Lists: adding and taking elements at either end.

use crate::keyspace::catalogue::record::{Flags, Group, KeySpec, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "lpush",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "1.0.0",
        summary: Text {
            en: "Adds elements at the head of the list under a key, one after the other",
            zh: "把元素依次插入列表的头部",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "lpushx",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "2.2.0",
        summary: Text {
            en: "Adds elements at the head of a list if it exists",
            zh: "仅当列表存在时，把元素插入其头部",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "rpush",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "1.0.0",
        summary: Text {
            en: "Adds elements at the tail of the list under a key",
            zh: "把元素依次追加到列表的尾部",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "rpushx",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "2.2.0",
        summary: Text {
            en: "Adds elements at the tail of a list if it exists",
            zh: "仅当列表存在时，把元素追加到其尾部",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "lpop",
        arity: -2,
        arguments: "key [count:integer@6.2.0]",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Takes one element, or several, from the head of a list and answers them",
            zh: "从列表头部取出一个或多个元素并返回",
        },
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access delete")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "rpop",
        arity: -2,
        arguments: "key [count:integer@6.2.0]",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Takes one element, or several, from the tail of a list and answers them",
            zh: "从列表尾部取出一个或多个元素并返回",
        },
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access delete")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
    Record {
        name: "llen",
        arity: 2,
        arguments: "key",
        group: Group::List,
        since: "1.0.0",
        summary: Text {
            en: "Answers how many elements a list has",
            zh: "返回列表的元素个数",
        },
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        run: Run::LeftOut("lists"),
        ..Record::DEFAULT
    },
];
