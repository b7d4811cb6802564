//! Several keys at once: MGET, MSET, MSETNX.

use crate::keyspace::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, Run, example};
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::args;
use crate::keyspace::server::call::Call;
use crate::keyspace::server::notify::Class;
use crate::text::Text;
use std::sync::Arc;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "mget",
        arity: -2,
        arguments: "key...",
        group: Group::String,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the strings under several keys",
            zh: "返回多个键中的字符串",
        },
        examples: &[
            example("SET key1 \"Hello\"", "OK"),
            example("SET key2 \"World\"", "OK"),
            example(
                "MGET key1 key2 nonexisting",
                "1) \"Hello\"\n2) \"World\"\n3) (nil)",
            ),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::all("RO access")],
        tips: "request_policy:multi_shard",
        run: Run::Now(mget),
        ..Record::DEFAULT
    },
    Record {
        name: "mset",
        arity: -3,
        arguments: "key_value{key value}...",
        group: Group::String,
        since: "1.0.1",
        complexity: "O(N)",
        summary: Text {
            en: "Stores strings under several keys at once",
            zh: "同时把多个字符串存入多个键",
        },
        examples: &[
            example("MSET key1 \"Hello\" key2 \"World\"", "OK"),
            example("GET key1", "\"Hello\""),
            example("GET key2", "\"World\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -1,
                step: 2,
                limit: 0,
            },
            ..KeySpec::first("OW update")
        }],
        tips: "request_policy:multi_shard response_policy:all_succeeded",
        run: Run::Now(mset),
        ..Record::DEFAULT
    },
    Record {
        name: "msetnx",
        arity: -3,
        arguments: "key_value{key value}...",
        group: Group::String,
        since: "1.0.1",
        complexity: "O(N)",
        summary: Text {
            en: "Stores strings under several keys if none of them exists",
            zh: "仅当所有键都不存在时，把多个字符串存入这些键",
        },
        examples: &[
            example("MSETNX key1 \"Hello\" key2 \"there\"", "(integer) 1"),
            example("MSETNX key2 \"new\" key3 \"world\"", "(integer) 0"),
            example(
                "MGET key1 key2 key3",
                "1) \"Hello\"\n2) \"there\"\n3) (nil)",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -1,
                step: 2,
                limit: 0,
            },
            ..KeySpec::first("OW insert")
        }],
        tips: "request_policy:multi_shard response_policy:agg_min",
        run: Run::Now(msetnx),
        ..Record::DEFAULT
    },
];

fn mget(call: &mut Call<'_>) -> Result<Reply, Error> {
    let keys = call.args.rest().iter();
    let values = keys.map(|key| {
        let string = call.string(key).ok().flatten();
        string.map(Arc::clone)
    });
    Ok(Reply::Array(values.map(Reply::or_nil).collect()))
}

fn mset(call: &mut Call<'_>) -> Result<Reply, Error> {
    let pairs = pairs(call)?;
    set_all(call, pairs)?;
    Ok(Reply::OK)
}

fn msetnx(call: &mut Call<'_>) -> Result<Reply, Error> {
    let pairs = pairs(call)?;
    if pairs.iter().any(|[key, _]| call.get(key).is_some()) {
        return Ok(Reply::Int(0));
    }
    set_all(call, pairs)?;
    Ok(Reply::Int(1))
}

/// Keys with their values.
type Pairs<'a> = &'a [[Vec<u8>; 2]];

fn pairs<'a>(call: &Call<'a>) -> Result<Pairs<'a>, Error> {
    match call.args.rest().as_chunks() {
        (pairs, []) => Ok(pairs),
        _ => Err(args::wrong_number_of_arguments(call.command)),
    }
}

/// All or none: that there is room is checked before the first, as if no value were shorter than what it replaces, and
/// none of the keys stood twice.
fn set_all(call: &mut Call<'_>, pairs: Pairs<'_>) -> Result<(), Error> {
    let growths = pairs
        .iter()
        .map(|[key, value]| call.growth_bytes(key, value.len()));
    call.check_room(growths.sum())?;
    for [key, value] in pairs {
        call.set(key, Arc::new(value.clone()), None)?;
        call.notify(Class::String, "set", key);
    }
    Ok(())
}
