//! A property that a move broke: in a sentence, and in a few words.

use super::names::{listed, names};
use crate::sim::{Broken, seconds};
use crate::text::{Lang, Phrase, Text};

/// What is broken, and by whom, in a sentence. `at_ms` is the true time of the move that broke it, in Unix
/// milliseconds.
pub fn broken(lang: Lang, broken: &Broken, at_ms: i64) -> String {
    let (text, who, of) = match broken {
        Broken::TwoBelievers(who) => (
            Text {
                en: "{who} act as the holder at once since t = {time}.",
                zh: "从 t = {time} 起，{who} 同时以持有者自居。",
            },
            listed(lang, who),
            String::new(),
        ),
        Broken::TwoLeases(who) => (
            Text {
                en: "The leases of {who} are valid at once since t = {time}.",
                zh: "从 t = {time} 起，{who} 的租约同时有效。",
            },
            listed(lang, who),
            String::new(),
        ),
        Broken::RemovedLock { by, of } => (
            Text {
                en: "{who} removed the lock of {of} at t = {time}.",
                zh: "{who} 在 t = {time} 删掉了 {of} 的锁。",
            },
            by.to_string(),
            listed(lang, of),
        ),
        Broken::LostUpdate { by, of } => (
            Text {
                en: "{who} overwrote at t = {time} what {of} had stored without having seen it: that update is lost.",
                zh: "{who} 在 t = {time} 没有看到 {of} 写入的数据就覆盖了它：那次更新丢失了。",
            },
            by.to_string(),
            of.to_string(),
        ),
        Broken::NobodyGetsIn { who, rounds } => (
            Text {
                en: "The lock is there for the taking, and {who} tried {of} rounds in vain, up to t = {time}.",
                zh: "锁明明可以拿到，{who} 却连试 {of} 轮都没成功，直到 t = {time}。",
            },
            listed(lang, who),
            rounds.to_string(),
        ),
    };
    let values = vec![("who", who), ("of", of), ("time", seconds(at_ms))];
    Phrase::new(text, values).get(lang)
}

/// What is broken, in few words.
pub fn broken_in_brief(lang: Lang, broken: &Broken) -> String {
    let (who, en, zh, of) = match broken {
        Broken::TwoBelievers(who) if who.len() > 2 => (
            names(lang, who),
            " all act as the holder",
            " 同时以持有者自居",
            String::new(),
        ),
        Broken::TwoBelievers(who) => (
            names(lang, who),
            " both act as the holder",
            " 同时以持有者自居",
            String::new(),
        ),
        Broken::TwoLeases(who) => (
            names(lang, who),
            ": leases valid at once",
            "：租约同时有效",
            String::new(),
        ),
        Broken::RemovedLock { by, of } => (
            by.to_string(),
            " removed the lock of ",
            " 删掉了别人的锁：",
            names(lang, of),
        ),
        Broken::LostUpdate { by, of } => (
            by.to_string(),
            " lost the update of ",
            " 覆盖了别人的写入：",
            of.to_string(),
        ),
        Broken::NobodyGetsIn { who, .. } => (
            names(lang, who),
            ": nobody gets in",
            "：谁也拿不到锁",
            String::new(),
        ),
    };
    let text = Text { en, zh };
    [&who, text.get(lang), &of].concat()
}
