//! S8: a client that polls with GETSET alone never gets the lock.

use crate::lesson::{C3, C4, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::GetsetPoll;
use sim::Move::{Crash, Step, Tick};

pub(super) static POLL: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "S8",
    title: Text {
        en: "Starved by its own GETSET",
        zh: "被自己的 GETSET 挡住",
    },
    summary: Text {
        en: "A contender polls with GETSET and never reads first. Each try writes a later time into the lock of a crashed client, and so the contender never gets it.",
        zh: "争锁者不先读取，直接用 GETSET 轮询。每试一次，就把崩溃客户端留下的锁改成更晚的时间，于是自己始终拿不到。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C3, GetsetPoll), (C4, GetsetPoll)],
    parts: false,
    opening: 2,
    beats: &[
        plain(
            Step(C3),
            "SETNX 111 -> 1; in C3; leases C3 until 111; owner C3",
        ),
        plain(Crash(C3), "nothing sent; in -; leases -; owner C3"),
        plain(Tick(5_000), "nothing sent; in -; leases -; owner C3"),
        plain(Step(C4), "SETNX 116 -> 0; in -; leases -; owner C3"),
        beat(
            Step(C4),
            "GETSET 116 -> 111; in -; leases -; owner C4",
            "{client} sends {command} and receives {reply}, which has not expired, so {client} does not get the lock. But the key now says {value}.",
            "{client} 发送 {command}，收到没有过期的 {reply}，所以没有拿到锁。但键里现在是 {value}。",
        ),
        plain(Tick(7_000), "nothing sent; in -; leases -; owner C4"),
        plain(Step(C4), "SETNX 123 -> 0; in -; leases -; owner C4"),
        beat(
            Step(C4),
            "GETSET 123 -> 116; in -; leases -; owner C4; shut C4",
            "{client} sends {command} and receives {reply}: the time that it wrote itself. That has not expired, so {client} does not get the lock. The key now says {value}, and *the lock is shut, and nobody is in it*.",
            "{client} 发送 {command}，收到 {reply}：那是它自己写的时间，没有过期，所以没有拿到锁。键里现在是 {value}：*锁关着，里面却没有人*。",
        ),
        plain(Tick(1_000), "nothing sent; in -; leases -; owner C4"),
        plain(Step(C4), "SETNX 124 -> 0; in -; leases -; owner C4"),
        beat(
            Step(C4),
            "GETSET 124 -> 123; in -; leases -; owner C4; shut C4",
            "And once more: it reads {reply}, which it wrote itself, and writes {value}. It goes on so for as long as {client} polls more often than a lease lasts.",
            "又是一次：它读到自己写的 {reply}，再写入 {value}。只要 {client} 轮询的间隔短于一份租约，就会一直这样。",
        ),
    ],
};
