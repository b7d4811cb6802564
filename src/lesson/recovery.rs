//! D3: an expired lock is taken over by GETSET; alone, against a rival, and when it has not expired after all.

use super::{C3, C4, C5, Group, Lesson, beat, opening, plain, retold};
use crate::lock::Algorithm::Getset;
use crate::sim::Move::{Step, Tick};
use crate::text::Text;

pub(super) static ALONE: Lesson = Lesson {
    group: Group::Told,
    id: "D3",
    title: Text {
        en: "Recovery with GETSET",
        zh: "用 GETSET 收回锁",
    },
    summary: Text {
        en: "GETSET writes the new value and returns the old one in a single step, so a client learns whether the lock it takes over is still the expired one.",
        zh: "GETSET 在同一步里写入新值并返回旧值，客户端因此知道自己接管的是不是那把过期的锁。",
    },
    start_s: 89,
    lease_s: 10,
    clients: &[(C3, Getset), (C4, Getset)],
    parts: false,
    opening: 3,
    beats: &[
        opening::SETS,
        opening::CRASHES,
        opening::EXPIRES,
        beat(
            Step(C4),
            "SETNX 112 -> 0; in -; leases -; owner C3",
            "{client} sends {command}. The key left by {writer} is still there, so the reply is {reply}.",
            "{client} 发送 {command}。{writer} 留下的键还在，所以回复是 {reply}。",
        ),
        beat(
            Step(C4),
            "GET -> 100; in -; leases -; owner C3",
            "{client} reads {reply} and compares it with its clock, {clock}: the lock has expired. This time nobody deletes it.",
            "{client} 读到 {reply}，与自己的时钟 {clock} 比较：锁已过期。这一次不去删除它。",
        ),
        beat(
            Step(C4),
            "GETSET 112 -> 100; in C4; leases C4 until 112; owner C4",
            "{client} sends {command} and receives the old value, {reply}. It is still the expired one, so nobody came in between: {client} holds the lock until {until}.",
            "{client} 发送 {command}，收到旧值 {reply}。它仍是那个过期的值，说明中间没有别人插进来：{client} 持有锁，直到 {until}。",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C4; leases C4 until 112; owner C4",
        ),
        beat(
            Step(C4),
            "DEL -> 1; in -; leases -; owner -",
            "{client} is done. Its clock shows {clock} and its lease lasts until {until}, so the key is still its own; it sends {command}, and the reply is {reply}.",
            "{client} 干完了。它的时钟是 {clock}，租约到 {until} 才结束，键仍归它所有，于是发送 {command}，回复是 {reply}。",
        ),
    ],
};

