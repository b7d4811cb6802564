//! MULTI, EXEC, DISCARD, WATCH and UNWATCH: commands that run as one, if no watched key was touched.

use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::connection::{Transaction, line_bytes};
use crate::server::execution::Execution;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::work::Work;

const NESTED: Error = Error::fixed("ERR MULTI calls can not be nested");
const WATCH_INSIDE: Error = Error::fixed("ERR WATCH inside MULTI is not allowed");
const EXEC_WITHOUT: Error = Error::fixed("ERR EXEC without MULTI");
const DISCARD_WITHOUT: Error = Error::fixed("ERR DISCARD without MULTI");
const REFUSED: Error = Error::fixed("EXECABORT Transaction discarded because of previous errors.");

pub const HANDLERS: Handlers = &[
    ("multi", Now(multi)),
    ("exec", Long(exec)),
    ("discard", Now(discard)),
    ("watch", Now(watch)),
    ("unwatch", Now(unwatch)),
];

fn multi(call: &mut Call<'_>) -> Result<Reply, Error> {
    let connection = call.connection_mut()?;
    if connection.transaction.is_some() {
        return Err(NESTED);
    }
    connection.transaction = Some(Transaction::default());
    Ok(Reply::OK)
}

fn discard(call: &mut Call<'_>) -> Result<Reply, Error> {
    let connection = call.connection_mut()?;
    if connection.transaction.is_none() {
        return Err(DISCARD_WITHOUT);
    }
    connection.forget_transaction();
    Ok(Reply::OK)
}

fn watch(call: &mut Call<'_>) -> Result<Reply, Error> {
    let database = call.database;
    if call.connection()?.transaction.is_some() {
        return Err(WATCH_INSIDE);
    }
    call.server.hold(line_bytes(call.args.rest()))?;
    let connection = call.server.connection_mut(call.context.connection)?;
    for key in call.args.by_ref() {
        connection.watches.add(database, key);
    }
    Ok(Reply::OK)
}

fn unwatch(call: &mut Call<'_>) -> Result<Reply, Error> {
    call.connection_mut()?.watches.clear();
    Ok(Reply::OK)
}

fn exec(call: &mut Call<'_>) -> Result<Work, Error> {
    let connection = call.connection_mut()?;
    let is_changed = connection.saw_a_change();
    if connection.transaction.is_none() {
        return Err(EXEC_WITHOUT);
    }
    let transaction = connection.forget_transaction().unwrap_or_default();
    if transaction.is_refused {
        return Err(REFUSED);
    }
    if !is_changed {
        connection.executing = Some(transaction.lines().len());
    }
    Ok(Work::new(Execution::new(
        call.line,
        transaction.into_lines(),
        is_changed,
    )))
}
