//! D4: a holder stalls past its lease and then releases; blindly, and with a look at its clock.

use super::{Beat, C1, C2, C3, Group, Lesson, beat, opening, plain, retold};
use crate::lock::Algorithm::{Getset, GetsetBlind};
use crate::sim::Move::{Step, Tick};
use crate::text::Text;

pub(super) static BLIND: Lesson = Lesson {
    group: Group::Told,
    id: "D4",
    title: Text {
        en: "The late DEL",
        zh: "迟到的 DEL",
    },
    summary: Text {
        en: "A holder stalls past its lease and another client takes the lock over. The DEL of the first one then removes a lock that is no longer its own.",
        zh: "持有者停顿到租约结束之后，另一个客户端接管了锁。前者随后的 DEL 删掉的锁，已经不是它自己的了。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, GetsetBlind), (C2, GetsetBlind), (C3, GetsetBlind)],
    parts: false,
    opening: 0,
    beats: &[
        SETS,
        STALLS,
        TRIES,
        READS,
        TAKES_OVER,
        beat(
            Step(C1),
            "DEL -> 1; in C2; leases C2 until 123; owner -; removed the lock of C2",
            "{client} wakes and sends {command} as if nothing had happened; the reply is {reply}. *The lock that it removed belonged to {victims}*.",
            "{client} 醒来，若无其事地发送 {command}，回复是 {reply}。*它删掉的锁是 {victims} 的*。",
        ),
        beat(
            Step(C3),
            "SETNX 123 -> 1; in C2 C3; leases C2 until 123 C3 until 123; owner C3; two believers C2 C3; two leases C2 C3",
            "{client} sends {command}. There is no key, so the reply is {reply}. *{believers} now both hold the lock*, each with a lease that is valid.",
            "{client} 发送 {command}。键不存在，所以回复是 {reply}。*{believers} 现在同时持有锁*，而且两份租约都有效。",
        ),
    ],
};

pub(super) static GUARDED: Lesson = Lesson {
    group: Group::Told,
    id: "D4-guarded",
    title: Text {
        en: "A release that looks at the clock",
        zh: "释放前先看时钟",
    },
    summary: Text {
        en: "The same stall. This holder compares its clock with the end of its lease before DEL, and leaves the key alone.",
        zh: "同样的停顿。这个持有者在 DEL 之前先把时钟与租约的结束时间比较，于是没有去动那个键。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, Getset), (C2, Getset), (C3, Getset)],
    parts: false,
    opening: 0,
    beats: &[
        SETS,
        STALLS,
        TRIES,
        READS,
        TAKES_OVER,
        beat(
            Step(C1),
            "nothing sent; in C2; leases C2 until 123; owner C2",
            "{client} wakes and looks at its clock first: {clock} is not before {until}, so the key may be another's, and {client} sends nothing. The lock of {believers} stays.",
            "{client} 醒来，先看自己的时钟：{clock} 不早于 {until}，键可能已经归别人，于是 {client} 什么也不发。{believers} 的锁保住了。",
        ),
        plain(
            Step(C3),
            "SETNX 123 -> 0; in C2; leases C2 until 123; owner C2",
        ),
        beat(
            Step(C3),
            "GET -> 123; in C2; leases C2 until 123; owner C2",
            "{client} reads {reply}, which is in the future, and waits until {wake}. {believers} is the only holder.",
            "{client} 读到 {reply}，还在未来，于是等到 {wake}。持有者只有 {believers}。",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C2; leases C2 until 123; owner C2",
        ),
        beat(
            Step(C2),
            "DEL -> 1; in -; leases -; owner -",
            "{client} looks at its clock, too: {clock} is before {until}, so it deletes the key, and the reply is {reply}.",
            "{client} 也先看时钟：{clock} 早于 {until}，于是删除键，回复是 {reply}。",
        ),
        beat(
            Step(C3),
            "SETNX 126 -> 1; in C3; leases C3 until 126; owner C3",
            "{client} sends {command}, and the reply is {reply}: {client} is next, and alone.",
            "{client} 发送 {command}，回复是 {reply}：轮到 {client} 了，而且只有它一个。",
        ),
    ],
};

const SETS: Beat = retold(
    Step(C1),
    "SETNX 111 -> 1; in C1; leases C1 until 111; owner C1",
    opening::SETS_SAYS,
);

const STALLS: Beat = beat(
    Tick(12_000),
    "nothing sent; in C1; leases -; owner C1",
    "{lapsed} stalls for {elapsed} seconds. At {time} its lease, which ended at {ended}, is over, but {believers} has not noticed.",
    "{lapsed} 停顿了 {elapsed} 秒。到 {time} 时，它的租约已在 {ended} 结束，但 {believers} 毫无察觉。",
);

const TRIES: Beat = plain(Step(C2), "SETNX 123 -> 0; in C1; leases -; owner C1");

const READS: Beat = beat(
    Step(C2),
    "GET -> 111; in C1; leases -; owner C1",
    "{client} reads {reply}. Its clock shows {clock}, so the lock has expired.",
    "{client} 读到 {reply}。它的时钟是 {clock}，锁已经过期。",
);

const TAKES_OVER: Beat = beat(
    Step(C2),
    "GETSET 123 -> 111; in C1 C2; leases C2 until 123; owner C2; two believers C1 C2",
    "{client} takes the lock over with {command}: the old value is {reply}, still expired, so {client} holds the lock until {until}. Only its lease is valid, but *{believers} now both act as holders*: {others} has not looked at its clock since.",
    "{client} 用 {command} 接管锁：旧值 {reply} 仍是过期的，于是 {client} 持有锁，直到 {until}。只有它的租约有效，但 *{believers} 现在都以持有者自居*：{others} 此后还没有看过时钟。",
);
