//! A move in one line, for the ladder and the inspector.

use super::label;
use super::say;
use base::text::{Lang, Text};
use keyspace::{Protocol, Reply};
use sim::{CommandPart, MessageId, Move, Outcome, Peer, seconds};

/// Bytes of a reply that is shown.
const REPLY_BYTES_MAX: usize = 4 * 1024;

/// A move in words: the command in full, or the other effect.
pub fn what(lang: Lang, outcome: &Outcome) -> String {
    let Some(request) = &outcome.request else {
        return match &outcome.mv {
            Move::Tick(_) => say::TICK.get(lang).to_owned(),
            Move::Skew(_, ms) => say::skewed(ahead(*ms)).get(lang),
            _ if outcome.has(CommandPart::TimeOut) => timed_out(lang, outcome),
            mv => of_itself(mv)
                .map(|text| text.get(lang).to_owned())
                .or_else(|| label::note(lang, mv))
                .unwrap_or_else(|| say::SENDS_NOTHING.get(lang).to_owned()),
        };
    };
    let has = |part| outcome.has(part);
    let full = request.full();
    let phrase = match () {
        () if outcome.is_typed() || has(CommandPart::Send) && has(CommandPart::Receive) => {
            full.into()
        }
        () if has(CommandPart::Send) => say::sends(full),
        () if has(CommandPart::Read) => say::computes(full),
        () if has(CommandPart::Execute) && !has(CommandPart::Receive) => say::executed(full),
        () => full.into(),
    };
    phrase.get(lang)
}

/// A move in which no command was computed, sent or executed.
fn of_itself(mv: &Move) -> Option<Text> {
    Some(match mv {
        Move::Crash(_) => say::CRASH,
        Move::Restart(_) => say::RESTARTED,
        Move::Pause(_) => say::PAUSED,
        Move::Resume(_) => say::RESUMED,
        Move::Receive(_) => say::RECEIVES,
        _ => return None,
    })
}

/// That a client stopped waiting.
fn timed_out(lang: Lang, outcome: &Outcome) -> String {
    let note = outcome.client.map(Move::TimeOut);
    let note = note.and_then(|mv| label::note(lang, &mv));
    note.unwrap_or_default()
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

/// The replies of a move as redis-cli prints them; of several servers, each after its name, and a dash where none came.
/// `None` where nothing was asked or answered.
pub fn replies(outcome: &Outcome) -> Option<String> {
    let name = |message: &MessageId| match message.peer {
        Peer::Server(place) => label::server(place),
        Peer::Store => String::new(),
    };
    match outcome.exchanges.as_slice() {
        several @ [_, _, ..] => {
            let one = |(message, reply): &(MessageId, Option<Reply>)| {
                let reply = reply.as_ref().map_or("–".to_owned(), printed);
                [&name(message), ": ", &reply].concat()
            };
            let all: Vec<String> = several.iter().map(one).collect();
            Some(all.join("; "))
        }
        _ => outcome.reply.as_ref().map(printed),
    }
}

/// The client or server of a move, or the reader.
pub fn who(lang: Lang, outcome: &Outcome) -> String {
    match (outcome.client, outcome.mv.server()) {
        (Some(id), _) => id.to_string(),
        (None, Some(place)) => label::server(place),
        (None, None) if outcome.is_typed() => say::YOU.get(lang).to_owned(),
        (None, None) => String::new(),
    }
}
