//! P4 to P6: a stalled holder writes, and fencing tokens that prevent it.

use crate::lesson::{C1, C2, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::{Claim, FenceRead, FenceWrite, Incr, PxWrite};
use sim::Move::{Step, Tick};

pub(super) static STALLED: Lesson = Lesson {
    group: LessonGroup::Successors,
    id: "P4",
    title: Text {
        en: "The stalled writer",
        zh: "停顿的写入者",
    },
    summary: Text {
        en: "A holder that stalls past its lease may still write afterwards, over the data of the next holder. No kind of release prevents this.",
        zh: "停顿到租约结束之后的持有者，仍可能写入，覆盖下一个持有者的数据。无论怎样释放锁都避免不了。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, PxWrite), (C2, PxWrite)],
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
        plain(
            Step(C2),
            "write draft-2 -> OK; in C1 C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "write draft-1 -> OK; in C1 C2; leases C2 until 121; owner C2; lost-update C1 C2",
            "{client} goes on after its stall, still believes that it holds the lock, and asks the store to {command}. The answer is {reply}. *The update of {overwritten} is lost*.",
            "{client} 停顿之后继续，仍自认持锁，请求存储方 {command}，回答是 {reply}。*{overwritten} 的更新丢失了*。",
        ),
    ],
};

pub(super) static FENCED: Lesson = Lesson {
    group: LessonGroup::Successors,
    id: "P4-fenced",
    title: Text {
        en: "The stalled writer, fenced off",
        zh: "用防护令牌挡住停顿的写入者",
    },
    summary: Text {
        en: "Each time the lock is granted, the client also receives a number that only grows: a fencing token. The store refuses a write whose token is lower than one that it has seen.",
        zh: "每次授予锁时，客户端还得到一个只增不减的编号：防护令牌（fencing token）。存储方若见过更大的防护令牌，就拒绝这次写入。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, FenceWrite), (C2, FenceWrite)],
    parts: false,
    opening: 0,
    beats: &[
        beat(
            Step(C1),
            "SET a7 NX PX 10000; INCR fence -> OK 1; in C1; leases C1 until 110; owner C1",
            "{client} sends {command} as one transaction. The replies are {reply}: the lock, and the fencing token.",
            "{client} 把 {command} 作为一个事务发送。回复是 {reply}：锁，以及防护令牌。",
        ),
        plain(Step(C1), "read -> 0; in C1; leases C1 until 110; owner C1"),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        beat(
            Step(C2),
            "SET b14 NX PX 10000; INCR fence -> OK 2; in C1 C2; leases C2 until 121; owner C2; two-believers C1 C2",
            "{client} sends {command}. The replies are {reply}: the lock, and the next fencing token. {others} has stalled past its lease.",
            "{client} 发送 {command}。回复是 {reply}：锁，以及下一个防护令牌。{others} 停顿到租约结束之后。",
        ),
        plain(
            Step(C2),
            "read -> 0; in C1 C2; leases C2 until 121; owner C2",
        ),
        plain(
            Step(C2),
            "write draft-2 with 2 -> OK; in C1 C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "write draft-1 with 1 -> refused; in C1 C2; leases C2 until 121; owner C2",
            "{client} goes on after its stall and asks the store to {command}. The store has seen a higher fencing token, so the answer is {reply}. No update is lost.",
            "{client} 停顿之后继续，请求存储方 {command}。存储方见过更大的防护令牌，所以回答是 {reply}。没有更新丢失。",
        ),
    ],
};

pub(super) static SEPARATE: Lesson = Lesson {
    group: LessonGroup::Successors,
    id: "P5",
    title: Text {
        en: "A fencing token that comes too late",
        zh: "来得太晚的防护令牌",
    },
    summary: Text {
        en: "The fencing token is issued in a step of its own, after the lock. A client that stalls between the two gets the higher token.",
        zh: "防护令牌在拿到锁之后另用一步取得。在两步之间停顿的客户端，反而得到更大的防护令牌。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Incr), (C2, Incr)],
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
        plain(
            Step(C2),
            "INCR fence -> 1; in C1 C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "INCR fence -> 2; in C1 C2; leases C2 until 121; owner C2",
            "{client} sends {command}, and the reply is {reply}. The lease of {client} has ended, and yet its fencing token is higher than that of {leaseholders}.",
            "{client} 发送 {command}，回复是 {reply}。它的租约已经结束，得到的防护令牌却比 {leaseholders} 的更大。",
        ),
        plain(
            Step(C2),
            "write draft-2 with 1 -> OK; in C1 C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "write draft-1 with 2 -> OK; in C1 C2; leases C2 until 121; owner C2; lost-update C1 C2",
            "{client} asks the store to {command}. The store has not seen a higher fencing token, so the answer is {reply}. *The update of {overwritten} is lost*.",
            "{client} 请求存储方 {command}。存储方没有见过更大的防护令牌，所以回答是 {reply}。*{overwritten} 的更新丢失了*。",
        ),
    ],
};

pub(super) static UNREAD: Lesson = Lesson {
    group: LessonGroup::Successors,
    id: "P6",
    title: Text {
        en: "A fencing token that is shown too late",
        zh: "出示得太晚的防护令牌",
    },
    summary: Text {
        en: "The store sees the fencing token only on a write. The newer client reads before the older client writes.",
        zh: "存储方只在写入时才看到防护令牌。较新的客户端在较旧的客户端写入之前就已读取。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, FenceWrite), (C2, FenceWrite)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000; INCR fence -> OK 1; in C1; leases C1 until 110; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(Step(C1), "read -> 0; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET b14 NX PX 10000; INCR fence -> OK 2; in C1 C2; leases C2 until 121; owner C2; two-believers C1 C2",
        ),
        plain(
            Step(C2),
            "read -> 0; in C1 C2; leases C2 until 121; owner C2",
        ),
        beat(
            Step(C1),
            "write draft-1 with 1 -> OK; in C1 C2; leases C2 until 121; owner C2",
            "{client} asks the store to {command}. The store has not seen a higher fencing token, so the answer is {reply}.",
            "{client} 请求存储方 {command}。存储方没有见过更大的防护令牌，所以回答是 {reply}。",
        ),
        beat(
            Step(C2),
            "write draft-2 with 2 -> OK; in C1 C2; leases C2 until 121; owner C2; lost-update C2 C1",
            "{client} asks the store to {command}. It read the store before {overwritten} wrote. The answer is {reply}. *The update of {overwritten} is lost*, although the fencing tokens came in the right order.",
            "{client} 请求存储方 {command}。它读取存储方时，{overwritten} 还没有写入。回答是 {reply}。*{overwritten} 的更新丢失了*，尽管防护令牌的次序没有错。",
        ),
    ],
};

pub(super) static READ: Lesson = Lesson {
    group: LessonGroup::Successors,
    id: "P6-read",
    title: Text {
        en: "A fencing token that is shown on read",
        zh: "读取时也出示防护令牌",
    },
    summary: Text {
        en: "The same moves, but each read shows the fencing token as well.",
        zh: "同样的步骤，但每次读取也出示防护令牌。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, FenceRead), (C2, FenceRead)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000; INCR fence -> OK 1; in C1; leases C1 until 110; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(Step(C1), "read with 1 -> 0; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET b14 NX PX 10000; INCR fence -> OK 2; in C1 C2; leases C2 until 121; owner C2; two-believers C1 C2",
        ),
        beat(
            Step(C2),
            "read with 2 -> 0; in C1 C2; leases C2 until 121; owner C2",
            "{client} asks the store to {command}; the answer is {reply}. The store remembers the higher fencing token.",
            "{client} 请求存储方 {command}，回答是 {reply}。存储方记住了这个更大的防护令牌。",
        ),
        beat(
            Step(C1),
            "write draft-1 with 1 -> refused; in C1 C2; leases C2 until 121; owner C2",
            "{client} asks the store to {command}. The store has seen a higher fencing token, so the answer is {reply}.",
            "{client} 请求存储方 {command}。存储方见过更大的防护令牌，所以回答是 {reply}。",
        ),
        plain(
            Step(C2),
            "write draft-2 with 2 -> OK; in C1 C2; leases C2 until 121; owner C2",
        ),
    ],
};

