//! A key that is there, to be changed in place. Bytes and deadlines are counted here and where keys come and go, in
//! `database`, and nowhere else.

use crate::reply::Error;
use crate::storage::changes::Heard;
use crate::storage::collection::Collection;
use crate::storage::database::Entry;
use crate::storage::deadlines::Deadlines;
use crate::storage::object::StringForm;
use crate::storage::value::Bytes;
use crate::storage::value::{VALUE_BYTES_MAX, Value, WRONG_TYPE, string_bytes};
use std::sync::Arc;

/// The keyspace would grow past its limit. In Redis' words, which come from its `maxmemory`.
pub const OUT_OF_MEMORY: Error =
    Error::fixed("OOM command not allowed when used memory > 'maxmemory'.");
const STRING_TOO_LONG: Error =
    Error::fixed("ERR string exceeds maximum allowed size (proto-max-bulk-len)");

/// `bytes`, when a default server keeps strings as long as that.
pub fn check_length(bytes: u64) -> Result<usize, Error> {
    if bytes > VALUE_BYTES_MAX as u64 {
        return Err(STRING_TOO_LONG);
    }
    Ok(bytes as usize)
}

/// The state that a server has over all its databases.
pub(crate) struct Bounds<'a> {
    /// The number of bytes that still fit.
    pub(crate) room_bytes: usize,
    /// No key expires before this Unix millisecond.
    pub(crate) nothing_expires_before_ms: &'a mut i64,
    /// The receivers of changes.
    pub(crate) heard: Heard<'a>,
}

/// A key's entry, within its database and the bounds of the server. Any change keeps what it does not name.
pub struct KeySlot<'a> {
    pub(crate) key: &'a [u8],
    pub(crate) entry: &'a mut Entry,
    pub(crate) used_bytes: &'a mut usize,
    pub(crate) deadlines: &'a mut Deadlines,
    pub(crate) bounds: Bounds<'a>,
}

impl<'a> KeySlot<'a> {
    /// The entry of the key.
    pub fn entry(&self) -> &Entry {
        self.entry
    }

    /// Puts `value` in the place of what the key holds, and answers that. Refused when the keyspace would grow past its
    /// limit.
    pub fn set_value(&mut self, value: Bytes) -> Result<Value, Error> {
        self.count(self.entry.value.bytes(), string_bytes(value.len()))?;
        Ok(std::mem::replace(&mut self.entry.value, value.into()))
    }

    /// Like the former for a string in the place of a string: copies the bytes, in place if the old ones are not shared.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.count(self.entry.value.bytes(), string_bytes(bytes.len()))?;
        let (value, form) = self.entry.value.string_mut()?;
        let value = Arc::make_mut(value);
        value.clear();
        value.extend_from_slice(bytes);
        *form = StringForm::Whole;
        Ok(())
    }

    /// Appends `tail` to what the key holds; says how long it is now, in bytes. Refused past the limit of the keyspace,
    /// and of a string.
    pub fn append(&mut self, tail: &[u8]) -> Result<usize, Error> {
        let old_bytes = self.entry.value.string()?.len();
        let new_bytes = check_length(old_bytes as u64 + tail.len() as u64)?;
        self.count(old_bytes, new_bytes)?;
        let (value, form) = self.entry.value.string_mut()?;
        *form = StringForm::Raw;
        Arc::make_mut(value).extend_from_slice(tail);
        Ok(new_bytes)
    }

    /// What the key holds, lengthened by zeros to at least `bytes_min`, to be changed in place. Refused, before anything is
    /// allocated, when the keyspace would grow past its limit.
    pub fn stretch(mut self, bytes_min: usize) -> Result<&'a mut [u8], Error> {
        let old_bytes = self.entry.value.string()?.len();
        let new_bytes = old_bytes.max(bytes_min);
        self.count(old_bytes, new_bytes)?;
        let (value, form) = self.entry.value.string_mut()?;
        *form = StringForm::Raw;
        let value = Arc::make_mut(value);
        value.resize(new_bytes, 0);
        Ok(value)
    }

    /// Changes a value of a type beyond strings in place; answers whether the key is to be removed then, since no element is left. Refused when
    /// the keyspace might grow past its limit by up to `growth_bytes`. Watchers do not hear of it: whoever changes
    /// something says so by `Call::modified`.
    ///
    /// # Errors
    /// The keyspace is full, or the value is a string.
    pub fn change(
        &mut self,
        growth_bytes: usize,
        change: &mut dyn FnMut(&mut dyn Collection),
    ) -> Result<bool, Error> {
        self.bounds.check(growth_bytes)?;
        let Value::Other(value) = &mut self.entry.value else {
            return Err(WRONG_TYPE);
        };
        if Arc::strong_count(value) > 1 {
            *value = value.copied();
        }
        let old_bytes = value.bytes();
        let Some(value) = Arc::get_mut(value) else {
            return Err(WRONG_TYPE);
        };
        change(value);
        *self.used_bytes = *self.used_bytes - old_bytes + value.bytes();
        Ok(value.is_empty() && !value.may_be_empty())
    }

    /// Lets the key expire after `expires_at_ms`, in Unix milliseconds, or never.
    pub fn set_deadline(&mut self, expires_at_ms: Option<i64>) {
        let old_ms = std::mem::replace(&mut self.entry.expires_at_ms, expires_at_ms);
        self.bounds.heard.changed(self.key);
        self.deadlines
            .change(old_ms, expires_at_ms, &mut self.entry.listed, self.key);
        if let Some(new_ms) = expires_at_ms {
            self.bounds.note_deadline(new_ms);
        }
    }

    fn count(&mut self, old_bytes: usize, new_bytes: usize) -> Result<(), Error> {
        self.bounds.check(new_bytes.saturating_sub(old_bytes))?;
        self.bounds.heard.renewed(self.key);
        *self.used_bytes = *self.used_bytes - old_bytes + new_bytes;
        Ok(())
    }
}

impl Bounds<'_> {
    /// Refuses what takes more room than is left.
    pub(crate) fn check(&self, growth_bytes: usize) -> Result<(), Error> {
        if growth_bytes > self.room_bytes {
            Err(OUT_OF_MEMORY)
        } else {
            Ok(())
        }
    }

    /// Like the former, but reports the change only to a live view.
    pub(crate) fn unheard_by_watchers(mut self) -> Self {
        self.heard.is_quiet = true;
        self
    }

    pub(crate) fn note_deadline(&mut self, deadline_ms: i64) {
        *self.nothing_expires_before_ms = deadline_ms.min(*self.nothing_expires_before_ms);
    }
}
