//! Lists: moving elements from one to another, and waiting for them.

use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long, Now, Waiting, Waits};
use crate::server::work::Work;
use crate::types::lists::steps;
use crate::types::lists::value::{End, List};

const NO_COUNT: Error = Error::fixed("ERR count should be greater than 0");

pub const HANDLERS: Handlers = &[
    ("lmove", Now(lmove)),
    ("lmpop", Long(lmpop)),
    ("rpoplpush", Now(rpoplpush)),
    ("blmove", Waits(blmove)),
    ("blmpop", Waits(blmpop)),
    ("blpop", Waits(blpop)),
    ("brpop", Waits(brpop)),
    ("brpoplpush", Waits(brpoplpush)),
];

fn lmove(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (from, to) = (call.args.word()?, call.args.word()?);
    let ends = [
        steps::end(call.args.word()?)?,
        steps::end(call.args.word()?)?,
    ];
    Ok(move_(call, from, to, ends)?.unwrap_or(Reply::Nil))
}

fn rpoplpush(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (from, to) = (call.args.word()?, call.args.word()?);
    let ends = [End::Tail, End::Head];
    Ok(move_(call, from, to, ends)?.unwrap_or(Reply::Nil))
}

/// Takes an element from one end of a list to one of another; `None` if there is none to take.
fn move_(
    call: &mut Call<'_>,
    from: &[u8],
    to: &[u8],
    ends: [End; 2],
) -> Result<Option<Reply>, Error> {
    let element = call.read::<List>(from)?.and_then(|list| list.end(ends[0]));
    let Some(element) = element.map(<[u8]>::to_vec) else {
        return Ok(None);
    };
    call.read::<List>(to)?;
    let elements = [element];
    call.push(to, ends[1], &elements, true)?;
    call.pop(from, ends[0])?;
    let [element] = elements;
    Ok(Some(Reply::bulk(element)))
}

fn blmove(call: &mut Call<'_>, served: Option<&[u8]>) -> Result<Waiting, Error> {
    let (from, to) = (call.args.word()?, call.args.word()?);
    let ends = [
        steps::end(call.args.word()?)?,
        steps::end(call.args.word()?)?,
    ];
    move_or_wait(call, from, to, ends, served.is_some())
}

fn brpoplpush(call: &mut Call<'_>, served: Option<&[u8]>) -> Result<Waiting, Error> {
    let (from, to) = (call.args.word()?, call.args.word()?);
    move_or_wait(call, from, to, [End::Tail, End::Head], served.is_some())
}

fn move_or_wait(
    call: &mut Call<'_>,
    from: &[u8],
    to: &[u8],
    ends: [End; 2],
    is_served: bool,
) -> Result<Waiting, Error> {
    let until_ms = args::until_ms(call.args.word()?, call.now_ms())?;
    // What waits for a list waits on where something else has come.
    let is_other = is_served && call.peek_at::<List>(from).is_err();
    if !is_other && let Some(reply) = move_(call, from, to, ends)? {
        return Ok(Waiting::Done(reply));
    }
    // In a transaction the reply is that of LMOVE; one that gives up later gets another.
    if call.connection()?.executing.is_some() {
        return Ok(Waiting::Done(Reply::Nil));
    }
    Ok(Waiting::For {
        keys: vec![from.to_vec()],
        until_ms,
        otherwise: Reply::NilArray,
        words: None,
    })
}

fn lmpop(call: &mut Call<'_>) -> Result<Work, Error> {
    let (keys, end, count) = several(call)?;
    for key in keys {
        if let Some(len) = call.read::<List>(key)?.map(List::len) {
            return call.pop_several(key, len, end, count, true);
        }
    }
    Ok(Work::done(Reply::NilArray))
}

/// The keys of LMPOP, the end to take from, and how many elements.
fn several<'a>(call: &mut Call<'a>) -> Result<(&'a [Vec<u8>], End, u64), Error> {
    let number = args::at_least(1, call.args.word()?, args::NO_KEYS)?;
    let rest = call.args.rest();
    let number = usize::try_from(number).map_err(|_| args::SYNTAX)?;
    let (keys, options) = rest.split_at_checked(number).ok_or(args::SYNTAX)?;
    let (end, options) = options.split_first().ok_or(args::SYNTAX)?;
    let end = steps::end(end)?;
    let count = match options {
        [] => 1,
        [name, count, rest @ ..] if args::is_option(name, "COUNT") => {
            let count = args::at_least(1, count, NO_COUNT)?;
            if !rest.is_empty() {
                return Err(args::SYNTAX);
            }
            count
        }
        _ => return Err(args::SYNTAX),
    };
    Ok((keys, end, count))
}

fn blmpop(call: &mut Call<'_>, served: Option<&[u8]>) -> Result<Waiting, Error> {
    let timeout = call.args.word()?;
    let (keys, end, count) = several(call)?;
    pop_or_wait(call, served, keys, timeout, end, Some(count))
}

fn blpop(call: &mut Call<'_>, served: Option<&[u8]>) -> Result<Waiting, Error> {
    pop_one_or_wait(call, served, End::Head)
}

fn brpop(call: &mut Call<'_>, served: Option<&[u8]>) -> Result<Waiting, Error> {
    pop_one_or_wait(call, served, End::Tail)
}

fn pop_one_or_wait(call: &mut Call<'_>, served: Option<&[u8]>, end: End) -> Result<Waiting, Error> {
    let (timeout, keys) = call.args.rest().split_last().ok_or(args::SYNTAX)?;
    pop_or_wait(call, served, keys, timeout, end, None)
}

/// Takes from the first of the keys that is there: `count` elements, or one as BLPOP answers it.
fn pop_or_wait(
    call: &mut Call<'_>,
    served: Option<&[u8]>,
    keys: &[Vec<u8>],
    timeout: &[u8],
    end: End,
    count: Option<u64>,
) -> Result<Waiting, Error> {
    let until_ms = args::until_ms(timeout, call.now_ms())?;
    for key in keys {
        let is_served = served.is_none_or(|served| served == key);
        let len = match call.read::<List>(key) {
            Ok(Some(list)) if is_served => list.len(),
            // A client that waits for a list does not mind what else the key may hold meanwhile.
            Err(error) if served.is_none() => return Err(error),
            _ => continue,
        };
        return Ok(match count {
            None => {
                let element = call.pop(key, end)?.map_or(Reply::Nil, Reply::bulk);
                Waiting::Done(Reply::Array(vec![Reply::bulk(&key[..]), element]))
            }
            Some(count) => Waiting::Began(call.pop_several(key, len, end, count, true)?),
        });
    }
    Ok(Waiting::For {
        keys: keys.to_vec(),
        until_ms,
        otherwise: Reply::NilArray,
        words: None,
    })
}
