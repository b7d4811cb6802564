//! The interface of a command's handler: its arguments, the time, and the selected database, which it changes only
//! here.

use crate::catalogue::command::{Command, Flags};
use crate::reply::Error;
use crate::server::Server;
use crate::server::args::{self, Args};
use crate::server::connection::Connection;
use crate::server::notify::Class;
use crate::server::work::Context;
use crate::storage::database::{Database, Entry};
use crate::storage::key::name_bytes;
use crate::storage::object::{LastUse, StringForm};
use crate::storage::slot::KeySlot;
use crate::storage::value::Bytes;
use crate::storage::value::{Value, entry_bytes, string_bytes};
use std::sync::Arc;

/// One command on its way through the server.
pub struct Call<'a> {
    /// The server, for what reaches past the selected database.
    pub server: &'a mut Server,
    /// The connection that sent the command, and the time. Keys that have expired by then are gone.
    pub context: Context,
    /// The database that the connection had selected.
    pub database: usize,
    /// The command's record.
    pub command: &'static Command,
    /// The command's name as it was sent.
    pub typed: &'a [u8],
    /// The words after the names of command and subcommand; as many as its arity allows.
    pub args: Args<'a>,
    /// The whole line, as it was sent.
    pub line: &'a [Vec<u8>],
}

/// A key, there or not, of a database.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyPlace<'a> {
    pub database: usize,
    pub key: &'a [u8],
}

impl<'a> Call<'a> {
    /// The call of a command that continues in slices: it has its connection, but no arguments any more.
    pub fn resumed(server: &'a mut Server, context: Context) -> Result<Call<'a>, Error> {
        Ok(Call {
            database: server.connection(context.connection)?.database,
            server,
            context,
            command: &Command::NONE,
            typed: b"",
            args: Args::new(&[]),
            line: &[],
        })
    }
}

impl Call<'_> {
    /// The selected database, to read.
    pub fn database(&self) -> &Database {
        self.server.databases.get(self.database)
    }

