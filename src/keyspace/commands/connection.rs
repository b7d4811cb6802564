//! The connection itself: which database it looks at, and whether anyone answers.

use crate::keyspace::args;
use crate::keyspace::call::Call;
use crate::keyspace::command::{Command, Group, example, examples};
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::DATABASES;
use crate::text::Text;

const NO_SUCH_DATABASE: Error = Error::fixed("ERR DB index is out of range");

pub static COMMANDS: &[Command] = &[
    Command {
        name: "ping",
        arity: -1,
        syntax: "[message]",
        group: Group::Connection,
        since: "1.0.0",
        complexity: "O(1)",
        deprecated: None,
        summary: Text {
            en: "Answers PONG, or the message",
            zh: "返回 PONG，或原样返回消息",
        },
        examples: examples(&[
            example("PING", "PONG"),
            example("PING \"hello world\"", "\"hello world\""),
        ]),
        run: ping,
    },
    Command {
        name: "echo",
        arity: 2,
        syntax: "message",
        group: Group::Connection,
        since: "1.0.0",
        complexity: "O(1)",
        deprecated: None,
        summary: Text {
            en: "Answers the message",
            zh: "原样返回消息",
        },
        examples: examples(&[example("ECHO \"Hello World!\"", "\"Hello World!\"")]),
        run: echo,
    },
    Command {
        name: "select",
        arity: 2,
        syntax: "index",
        group: Group::Connection,
        since: "1.0.0",
        complexity: "O(1)",
        deprecated: None,
        summary: Text {
            en: "Turns this connection to another database",
            zh: "让当前连接切换到另一个数据库",
        },
        examples: examples(&[
            example("SET mykey \"Hello\"", "OK"),
            example("SELECT 1", "OK"),
            example("GET mykey", "(nil)"),
            example("SELECT 16", "(error) ERR DB index is out of range"),
        ]),
        run: select,
    },
];

fn ping(call: &mut Call<'_>) -> Result<Reply, Error> {
    let message = call.args.next();
    if !call.args.is_empty() {
        return Err(args::wrong_number_of_arguments(call.command.name));
    }
    Ok(message.map_or(Reply::Status("PONG"), Reply::bulk))
}

fn echo(call: &mut Call<'_>) -> Result<Reply, Error> {
    Ok(Reply::bulk(call.args.word()?))
}

fn select(call: &mut Call<'_>) -> Result<Reply, Error> {
    let index = usize::try_from(call.args.int()?)
        .ok()
        .filter(|index| *index < DATABASES)
        .ok_or(NO_SUCH_DATABASE)?;
    call.server.select(call.connection, index);
    Ok(Reply::OK)
}
