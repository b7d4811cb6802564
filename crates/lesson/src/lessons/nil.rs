//! S9: GETSET answers nil, since the lock was released in between.

use super::opening;
use crate::lesson::{C1, C2, C3, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::{Getset, GetsetNil};
use sim::Move::{Step, Tick};

pub(super) static MISREAD: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "S9",
    title: Text {
        en: "A nil reply, misread",
        zh: "误解 nil 回复",
    },
    summary: Text {
        en: "Between GET and GETSET another client takes over the lock and releases it. GETSET then returns nil. A program that takes nil for “not expired” leaves a lock that belongs to nobody.",
        zh: "在 GET 与 GETSET 之间，另一个客户端接管锁又释放了它，于是 GETSET 返回 nil。程序若把 nil 当作“没有过期”，就会留下一把不属于任何人的锁。",
    },
    start_s: 89,
    lease_s: 10,
    network: Network::ONE,
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
            "{client} sends {command} and receives {reply}: the key did not exist, so nobody held the lock. But this program starts over, and its value {value} stays in the key.",
            "{client} 发送 {command}，收到 {reply}：键不存在，说明没有谁持有锁。但这个程序从头开始，它写的 {value} 留在了键里。",
        ),
        plain(Step(C1), "SETNX 115 -> 0; in -; leases -; owner C1"),
        beat(
            Step(C1),
            "GET -> 115; in -; leases -; owner C1; shut C1",
            "{client} reads {reply}, the time that it wrote itself, and waits until {wake}. *The lock is shut, and nobody is in it*.",
            "{client} 读到自己写的时间 {reply}，等到 {wake}。*锁关着，里面却没有人*。",
        ),
    ],
};

pub(super) static TAKEN: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "S9-taken",
    title: Text {
        en: "A nil reply, understood",
        zh: "读懂 nil 回复",
    },
    summary: Text {
        en: "The same moves, with a program that knows the meaning of nil: nobody held the lock, so the client has it now.",
        zh: "同样的步骤，但程序知道 nil 的含义：没有谁持有锁，所以现在归这个客户端。",
    },
    start_s: 89,
    lease_s: 10,
    network: Network::ONE,
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
            "{client} sends {command} and receives {reply}: the key did not exist, so nobody held the lock. {client} holds it until {until}.",
            "{client} 发送 {command}，收到 {reply}：键不存在，说明没有谁持有锁。{client} 持有锁，直到 {until}。",
        ),
    ],
};
