//! What one move was, in the terms of the drawing: read off its outcome, with the words that stand in the score.

use crate::keyspace::Reply;
use crate::lock::Value;
use crate::sim::{
    Client, ClientId, Move, Outcome, Part, Peer, Request, State, World, seconds, value_text,
};
use crate::text::{Lang, Text};

/// Characters of a command in the score at most; in full it is said elsewhere.
pub const COMMAND_CHARS_MAX: usize = 26;
/// Characters of a reply in the score at most.
pub const REPLY_CHARS_MAX: usize = 18;

/// One move.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The true time after the move, in seconds.
    pub time: String,
    /// Whether it is another time than before the move.
    pub is_new_time: bool,
    /// What the move was.
    pub happening: Happening,
    /// Whether the client stopped by itself in it.
    pub has_failed: bool,
}

/// What a move was.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A command went its way, or some of it.
    Call(Call),
    /// Something that a client did, or that was done to it, without the server.
    Alone {
        /// The client's place.
        client: usize,
        /// What it was.
        what: Alone,
    },
    /// Time passed.
    Tick,
}

/// A command's way, as far as it went in one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The place of who sent it: a client's, or behind the clients' the reader's.
    pub actor: usize,
    /// Who answers.
    pub to: Peer,
    /// The command, without the lock's key, where it was computed or sent; shortened.
    pub command: Option<String>,
    /// The reply, where it was received; shortened.
    pub reply: Option<String>,
    /// Whether it was only computed, and not sent.
    pub is_unsent: bool,
    /// Whether it both left and was executed.
    pub there: bool,
    /// Whether it was both executed and its reply received.
    pub back: bool,
}

/// What happens to a client without the server.
#[derive(Clone, Debug, PartialEq)]
pub enum Alone {
    /// It went on and sent nothing.
    Local,
    /// It crashed.
    Crash,
    /// What is written in its lane: it was started again, is held back or no more, has another clock.
    Note(String),
}

impl Happening {
    /// The place of who moved; `None` for time.
    pub fn actor(&self) -> Option<usize> {
        match self {
            Happening::Call(call) => Some(call.actor),
            Happening::Alone { client, .. } => Some(*client),
            Happening::Tick => None,
        }
    }
}

const RESTARTED: Text = Text {
    en: "restarts",
    zh: "重启",
};
const PAUSED: Text = Text {
    en: "paused",
    zh: "暂停",
};
const RESUMED: Text = Text {
    en: "goes on",
    zh: "继续",
};
const CLOCK: Text = Text {
    en: "clock ",
    zh: "时钟 ",
};

/// Reads a move off its outcome; `after` is the world after it, and `place` finds a client's lane.
pub(super) fn slot(
    outcome: &Outcome,
    after: &World,
    lang: Lang,
    place: &dyn Fn(ClientId) -> Option<usize>,
) -> Slot {
    let before = &outcome.now_ms.before;
    let client = outcome.client.and_then(|id| after.client(id));
    Slot {
        time: seconds(outcome.now_ms.after),
        is_new_time: *before != outcome.now_ms.after,
        happening: happening(outcome, after, lang, place),
        has_failed: client.is_some_and(|client| fails(outcome, client)),
    }
}

/// Whether the move is the one in which the client stopped by itself: after it, it makes none.
fn fails(outcome: &Outcome, client: &Client) -> bool {
    let acts = outcome.has(Part::Read) || outcome.has(Part::Receive);
    acts && matches!(client.state(), State::Failed(_))
}

fn happening(
    outcome: &Outcome,
    after: &World,
    lang: Lang,
    place: &dyn Fn(ClientId) -> Option<usize>,
) -> Happening {
    let client = outcome.client.and_then(place);
    let message = outcome.message.map(|message| message.peer);
    let peer = outcome.request.as_ref().map(|request| request.to);
    match (client, message.or(peer)) {
        (Some(actor), Some(to)) => Happening::Call(call(outcome, after, actor, to)),
        (Some(client), None) => Happening::Alone {
            client,
            what: alone(&outcome.mv, lang),
        },
        (None, Some(to)) => Happening::Call(call(outcome, after, after.clients().len(), to)),
        (None, None) => Happening::Tick,
    }
}

fn call(outcome: &Outcome, after: &World, actor: usize, to: Peer) -> Call {
    let has = |part| outcome.has(part);
    let is_typed = outcome.is_typed();
    let request = outcome.request.as_ref();
    let shows_command = is_typed || has(Part::Read) || has(Part::Send);
    let shows_reply = is_typed || has(Part::Receive);
    Call {
        actor,
        to,
        command: request
            .filter(|_| shows_command)
            .map(|request| shortened(&brief_request(request, after.lock_key()), COMMAND_CHARS_MAX)),
        reply: outcome.reply.as_ref().filter(|_| shows_reply).map(brief),
        is_unsent: !is_typed && !has(Part::Send),
        there: is_typed || has(Part::Send) && has(Part::Execute),
        back: is_typed || has(Part::Execute) && has(Part::Receive),
    }
}

fn alone(mv: &Move, lang: Lang) -> Alone {
    match mv {
        Move::Crash(_) => Alone::Crash,
        Move::Resume(_) => Alone::Note(RESUMED.get(lang).to_owned()),
        Move::Restart(_) => Alone::Note(RESTARTED.get(lang).to_owned()),
        Move::Pause(_) => Alone::Note(PAUSED.get(lang).to_owned()),
        Move::Skew(_, ms) => {
            let sign = if *ms < 0 { "−" } else { "+" };
            let ahead = seconds(ms.saturating_abs());
            Alone::Note([CLOCK.get(lang), sign, &ahead, " s"].concat())
        }
        _ => Alone::Local,
    }
}

/// A command without the lock's key; of a transaction, the names of what it is made of.
fn brief_request(request: &Request, lock_key: &[u8]) -> String {
    if request.commands.len() < 2 {
        return request.short(lock_key);
    }
    let mut names = String::new();
    for name in request.commands.iter().filter_map(|argv| argv.first()) {
        if !matches!(name.as_slice(), b"MULTI" | b"EXEC") {
            names.push_str(if names.is_empty() { "" } else { " + " });
            names.push_str(&String::from_utf8_lossy(name));
        }
    }
    names
}

/// A reply in a word.
fn brief(reply: &Reply) -> String {
    let words = match reply {
        Reply::Status(word) => (*word).to_owned(),
        Reply::Int(number) => number.to_string(),
        Reply::Bulk(bytes) | Reply::Text(bytes) => value_text(&Value::from_bytes(bytes)),
        Reply::Nil | Reply::NilArray | Reply::Nothing => "nil".to_owned(),
        Reply::Error(error) => {
            let word = error.bytes().split(|byte| *byte == b' ').next();
            String::from_utf8_lossy(word.unwrap_or_default()).into_owned()
        }
        Reply::Array(all) | Reply::Set(all) => {
            let few: Vec<String> = all.iter().take(4).map(brief).collect();
            [
                "[",
                &few.join(", "),
                if all.len() > 4 { ", …]" } else { "]" },
            ]
            .concat()
        }
        Reply::Map(_) => "[…]".to_owned(),
    };
    shortened(&words, REPLY_CHARS_MAX)
}

/// The first letters of a text that is too long, and dots.
pub fn shortened(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        None => text.to_owned(),
        Some(_) => {
            let kept = text.chars().take(chars_max.saturating_sub(1));
            kept.chain(['…']).collect()
        }
    }
}
