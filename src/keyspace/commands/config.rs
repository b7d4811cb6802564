//! CONFIG: reads and sets parameters.

use crate::keyspace::catalogue::record::{Flags, Group, Record, Run, example};
use crate::keyspace::glob;
use crate::keyspace::number;
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::args;
use crate::keyspace::server::call::Call;
use crate::keyspace::server::parameters::{self, Parameter};
use crate::text::Text;

/// Maximum number of bytes of its pattern that one CONFIG GET compares over all names.
const PATTERN_STEPS_MAX: usize = 1_000_000;
const PATTERN_TOO_COSTLY: Error =
    Error::fixed("ERR this pattern takes too long to match here: shorten it");

const DUPLICATE: &str = "duplicate parameter";

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

fn get(call: &mut Call<'_>) -> Result<Reply, Error> {
    let mut steps_left = PATTERN_STEPS_MAX;
    let mut found: Vec<(&[u8], Parameter, &[u8])> = Vec::new();
    for pattern in call.args.by_ref() {
        let is_glob = pattern.iter().any(|byte| b"[*?".contains(byte));
        for (name, parameter) in parameters::all() {
            let name = name.as_bytes();
            let matches = if is_glob {
                let lower = pattern.to_ascii_lowercase();
                glob::matches(&lower, name, &mut steps_left).ok_or(PATTERN_TOO_COSTLY)?
            } else {
                pattern.eq_ignore_ascii_case(name)
            };
            let is_new = !found.iter().any(|(other, ..)| *other == name);
            if matches && is_new {
                // A name that was asked for is answered as it was written.
                found.push((name, parameter, if is_glob { name } else { pattern }));
            }
        }
    }
    let pairs = found.into_iter().map(|(_, parameter, name)| {
        let value = call.server.parameter(&parameter);
        (Reply::bulk(name), Reply::bulk(&value[..]))
    });
    Ok(Reply::Map(pairs.collect()))
}

fn set(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (pairs, rest) = call.args.rest().as_chunks();
    if !rest.is_empty() {
        return Err(args::SYNTAX);
    }
    let found = check(pairs)?;
    let mut values = Vec::with_capacity(pairs.len());
    for ([name, value], parameter) in pairs.iter().zip(&found) {
        let ceiling = call.server.bytes_ceiling() as u64;
        let is_too_large = |value: &Vec<u8>| {
            parameter.name == "maxmemory"
                && parameters::memory(value).is_some_and(|bytes| bytes > ceiling)
        };
        match parameter.check(value) {
            Err(why) => return Err(refusal(name, &why)),
            Ok(value) if is_too_large(&value) => {
                let most = String::from_utf8_lossy(&number::text(ceiling as i64)).into_owned();
                let why = ["this playground holds up to ", &most, " bytes"].concat();
                return Err(refusal(name, &why));
            }
            Ok(value) => values.push(value),
        }
    }
    for (parameter, value) in found.iter().zip(values) {
        call.server.set_parameter(parameter, value);
    }
    Ok(Reply::OK)
}

/// The parameters, each known, to be set, and standing once.
fn check(pairs: &[[Vec<u8>; 2]]) -> Result<Vec<Parameter>, Error> {
    let mut found: Vec<Parameter> = Vec::with_capacity(pairs.len());
    for [name, _] in pairs {
        let Some(parameter) = parameters::named(name) else {
            return Err(args::quoted(
                "ERR Unknown option or number of arguments for CONFIG SET - '",
                name,
                "'",
            ));
        };
        if let Some(why) = parameter.bar() {
            return Err(refusal(name, why));
        }
        if found.iter().any(|other| other.name == parameter.name) {
            return Err(refusal(name, DUPLICATE));
        }
        found.push(parameter);
    }
    Ok(found)
}

fn refusal(name: &[u8], why: &str) -> Error {
    let after = ["') - ", why].concat();
    args::quoted(
        "ERR CONFIG SET failed (possibly related to argument '",
        name,
        &after,
    )
}

fn resetstat(call: &mut Call<'_>) -> Result<Reply, Error> {
    call.server.statistics.reset();
    Ok(Reply::OK)
}
