//! Modules.

use crate::catalogue::record::{Feature, Flags, Group, Record, Run, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[Record {
    name: "module",
    arity: -2,
    group: Group::Server,
    since: "4.0.0",
    complexity: "Depends on subcommand.",
    summary: Text {
        en: "Manages modules that add commands to the server",
        zh: "管理为服务器添加命令的模块",
    },
    subcommands: SUBCOMMANDS,
    run: Run::Container,
    ..Record::DEFAULT
}];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 2,
    group: Group::Server,
    flags: Flags::ADMIN
        .and(Flags::NO_SCRIPT)
        .and(Flags::NO_ASYNC_LOADING),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "list",
        since: "4.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Tells about the modules that are loaded",
            zh: "列出已加载的模块",
        },
        flags: Flags::ADMIN.and(Flags::NO_SCRIPT),
        tips: "nondeterministic_output_order",
        examples: &[example("MODULE LIST", "(empty array)")],
        ..PART
    },
    Record {
        name: "load",
        arity: -3,
        arguments: "path [arg...]",
        since: "4.0.0",
        summary: Text {
            en: "Loads a module from a file",
            zh: "从文件加载模块",
        },
        run: Run::LeftOut(Feature::Modules),
        ..PART
    },
    Record {
        name: "loadex",
        arity: -3,
        arguments: "path [CONFIG...=configs{name value}] [ARGS=args{arg}...]",
        since: "7.0.0",
        summary: Text {
            en: "Loads a module from a file, with parameters and arguments",
            zh: "从文件加载模块，可附带配置和参数",
        },
        run: Run::LeftOut(Feature::Modules),
        ..PART
    },
    Record {
        name: "unload",
        arity: 3,
        arguments: "name",
        since: "4.0.0",
        summary: Text {
            en: "Unloads a module",
            zh: "卸载模块",
        },
        run: Run::LeftOut(Feature::Modules),
        ..PART
    },
    Record {
        name: "help",
        since: "5.0.0",
        summary: Text {
            en: "Lists what MODULE can do",
            zh: "列出 MODULE 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        ..PART
    },
];
