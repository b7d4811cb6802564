//! The server as a whole: its time, and how much is in it.

use crate::number;
use crate::reply::{Error, Reply};
use crate::server::args::{self, Args};
use crate::server::call::Call;
use crate::server::parts::{Handlers, Now};
use crate::server::watch::watch;
use crate::storage::databases::DATABASES;

pub const HANDLERS: Handlers = &[
    ("time", Now(time)),
    ("dbsize", Now(dbsize)),
    ("flushdb", Now(flushdb)),
    ("flushall", Now(flushall)),
];

fn time(call: &mut Call<'_>) -> Result<Reply, Error> {
    let seconds = call.now_ms().div_euclid(1000);
    let microseconds = call.now_ms().rem_euclid(1000) * 1000;
    Ok(Reply::Array(vec![
        Reply::bulk(number::text(seconds)),
        Reply::bulk(number::text(microseconds)),
    ]))
}

fn dbsize(call: &mut Call<'_>) -> Result<Reply, Error> {
    let expired = call.server.expired_in_pause(call.database);
    Ok(Reply::Int((call.database().len() + expired) as i64))
}

/// Those that track keys know none of them any more.
fn tell_of_all(call: &mut Call<'_>) {
    let audience = &mut call.server.audience;
    if audience.tracks() {
        (watch().invalidate_all)(audience);
    }
}

fn flushdb(call: &mut Call<'_>) -> Result<Reply, Error> {
    read_flush_mode(&mut call.args)?;
    call.count_changes(call.database().len());
    call.server.clear(call.database);
    tell_of_all(call);
    Ok(Reply::OK)
}

fn flushall(call: &mut Call<'_>) -> Result<Reply, Error> {
    read_flush_mode(&mut call.args)?;
    let mut keys = 0;
    for index in 0..DATABASES {
        keys += call.server.databases.get(index).len();
        call.server.clear(index);
    }
    call.count_changes(keys);
    tell_of_all(call);
    Ok(Reply::OK)
}

/// ASYNC or SYNC, which differ only in when a server's memory is free again.
fn read_flush_mode(args: &mut Args<'_>) -> Result<(), Error> {
    let known = match args.next() {
        None => true,
        Some(mode) => args::is_option(mode, "ASYNC") || args::is_option(mode, "SYNC"),
    };
    if known && args.is_empty() {
        Ok(())
    } else {
        Err(args::SYNTAX)
    }
}
