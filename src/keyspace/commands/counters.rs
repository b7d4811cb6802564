//! Strings that are counted up and down: 64-bit whole numbers in decimal.

use crate::keyspace::args;
use crate::keyspace::call::Call;
use crate::keyspace::command::{Command, Group, Run, example, examples};
use crate::keyspace::number;
use crate::keyspace::reply::{Error, Reply};
use crate::text::Text;
use std::sync::Arc;

const OVERFLOW: Error = Error::fixed("ERR increment or decrement would overflow");

pub static COMMANDS: &[Command] = &[
    Command {
        name: "incr",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "1.0.0",
        complexity: "O(1)",
        summary: Text {
            en: "Adds one to the number under a key; a missing key counts as 0",
            zh: "把键中的整数加一；键不存在时视为 0",
        },
        examples: examples(&[
            example("SET mykey \"10\"", "OK"),
            example("INCR mykey", "(integer) 11"),
            example("GET mykey", "\"11\""),
        ]),
        run: Run::Now(|call| add(call, 1)),
        ..Command::DEFAULT
    },
    Command {
        name: "decr",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "1.0.0",
        complexity: "O(1)",
        summary: Text {
            en: "Takes one from the number under a key; a missing key counts as 0",
            zh: "把键中的整数减一；键不存在时视为 0",
        },
        examples: examples(&[
            example("SET mykey \"10\"", "OK"),
            example("DECR mykey", "(integer) 9"),
            example("SET mykey \"ten\"", "OK"),
            example(
                "DECR mykey",
                "(error) ERR value is not an integer or out of range",
            ),
        ]),
        run: Run::Now(|call| add(call, -1)),
        ..Command::DEFAULT
    },
];

/// Adds `amount` to the number under the key, and keeps the deadline.
fn add(call: &mut Call<'_>, amount: i64) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let Some(mut slot) = call.slot(key) else {
        call.set(key, Arc::new(number::text(amount)), None)?;
        return Ok(Reply::Int(amount));
    };
    let number = args::integer(&slot.entry().value)?;
    let sum = number.checked_add(amount).ok_or(OVERFLOW)?;
    slot.write(&number::text(sum))?;
    Ok(Reply::Int(sum))
}
