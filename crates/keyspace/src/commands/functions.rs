//! Functions: libraries of scripts with names.

use crate::glob;
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::libraries::{self, Policy};
use crate::server::parts::{Handlers, Long, Now};
use crate::server::script_run::{Code, ScriptRun};
use crate::server::script_state::{LoadedLibrary, Running};
use crate::server::scripts::{Api, Registered};
use crate::server::work::Work;

const NO_FUNCTION: Error = Error::fixed("ERR Function not found");
const NO_LIBRARY: Error = Error::fixed("ERR Library not found");
const BAD_KEYS: Error = Error::fixed("ERR Bad number of keys provided");
const FLUSH_MODE: Error = Error::fixed("ERR FUNCTION FLUSH only supports SYNC|ASYNC option");
const NO_PATTERN: Error = Error::fixed("ERR library name argument was not given");
const BAD_POLICY: Error = Error::fixed(
    "ERR Wrong restore policy given, value should be either FLUSH, APPEND or REPLACE.",
);
const BAD_CHECKSUM: Error = Error::fixed("ERR DUMP payload version or checksum are wrong");
const HELP: &str = "\
FUNCTION <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
LOAD [REPLACE] <FUNCTION CODE>
    Create a new library with the given library name and code.
DELETE <LIBRARY NAME>
    Delete the given library.
LIST [LIBRARYNAME PATTERN] [WITHCODE]
    Return general information on all the libraries:
    * Library name
    * The engine used to run the Library
    * Library description
    * Functions list
    * Library code (if WITHCODE is given)
    It also possible to get only function that matches a pattern using LIBRARYNAME argument.
STATS
    Return information about the current function running:
    * Function name
    * Command used to run the function
    * Duration in MS that the function is running
    If no function is running, return nil
    In addition, returns a list of available engines.
KILL
    Kill the current running function.
FLUSH [ASYNC|SYNC]
    Delete all the libraries.
    When called without the optional mode argument, the behavior is determined by the
    lazyfree-lazy-user-flush configuration directive. Valid modes are:
    * ASYNC: Asynchronously flush the libraries.
    * SYNC: Synchronously flush the libraries.
DUMP
    Return a serialized payload representing the current libraries, can be restored using FUNCTION RESTORE command
RESTORE <PAYLOAD> [FLUSH|APPEND|REPLACE]
    Restore the libraries represented by the given payload, it is possible to give a restore policy to
    control how to handle existing libraries (default APPEND):
    * FLUSH: delete all existing libraries.
    * APPEND: appends the restored libraries to the existing libraries. On collision, abort.
    * REPLACE: appends the restored libraries to the existing libraries, On collision, replace the old
      libraries with the new libraries (notice that even on this option there is a chance of failure
      in case of functions name collision with another library).
HELP
    Prints this help.";

pub const HANDLERS: Handlers = &[
    ("fcall", Long(fcall)),
    ("fcall_ro", Long(fcall)),
    ("function|delete", Now(delete)),
    ("function|dump", Now(dump)),
    ("function|flush", Now(flush)),
    ("function|kill", Now(kill)),
    ("function|list", Now(list)),
    ("function|load", Now(load)),
    ("function|restore", Now(restore)),
    ("function|stats", Now(stats)),
    ("function|help", Now(help)),
];

fn fcall(call: &mut Call<'_>) -> Result<Work, Error> {
    call.show_script();
    let name = call.args.word()?;
    let found = call.server.scripts.kept().function(name);
    let (library, name) = found.ok_or(NO_FUNCTION)?;
    let keys = call.number_of_keys(BAD_KEYS)?;
    let code = Code::Function { library, name };
    let start = call.start_script(&code)?;
    call.begin(ScriptRun::new(code, keys, start))
}

fn load(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (code, options) = call.args.rest().split_last().ok_or(args::SYNTAX)?;
    let mut replaces = false;
    for option in options {
        if !args::is_option(option, "replace") {
            return Err(args::quoted("ERR Unknown option given: ", option, ""));
        }
        replaces = true;
    }
    let name = libraries::load(call.server, call.context, code, replaces)?;
    call.count_changes(1);
    Ok(Reply::bulk(name))
}

fn list(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (mut shows_code, mut pattern) = (false, None);
    while let Some(word) = call.args.next() {
        if !shows_code && args::is_option(word, "withcode") {
            shows_code = true;
        } else if pattern.is_none() && args::is_option(word, "libraryname") {
            pattern = Some(call.args.next().ok_or(NO_PATTERN)?.to_ascii_lowercase());
        } else {
            return Err(args::quoted("ERR Unknown argument ", word, ""));
        }
    }
    let libraries = call.server.scripts.kept().libraries.iter();
    let listed = libraries.filter(|library| match &pattern {
        Some(pattern) => {
            let name = library.name.to_ascii_lowercase();
            glob::matches(pattern, &name, &mut usize::MAX.clone()).unwrap_or(false)
        }
        None => true,
    });
    Ok(Reply::Array(
        listed
            .map(|library| description(library, shows_code))
            .collect(),
    ))
}

