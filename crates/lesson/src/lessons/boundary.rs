//! B: when exactly a lock has expired; three readings, and what each leads to.

use super::opening;
use crate::lesson::{C1, C2, C3, Lesson, LessonGroup, Network, beat, plain, retold};
use base::text::Text;
use lock::Algorithm::{GetsetEq, GetsetLate, GetsetLt};
use sim::Move::{Crash, Step, Tick};

pub(super) static EQUAL: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "B-equal",
    title: Text {
        en: "“Equal to” the time",
        zh: "“等于”当前时间",
    },
    summary: Text {
        en: "This program takes the sentence literally: a lock has expired when its time equals the current time. No client looked in that second, so none ever gets the lock.",
        zh: "这个程序照字面理解：锁的时间等于当前时间才算过期。那一秒没有客户端来看，所以谁也拿不到锁了。",
    },
    start_s: 89,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, GetsetEq), (C2, GetsetEq), (C3, GetsetEq)],
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
            "{client} reads {reply}. Its clock shows {clock}, which is not equal, so {client} waits until {wake}. *The two will never be equal again*: the clock only goes forward.",
            "{client} 读到 {reply}。它的时钟是 {clock}，两者不相等，所以 {client} 等到 {wake}。*两者再也不会相等*：时钟只会前进。",
        ),
    ],
};

pub(super) static BOTH: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "B-both",
    title: Text {
        en: "The last second, counted twice",
        zh: "最后一秒，两边都算",
    },
    summary: Text {
        en: "The holder counts the last second as its own, and the contender counts the same second as expired. In that second both believe that they hold the lock.",
        zh: "持有者把最后一秒算作自己的，争锁者却把同一秒算作过期。在那一秒里，两者同时自认持锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
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
            "{client} reads {reply}. Its clock shows {clock}: the value is not in the future, so {client} counts it as expired.",
            "{client} 读到 {reply}。它的时钟是 {clock}：值不在未来，所以 {client} 算它过期。",
        ),
        beat(
            Step(C2),
            "GETSET 122 -> 111; in C1 C2; leases C1 until 112 C2 until 123; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{client} sends {command} and receives {reply}. *The leases of {leaseholders} are valid at once*, for this one second.",
            "{client} 发送 {command}，收到 {reply}。*{leaseholders} 的租约同时有效*，为时一秒。",
        ),
    ],
};

pub(super) static LESS: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "B-less",
    title: Text {
        en: "“Older than” the time",
        zh: "“早于”当前时间",
    },
    summary: Text {
        en: "A lock has expired when its time is before the current time. Contenders wait one second more, and the lock is safe at this boundary.",
        zh: "锁的时间早于当前时间才算过期。争锁者多等一秒，在这个边界上锁是安全的。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, GetsetLt), (C2, GetsetLt)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SETNX 111 -> 1; in C1; leases C1 until 111; owner C1",
        ),
        plain(Crash(C1), "nothing sent; in -; leases -; owner C1"),
        plain(Tick(11_000), "nothing sent; in -; leases -; owner C1"),
        plain(Step(C2), "SETNX 122 -> 0; in -; leases -; owner C1"),
        beat(
            Step(C2),
            "GET -> 111; in -; leases -; owner C1",
            "{client} reads {reply}. Its clock shows {clock}: the value is not in the past yet, so {client} waits until {wake}.",
            "{client} 读到 {reply}。它的时钟是 {clock}：值还没有过去，所以 {client} 等到 {wake}。",
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
