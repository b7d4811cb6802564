//! D2: two clients find the same expired lock, and each sends DEL.

use super::opening;
use crate::lesson::{C1, C2, C3, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::SetnxDel;
use sim::Move::Step;

pub(super) static DEL_RACE: Lesson = Lesson {
    group: LessonGroup::Told,
    id: "D2",
    title: Text {
        en: "The DEL race",
        zh: "DEL 竞态",
    },
    summary: Text {
        en: "Two clients read the value of the same expired lock. Each deletes the key and sets it again, and both believe that they hold the lock.",
        zh: "两个客户端读到同一把过期锁的值，各自删除键，又各自重新设置，结果两个都自认持锁。",
    },
    start_s: 89,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, SetnxDel), (C2, SetnxDel), (C3, SetnxDel)],
    parts: false,
    opening: 3,
    beats: &[
        opening::SETS,
        opening::CRASHES,
        opening::EXPIRES,
        beat(
            Step(C1),
            "SETNX 112 -> 0; in -; leases -; owner C3",
            "{client} sends {command}. The key that {writer} left still exists, so the reply is {reply}.",
            "{client} 发送 {command}。{writer} 留下的键还在，所以回复是 {reply}。",
        ),
        beat(
            Step(C1),
            "GET -> 100; in -; leases -; owner C3",
            "{client} reads {reply}. Its clock shows {clock}, so the lock has expired. Its next command will be DEL.",
            "{client} 读到 {reply}。它的时钟是 {clock}，所以锁已过期。它的下一条命令将是 DEL。",
        ),
        plain(Step(C2), "SETNX 112 -> 0; in -; leases -; owner C3"),
        beat(
            Step(C2),
            "GET -> 100; in -; leases -; owner C3",
            "{client} reads {reply} as well. Its next command will be DEL, too. Neither client knows of the other.",
            "{client} 也读到 {reply}，下一条命令同样将是 DEL。两个客户端互不知情。",
        ),
        beat(
            Step(C1),
            "DEL -> 1; in -; leases -; owner -",
            "{client} deletes the expired lock. The reply {reply} is the number of deleted keys.",
            "{client} 删除过期的锁。回复 {reply} 是被删除的键的个数。",
        ),
        beat(
            Step(C1),
            "SETNX 112 -> 1; in C1; leases C1 until 112; owner C1",
            "{client} sends {command}, and the reply is {reply}: {client} holds the lock until {until}. So far nothing is wrong.",
            "{client} 发送 {command}，回复是 {reply}：{client} 持有锁，直到 {until}。到这里一切正常。",
        ),
        beat(
            Step(C2),
            "DEL -> 1; in C1; leases C1 until 112; owner -; removed-lock C2 C1",
            "{client} read the expired value earlier and sends {command} only now. The reply is {reply}. DEL does not compare the value: *the lock that it deleted was the lock of {victims}*.",
            "{client} 先前读到的是过期的值，现在才发送 {command}。回复是 {reply}。DEL 不比较值：*它删掉的是 {victims} 的锁*。",
        ),
        beat(
            Step(C2),
            "SETNX 112 -> 1; in C1 C2; leases C1 until 112 C2 until 112; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{client} sends {command}, and the reply is {reply} again. *{believers} now both believe that they hold the lock*. The key shows only the last writer, {owner}.",
            "{client} 发送 {command}，回复也是 {reply}。*{believers} 现在同时自认持锁*，而键里只看得出最后写入的 {owner}。",
        ),
    ],
};
