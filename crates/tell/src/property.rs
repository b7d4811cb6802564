//! A property: its title, and its violation by a move in a sentence.

use super::names::listed;
use base::text::{Lang, Phrase, Text};
use sim::{ClientId, HELD_LEASES_MAX, Property, ROUNDS_MAX, Violation, seconds};

/// The words about a property. `{all}` are its clients, `{one}` the first of them and `{other}` the second, `{time}` the true
/// time in seconds.
struct Words {
    title: Text,
    sentence: Text,
}

const fn words(property: Property) -> Words {
    match property {
        Property::TwoBelievers => Words {
            title: Text {
                en: "Two clients believe that they hold the lock",
                zh: "两个客户端同时自认持锁",
            },
            sentence: Text {
                en: "{all} {both} believe that they hold the lock, from t = {time} on.",
                zh: "从 t = {time} 起，{all} 同时自认持锁。",
            },
        },
        Property::TwoLeases => Words {
            title: Text {
                en: "Two leases are valid at once",
                zh: "两份租约同时有效",
            },
            sentence: Text {
                en: "The leases of {all} are valid at once from t = {time} on.",
                zh: "从 t = {time} 起，{all} 的租约同时有效。",
            },
        },
        Property::RemovedLock => Words {
            title: Text {
                en: "A client deletes the lock of another",
                zh: "客户端删掉别人的锁",
            },
            sentence: Text {
                en: "{one} deleted the lock of {other} at t = {time}.",
                zh: "{one} 在 t = {time} 删掉了 {other} 的锁。",
            },
        },
        Property::LostUpdate => Words {
            title: Text {
                en: "An update is lost",
                zh: "一次更新丢失",
            },
            sentence: Text {
                en: "At t = {time} {one} overwrote data of {other} that it had not read: the update of {other} is lost.",
                zh: "在 t = {time}，{one} 覆盖了 {other} 写入而自己没有读到的数据：{other} 的更新丢失了。",
            },
        },
        Property::Shut => Words {
            title: Text {
                en: "The lock is shut, and nobody is in it",
                zh: "锁关着，里面却没有人",
            },
            sentence: Text {
                en: "At t = {time} the lock is shut, and nobody is in it: the key turns {one} away, and the lease of everyone who was granted it is over.",
                zh: "在 t = {time}，锁关着，里面却没有人：键挡住了 {one}，而得到过它的客户端，租约都已结束。",
            },
        },
        Property::HeldIdle => Words {
            title: Text {
                en: "A holder prolongs its lease and does nothing",
                zh: "持有者一再续期却什么也不做",
            },
            sentence: Text {
                en: "At t = {time} {one} has prolonged its lease again and again, and for {leases} leases has not said a word to the store. Nobody else gets in, though nothing has crashed.",
                zh: "到 t = {time}，{one} 一再延长租约，已有 {leases} 份租约那么久没有访问存储。什么都没有崩溃，别的客户端却拿不到锁。",
            },
        },
        Property::NobodyEver => {
            let title = Text {
                en: "Nobody ever gets in again",
                zh: "再也没有谁能拿到锁",
            };
            Words {
                title,
                sentence: title,
            }
        }
        Property::NobodyGetsIn => Words {
            title: Text {
                en: "Nobody gets the lock",
                zh: "谁也拿不到锁",
            },
            sentence: Text {
                en: "Up to t = {time} {all} tried in {rounds} rounds. At every refusal the key did not exist or was past its time, and nobody got the lock.",
                zh: "到 t = {time} 为止，{all} 试了 {rounds} 轮。每次被拒时，键都不存在或已经过期，却没有谁拿到锁。",
            },
        },
    }
}

/// What breaks a property that a search can be asked about, in few words.
pub const fn title(property: Property) -> Text {
    words(property).title
}

/// The violation in a sentence. `at_ms` is the true time of the move that broke the property, in Unix milliseconds.
pub fn broken(lang: Lang, violation: &Violation, at_ms: i64) -> String {
    let clients = &violation.clients;
    let client = |at: usize| clients.get(at).map_or(String::new(), ClientId::to_string);
    let both = if clients.len() > 2 { "all" } else { "both" };
    let values = vec![
        ("all", listed(lang, clients)),
        ("both", both.to_owned()),
        ("one", client(0)),
        ("other", client(1)),
        ("time", seconds(at_ms)),
        ("leases", HELD_LEASES_MAX.to_string()),
        ("rounds", ROUNDS_MAX.to_string()),
    ];
    Phrase::new(words(violation.property).sentence, values).get(lang)
}
