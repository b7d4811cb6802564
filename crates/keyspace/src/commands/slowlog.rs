//! SLOWLOG: commands that took long.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::slow_log::SlowEntry;
use base::text::Text;

pub const COMMANDS: &[Record] = &[Record {
    name: "slowlog",
    arity: -2,
    group: Group::Server,
    since: "2.2.12",
    complexity: "Depends on subcommand.",
    summary: Text {
        en: "Tells which commands took long",
        zh: "查看耗时较长的命令",
    },
    subcommands: SUBCOMMANDS,
    ..Record::DEFAULT
}];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 2,
    group: Group::Server,
    flags: Flags::ADMIN.and(Flags::LOADING).and(Flags::STALE),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "get",
        arity: -2,
        arguments: "[count:integer]",
        since: "2.2.12",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the latest commands that took long",
            zh: "返回最近耗时较长的命令",
        },
        tips: "request_policy:all_nodes nondeterministic_output",
        examples: &[
            example("SLOWLOG GET", "(empty array)"),
            example(
                "SLOWLOG GET -2",
                "(error) ERR count should be greater than or equal to -1",
            ),
        ],
        run: Run::Now(get),
        ..PART
    },
    Record {
        name: "len",
        since: "2.2.12",
        summary: Text {
            en: "Answers how many commands the slow log holds",
            zh: "返回慢日志中的命令个数",
        },
        tips: "request_policy:all_nodes response_policy:agg_sum nondeterministic_output",
        examples: &[
            example("SLOWLOG LEN", "(integer) 0"),
            example("CONFIG SET slowlog-log-slower-than 0", "OK"),
            example("SLOWLOG LEN", "(integer) 1"),
        ],
        run: Run::Now(len),
        ..PART
    },
    Record {
        name: "reset",
        since: "2.2.12",
        complexity: "O(N)",
        summary: Text {
            en: "Empties the slow log",
            zh: "清空慢日志",
        },
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        examples: &[
            example("CONFIG SET slowlog-log-slower-than 0", "OK"),
            example("PING", "PONG"),
            example("SLOWLOG RESET", "OK"),
            example("SLOWLOG LEN", "(integer) 1"),
        ],
        run: Run::Now(reset),
        ..PART
    },
    Record {
        name: "help",
        since: "6.2.0",
        summary: Text {
            en: "Lists what SLOWLOG can do",
            zh: "列出 SLOWLOG 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        run: Run::Now(|_| Ok(Reply::lines(HELP))),
        ..PART
    },
];

const HELP: &str = "\
SLOWLOG <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
GET [<count>]
    Return top <count> entries from the slowlog (default: 10, -1 mean all).
    Entries are made of:
    id, timestamp, time in microseconds, arguments array, client IP and port,
    client name
LEN
    Return the length of the slowlog.
RESET
    Reset the slowlog.
HELP
    Prints this help.";

/// Number of entries that SLOWLOG GET answers unless it is told.
const ENTRIES: usize = 10;
const NO_COUNT: Error = Error::fixed("ERR count should be greater than or equal to -1");
/// The address of a connection without a socket, as Redis writes one that it cannot tell.
const NO_ADDRESS: &str = "?:0";

fn get(call: &mut Call<'_>) -> Result<Reply, Error> {
    let count = match call.args.rest() {
        [] => ENTRIES,
        [_, _, ..] => return Err(args::subcommand_syntax(call.line)),
        [count] => match args::integer(count) {
            Ok(-1) => usize::MAX,
            Ok(count) => args::count(u64::try_from(count).map_err(|_| NO_COUNT)?),
            Err(_) => return Err(NO_COUNT),
        },
    };
    let log = call.server.statistics.slow_log.iter();
    let entries = log.flat_map(|log| log.entries.iter()).take(count);
    Ok(Reply::Array(entries.map(entry).collect()))
}

/// No command takes any time here.
fn entry(entry: &SlowEntry) -> Reply {
    let words = entry.words.iter().map(|word| Reply::bulk(&word[..]));
    Reply::Array(vec![
        Reply::Int(entry.id),
        Reply::Int(entry.at_s),
        Reply::Int(0),
        Reply::Array(words.collect()),
        Reply::bulk(NO_ADDRESS),
        Reply::bulk(&entry.name[..]),
    ])
}

fn len(call: &mut Call<'_>) -> Result<Reply, Error> {
    let log = call.server.statistics.slow_log.as_ref();
    Ok(Reply::Int(log.map_or(0, |log| log.entries.len() as i64)))
}

fn reset(call: &mut Call<'_>) -> Result<Reply, Error> {
    call.server.slow_log().entries.limit(0);
    Ok(Reply::OK)
}
