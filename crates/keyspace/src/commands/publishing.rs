//! Publish and subscribe: channels, patterns and shard channels.

use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Now};
use crate::server::subscriptions::{self, Kind, Subscriptions};
use crate::storage::sorted::Sorted;

pub const HANDLERS: Handlers = &[
    ("publish", Now(publish)),
    ("spublish", Now(spublish)),
    ("subscribe", Now(|call| begin(call, Kind::Channel))),
    ("psubscribe", Now(|call| begin(call, Kind::Pattern))),
    ("ssubscribe", Now(|call| begin(call, Kind::Shard))),
    ("unsubscribe", Now(|call| end(call, Kind::Channel))),
    ("punsubscribe", Now(|call| end(call, Kind::Pattern))),
    ("sunsubscribe", Now(|call| end(call, Kind::Shard))),
    ("pubsub|channels", Now(|call| channels(call, Kind::Channel))),
    ("pubsub|numpat", Now(patterns)),
    (
        "pubsub|numsub",
        Now(|call| subscribers(call, Kind::Channel)),
    ),
    (
        "pubsub|shardchannels",
        Now(|call| channels(call, Kind::Shard)),
    ),
    (
        "pubsub|shardnumsub",
        Now(|call| subscribers(call, Kind::Shard)),
    ),
    ("pubsub|help", Now(|_| Ok(Reply::lines(HELP)))),
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
    call.server.hold(Subscriptions::bytes_of(kind, names))?;
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
            if pattern.is_none_or(|pattern| subscriptions::is_match(pattern, &name)) {
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
