//! A move in one line, for tooltips, the table and the inspector.

use super::names::YOU;
use crate::cli;
use crate::keyspace::{Protocol, Reply};
use crate::sim::{CommandPart, Move, Outcome, Run, seconds};
use crate::text::{Lang, Text};

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
            mv => of_itself(mv).get(lang).to_owned(),
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
fn of_itself(mv: &Move) -> Text {
    match mv {
        Move::Crash(_) => CRASH,
        Move::Restart(_) => RESTARTED,
        Move::Pause(_) => PAUSED,
        Move::Resume(_) => RESUMED,
        Move::Receive(_) => RECEIVES,
        _ => SENDS_NOTHING,
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

/// The client that made a move, or the reader.
pub fn who(lang: Lang, outcome: &Outcome) -> String {
    match outcome.client {
        Some(id) => id.to_string(),
        None if outcome.is_typed() => YOU.get(lang).to_owned(),
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
