//! P4 to P6: what a stalled holder writes, and the tokens that keep it out.

use super::{C1, C2, Group, Lesson, beat, plain};
use crate::lock::Algorithm::{FenceRead, FenceWrite, Incr, PxWrite};
use crate::sim::Move::{Step, Tick};
use crate::text::Text;

pub(super) static STALLED: Lesson = Lesson {
    group: Group::Successors,
    id: "P4",
    title: Text {
        en: "The stalled writer",
        zh: "停顿的写入者",
    },
    summary: Text {
        en: "However the lock is released: a holder that stalls may write when it wakes, over the data of the next one.",
        zh: "不管锁怎样释放：停顿过的持有者醒来仍会写入，盖掉下一个持有者的数据。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, PxWrite), (C2, PxWrite)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET C1 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET C2 NX PX 10000 -> OK; in C1 C2; leases C2 until 121; owner C2; two believers C1 C2",
        ),
        plain(
            Step(C2),
            "write C2 -> OK; in C1 C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "write C1 -> OK; in C1 C2; leases C2 until 121; owner C2; lost the update of C2",
            "{client} wakes, still takes itself for the holder, and asks the store to {command}; the answer is {reply}. *What {overwritten} had written is lost*.",
            "{client} 醒来，仍以为锁在手里，请求存储方 {command}，回答是 {reply}。*{overwritten} 写入的数据丢失了*。",
        ),
    ],
};

pub(super) static FENCED: Lesson = Lesson {
    group: Group::Successors,
    id: "P4-fenced",
    title: Text {
        en: "The stalled writer, fenced off",
        zh: "被令牌挡住的写入者",
    },
    summary: Text {
        en: "Each grant of the lock comes with a number that only grows, and the store refuses one that is too old.",
        zh: "每次发放锁都附上一个只增不减的编号，存储方拒绝太旧的编号。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, FenceWrite), (C2, FenceWrite)],
    parts: false,
    opening: 0,
    beats: &[
        beat(
            Step(C1),
            "SET C1 NX PX 10000; INCR token -> OK 1; in C1; leases C1 until 110; owner C1",
            "{client} sends {command} as one transaction. The replies are {reply}: the lock, and its number.",
            "{client} 把 {command} 作为一个事务发送。回复是 {reply}：锁，以及它的编号。",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        beat(
            Step(C2),
            "SET C2 NX PX 10000; INCR token -> OK 2; in C1 C2; leases C2 until 121; owner C2; two believers C1 C2",
            "{client} gets the lock with the next number: {reply}.",
            "{client} 拿到锁，编号是下一个：{reply}。",
        ),
        plain(
            Step(C2),
            "read -> 0; in C1 C2; leases C2 until 121; owner C2",
        ),
        plain(
            Step(C2),
            "write C2 with 2 -> OK; in C1 C2; leases C2 until 121; owner C2",
        ),
        plain(
            Step(C1),
            "read -> C2; in C1 C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "write C1 with 1 -> refused; in C1 C2; leases C2 until 121; owner C2",
            "{client} wakes and shows its number with {command}. The store has seen a higher one, and answers {reply}: what was written stays.",
            "{client} 醒来，出示编号：{command}。存储方见过更大的编号，回答 {reply}：已写入的数据保住了。",
        ),
    ],
};

pub(super) static SEPARATE: Lesson = Lesson {
    group: Group::Successors,
    id: "P5",
    title: Text {
        en: "A token that comes too late",
        zh: "来得太晚的令牌",
    },
    summary: Text {
        en: "The token is issued in a step of its own, after the lock. A client that stalls in between gets the higher number.",
        zh: "令牌在拿到锁之后另取一步发放。在两步之间停顿的客户端，反而拿到更大的编号。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, Incr), (C2, Incr)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET C1 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET C2 NX PX 10000 -> OK; in C1 C2; leases C2 until 121; owner C2; two believers C1 C2",
        ),
        plain(
            Step(C2),
            "INCR token -> 1; in C1 C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "INCR token -> 2; in C1 C2; leases C2 until 121; owner C2",
            "{client}, whose lock has long gone, gets {reply}: a higher number than the true holder’s.",
            "{client} 的锁早已失效，得到的却是 {reply}：比真正持有者的编号还大。",
        ),
        plain(
            Step(C2),
            "write C2 with 1 -> OK; in C1 C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "write C1 with 2 -> OK; in C1 C2; leases C2 until 121; owner C2; lost the update of C2",
            "The store has no reason to refuse {command}, and answers {reply}. *What {overwritten} had written is lost*.",
            "存储方没有理由拒绝 {command}，回答 {reply}。*{overwritten} 写入的数据丢失了*。",
        ),
    ],
};

pub(super) static UNREAD: Lesson = Lesson {
    group: Group::Successors,
    id: "P6",
    title: Text {
        en: "A token that is shown too late",
        zh: "出示得太晚的令牌",
    },
    summary: Text {
        en: "The token is right, but the store learns of it only on write. The newer client has read before the older one writes.",
        zh: "令牌没有问题，可存储方要到写入时才看到它。新的客户端读的时候，旧的还没有写。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, FenceWrite), (C2, FenceWrite)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET C1 NX PX 10000; INCR token -> OK 1; in C1; leases C1 until 110; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(Step(C1), "read -> 0; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET C2 NX PX 10000; INCR token -> OK 2; in C1 C2; leases C2 until 121; owner C2; two believers C1 C2",
        ),
        plain(
            Step(C2),
            "read -> 0; in C1 C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "write C1 with 1 -> OK; in C1 C2; leases C2 until 121; owner C2",
            "{client} wakes and shows its number with {command}. The store has seen none that is higher, and answers {reply}.",
            "{client} 醒来，出示编号：{command}。存储方还没见过更大的，回答 {reply}。",
        ),
        beat(
            Step(C2),
            "write C2 with 2 -> OK; in C1 C2; leases C2 until 121; owner C2; lost the update of C1",
            "{client} writes upon what it has read, with {command}; the answer is {reply}. *The update of {overwritten} is lost*, though each token was in order.",
            "{client} 根据自己读到的内容写入：{command}，回答 {reply}。*{overwritten} 的更新丢失了*，尽管令牌的次序没有错。",
        ),
    ],
};

pub(super) static READ: Lesson = Lesson {
    group: Group::Successors,
    id: "P6-read",
    title: Text {
        en: "A token that is shown on read",
        zh: "读取时就出示的令牌",
    },
    summary: Text {
        en: "The same, with a store that is shown the token on each read as well.",
        zh: "同样的经过，但每次读取也要出示令牌。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, FenceRead), (C2, FenceRead)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET C1 NX PX 10000; INCR token -> OK 1; in C1; leases C1 until 110; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(Step(C1), "read with 1 -> 0; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET C2 NX PX 10000; INCR token -> OK 2; in C1 C2; leases C2 until 121; owner C2; two believers C1 C2",
        ),
        beat(
            Step(C2),
            "read with 2 -> 0; in C1 C2; leases C2 until 121; owner C2",
            "{client} reads with its number, {command}, and the store remembers it.",
            "{client} 读取时出示编号：{command}，存储方记住了它。",
        ),
        beat(
            Step(C1),
            "write C1 with 1 -> refused; in C1 C2; leases C2 until 121; owner C2",
            "{client} wakes and writes with {command}. The store has seen a higher number, and answers {reply}.",
            "{client} 醒来写入：{command}。存储方见过更大的编号，回答 {reply}。",
        ),
        plain(
            Step(C2),
            "write C2 with 2 -> OK; in C1 C2; leases C2 until 121; owner C2",
        ),
    ],
};
