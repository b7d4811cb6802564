//! The connection itself: which database it looks at, and whether anyone answers.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::reply::{Error, Protocol, Reply};
use crate::server;
use crate::server::args;
use crate::server::call::Call;
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "ping",
        arity: -1,
        arguments: "[message]",
        group: Group::Connection,
        since: "1.0.0",
        summary: Text {
            en: "Answers PONG, or the message",
            zh: "返回 PONG，或原样返回消息",
        },
        examples: &[
            example("PING", "PONG"),
            example("PING \"hello world\"", "\"hello world\""),
        ],
        flags: Flags::FAST,
        tips: "request_policy:all_shards response_policy:all_succeeded",
        run: Run::Now(ping),
        ..Record::DEFAULT
    },
    Record {
        name: "echo",
        arity: 2,
        arguments: "message",
        group: Group::Connection,
        since: "1.0.0",
        summary: Text {
            en: "Answers the message",
            zh: "原样返回消息",
        },
        examples: &[example("ECHO \"Hello World!\"", "\"Hello World!\"")],
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        run: Run::Now(echo),
        ..Record::DEFAULT
    },
    Record {
        name: "select",
        arity: 2,
        arguments: "index:integer",
        group: Group::Connection,
        since: "1.0.0",
        summary: Text {
            en: "Turns this connection to another database",
            zh: "让当前连接切换到另一个数据库",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SELECT 1", "OK"),
            example("GET mykey", "(nil)"),
            example("SELECT 16", "(error) ERR DB index is out of range"),
        ],
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        run: Run::Now(select),
        ..Record::DEFAULT
    },
];

fn ping(call: &mut Call<'_>) -> Result<Reply, Error> {
    let message = call.args.next();
    if !call.args.is_empty() {
        return Err(args::wrong_number_of_arguments(call.command));
    }
    let connection = call.connection()?;
    if connection.is_subscribed() && connection.protocol == Protocol::Resp2 {
        let words = [&b"pong"[..], message.unwrap_or_default()];
        return Ok(Reply::Array(words.map(Reply::bulk).to_vec()));
    }
    Ok(message.map_or(Reply::Status("PONG"), Reply::bulk))
}

fn echo(call: &mut Call<'_>) -> Result<Reply, Error> {
    Ok(Reply::bulk(call.args.word()?))
}

fn select(call: &mut Call<'_>) -> Result<Reply, Error> {
    let index = server::database_index(call.args.int()?)?;
    call.connection_mut()?.database = index;
    Ok(Reply::OK)
}
