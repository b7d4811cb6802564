//! What the commands on streams share: IDs as arguments, and entries as replies.

use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::types::streams::value::id::Id;
use crate::types::streams::value::node::StreamEntry;
use crate::words::up_to_nul;

/// A text that is no ID, or not one for this place.
pub const INVALID_ID: Error =
    Error::fixed("ERR Invalid stream ID specified as stream command argument");
/// The key is not there, for a command that needs it.
pub const NO_SUCH_KEY: Error = Error::fixed("ERR no such key");
const INVALID_START: Error = Error::fixed("ERR invalid start ID for the interval");
const INVALID_END: Error = Error::fixed("ERR invalid end ID for the interval");

/// An argument that is an ID; without its second number it means `seq`.
///
/// # Errors
/// [`INVALID_ID`].
pub fn id(text: &[u8], seq: u64) -> Result<Id, Error> {
    Id::strict(text, seq).ok_or(INVALID_ID)
}

/// Reads the first ID of a range: `-` and `+` for the ends, `(` before one that does not belong to it.
///
/// # Errors
/// It is no ID, or no other one lies behind it.
pub fn start(text: &[u8]) -> Result<Id, Error> {
    match text.strip_prefix(b"(") {
        Some(own) if !own.is_empty() => id(own, 0)?.next().ok_or(INVALID_START),
        _ => Id::loose(text, 0).ok_or(INVALID_ID),
    }
}

/// Reads the last ID of a range, like [`start`].
///
/// # Errors
/// It is no ID, or no other one lies before it.
pub fn end(text: &[u8]) -> Result<Id, Error> {
    match text.strip_prefix(b"(") {
        Some(own) if !own.is_empty() => id(own, u64::MAX)?.previous().ok_or(INVALID_END),
        _ => Id::loose(text, u64::MAX).ok_or(INVALID_ID),
    }
}

/// An ID as a reply.
pub fn id_reply(id: Id) -> Reply {
    Reply::bulk(id.text())
}

/// An entry as a reply: its ID, and its fields with their values.
pub fn entry_reply(entry: &StreamEntry<'_>) -> Reply {
    let mut pieces = Vec::with_capacity(entry.fields.min(64) as usize * 2);
    entry.each(&mut |name, value| {
        pieces.push(Reply::bulk(name.to_vec()));
        pieces.push(Reply::bulk(value.to_vec()));
    });
    Reply::Array(vec![id_reply(entry.id), Reply::Array(pieces)])
}

/// No group of that name, or no key, in the words of the command.
pub fn no_group(before: &str, one: &[u8], between: &str, other: &[u8], after: &str) -> Error {
    let mut text = before.as_bytes().to_vec();
    text.extend_from_slice(up_to_nul(one));
    text.extend_from_slice(between.as_bytes());
    text.extend_from_slice(up_to_nul(other));
    text.extend_from_slice(after.as_bytes());
    Error::quoting(text)
}

/// The number behind COUNT, at least 0.
///
/// # Errors
/// It is no number.
pub fn count(text: &[u8]) -> Result<u64, Error> {
    Ok(args::integer(text)?.max(0) as u64)
}

/// Tells those who listen of changes of a group, and of a consumer that was made.
pub fn tell_of_group(call: &mut Call<'_>, key: &[u8], is_new: bool, changes: usize) {
    if is_new {
        call.modified_quietly(Class::Stream, "xgroup-createconsumer", key);
    } else {
        call.show(key);
    }
    call.count_changes(changes + usize::from(is_new));
}
