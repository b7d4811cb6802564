//! The three moves with which several lessons begin: they leave an expired lock.

use crate::lesson::{Beat, C3, retold};
use base::text::Text;
use sim::Move::{Crash, Step, Tick};

pub(super) const SETS: Beat = retold(
    Step(C3),
    "SETNX 100 -> 1; in C3; leases C3 until 100; owner C3",
    SETS_SAYS,
);

pub(super) const SETS_SAYS: Text = Text {
    en: "{client} sends {command}. The key does not exist, so the reply is {reply}: {client} holds the lock until {until}.",
    zh: "{client} 发送 {command}。键不存在，所以回复是 {reply}：{client} 持有锁，直到 {until}。",
};

pub(super) const CRASHES: Beat = retold(
    Crash(C3),
    "nothing sent; in -; leases -; owner C3",
    CRASHES_SAYS,
);

pub(super) const CRASHES_SAYS: Text = Text {
    en: "{client} crashes before it releases the lock. The key keeps the value {value}.",
    zh: "{client} 还没有释放锁就崩溃了，键里仍是 {value}。",
};

pub(super) const EXPIRES: Beat = retold(
    Tick(12_000),
    "nothing sent; in -; leases -; owner C3",
    EXPIRES_SAYS,
);

pub(super) const EXPIRES_SAYS: Text = Text {
    en: "The time is now {time}. The value {value} is in the past, so the lock has expired. The key still exists: nothing deletes it.",
    zh: "现在是 {time}。值 {value} 已经过去，所以锁已过期。但键仍然存在，没有谁去删除它。",
};
