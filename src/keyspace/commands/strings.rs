//! Strings, whole: SET and what shares its behaviour, GET, APPEND, STRLEN.

use crate::keyspace::args::{self, Args};
use crate::keyspace::call::Call;
use crate::keyspace::command::{Command, Deprecated, Group, Run, example, examples};
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::value::Bytes;
use crate::text::Text;
use std::sync::Arc;

pub static COMMANDS: &[Command] = &[
    Command {
        name: "set",
        arity: -3,
        arguments: "key value [NX|XX] [GET] [EX seconds|PX milliseconds|EXAT unix-time-seconds|PXAT unix-time-milliseconds|KEEPTTL]",
        group: Group::String,
        since: "1.0.0",
        complexity: "O(1)",
        summary: Text {
            en: "Stores a string under a key, on conditions and with an expiry if asked for",
            zh: "把字符串存入键，可附带条件和过期时间",
        },
        examples: examples(&[
            example("SET mykey \"Hello\"", "OK"),
            example("SET mykey \"World\" NX GET", "\"Hello\""),
            example("SET mykey \"later\" XX EX 60", "OK"),
            example("TTL mykey", "(integer) 60"),
        ]),
        run: Run::Now(set),
        ..Command::DEFAULT
    },
    Command {
        name: "setnx",
        arity: 3,
        arguments: "key value",
        group: Group::String,
        since: "1.0.0",
        complexity: "O(1)",
        summary: Text {
            en: "Stores a string under a key that does not exist yet",
            zh: "仅当键不存在时，把字符串存入键",
        },
        examples: examples(&[
            example("SETNX mykey \"Hello\"", "(integer) 1"),
            example("SETNX mykey \"World\"", "(integer) 0"),
            example("GET mykey", "\"Hello\""),
        ]),
        run: Run::Now(setnx),
        ..Command::DEFAULT
    },
    Command {
        name: "get",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "1.0.0",
        complexity: "O(1)",
        summary: Text {
            en: "Answers the string under a key",
            zh: "返回键中的字符串",
        },
        examples: examples(&[
            example("GET nosuchkey", "(nil)"),
            example("SET mykey \"Hello\"", "OK"),
            example("GET mykey", "\"Hello\""),
        ]),
        run: Run::Now(get),
        ..Command::DEFAULT
    },
    Command {
        name: "getset",
        arity: 3,
        arguments: "key value",
        group: Group::String,
        since: "1.0.0",
        complexity: "O(1)",
        deprecated: Some(Deprecated {
            since: "6.2.0",
            replaced_by: "`SET` with the `!GET` argument",
        }),
        summary: Text {
            en: "Stores a string under a key and answers what was there before",
            zh: "把字符串存入键，并返回原来的值",
        },
        examples: examples(&[
            example("GETSET mykey \"Hello\"", "(nil)"),
            example("GETSET mykey \"World\"", "\"Hello\""),
        ]),
        run: Run::Now(getset),
        ..Command::DEFAULT
    },
    Command {
        name: "getdel",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "6.2.0",
        complexity: "O(1)",
        summary: Text {
            en: "Answers the string under a key and deletes the key",
            zh: "返回键中的字符串，并删除该键",
        },
        examples: examples(&[
            example("SET mykey \"Hello\"", "OK"),
            example("GETDEL mykey", "\"Hello\""),
            example("GETDEL mykey", "(nil)"),
        ]),
        run: Run::Now(getdel),
        ..Command::DEFAULT
    },
    Command {
        name: "append",
        arity: 3,
        arguments: "key value",
        group: Group::String,
        since: "2.0.0",
        complexity: "O(1). The amortized time complexity is O(1) assuming the appended value is small and the already present value is of any size, since the dynamic string library used by Redis will double the free space available on every reallocation.",
        summary: Text {
            en: "Adds to the end of the string under a key, which is made if need be",
            zh: "在键中字符串的末尾追加内容；键不存在时先创建",
        },
        examples: examples(&[
            example("APPEND mykey \"Hello\"", "(integer) 5"),
            example("APPEND mykey \" World\"", "(integer) 11"),
        ]),
        run: Run::Now(append),
        ..Command::DEFAULT
    },
    Command {
        name: "strlen",
        arity: 2,
        arguments: "key",
        group: Group::String,
        since: "2.2.0",
        complexity: "O(1)",
        summary: Text {
            en: "Answers the length of the string under a key, in bytes",
            zh: "返回键中字符串的字节长度",
        },
        examples: examples(&[
            example("SET mykey \"Hello\"", "OK"),
            example("STRLEN mykey", "(integer) 5"),
            example("STRLEN nosuchkey", "(integer) 0"),
        ]),
        run: Run::Now(strlen),
        ..Command::DEFAULT
    },
];

/// How SET and its relatives differ.
#[derive(Default)]
struct SetOptions<'a> {
    condition: Option<Condition>,
    get: bool,
    expiry: Expiry<'a>,
}

#[derive(Clone, Copy, PartialEq)]
enum Condition {
    Absent,
    Present,
}

/// What becomes of the key's deadline.
#[derive(Default)]
enum Expiry<'a> {
    #[default]
    None,
    Keep,
    At {
        option: &'static ExpiryOption,
        time: &'a [u8],
    },
}

