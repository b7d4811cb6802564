//! P1 to P3: SET NX PX, releases that still delete another's lock, and releases that compare and delete in one step.

use crate::lesson::{C1, C2, C3, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::{Px, PxBlind, PxDelex, PxGet};
use sim::Move::{Step, Tick};

pub(super) static BLIND: Lesson = Lesson {
    group: LessonGroup::Successors,
    id: "P1",
    title: Text {
        en: "SET NX PX, released without a check",
        zh: "SET NX PX，释放时不检查",
    },
    summary: Text {
        en: "The server now deletes the key when its time to live ends. A holder that stalls past its lease still deletes any key that it finds.",
        zh: "现在键到期后由服务器删除。但停顿到租约结束之后的持有者，仍会不加检查地删除键。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, PxBlind), (C2, PxBlind), (C3, PxBlind)],
    parts: false,
    opening: 0,
    beats: &[
        beat(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
            "{client} sends {command}, and the reply is {reply}: {client} holds the lock until {until}. The server deletes the key when its time to live ends.",
            "{client} 发送 {command}，回复是 {reply}：{client} 持有锁，直到 {until}。键到期后由服务器删除。",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1 C2; leases C2 until 121; owner C2; two-believers C1 C2",
        ),
        beat(
            Step(C1),
            "DEL -> 1; in C2; leases C2 until 121; owner -; removed-lock C1 C2",
            "{client} has finished its work and sends {command}. The reply is {reply}. *The lock that it deleted was the lock of {victims}*.",
            "{client} 做完工作，发送 {command}。回复是 {reply}。*它删掉的是 {victims} 的锁*。",
        ),
        plain(
            Step(C3),
            "SET c21 NX PX 10000 -> OK; in C2 C3; leases C2 until 121 C3 until 121; owner C3; two-believers C2 C3; two-leases C2 C3",
        ),
    ],
};

pub(super) static GET: Lesson = Lesson {
    group: LessonGroup::Successors,
    id: "P2",
    title: Text {
        en: "SET NX PX, released after a check",
        zh: "SET NX PX，检查之后释放",
    },
    summary: Text {
        en: "The holder reads its own token, and then sends DEL. The key expires between the two commands.",
        zh: "持有者读到自己的令牌，然后发送 DEL。键在这两条命令之间过期了。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, PxGet), (C2, PxGet), (C3, PxGet)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        beat(
            Step(C1),
            "GET -> a7; in -; leases -; owner C1",
            "{client} has done its work and sends {command}. The reply {reply} is its own token. Its next command will be DEL.",
            "{client} 做完工作，发送 {command}。回复 {reply} 是它自己的令牌。它的下一条命令将是 DEL。",
        ),
        plain(Tick(8_000), "nothing sent; in -; leases -; owner -"),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "DEL -> 1; in C2; leases C2 until 121; owner -; removed-lock C1 C2",
            "{client} read its own token before the stall, and now sends {command}. The reply is {reply}. *The lock that it deleted was the lock of {victims}*.",
            "{client} 在停顿之前读到的是自己的令牌，现在发送 {command}。回复是 {reply}。*它删掉的是 {victims} 的锁*。",
        ),
        plain(
            Step(C3),
            "SET c21 NX PX 10000 -> OK; in C2 C3; leases C2 until 121 C3 until 121; owner C3; two-believers C2 C3; two-leases C2 C3",
        ),
    ],
};

pub(super) static DELEX: Lesson = Lesson {
    group: LessonGroup::Successors,
    id: "P3-delex",
    title: Text {
        en: "Compare and delete in one command",
        zh: "一条命令完成比较并删除",
    },
    summary: Text {
        en: "Redis 8.4 has DELEX with IFEQ, and Valkey 9 has DELIFEQ: one command for what the script compare-and-delete does. With DELEX, too, no client removes the lock of another.",
        zh: "Redis 8.4 有 DELEX … IFEQ，Valkey 9 有 DELIFEQ：脚本 compare-and-delete 所做的事，一条命令就能完成。用 DELEX 释放，同样不会删掉别人的锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, PxDelex), (C2, PxDelex), (C3, PxDelex)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1 C2; leases C2 until 121; owner C2; two-believers C1 C2",
        ),
        beat(
            Step(C1),
            "DELEX IFEQ a7 -> 0; in C2; leases C2 until 121; owner C2",
            "{client} sends {command}. The key has another token, so the reply is {reply}, and the key stays: the lock of {believers} has held.",
            "{client} 发送 {command}。键里是别的令牌，所以回复是 {reply}，键还在：{believers} 的锁守住了。",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C2),
            "DELEX IFEQ b14 -> 1; in -; leases -; owner -",
            "{client} releases its lock. The key has its token, so the reply is {reply}, and the key is gone.",
            "{client} 释放自己的锁。键里是它的令牌，所以回复是 {reply}，键已删除。",
        ),
        plain(
            Step(C3),
            "SET c21 NX PX 10000 -> OK; in C3; leases C3 until 124; owner C3",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C3; leases C3 until 124; owner C3",
        ),
        beat(
            Step(C3),
            "DELEX IFEQ c21 -> 1; in -; leases -; owner -",
            "{client} sends {command}. The key has its token, so the reply is {reply}: DELEX answers as the script does.",
            "{client} 发送 {command}。键里是它的令牌，所以回复是 {reply}：DELEX 的回复与脚本相同。",
        ),
    ],
};

pub(super) static COMPARED: Lesson = Lesson {
    group: LessonGroup::Successors,
    id: "P3",
    title: Text {
        en: "SET NX PX, compare and delete",
        zh: "SET NX PX，比较并删除",
    },
    summary: Text {
        en: "The release compares the token and deletes the key in one step. A stalled holder can no longer remove the lock of another; it may still believe that it holds its own.",
        zh: "释放时一步完成比较令牌与删除键。停顿的持有者再也删不掉别人的锁，不过它仍可能以为自己持锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Px), (C2, Px), (C3, Px)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1 C2; leases C2 until 121; owner C2; two-believers C1 C2",
        ),
        beat(
            Step(C1),
            "EVAL compare-and-delete a7 -> 0; in C2; leases C2 until 121; owner C2",
            "{client} sends {command}. The key has another token, so the reply is {reply}, and the key stays.",
            "{client} 发送 {command}。键里是别的令牌，所以回复是 {reply}，键还在。",
        ),
        beat(
            Step(C3),
            "SET c21 NX PX 10000 -> nil; in C2; leases C2 until 121; owner C2",
            "{client} sends {command}, and the reply is {reply}: the lock of {believers} has held.",
            "{client} 发送 {command}，回复是 {reply}：{believers} 的锁守住了。",
        ),
    ],
};
