//! Streams: entries by their IDs.

use crate::keyspace::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "xadd",
        arity: -5,
        arguments: "key [NOMKSTREAM@6.2.0] [trim{strategy(MAXLEN|MINID@6.2.0) [operator(equal'='|approximately'~')] threshold [LIMIT=count:integer@6.2.0]}] id_or_auto(auto_id'*'|id) field_value{field value}...",
        group: Group::Stream,
        since: "5.0.0",
        summary: Text {
            en: "Adds an entry of fields and values to the stream under a key and answers its ID",
            zh: "向流追加一个由字段和值组成的条目，返回其 ID",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec {
            notes: "UPDATE instead of INSERT because of the optional trimming feature",
            ..KeySpec::first("RW update")
        }],
        tips: "nondeterministic_output",
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xdel",
        arity: -3,
        arguments: "key id...",
        group: Group::Stream,
        since: "5.0.0",
        summary: Text {
            en: "Deletes entries of a stream by their IDs and answers how many were there",
            zh: "按 ID 删除流中的条目，返回实际删除的个数",
        },
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW delete")],
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xlen",
        arity: 2,
        arguments: "key",
        group: Group::Stream,
        since: "5.0.0",
        summary: Text {
            en: "Answers how many entries a stream has",
            zh: "返回流的条目个数",
        },
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xrange",
        arity: -4,
        arguments: "key start end [COUNT=count:integer]",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the entries of a stream from one ID through another",
            zh: "返回流中从某 ID 到某 ID 的条目",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xrevrange",
        arity: -4,
        arguments: "key end start [COUNT=count:integer]",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the entries of a stream from one ID back through another",
            zh: "按逆序返回流中从某 ID 到某 ID 的条目",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xread",
        arity: -4,
        arguments: "[COUNT=count:integer] [BLOCK=milliseconds:integer] STREAMS=streams{key... id...}",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the entries of streams behind given IDs, and waits for new ones if asked to",
            zh: "返回各流中位于给定 ID 之后的条目，可阻塞等待新条目",
        },
        flags: Flags::READONLY
            .and(Flags::BLOCKING)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -1,
                step: 1,
                limit: 2,
            },
            ..KeySpec::behind("STREAMS", 1, "RO access")
        }],
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xtrim",
        arity: -4,
        arguments: "key trim{strategy(MAXLEN|MINID@6.2.0) [operator(equal'='|approximately'~')] threshold [LIMIT=count:integer@6.2.0]}",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Removes the oldest entries of a stream down to a length or an ID",
            zh: "移除流中最旧的条目，直到指定的长度或 ID",
        },
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        tips: "nondeterministic_output",
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xsetid",
        arity: -3,
        arguments: "key last-id [ENTRIESADDED=entries_added:integer@7.0.0] [MAXDELETEDID=max_deleted_entry_id@7.0.0]",
        group: Group::Stream,
        since: "5.0.0",
        summary: Text {
            en: "Sets a stream's last ID, as replication does",
            zh: "设置流的最后一个 ID；供复制使用",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
];