    /// Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.context.now_ms
    }

    /// The connection that sent the command.
    pub fn connection(&self) -> Result<&Connection, Error> {
        self.server.connection(self.context.connection)
    }

    /// The state of the connection that sent the command, mutable.
    pub fn connection_mut(&mut self) -> Result<&mut Connection, Error> {
        self.server.connection_mut(self.context.connection)
    }

    /// The entry of `key`. Counts as a use of it.
    pub fn get(&mut self, key: &[u8]) -> Option<&Entry> {
        match self
            .command
            .flags
            .meets(Flags::READONLY.and(Flags::LOOKS_UP))
        {
            true => self.get_to_read(key),
            false => self.get_to_write(key),
        }
    }

    /// The entry of `key`, for a command that reads it, whatever else it writes. Counts as a use of it.
    pub fn get_to_read(&mut self, key: &[u8]) -> Option<&Entry> {
        self.look_up(key);
        self.get_to_write(key)
    }

    /// The entry of `key`, for a command that is about to write it, whatever else it reads. Counts as a use of it.
    pub fn get_to_write(&mut self, key: &[u8]) -> Option<&Entry> {
        let used = LastUse::at(self.now_ms());
        self.server.databases.used(self.database, key, used)
    }

    /// The entry of `key`, for a command that reads it, but does not count as a use.
    pub fn look_up(&mut self, key: &[u8]) -> Option<&Entry> {
        if !self.count_lookup(key) {
            self.notify(Class::Miss, "keymiss", key);
        }
        self.peek(key)
    }

    /// Counts that `key` is looked up to be read; answers whether it is there.
    pub fn count_lookup(&mut self, key: &[u8]) -> bool {
        let is_there = self.peek(key).is_some();
        let statistics = &mut self.server.statistics;
        match is_there {
            true => statistics.hits += 1,
            false => statistics.misses += 1,
        }
        is_there
    }

    /// The string under `key`, for a command on strings. Counts as a use of it.
    ///
    /// # Errors
    /// The key holds a value of another type.
    pub fn string(&mut self, key: &[u8]) -> Result<Option<&Bytes>, Error> {
        self.get(key).map(|entry| entry.value.string()).transpose()
    }

    /// The entry of `key`, for a command of which nothing counts.
    pub fn peek(&self, key: &[u8]) -> Option<&Entry> {
        self.database().get(key)
    }

    /// The entry of `key`, to be changed in place. Counts as a use of it.
    pub fn slot<'a>(&'a mut self, key: &'a [u8]) -> Option<KeySlot<'a>> {
        let used = LastUse::at(self.now_ms());
        let (database, bounds) = self.server.writable(self.database);
        let slot = database.slot(key, bounds)?;
        slot.entry.used = used;
        Some(slot)
    }

    /// Puts `value` under `key`, whatever was there. Refused when the keyspace would grow past its limit.
    pub fn set(
        &mut self,
        key: &[u8],
        value: Bytes,
        expires_at_ms: Option<i64>,
    ) -> Result<(), Error> {
        if let Some(mut slot) = self.slot(key) {
            let old = slot.set_value(value)?;
            slot.set_deadline(expires_at_ms);
            if let Value::Other(_) = old {
                self.server.databases.retire(&Entry::new(old, None, 0));
            }
            return Ok(());
        }
        let entry = Entry::new(value, expires_at_ms, self.now_ms());
        let (database, bounds) = self.server.writable(self.database);
        database.insert(key, entry, bounds)?;
        self.notify(Class::New, "new", key);
        Ok(())
    }

    /// The growth of the keyspace in bytes when `key` gets a string of `length` bytes; 0 if it shrinks.
    pub fn growth_bytes(&self, key: &[u8], length: usize) -> usize {
        let value_bytes = string_bytes(length);
        match self.peek(key) {
            Some(entry) => value_bytes.saturating_sub(entry.value.bytes()),
            None => entry_bytes(key.len(), value_bytes),
        }
    }

    /// Refuses what would let the keyspace grow past its limit.
    pub fn check_room(&mut self, growth_bytes: usize) -> Result<(), Error> {
        self.server.writable(self.database).1.check(growth_bytes)
    }

    /// The string under `key`, made if need be, and lengthened by zeros to at least `bytes_min`, to be changed in
    /// place. Refused, before anything is allocated, when the keyspace would grow past its limit. As in Redis, those
    /// that watch the key are not notified: a command that changes something calls [`Call::touch`].
    pub fn stretch<'b>(
        &'b mut self,
        key: &'b [u8],
        bytes_min: usize,
    ) -> Result<&'b mut [u8], Error> {
        self.check_room(self.growth_bytes(key, bytes_min))?;
        if self.peek(key).is_none() {
            let entry = Entry::new(Arc::new(vec![0; bytes_min]), None, self.now_ms());
            let (database, bounds) = self.server.writable(self.database);
            database.insert(key, entry, bounds.unheard_by_watchers())?;
            self.notify(Class::New, "new", key);
        }
        let used = LastUse::at(self.now_ms());
        let (database, bounds) = self.server.writable(self.database);
        let slot = database.slot(key, bounds.unheard_by_watchers());
        slot.map_or(Ok(&mut []), |slot| {
            slot.entry.used = used;
            slot.stretch(bytes_min)
        })
    }

    /// Tells subscribers of an event of `key`, in the selected database.
    pub fn notify(&mut self, class: Class, event: &'static str, key: &[u8]) {
        self.server
            .audience
            .notify(self.database, class, event, key);
    }

    /// Notifies the connections that watch `key` of its change.
    pub fn touch(&mut self, key: &[u8]) {
        self.server.writable(self.database).1.heard.changed(key);
    }

    /// Says how many changes Redis counts for the command, where that is another number than one.
    pub fn count_changes(&mut self, changes: usize) {
        self.server.audience.own_changes = changes as u64;
    }

    /// Lets those that wait for `key` look at it, although no watcher hears of a change.
    pub fn wake(&mut self, key: &[u8]) {
        self.server.audience.may_serve(self.database, key);
    }

    /// Takes `key` away; says what it held.
    pub fn remove(&mut self, key: &[u8]) -> Option<Entry> {
        self.peek(key)?;
        let (database, mut bounds) = self.server.writable(self.database);
        bounds.heard.renewed(key);
        let entry = database.remove(key)?;
        self.server.databases.retire(&entry);
        Some(entry)
    }

    /// Takes `key` away; only a live view hears of it.
    pub fn remove_quietly(&mut self, key: &[u8]) -> Option<Entry> {
        let (database, bounds) = self.server.writable(self.database);
        bounds.unheard_by_watchers().heard.renewed(key);
        database.remove(key)
    }

    /// Puts a value under `key`, which is not there; only a live view hears of it.
    ///
    /// # Errors
    /// The keyspace would grow past its limit.
    pub fn put_quietly(&mut self, key: &[u8], value: Value) -> Result<(), Error> {
        let entry = Entry::new(value, None, self.now_ms());
        let (database, bounds) = self.server.writable(self.database);
        database.insert(key, entry, bounds.unheard_by_watchers())?;
        self.notify(Class::New, "new", key);
        Ok(())
    }

    /// Says how the string under `key` was written, where it was not simply put there whole.
    pub fn set_form(&mut self, key: &[u8], form: StringForm) {
        let (database, bounds) = self.server.writable(self.database);
        if let Some(slot) = database.slot(key, bounds)
            && let Value::String(_, old) = &mut slot.entry.value
        {
            *old = form;
        }
    }

    /// The entry of a key in any database. Counts as a use of it.
    pub fn look(&mut self, place: KeyPlace<'_>) -> Option<&Entry> {
        let used = LastUse::at(self.now_ms());
        self.server.databases.used(place.database, place.key, used)
    }

    /// Lets a key of any database hold `entry`, whatever was there: as if that had been deleted before. Refused when the
    /// keyspace would grow past its limit.
    pub fn put(&mut self, place: KeyPlace<'_>, entry: Entry) -> Result<(), Error> {
        self.replace(place, entry, false)
    }

    /// Like [`Call::put`], but a key that is there stays and gets another value: no event says that it is new, and as in
    /// Redis nobody is served who waits for it, but for those that wait for a stream that is no more.
    pub fn overwrite(&mut self, place: KeyPlace<'_>, entry: Entry) -> Result<(), Error> {
        self.replace(place, entry, true)
    }

    fn replace(&mut self, place: KeyPlace<'_>, entry: Entry, keeps_key: bool) -> Result<(), Error> {
        let new_bytes = entry_bytes(place.key.len(), entry.value.bytes());
        let (database, mut bounds) = self.server.writable(place.database);
        let old = database.get(place.key);
        let old_bytes = old.map_or(0, |old| entry_bytes(place.key.len(), old.value.bytes()));
        let stays = keeps_key && old.is_some();
        bounds.heard.wakes_none = stays && old.is_none_or(|old| old.value.type_name() != "stream");
        bounds.check(new_bytes.saturating_sub(old_bytes))?;
        let old = database.remove(place.key);
        // A checked line need not be checked again, and must run now.
        bounds.room_bytes = usize::MAX;
        database.insert(place.key, entry, bounds)?;
        if !stays {
            self.tell_new(place);
        }
        old.iter().for_each(|old| self.server.databases.retire(old));
        Ok(())
    }

    fn tell_new(&mut self, place: KeyPlace<'_>) {
        let audience = &mut self.server.audience;
        audience.notify(place.database, Class::New, "new", place.key);
    }

    /// Takes what one key holds to another one, whatever was there. Refused when the keyspace would grow past its limit,
    /// as it may by a longer name.
    pub fn relocate(&mut self, from: KeyPlace<'_>, to: KeyPlace<'_>) -> Result<(), Error> {
        let (database, mut bounds) = self.server.writable(from.database);
        bounds.check(name_bytes(to.key.len()).saturating_sub(name_bytes(from.key.len())))?;
        let Some(entry) = database.remove(from.key) else {
            return Ok(());
        };
        bounds.heard.renewed(from.key);
        let (database, mut bounds) = self.server.writable(to.database);
        let old = database.remove(to.key);
        bounds.room_bytes = usize::MAX;
        database.insert(to.key, entry, bounds)?;
        self.tell_new(to);
        old.iter().for_each(|old| self.server.databases.retire(old));
        Ok(())
    }

    /// The error for a time to live that this command does not take.
    pub fn invalid_expire_time(&self) -> Error {
        args::invalid_expire_time(self.command)
    }
}
