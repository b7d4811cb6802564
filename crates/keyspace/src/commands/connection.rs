//! The connection itself: which database it looks at, and whether anyone answers.

use crate::reply::{Error, Protocol, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Now};
use crate::storage::databases;

pub const HANDLERS: Handlers = &[
    ("ping", Now(ping)),
    ("echo", Now(echo)),
    ("select", Now(select)),
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
    let index = databases::database_index(call.args.int()?)?;
    call.connection_mut()?.database = index;
    Ok(Reply::OK)
}
