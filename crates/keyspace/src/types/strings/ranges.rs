//! Parts of strings, by the places of their bytes: GETRANGE, its older name SUBSTR, and SETRANGE.

use crate::range;
use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Now};
use crate::storage::slot::check_length;
use std::sync::Arc;

const OFFSET_OUT_OF_RANGE: Error = Error::fixed("ERR offset is out of range");

pub const HANDLERS: Handlers = &[
    ("getrange", Now(getrange)),
    ("substr", Now(getrange)),
    ("setrange", Now(setrange)),
];

fn getrange(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let (start, end) = (call.args.integer()?, call.args.integer()?);
    let Some(value) = call.string(key)? else {
        return Ok(Reply::bulk([]));
    };
    let range = range::forwards(start, end, value.len() as u64);
    let part = range.and_then(|range| value.get(range::of_bytes(range)));
    Ok(match part {
        Some(whole) if whole.len() == value.len() => Reply::Bulk(Arc::clone(value)),
        part => Reply::bulk(part.unwrap_or_default()),
    })
}

fn setrange(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, offset, part) = (call.args.word()?, call.args.integer()?, call.args.word()?);
    let offset = u64::try_from(offset).map_err(|_| OFFSET_OUT_OF_RANGE)?;
    let old_bytes = call.string(key)?.map_or(0, |value| value.len());
    if part.is_empty() {
        return Ok(Reply::Int(old_bytes as i64));
    }
    let end = check_length(offset.saturating_add(part.len() as u64))?;
    let value = call.stretch(key, end)?;
    if let Some(old) = value.get_mut(end - part.len()..end) {
        old.copy_from_slice(part);
    }
    let bytes = value.len();
    call.modified(Class::String, "setrange", key);
    Ok(Reply::Int(bytes as i64))
}
