//! Publish and subscribe: channels, patterns and shard channels.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "publish",
        arity: 3,
        arguments: "channel message",
        group: Group::PubSub,
        since: "2.0.0",
        complexity: "O(N+M)",
        summary: summaries::PUBLISH,
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
        summary: summaries::SPUBLISH,
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
        summary: summaries::SUBSCRIBE,
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
        summary: summaries::PSUBSCRIBE,
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
        summary: summaries::SSUBSCRIBE,
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
        summary: summaries::UNSUBSCRIBE,
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
        summary: summaries::PUNSUBSCRIBE,
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
        summary: summaries::SUNSUBSCRIBE,
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
        summary: summaries::PUBSUB,
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
        summary: summaries::PUBSUB_CHANNELS,
        examples: &[example("PUBSUB CHANNELS", "(empty array)")],
        ..PART
    },
    Record {
        name: "numpat",
        arity: 2,
        since: "2.8.0",
        summary: summaries::PUBSUB_NUMPAT,
        examples: &[example("PUBSUB NUMPAT", "(integer) 0")],
        ..PART
    },
    Record {
        name: "numsub",
        arguments: "[channel...]",
        since: "2.8.0",
        complexity: "O(N)",
        summary: summaries::PUBSUB_NUMSUB,
        examples: &[example("PUBSUB NUMSUB news", "1) \"news\"\n2) (integer) 0")],
        ..PART
    },
    Record {
        name: "shardchannels",
        arguments: "[pattern]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::PUBSUB_SHARDCHANNELS,
        examples: &[example("PUBSUB SHARDCHANNELS", "(empty array)")],
        ..PART
    },
    Record {
        name: "shardnumsub",
        arguments: "[shardchannel...]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::PUBSUB_SHARDNUMSUB,
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
        summary: summaries::PUBSUB_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
