//! INCRBYFLOAT: strings that are decimal numbers, counted up and down.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::long_double::LongDouble;
use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::storage::object::StringForm;
use base::text::Text;
use std::sync::Arc;

const NOT_A_FLOAT: Error = Error::fixed("ERR value is not a valid float");
const NOT_FINITE: Error = Error::fixed("ERR increment would produce NaN or Infinity");

pub const COMMANDS: &[Record] = &[Record {
    name: "incrbyfloat",
    arity: 3,
    arguments: "key increment:double",
    group: Group::String,
    since: "2.6.0",
    complexity: "O(1)",
    summary: Text {
        en: "Adds a decimal number to the one under a key; a missing key counts as 0",
        zh: "把键中的数加上给定的小数；键不存在时视为 0",
    },
    examples: &[
        example("SET mykey 10.50", "OK"),
        example("INCRBYFLOAT mykey 0.1", "\"10.6\""),
        example("INCRBYFLOAT mykey -5", "\"5.6\""),
        example("SET mykey 5.0e3", "OK"),
        example("INCRBYFLOAT mykey 2.0e2", "\"5200\""),
    ],
    flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
    keys: &[KeySpec::first("RW access update")],
    run: Run::Now(incrbyfloat),
    ..Record::DEFAULT
}];

fn incrbyfloat(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, amount) = (call.args.word()?, call.args.word()?);
    let entry = call.get(key);
    let number = entry.map_or(Ok(LongDouble::ZERO), |entry| float(entry.value.string()?))?;
    let deadline_ms = entry.and_then(|entry| entry.expires_at_ms);
    let sum = number.add(float(amount)?).ok_or(NOT_FINITE)?;
    let text = Arc::new(sum.text());
    call.set(key, Arc::clone(&text), deadline_ms)?;
    call.set_form(key, StringForm::Text);
    call.notify(Class::String, "incrbyfloat", key);
    Ok(Reply::Bulk(text))
}

fn float(text: &[u8]) -> Result<LongDouble, Error> {
    LongDouble::parse(text).ok_or(NOT_A_FLOAT)
}