pub(super) static RIVAL: Lesson = Lesson {
    group: Group::Told,
    id: "D3-rival",
    title: Text {
        en: "Recovery with a rival",
        zh: "有对手时收回锁",
    },
    summary: Text {
        en: "Two clients see the same expired lock. Only the first GETSET returns the expired value; the other client learns that it lost, and goes the way back to the lock.",
        zh: "两个客户端看到同一把过期的锁。只有第一个 GETSET 返回过期的值，另一个得知自己输了，于是重新走一遍争取锁的路。",
    },
    start_s: 89,
    lease_s: 10,
    clients: &[(C3, Getset), (C4, Getset), (C5, Getset)],
    parts: false,
    opening: 3,
    beats: &[
        opening::SETS,
        opening::CRASHES,
        opening::EXPIRES,
        beat(
            Step(C5),
            "SETNX 112 -> 0; in -; leases -; owner C3",
            "{client} sends {command}. The key left by {writer} is still there, so the reply is {reply}.",
            "{client} 发送 {command}。{writer} 留下的键还在，所以回复是 {reply}。",
        ),
        beat(
            Step(C5),
            "GET -> 100; in -; leases -; owner C3",
            "{client} reads {reply}. Its clock shows {clock}, so the lock has expired.",
            "{client} 读到 {reply}。它的时钟是 {clock}，锁已经过期。",
        ),
        plain(Step(C4), "SETNX 112 -> 0; in -; leases -; owner C3"),
        beat(
            Step(C4),
            "GET -> 100; in -; leases -; owner C3",
            "{client} reads the same {reply}. Both rivals now know that the lock has expired.",
            "{client} 读到同样的 {reply}。两个对手现在都知道锁已过期。",
        ),
        beat(
            Step(C5),
            "GETSET 112 -> 100; in C5; leases C5 until 112; owner C5",
            "{client} sends {command} first and receives {reply}, the expired value: {client} holds the lock until {until}.",
            "{client} 抢先发送 {command}，收到过期的值 {reply}：{client} 持有锁，直到 {until}。",
        ),
        beat(
            Step(C4),
            "GETSET 112 -> 112; in C5; leases C5 until 112; owner C4",
            "{client} sends {command} and receives {reply}, which has not expired: {client} has lost to {others}. Its write stays, so {owner} wrote the key last although {others} is the holder; with equal clocks the value is the same.",
            "{client} 发送 {command}，收到 {reply}，这个值没有过期：{client} 输给了 {others}。它写入的值却留了下来：最后写键的是 {owner}，持有者却是 {others}；时钟一致时，值并没有变。",
        ),
        plain(
            Step(C4),
            "SETNX 112 -> 0; in C5; leases C5 until 112; owner C4",
        ),
        beat(
            Step(C4),
            "GET -> 112; in C5; leases C5 until 112; owner C4",
            "{client} reads {reply}, and its clock shows {clock}: the lock is valid, so {client} waits until {wake}.",
            "{client} 读到 {reply}，而它的时钟是 {clock}：锁有效，{client} 等到 {wake} 再试。",
        ),
        plain(
            Tick(1_000),
            "nothing sent; in C5; leases C5 until 112; owner C4",
        ),
        plain(
            Step(C4),
            "SETNX 113 -> 0; in C5; leases C5 until 112; owner C4",
        ),
        beat(
            Step(C4),
            "GET -> 112; in C5; leases C5 until 112; owner C4",
            "The value is still {reply}, so {client} waits again, until {wake}. While the lock is valid, it sends no GETSET.",
            "值仍是 {reply}，{client} 继续等到 {wake}。锁还有效，它就不会发送 GETSET。",
        ),
        plain(
            Tick(2_000),
            "nothing sent; in C5; leases C5 until 112; owner C4",
        ),
        beat(
            Step(C5),
            "DEL -> 1; in -; leases -; owner -",
            "{client} looks at its clock: {clock} is before {until}. It deletes the key, and the reply is {reply}.",
            "{client} 看自己的时钟：{clock} 早于 {until}。它删除键，回复是 {reply}。",
        ),
        beat(
            Step(C4),
            "SETNX 115 -> 1; in C4; leases C4 until 115; owner C4",
            "{client} sends {command}. The key is gone, the reply is {reply}: {client} holds the lock at last, until {until}.",
            "{client} 发送 {command}。键已经不在，回复是 {reply}：{client} 终于持有锁，直到 {until}。",
        ),
    ],
};

pub(super) static WAIT: Lesson = Lesson {
    group: Group::Told,
    id: "D3-wait",
    title: Text {
        en: "A lock that has not expired",
        zh: "锁还没有过期",
    },
    summary: Text {
        en: "The holder is alive and at work. The other client reads a value in the future, waits, and gets the lock after the release.",
        zh: "持有者还活着，正在工作。另一个客户端读到一个未来的时间，于是等待，在锁释放后得到它。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C3, Getset), (C4, Getset)],
    parts: false,
    opening: 0,
    beats: &[
        retold(
            Step(C3),
            "SETNX 111 -> 1; in C3; leases C3 until 111; owner C3",
            opening::SETS_SAYS,
        ),
        beat(
            Step(C4),
            "SETNX 111 -> 0; in C3; leases C3 until 111; owner C3",
            "{client} sends {command} while {others} is at work, and the reply is {reply}.",
            "{others} 正在工作，{client} 发送 {command}，回复是 {reply}。",
        ),
        beat(
            Step(C4),
            "GET -> 111; in C3; leases C3 until 111; owner C3",
            "{client} reads {reply}. Its clock shows {clock}, so the lock is valid: {client} leaves it alone and waits until {wake}.",
            "{client} 读到 {reply}。它的时钟是 {clock}，锁还有效：{client} 不去动它，等到 {wake}。",
        ),
        plain(
            Tick(1_000),
            "nothing sent; in C3; leases C3 until 111; owner C3",
        ),
        plain(
            Step(C4),
            "SETNX 112 -> 0; in C3; leases C3 until 111; owner C3",
        ),
        plain(Step(C4), "GET -> 111; in C3; leases C3 until 111; owner C3"),
        plain(
            Tick(2_000),
            "nothing sent; in C3; leases C3 until 111; owner C3",
        ),
        beat(
            Step(C3),
            "DEL -> 1; in -; leases -; owner -",
            "{client} looks at its clock: {clock} is before {until}. It deletes its key, and the reply is {reply}.",
            "{client} 看自己的时钟：{clock} 早于 {until}。它删除自己的键，回复是 {reply}。",
        ),
        beat(
            Step(C4),
            "SETNX 114 -> 1; in C4; leases C4 until 114; owner C4",
            "{client} sends {command}. The key is gone, the reply is {reply}: {client} holds the lock until {until}.",
            "{client} 发送 {command}。键已经不在，回复是 {reply}：{client} 持有锁，直到 {until}。",
        ),
    ],
};
