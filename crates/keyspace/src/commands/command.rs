//! COMMAND: the description of the command table.

use crate::catalogue::command::Command;
use crate::catalogue::docs::docs;
use crate::catalogue::info::{info, is_in_category, words};
use crate::catalogue::keys::{KeyWord, has_keys, keys};
use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::glob;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args::{SYNTAX, is_option};
use crate::server::call::Call;
use crate::server::work::{Budget, Context, LineWords, Progress, Steps, Work};
use crate::words::up_to_nul;
use base::text::Text;

const NO_SUCH_COMMAND: Error = Error::fixed("ERR Invalid command specified");
const NO_KEYS: Error = Error::fixed("ERR The command has no key arguments");
const WRONG_NUMBER: Error = Error::fixed("ERR Invalid number of arguments specified for command");
const KEYS_UNKNOWN: Error = Error::fixed("ERR Invalid arguments specified for command");

/// More than any pattern that means something needs to be compared with every name.
const GLOB_STEPS_MAX: usize = 20_000_000;

const FLAGS: Flags = Flags::LOADING.and(Flags::STALE);
const UNORDERED: &str = "nondeterministic_output_order";

const HELP: &str = "\
COMMAND <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
(no subcommand)
    Return details about all Redis commands.
COUNT
    Return the total number of commands in this Redis server.
LIST
    Return a list of all commands in this Redis server.
INFO [<command-name> ...]
    Return details about multiple Redis commands.
    If no command names are given, documentation details for all
    commands are returned.
DOCS [<command-name> ...]
    Return documentation details about multiple Redis commands.
    If no command names are given, documentation details for all
    commands are returned.
GETKEYS <full-command>
    Return the keys from a full Redis command.
GETKEYSANDFLAGS <full-command>
    Return the keys and the access flags from a full Redis command.
HELP
    Prints this help.";

pub const COMMANDS: &[Record] = &[Record {
    name: "command",
    arity: -1,
    group: Group::Server,
    since: "2.8.13",
    complexity: "O(N)",
    summary: Text {
        en: "Answers what is known about every command",
        zh: "返回所有命令的详细信息",
    },
    flags: FLAGS,
    categories: "connection",
    tips: UNORDERED,
    subcommands: SUBCOMMANDS,
    run: Run::Now(all),
    ..Record::DEFAULT
}];

const SUBCOMMAND: Record = Record {
    group: Group::Server,
    flags: FLAGS,
    categories: "connection",
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "count",
        arity: 2,
        since: "2.8.13",
        summary: Text {
            en: "Answers how many commands there are",
            zh: "返回命令的总数",
        },
        run: Run::Now(count),
        ..SUBCOMMAND
    },
    Record {
        name: "docs",
        arity: -2,
        arguments: "[command-name...]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the documentation of commands, or of all",
            zh: "返回指定命令或所有命令的文档",
        },
        examples: &[example(
            "COMMAND DOCS DBSIZE",
            "\
1) \"dbsize\"
2) 1) \"summary\"
   2) \"Answers how many keys the selected database has\"
   3) \"since\"
   4) \"1.0.0\"
   5) \"group\"
   6) \"server\"
   7) \"complexity\"
   8) \"O(1)\"",
        )],
        tips: UNORDERED,
        run: Run::Long(documentation),
        ..SUBCOMMAND
    },
    Record {
        name: "getkeys",
        arity: -4,
        since: "2.8.13",
        complexity: "O(N)",
        summary: Text {
            en: "Answers which words of a command line are keys",
            zh: "返回一条命令中的键",
        },
        examples: &[example(
            "COMMAND GETKEYS MSET a 1 b 2",
            "1) \"a\"\n2) \"b\"",
        )],
        run: Run::Now(get_keys),
        ..SUBCOMMAND
    },
    Record {
        name: "getkeysandflags",
        arity: -4,
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers which words of a command line are keys, and what is done to them",
            zh: "返回一条命令中的键以及对它们的访问方式",
        },
        examples: &[example(
            "COMMAND GETKEYSANDFLAGS DEL a",
            "1) 1) \"a\"\n   2) 1) RM\n      2) delete",
        )],
        run: Run::Now(get_keys_and_flags),
        ..SUBCOMMAND
    },
    Record {
        name: "help",
        arity: 2,
        since: "5.0.0",
        summary: Text {
            en: "Answers what COMMAND can be asked",
            zh: "返回 COMMAND 的用法说明",
        },
        run: Run::Now(|_| Ok(Reply::lines(HELP))),
        ..SUBCOMMAND
    },
    Record {
        name: "info",
        arity: -2,
        arguments: "[command-name...]",
        since: "2.8.13",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the facts about commands that a client needs, or about all",
            zh: "返回指定命令或所有命令的属性，供客户端使用",
        },
        examples: &[example(
            "COMMAND INFO ECHO",
            "\
1)  1) \"echo\"
    2) (integer) 2
    3) 1) loading
       2) stale
       3) fast
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)",
        )],
        tips: UNORDERED,
        run: Run::Long(information),
        ..SUBCOMMAND
    },
    Record {
        name: "list",
        arity: -2,
        arguments: "[FILTERBY=filterby(MODULE=module-name|ACLCAT=category|PATTERN=pattern)]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the names of the commands",
            zh: "返回命令名称的列表",
        },
        examples: &[example(
            "COMMAND LIST FILTERBY PATTERN getr*",
            "1) \"getrange\"",
        )],
        tips: UNORDERED,
        run: Run::Now(list),
        ..SUBCOMMAND
    },
];

