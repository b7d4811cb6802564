//! SLOWLOG: commands that took long.

use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Now};
use crate::server::slow_log::SlowEntry;

pub const HANDLERS: Handlers = &[
    ("slowlog|get", Now(get)),
    ("slowlog|len", Now(len)),
    ("slowlog|reset", Now(reset)),
    ("slowlog|help", Now(|_| Ok(Reply::lines(HELP)))),
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
    call.server.statistics.slow_log().entries.limit(0);
    Ok(Reply::OK)
}
