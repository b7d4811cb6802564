//! CONFIG, for the parameters that are true of this server. Only its memory limit can be set.

use crate::keyspace::catalogue::record::{Flags, Group, Record, Run, example};
use crate::keyspace::glob;
use crate::keyspace::number;
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::args::{self, is_option};
use crate::keyspace::server::call::Call;
use crate::keyspace::server::{DATABASES, Server};
use crate::keyspace::storage::value::VALUE_BYTES_MAX;
use crate::text::Text;

/// Maximum number of bytes of its pattern that one CONFIG GET compares over all names.
const PATTERN_STEPS_MAX: usize = 1_000_000;
const PATTERN_TOO_COSTLY: Error =
    Error::fixed("ERR this pattern takes too long to match here: shorten it");

const IMMUTABLE: &str = "can't set immutable config";
const DUPLICATE: &str = "duplicate parameter";
const NOT_MEMORY: &str = "argument must be a memory value";
const FIXED: &str = "this playground has no other value for it";

pub const COMMANDS: &[Record] = &[Record {
    name: "config",
    arity: -2,
    group: Group::Server,
    since: "2.0.0",
    complexity: "Depends on subcommand.",
    summary: Text {
        en: "Shows and changes how the server is set up",
        zh: "查看和修改服务器的配置",
    },
    subcommands: SUBCOMMANDS,
    ..Record::DEFAULT
}];

/// The parts that all except HELP share.
const PART: Record = Record {
    group: Group::Server,
    since: "2.0.0",
    flags: Flags::ADMIN
        .and(Flags::NO_SCRIPT)
        .and(Flags::LOADING)
        .and(Flags::STALE),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "get",
        arity: -3,
        arguments: "parameter{parameter}...",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the parameters of these names; ?, * and [...] stand for others",
            zh: "返回指定名称的配置参数；支持 ?、*、[...] 通配",
        },
        examples: &[
            example("CONFIG GET databases", "1) \"databases\"\n2) \"16\""),
            example("CONFIG GET nosuch", "(empty array)"),
        ],
        run: Run::Now(get),
        ..PART
    },
    Record {
        name: "set",
        arity: -4,
        arguments: "parameter_value{parameter value}...",
        complexity: "O(N)",
        summary: Text {
            en: "Sets parameters, all or none",
            zh: "设置配置参数，全部成功或全部不变",
        },
        examples: &[
            example("CONFIG SET maxmemory 1mb", "OK"),
            example("CONFIG GET maxmemory", "1) \"maxmemory\"\n2) \"1048576\""),
        ],
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        run: Run::Now(set),
        ..PART
    },
    Record {
        name: "resetstat",
        arity: 2,
        summary: Text {
            en: "Lets INFO's counts begin again",
            zh: "重置 INFO 的统计",
        },
        examples: &[example("CONFIG RESETSTAT", "OK")],
        run: Run::Now(resetstat),
        ..PART
    },
    Record {
        name: "rewrite",
        arity: 2,
        since: "2.8.0",
        summary: Text {
            en: "Writes the parameters to the server's configuration file",
            zh: "把配置参数写入服务器的配置文件",
        },
        run: Run::LeftOut("persistence"),
        ..PART
    },
    Record {
        name: "help",
        arity: 2,
        since: "5.0.0",
        summary: Text {
            en: "Lists what CONFIG can do",
            zh: "列出 CONFIG 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        run: Run::Now(|_| Ok(Reply::lines(HELP))),
        ..PART
    },
];

const HELP: &str = "\
CONFIG <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
GET <pattern>
    Return parameters matching the glob-like <pattern> and their values.
SET <directive> <value>
    Set the configuration <directive> to <value>.
RESETSTAT
    Reset statistics reported by the INFO command.
REWRITE
    Rewrite the configuration file.
HELP
    Prints this help.";

/// A parameter and what it is here.
struct Parameter {
    name: &'static str,
    value: ParameterValue,
    /// Redis does not let it be set while a server runs.
    is_immutable: bool,
}

#[derive(Clone, Copy)]
enum ParameterValue {
    /// Of the keyspace, in bytes. Can be lowered, and raised again to where it began.
    MemoryLimit,
    Number(i64),
    Word(&'static str),
}

const fn parameter(name: &'static str, value: ParameterValue) -> Parameter {
    Parameter {
        name,
        value,
        is_immutable: false,
    }
}

const fn immutable(name: &'static str, value: ParameterValue) -> Parameter {
    Parameter {
        is_immutable: true,
        ..parameter(name, value)
    }
}

static PARAMETERS: &[Parameter] = &[
    parameter("appendonly", ParameterValue::Word("no")),
    immutable("cluster-enabled", ParameterValue::Word("no")),
    immutable("databases", ParameterValue::Number(DATABASES as i64)),
    immutable("enable-debug-command", ParameterValue::Word("no")),
    parameter("maxmemory", ParameterValue::MemoryLimit),
    parameter("maxmemory-policy", ParameterValue::Word("noeviction")),
    parameter("notify-keyspace-events", ParameterValue::Word("")),
    parameter(
        "proto-max-bulk-len",
        ParameterValue::Number(VALUE_BYTES_MAX as i64),
    ),
    parameter("requirepass", ParameterValue::Word("")),
    parameter("save", ParameterValue::Word("")),
    parameter("timeout", ParameterValue::Number(0)),
];

fn named(name: &[u8]) -> Option<&'static Parameter> {
    let mut all = PARAMETERS.iter();
    all.find(|parameter| name.eq_ignore_ascii_case(parameter.name.as_bytes()))
}

