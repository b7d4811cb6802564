//! Strings, whole: GET, APPEND, STRLEN, and what answers with what was there before. SET is in `set`.

use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Now};
use std::sync::Arc;

pub const HANDLERS: Handlers = &[
    ("get", Now(get)),
    ("getset", Now(getset)),
    ("getdel", Now(getdel)),
    ("append", Now(append)),
    ("strlen", Now(strlen)),
];

fn get(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    Ok(Reply::or_nil(call.string(key)?.map(Arc::clone)))
}

fn getset(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, value) = (call.args.word()?, call.args.word()?);
    let old = call.string(key)?.map(Arc::clone);
    call.set(key, Arc::new(value.to_vec()), None)?;
    call.notify(Class::String, "set", key);
    Ok(Reply::or_nil(old))
}

fn getdel(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let value = call.string(key)?.map(Arc::clone);
    if call.remove(key).is_some() {
        call.notify(Class::Generic, "del", key);
    }
    Ok(Reply::or_nil(value))
}

fn append(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, tail) = (call.args.word()?, call.args.word()?);
    let bytes = match call.slot(key) {
        Some(mut slot) => slot.append(tail)?,
        None => {
            call.set(key, Arc::new(tail.to_vec()), None)?;
            tail.len()
        }
    };
    call.notify(Class::String, "append", key);
    Ok(Reply::Int(bytes as i64))
}

fn strlen(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let bytes = call.string(key)?.map_or(0, |value| value.len());
    Ok(Reply::Int(bytes as i64))
}
