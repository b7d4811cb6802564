//! Labels: the few words at a move in the drawing.

use super::line::ahead;
use super::say;
use base::text::{Lang, Text};
use keyspace::Reply;
use lock::Value;
use sim::{ClientId, Memory, Move, Node, Request, server_name, value_text};

/// Characters of a command in a label at most; `line` has all of them.
pub const COMMAND_CHARS_MAX: usize = 26;
/// Characters of a reply in a label at most.
pub const REPLY_CHARS_MAX: usize = 18;

fn recovered(memory: Memory) -> Text {
    match memory {
        Memory::All => say::RESTARTED,
        Memory::Synced => say::RECOVERS_SYNCED,
        Memory::Nothing => say::RECOVERS_NOTHING,
    }
}

/// The name of a server: its letter.
pub fn server(place: u8) -> String {
    server_name(place).to_string()
}

/// The name of a client or a server.
pub fn node(node: Node) -> String {
    match node {
        Node::Client(id) => id.to_string(),
        Node::Server(place) => server(place),
    }
}

/// How many writes a replica lacks.
pub fn lacks(lang: Lang, writes: usize) -> String {
    say::lacks(writes as u64).get(lang)
}

/// The label of a move in which nothing is sent; `None` for a move without a label.
pub fn note(lang: Lang, mv: &Move) -> Option<String> {
    let text = match mv {
        Move::Restart(_) => say::RESTARTED,
        Move::Pause(_) => say::LABEL_PAUSED,
        Move::Resume(_) => say::RESUMED,
        Move::Skew(_, ms) | Move::SkewServer(_, ms) => {
            return Some(say::label_clock(ahead(*ms)).get(lang));
        }
        Move::TimeOut(_) => say::TIMED_OUT,
        Move::Lose(_) => say::LOST,
        Move::Fail(_) => say::FAILED,
        Move::Recover(_, memory) => recovered(*memory),
        Move::Sync(_) => say::SYNCED,
        Move::Replicate(_) => say::REPLICATED,
        Move::Promote(_) => say::PROMOTED,
        Move::CutOff(_) => say::CUT_OFF,
        Move::Rejoin(_) => say::REJOINED,
        Move::Step(_)
        | Move::Read(_)
        | Move::Send(_)
        | Move::Execute(_)
        | Move::Receive(_)
        | Move::Meanwhile(_)
        | Move::Crash(_)
        | Move::Tick(_)
        | Move::Type(_) => return None,
    };
    Some(text.get(lang).to_owned())
}

/// A command without the lock's key, shortened.
pub fn command(request: &Request, lock_key: &[u8]) -> String {
    shortened(&brief_request(request, lock_key), COMMAND_CHARS_MAX)
}

/// A command without the lock's key; for a transaction, the names of its commands.
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
pub fn reply(reply: &Reply) -> String {
    let words = match reply {
        Reply::Status(word) => (*word).to_owned(),
        Reply::Int(number) => number.to_string(),
        Reply::Bool(boolean) => u8::from(*boolean).to_string(),
        Reply::Bulk(bytes)
        | Reply::Text(bytes)
        | Reply::Double(bytes)
        | Reply::BigNumber(bytes)
        | Reply::Verbatim(_, bytes) => value_text(&Value::from_bytes(bytes)),
        Reply::Nil | Reply::NilArray | Reply::Nothing => "nil".to_owned(),
        Reply::Error(error) => {
            let word = error.bytes().split(|byte| *byte == b' ').next();
            String::from_utf8_lossy(word.unwrap_or_default()).into_owned()
        }
        Reply::Line(line) => String::from_utf8_lossy(line).into_owned(),
        Reply::Array(all) | Reply::Set(all) | Reply::Push(all) | Reply::Several(all) => {
            let few: Vec<String> = all.iter().take(4).map(self::reply).collect();
            [
                "[",
                &few.join(", "),
                if all.len() > 4 { ", …]" } else { "]" },
            ]
            .concat()
        }
        Reply::Map(_) | Reply::Pairs(_) => "[…]".to_owned(),
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

/// The writer of a value whose lease is not valid.
pub fn written_by(lang: Lang, id: ClientId) -> String {
    say::written_by(id.to_string()).get(lang)
}

/// Until when a lease is valid.
pub fn until(lang: Lang, time: &str) -> String {
    say::until(time).get(lang)
}

/// The highest fencing token that the store has seen.
pub fn token(lang: Lang, token: i64) -> String {
    say::token(token.to_string()).get(lang)
}
