//! S9: GETSET answers nil, since the lock was released in between.

use super::{C1, C2, C3, Group, Lesson, beat, opening, plain};
use crate::lock::Algorithm::{Getset, GetsetNil};
use crate::sim::Move::{Step, Tick};
use crate::text::Text;

pub(super) static MISREAD: Lesson = Lesson {
    group: Group::LeftOut,
    id: "S9",
    title: Text {
        en: "nil, misread",
        zh: "误解 nil",
    },
    summary: Text {
        en: "Between GET and GETSET another client recovers and releases the lock. GETSET then answers nil; a program that takes this for “not expired” leaves a lock without an owner.",
        zh: "在 GET 与 GETSET 之间，另一个客户端收回锁又释放了它。GETSET 于是返回 nil；程序若把它当作“未过期”，就留下一把没有主人的锁。",
    },
    start_s: 89,
    lease_s: 10,
    clients: &[(C1, GetsetNil), (C2, GetsetNil), (C3, GetsetNil)],
    parts: false,
    opening: 3,
    beats: &[
        opening::SETS,
        opening::CRASHES,
        opening::EXPIRES,
        plain(Step(C1), "SETNX 112 -> 0; in -; leases -; owner C3"),
        plain(Step(C1), "GET -> 100; in -; leases -; owner C3"),
        plain(Step(C2), "SETNX 112 -> 0; in -; leases -; owner C3"),
        plain(Step(C2), "GET -> 100; in -; leases -; owner C3"),
        plain(
            Step(C2),
            "GETSET 112 -> 100; in C2; leases C2 until 112; owner C2",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C2; leases C2 until 112; owner C2",
        ),
        plain(Step(C2), "DEL -> 1; in -; leases -; owner -"),
        beat(
            Step(C1),
            "GETSET 115 -> nil; in -; leases -; owner C1",
            "{client} sends {command} and receives {reply}: nobody held the lock. But this program starts over, and its {value} stays in the key.",
            "{client} 发送 {command}，收到 {reply}：当时没有人持有锁。可这个程序从头再来，它写的 {value} 却留在了键里。",
        ),
        plain(Step(C1), "SETNX 115 -> 0; in -; leases -; owner C1"),
        beat(
            Step(C1),
            "GET -> 115; in -; leases -; owner C1",
            "{client} reads {reply}, which it wrote itself, and waits until {wake}. The lock is nobody’s.",
            "{client} 读到自己写的 {reply}，于是等到 {wake}。这把锁不属于任何人。",
        ),
    ],
};

pub(super) static TAKEN: Lesson = Lesson {
    group: Group::LeftOut,
    id: "S9-taken",
    title: Text {
        en: "nil, understood",
        zh: "读懂 nil",
    },
    summary: Text {
        en: "The same, with a program that knows: nil means that nobody held the lock, so it is taken.",
        zh: "同样的经过，但程序明白：nil 表示没有人持有，锁就归它了。",
    },
    start_s: 89,
    lease_s: 10,
    clients: &[(C1, Getset), (C2, Getset), (C3, Getset)],
    parts: false,
    opening: 3,
    beats: &[
        opening::SETS,
        opening::CRASHES,
        opening::EXPIRES,
        plain(Step(C1), "SETNX 112 -> 0; in -; leases -; owner C3"),
        plain(Step(C1), "GET -> 100; in -; leases -; owner C3"),
        plain(Step(C2), "SETNX 112 -> 0; in -; leases -; owner C3"),
        plain(Step(C2), "GET -> 100; in -; leases -; owner C3"),
        plain(
            Step(C2),
            "GETSET 112 -> 100; in C2; leases C2 until 112; owner C2",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C2; leases C2 until 112; owner C2",
        ),
        plain(Step(C2), "DEL -> 1; in -; leases -; owner -"),
        beat(
            Step(C1),
            "GETSET 115 -> nil; in C1; leases C1 until 115; owner C1",
            "{client} sends {command} and receives {reply}: nobody held the lock, so {client} has it until {until}.",
            "{client} 发送 {command}，收到 {reply}：没有人持有锁，所以归 {client}，直到 {until}。",
        ),
    ],
};
