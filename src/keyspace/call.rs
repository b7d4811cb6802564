//! What a command's handler works with: its arguments, the time, and the selected database, which it changes only here.

use super::Bytes;
use super::args::{self, Args};
use super::command::Command;
use super::connection::Connection;
use super::database::{Database, Entry};
use super::reply::Error;
use super::server::Server;
use super::slot::Slot;
use super::work::Context;

/// One command on its way through the server.
pub struct Call<'a> {
    /// The server, for what reaches past the selected database.
    pub server: &'a mut Server,
    /// Who sent the command, and when. What has expired by then is gone.
    pub context: Context,
    /// The database that the connection had selected.
    pub database: usize,
    /// The command's record.
    pub command: &'static Command,
    /// What follows the command's name, and that of the subcommand; as many as its arity allows.
    pub args: Args<'a>,
}

impl Call<'_> {
    /// The selected database, to read.
    pub fn database(&self) -> &Database {
        self.server.database(self.database)
    }

    /// Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.context.now_ms
    }

    /// The connection that sent the command.
    pub fn connection(&self) -> Result<&Connection, Error> {
        self.server.connection(self.context.connection)
    }

    /// The same, to be changed.
    pub fn connection_mut(&mut self) -> Result<&mut Connection, Error> {
        self.server.connection_mut(self.context.connection)
    }

    /// What `key` holds.
    pub fn get(&self, key: &[u8]) -> Option<&Entry> {
        self.database().get(key)
    }

    /// What `key` holds, to be changed in place.
    pub fn slot<'a>(&'a mut self, key: &'a [u8]) -> Option<Slot<'a>> {
        let (database, bounds) = self.server.writable(self.database);
        database.slot(key, bounds)
    }

    /// Puts `value` under `key`, whatever was there. Refused when the keyspace would grow past its limit.
    pub fn set(
        &mut self,
        key: &[u8],
        value: Bytes,
        expires_at_ms: Option<i64>,
    ) -> Result<(), Error> {
        if let Some(mut slot) = self.slot(key) {
            slot.set_value(value)?;
            slot.set_deadline(expires_at_ms);
            return Ok(());
        }
        let (database, bounds) = self.server.writable(self.database);
        let entry = Entry {
            value,
            expires_at_ms,
        };
        database.insert(key, entry, bounds)
    }

    /// Takes `key` away; says what it held.
    pub fn remove(&mut self, key: &[u8]) -> Option<Entry> {
        self.get(key)?;
        let (database, mut bounds) = self.server.writable(self.database);
        bounds.listeners.changed(key);
        database.remove(key)
    }

    /// The error for a time to live that this command does not take.
    pub fn invalid_expire_time(&self) -> Error {
        args::invalid_expire_time(self.command)
    }
}
