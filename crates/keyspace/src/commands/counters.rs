//! Strings that are counted up and down: 64-bit whole numbers in decimal.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use base::text::Text;
use std::sync::Arc;

const OVERFLOW: Error = Error::fixed("ERR increment or decrement would overflow");
const NEGATION_OVERFLOW: Error = Error::fixed("ERR decrement would overflow");

pub const COMMANDS: &[Record] = &[
    Record {
        name: "incr",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "1.0.0",
        summary: Text {
            en: "Adds one to the number under a key; a missing key counts as 0",
            zh: "把键中的整数加一；键不存在时视为 0",
        },
        examples: &[
            example("SET mykey \"10\"", "OK"),
            example("INCR mykey", "(integer) 11"),
            example("GET mykey", "\"11\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        run: Run::Now(incr),
        ..Record::DEFAULT
    },
    Record {
        name: "decr",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "1.0.0",
        summary: Text {
            en: "Takes one from the number under a key; a missing key counts as 0",
            zh: "把键中的整数减一；键不存在时视为 0",
        },
        examples: &[
            example("SET mykey \"10\"", "OK"),
            example("DECR mykey", "(integer) 9"),
            example("SET mykey \"ten\"", "OK"),
            example(
                "DECR mykey",
                "(error) ERR value is not an integer or out of range",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        run: Run::Now(decr),
        ..Record::DEFAULT
    },
    Record {
        name: "incrby",
        arity: 3,
        arguments: "key increment:integer",
        group: Group::String,
        since: "1.0.0",
        summary: Text {
            en: "Adds a whole number to the number under a key; a missing key counts as 0",
            zh: "把键中的整数加上给定的整数；键不存在时视为 0",
        },
        examples: &[
            example("SET mykey \"10\"", "OK"),
            example("INCRBY mykey 5", "(integer) 15"),
            example("INCRBY mykey -20", "(integer) -5"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        run: Run::Now(incrby),
        ..Record::DEFAULT
    },
    Record {
        name: "decrby",
        arity: 3,
        arguments: "key decrement:integer",
        group: Group::String,
        since: "1.0.0",
        summary: Text {
            en: "Takes a whole number from the number under a key; a missing key counts as 0",
            zh: "把键中的整数减去给定的整数；键不存在时视为 0",
        },
        examples: &[
            example("SET mykey \"10\"", "OK"),
            example("DECRBY mykey 3", "(integer) 7"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        run: Run::Now(decrby),
        ..Record::DEFAULT
    },
];

fn incr(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    add(call, key, 1)
}

fn decr(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    add(call, key, -1)
}

fn incrby(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, amount) = (call.args.word()?, call.args.integer()?);
    add(call, key, amount)
}

fn decrby(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, amount) = (call.args.word()?, call.args.integer()?);
    add(call, key, amount.checked_neg().ok_or(NEGATION_OVERFLOW)?)
}

/// Adds `amount` to the number under the key, and keeps the deadline.
fn add(call: &mut Call<'_>, key: &[u8], amount: i64) -> Result<Reply, Error> {
    let Some(mut slot) = call.slot(key) else {
        call.set(key, Arc::new(number::text(amount)), None)?;
        call.notify(Class::String, "incrby", key);
        return Ok(Reply::Int(amount));
    };
    let number = args::integer(slot.entry().value.string()?)?;
    let sum = number.checked_add(amount).ok_or(OVERFLOW)?;
    slot.write(&number::text(sum))?;
    call.notify(Class::String, "incrby", key);
    Ok(Reply::Int(sum))
}
