//! A move in one line, for the ladder and the inspector.

use super::label;
use super::names::YOU;
use base::text::{Lang, Text};
use keyspace::{Protocol, Reply};
use sim::{CommandPart, MessageId, Move, Outcome, Peer, seconds};

/// Bytes of a reply that is shown.
const REPLY_BYTES_MAX: usize = 4 * 1024;

const TICK: Text = Text {
    en: "time passes",
    zh: "时间流逝",
};
const SKEWED: Text = Text {
    en: "its clock is set to ",
    zh: "时钟改为 ",
};
const SENDS: Text = Text {
    en: "sends ",
    zh: "发送 ",
};
const COMPUTES: Text = Text {
    en: "computes ",
    zh: "算好 ",
};
const EXECUTED: Text = Text {
    en: "executed: ",
    zh: "执行：",
};
const CRASH: Text = Text {
    en: "crash",
    zh: "崩溃",
};
const RESTARTED: Text = Text {
    en: "restarts",
    zh: "重启",
};
const PAUSED: Text = Text {
    en: "is paused",
    zh: "暂停",
};
const RESUMED: Text = Text {
    en: "resumes",
    zh: "继续",
};
const RECEIVES: Text = Text {
    en: "receives the reply",
    zh: "收到回复",
};
const SENDS_NOTHING: Text = Text {
    en: "sends nothing",
    zh: "不发送命令",
};

/// A move in words: the command in full, or the other effect.
pub fn what(lang: Lang, outcome: &Outcome) -> String {
    let Some(request) = &outcome.request else {
        return match &outcome.mv {
            Move::Tick(_) => TICK.get(lang).to_owned(),
            Move::Skew(_, ms) => [SKEWED.get(lang), &ahead(*ms)].concat(),
            _ if outcome.has(CommandPart::TimeOut) => timed_out(lang, outcome),
            mv => of_itself(mv)
                .map(|text| text.get(lang).to_owned())
                .or_else(|| label::note(lang, mv))
                .unwrap_or_else(|| SENDS_NOTHING.get(lang).to_owned()),
        };
    };
    let has = |part| outcome.has(part);
    let parts = match () {
        () if outcome.is_typed() || has(CommandPart::Send) && has(CommandPart::Receive) => None,
        () if has(CommandPart::Send) => Some(SENDS),
        () if has(CommandPart::Read) => Some(COMPUTES),
        () if has(CommandPart::Execute) && !has(CommandPart::Receive) => Some(EXECUTED),
        () => None,
    };
    let parts = parts.map_or("", |parts| parts.get(lang));
    [parts, &request.full()].concat()
}

/// A move in which no command was computed, sent or executed.
fn of_itself(mv: &Move) -> Option<Text> {
    Some(match mv {
        Move::Crash(_) => CRASH,
        Move::Restart(_) => RESTARTED,
        Move::Pause(_) => PAUSED,
        Move::Resume(_) => RESUMED,
        Move::Receive(_) => RECEIVES,
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
        (None, None) if outcome.is_typed() => YOU.get(lang).to_owned(),
        (None, None) => String::new(),
    }
}