/// EX, PX, EXAT or PXAT.
struct ExpiryOption {
    name: &'static str,
    unit_ms: i64,
    relative: bool,
}

static EXPIRY_OPTIONS: [ExpiryOption; 4] = [
    ExpiryOption {
        name: "EX",
        unit_ms: 1000,
        relative: true,
    },
    ExpiryOption {
        name: "PX",
        unit_ms: 1,
        relative: true,
    },
    ExpiryOption {
        name: "EXAT",
        unit_ms: 1000,
        relative: false,
    },
    ExpiryOption {
        name: "PXAT",
        unit_ms: 1,
        relative: false,
    },
];

fn set(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, value) = (call.args.word()?, call.args.word()?);
    let options = SetOptions::read(&mut call.args)?;
    let expires_at_ms = options.expiry.deadline_ms(call, key)?;
    // A plain SET need not look at what is there.
    let looks = options.get || options.condition.is_some();
    let old = looks.then(|| call.get(key)).flatten();
    let old = old.map(|entry| Arc::clone(&entry.value));
    let allowed = options
        .condition
        .is_none_or(|condition| (condition == Condition::Present) == old.is_some());
    if allowed {
        call.set(key, Arc::new(value.to_vec()), expires_at_ms)?;
    }
    Ok(if options.get {
        bulk_or_nil(old)
    } else if allowed {
        Reply::OK
    } else {
        Reply::Nil
    })
}

fn setnx(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, value) = (call.args.word()?, call.args.word()?);
    if call.get(key).is_some() {
        return Ok(Reply::Int(0));
    }
    call.set(key, Arc::new(value.to_vec()), None)?;
    Ok(Reply::Int(1))
}

fn get(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    Ok(bulk_or_nil(
        call.get(key).map(|entry| Arc::clone(&entry.value)),
    ))
}

fn getset(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, value) = (call.args.word()?, call.args.word()?);
    let old = call.get(key).map(|entry| Arc::clone(&entry.value));
    call.set(key, Arc::new(value.to_vec()), None)?;
    Ok(bulk_or_nil(old))
}

fn getdel(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    Ok(bulk_or_nil(call.remove(key).map(|entry| entry.value)))
}

fn append(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, tail) = (call.args.word()?, call.args.word()?);
    let bytes = match call.slot(key) {
        Some(mut slot) => slot.append(tail)?,
        None => {
            call.set(key, Arc::new(tail.to_vec()), None)?;
            tail.len()
        }
    };
    Ok(Reply::Int(bytes as i64))
}

fn strlen(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let bytes = call.get(key).map_or(0, |entry| entry.value.len());
    Ok(Reply::Int(bytes as i64))
}

fn bulk_or_nil(value: Option<Bytes>) -> Reply {
    value.map_or(Reply::Nil, Reply::Bulk)
}

impl<'a> SetOptions<'a> {
    /// Reads what follows the value. An option may be repeated, the last one counting, but not join one that excludes it.
    fn read(args: &mut Args<'a>) -> Result<SetOptions<'a>, Error> {
        let mut options = SetOptions::default();
        while let Some(word) = args.next() {
            if args::is_option(word, "NX") && options.condition != Some(Condition::Present) {
                options.condition = Some(Condition::Absent);
            } else if args::is_option(word, "XX") && options.condition != Some(Condition::Absent) {
                options.condition = Some(Condition::Present);
            } else if args::is_option(word, "GET") {
                options.get = true;
            } else if args::is_option(word, "KEEPTTL")
                && !matches!(options.expiry, Expiry::At { .. })
            {
                options.expiry = Expiry::Keep;
            } else {
                let option = expiry_option(word).ok_or(args::SYNTAX)?;
                if !options.expiry.allows(option) {
                    return Err(args::SYNTAX);
                }
                let time = args.word()?;
                options.expiry = Expiry::At { option, time };
            }
        }
        Ok(options)
    }
}

impl Expiry<'_> {
    fn allows(&self, other: &ExpiryOption) -> bool {
        match self {
            Expiry::None => true,
            Expiry::Keep => false,
            Expiry::At { option, .. } => option.name == other.name,
        }
    }

    /// The deadline that the key gets, in Unix milliseconds.
    fn deadline_ms(&self, call: &Call<'_>, key: &[u8]) -> Result<Option<i64>, Error> {
        let (option, time) = match self {
            Expiry::None => return Ok(None),
            Expiry::Keep => return Ok(call.get(key).and_then(|entry| entry.expires_at_ms)),
            Expiry::At { option, time } => (option, args::integer(time)?),
        };
        let base_ms = if option.relative { call.now_ms() } else { 0 };
        (time > 0)
            .then(|| time.checked_mul(option.unit_ms)?.checked_add(base_ms))
            .flatten()
            .filter(|deadline_ms| *deadline_ms > 0)
            .map(Some)
            .ok_or_else(|| call.invalid_expire_time())
    }
}

fn expiry_option(word: &[u8]) -> Option<&'static ExpiryOption> {
    EXPIRY_OPTIONS
        .iter()
        .find(|option| args::is_option(word, option.name))
}