pub(super) static CLAIMED: Lesson = Lesson {
    group: LessonGroup::Successors,
    id: "A1",
    title: Text {
        en: "A store that is claimed",
        zh: "先认领的存储",
    },
    summary: Text {
        en: "The other answer to the stalled writer. Each holder claims the store with its token, and the store takes writes with that token alone. The tokens need no order, but the store must be able to compare.",
        zh: "对付停顿的写入者，还有一个办法。持有者先用自己的令牌认领存储，存储只接受带这个令牌的写入。令牌不必有大小，但存储要会比较。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Claim), (C2, Claim)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Step(C1),
            "claim with a7 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Step(C1),
            "read with a7 -> 0; in C1; leases C1 until 110; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1 C2; leases C2 until 121; owner C2; two-believers C1 C2",
        ),
        beat(
            Step(C2),
            "claim with b14 -> OK; in C1 C2; leases C2 until 121; owner C2",
            "{client} asks the store to {command}, and the answer is {reply}. From now on the store refuses every other token.",
            "{client} 请求存储方 {command}，回答是 {reply}。从此存储方拒绝其他任何令牌。",
        ),
        beat(
            Step(C1),
            "write draft-1 with a7 -> refused; in C1 C2; leases C2 until 121; owner C2",
            "{client} goes on after its stall and asks the store to {command}. The answer is {reply}: the token is not the one that claimed the store last.",
            "{client} 停顿之后继续，请求存储方 {command}，回答是 {reply}：这不是最后认领存储的令牌。",
        ),
    ],
};
