//! D4: a holder stalls past its lease and then releases, without and with a check of its clock.

use super::opening;
use crate::lesson::{Beat, C1, C2, C3, Lesson, LessonGroup, Network, beat, plain, retold};
use base::text::Text;
use lock::Algorithm::{Getset, GetsetBlind};
use sim::Move::{Step, Tick};

pub(super) static BLIND: Lesson = Lesson {
    group: LessonGroup::Told,
    id: "D4",
    title: Text {
        en: "The late DEL",
        zh: "迟到的 DEL",
    },
    summary: Text {
        en: "A holder stalls until its lease is over, and another client takes over the lock. Then the first client sends DEL and deletes a lock that is no longer its own.",
        zh: "持有者停顿到租约结束之后，另一个客户端接管了锁。这时前者发送 DEL，删掉了已不属于自己的锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
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
            "DEL -> 1; in C2; leases C2 until 123; owner -; removed-lock C1 C2",
            "{client} has finished its work and sends {command}. The reply is {reply}. *The lock that it deleted was the lock of {victims}*.",
            "{client} 做完工作，发送 {command}。回复是 {reply}。*它删掉的是 {victims} 的锁*。",
        ),
        beat(
            Step(C3),
            "SETNX 123 -> 1; in C2 C3; leases C2 until 123 C3 until 123; owner C3; two-believers C2 C3; two-leases C2 C3",
            "{client} sends {command}. The key does not exist, so the reply is {reply}. *{believers} now both believe that they hold the lock*, and both leases are valid.",
            "{client} 发送 {command}。键不存在，所以回复是 {reply}。*{believers} 现在同时自认持锁*，而且两份租约都有效。",
        ),
    ],
};

pub(super) static GUARDED: Lesson = Lesson {
    group: LessonGroup::Told,
    id: "D4-guarded",
    title: Text {
        en: "A release that checks the clock",
        zh: "释放前先看时钟",
    },
    summary: Text {
        en: "The same stall. This time the holder compares its clock with the end of its lease before it sends DEL. The lease is over, so it sends nothing.",
        zh: "同样的停顿。这一次，持有者在发送 DEL 之前先把时钟与租约的结束时间比较。租约已经结束，所以它什么也不发送。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
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
            "{client} has finished its work and first compares its clock with the end of its lease: {clock} is not before {until}. The key may belong to another client, so {client} sends nothing. {believers} keeps the lock.",
            "{client} 做完工作，先把时钟与租约的结束时间比较：{clock} 不早于 {until}。键可能已属于别的客户端，所以 {client} 什么也不发送。{believers} 的锁还在。",
        ),
        plain(
            Step(C3),
            "SETNX 123 -> 0; in C2; leases C2 until 123; owner C2",
        ),
        beat(
            Step(C3),
            "GET -> 123; in C2; leases C2 until 123; owner C2",
            "{client} reads {reply}. Its clock shows {clock}, so the lock has not expired. {client} waits until {wake}, and only {believers} holds the lock.",
            "{client} 读到 {reply}。它的时钟是 {clock}，所以锁没有过期。{client} 等到 {wake}，持有锁的只有 {believers}。",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C2; leases C2 until 123; owner C2",
        ),
        beat(
            Step(C2),
            "DEL -> 1; in -; leases -; owner -",
            "{client} compares its clock with the end of its lease as well: {clock} is before {until}. It sends {command}, and the reply is {reply}.",
            "{client} 同样把时钟与租约的结束时间比较：{clock} 早于 {until}。它发送 {command}，回复是 {reply}。",
        ),
        beat(
            Step(C3),
            "SETNX 126 -> 1; in C3; leases C3 until 126; owner C3",
            "{client} sends {command}, and the reply is {reply}: {client} holds the lock until {until}, and no other client believes that it does.",
            "{client} 发送 {command}，回复是 {reply}：{client} 持有锁，直到 {until}，此外没有谁自认持锁。",
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
    "{lapsed} stalls for {elapsed} seconds. Its lease ended at {ended}, but {lapsed} has not looked at its clock and still believes that it holds the lock.",
    "{lapsed} 停顿了 {elapsed} 秒。它的租约已在 {ended} 结束，但它没有看时钟，仍自认持锁。",
);

const TRIES: Beat = plain(Step(C2), "SETNX 123 -> 0; in C1; leases -; owner C1");

const READS: Beat = beat(
    Step(C2),
    "GET -> 111; in C1; leases -; owner C1",
    "{client} reads {reply}. Its clock shows {clock}, so the lock has expired.",
    "{client} 读到 {reply}。它的时钟是 {clock}，所以锁已过期。",
);

const TAKES_OVER: Beat = beat(
    Step(C2),
    "GETSET 123 -> 111; in C1 C2; leases C2 until 123; owner C2; two-believers C1 C2",
    "{client} takes over the lock with {command}. The old value is {reply}, which has expired, so {client} holds the lock until {until}. Only this lease is valid, but *{believers} now both believe that they hold the lock*: {others} has not looked at its clock.",
    "{client} 用 {command} 接管锁。旧值 {reply} 已过期，所以 {client} 持有锁，直到 {until}。只有这份租约有效，但 *{believers} 现在同时自认持锁*：{others} 还没有看时钟。",
);
