//! Labels: the few words at a move in the drawing.

use super::line::ahead;
use base::text::{Lang, Text};
use keyspace::Reply;
use lock::Value;
use sim::{ClientId, Memory, Move, Node, Request, server_name, value_text};

/// Characters of a command in a label at most; `line` has all of them.
pub const COMMAND_CHARS_MAX: usize = 26;
/// Characters of a reply in a label at most.
pub const REPLY_CHARS_MAX: usize = 18;

const RESTARTED: Text = Text {
    en: "restarts",
    zh: "重启",
};
const PAUSED: Text = Text {
    en: "paused",
    zh: "暂停",
};
const RESUMED: Text = Text {
    en: "resumes",
    zh: "继续",
};
const CLOCK: Text = Text {
    en: "clock ",
    zh: "时钟 ",
};

const TIMED_OUT: Text = Text {
    en: "waits no longer",
    zh: "不再等待",
};
const LOST: Text = Text {
    en: "lost",
    zh: "丢失",
};
const FAILED: Text = Text {
    en: "fails",
    zh: "故障",
};
const SYNCED: Text = Text {
    en: "syncs",
    zh: "落盘",
};
const REPLICATED: Text = Text {
    en: "gets a write",
    zh: "收到写入",
};
const PROMOTED: Text = Text {
    en: "promoted",
    zh: "升为主服务器",
};
const CUT_OFF: Text = Text {
    en: "cut off",
    zh: "被隔开",
};
const REJOINED: Text = Text {
    en: "rejoins",
    zh: "重新连上",
};

fn recovered(memory: Memory) -> Text {
    match memory {
        Memory::All => Text {
            en: "restarts",
            zh: "重启",
        },
        Memory::Synced => Text {
            en: "restarts as last synced",
            zh: "重启，只剩落盘的数据",
        },
        Memory::Nothing => Text {
            en: "restarts empty",
            zh: "重启，数据全无",
        },
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
    let number = writes.to_string();
    match lang {
        Lang::En if writes == 1 => "lacks 1 write".to_owned(),
        Lang::En => ["lacks ", &number, " writes"].concat(),
        Lang::ZhHans => ["缺 ", &number, " 次写入"].concat(),
    }
}

/// The label of a move in which nothing is sent; `None` for a move without a label.
pub fn note(lang: Lang, mv: &Move) -> Option<String> {
    let text = match mv {
        Move::Restart(_) => RESTARTED,
        Move::Pause(_) => PAUSED,
        Move::Resume(_) => RESUMED,
        Move::Skew(_, ms) | Move::SkewServer(_, ms) => {
            return Some([CLOCK.get(lang), &ahead(*ms)].concat());
        }
        Move::TimeOut(_) => TIMED_OUT,
        Move::Lose(_) => LOST,
        Move::Fail(_) => FAILED,
        Move::Recover(_, memory) => recovered(*memory),
        Move::Sync(_) => SYNCED,
        Move::Replicate(_) => REPLICATED,
        Move::Promote(_) => PROMOTED,
        Move::CutOff(_) => CUT_OFF,
        Move::Rejoin(_) => REJOINED,
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
    let id = id.to_string();
    match lang {
        Lang::En => ["written by ", &id].concat(),
        Lang::ZhHans => [&id, " 所写"].concat(),
    }
}

/// Until when a lease is valid.
pub fn until(lang: Lang, time: &str) -> String {
    match lang {
        Lang::En => ["until ", time].concat(),
        Lang::ZhHans => ["至 ", time].concat(),
    }
}

/// The highest fencing token that the store has seen.
pub fn token(lang: Lang, token: i64) -> String {
    let token = token.to_string();
    match lang {
        Lang::En => ["fencing token ", &token].concat(),
        Lang::ZhHans => ["防护令牌 ", &token].concat(),
    }
}
