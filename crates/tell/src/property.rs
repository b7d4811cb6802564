//! A property that a move broke: in a sentence, and in a few words.

use super::names::{listed, names};
use base::text::{Lang, Phrase, Text};
use sim::{Broken, HELD_LEASES_MAX, seconds};

/// What is broken, and by whom, in a sentence. `at_ms` is the true time of the move that broke it, in Unix
/// milliseconds.
pub fn broken(lang: Lang, broken: &Broken, at_ms: i64) -> String {
    let (text, who, of) = match broken {
        Broken::TwoBelievers(who) => (
            if who.len() > 2 {
                Text {
                    en: "{who} all believe that they hold the lock, from t = {time} on.",
                    zh: "从 t = {time} 起，{who} 同时自认持锁。",
                }
            } else {
                Text {
                    en: "{who} both believe that they hold the lock, from t = {time} on.",
                    zh: "从 t = {time} 起，{who} 同时自认持锁。",
                }
            },
            listed(lang, who),
            String::new(),
        ),
        Broken::TwoLeases(who) => (
            Text {
                en: "The leases of {who} are valid at once from t = {time} on.",
                zh: "从 t = {time} 起，{who} 的租约同时有效。",
            },
            listed(lang, who),
            String::new(),
        ),
        Broken::RemovedLock { by, of } => (
            Text {
                en: "{who} deleted the lock of {of} at t = {time}.",
                zh: "{who} 在 t = {time} 删掉了 {of} 的锁。",
            },
            by.to_string(),
            of.to_string(),
        ),
        Broken::LostUpdate { by, of } => (
            Text {
                en: "At t = {time} {who} overwrote data of {of} that it had not read: the update of {of} is lost.",
                zh: "在 t = {time}，{who} 覆盖了 {of} 写入而自己没有读到的数据：{of} 的更新丢失了。",
            },
            by.to_string(),
            of.to_string(),
        ),
        Broken::Shut(who) => (
            Text {
                en: "At t = {time} the lock is shut, and nobody is in it: the key turns {who} away, and the lease of everyone who was granted it is over.",
                zh: "在 t = {time}，锁关着，里面却没有人：键挡住了 {who}，而得到过它的客户端，租约都已结束。",
            },
            who.to_string(),
            String::new(),
        ),
        Broken::HeldIdle(who) => (
            Text {
                en: "At t = {time} {who} has prolonged its lease again and again, and for {of} leases has not said a word to the store. Nobody else gets in, though nothing has crashed.",
                zh: "到 t = {time}，{who} 一再延长租约，已有 {of} 份租约那么久没有访问存储。什么都没有崩溃，别的客户端却拿不到锁。",
            },
            who.to_string(),
            HELD_LEASES_MAX.to_string(),
        ),
        Broken::NobodyGetsIn { who, rounds } => (
            Text {
                en: "Up to t = {time} {who} tried in {of} rounds. At every refusal the key did not exist or was past its time, and nobody got the lock.",
                zh: "到 t = {time} 为止，{who} 试了 {of} 轮。每次被拒时，键都不存在或已经过期，却没有谁拿到锁。",
            },
            listed(lang, who),
            rounds.to_string(),
        ),
    };
    let values = vec![("who", who), ("of", of), ("time", seconds(at_ms))];
    Phrase::new(text, values).get(lang)
}

/// A broken property in few words.
pub fn broken_in_brief(lang: Lang, broken: &Broken) -> String {
    let (who, en, zh, of) = match broken {
        Broken::TwoBelievers(who) if who.len() > 2 => (
            names(lang, who),
            " all believe they hold the lock",
            " 同时自认持锁",
            String::new(),
        ),
        Broken::TwoBelievers(who) => (
            names(lang, who),
            " both believe they hold the lock",
            " 同时自认持锁",
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
            " deleted the lock of ",
            " 删掉了别人的锁：",
            of.to_string(),
        ),
        Broken::LostUpdate { by, of } => (
            by.to_string(),
            " overwrote the update of ",
            " 覆盖了别人的更新：",
            of.to_string(),
        ),
        Broken::Shut(who) => (
            who.to_string(),
            " is shut out, and nobody is in",
            " 被挡在外面，里面却没有人",
            String::new(),
        ),
        Broken::HeldIdle(who) => (
            who.to_string(),
            " keeps the lock and does nothing",
            " 占着锁却什么也不做",
            String::new(),
        ),
        Broken::NobodyGetsIn { who, .. } => (
            names(lang, who),
            ": nobody gets the lock",
            "：谁也拿不到锁",
            String::new(),
        ),
    };
    let text = Text { en, zh };
    [&who, text.get(lang), &of].concat()
}
