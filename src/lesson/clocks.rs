//! S7: clocks that are wrong, ahead and behind.

use super::{C1, C2, Group, Lesson, beat, plain};
use crate::lock::Algorithm::Getset;
use crate::sim::Move::{Skew, Step};
use crate::text::Text;

pub(super) static AHEAD: Lesson = Lesson {
    group: Group::LeftOut,
    id: "S7",
    title: Text {
        en: "A clock that runs ahead",
        zh: "时钟走快了",
    },
    summary: Text {
        en: "The contender’s clock is ahead by more than what is left of the lease. To it, a valid lock has expired.",
        zh: "争锁者的时钟快过了租约剩下的时间。在它看来，一把有效的锁已经过期。",
    },
    start_s: 100,
    lease_s: 10,
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
            "{client} 读到 {reply}。真实时间是 {time}，它自己的时钟却是 {clock}：在 {client} 看来，锁已经过期。",
        ),
        beat(
            Step(C2),
            "GETSET 123 -> 111; in C1 C2; leases C1 until 111 C2 until 123; owner C2; two believers C1 C2; two leases C1 C2",
            "{client} sends {command} and gets {reply}, which is past by its clock. *{leaseholders} have valid leases at once*.",
            "{client} 发送 {command}，得到 {reply}，按它的时钟已是过去。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static BEHIND: Lesson = Lesson {
    group: Group::LeftOut,
    id: "S7-behind",
    title: Text {
        en: "A clock that runs behind",
        zh: "时钟走慢了",
    },
    summary: Text {
        en: "The holder’s clock is behind. The time that it writes is past already: its lock is born expired.",
        zh: "持有者的时钟慢了，写下的时间已经过去：这把锁一出生就过期了。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, Getset), (C2, Getset)],
    parts: false,
    opening: 1,
    beats: &[
        plain(Skew(C1, -12_000), "nothing sent; in -; leases -; owner -"),
        beat(
            Step(C1),
            "SETNX 99 -> 1; in C1; leases -; owner C1",
            "{client} sends {command} by its clock, {clock}, and the reply is {reply}. It acts as the holder, but by the true clock its lease is over before it begins.",
            "{client} 按自己的时钟 {clock} 发送 {command}，回复是 {reply}。它以持有者自居，可按真实时钟，这份租约还没开始就已经结束。",
        ),
        plain(Step(C2), "SETNX 111 -> 0; in C1; leases -; owner C1"),
        beat(
            Step(C2),
            "GET -> 99; in C1; leases -; owner C1",
            "{client} reads {reply}. Its clock is right, {clock}: the lock has expired.",
            "{client} 读到 {reply}。它的时钟没有错，是 {clock}：锁已经过期。",
        ),
        beat(
            Step(C2),
            "GETSET 111 -> 99; in C1 C2; leases C2 until 111; owner C2; two believers C1 C2",
            "{client} recovers it with {command}; the old value is {reply}. *{believers} now both act as holders*.",
            "{client} 用 {command} 收回锁，旧值是 {reply}。*{believers} 现在都以持有者自居*。",
        ),
    ],
};
