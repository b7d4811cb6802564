//! How an expired lock comes to be: the three moves with which several lessons begin.

use super::{Beat, C3, retold};
use crate::sim::Move::{Crash, Step, Tick};
use crate::text::Text;

pub(super) const SETS: Beat = retold(
    Step(C3),
    "SETNX 100 -> 1; in C3; leases C3 until 100; owner C3",
    SETS_SAYS,
);

pub(super) const SETS_SAYS: Text = Text {
    en: "{client} sends {command}. The key does not exist, so the reply is {reply}, and {client} holds the lock until {until}.",
    zh: "{client} 发送 {command}。键还不存在，所以回复是 {reply}，{client} 持有锁，直到 {until}。",
};

pub(super) const CRASHES: Beat = retold(
    Crash(C3),
    "nothing sent; in -; leases C3 until 100; owner C3",
    CRASHES_SAYS,
);

pub(super) const CRASHES_SAYS: Text = Text {
    en: "{client} crashes before it can release the lock; {value} stays under the key.",
    zh: "{client} 还没释放锁就崩溃了，键里留下了 {value}。",
};

pub(super) const EXPIRES: Beat = retold(
    Tick(12_000),
    "nothing sent; in -; leases -; owner C3",
    EXPIRES_SAYS,
);

pub(super) const EXPIRES_SAYS: Text = Text {
    en: "The time is now {time}. By its value {value} the lock has expired, but the key does not go away by itself.",
    zh: "现在是 {time}。按值 {value} 来看，锁已经过期，但键不会自己消失。",
};
