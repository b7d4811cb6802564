//! The meaning of a stretch of time in the drawing, for tooltips.

use base::text::{Lang, Text};

const BELIEVES: Text = Text {
    en: " believes that it holds the lock",
    zh: " 自认持锁",
};
const BELIEVES_PAST: Text = Text {
    en: " believes that it holds the lock, but its lease is not valid",
    zh: " 自认持锁，但租约无效",
};
const LEASE_VALID: Text = Text {
    en: "'s lease is valid ",
    zh: " 的租约有效，",
};
const IS_PAUSED: Text = Text {
    en: " is paused",
    zh: " 已暂停",
};
const IS_OVER: Text = Text {
    en: " has crashed or failed",
    zh: " 已崩溃或出错",
};
const NO_KEY: Text = Text {
    en: "the key does not exist: ",
    zh: "键不存在：",
};
const LOCK_VALUE: Text = Text {
    en: " wrote the value of the lock: ",
    zh: " 写入了锁的值：",
};
const STORE_VALUE: Text = Text {
    en: " the store holds ",
    zh: " 存储的内容：",
};

const IS_CUT_OFF: Text = Text {
    en: " is cut off from the others",
    zh: " 与其他节点隔开",
};
const LACKS: Text = Text {
    en: " is a replica. Writes of the primary that it lacks: ",
    zh: " 是副本，缺少主服务器的写入次数：",
};
const IS_DOWN: Text = Text {
    en: " is ",
    zh: "：",
};

/// The meaning of a stretch of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// The client believes that it holds the lock.
    Belief {
        /// Whether its lease is valid.
        is_valid: bool,
    },
    /// The client's lease is valid.
    Lease,
    /// The client is paused.
    Pause,
    /// The client has crashed or failed.
    End,
    /// The lock's key does not exist.
    NoKey,
    /// The lock's key has a value.
    Value,
    /// The store holds something.
    Store,
    /// A client or a server is cut off.
    CutOff,
    /// A replica lacks writes.
    Lacks,
    /// A server is down.
    Down,
}

/// A stretch in words, for its client and its value. Either may be empty.
pub fn stretch(lang: Lang, stretch: Stretch, client: &str, value: &str) -> String {
    let about = match stretch {
        Stretch::Belief { is_valid: true } => BELIEVES,
        Stretch::Belief { is_valid: false } => BELIEVES_PAST,
        Stretch::Lease => LEASE_VALID,
        Stretch::Pause => IS_PAUSED,
        Stretch::End => IS_OVER,
        Stretch::NoKey => NO_KEY,
        Stretch::Value => LOCK_VALUE,
        Stretch::Store => STORE_VALUE,
        Stretch::CutOff => IS_CUT_OFF,
        Stretch::Lacks => LACKS,
        Stretch::Down => IS_DOWN,
    };
    [client, about.get(lang), value].concat()
}
