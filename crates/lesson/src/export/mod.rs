//! Exports of a schedule: a text to read, and commands for a real server; and of a question of a search: a model for TLC.

mod script;
mod text;
mod tla;

pub use script::as_script;
pub use text::as_text;
pub use tla::{MODULE, Tla, Unsaid, as_tla};

use base::text::Lang;
use keyspace::{Protocol, Reply};
use sim::{Outcome, Run, World};
use tell::{self, Segment};

/// Bytes of one reply that are written at most.
const REPLY_BYTES_MAX: usize = 4096;

/// The lines that redis-cli prints for a move's reply on the connection of its client. Cut off, with an ellipsis,
/// when it is long.
fn printed(outcome: &Outcome, reply: &Reply, after: &World) -> Vec<String> {
    let protocol = match (outcome.is_typed(), after.servers().next(), after.reader()) {
        (true, Some(server), Some(reader)) => server.protocol(reader),
        _ => Protocol::Resp2,
    };
    let argv = outcome
        .request
        .as_ref()
        .map_or(&[][..], |request| request.argv());
    lines(match outcome.is_typed() && cli::answers_raw(argv) {
        true => cli::format_raw_within(reply, REPLY_BYTES_MAX),
        false => cli::format_within(reply, protocol, REPLY_BYTES_MAX),
    })
}

/// The lines that redis-cli prints for a reply to a client.
fn printed_to_client(reply: &Reply) -> Vec<String> {
    lines(cli::format_within(reply, Protocol::Resp2, REPLY_BYTES_MAX))
}

fn lines((text, is_cut): (String, bool)) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(one_line).collect();
    lines.extend(is_cut.then(|| "...".to_owned()));
    lines
}

/// The sentences about a move in one line.
fn told(lang: Lang, index: usize, run: &Run) -> String {
    let all: Vec<Segment> = tell::narrate(lang, index, run, None);
    let text: String = all.iter().map(|segment| segment.text.as_str()).collect();
    one_line(&text)
}

/// The text on one line, with spaces for control characters.
fn one_line(text: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(shown).collect()
}
