//! S5: a holder checks before it deletes, and stalls in between.

use super::{C1, C2, C3, Group, Lesson, beat, plain};
use crate::lock::Algorithm::{Getset, GetsetGet};
use crate::sim::Move::{Read, Step, Tick};
use crate::text::Text;

pub(super) static CLOCK: Lesson = Lesson {
    group: Group::LeftOut,
    id: "S5",
    title: Text {
        en: "A stall between the check and the DEL",
        zh: "停顿在检查与 DEL 之间",
    },
    summary: Text {
        en: "The holder does look at its clock before DEL, and stalls right after it. The look is of no use any more when the DEL arrives.",
        zh: "持有者在 DEL 之前看过时钟，却在看完之后停顿。等 DEL 到达时，那一眼早已作废。",
    },
    start_s: 100,
    lease_s: 10,
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
            "{client} is done and looks at its clock: {clock} is before {until}, so it may delete. It has made up its mind, and stalls before it sends {command}.",
            "{client} 做完了，看了看时钟：{clock} 早于 {until}，可以删除。它已打定主意，却在发送 {command} 之前停顿了。",
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
            "DEL -> 1; in C2; leases C2 until 123; owner -; removed the lock of C2",
            "{client} goes on where it stood and sends {command}; the reply is {reply}. *The lock that it removed belonged to {victims}*. Its check was right when it was made.",
            "{client} 从停下的地方继续，发送 {command}，回复是 {reply}。*它删掉的锁是 {victims} 的*。检查的那一刻，判断并没有错。",
        ),
        beat(
            Step(C3),
            "SETNX 123 -> 1; in C2 C3; leases C2 until 123 C3 until 123; owner C3; two believers C2 C3; two leases C2 C3",
            "{client} sends {command}, and the reply is {reply}. *{leaseholders} have valid leases at once*.",
            "{client} 发送 {command}，回复是 {reply}。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static GET: Lesson = Lesson {
    group: Group::LeftOut,
    id: "S5-get",
    title: Text {
        en: "A stall between GET and DEL",
        zh: "停顿在 GET 与 DEL 之间",
    },
    summary: Text {
        en: "To compare the value instead of the clock does not help: GET and DEL are still two steps.",
        zh: "不看时钟而去比较值，也无济于事：GET 和 DEL 仍是两步。",
    },
    start_s: 100,
    lease_s: 10,
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
            "{client} is done and asks with {command}: {reply} is its own value, so the key is still its own.",
            "{client} 做完了，用 {command} 查看：{reply} 是它自己写的值，键还是它的。",
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
            "DEL -> 1; in C2; leases C2 until 123; owner -; removed the lock of C2",
            "{client} acts on what it has seen and sends {command}; the reply is {reply}. *The lock that it removed belonged to {victims}*.",
            "{client} 按刚才所见发送 {command}，回复是 {reply}。*它删掉的锁是 {victims} 的*。",
        ),
        plain(
            Step(C3),
            "SETNX 123 -> 1; in C2 C3; leases C2 until 123 C3 until 123; owner C3; two believers C2 C3; two leases C2 C3",
        ),
    ],
};
