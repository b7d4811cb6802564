//! S5: a holder checks before it deletes, and stalls in between.

use crate::lesson::{C1, C2, C3, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::{Getset, GetsetGet};
use sim::Move::{Read, Step, Tick};

pub(super) static CLOCK: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "S5",
    title: Text {
        en: "A stall between the check and the DEL",
        zh: "停顿在检查与 DEL 之间",
    },
    summary: Text {
        en: "The holder compares its clock with the end of its lease, and stalls before it sends DEL. When the DEL arrives, the check is out of date.",
        zh: "持有者先把时钟与租约的结束时间比较，却在发送 DEL 之前停顿。等 DEL 到达时，那次检查已经过时。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Getset), (C2, Getset), (C3, Getset)],
    parts: true,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SETNX 111 -> 1; in C1; leases C1 until 111; owner C1",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C1; leases C1 until 111; owner C1",
        ),
        beat(
            Read(C1),
            "DEL computed; in -; leases -; owner C1",
            "{client} has done its work and compares its clock with the end of its lease: {clock} is before {until}. It prepares {command} and stalls before it sends it.",
            "{client} 做完工作，把时钟与租约的结束时间比较：{clock} 早于 {until}。它备好 {command}，却在发送之前停顿。",
        ),
        plain(Tick(9_000), "nothing sent; in -; leases -; owner C1"),
        plain(Step(C2), "SETNX 123 -> 0; in -; leases -; owner C1"),
        plain(Step(C2), "GET -> 111; in -; leases -; owner C1"),
        plain(
            Step(C2),
            "GETSET 123 -> 111; in C2; leases C2 until 123; owner C2",
        ),
        beat(
            Step(C1),
            "DEL -> 1; in C2; leases C2 until 123; owner -; removed-lock C1 C2",
            "{client} goes on after its stall and sends {command}. The reply is {reply}. *The lock that it deleted was the lock of {victims}*. Its check was correct at the time of the check.",
            "{client} 停顿之后继续，发送 {command}。回复是 {reply}。*它删掉的是 {victims} 的锁*。检查的那一刻，结论是对的。",
        ),
        beat(
            Step(C3),
            "SETNX 123 -> 1; in C2 C3; leases C2 until 123 C3 until 123; owner C3; two-believers C2 C3; two-leases C2 C3",
            "{client} sends {command}, and the reply is {reply}. *The leases of {leaseholders} are valid at once*.",
            "{client} 发送 {command}，回复是 {reply}。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static GET: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "S5-get",
    title: Text {
        en: "A stall between GET and DEL",
        zh: "停顿在 GET 与 DEL 之间",
    },
    summary: Text {
        en: "The holder compares the value instead of the clock. That does not help: GET and DEL are still two steps.",
        zh: "持有者不看时钟，改为比较值。这没有用：GET 和 DEL 仍是两步。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, GetsetGet), (C2, GetsetGet), (C3, GetsetGet)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SETNX 111 -> 1; in C1; leases C1 until 111; owner C1",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C1; leases C1 until 111; owner C1",
        ),
        beat(
            Step(C1),
            "GET -> 111; in -; leases -; owner C1",
            "{client} has done its work and sends {command}. The reply {reply} is the value that it wrote, so the key is still its own. Its next command will be DEL.",
            "{client} 做完工作，发送 {command}。回复 {reply} 是它自己写的值，所以键还是它的。它的下一条命令将是 DEL。",
        ),
        plain(Tick(9_000), "nothing sent; in -; leases -; owner C1"),
        plain(Step(C2), "SETNX 123 -> 0; in -; leases -; owner C1"),
        plain(Step(C2), "GET -> 111; in -; leases -; owner C1"),
        plain(
            Step(C2),
            "GETSET 123 -> 111; in C2; leases C2 until 123; owner C2",
        ),
        beat(
            Step(C1),
            "DEL -> 1; in C2; leases C2 until 123; owner -; removed-lock C1 C2",
            "{client} read its own value before the stall, and now sends {command}. The reply is {reply}. *The lock that it deleted was the lock of {victims}*.",
            "{client} 在停顿之前读到的是自己的值，现在发送 {command}。回复是 {reply}。*它删掉的是 {victims} 的锁*。",
        ),
        plain(
            Step(C3),
            "SETNX 123 -> 1; in C2 C3; leases C2 until 123 C3 until 123; owner C3; two-believers C2 C3; two-leases C2 C3",
        ),
    ],
};
