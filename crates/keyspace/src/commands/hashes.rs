//! Hashes: fields by their names.

use crate::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, Run, example};
use crate::long_double::LongDouble;
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::storage::collection::Collection;
use crate::storage::hash::{FIELD_OVERHEAD_BYTES, Fields};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "hset",
        arity: -4,
        arguments: "key field_value{field value}...",
        group: Group::Hash,
        since: "2.0.0",
        summary: Text {
            en: "Sets fields of the hash under a key and answers how many are new",
            zh: "设置哈希的字段，返回新增的字段个数",
        },
        examples: &[
            example("HSET myhash field1 \"Hello\"", "(integer) 1"),
            example("HSET myhash field1 \"World\" field2 \"Hi\"", "(integer) 1"),
            example(
                "HGETALL myhash",
                "1) \"field1\"\n2) \"World\"\n3) \"field2\"\n4) \"Hi\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::Now(hset),
        ..Record::DEFAULT
    },
    Record {
        name: "hsetnx",
        arity: 4,
        arguments: "key field value",
        group: Group::Hash,
        since: "2.0.0",
        summary: Text {
            en: "Sets a field of a hash that the hash does not have yet",
            zh: "仅当字段不存在时，设置哈希的字段",
        },
        examples: &[
            example("HSETNX myhash field \"Hello\"", "(integer) 1"),
            example("HSETNX myhash field \"World\"", "(integer) 0"),
            example("HGET myhash field", "\"Hello\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::Now(hsetnx),
        ..Record::DEFAULT
    },
    Record {
        name: "hmset",
        arity: -4,
        arguments: "key field_value{field value}...",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        deprecated: Some(Deprecated {
            since: "4.0.0",
            replaced_by: "`HSET` with multiple field-value pairs",
        }),
        summary: Text {
            en: "Sets fields of the hash under a key; an older form of HSET",
            zh: "设置哈希的多个字段；HSET 的旧形式",
        },
        examples: &[
            example("HMSET myhash field1 \"Hello\" field2 \"World\"", "OK"),
            example("HGET myhash field2", "\"World\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::Now(hmset),
        ..Record::DEFAULT
    },
    Record {
        name: "hget",
        arity: 3,
        arguments: "key field",
        group: Group::Hash,
        since: "2.0.0",
        summary: Text {
            en: "Answers the value of a field of a hash",
            zh: "返回哈希中一个字段的值",
        },
        examples: &[
            example("HSET myhash field1 \"foo\"", "(integer) 1"),
            example("HGET myhash field1", "\"foo\""),
            example("HGET myhash field2", "(nil)"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(hget),
        ..Record::DEFAULT
    },
    Record {
        name: "hmget",
        arity: -3,
        arguments: "key field...",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the values of several fields of a hash",
            zh: "返回哈希中多个字段的值",
        },
        examples: &[
            example(
                "HSET myhash field1 \"Hello\" field2 \"World\"",
                "(integer) 2",
            ),
            example(
                "HMGET myhash field1 field2 nofield",
                "1) \"Hello\"\n2) \"World\"\n3) (nil)",
            ),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(hmget),
        ..Record::DEFAULT
    },
    Record {
        name: "hdel",
        arity: -3,
        arguments: "key field...",
        group: Group::Hash,
        since: "2.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Deletes fields of a hash and answers how many were there",
            zh: "删除哈希的字段，返回实际删除的个数",
        },
        examples: &[
            example("HSET myhash field1 \"foo\"", "(integer) 1"),
            example("HDEL myhash field1", "(integer) 1"),
            example("HDEL myhash field2", "(integer) 0"),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW delete")],
        run: Run::Now(hdel),
        ..Record::DEFAULT
    },
    Record {
        name: "hexists",
        arity: 3,
        arguments: "key field",
        group: Group::Hash,
        since: "2.0.0",
        summary: Text {
            en: "Answers whether a hash has a field",
            zh: "判断哈希是否有某个字段",
        },
        examples: &[
            example("HSET myhash field1 \"foo\"", "(integer) 1"),
            example("HEXISTS myhash field1", "(integer) 1"),
            example("HEXISTS myhash field2", "(integer) 0"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        run: Run::Now(hexists),
        ..Record::DEFAULT
    },
    Record {
        name: "hlen",
        arity: 2,
        arguments: "key",
        group: Group::Hash,
        since: "2.0.0",
        summary: Text {
            en: "Answers how many fields a hash has",
            zh: "返回哈希的字段个数",
        },
        examples: &[
            example(
                "HSET myhash field1 \"Hello\" field2 \"World\"",
                "(integer) 2",
            ),
            example("HLEN myhash", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        run: Run::Now(hlen),
        ..Record::DEFAULT
    },
    Record {
        name: "hstrlen",
        arity: 3,
        arguments: "key field",
        group: Group::Hash,
        since: "3.2.0",
        summary: Text {
            en: "Answers the length of a field's value, in bytes",
            zh: "返回哈希中一个字段的值的字节长度",
        },
        examples: &[
            example("HSET myhash f1 HelloWorld f2 99 f3 -256", "(integer) 3"),
            example("HSTRLEN myhash f1", "(integer) 10"),
            example("HSTRLEN myhash f3", "(integer) 4"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        run: Run::Now(hstrlen),
        ..Record::DEFAULT
    },
    Record {
        name: "hincrby",
        arity: 4,
        arguments: "key field increment:integer",
        group: Group::Hash,
        since: "2.0.0",
        summary: Text {
            en: "Adds a whole number to the number in a field; a missing field counts as 0",
            zh: "把字段中的整数加上给定的整数；字段不存在时视为 0",
        },
        examples: &[
            example("HSET myhash field 5", "(integer) 1"),
            example("HINCRBY myhash field 1", "(integer) 6"),
            example("HINCRBY myhash field -10", "(integer) -4"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        run: Run::Now(hincrby),
        ..Record::DEFAULT
    },
    Record {
        name: "hincrbyfloat",
        arity: 4,
        arguments: "key field increment:double",
        group: Group::Hash,
        since: "2.6.0",
        summary: Text {
            en: "Adds a decimal number to the number in a field; a missing field counts as 0",
            zh: "把字段中的数加上给定的小数；字段不存在时视为 0",
        },
        examples: &[
            example("HSET mykey field 10.50", "(integer) 1"),
            example("HINCRBYFLOAT mykey field 0.1", "\"10.6\""),
            example("HINCRBYFLOAT mykey field -5", "\"5.6\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        run: Run::Now(hincrbyfloat),
        ..Record::DEFAULT
    },
];

const VALUE_NOT_AN_INTEGER: Error = Error::fixed("ERR hash value is not an integer");
const VALUE_NOT_A_FLOAT: Error = Error::fixed("ERR hash value is not a float");
const NOT_A_FLOAT: Error = Error::fixed("ERR value is not a valid float");
const INFINITE: Error = Error::fixed("ERR value is NaN or Infinity");
const NOT_FINITE: Error = Error::fixed("ERR increment would produce NaN or Infinity");
const OVERFLOW: Error = Error::fixed("ERR increment or decrement would overflow");

fn hset(call: &mut Call<'_>) -> Result<Reply, Error> {
    set_fields(call).map(Reply::Int)
}

fn hmset(call: &mut Call<'_>) -> Result<Reply, Error> {
    set_fields(call).map(|_| Reply::OK)
}

/// Sets all fields of the line; answers how many are new.
fn set_fields(call: &mut Call<'_>) -> Result<i64, Error> {
    let key = call.args.word()?;
    let texts = call.args.rest();
    if texts.len() % 2 == 1 {
        return Err(args::wrong_number_of_arguments(call.command));
    }
    let layout = call.layout();
    let growth_bytes = texts.chunks(2).map(growth_bytes).sum();
    let added = call.change_or_make(key, growth_bytes, |fields: &mut Fields| {
        fields.make_room_for(texts, &layout);
        let mut added = 0;
        for pair in texts.chunks(2) {
            if let [field, value] = pair {
                added += i64::from(fields.set(field, value, &layout));
            }
        }
        added
    })?;
    call.modified(Class::Hash, "hset", key);
    call.count_changes(texts.len() / 2);
    Ok(added.unwrap_or(0))
}

/// The most by which a hash grows when it gets a field with its value.
fn growth_bytes(texts: &[impl AsRef<[u8]>]) -> usize {
    let texts = texts.iter().map(|text| text.as_ref().len() + 32);
    FIELD_OVERHEAD_BYTES + texts.sum::<usize>()
}

fn hsetnx(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let [field, value] = [call.args.word()?, call.args.word()?];
    let fields = call.read::<Fields>(key)?;
    if fields.is_some_and(|fields| fields.get(field).is_some()) {
        return Ok(Reply::Int(0));
    }
    set(call, key, [field, value])?;
    call.modified(Class::Hash, "hset", key);
    Ok(Reply::Int(1))
}

/// Gives one field its value.
fn set(call: &mut Call<'_>, key: &[u8], pair: [&[u8]; 2]) -> Result<(), Error> {
    let layout = call.layout();
    call.change_or_make(key, growth_bytes(&pair), |fields: &mut Fields| {
        let [field, value] = pair;
        fields.set(field, value, &layout);
    })?;
    Ok(())
}

fn hget(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, field) = (call.args.word()?, call.args.word()?);
    let fields = call.read::<Fields>(key)?;
    Ok(value_of(fields, field))
}

fn value_of(fields: Option<&Fields>, field: &[u8]) -> Reply {
    let value = fields.and_then(|fields| fields.get(field));
    value.map_or(Reply::Nil, Reply::bulk)
}

fn hmget(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let names = call.args.rest();
    let fields = call.read::<Fields>(key)?;
    let values = names.iter().map(|name| value_of(fields, name));
    Ok(Reply::Array(values.collect()))
}

fn hdel(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let names = call.args.rest();
    let removed = call.change(key, 0, |fields: &mut Fields| {
        let removed = names.iter().filter(|name| fields.remove(name));
        removed.count()
    })?;
    let removed = removed.unwrap_or(0);
    if removed > 0 {
        call.modified(Class::Hash, "hdel", key);
        call.count_changes(removed);
        if call.peek(key).is_none() {
            call.notify(Class::Generic, "del", key);
        }
    }
    Ok(Reply::Int(removed as i64))
}

fn hexists(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, field) = (call.args.word()?, call.args.word()?);
    let fields = call.read::<Fields>(key)?;
    let is_there = fields.is_some_and(|fields| fields.get(field).is_some());
    Ok(Reply::Int(i64::from(is_there)))
}

fn hlen(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let fields = call.read::<Fields>(key)?;
    Ok(Reply::Int(fields.map_or(0, Collection::len) as i64))
}

fn hstrlen(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, field) = (call.args.word()?, call.args.word()?);
    let fields = call.read::<Fields>(key)?;
    let value = fields.and_then(|fields| fields.get(field));
    Ok(Reply::Int(value.map_or(0, <[u8]>::len) as i64))
}

fn hincrby(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, field) = (call.args.word()?, call.args.word()?);
    let amount = call.args.integer()?;
    let old = call.read::<Fields>(key)?;
    let number = match old.and_then(|fields| fields.get(field)) {
        Some(value) => number::parse(value).ok_or(VALUE_NOT_AN_INTEGER)?,
        None => 0,
    };
    let sum = number.checked_add(amount).ok_or(OVERFLOW)?;
    set(call, key, [field, &number::text(sum)])?;
    call.modified(Class::Hash, "hincrby", key);
    Ok(Reply::Int(sum))
}

fn hincrbyfloat(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, field) = (call.args.word()?, call.args.word()?);
    let amount = LongDouble::parse(call.args.word()?).ok_or(NOT_A_FLOAT)?;
    if amount.is_infinite() {
        return Err(INFINITE);
    }
    let old = call.read::<Fields>(key)?;
    let number = match old.and_then(|fields| fields.get(field)) {
        Some(value) => LongDouble::parse(value).ok_or(VALUE_NOT_A_FLOAT)?,
        None => LongDouble::ZERO,
    };
    let text = number.add(amount).ok_or(NOT_FINITE)?.text();
    set(call, key, [field, &text])?;
    call.modified(Class::Hash, "hincrbyfloat", key);
    Ok(Reply::bulk(text))
}
