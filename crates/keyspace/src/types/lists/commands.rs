//! Lists: adding and taking elements at either end.

use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::work::Work;
use crate::types::lists::value::{End, List};

pub const HANDLERS: Handlers = &[
    ("lpush", Now(lpush)),
    ("lpushx", Now(lpushx)),
    ("rpush", Now(rpush)),
    ("rpushx", Now(rpushx)),
    ("lpop", Long(lpop)),
    ("rpop", Long(rpop)),
    ("llen", Now(llen)),
];

fn lpush(call: &mut Call<'_>) -> Result<Reply, Error> {
    push(call, End::Head, true)
}

fn rpush(call: &mut Call<'_>) -> Result<Reply, Error> {
    push(call, End::Tail, true)
}

fn lpushx(call: &mut Call<'_>) -> Result<Reply, Error> {
    push(call, End::Head, false)
}

fn rpushx(call: &mut Call<'_>) -> Result<Reply, Error> {
    push(call, End::Tail, false)
}

fn push(call: &mut Call<'_>, end: End, makes: bool) -> Result<Reply, Error> {
    let (key, elements) = (call.args.word()?, call.args.rest());
    let len = call.push(key, end, elements, makes)?;
    Ok(Reply::Int(len as i64))
}

fn lpop(call: &mut Call<'_>) -> Result<Work, Error> {
    pop(call, End::Head)
}

fn rpop(call: &mut Call<'_>) -> Result<Work, Error> {
    pop(call, End::Tail)
}

fn pop(call: &mut Call<'_>, end: End) -> Result<Work, Error> {
    let key = call.args.word()?;
    let count = match call.args.rest() {
        [] => {
            let element = call.pop(key, end)?;
            return Ok(Work::done(element.map_or(Reply::Nil, Reply::bulk)));
        }
        [count] => args::at_least(0, count, args::NOT_POSITIVE)?,
        _ => return Err(args::wrong_number_of_arguments(call.command)),
    };
    match call.read::<List>(key)?.map(List::len) {
        None => Ok(Work::done(Reply::NilArray)),
        Some(_) if count == 0 => Ok(Work::done(Reply::Array(Vec::new()))),
        Some(len) => call.pop_several(key, len, end, count, false),
    }
}

fn llen(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let len = call.read::<List>(key)?.map_or(0, List::len);
    Ok(Reply::Int(len as i64))
}
