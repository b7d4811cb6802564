//! Replication: nothing replicates this server, and ROLE and WAIT answer what a master without replicas answers.

use crate::catalogue::left_out;
use crate::catalogue::record::Feature;
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Now, Waiting, Waits};

const BAD_PORT: Error = Error::fixed("ERR Invalid master port");

pub const HANDLERS: Handlers = &[
    ("replicaof", Now(replicaof)),
    ("slaveof", Now(replicaof)),
    ("role", Now(role)),
    ("wait", Waits(wait)),
];

/// This server follows no other one.
fn replicaof(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (host, port) = (call.args.word()?, call.args.word()?);
    if args::is_option(host, "NO") && args::is_option(port, "ONE") {
        return Ok(Reply::OK);
    }
    match number::parse(port) {
        Some(0..=65535) => Err(left_out::refusal(call.command, Feature::Replication)),
        _ => Err(BAD_PORT),
    }
}

fn role(_: &mut Call<'_>) -> Result<Reply, Error> {
    Ok(Reply::Array(vec![
        Reply::bulk("master"),
        Reply::Int(0),
        Reply::Array(Vec::new()),
    ]))
}

fn wait(call: &mut Call<'_>, _: Option<&[u8]>) -> Result<Waiting, Error> {
    let replicas = call.args.integer()?;
    let timeout_ms = call.args.integer().map_err(|_| args::TIMEOUT_NO_INTEGER)?;
    if timeout_ms < 0 {
        return Err(args::TIMEOUT_NEGATIVE);
    }
    let none = Reply::Int(0);
    if replicas <= 0 {
        return Ok(Waiting::Done(none));
    }
    let until_ms = (timeout_ms > 0).then(|| call.now_ms().saturating_add(timeout_ms));
    Ok(Waiting::For {
        keys: Vec::new(),
        until_ms,
        otherwise: none,
        words: None,
    })
}
