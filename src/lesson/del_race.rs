//! D2: two clients find the same expired lock, and each deletes what it takes for that lock.

use super::{C1, C2, C3, Group, Lesson, beat, opening, plain};
use crate::lock::Algorithm::SetnxDel;
use crate::sim::Move::Step;
use crate::text::Text;

pub(super) static DEL_RACE: Lesson = Lesson {
    group: Group::Told,
    id: "D2",
    title: Text {
        en: "The DEL race",
        zh: "DEL 竞态",
    },
    summary: Text {
        en: "Two clients read the value of the same expired lock. Each deletes it and sets it anew, and both end up as holders.",
        zh: "两个客户端读到同一把过期锁的值，各自删除它，再各自重新设置，结果两个都成了持有者。",
    },
    start_s: 89,
    lease_s: 10,
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
            "{client} sends {command}. The key left by {writer} is still there, so the reply is {reply}.",
            "{client} 发送 {command}。{writer} 留下的键还在，所以回复是 {reply}。",
        ),
        beat(
            Step(C1),
            "GET -> 100; in -; leases -; owner C3",
            "{client} reads {reply}. Its clock shows {clock}: the lock has expired, and {client} decides to delete it.",
            "{client} 读到 {reply}。它的时钟是 {clock}：锁已过期，{client} 决定把它删掉。",
        ),
        plain(Step(C2), "SETNX 112 -> 0; in -; leases -; owner C3"),
        beat(
            Step(C2),
            "GET -> 100; in -; leases -; owner C3",
            "{client} reads the same {reply} and makes the same decision. Neither knows about the other.",
            "{client} 读到同样的 {reply}，做了同样的决定。它们彼此并不知道对方。",
        ),
        beat(
            Step(C1),
            "DEL -> 1; in -; leases -; owner -",
            "{client} deletes the expired lock; the reply, {reply}, counts the keys that are gone.",
            "{client} 删除了过期的锁，回复 {reply} 是删掉的键数。",
        ),
        beat(
            Step(C1),
            "SETNX 112 -> 1; in C1; leases C1 until 112; owner C1",
            "{client} sends {command} and the reply is {reply}: {client} holds the lock until {until}, and so far all is well.",
            "{client} 发送 {command}，回复是 {reply}：{client} 持有锁，直到 {until}。到此为止一切正常。",
        ),
        beat(
            Step(C2),
            "DEL -> 1; in C1; leases C1 until 112; owner -; removed the lock of C1",
            "{client} now carries out its decision, and the reply is {reply}. DEL does not look at the value: *the lock that it removed belonged to {victims}*.",
            "{client} 现在执行它先前的决定，回复是 {reply}。DEL 并不看值：*它删掉的锁是 {victims} 的*。",
        ),
        beat(
            Step(C2),
            "SETNX 112 -> 1; in C1 C2; leases C1 until 112 C2 until 112; owner C2; two believers C1 C2; two leases C1 C2",
            "{client} sends {command}, and for it the reply is {reply} as well. *{believers} now both hold the lock*, and the key, last written by {owner}, shows nothing of it.",
            "{client} 发送 {command}，得到的回复也是 {reply}。*{believers} 现在同时持有锁*，而键最后由 {owner} 写入，从中什么也看不出来。",
        ),
    ],
};
