//! What a move or a stretch of the score is, in words for whoever points at it, for the table and for the inspector.

use super::score::{Mark, Score, State};
use super::words as say;
use crate::cli;
use crate::keyspace::{Protocol, Reply};
use crate::sim::{Move, Outcome, Part, Run, seconds};
use crate::text::{Lang, Text};

/// Bytes of a reply that is shown.
const REPLY_BYTES_MAX: usize = 4 * 1024;

/// What a move was: the command in full, or what else happened.
pub fn what(lang: Lang, outcome: &Outcome) -> String {
    let Some(request) = &outcome.request else {
        return match &outcome.mv {
            Move::Tick(_) => say::TICK.get(lang).to_owned(),
            Move::Skew(_, ms) => [say::SKEWED.get(lang), &ahead(*ms)].concat(),
            mv => of_itself(mv).get(lang).to_owned(),
        };
    };
    let has = |part| outcome.has(part);
    let parts = match () {
        () if outcome.is_typed() || has(Part::Send) && has(Part::Receive) => None,
        () if has(Part::Send) => Some(say::SENDS),
        () if has(Part::Read) => Some(say::COMPUTES),
        () if has(Part::Execute) && !has(Part::Receive) => Some(say::EXECUTED),
        () => None,
    };
    let parts = parts.map_or("", |parts| parts.get(lang));
    [parts, &request.full()].concat()
}

/// A move in which no command was computed, sent or executed.
fn of_itself(mv: &Move) -> Text {
    match mv {
        Move::Crash(_) => say::CRASH,
        Move::Restart(_) => say::RESTARTED,
        Move::Pause(_) => say::PAUSED,
        Move::Resume(_) => say::RESUMED,
        Move::Receive(_) => say::RECEIVES,
        _ => say::SENDS_NOTHING,
    }
}

/// How far a clock is ahead: `+3 s`, `−0.5 s`.
pub fn ahead(ms: i64) -> String {
    let sign = if ms < 0 { "−" } else { "+" };
    [sign, &seconds(ms.saturating_abs()), " s"].concat()
}

/// A reply as redis-cli prints it.
pub fn printed(reply: &Reply) -> String {
    let (mut text, is_cut) = cli::format_within(reply, Protocol::Resp2, REPLY_BYTES_MAX);
    if is_cut {
        text.push('…');
    }
    text
}

/// Who made a move.
pub fn who(lang: Lang, outcome: &Outcome) -> String {
    match outcome.client {
        Some(id) => id.to_string(),
        None if outcome.is_typed() => say::YOU.get(lang).to_owned(),
        None => String::new(),
    }
}

/// A move in a line.
pub fn of_move(lang: Lang, run: &Run, index: usize) -> String {
    let Some(outcome) = run.outcome(index) else {
        return String::new();
    };
    let number = (index + 1).to_string();
    let mut line = [
        &number,
        ". ",
        &who(lang, outcome),
        " ",
        &what(lang, outcome),
    ]
    .concat();
    if let Some(reply) = &outcome.reply {
        line.push_str(" → ");
        line.push_str(&printed(reply));
    }
    line.push_str(" (t = ");
    line.push_str(&seconds(outcome.now_ms.after));
    line.push(')');
    line
}

/// What a stretch of time shows; `kind` is its class in the drawing.
pub fn of_stretch(lang: Lang, kind: &str, score: &Score, state: &State) -> String {
    let client = state.client.and_then(|client| score.clients.get(client));
    let name = client.map(ToString::to_string).unwrap_or_default();
    let about = match (kind, state.mark) {
        ("belief", Mark::Live) => say::BELIEVES,
        ("belief", _) => say::BELIEVES_PAST,
        ("lease", _) => say::LEASE_VALID,
        ("pause", _) => say::IS_PAUSED,
        ("end", _) => say::IS_OVER,
        ("value", Mark::Gone) => say::NO_KEY,
        ("value", _) => say::LOCK_VALUE,
        _ => say::STORE_VALUE,
    };
    [name.as_str(), about.get(lang), &state.text].concat()
}
