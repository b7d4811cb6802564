//! INCRBYFLOAT: strings that are decimal numbers, counted up and down.

use crate::long_double::LongDouble;
use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Now};
use crate::storage::object::StringForm;
use std::sync::Arc;

const NOT_A_FLOAT: Error = Error::fixed("ERR value is not a valid float");
const NOT_FINITE: Error = Error::fixed("ERR increment would produce NaN or Infinity");

pub const HANDLERS: Handlers = &[("incrbyfloat", Now(incrbyfloat))];

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
