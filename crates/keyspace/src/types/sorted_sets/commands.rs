//! Sorted sets: members by their names.

use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::scan;
use crate::server::work::Work;
use crate::storage::collection::Collection;
use crate::types::sorted_sets::members::{self, AddOptions};
use crate::types::sorted_sets::value::SortedSet;

pub const HANDLERS: Handlers = &[
    ("zadd", Now(zadd)),
    ("zincrby", Now(zincrby)),
    ("zrem", Now(zrem)),
    ("zcard", Now(zcard)),
    ("zscore", Now(zscore)),
    ("zmscore", Now(zmscore)),
    ("zrank", Now(zrank)),
    ("zrevrank", Now(zrevrank)),
    ("zcount", Now(zcount)),
    ("zlexcount", Now(zlexcount)),
    ("zrandmember", Long(zrandmember)),
    ("zscan", Long(zscan)),
];

const XX_AND_NX: Error = Error::fixed("ERR XX and NX options at the same time are not compatible");
const GT_LT_OR_NX: Error =
    Error::fixed("ERR GT, LT, and/or NX options at the same time are not compatible");
const SEVERAL_INCREMENTS: Error =
    Error::fixed("ERR INCR option supports a single increment-element pair");
fn zadd(call: &mut Call<'_>) -> Result<Reply, Error> {
    add_with(call, AddOptions::default())
}

/// Like ZADD with INCR: an option in place of the increment is taken as one, and leaves no pair.
fn zincrby(call: &mut Call<'_>) -> Result<Reply, Error> {
    let options = AddOptions {
        is_increment: true,
        ..AddOptions::default()
    };
    add_with(call, options)
}

/// Adds members with these options and those of the words.
fn add_with(call: &mut Call<'_>, mut options: AddOptions) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let mut pairs = call.args.rest();
    while let Some((word, rest)) = pairs.split_first() {
        let option = match () {
            () if args::is_option(word, "NX") => &mut options.is_new,
            () if args::is_option(word, "XX") => &mut options.is_old,
            () if args::is_option(word, "GT") => &mut options.is_greater,
            () if args::is_option(word, "LT") => &mut options.is_less,
            () if args::is_option(word, "INCR") => &mut options.is_increment,
            () if args::is_option(word, "CH") => &mut options.counts_changes,
            () => break,
        };
        *option = true;
        pairs = rest;
    }
    if pairs.is_empty() || pairs.len() % 2 == 1 {
        return Err(args::SYNTAX);
    }
    if options.is_new && options.is_old {
        return Err(XX_AND_NX);
    }
    if i32::from(options.is_new) + i32::from(options.is_greater) + i32::from(options.is_less) > 1 {
        return Err(GT_LT_OR_NX);
    }
    if options.is_increment && pairs.len() > 2 {
        return Err(SEVERAL_INCREMENTS);
    }
    add_all(call, key, pairs, options)
}

/// Adds members that stand behind their scores.
fn add_all(
    call: &mut Call<'_>,
    key: &[u8],
    pairs: &[Vec<u8>],
    options: AddOptions,
) -> Result<Reply, Error> {
    let pairs = pairs.chunks(2).map(|pair| match pair {
        [score, name] => Ok((members::float(score)?, name.as_slice())),
        _ => Err(args::SYNTAX),
    });
    let pairs: Result<Vec<_>, Error> = pairs.collect();
    members::add(call, key, &pairs?, options)
}

fn zrem(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let names = call.args.rest();
    let removed = call.change(key, 0, |set: &mut SortedSet| {
        names.iter().filter(|name| set.remove(name)).count()
    })?;
    let removed = removed.unwrap_or(0);
    if removed > 0 {
        call.modified(Class::SortedSet, "zrem", key);
        call.count_changes(removed);
        if call.peek(key).is_none() {
            call.notify(Class::Generic, "del", key);
        }
    }
    Ok(Reply::Int(removed as i64))
}

fn zcard(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let set = call.read::<SortedSet>(key)?;
    Ok(Reply::Int(set.map_or(0, Collection::len) as i64))
}

fn zscore(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, name) = (call.args.word()?, call.args.word()?);
    let set = call.read::<SortedSet>(key)?;
    Ok(score_of(set, name))
}

fn zmscore(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let names = call.args.rest();
    let set = call.read::<SortedSet>(key)?;
    Ok(Reply::Array(
        names.iter().map(|name| score_of(set, name)).collect(),
    ))
}

fn score_of(set: Option<&SortedSet>, name: &[u8]) -> Reply {
    let score = set.and_then(|set| set.score(name));
    score.map_or(Reply::Nil, members::score)
}

fn zrank(call: &mut Call<'_>) -> Result<Reply, Error> {
    rank(call, false)
}

fn zrevrank(call: &mut Call<'_>) -> Result<Reply, Error> {
    rank(call, true)
}

fn rank(call: &mut Call<'_>, is_reverse: bool) -> Result<Reply, Error> {
    let (key, name) = (call.args.word()?, call.args.word()?);
    let set = call.read::<SortedSet>(key)?;
    let rank = set.and_then(|set| {
        let rank = set.rank(name)?;
        Some(if is_reverse {
            set.len() - 1 - rank
        } else {
            rank
        })
    });
    Ok(rank.map_or(Reply::Nil, |rank| Reply::Int(rank as i64)))
}

fn zcount(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let range = members::score_range(call.args.word()?, call.args.word()?)?;
    let set = call.read::<SortedSet>(key)?;
    let count = set.map_or(0, |set| set.by_score(&range).len());
    Ok(Reply::Int(count as i64))
}

fn zlexcount(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let range = members::lex_range(call.args.word()?, call.args.word()?)?;
    let set = call.read::<SortedSet>(key)?;
    let count = set.map_or(0, |set| set.by_lex(&range, false).len());
    Ok(Reply::Int(count as i64))
}

fn zrandmember(call: &mut Call<'_>) -> Result<Work, Error> {
    scan::random::<SortedSet>(call, "WITHSCORES", scan::from_the_last)
}

fn zscan(call: &mut Call<'_>) -> Result<Work, Error> {
    scan::scan::<SortedSet>(call)
}
