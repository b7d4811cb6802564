//! D3: an expired lock is taken over by GETSET; alone, against a rival, and when it has not expired after all.

use super::opening;
use crate::lesson::{C3, C4, C5, Lesson, LessonGroup, Network, beat, plain, retold};
use base::text::Text;
use lock::Algorithm::Getset;
use sim::Move::{Step, Tick};

pub(super) static ALONE: Lesson = Lesson {
    group: LessonGroup::Told,
    id: "D3",
    title: Text {
        en: "Taking over with GETSET",
        zh: "用 GETSET 接管过期的锁",
    },
    summary: Text {
        en: "GETSET writes the new value and returns the old one in a single step. A client learns from it whether the lock was still the expired one when it wrote.",
        zh: "GETSET 在同一步里写入新值并返回旧值。客户端由此知道，写入的那一刻锁是否仍是那把过期的锁。",
    },
    start_s: 89,
    lease_s: 10,
    network: Network::ONE,
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
            "{client} sends {command}. The key that {writer} left still exists, so the reply is {reply}.",
            "{client} 发送 {command}。{writer} 留下的键还在，所以回复是 {reply}。",
        ),
        beat(
            Step(C4),
            "GET -> 100; in -; leases -; owner C3",
            "{client} reads {reply}. Its clock shows {clock}, so the lock has expired. It will not delete the key.",
            "{client} 读到 {reply}。它的时钟是 {clock}，所以锁已过期。它不会去删除键。",
        ),
        beat(
            Step(C4),
            "GETSET 112 -> 100; in C4; leases C4 until 112; owner C4",
            "{client} sends {command} and receives the old value, {reply}. That is the expired value, so no other client took the lock over first: {client} holds the lock until {until}.",
            "{client} 发送 {command}，收到旧值 {reply}。这正是过期的值，说明没有别的客户端抢先接管：{client} 持有锁，直到 {until}。",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C4; leases C4 until 112; owner C4",
        ),
        beat(
            Step(C4),
            "DEL -> 1; in -; leases -; owner -",
            "{client} has done its work. Its clock shows {clock}, and its lease ends only at {until}, so the key is still its own. It sends {command}, and the reply is {reply}.",
            "{client} 完成了工作。它的时钟是 {clock}，租约到 {until} 才结束，所以键仍是它的。它发送 {command}，回复是 {reply}。",
        ),
    ],
};

