//! Keys that get another name or another database, or are there twice: RENAME, RENAMENX, MOVE, COPY.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server;
use crate::server::args::{self, SYNTAX};
use crate::server::call::{Call, KeyPlace};
use crate::server::notify::Class;
use crate::storage::database::Entry;
use base::text::Text;

const INVALID_FIRST: Error = Error::fixed("ERR invalid first DB index");
const INVALID_SECOND: Error = Error::fixed("ERR invalid second DB index");

const SAME_PLACE: Error = Error::fixed("ERR source and destination objects are the same");

pub const COMMANDS: &[Record] = &[
    Record {
        name: "rename",
        arity: 3,
        arguments: "key newkey:key1",
        group: Group::Generic,
        summary: Text {
            en: "Gives a key another name; whatever had that name is gone",
            zh: "给键改名；新名称下原有的键会被覆盖",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("RENAME mykey myotherkey", "OK"),
            example("GET myotherkey", "\"Hello\""),
            example("RENAME mykey myotherkey", "(error) ERR no such key"),
        ],
        flags: Flags::WRITE,
        keys: &[
            KeySpec::first("RW access delete"),
            KeySpec::at(2, "OW update"),
        ],
        run: Run::Now(rename),
        ..Record::DEFAULT
    },
    Record {
        name: "renamenx",
        arity: 3,
        arguments: "key newkey:key1",
        group: Group::Generic,
        summary: Text {
            en: "Gives a key another name that no key has yet",
            zh: "仅当新名称尚无键使用时，给键改名",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SET myotherkey \"World\"", "OK"),
            example("RENAMENX mykey myotherkey", "(integer) 0"),
            example("GET myotherkey", "\"World\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[
            KeySpec::first("RW access delete"),
            KeySpec::at(2, "OW insert"),
        ],
        run: Run::Now(renamenx),
        ..Record::DEFAULT
    },
    Record {
        name: "move",
        arity: 3,
        arguments: "key db:integer",
        group: Group::Generic,
        summary: Text {
            en: "Moves a key to another database that has no key of that name",
            zh: "把键移到另一个没有同名键的数据库",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("MOVE mykey 1", "(integer) 1"),
            example("EXISTS mykey", "(integer) 0"),
            example("SELECT 1", "OK"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        run: Run::Now(move_),
        ..Record::DEFAULT
    },
    Record {
        name: "copy",
        arity: -3,
        arguments: "source:key destination:key1 [DB=destination-db:integer] [REPLACE]",
        group: Group::Generic,
        since: "6.2.0",
        complexity: "O(N)",
        summary: Text {
            en: "Stores what a key holds, and its deadline, under another key as well",
            zh: "把键的值和过期时间复制到另一个键",
        },
        examples: &[
            example("SET dolly \"sheep\"", "OK"),
            example("COPY dolly clone", "(integer) 1"),
            example("GET clone", "\"sheep\""),
            example("COPY dolly clone", "(integer) 0"),
            example("COPY dolly clone REPLACE", "(integer) 1"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RO access"), KeySpec::at(2, "OW update")],
        run: Run::Now(copy),
        ..Record::DEFAULT
    },
    Record {
        name: "swapdb",
        arity: 3,
        arguments: "index1:integer index2:integer",
        group: Group::Server,
        since: "4.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Lets two databases change places under the connections that selected them",
            zh: "交换两个数据库；选中它们的连接立即看到对方的数据",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SWAPDB 0 1", "OK"),
            example("EXISTS mykey", "(integer) 0"),
            example("SELECT 1", "OK"),
            example("GET mykey", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        categories: "keyspace dangerous",
        run: Run::Now(swapdb),
        ..Record::DEFAULT
    },
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
        database: server::database_index(index)?,
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
            to.database = server::database_index(call.args.int()?)?;
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
    let (one, other) = (server::database_index(one)?, server::database_index(other)?);
    if one != other {
        call.server.swap(one, other);
    }
    call.count_changes(1);
    Ok(Reply::OK)
}