fn description(library: &LoadedLibrary, shows_code: bool) -> Reply {
    let functions = library.functions.iter().map(function).collect();
    let mut facts = vec![
        (
            Reply::bulk("library_name"),
            Reply::bulk(library.name.as_slice()),
        ),
        (Reply::bulk("engine"), Reply::bulk("LUA")),
        (Reply::bulk("functions"), Reply::Array(functions)),
    ];
    if shows_code {
        facts.push((
            Reply::bulk("library_code"),
            Reply::bulk(library.code.as_slice()),
        ));
    }
    Reply::Map(facts)
}

fn function(function: &Registered) -> Reply {
    let text = function.description.as_ref();
    Reply::Map(vec![
        (Reply::bulk("name"), Reply::bulk(function.name.as_slice())),
        (
            Reply::bulk("description"),
            text.map_or(Reply::Nil, |text| Reply::bulk(text.as_slice())),
        ),
        (
            Reply::bulk("flags"),
            Reply::Set(function.flags.names().map(Reply::Status).collect()),
        ),
    ])
}

fn delete(call: &mut Call<'_>) -> Result<Reply, Error> {
    let name = call.args.word()?;
    if !libraries::delete(call.server, name) {
        return Err(NO_LIBRARY);
    }
    call.count_changes(1);
    Ok(Reply::OK)
}

fn flush(call: &mut Call<'_>) -> Result<Reply, Error> {
    let is_known = |mode: &[u8]| args::is_option(mode, "sync") || args::is_option(mode, "async");
    let mode = call.args.next();
    if !call.args.is_empty() {
        return Err(args::subcommand_syntax(call.line));
    }
    if mode.is_some_and(|mode| !is_known(mode)) {
        return Err(FLUSH_MODE);
    }
    libraries::flush(call.server);
    call.count_changes(1);
    Ok(Reply::OK)
}

fn dump(call: &mut Call<'_>) -> Result<Reply, Error> {
    let libraries = call.server.scripts.kept().libraries.iter();
    let codes: Vec<&[u8]> = libraries.map(|library| library.code.as_slice()).collect();
    Ok(Reply::bulk(((call.server.parts.types)().dump_libraries)(
        &codes,
    )))
}

fn restore(call: &mut Call<'_>) -> Result<Reply, Error> {
    let payload = call.args.word()?;
    let policy = match call.args.next() {
        _ if !call.args.is_empty() => return Err(args::subcommand_syntax(call.line)),
        None => Policy::Append,
        Some(word) if args::is_option(word, "append") => Policy::Append,
        Some(word) if args::is_option(word, "replace") => Policy::Replace,
        Some(word) if args::is_option(word, "flush") => Policy::Flush,
        Some(_) => return Err(BAD_POLICY),
    };
    let codes = ((call.server.parts.types)().libraries)(payload).ok_or(BAD_CHECKSUM)?;
    libraries::restore(call.server, call.context, codes, policy)?;
    call.count_changes(1);
    Ok(Reply::OK)
}

fn kill(call: &mut Call<'_>) -> Result<Reply, Error> {
    call.server.kill_script(Api::Function)
}

fn stats(call: &mut Call<'_>) -> Result<Reply, Error> {
    let kept = call.server.scripts.kept();
    let running = call.server.scripts.running();
    let running = match running {
        Some(running) if running.api == Api::Eval => return Err(running.busy()),
        Some(running) => running_facts(running, call.now_ms()),
        None => Reply::Nil,
    };
    let functions = kept.libraries.iter().map(|library| library.functions.len());
    let counts = Reply::Map(vec![
        (
            Reply::bulk("libraries_count"),
            Reply::Int(kept.libraries.len() as i64),
        ),
        (
            Reply::bulk("functions_count"),
            Reply::Int(functions.sum::<usize>() as i64),
        ),
    ]);
    Ok(Reply::Map(vec![
        (Reply::bulk("running_script"), running),
        (
            Reply::bulk("engines"),
            Reply::Map(vec![(Reply::bulk("LUA"), counts)]),
        ),
    ]))
}

fn running_facts(running: &Running, now_ms: i64) -> Reply {
    let line = running.line.iter().map(|word| Reply::bulk(word.as_slice()));
    Reply::Map(vec![
        (Reply::bulk("name"), Reply::bulk(running.name.as_slice())),
        (Reply::bulk("command"), Reply::Array(line.collect())),
        (
            Reply::bulk("duration_ms"),
            Reply::Int(now_ms - running.began_ms),
        ),
    ])
}

fn help(_: &mut Call<'_>) -> Result<Reply, Error> {
    Ok(Reply::lines(HELP))
}