pub(super) static RIVAL: Lesson = Lesson {
    group: LessonGroup::Told,
    id: "D3-rival",
    title: Text {
        en: "Taking over against a rival",
        zh: "两个客户端争相接管",
    },
    summary: Text {
        en: "Two clients read the value of the same expired lock. Only the first GETSET returns the expired value. The other client learns that it has lost, and starts over.",
        zh: "两个客户端读到同一把过期锁的值。只有第一个 GETSET 返回过期的值，另一个客户端由此知道自己输了，从头开始。",
    },
    start_s: 89,
    lease_s: 10,
    network: Network::ONE,
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
            "{client} sends {command}. The key that {writer} left still exists, so the reply is {reply}.",
            "{client} 发送 {command}。{writer} 留下的键还在，所以回复是 {reply}。",
        ),
        beat(
            Step(C5),
            "GET -> 100; in -; leases -; owner C3",
            "{client} reads {reply}. Its clock shows {clock}, so the lock has expired.",
            "{client} 读到 {reply}。它的时钟是 {clock}，所以锁已过期。",
        ),
        plain(Step(C4), "SETNX 112 -> 0; in -; leases -; owner C3"),
        beat(
            Step(C4),
            "GET -> 100; in -; leases -; owner C3",
            "{client} reads {reply} as well. Both clients now know that the lock has expired.",
            "{client} 也读到 {reply}。两个客户端现在都知道锁已过期。",
        ),
        beat(
            Step(C5),
            "GETSET 112 -> 100; in C5; leases C5 until 112; owner C5",
            "{client} sends {command} first and receives the expired value, {reply}: {client} holds the lock until {until}.",
            "{client} 抢先发送 {command}，收到过期的值 {reply}：{client} 持有锁，直到 {until}。",
        ),
        beat(
            Step(C4),
            "GETSET 112 -> 112; in C5; leases C5 until 112; owner C4",
            "{client} sends {command} and receives {reply}, which has not expired: {others} was first, and {client} starts over. But {client} has overwritten the key: {owner} is its last writer, and {others} holds the lock. Their clocks agree, so the value is the same.",
            "{client} 发送 {command}，收到 {reply}，它没有过期：{others} 抢先了，{client} 从头开始。但 {client} 已经覆盖了键：最后写入的是 {owner}，持有锁的是 {others}。两者时钟一致，所以值没有变。",
        ),
        plain(
            Step(C4),
            "SETNX 112 -> 0; in C5; leases C5 until 112; owner C4",
        ),
        beat(
            Step(C4),
            "GET -> 112; in C5; leases C5 until 112; owner C4",
            "{client} reads {reply}. Its clock shows {clock}, so the lock has not expired. {client} waits until {wake}.",
            "{client} 读到 {reply}。它的时钟是 {clock}，所以锁没有过期。{client} 等到 {wake}。",
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
            "{client} reads {reply} again and waits until {wake}. As long as the lock has not expired, it sends no GETSET.",
            "{client} 又读到 {reply}，于是等到 {wake}。只要锁没有过期，它就不发送 GETSET。",
        ),
        plain(
            Tick(2_000),
            "nothing sent; in C5; leases C5 until 112; owner C4",
        ),
        beat(
            Step(C5),
            "DEL -> 1; in -; leases -; owner -",
            "{client} compares its clock with the end of its lease: {clock} is before {until}. It sends {command}, and the reply is {reply}.",
            "{client} 把时钟与租约的结束时间比较：{clock} 早于 {until}。它发送 {command}，回复是 {reply}。",
        ),
        beat(
            Step(C4),
            "SETNX 115 -> 1; in C4; leases C4 until 115; owner C4",
            "{client} sends {command}. The key no longer exists, so the reply is {reply}: {client} holds the lock until {until}.",
            "{client} 发送 {command}。键已经不存在，所以回复是 {reply}：{client} 持有锁，直到 {until}。",
        ),
    ],
};

pub(super) static WAIT: Lesson = Lesson {
    group: LessonGroup::Told,
    id: "D3-wait",
    title: Text {
        en: "A lock that has not expired",
        zh: "锁还没有过期",
    },
    summary: Text {
        en: "The holder is alive and working. The other client reads a time in the future, waits, and gets the lock after the release.",
        zh: "持有者还活着，正在工作。另一个客户端读到未来的时间，于是等待，在锁释放后拿到它。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
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
            "{client} sends {command} while {others} is working. The key exists, so the reply is {reply}.",
            "{others} 正在工作时，{client} 发送 {command}。键已经存在，所以回复是 {reply}。",
        ),
        beat(
            Step(C4),
            "GET -> 111; in C3; leases C3 until 111; owner C3",
            "{client} reads {reply}. Its clock shows {clock}, so the lock has not expired. {client} does not touch the key and waits until {wake}.",
            "{client} 读到 {reply}。它的时钟是 {clock}，所以锁没有过期。{client} 不动键，等到 {wake}。",
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
            "{client} compares its clock with the end of its lease: {clock} is before {until}. It sends {command}, and the reply is {reply}.",
            "{client} 把时钟与租约的结束时间比较：{clock} 早于 {until}。它发送 {command}，回复是 {reply}。",
        ),
        beat(
            Step(C4),
            "SETNX 114 -> 1; in C4; leases C4 until 114; owner C4",
            "{client} sends {command}. The key no longer exists, so the reply is {reply}: {client} holds the lock until {until}.",
            "{client} 发送 {command}。键已经不存在，所以回复是 {reply}：{client} 持有锁，直到 {until}。",
        ),
    ],
};
