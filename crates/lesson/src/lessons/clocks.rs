//! S7: clocks that are wrong, ahead and behind.

use crate::lesson::{C1, C2, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::Getset;
use sim::Move::{Skew, Step};

pub(super) static AHEAD: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "S7",
    title: Text {
        en: "A clock that runs ahead",
        zh: "时钟走快了",
    },
    summary: Text {
        en: "The contender’s clock is ahead by at least the time that is left in the key. To the contender, a valid lock has expired.",
        zh: "争锁者的时钟快得不少于键里剩下的时间。在它看来，一把有效的锁已经过期。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Getset), (C2, Getset)],
    parts: false,
    opening: 1,
    beats: &[
        plain(Skew(C2, 12_000), "nothing sent; in -; leases -; owner -"),
        plain(
            Step(C1),
            "SETNX 111 -> 1; in C1; leases C1 until 111; owner C1",
        ),
        plain(
            Step(C2),
            "SETNX 123 -> 0; in C1; leases C1 until 111; owner C1",
        ),
        beat(
            Step(C2),
            "GET -> 111; in C1; leases C1 until 111; owner C1",
            "{client} reads {reply}. The true time is {time}, but its own clock shows {clock}: to {client}, the lock has expired.",
            "{client} 读到 {reply}。真实时间是 {time}，它自己的时钟却是 {clock}：在 {client} 看来，锁已过期。",
        ),
        beat(
            Step(C2),
            "GETSET 123 -> 111; in C1 C2; leases C1 until 111 C2 until 123; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{client} sends {command} and receives {reply}, which has expired by its clock. *The leases of {leaseholders} are valid at once*.",
            "{client} 发送 {command}，收到 {reply}，按它的时钟已经过期。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static BEHIND: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "S7-behind",
    title: Text {
        en: "A clock that runs behind",
        zh: "时钟走慢了",
    },
    summary: Text {
        en: "The holder’s clock is behind. The time that it writes is already in the past, so its lock has expired from the start.",
        zh: "持有者的时钟慢了，写入的时间已经过去：这把锁一开始就是过期的。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Getset), (C2, Getset)],
    parts: false,
    opening: 1,
    beats: &[
        plain(Skew(C1, -12_000), "nothing sent; in -; leases -; owner -"),
        beat(
            Step(C1),
            "SETNX 99 -> 1; in C1; leases C1 until 99; owner C1",
            "{client} reads its clock, {clock}, and sends {command}. The reply is {reply}, so {client} believes that it holds the lock. It trusts its clock until that shows {until}; but the true time is {time}, and {value} is past.",
            "{client} 读时钟，是 {clock}，发送 {command}。回复是 {reply}，所以 {client} 自认持锁。它要等自己的时钟走到 {until}；但真实时间是 {time}，{value} 已经过去。",
        ),
        plain(
            Step(C2),
            "SETNX 111 -> 0; in C1; leases C1 until 99; owner C1",
        ),
        beat(
            Step(C2),
            "GET -> 99; in C1; leases C1 until 99; owner C1",
            "{client} reads {reply}. Its clock is right and shows {clock}, so the lock has expired.",
            "{client} 读到 {reply}。它的时钟是准的，是 {clock}，所以锁已过期。",
        ),
        beat(
            Step(C2),
            "GETSET 111 -> 99; in C1 C2; leases C1 until 99 C2 until 111; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{client} takes over the lock with {command}. The old value is {reply}, which has expired. *The leases of {leaseholders} are valid at once*, each by its holder’s own clock.",
            "{client} 用 {command} 接管锁，旧值 {reply} 已过期。*{leaseholders} 的租约同时有效*，各按持有者自己的时钟。",
        ),
    ],
};
