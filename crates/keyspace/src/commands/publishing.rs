//! Publish and subscribe: channels, patterns and shard channels.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::connection::line_bytes;
use crate::server::pubsub::{self, Kind};
use crate::storage::sorted::Sorted;
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
        run: Run::Now(publish),
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
        run: Run::Now(spublish),
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
        run: Run::Now(|call| begin(call, Kind::Channel)),
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
        run: Run::Now(|call| begin(call, Kind::Pattern)),
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
        run: Run::Now(|call| begin(call, Kind::Shard)),
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
        run: Run::Now(|call| end(call, Kind::Channel)),
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
        run: Run::Now(|call| end(call, Kind::Pattern)),
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
        run: Run::Now(|call| end(call, Kind::Shard)),
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
        run: Run::Now(|call| channels(call, Kind::Channel)),
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
        run: Run::Now(patterns),
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
        run: Run::Now(|call| subscribers(call, Kind::Channel)),
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
        run: Run::Now(|call| channels(call, Kind::Shard)),
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
        run: Run::Now(|call| subscribers(call, Kind::Shard)),
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
        run: Run::Now(|_| Ok(Reply::lines(HELP))),
        ..PART
    },
];

fn publish(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (channel, message) = (call.args.word()?, call.args.word()?);
    let receivers = call.server.audience.publish(channel, message);
    Ok(Reply::Int(receivers as i64))
}

fn spublish(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (channel, message) = (call.args.word()?, call.args.word()?);
    let receivers = call.server.audience.publish_to_shard(channel, message);
    Ok(Reply::Int(receivers as i64))
}

/// SUBSCRIBE and its relatives: a reply for each channel.
fn begin(call: &mut Call<'_>, kind: Kind) -> Result<Reply, Error> {
    let command = call.command.name();
    let names = call.args.rest();
    call.server.hold(line_bytes(names))?;
    let subscriptions = &mut call.connection_mut()?.subscriptions;
    let replies = names.iter().map(|name| {
        subscriptions.add(kind, name);
        changed(command, Reply::bulk(&name[..]), subscriptions.count(kind))
    });
    Ok(Reply::Several(replies.collect()))
}

/// UNSUBSCRIBE and its relatives: without names, from all.
fn end(call: &mut Call<'_>, kind: Kind) -> Result<Reply, Error> {
    let command = call.command.name();
    let names = call.args.rest();
    let subscriptions = &mut call.connection_mut()?.subscriptions;
    let names = match names {
        [] => subscriptions.of(kind),
        names => names.to_vec(),
    };
    if names.is_empty() {
        let none = changed(command, Reply::Nil, subscriptions.count(kind));
        return Ok(Reply::Several(vec![none]));
    }
    let replies = names.iter().map(|name| {
        subscriptions.remove(kind, name);
        changed(command, Reply::bulk(&name[..]), subscriptions.count(kind))
    });
    Ok(Reply::Several(replies.collect()))
}

fn changed(command: &str, name: Reply, left: usize) -> Reply {
    Reply::Push(vec![Reply::bulk(command), name, Reply::Int(left as i64)])
}

/// PUBSUB CHANNELS and SHARDCHANNELS.
fn channels(call: &mut Call<'_>, kind: Kind) -> Result<Reply, Error> {
    let pattern = match call.args.rest() {
        [] => None,
        [pattern] => Some(pattern),
        _ => return Err(args::subcommand_syntax(call.line)),
    };
    let mut found = Sorted::default();
    for (_, connection) in call.server.connections() {
        for name in connection.subscriptions.of(kind) {
            if pattern.is_none_or(|pattern| pubsub::is_match(pattern, &name)) {
                found.add(&name);
            }
        }
    }
    Ok(Reply::Array(found.names_from(0).map(Reply::bulk).collect()))
}

/// PUBSUB NUMSUB and SHARDNUMSUB.
fn subscribers(call: &mut Call<'_>, kind: Kind) -> Result<Reply, Error> {
    let mut replies = Vec::new();
    for name in call.args.rest() {
        let all = call.server.connections().iter();
        let subscribed = all.filter(|(_, own)| own.subscriptions.has(kind, name));
        let count = subscribed.count() as i64;
        replies.extend([Reply::bulk(&name[..]), Reply::Int(count)]);
    }
    Ok(Reply::Array(replies))
}

fn patterns(call: &mut Call<'_>) -> Result<Reply, Error> {
    let mut found = Sorted::default();
    for (_, connection) in call.server.connections() {
        let names = connection.subscriptions.of(Kind::Pattern);
        names.iter().for_each(|name| found.add(name));
    }
    Ok(Reply::Int(found.len() as i64))
}

const HELP: &str = "\
PUBSUB <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
CHANNELS [<pattern>]
    Return the currently active channels matching a <pattern> (default: '*').
NUMPAT
    Return number of subscriptions to patterns.
NUMSUB [<channel> ...]
    Return the number of subscribers for the specified channels, excluding
    pattern subscriptions(default: no channels).
SHARDCHANNELS [<pattern>]
    Return the currently active shard level channels matching a <pattern> (default: '*').
SHARDNUMSUB [<shardchannel> ...]
    Return the number of subscribers for the specified shard level channel(s)
HELP
    Prints this help.";
