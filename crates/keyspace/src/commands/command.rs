//! COMMAND: the description of the command table.

use crate::catalogue::command::Command;
use crate::catalogue::docs::docs;
use crate::catalogue::info::{info, is_in_category, words};
use crate::catalogue::keys::{KeyWord, has_keys, keys};
use crate::catalogue::record::Flags;
use crate::glob;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args::{SYNTAX, is_option};
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::work::{Budget, Context, LineWords, Progress, Steps, Work};
use crate::words::up_to_nul;

const NO_SUCH_COMMAND: Error = Error::fixed("ERR Invalid command specified");
const NO_KEYS: Error = Error::fixed("ERR The command has no key arguments");
const WRONG_NUMBER: Error = Error::fixed("ERR Invalid number of arguments specified for command");
const KEYS_UNKNOWN: Error = Error::fixed("ERR Invalid arguments specified for command");

/// More than any pattern that means something needs to be compared with every name.
const GLOB_STEPS_MAX: usize = 20_000_000;

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

pub const HANDLERS: Handlers = &[
    ("command", Now(all)),
    ("command|count", Now(count)),
    ("command|docs", Long(documentation)),
    ("command|getkeys", Now(get_keys)),
    ("command|getkeysandflags", Now(get_keys_and_flags)),
    ("command|help", Now(|_| Ok(Reply::lines(HELP)))),
    ("command|info", Long(information)),
    ("command|list", Now(list)),
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
    let mut filter = ListFilter::None;
    while let Some(option) = call.args.next() {
        if !is_option(option, "FILTERBY") || call.args.len() != 2 {
            return Err(SYNTAX);
        }
        filter = ListFilter::read(call.args.word()?, call.args.word()?)?;
    }
    let all = call.server.mode().all();
    let all = all.flat_map(|command| [command].into_iter().chain(command.subcommands()));
    let kept = all.filter(|command| filter.keeps(command));
    let names = kept.map(|command| Reply::bulk(command.full_name()));
    Ok(Reply::Array(names.collect()))
}

/// The filter of COMMAND LIST.
enum ListFilter<'a> {
    None,
    /// Commands of a module: there are none.
    Module,
    Category(&'a [u8]),
    /// In lower case, with the steps that may still be spent on it.
    Pattern(Vec<u8>, usize),
}

impl<'a> ListFilter<'a> {
    fn read(kind: &[u8], text: &'a [u8]) -> Result<ListFilter<'a>, Error> {
        match () {
            () if is_option(kind, "MODULE") => Ok(ListFilter::Module),
            () if is_option(kind, "ACLCAT") => Ok(ListFilter::Category(text)),
            () if is_option(kind, "PATTERN") => {
                let pattern = up_to_nul(text).to_ascii_lowercase();
                Ok(ListFilter::Pattern(pattern, GLOB_STEPS_MAX))
            }
            () => Err(SYNTAX),
        }
    }

    fn keeps(&mut self, command: &Command) -> bool {
        match self {
            ListFilter::None => true,
            ListFilter::Module => false,
            ListFilter::Category(name) => is_in_category(command, name),
            ListFilter::Pattern(pattern, steps) => {
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
