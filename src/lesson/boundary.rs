//! B: when exactly a lock has expired; three readings, and what each leads to.

use super::{C1, C2, C3, Group, Lesson, beat, opening, plain, retold};
use crate::lock::Algorithm::{GetsetEqual, GetsetLate, GetsetLess};
use crate::sim::Move::{Crash, Step, Tick};
use crate::text::Text;

pub(super) static EQUAL: Lesson = Lesson {
    group: Group::LeftOut,
    id: "B-equal",
    title: Text {
        en: "“Equal to” the time",
        zh: "“等于”当前时间",
    },
    summary: Text {
        en: "Taken at its word: expired is what equals the current time. Nobody looked in that very second, and nobody ever gets in again.",
        zh: "照字面做：等于当前时间才算过期。那一秒恰好没有人来看，此后谁也进不去了。",
    },
    start_s: 89,
    lease_s: 10,
    clients: &[(C1, GetsetEqual), (C2, GetsetEqual), (C3, GetsetEqual)],
    parts: false,
    opening: 2,
    beats: &[
        opening::SETS,
        opening::CRASHES,
        retold(
            Tick(12_000),
            "nothing sent; in -; leases -; owner C3; stuck C1 C2",
            opening::EXPIRES_SAYS,
        ),
        plain(
            Step(C1),
            "SETNX 112 -> 0; in -; leases -; owner C3; stuck C1 C2",
        ),
        beat(
            Step(C1),
            "GET -> 100; in -; leases -; owner C3; stuck C1 C2",
            "{client} reads {reply}, and its clock shows {clock}. The two are not equal, so it waits until {wake}. *They will never be equal again*: the clock only goes on.",
            "{client} 读到 {reply}，它的时钟是 {clock}。两者不相等，于是等到 {wake}。*它们再也不会相等*：时钟只会往前走。",
        ),
    ],
};

pub(super) static BOTH: Lesson = Lesson {
    group: Group::LeftOut,
    id: "B-both",
    title: Text {
        en: "The last second, counted twice",
        zh: "最后一秒，两边都算",
    },
    summary: Text {
        en: "The holder counts the second that its value names as its own, and the contender counts it as expired. In that second both are in.",
        zh: "持有者把自己的值所指的那一秒算作自己的，争锁者却当它已经过期。那一秒里，两个都在。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, GetsetLate), (C2, GetsetLate)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SETNX 111 -> 1; in C1; leases C1 until 112; owner C1",
        ),
        plain(
            Tick(11_000),
            "nothing sent; in C1; leases C1 until 112; owner C1",
        ),
        plain(
            Step(C2),
            "SETNX 122 -> 0; in C1; leases C1 until 112; owner C1",
        ),
        beat(
            Step(C2),
            "GET -> 111; in C1; leases C1 until 112; owner C1",
            "{client} reads {reply}, and its clock shows {clock}: not in the future, so it counts as expired.",
            "{client} 读到 {reply}，它的时钟是 {clock}：不在未来，就算过期。",
        ),
        beat(
            Step(C2),
            "GETSET 122 -> 111; in C1 C2; leases C1 until 112 C2 until 123; owner C2; two believers C1 C2; two leases C1 C2",
            "{client} sends {command} and gets {reply}. *The leases of {leaseholders} are both valid* in this one second.",
            "{client} 发送 {command}，得到 {reply}。*在这一秒里，{leaseholders} 的租约都有效*。",
        ),
    ],
};

pub(super) static LESS: Lesson = Lesson {
    group: Group::LeftOut,
    id: "B-less",
    title: Text {
        en: "“Older than” the time",
        zh: "“早于”当前时间",
    },
    summary: Text {
        en: "Expired is what lies before the current time. All wait one second more, and are safe.",
        zh: "早于当前时间才算过期。大家多等一秒，但是安全。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, GetsetLess), (C2, GetsetLess)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SETNX 111 -> 1; in C1; leases C1 until 111; owner C1",
        ),
        plain(
            Crash(C1),
            "nothing sent; in -; leases C1 until 111; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in -; leases -; owner C1"),
        plain(Step(C2), "SETNX 122 -> 0; in -; leases -; owner C1"),
        beat(
            Step(C2),
            "GET -> 111; in -; leases -; owner C1",
            "{client} reads {reply}, and its clock shows {clock}. That is not past yet, so it waits until {wake}.",
            "{client} 读到 {reply}，它的时钟是 {clock}。还不算过去，于是等到 {wake}。",
        ),
        plain(Tick(1_000), "nothing sent; in -; leases -; owner C1"),
        plain(Step(C2), "SETNX 123 -> 0; in -; leases -; owner C1"),
        plain(Step(C2), "GET -> 111; in -; leases -; owner C1"),
        plain(
            Step(C2),
            "GETSET 123 -> 111; in C2; leases C2 until 123; owner C2",
        ),
    ],
};
