//! What a command's handler works with: its arguments, the time, and the selected database, which it changes only here.

use super::Bytes;
use super::args::{self, Args};
use super::command::Command;
use super::database::{Database, Entry};
use super::reply::Error;
use super::server::{ConnectionId, Server};
use super::value::{VALUE_BYTES_MAX, entry_bytes};
use std::sync::Arc;

const STRING_TOO_LONG: Error =
    Error::fixed("ERR string exceeds maximum allowed size (proto-max-bulk-len)");

/// One command on its way through the server.
pub struct Call<'a> {
    /// The server, for what reaches past the selected database.
    pub server: &'a mut Server,
    /// Who sent the command.
    pub connection: ConnectionId,
    /// The database that the connection had selected.
    pub database: usize,
    /// Unix milliseconds. What has expired by then is gone.
    pub now_ms: i64,
    /// The command's record.
    pub command: &'static Command,
    /// What follows the command's name; as many as its arity allows.
    pub args: Args<'a>,
}

impl Call<'_> {
    /// The selected database, to read.
    pub fn database(&self) -> &Database {
        self.server.database(self.database)
    }

    /// What `key` holds.
    pub fn get(&self, key: &[u8]) -> Option<&Entry> {
        self.database().get(key)
    }

    /// Puts `value` under `key`, whatever was there. Refused when the keyspace would grow past its limit.
    pub fn set(
        &mut self,
        key: &[u8],
        value: Bytes,
        expires_at_ms: Option<i64>,
    ) -> Result<(), Error> {
        let old_bytes = self
            .get(key)
            .map_or(0, |old| entry_bytes(key.len(), old.value.len()));
        let new_bytes = entry_bytes(key.len(), value.len());
        self.server.room_for(new_bytes.saturating_sub(old_bytes))?;
        self.note_deadline(expires_at_ms);
        self.database_mut().insert(
            key,
            Entry {
                value,
                expires_at_ms,
            },
        );
        Ok(())
    }

    /// Appends `tail` to what `key` holds, or makes the key; says how long it is now, in bytes. Keeps the deadline.
    pub fn append(&mut self, key: &[u8], tail: &[u8]) -> Result<usize, Error> {
        match self.get(key).map(|entry| entry.value.len()) {
            None => {
                self.set(key, Arc::new(tail.to_vec()), None)?;
                Ok(tail.len())
            }
            Some(bytes) if bytes.saturating_add(tail.len()) > VALUE_BYTES_MAX => {
                Err(STRING_TOO_LONG)
            }
            Some(_) => {
                self.server.room_for(tail.len())?;
                Ok(self.database_mut().append(key, tail).unwrap_or_default())
            }
        }
    }

    /// Takes `key` away; says what it held.
    pub fn remove(&mut self, key: &[u8]) -> Option<Entry> {
        self.get(key)?;
        self.database_mut().remove(key)
    }

    /// Gives `key`, which is there, another deadline, or none.
    pub fn set_deadline(&mut self, key: &[u8], expires_at_ms: Option<i64>) {
        self.note_deadline(expires_at_ms);
        self.database_mut().set_deadline(key, expires_at_ms);
    }

    /// The error for a time to live that this command does not take.
    pub fn invalid_expire_time(&self) -> Error {
        args::invalid_expire_time(self.command.name)
    }

    fn database_mut(&mut self) -> &mut Database {
        self.server.database_mut(self.database)
    }

    fn note_deadline(&mut self, expires_at_ms: Option<i64>) {
        if let Some(deadline_ms) = expires_at_ms {
            self.server.expires_at(deadline_ms);
        }
    }
}