fn all(call: &mut Call<'_>) -> Result<Reply, Error> {
    let all = call.server.mode().all();
    Ok(Reply::Array(all.map(info).collect()))
}

fn count(call: &mut Call<'_>) -> Result<Reply, Error> {
    Ok(Reply::Int(call.server.mode().all().count() as i64))
}

fn information(call: &mut Call<'_>) -> Result<Work, Error> {
    if call.args.is_empty() {
        return all(call).map(Work::done);
    }
    told(call, false)
}

fn documentation(call: &mut Call<'_>) -> Result<Work, Error> {
    if call.args.is_empty() {
        let all = call.server.mode().all();
        return Ok(Work::done(Reply::Map(all.map(docs).collect())));
    }
    told(call, true)
}

fn told(call: &mut Call<'_>, is_docs: bool) -> Result<Work, Error> {
    let told = NamedCommands {
        names: LineWords::of(call.args.rest()),
        is_docs,
        facts: Vec::new(),
        docs: Vec::new(),
        at: 0,
    };
    call.begin(told)
}

/// The cost of a command's facts, in units of work.
const UNITS_A_COMMAND: u64 = 1500;

/// COMMAND INFO or COMMAND DOCS of some commands, under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct NamedCommands {
    names: LineWords,
    is_docs: bool,
    facts: Vec<Reply>,
    docs: Vec<(Reply, Reply)>,
    at: usize,
}

impl Steps for NamedCommands {
    fn advance(
        &mut self,
        server: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        while let Some(name) = self.names.get(self.at) {
            let command = server.mode().by_full_name(name);
            match self.is_docs {
                true => self.docs.extend(command.map(docs)),
                false => self.facts.push(command.map_or(Reply::Nil, info)),
            }
            self.at += 1;
            if !budget.spend(UNITS_A_COMMAND) && self.at < self.names.len() {
                return None;
            }
        }
        Some(Ok(match self.is_docs {
            true => Reply::Map(std::mem::take(&mut self.docs)),
            false => Reply::Array(std::mem::take(&mut self.facts)),
        }))
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.at as u64,
            total: self.names.len() as u64,
        }
    }
}

fn list(call: &mut Call<'_>) -> Result<Reply, Error> {
    let mut filter = Filter::None;
    while let Some(option) = call.args.next() {
        if !is_option(option, "FILTERBY") || call.args.len() != 2 {
            return Err(SYNTAX);
        }
        filter = Filter::read(call.args.word()?, call.args.word()?)?;
    }
    let all = call.server.mode().all();
    let all = all.flat_map(|command| [command].into_iter().chain(command.subcommands()));
    let kept = all.filter(|command| filter.keeps(command));
    let names = kept.map(|command| Reply::bulk(command.full_name()));
    Ok(Reply::Array(names.collect()))
}

/// The filter of COMMAND LIST.
enum Filter<'a> {
    None,
    /// Commands of a module: there are none.
    Module,
    Category(&'a [u8]),
    /// In lower case, with the steps that may still be spent on it.
    Pattern(Vec<u8>, usize),
}

impl<'a> Filter<'a> {
    fn read(kind: &[u8], text: &'a [u8]) -> Result<Filter<'a>, Error> {
        match () {
            () if is_option(kind, "MODULE") => Ok(Filter::Module),
            () if is_option(kind, "ACLCAT") => Ok(Filter::Category(text)),
            () if is_option(kind, "PATTERN") => {
                let pattern = up_to_nul(text).to_ascii_lowercase();
                Ok(Filter::Pattern(pattern, GLOB_STEPS_MAX))
            }
            () => Err(SYNTAX),
        }
    }

    fn keeps(&mut self, command: &Command) -> bool {
        match self {
            Filter::None => true,
            Filter::Module => false,
            Filter::Category(name) => is_in_category(command, name),
            Filter::Pattern(pattern, steps) => {
                glob::matches(pattern, command.full_name().as_bytes(), steps) == Some(true)
            }
        }
    }
}

fn get_keys(call: &mut Call<'_>) -> Result<Reply, Error> {
    let keys = keys_of(call)?.into_iter();
    Ok(Reply::Array(
        keys.map(|(key, _)| Reply::bulk(key)).collect(),
    ))
}

fn get_keys_and_flags(call: &mut Call<'_>) -> Result<Reply, Error> {
    let keys = keys_of(call)?.into_iter();
    let pairs = keys.map(|(key, access)| Reply::Array(vec![Reply::bulk(key), words(access)]));
    Ok(Reply::Array(pairs.collect()))
}

fn keys_of<'a>(call: &Call<'a>) -> Result<Vec<KeyWord<'a>>, Error> {
    let line = call.args.rest();
    let command = call.server.mode().of_line(line).ok_or(NO_SUCH_COMMAND)?;
    if !has_keys(command) {
        return Err(NO_KEYS);
    }
    if !command.accepts(line.len()) {
        return Err(WRONG_NUMBER);
    }
    let keys = keys(command, line);
    if keys.is_empty() && !command.flags.has(Flags::NO_MANDATORY_KEYS) {
        return Err(KEYS_UNKNOWN);
    }
    Ok(keys)
}
