//! D1: a holder crashes, and no client reads the value, which would show that the lock has expired.

use super::opening;
use crate::lesson::{C1, C2, C3, Lesson, LessonGroup, Network, beat, plain, retold};
use base::text::Text;
use lock::Algorithm::Setnx;
use sim::Move::{Crash, Step, Tick};

pub(super) static DEADLOCK: Lesson = Lesson {
    group: LessonGroup::Told,
    id: "D1",
    title: Text {
        en: "The deadlock",
        zh: "死锁",
    },
    summary: Text {
        en: "The holder crashes and its key stays. The other clients only ask whether the key exists, so none of them ever gets the lock.",
        zh: "持有者崩溃，它的键留了下来。其他客户端只问键是否存在，所以谁也拿不到锁。",
    },
    start_s: 89,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Setnx), (C2, Setnx), (C3, Setnx)],
    parts: false,
    opening: 0,
    beats: &[
        opening::SETS,
        retold(
            Crash(C3),
            "nothing sent; in -; leases -; owner C3; stuck C1 C2",
            opening::CRASHES_SAYS,
        ),
        retold(
            Tick(12_000),
            "nothing sent; in -; leases -; owner C3; stuck C1 C2",
            opening::EXPIRES_SAYS,
        ),
        beat(
            Step(C1),
            "SETNX 112 -> 0; in -; leases -; owner C3; shut C1; stuck C1 C2",
            "{client} sends {command}. The key exists, so the reply is {reply}, and {client} starts over. *The lock is shut, and nobody is in it*.",
            "{client} 发送 {command}。键已经存在，所以回复是 {reply}，{client} 从头开始。*锁关着，里面却没有人*。",
        ),
        plain(
            Step(C2),
            "SETNX 112 -> 0; in -; leases -; owner C3; shut C2; stuck C1 C2",
        ),
        beat(
            Tick(10_000),
            "nothing sent; in -; leases -; owner C3; stuck C1 C2",
            "{elapsed} seconds pass. SETNX sets no time to live, so at {time} the key still exists, with the value {value}.",
            "过了 {elapsed} 秒。SETNX 不设置过期时间，所以到 {time} 时键仍然存在，值还是 {value}。",
        ),
        beat(
            Step(C1),
            "SETNX 122 -> 0; in -; leases -; owner C3; shut C1; stuck C1 C2",
            "{client} tries again with a new time, {command}, and the reply is {reply} again. Its program never reads {value}, the time in the key.",
            "{client} 换上新的时间再试一次，发送 {command}，回复仍是 {reply}。它的程序从不读取键里的时间 {value}。",
        ),
        beat(
            Step(C2),
            "SETNX 122 -> 0; in -; leases -; owner C3; shut C2; stuck C1 C2",
            "{client} sends {command}, and the reply is {reply}. *{stuck} will try for ever*: their programs never read the time in the key, and only {writer} would have deleted the key, but {writer} has crashed.",
            "{client} 发送 {command}，回复是 {reply}。*{stuck} 会永远试下去*：它们的程序从不读取键里的时间，而本该删除键的只有 {writer}，它已经崩溃。",
        ),
    ],
};
