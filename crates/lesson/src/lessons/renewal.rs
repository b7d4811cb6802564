//! A second thread of the holder renews its lease.

use crate::lesson::{C1, C2, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::{Renew, RenewBlind, RenewGet, RenewHung};
use sim::Move::{Meanwhile, Pause, Step, Tick};

pub(super) static BLIND: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "W1",
    title: Text {
        en: "A blind renewal",
        zh: "盲目续期",
    },
    summary: Text {
        en: "A second thread of the holder prolongs the lock every few seconds. It does not ask whose lock it is.",
        zh: "持有者的第二个线程每隔几秒延长一次锁，却不问锁是谁的。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, RenewBlind), (C2, RenewBlind)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        beat(
            Meanwhile(C1),
            "nothing sent; in C1; leases C1 until 110; owner C1",
            "The second thread of {client} begins: it will prolong the lock before the lease ends.",
            "{client} 的第二个线程开始运行：它要在租约结束前延长锁。",
        ),
        beat(
            Tick(11_000),
            "nothing sent; in C1; leases -; owner -",
            "{believers} has stalled, both its threads, and its lease has ended. The key has expired.",
            "{believers} 的两个线程都停顿了，租约已经结束，键已过期。",
        ),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1 C2; leases C2 until 121; owner C2; two-believers C1 C2",
        ),
        beat(
            Meanwhile(C1),
            "PEXPIRE 10000 -> 1; in C1 C2; leases C1 until 121 C2 until 121; owner C2; two-leases C1 C2",
            "The second thread of {client} wakes and sends {command}. The reply is {reply}, so it thinks that it has kept its lock; it has prolonged that of another client. *The leases of {leaseholders} are valid at once*.",
            "{client} 的第二个线程醒来，发送 {command}。回复是 {reply}，它以为保住了自己的锁，其实延长的是别人的锁。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static CHECKED: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "W2",
    title: Text {
        en: "A renewal after a check",
        zh: "检查之后续期",
    },
    summary: Text {
        en: "The second thread reads the token first. Between its GET and its PEXPIRE the key expires, and another client takes the lock.",
        zh: "第二个线程先读取令牌。在它的 GET 和 PEXPIRE 之间，键过期了，另一个客户端拿到锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, RenewGet), (C2, RenewGet)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Meanwhile(C1),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Tick(9_000),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        beat(
            Meanwhile(C1),
            "GET -> a7; in C1; leases C1 until 110; owner C1",
            "The second thread of {client} sends {command}. The reply {reply} is its own token. Its next command will be PEXPIRE.",
            "{client} 的第二个线程发送 {command}。回复 {reply} 是自己的令牌。下一条命令将是 PEXPIRE。",
        ),
        plain(Tick(2_000), "nothing sent; in C1; leases -; owner -"),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1 C2; leases C2 until 121; owner C2; two-believers C1 C2",
        ),
        beat(
            Meanwhile(C1),
            "PEXPIRE 10000 -> 1; in C1 C2; leases C1 until 121 C2 until 121; owner C2; two-leases C1 C2",
            "The second thread of {client} sends {command} only now, and the reply is {reply}. *The leases of {leaseholders} are valid at once*.",
            "{client} 的第二个线程这时才发送 {command}，回复是 {reply}。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static COMPARED: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "W3",
    title: Text {
        en: "A renewal that compares in one step",
        zh: "一步完成比较与续期",
    },
    summary: Text {
        en: "The second thread compares and prolongs in one step, as a script does. When the lock is not its own any more, it knows, and stops.",
        zh: "第二个线程像脚本那样一步完成比较与续期。锁不再属于自己时，它能知道，并且停下。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Renew), (C2, Renew)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Meanwhile(C1),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Tick(5_000),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        beat(
            Meanwhile(C1),
            "EVAL compare-and-extend a7 10000 -> 1; in C1; leases C1 until 115; owner C1",
            "The second thread of {client} sends {command}, and the reply is {reply}. The lease of {client} now ends at {until}.",
            "{client} 的第二个线程发送 {command}，回复是 {reply}。{client} 的租约现在到 {until} 结束。",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        beat(
            Meanwhile(C1),
            "EVAL compare-and-extend a7 10000 -> 0; in -; leases -; owner -",
            "After a stall the second thread of {client} sends {command}. The key has expired, so the reply is {reply}: {client} knows that it has lost the lock, and stops.",
            "停顿之后，{client} 的第二个线程发送 {command}。键已过期，回复是 {reply}：{client} 知道自己失去了锁，于是停下。",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C2; leases C2 until 126; owner C2",
            "{client} takes the lock. Nobody else believes that it holds it.",
            "{client} 拿到锁。此外没有谁自认持锁。",
        ),
    ],
};

