//! Functions: libraries of scripts with names.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::glob;
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::late;
use crate::server::libraries::{self, Policy};
use crate::server::script_run::{Code, ScriptRun};
use crate::server::script_state::{LoadedLibrary, Running};
use crate::server::scripts::{Api, Registered};
use crate::server::work::Work;
use base::text::Text;

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

pub const COMMANDS: &[Record] = &[
    Record {
        name: "fcall",
        arity: -3,
        arguments: "function numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "7.0.0",
        complexity: "Depends on the function that is executed.",
        summary: Text {
            en: "Calls a function of a library on the server",
            zh: "调用服务器上库中的函数",
        },
        examples: &[
            example("SET mykey Hello", "OK"),
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
                "\"mylib\"",
            ),
            example("FCALL get 1 mykey", "\"Hello\""),
        ],
        flags: Flags::NO_SCRIPT
            .and(Flags::STALE)
            .and(Flags::SKIP_MONITOR)
            .and(Flags::NO_MANDATORY_KEYS)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            notes: "We cannot tell how the keys will be used so we assume the worst, RW and UPDATE",
            ..KeySpec::counted(2, "RW access update")
        }],
        run: Run::Long(fcall),
        ..Record::DEFAULT
    },
    Record {
        name: "fcall_ro",
        arity: -3,
        arguments: "function numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "7.0.0",
        complexity: "Depends on the function that is executed.",
        summary: Text {
            en: "Calls a function that may only read",
            zh: "调用只读函数",
        },
        examples: &[
            example("SET mykey Hello", "OK"),
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function{function_name='get', flags={'no-writes'}, callback=function(keys) return redis.call('GET', keys[1]) end}\"",
                "\"mylib\"",
            ),
            example("FCALL_RO get 1 mykey", "\"Hello\""),
        ],
        flags: Flags::READONLY
            .and(Flags::NO_SCRIPT)
            .and(Flags::STALE)
            .and(Flags::SKIP_MONITOR)
            .and(Flags::NO_MANDATORY_KEYS)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            notes: "We cannot tell how the keys will be used so we assume the worst, RO and ACCESS",
            ..KeySpec::counted(2, "RO access")
        }],
        run: Run::Long(fcall),
        ..Record::DEFAULT
    },
    Record {
        name: "function",
        arity: -2,
        group: Group::Scripting,
        since: "7.0.0",
        complexity: "Depends on subcommand.",
        summary: Text {
            en: "Manages the libraries of functions on the server",
            zh: "管理服务器上的函数库",
        },
        subcommands: SUBCOMMANDS,
        run: Run::Container,
        ..Record::DEFAULT
    },
];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 2,
    group: Group::Scripting,
    flags: Flags::WRITE.and(Flags::NO_SCRIPT),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "delete",
        arity: 3,
        arguments: "library-name",
        since: "7.0.0",
        summary: Text {
            en: "Deletes a library with its functions",
            zh: "删除函数库及其函数",
        },
        examples: &[
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
                "\"mylib\"",
            ),
            example("FUNCTION DELETE mylib", "OK"),
            example("FCALL get 1 mykey", "(error) ERR Function not found"),
        ],
        tips: "request_policy:all_shards response_policy:all_succeeded",
        run: Run::Now(delete),
        ..PART
    },
    Record {
        name: "dump",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers all libraries as bytes that FUNCTION RESTORE reads",
            zh: "把所有函数库序列化为可由 FUNCTION RESTORE 读取的字节",
        },
        flags: Flags::NO_SCRIPT,
        run: Run::Now(dump),
        ..PART
    },
    Record {
        name: "flush",
        arity: -2,
        arguments: "[async(ASYNC|SYNC)]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Deletes all libraries",
            zh: "删除所有函数库",
        },
        examples: &[
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
                "\"mylib\"",
            ),
            example("FUNCTION FLUSH", "OK"),
            example("FUNCTION LIST", "(empty array)"),
        ],
        tips: "request_policy:all_shards response_policy:all_succeeded",
        run: Run::Now(flush),
        ..PART
    },
    Record {
        name: "kill",
        since: "7.0.0",
        summary: Text {
            en: "Stops the function that is running, unless it has written",
            zh: "终止正在运行且尚未写入的函数",
        },
        examples: &[example(
            "FUNCTION KILL",
            "(error) NOTBUSY No scripts in execution right now.",
        )],
        flags: Flags::NO_SCRIPT.and(Flags::ALLOW_BUSY),
        tips: "request_policy:all_shards response_policy:one_succeeded",
        run: Run::Now(kill),
        ..PART
    },
    Record {
        name: "list",
        arity: -2,
        arguments: "[LIBRARYNAME=library-name-pattern] [WITHCODE]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Tells about the libraries and their functions",
            zh: "列出函数库及其函数",
        },
        examples: &[
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
                "\"mylib\"",
            ),
            example(
                "FUNCTION LIST",
                "1) 1) \"library_name\"\n   2) \"mylib\"\n   3) \"engine\"\n   4) \"LUA\"\n   5) \"functions\"\n   6) 1) 1) \"name\"\n         2) \"get\"\n         3) \"description\"\n         4) (nil)\n         5) \"flags\"\n         6) (empty array)",
            ),
        ],
        flags: Flags::NO_SCRIPT,
        tips: "nondeterministic_output_order",
        run: Run::Now(list),
        ..PART
    },
    Record {
        name: "load",
        arity: -3,
        arguments: "[REPLACE] function-code",
        since: "7.0.0",
        summary: Text {
            en: "Creates a library from its source code",
            zh: "用源代码创建函数库",
        },
        examples: &[example(
            "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
            "\"mylib\"",
        )],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::NO_SCRIPT),
        tips: "request_policy:all_shards response_policy:all_succeeded",
        run: Run::Now(load),
        ..PART
    },
    Record {
        name: "restore",
        arity: -3,
        arguments: "serialized-value [policy(FLUSH|APPEND|REPLACE)]",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Creates libraries from the bytes that FUNCTION DUMP answered",
            zh: "用 FUNCTION DUMP 返回的字节创建函数库",
        },
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::NO_SCRIPT),
        tips: "request_policy:all_shards response_policy:all_succeeded",
        run: Run::Now(restore),
        ..PART
    },
    Record {
        name: "stats",
        since: "7.0.0",
        summary: Text {
            en: "Tells about the function that is running, and counts libraries",
            zh: "返回正在运行的函数以及函数库的统计",
        },
        examples: &[
            example(
                "FUNCTION LOAD \"#!lua name=mylib\\nredis.register_function('get', function(keys) return redis.call('GET', keys[1]) end)\"",
                "\"mylib\"",
            ),
            example(
                "FUNCTION STATS",
                "1) \"running_script\"\n2) (nil)\n3) \"engines\"\n4) 1) \"LUA\"\n   2) 1) \"libraries_count\"\n      2) (integer) 1\n      3) \"functions_count\"\n      4) (integer) 1",
            ),
        ],
        flags: Flags::NO_SCRIPT.and(Flags::ALLOW_BUSY),
        tips: "nondeterministic_output request_policy:all_shards response_policy:special",
        run: Run::Now(stats),
        ..PART
    },
    Record {
        name: "help",
        since: "7.0.0",
        summary: Text {
            en: "Lists what FUNCTION can do",
            zh: "列出 FUNCTION 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        run: Run::Now(help),
        ..PART
    },
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
    Ok(Reply::bulk((late::types().dump_libraries)(&codes)))
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
    let codes = (late::types().libraries)(payload).ok_or(BAD_CHECKSUM)?;
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
