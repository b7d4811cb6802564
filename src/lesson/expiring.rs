//! P1 and P2: SET NX PX, and releases that still delete another's lock.

use super::{C1, C2, C3, Group, Lesson, beat, plain};
use crate::lock::Algorithm::{PxBlind, PxGet};
use crate::sim::Move::{Step, Tick};
use crate::text::Text;

pub(super) static BLIND: Lesson = Lesson {
    group: Group::Successors,
    id: "P1",
    title: Text {
        en: "SET NX PX, released blindly",
        zh: "SET NX PX，盲目释放",
    },
    summary: Text {
        en: "The key expires by itself now. A holder that stalled past its lease still deletes whatever is there.",
        zh: "现在键会自己过期。可停顿过久的持有者，照样会删掉那里的任何东西。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, PxBlind), (C2, PxBlind), (C3, PxBlind)],
    parts: false,
    opening: 0,
    beats: &[
        beat(
            Step(C1),
            "SET C1 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
            "{client} sends {command}, and the reply is {reply}. The server itself will remove the key when its time is up; {client} counts its lease until {until}.",
            "{client} 发送 {command}，回复是 {reply}。到时候服务器会自己删除键；{client} 认定租约到 {until} 为止。",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET C2 NX PX 10000 -> OK; in C1 C2; leases C2 until 121; owner C2; two believers C1 C2",
        ),
        beat(
            Step(C1),
            "DEL -> 1; in C2; leases C2 until 121; owner -; removed the lock of C2",
            "{client} wakes and sends {command}; the reply is {reply}. *The lock that it removed belonged to {victims}*.",
            "{client} 醒来发送 {command}，回复是 {reply}。*它删掉的锁是 {victims} 的*。",
        ),
        plain(
            Step(C3),
            "SET C3 NX PX 10000 -> OK; in C2 C3; leases C2 until 121 C3 until 121; owner C3; two believers C2 C3; two leases C2 C3",
        ),
    ],
};

pub(super) static GET: Lesson = Lesson {
    group: Group::Successors,
    id: "P2",
    title: Text {
        en: "SET NX PX, compared and then deleted",
        zh: "SET NX PX，先比较再删除",
    },
    summary: Text {
        en: "The holder compares its token before DEL. The key expires between the two.",
        zh: "持有者在 DEL 之前先比较令牌。键恰好在两步之间过期。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, PxGet), (C2, PxGet), (C3, PxGet)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET C1 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        beat(
            Step(C1),
            "GET -> C1; in -; leases -; owner C1",
            "{client} is done and asks with {command}: {reply} is its own token.",
            "{client} 做完了，用 {command} 查看：{reply} 正是它自己的令牌。",
        ),
        plain(Tick(8_000), "nothing sent; in -; leases -; owner -"),
        plain(
            Step(C2),
            "SET C2 NX PX 10000 -> OK; in C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "DEL -> 1; in C2; leases C2 until 121; owner -; removed the lock of C2",
            "{client} acts on what it has seen and sends {command}; the reply is {reply}. *The lock that it removed belonged to {victims}*.",
            "{client} 按刚才所见发送 {command}，回复是 {reply}。*它删掉的锁是 {victims} 的*。",
        ),
        plain(
            Step(C3),
            "SET C3 NX PX 10000 -> OK; in C2 C3; leases C2 until 121 C3 until 121; owner C3; two believers C2 C3; two leases C2 C3",
        ),
    ],
};
