//! LATENCY: events that delayed the server, of which there are none where there is no clock.

use crate::catalogue::command::{self, Command};
use crate::catalogue::facts::QUIET;
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::parameters;
use crate::server::parts::{Handlers, Now};
use crate::server::statistics::Calls;
use std::sync::Arc;

pub const HANDLERS: Handlers = &[
    ("latency|doctor", Now(doctor)),
    ("latency|graph", Now(graph)),
    ("latency|histogram", Now(histogram)),
    ("latency|history", Now(|_| Ok(Reply::Array(Vec::new())))),
    ("latency|latest", Now(|_| Ok(Reply::Array(Vec::new())))),
    ("latency|reset", Now(|_| Ok(Reply::Int(0)))),
    ("latency|help", Now(|_| Ok(Reply::lines(HELP)))),
];

const HELP: &str = "\
LATENCY <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
DOCTOR
    Return a human readable latency analysis report.
GRAPH <event>
    Return an ASCII latency graph for the <event> class.
HISTORY <event>
    Return time-latency samples for the <event> class.
LATEST
    Return the latest latency samples for all events.
RESET [<event> ...]
    Reset latency data of one or more <event> classes.
    (default: reset all data for all event classes)
HISTOGRAM [COMMAND ...]
    Return a cumulative distribution of latencies in the format of a histogram for the specified command names.
    If no commands are specified then all histograms are replied.
HELP
    Prints this help.";

/// Redis' advice where it measures nothing.
const DISABLED: &str = "I'm sorry, Dave, I can't do that. Latency monitoring is disabled in this Redis instance. You may use \"CONFIG SET latency-monitor-threshold <milliseconds>.\" in order to enable it. If we weren't in a deep space mission I'd suggest to take a look at https://redis.io/topics/latency-monitor.\n";

fn doctor(call: &mut Call<'_>) -> Result<Reply, Error> {
    let threshold = parameters::named(b"latency-monitor-threshold");
    let is_disabled = threshold.is_none_or(|threshold| *call.server.parameter(&threshold) == *b"0");
    let advice = if is_disabled { DISABLED } else { QUIET };
    Ok(Reply::Text(Arc::new(advice.into())))
}

fn graph(call: &mut Call<'_>) -> Result<Reply, Error> {
    let event = call.args.word()?;
    Err(args::quoted(
        "ERR No samples available for event '",
        event,
        "'",
    ))
}

fn histogram(call: &mut Call<'_>) -> Result<Reply, Error> {
    let mode = call.server.mode();
    let calls = &call.server.statistics.calls;
    let tracked = |calls: &&Calls| calls.tracked > 0;
    let mut found = Vec::new();
    if call.args.is_empty() {
        for calls in calls.iter().filter(tracked) {
            found.extend(command::at(calls.name_at).map(|command| durations(command, calls)));
        }
    }
    for name in call.args.rest() {
        let Some(asked) = mode.by_full_name(name) else {
            continue;
        };
        for command in std::iter::once(asked).chain(asked.subcommands()) {
            let mut calls = calls.iter().filter(tracked);
            let calls = calls.find(|calls| calls.name_at == command.name_at);
            found.extend(calls.map(|calls| durations(command, calls)));
        }
    }
    Ok(Reply::Map(found))
}

/// All calls are in the first place of the histogram: none takes any time.
fn durations(command: &Command, calls: &Calls) -> (Reply, Reply) {
    let count = || Reply::Int(calls.tracked as i64);
    let histogram = Reply::Map(vec![(Reply::Int(1), count())]);
    let durations = Reply::Map(vec![
        (Reply::bulk("calls"), count()),
        (Reply::bulk("histogram_usec"), histogram),
    ]);
    (Reply::bulk(command.full_name()), durations)
}
