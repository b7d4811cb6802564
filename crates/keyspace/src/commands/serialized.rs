//! Values as bytes, for another server or for later.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args::{self, SYNTAX};
use crate::server::call::{Call, KeyPlace};
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::database::Entry;
use crate::storage::object::LastUse;
use crate::storage::value::Bytes;
use crate::types::rdb::{self, Crc64};
use std::sync::Arc;

const BUSY_KEY: Error = Error::fixed("BUSYKEY Target key name already exists.");
const NEGATIVE_IDLE: Error = Error::fixed("ERR Invalid IDLETIME value, must be >= 0");
const BAD_FREQUENCY: Error = Error::fixed("ERR Invalid FREQ value, must be >= 0 and <= 255");
const NEGATIVE_TTL: Error = Error::fixed("ERR Invalid TTL value, must be >= 0");
const BAD_CHECKSUM: Error = Error::fixed("ERR DUMP payload version or checksum are wrong");

/// The number of bytes whose checksum is taken at a time, and its cost.
const CHUNK_BYTES: usize = 4096;
const UNITS_A_CHUNK: u64 = 1000;

pub const HANDLERS: Handlers = &[("dump", Long(dump)), ("restore", Long(restore))];

fn dump(call: &mut Call<'_>) -> Result<Work, Error> {
    let key = call.args.word()?;
    let value = call.get(key).map(|entry| rdb::dump(&entry.value));
    Ok(Work::new(Dump {
        bytes: value.flatten(),
        sum: Sum::default(),
    }))
}

/// The checksum of bytes, as far as it is.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Sum {
    crc: Crc64,
    done: usize,
}

impl Sum {
    /// Goes on; `None` when there is more to do.
    fn advance(&mut self, bytes: &[u8], budget: &mut Budget) -> Option<u64> {
        while let Some(rest) = bytes.get(self.done..).filter(|rest| !rest.is_empty()) {
            let chunk = rest.get(..CHUNK_BYTES).unwrap_or(rest);
            self.crc.add(chunk);
            self.done += chunk.len();
            if !budget.spend(UNITS_A_CHUNK) {
                return None;
            }
        }
        Some(self.crc.sum())
    }
}

/// DUMP under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dump {
    /// The value without its checksum; `None` if the key is not there.
    bytes: Option<Vec<u8>>,
    sum: Sum,
}

impl Steps for Dump {
    fn advance(
        &mut self,
        _: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let Some(bytes) = &mut self.bytes else {
            return Some(Ok(Reply::Nil));
        };
        let sum = self.sum.advance(bytes, budget)?;
        bytes.extend(sum.to_le_bytes());
        Some(Ok(Reply::bulk(std::mem::take(bytes))))
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.sum.done as u64,
            total: self.bytes.as_ref().map_or(0, Vec::len) as u64,
        }
    }
}

fn restore(call: &mut Call<'_>) -> Result<Work, Error> {
    let (key, ttl, dump) = (call.args.word()?, call.args.word()?, call.args.word()?);
    let (mut replaces, mut is_absolute) = (false, false);
    let (mut idle_s, mut has_frequency) = (None, false);
    while let Some(word) = call.args.next() {
        let has_more = !call.args.is_empty();
        if args::is_option(word, "REPLACE") {
            replaces = true;
        } else if args::is_option(word, "ABSTTL") {
            is_absolute = true;
        } else if has_more && !has_frequency && args::is_option(word, "IDLETIME") {
            let idle = call.args.integer()?;
            if idle < 0 {
                return Err(NEGATIVE_IDLE);
            }
            idle_s = Some(idle);
        } else if has_more && idle_s.is_none() && args::is_option(word, "FREQ") {
            if !(0..=255).contains(&call.args.integer()?) {
                return Err(BAD_FREQUENCY);
            }
            has_frequency = true;
        } else {
            return Err(SYNTAX);
        }
    }
    if !replaces && call.get(key).is_some() {
        return Err(BUSY_KEY);
    }
    let ttl_ms = args::integer(ttl)?;
    let expires_at_ms = match ttl_ms {
        ..0 => return Err(NEGATIVE_TTL),
        0 => None,
        _ if is_absolute => Some(ttl_ms),
        _ => Some(ttl_ms.wrapping_add(call.now_ms())),
    };
    let idle_ms = idle_s.unwrap_or_default().saturating_mul(1000);
    Ok(Work::new(Restore {
        database: call.database,
        key: key.to_vec(),
        dump: Arc::new(dump.to_vec()),
        expires_at_ms,
        used_ms: call.now_ms().saturating_sub(idle_ms),
        sum: Sum::default(),
    }))
}

/// RESTORE under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Restore {
    database: usize,
    key: Vec<u8>,
    dump: Bytes,
    expires_at_ms: Option<i64>,
    /// When the value counts as used last.
    used_ms: i64,
    sum: Sum,
}

impl Steps for Restore {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let Some((summed, told)) = rdb::checksum(&self.dump) else {
            return Some(Err(BAD_CHECKSUM));
        };
        if self.sum.advance(summed, budget)? != told {
            return Some(Err(BAD_CHECKSUM));
        }
        Some(self.store(server, context))
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.sum.done as u64,
            total: self.dump.len() as u64,
        }
    }
}

impl Restore {
    fn store(&self, server: &mut Server, context: Context) -> Result<Reply, Error> {
        let value = rdb::restore(&self.dump, &server.layout, server.bytes_max())?;
        let mut call = Call::resumed(server, context)?;
        call.database = self.database;
        let is_over = |at_ms: i64| at_ms <= context.now_ms;
        if self.expires_at_ms.is_some_and(is_over) {
            if call.remove(&self.key).is_some() {
                call.notify(Class::Generic, "del", &self.key);
            }
            return Ok(Reply::OK);
        }
        let place = KeyPlace {
            database: self.database,
            key: &self.key,
        };
        let mut entry = Entry::new(value, self.expires_at_ms, context.now_ms);
        entry.used = LastUse::at(self.used_ms);
        call.put(place, entry)?;
        call.notify(Class::Generic, "restore", &self.key);
        Ok(Reply::OK)
    }
}
