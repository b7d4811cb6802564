//! Streams: groups of consumers.

use crate::keyspace::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "xgroup",
        arity: -2,
        group: Group::Stream,
        since: "5.0.0",
        complexity: "Depends on subcommand.",
        summary: Text {
            en: "Creates, changes and destroys the consumer groups of a stream",
            zh: "创建、修改和销毁流的消费者组",
        },
        subcommands: XGROUP,
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xinfo",
        arity: -2,
        group: Group::Stream,
        since: "5.0.0",
        complexity: "Depends on subcommand.",
        summary: Text {
            en: "Tells about a stream, its groups and their consumers",
            zh: "查看流、消费者组和消费者的信息",
        },
        subcommands: XINFO,
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xack",
        arity: -4,
        arguments: "key group id...",
        group: Group::Stream,
        since: "5.0.0",
        summary: Text {
            en: "Acknowledges entries, which then no longer wait in a consumer group",
            zh: "确认条目已处理，使其不再列为消费者组的待处理条目",
        },
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xautoclaim",
        arity: -6,
        arguments: "key group consumer min-idle-time start [COUNT=count:integer] [JUSTID]",
        group: Group::Stream,
        since: "6.2.0",
        summary: Text {
            en: "Hands entries that have waited too long over to a consumer, a few at a time",
            zh: "分批把等待过久的待处理条目转交给某个消费者",
        },
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW delete")],
        tips: "nondeterministic_output",
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xclaim",
        arity: -6,
        arguments: "key group consumer min-idle-time id... [IDLE=ms:integer] [TIME=unix-time-milliseconds:unix-time] [RETRYCOUNT=count:integer] [FORCE] [JUSTID] [LASTID=id]",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(log N)",
        summary: Text {
            en: "Hands entries that have waited too long over to a consumer, by their IDs",
            zh: "按 ID 把等待过久的待处理条目转交给某个消费者",
        },
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        tips: "nondeterministic_output",
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xpending",
        arity: -3,
        arguments: "key group [filters{[IDLE=min-idle-time:integer@6.2.0] start end count:integer [consumer]}]",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Tells which entries a consumer group has delivered and nobody has acknowledged",
            zh: "返回消费者组中已投递但尚未确认的条目",
        },
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
    Record {
        name: "xreadgroup",
        arity: -7,
        arguments: "GROUP=group_consumer{group consumer} [COUNT=count:integer] [BLOCK=milliseconds:integer] [NOACK] STREAMS=streams{key... id...}",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(M)",
        summary: Text {
            en: "Answers entries of streams as a consumer of a group; each one goes to one consumer",
            zh: "以消费者组成员的身份读取流；每个条目只交给一个消费者",
        },
        flags: Flags::WRITE.and(Flags::BLOCKING).and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -1,
                step: 1,
                limit: 2,
            },
            ..KeySpec::behind("STREAMS", 4, "RO access")
        }],
        run: Run::LeftOut("streams"),
        ..Record::DEFAULT
    },
];

/// The facts that most subcommands of XGROUP share.
const XGROUP_PART: Record = Record {
    arity: -5,
    group: Group::Stream,
    flags: Flags::WRITE,
    ..Record::DEFAULT
};

const XGROUP: &[Record] = &[
    Record {
        name: "create",
        arguments: "key groupname id(id|new_id'$') [MKSTREAM] [ENTRIESREAD=entries_read:integer]",
        since: "5.0.0",
        summary: Text {
            en: "Creates a consumer group that reads a stream from behind an ID on",
            zh: "创建消费者组，从给定 ID 之后开始读取流",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::at(2, "RW insert")],
        run: Run::LeftOut("streams"),
        ..XGROUP_PART
    },
    Record {
        name: "createconsumer",
        arity: 5,
        arguments: "key groupname consumername",
        since: "6.2.0",
        summary: Text {
            en: "Creates a consumer in a group",
            zh: "在消费者组中创建消费者",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::at(2, "RW insert")],
        run: Run::LeftOut("streams"),
        ..XGROUP_PART
    },
    Record {
        name: "delconsumer",
        arity: 5,
        arguments: "key groupname consumername",
        since: "5.0.0",
        summary: Text {
            en: "Removes a consumer from a group, with the entries that it has not acknowledged",
            zh: "从消费者组移除消费者及其尚未确认的条目",
        },
        keys: &[KeySpec::at(2, "RW delete")],
        run: Run::LeftOut("streams"),
        ..XGROUP_PART
    },
    Record {
        name: "destroy",
        arity: 4,
        arguments: "key groupname",
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Destroys a consumer group with all of its consumers",
            zh: "销毁消费者组及其所有消费者",
        },
        keys: &[KeySpec::at(2, "RW delete")],
        run: Run::LeftOut("streams"),
        ..XGROUP_PART
    },
    Record {
        name: "setid",
        arguments: "key groupname id(id|new_id'$') [ENTRIESREAD=entries_read:integer]",
        since: "5.0.0",
        summary: Text {
            en: "Sets the ID that counts as the last one delivered to a group",
            zh: "设置消费者组最后投递的 ID",
        },
        keys: &[KeySpec::at(2, "RW update")],
        run: Run::LeftOut("streams"),
        ..XGROUP_PART
    },
    Record {
        name: "help",
        arity: 2,
        since: "5.0.0",
        summary: Text {
            en: "Lists what XGROUP can do",
            zh: "列出 XGROUP 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        run: Run::LeftOut("streams"),
        ..XGROUP_PART
    },
];

/// The facts that most subcommands of XINFO share.
const XINFO_PART: Record = Record {
    arity: 4,
    group: Group::Stream,
    flags: Flags::READONLY,
    ..Record::DEFAULT
};

const XINFO: &[Record] = &[
    Record {
        name: "consumers",
        arguments: "key groupname",
        since: "5.0.0",
        summary: Text {
            en: "Tells about each consumer of a group",
            zh: "返回消费者组中每个消费者的信息",
        },
        keys: &[KeySpec::at(2, "RO access")],
        tips: "nondeterministic_output",
        run: Run::LeftOut("streams"),
        ..XINFO_PART
    },
    Record {
        name: "groups",
        arity: 3,
        arguments: "key",
        since: "5.0.0",
        summary: Text {
            en: "Tells about each consumer group of a stream",
            zh: "返回流的每个消费者组的信息",
        },
        keys: &[KeySpec::at(2, "RO access")],
        run: Run::LeftOut("streams"),
        ..XINFO_PART
    },
    Record {
        name: "stream",
        arity: -3,
        arguments: "key [FULL=full{[COUNT=count:integer]}]",
        since: "5.0.0",
        summary: Text {
            en: "Tells about a stream: its length, its last ID, and more if asked to",
            zh: "返回流的信息：长度、最后的 ID，可要求更多细节",
        },
        keys: &[KeySpec::at(2, "RO access")],
        run: Run::LeftOut("streams"),
        ..XINFO_PART
    },
    Record {
        name: "help",
        arity: 2,
        since: "5.0.0",
        summary: Text {
            en: "Lists what XINFO can do",
            zh: "列出 XINFO 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        run: Run::LeftOut("streams"),
        ..XINFO_PART
    },
];
