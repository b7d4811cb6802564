//! CONFIG: reads and sets parameters.

use crate::catalogue::record::{Feature, Flags, Group, Record, Run, example};
use base::text::Text;

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
    run: Run::Container,
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
        run: Run::LeftOut(Feature::Persistence),
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
        ..PART
    },
];