impl ParameterValue {
    fn text(self, server: &Server) -> Vec<u8> {
        match self {
            ParameterValue::MemoryLimit => number::text(server.bytes_max() as i64),
            ParameterValue::Number(number) => number::text(number),
            ParameterValue::Word(word) => word.into(),
        }
    }
}

fn get(call: &mut Call<'_>) -> Result<Reply, Error> {
    let mut steps_left = PATTERN_STEPS_MAX;
    let mut found: Vec<(&Parameter, &[u8])> = Vec::new();
    for pattern in call.args.by_ref() {
        let is_glob = pattern.iter().any(|byte| b"[*?".contains(byte));
        for parameter in PARAMETERS {
            let name = parameter.name.as_bytes();
            let matches = if is_glob {
                let lower = pattern.to_ascii_lowercase();
                glob::matches(&lower, name, &mut steps_left).ok_or(PATTERN_TOO_COSTLY)?
            } else {
                pattern.eq_ignore_ascii_case(name)
            };
            let is_new = !found.iter().any(|(other, _)| other.name == parameter.name);
            if matches && is_new {
                // A name that was asked for is answered as it was written.
                found.push((parameter, if is_glob { name } else { pattern }));
            }
        }
    }
    let pairs = found.into_iter().map(|(parameter, name)| {
        let value = parameter.value.text(call.server);
        (Reply::bulk(name), Reply::bulk(value))
    });
    Ok(Reply::Map(pairs.collect()))
}

fn set(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (pairs, rest) = call.args.rest().as_chunks();
    if !rest.is_empty() {
        return Err(args::SYNTAX);
    }
    check(pairs)?;
    let mut limit = None;
    for [name, value] in pairs {
        let Some(parameter) = named(name) else {
            continue;
        };
        let failed = |why: &str| Err(refusal(parameter.name.as_bytes(), why));
        match parameter.value {
            ParameterValue::MemoryLimit => match memory(value) {
                None => return failed(NOT_MEMORY),
                Some(bytes) if bytes == 0 || bytes > call.server.bytes_ceiling() as u64 => {
                    let most = number::text(call.server.bytes_ceiling() as i64);
                    let most = String::from_utf8_lossy(&most);
                    return failed(&["this playground holds from 1 to ", &most, " bytes"].concat());
                }
                Some(bytes) => limit = Some(bytes as usize),
            },
            value_here if value_here.text(call.server).eq_ignore_ascii_case(value) => {}
            _ => return failed(FIXED),
        }
    }
    if let Some(bytes) = limit {
        call.server.set_memory_limit(bytes);
    }
    Ok(Reply::OK)
}

/// Whether every name is known, can be set, and stands once.
fn check(pairs: &[[Vec<u8>; 2]]) -> Result<(), Error> {
    for (at, [name, _]) in pairs.iter().enumerate() {
        let Some(parameter) = named(name) else {
            return Err(args::quoted(
                "ERR Unknown option or number of arguments for CONFIG SET - '",
                name,
                "'",
            ));
        };
        let mut before = pairs.iter().take(at);
        if parameter.is_immutable {
            return Err(refusal(name, IMMUTABLE));
        }
        if before.any(|[other, _]| is_option(other, parameter.name)) {
            return Err(refusal(name, DUPLICATE));
        }
    }
    Ok(())
}

fn refusal(name: &[u8], why: &str) -> Error {
    let after = ["') - ", why].concat();
    args::quoted(
        "ERR CONFIG SET failed (possibly related to argument '",
        name,
        &after,
    )
}

/// A number of bytes with a unit in any case; a unit of one letter counts in thousands.
fn memory(text: &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, unit) = text.split_at_checked(digits)?;
    let units: [(&str, u64); 8] = [
        ("", 1),
        ("b", 1),
        ("k", 1000),
        ("kb", 1 << 10),
        ("m", 1_000_000),
        ("mb", 1 << 20),
        ("g", 1_000_000_000),
        ("gb", 1 << 30),
    ];
    let (_, factor) = units.into_iter().find(|(name, _)| is_option(unit, name))?;
    let number = digits.iter().fold(0u64, |number, digit| {
        let more = number.saturating_mul(10);
        more.saturating_add(u64::from(digit - b'0'))
    });
    Some(number.saturating_mul(factor))
}

fn resetstat(call: &mut Call<'_>) -> Result<Reply, Error> {
    call.server.statistics.reset();
    Ok(Reply::OK)
}
