//! Keys that get another name or another database, or are there twice: RENAME, RENAMENX, MOVE, COPY.

use crate::reply::{Error, Reply};
use crate::server::args::{self, SYNTAX};
use crate::server::call::{Call, KeyPlace};
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Now};
use crate::storage::database::Entry;
use crate::storage::databases;

const INVALID_FIRST: Error = Error::fixed("ERR invalid first DB index");
const INVALID_SECOND: Error = Error::fixed("ERR invalid second DB index");

const SAME_PLACE: Error = Error::fixed("ERR source and destination objects are the same");

pub const HANDLERS: Handlers = &[
    ("rename", Now(rename)),
    ("renamenx", Now(renamenx)),
    ("move", Now(move_)),
    ("copy", Now(copy)),
    ("swapdb", Now(swapdb)),
];

fn rename(call: &mut Call<'_>) -> Result<Reply, Error> {
    change_name(call, Reply::OK, None)
}

fn renamenx(call: &mut Call<'_>) -> Result<Reply, Error> {
    change_name(call, Reply::Int(1), Some(Reply::Int(0)))
}

/// Answers `done`, or `taken` where there is one and the new name belongs to a key.
fn change_name(call: &mut Call<'_>, done: Reply, taken: Option<Reply>) -> Result<Reply, Error> {
    let database = call.database;
    let mut place = || -> Result<KeyPlace<'_>, Error> {
        Ok(KeyPlace {
            database,
            key: call.args.word()?,
        })
    };
    let (from, to) = (place()?, place()?);
    if call.look(from).is_none() {
        return Err(args::NO_SUCH_KEY);
    }
    if from.key == to.key {
        return Ok(taken.unwrap_or(done));
    }
    match taken {
        Some(taken) if call.look(to).is_some() => Ok(taken),
        _ => {
            call.relocate(from, to)?;
            call.notify(Class::Generic, "rename_from", from.key);
            call.notify(Class::Generic, "rename_to", to.key);
            Ok(done)
        }
    }
}

fn move_(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, index) = (call.args.word()?, call.args.int()?);
    let from = KeyPlace {
        database: call.database,
        key,
    };
    let to = KeyPlace {
        database: databases::database_index(index)?,
        key,
    };
    if from == to {
        return Err(SAME_PLACE);
    }
    if call.look(from).is_none() || call.look(to).is_some() {
        return Ok(Reply::Int(0));
    }
    call.relocate(from, to)?;
    let audience = &mut call.server.audience;
    audience.notify(from.database, Class::Generic, "move_from", key);
    audience.notify(to.database, Class::Generic, "move_to", key);
    Ok(Reply::Int(1))
}

fn copy(call: &mut Call<'_>) -> Result<Reply, Error> {
    let database = call.database;
    let (source, destination) = (call.args.word()?, call.args.word()?);
    let from = KeyPlace {
        database,
        key: source,
    };
    let mut to = KeyPlace {
        database,
        key: destination,
    };
    let mut replaces = false;
    while let Some(word) = call.args.next() {
        if args::is_option(word, "REPLACE") {
            replaces = true;
        } else if args::is_option(word, "DB") && !call.args.is_empty() {
            to.database = databases::database_index(call.args.int()?)?;
        } else {
            return Err(SYNTAX);
        }
    }
    if from == to {
        return Err(SAME_PLACE);
    }
    let now_ms = call.now_ms();
    let Some(entry) = call
        .get_to_read(from.key)
        .map(|entry| Entry::new(entry.value.copied(), entry.expires_at_ms, now_ms))
    else {
        return Ok(Reply::Int(0));
    };
    if call.look(to).is_some() && !replaces {
        return Ok(Reply::Int(0));
    }
    call.put(to, entry)?;
    let audience = &mut call.server.audience;
    audience.notify(to.database, Class::Generic, "copy_to", to.key);
    Ok(Reply::Int(1))
}

fn swapdb(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (one, other) = (call.args.word()?, call.args.word()?);
    let number = |text, error| args::int(text).map_err(|_| error);
    let one = number(one, INVALID_FIRST)?;
    let other = number(other, INVALID_SECOND)?;
    let (one, other) = (
        databases::database_index(one)?,
        databases::database_index(other)?,
    );
    if one != other {
        call.server.swap(one, other);
    }
    call.count_changes(1);
    Ok(Reply::OK)
}
