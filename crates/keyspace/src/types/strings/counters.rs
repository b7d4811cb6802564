//! Strings that are counted up and down: 64-bit whole numbers in decimal.

use crate::number;
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Now};
use std::sync::Arc;

const OVERFLOW: Error = Error::fixed("ERR increment or decrement would overflow");
const NEGATION_OVERFLOW: Error = Error::fixed("ERR decrement would overflow");

pub const HANDLERS: Handlers = &[
    ("incr", Now(incr)),
    ("decr", Now(decr)),
    ("incrby", Now(incrby)),
    ("decrby", Now(decrby)),
];

fn incr(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    add(call, key, 1)
}

fn decr(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    add(call, key, -1)
}

fn incrby(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, amount) = (call.args.word()?, call.args.integer()?);
    add(call, key, amount)
}

fn decrby(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, amount) = (call.args.word()?, call.args.integer()?);
    add(call, key, amount.checked_neg().ok_or(NEGATION_OVERFLOW)?)
}

/// Adds `amount` to the number under the key, and keeps the deadline.
fn add(call: &mut Call<'_>, key: &[u8], amount: i64) -> Result<Reply, Error> {
    let Some(mut slot) = call.slot(key) else {
        call.set(key, Arc::new(number::text(amount)), None)?;
        call.notify(Class::String, "incrby", key);
        return Ok(Reply::Int(amount));
    };
    let number = args::integer(slot.entry().value.string()?)?;
    let sum = number.checked_add(amount).ok_or(OVERFLOW)?;
    slot.write(&number::text(sum))?;
    call.notify(Class::String, "incrby", key);
    Ok(Reply::Int(sum))
}
