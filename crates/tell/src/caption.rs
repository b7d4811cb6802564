//! Captions: the effect of a move in a few words, shown at the move in the drawing.

use super::label;
use base::text::{Lang, Text};
use keyspace::Reply;
use sim::{CommandPart, Move, Outcome, seconds};

const PASS: Text = Text {
    en: " s pass",
    zh: " 秒过去",
};
const PASSES: Text = Text {
    en: " s passes",
    ..PASS
};
const CRASHES: Text = Text {
    en: " crashes",
    zh: " 崩溃",
};
const GETS_IN: Text = Text {
    en: " holds the lock",
    zh: " 拿到锁",
};
const LEAVES: Text = Text {
    en: " leaves",
    zh: " 离开",
};
const CREATES: Text = Text {
    en: "the key is set",
    zh: "键已写入",
};
const REMOVES: Text = Text {
    en: "the key is gone",
    zh: "键已删除",
};
const CHANGES: Text = Text {
    en: "the value changes",
    zh: "值已改变",
};
const EXPIRES: Text = Text {
    en: "the key expires",
    zh: "键已过期",
};
const LOST: Text = Text {
    en: "the message is lost",
    zh: "消息丢失",
};
const FAILS: Text = Text {
    en: " fails",
    zh: " 故障",
};
const RETURNS: Text = Text {
    en: " restarts",
    zh: " 重启",
};
const PROMOTED: Text = Text {
    en: " is promoted",
    zh: " 升为主服务器",
};
const COPIED: Text = Text {
    en: "a write arrives",
    zh: "一次写入到达",
};
const CUT_OFF: Text = Text {
    en: " is cut off",
    zh: " 被隔开",
};
const REJOINS: Text = Text {
    en: " rejoins",
    zh: " 重新连上",
};
const UNCHANGED: Text = Text {
    en: "nothing changes",
    zh: "没有变化",
};

/// The words about a move; nothing where its own mark says it all.
pub fn caption(lang: Lang, outcome: &Outcome) -> String {
    let named = |text: Text| match outcome.client {
        Some(client) => [&client.to_string(), text.get(lang)].concat(),
        None => String::new(),
    };
    let plain = |text: Text| text.get(lang).to_owned();
    let believes = |all: &[_]| outcome.client.is_some_and(|client| all.contains(&client));
    let (before, after) = (&outcome.believers.before, &outcome.believers.after);
    match (&outcome.mv, believes(before), believes(after)) {
        (Move::Tick(_), ..) if outcome.value.before.is_some() && outcome.value.after.is_none() => {
            plain(EXPIRES)
        }
        (Move::Tick(1_000), ..) => [&seconds(1_000), PASSES.get(lang)].concat(),
        (Move::Tick(ms), ..) => [&seconds(*ms), PASS.get(lang)].concat(),
        (Move::Crash(_), ..) => named(CRASHES),
        (
            Move::Restart(_)
            | Move::Pause(_)
            | Move::Resume(_)
            | Move::Skew(..)
            | Move::Sync(_)
            | Move::SkewServer(..),
            ..,
        ) => String::new(),
        (Move::Lose(_), ..) => plain(LOST),
        (Move::Fail(place), ..) => [&label::server(*place), FAILS.get(lang)].concat(),
        (Move::Recover(place, _), ..) => [&label::server(*place), RETURNS.get(lang)].concat(),
        (Move::Promote(place), ..) => [&label::server(*place), PROMOTED.get(lang)].concat(),
        (Move::Replicate(_), ..) => plain(COPIED),
        (Move::CutOff(node), ..) => [&label::node(*node), CUT_OFF.get(lang)].concat(),
        (Move::Rejoin(node), ..) => [&label::node(*node), REJOINS.get(lang)].concat(),
        (_, false, true) => named(GETS_IN),
        (_, true, false) => named(LEAVES),
        _ => match (&outcome.value.before, &outcome.value.after) {
            (None, Some(_)) => plain(CREATES),
            (Some(_), None) => plain(REMOVES),
            (before, after) if before != after => plain(CHANGES),
            _ if outcome.has(CommandPart::Execute)
                && matches!(outcome.reply, Some(Reply::Int(0))) =>
            {
                plain(UNCHANGED)
            }
            _ => String::new(),
        },
    }
}