pub(super) static STALLED: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "W4",
    title: Text {
        en: "A watchdog that stalls, too",
        zh: "看门狗也停顿了",
    },
    summary: Text {
        en: "The thread that renews the lease stops together with its client. No renewal arrives, and the client does not know that its lease is over.",
        zh: "续期的线程和客户端一起停顿。没有续期，客户端也不知道租约已经结束。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Renew), (C2, Renew)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Meanwhile(C1),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Pause(C1),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1 C2; leases C2 until 121; owner C2; two-believers C1 C2",
            "{client} takes the lock, and *{believers} both believe that they hold it*. A renewal shortens the wait for a holder that has crashed; it does not mend a stall.",
            "{client} 拿到锁，*{believers} 同时自认持锁*。续期能让崩溃的持有者早些让出锁，却治不了停顿。",
        ),
    ],
};

pub(super) static HUNG: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "W5",
    title: Text {
        en: "A watchdog that outlives the work",
        zh: "看门狗比工作活得久",
    },
    summary: Text {
        en: "The work hangs, and the second thread goes on renewing. Nothing has crashed, and yet nobody else ever gets the lock.",
        zh: "工作卡住了，第二个线程仍在续期。什么都没有崩溃，别人却再也拿不到锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, RenewHung), (C2, RenewHung)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Meanwhile(C1),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Tick(5_000),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Meanwhile(C1),
            "EVAL compare-and-extend a7 10000 -> 1; in C1; leases C1 until 115; owner C1",
        ),
        plain(
            Tick(5_000),
            "nothing sent; in C1; leases C1 until 115; owner C1",
        ),
        plain(
            Meanwhile(C1),
            "EVAL compare-and-extend a7 10000 -> 1; in C1; leases C1 until 120; owner C1",
        ),
        plain(
            Tick(5_000),
            "nothing sent; in C1; leases C1 until 120; owner C1",
        ),
        plain(
            Meanwhile(C1),
            "EVAL compare-and-extend a7 10000 -> 1; in C1; leases C1 until 125; owner C1",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> nil; in C1; leases C1 until 125; owner C1",
            "{client} is refused: {believers} still holds the lock, and does nothing with it.",
            "{client} 被拒绝：{believers} 还占着锁，却什么也不做。",
        ),
        plain(
            Tick(5_000),
            "nothing sent; in C1; leases C1 until 125; owner C1",
        ),
        plain(
            Meanwhile(C1),
            "EVAL compare-and-extend a7 10000 -> 1; in C1; leases C1 until 130; owner C1",
        ),
        plain(
            Tick(5_000),
            "nothing sent; in C1; leases C1 until 130; owner C1",
        ),
        plain(
            Meanwhile(C1),
            "EVAL compare-and-extend a7 10000 -> 1; in C1; leases C1 until 135; owner C1",
        ),
        beat(
            Tick(5_000),
            "nothing sent; in C1; leases C1 until 135; owner C1; held-idle C1",
            "The time is now {time}.",
            "现在是 {time}。",
        ),
    ],
};
