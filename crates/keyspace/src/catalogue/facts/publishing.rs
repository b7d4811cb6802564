//! Publish and subscribe: channels, patterns and shard channels.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "publish",
        arity: 3,
        arguments: "channel message",
        group: Group::PubSub,
        since: "2.0.0",
        complexity: "O(N+M)",
        summary: Text {
            en: "Sends a message to a channel and answers how many received it",
            zh: "向频道发布消息，返回收到它的连接数",
        },
        examples: &[example("PUBLISH news hello", "(integer) 0")],
        flags: Flags::PUBSUB
            .and(Flags::LOADING)
            .and(Flags::STALE)
            .and(Flags::FAST),
        ..Record::DEFAULT
    },
    Record {
        name: "spublish",
        arity: 3,
        arguments: "shardchannel message",
        group: Group::PubSub,
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Sends a message to a shard channel and answers how many received it",
            zh: "向分片频道发布消息，返回收到它的连接数",
        },
        examples: &[example("SPUBLISH news hello", "(integer) 0")],
        flags: Flags::PUBSUB
            .and(Flags::LOADING)
            .and(Flags::STALE)
            .and(Flags::FAST),
        keys: &[KeySpec::first("not_key")],
        ..Record::DEFAULT
    },
    Record {
        name: "subscribe",
        arity: -2,
        arguments: "channel...",
        group: Group::PubSub,
        since: "2.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Subscribes this connection to channels",
            zh: "让当前连接订阅频道",
        },
        examples: &[example(
            "SUBSCRIBE news",
            "1) \"subscribe\"\n2) \"news\"\n3) (integer) 1",
        )],
        flags: Flags::PUBSUB
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        ..Record::DEFAULT
    },
    Record {
        name: "psubscribe",
        arity: -2,
        arguments: "pattern{pattern}...",
        group: Group::PubSub,
        since: "2.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Subscribes this connection to all channels whose names match a pattern",
            zh: "让当前连接订阅名称符合通配模式的频道",
        },
        examples: &[example(
            "PSUBSCRIBE n*",
            "1) \"psubscribe\"\n2) \"n*\"\n3) (integer) 1",
        )],
        flags: Flags::PUBSUB
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        ..Record::DEFAULT
    },
    Record {
        name: "ssubscribe",
        arity: -2,
        arguments: "shardchannel...",
        group: Group::PubSub,
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Subscribes this connection to shard channels",
            zh: "让当前连接订阅分片频道",
        },
        examples: &[example(
            "SSUBSCRIBE news",
            "1) \"ssubscribe\"\n2) \"news\"\n3) (integer) 1",
        )],
        flags: Flags::PUBSUB
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        keys: &[KeySpec::all("not_key")],
        ..Record::DEFAULT
    },
    Record {
        name: "unsubscribe",
        arity: -1,
        arguments: "[channel...]",
        group: Group::PubSub,
        since: "2.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Ends subscriptions of this connection to channels",
            zh: "取消当前连接对频道的订阅",
        },
        examples: &[example(
            "UNSUBSCRIBE",
            "1) \"unsubscribe\"\n2) (nil)\n3) (integer) 0",
        )],
        flags: Flags::PUBSUB
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        ..Record::DEFAULT
    },
    Record {
        name: "punsubscribe",
        arity: -1,
        arguments: "[pattern...]",
        group: Group::PubSub,
        since: "2.0.0",
        complexity: "O(N+M)",
        summary: Text {
            en: "Ends subscriptions of this connection to patterns",
            zh: "取消当前连接对通配模式的订阅",
        },
        examples: &[example(
            "PUNSUBSCRIBE",
            "1) \"punsubscribe\"\n2) (nil)\n3) (integer) 0",
        )],
        flags: Flags::PUBSUB
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        ..Record::DEFAULT
    },
    Record {
        name: "sunsubscribe",
        arity: -1,
        arguments: "[shardchannel...]",
        group: Group::PubSub,
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Ends subscriptions of this connection to shard channels",
            zh: "取消当前连接对分片频道的订阅",
        },
        examples: &[example(
            "SUNSUBSCRIBE",
            "1) \"sunsubscribe\"\n2) (nil)\n3) (integer) 0",
        )],
        flags: Flags::PUBSUB
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        keys: &[KeySpec::all("not_key")],
        ..Record::DEFAULT
    },
    Record {
        name: "pubsub",
        arity: -2,
        group: Group::PubSub,
        since: "2.8.0",
        complexity: "Depends on subcommand.",
        summary: Text {
            en: "Tells about channels and their subscribers",
            zh: "查看频道及其订阅者",
        },
        subcommands: SUBCOMMANDS,
        run: Run::Container,
        ..Record::DEFAULT
    },
];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: -2,
    group: Group::PubSub,
    flags: Flags::PUBSUB.and(Flags::LOADING).and(Flags::STALE),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "channels",
        arguments: "[pattern]",
        since: "2.8.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the channels that have subscribers",
            zh: "返回有订阅者的频道",
        },
        examples: &[example("PUBSUB CHANNELS", "(empty array)")],
        ..PART
    },
    Record {
        name: "numpat",
        arity: 2,
        since: "2.8.0",
        summary: Text {
            en: "Answers how many different patterns are subscribed to",
            zh: "返回被订阅的通配模式个数",
        },
        examples: &[example("PUBSUB NUMPAT", "(integer) 0")],
        ..PART
    },
    Record {
        name: "numsub",
        arguments: "[channel...]",
        since: "2.8.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers how many subscribers each of the channels has",
            zh: "返回各频道的订阅者个数",
        },
        examples: &[example("PUBSUB NUMSUB news", "1) \"news\"\n2) (integer) 0")],
        ..PART
    },
    Record {
        name: "shardchannels",
        arguments: "[pattern]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the shard channels that have subscribers",
            zh: "返回有订阅者的分片频道",
        },
        examples: &[example("PUBSUB SHARDCHANNELS", "(empty array)")],
        ..PART
    },
    Record {
        name: "shardnumsub",
        arguments: "[shardchannel...]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers how many subscribers each of the shard channels has",
            zh: "返回各分片频道的订阅者个数",
        },
        examples: &[example(
            "PUBSUB SHARDNUMSUB news",
            "1) \"news\"\n2) (integer) 0",
        )],
        ..PART
    },
    Record {
        name: "help",
        arity: 2,
        since: "6.2.0",
        summary: Text {
            en: "Lists what PUBSUB can do",
            zh: "列出 PUBSUB 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
