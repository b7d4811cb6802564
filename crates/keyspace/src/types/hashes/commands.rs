//! Hashes: fields by their names.

use crate::long_double::LongDouble;
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Now};
use crate::storage::collection::Collection;
use crate::types::hashes::value::{FIELD_OVERHEAD_BYTES, Fields};

pub const HANDLERS: Handlers = &[
    ("hset", Now(hset)),
    ("hsetnx", Now(hsetnx)),
    ("hmset", Now(hmset)),
    ("hget", Now(hget)),
    ("hmget", Now(hmget)),
    ("hdel", Now(hdel)),
    ("hexists", Now(hexists)),
    ("hlen", Now(hlen)),
    ("hstrlen", Now(hstrlen)),
    ("hincrby", Now(hincrby)),
    ("hincrbyfloat", Now(hincrbyfloat)),
];

const VALUE_NOT_AN_INTEGER: Error = Error::fixed("ERR hash value is not an integer");
const VALUE_NOT_A_FLOAT: Error = Error::fixed("ERR hash value is not a float");
const NOT_A_FLOAT: Error = Error::fixed("ERR value is not a valid float");
const INFINITE: Error = Error::fixed("ERR value is NaN or Infinity");
const NOT_FINITE: Error = Error::fixed("ERR increment would produce NaN or Infinity");
const OVERFLOW: Error = Error::fixed("ERR increment or decrement would overflow");

fn hset(call: &mut Call<'_>) -> Result<Reply, Error> {
    set_fields(call).map(Reply::Int)
}

fn hmset(call: &mut Call<'_>) -> Result<Reply, Error> {
    set_fields(call).map(|_| Reply::OK)
}

/// Sets all fields of the line; answers how many are new.
fn set_fields(call: &mut Call<'_>) -> Result<i64, Error> {
    let key = call.args.word()?;
    let texts = call.args.rest();
    if texts.len() % 2 == 1 {
        return Err(args::wrong_number_of_arguments(call.command));
    }
    let layout = call.layout();
    let growth_bytes = texts.chunks(2).map(growth_bytes).sum();
    let added = call.change_or_make(key, growth_bytes, |fields: &mut Fields| {
        fields.make_room_for(texts, &layout);
        let mut added = 0;
        for pair in texts.chunks(2) {
            if let [field, value] = pair {
                added += i64::from(fields.set(field, value, &layout));
            }
        }
        added
    })?;
    call.modified(Class::Hash, "hset", key);
    call.count_changes(texts.len() / 2);
    Ok(added.unwrap_or(0))
}

/// The most by which a hash grows when it gets a field with its value.
fn growth_bytes(texts: &[impl AsRef<[u8]>]) -> usize {
    let texts = texts.iter().map(|text| text.as_ref().len() + 32);
    FIELD_OVERHEAD_BYTES + texts.sum::<usize>()
}

fn hsetnx(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let [field, value] = [call.args.word()?, call.args.word()?];
    let fields = call.read::<Fields>(key)?;
    if fields.is_some_and(|fields| fields.get(field).is_some()) {
        return Ok(Reply::Int(0));
    }
    set(call, key, [field, value])?;
    call.modified(Class::Hash, "hset", key);
    Ok(Reply::Int(1))
}

/// Gives one field its value.
fn set(call: &mut Call<'_>, key: &[u8], pair: [&[u8]; 2]) -> Result<(), Error> {
    let layout = call.layout();
    call.change_or_make(key, growth_bytes(&pair), |fields: &mut Fields| {
        let [field, value] = pair;
        fields.set(field, value, &layout);
    })?;
    Ok(())
}

fn hget(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, field) = (call.args.word()?, call.args.word()?);
    let fields = call.read::<Fields>(key)?;
    Ok(value_of(fields, field))
}

fn value_of(fields: Option<&Fields>, field: &[u8]) -> Reply {
    let value = fields.and_then(|fields| fields.get(field));
    value.map_or(Reply::Nil, Reply::bulk)
}

fn hmget(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let names = call.args.rest();
    let fields = call.read::<Fields>(key)?;
    let values = names.iter().map(|name| value_of(fields, name));
    Ok(Reply::Array(values.collect()))
}

fn hdel(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let names = call.args.rest();
    let removed = call.change(key, 0, |fields: &mut Fields| {
        let removed = names.iter().filter(|name| fields.remove(name));
        removed.count()
    })?;
    let removed = removed.unwrap_or(0);
    if removed > 0 {
        call.modified(Class::Hash, "hdel", key);
        call.count_changes(removed);
        if call.peek(key).is_none() {
            call.notify(Class::Generic, "del", key);
        }
    }
    Ok(Reply::Int(removed as i64))
}

fn hexists(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, field) = (call.args.word()?, call.args.word()?);
    let fields = call.read::<Fields>(key)?;
    let is_there = fields.is_some_and(|fields| fields.get(field).is_some());
    Ok(Reply::Int(i64::from(is_there)))
}

fn hlen(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let fields = call.read::<Fields>(key)?;
    Ok(Reply::Int(fields.map_or(0, Collection::len) as i64))
}

fn hstrlen(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, field) = (call.args.word()?, call.args.word()?);
    let fields = call.read::<Fields>(key)?;
    let value = fields.and_then(|fields| fields.get(field));
    Ok(Reply::Int(value.map_or(0, <[u8]>::len) as i64))
}

fn hincrby(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, field) = (call.args.word()?, call.args.word()?);
    let amount = call.args.integer()?;
    let old = call.read::<Fields>(key)?;
    let number = match old.and_then(|fields| fields.get(field)) {
        Some(value) => number::parse(value).ok_or(VALUE_NOT_AN_INTEGER)?,
        None => 0,
    };
    let sum = number.checked_add(amount).ok_or(OVERFLOW)?;
    set(call, key, [field, &number::text(sum)])?;
    call.modified(Class::Hash, "hincrby", key);
    Ok(Reply::Int(sum))
}

fn hincrbyfloat(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, field) = (call.args.word()?, call.args.word()?);
    let amount = LongDouble::parse(call.args.word()?).ok_or(NOT_A_FLOAT)?;
    if amount.is_infinite() {
        return Err(INFINITE);
    }
    let old = call.read::<Fields>(key)?;
    let number = match old.and_then(|fields| fields.get(field)) {
        Some(value) => LongDouble::parse(value).ok_or(VALUE_NOT_A_FLOAT)?,
        None => LongDouble::ZERO,
    };
    let text = number.add(amount).ok_or(NOT_FINITE)?.text();
    set(call, key, [field, &text])?;
    call.modified(Class::Hash, "hincrbyfloat", key);
    Ok(Reply::bulk(text))
}
