//! Parts of strings, by the places of their bytes: GETRANGE, its older name SUBSTR, and SETRANGE.

use crate::catalogue::record::{Deprecated, Flags, Group, KeySpec, Record, Run, example};
use crate::range;
use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::storage::slot::check_length;
use base::text::Text;
use std::sync::Arc;

const OFFSET_OUT_OF_RANGE: Error = Error::fixed("ERR offset is out of range");

pub const COMMANDS: &[Record] = &[
    Record {
        name: "getrange",
        arity: 4,
        arguments: "key start:integer end:integer",
        group: Group::String,
        since: "2.4.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers part of the string under a key, from one byte through another",
            zh: "返回键中字符串从某字节到某字节的部分",
        },
        examples: &[
            example("SET mykey \"This is a string\"", "OK"),
            example("GETRANGE mykey 0 3", "\"This\""),
            example("GETRANGE mykey -3 -1", "\"ing\""),
            example("GETRANGE mykey 10 100", "\"string\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(getrange),
        ..Record::DEFAULT
    },
    Record {
        name: "substr",
        arity: 4,
        arguments: "key start:integer end:integer",
        group: Group::String,
        since: "1.0.0",
        complexity: "O(N)",
        deprecated: Some(Deprecated {
            since: "2.0.0",
            replaced_by: "`GETRANGE`",
        }),
        summary: Text {
            en: "Answers part of the string under a key; an older name of GETRANGE",
            zh: "返回键中字符串的一部分；GETRANGE 的旧名",
        },
        examples: &[
            example("SET mykey \"This is a string\"", "OK"),
            example("SUBSTR mykey 0 3", "\"This\""),
            example("SUBSTR mykey -6 -1", "\"string\""),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(getrange),
        ..Record::DEFAULT
    },
    Record {
        name: "setrange",
        arity: 4,
        arguments: "key offset:integer value",
        group: Group::String,
        since: "2.2.0",
        summary: Text {
            en: "Writes over the string under a key from some byte on, after zeros if it is shorter",
            zh: "从某字节起覆盖键中的字符串；不够长时先补零字节",
        },
        examples: &[
            example("SET key1 \"Hello World\"", "OK"),
            example("SETRANGE key1 6 \"Redis\"", "(integer) 11"),
            example("GET key1", "\"Hello Redis\""),
            example("SETRANGE key2 3 \"x\"", "(integer) 4"),
            example("GET key2", "\"\\x00\\x00\\x00x\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM),
        keys: &[KeySpec::first("RW update")],
        run: Run::Now(setrange),
        ..Record::DEFAULT
    },
];

fn getrange(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let (start, end) = (call.args.integer()?, call.args.integer()?);
    let Some(value) = call.string(key)? else {
        return Ok(Reply::bulk([]));
    };
    let range = range::forwards(start, end, value.len() as u64);
    let part = range.and_then(|range| value.get(range::of_bytes(range)));
    Ok(match part {
        Some(whole) if whole.len() == value.len() => Reply::Bulk(Arc::clone(value)),
        part => Reply::bulk(part.unwrap_or_default()),
    })
}

fn setrange(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, offset, part) = (call.args.word()?, call.args.integer()?, call.args.word()?);
    let offset = u64::try_from(offset).map_err(|_| OFFSET_OUT_OF_RANGE)?;
    let old_bytes = call.string(key)?.map_or(0, |value| value.len());
    if part.is_empty() {
        return Ok(Reply::Int(old_bytes as i64));
    }
    let end = check_length(offset.saturating_add(part.len() as u64))?;
    let value = call.stretch(key, end)?;
    if let Some(old) = value.get_mut(end - part.len()..end) {
        old.copy_from_slice(part);
    }
    let bytes = value.len();
    call.modified(Class::String, "setrange", key);
    Ok(Reply::Int(bytes as i64))
}
