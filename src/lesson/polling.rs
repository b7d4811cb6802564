//! S8: who polls with GETSET alone keeps itself out.

use super::{C3, C4, Group, Lesson, beat, plain};
use crate::lock::Algorithm::GetsetPoll;
use crate::sim::Move::{Crash, Step, Tick};
use crate::text::Text;

pub(super) static POLL: Lesson = Lesson {
    group: Group::LeftOut,
    id: "S8",
    title: Text {
        en: "Starving by GETSET",
        zh: "被自己的 GETSET 饿死",
    },
    summary: Text {
        en: "A contender polls with GETSET and never looks first. Each try moves the dead lock’s time forward, and keeps the contender out.",
        zh: "争锁者不先看，就用 GETSET 轮询。每试一次，那把没人管的锁的时间就往后推一次，结果把自己挡在门外。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C3, GetsetPoll), (C4, GetsetPoll)],
    parts: false,
    opening: 2,
    beats: &[
        plain(
            Step(C3),
            "SETNX 111 -> 1; in C3; leases C3 until 111; owner C3",
        ),
        plain(
            Crash(C3),
            "nothing sent; in -; leases C3 until 111; owner C3",
        ),
        plain(
            Tick(5_000),
            "nothing sent; in -; leases C3 until 111; owner C3",
        ),
        plain(
            Step(C4),
            "SETNX 116 -> 0; in -; leases C3 until 111; owner C3",
        ),
        beat(
            Step(C4),
            "GETSET 116 -> 111; in -; leases C3 until 111; owner C4",
            "{client} sends {command} and receives {reply}, which is still to come: it has not got the lock. But the key now says {value}.",
            "{client} 发送 {command}，收到未来的 {reply}：没有拿到锁。可是键里变成了 {value}。",
        ),
        plain(Tick(7_000), "nothing sent; in -; leases -; owner C4"),
        plain(Step(C4), "SETNX 123 -> 0; in -; leases -; owner C4"),
        beat(
            Step(C4),
            "GETSET 123 -> 116; in -; leases -; owner C4",
            "Whoever crashed has no lease any more, and yet {client} receives {reply}: the time of its own last try. It moves it on to {value}.",
            "崩溃的客户端早就没有租约了，{client} 收到的却是 {reply}：自己上一次写的时间。它又把时间推到了 {value}。",
        ),
        plain(Tick(1_000), "nothing sent; in -; leases -; owner C4"),
        plain(Step(C4), "SETNX 124 -> 0; in -; leases -; owner C4"),
        plain(Step(C4), "GETSET 124 -> 123; in -; leases -; owner C4"),
        plain(Tick(1_000), "nothing sent; in -; leases -; owner C4"),
        plain(Step(C4), "SETNX 125 -> 0; in -; leases -; owner C4"),
        plain(Step(C4), "GETSET 125 -> 124; in -; leases -; owner C4"),
        plain(Tick(1_000), "nothing sent; in -; leases -; owner C4"),
        plain(Step(C4), "SETNX 126 -> 0; in -; leases -; owner C4"),
        plain(Step(C4), "GETSET 126 -> 125; in -; leases -; owner C4"),
        plain(Tick(1_000), "nothing sent; in -; leases -; owner C4"),
        plain(Step(C4), "SETNX 127 -> 0; in -; leases -; owner C4"),
        plain(
            Step(C4),
            "GETSET 127 -> 126; in -; leases -; owner C4; nobody gets in C4",
        ),
    ],
};
