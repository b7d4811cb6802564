//! S6: the loser of a GETSET leaves its time in the key; an earlier one, and a later one.

use super::opening;
use crate::lesson::{C1, C2, C3, C4, C5, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::{Getset, GetsetGet};
use sim::MessageId;
use sim::Move::{Execute, Read, Receive, Send, Step, Tick};

pub(super) static SHORTER: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "S6",
    title: Text {
        en: "A loser shortens the lock",
        zh: "输家缩短了锁的时间",
    },
    summary: Text {
        en: "A GETSET is computed early and arrives late. It loses the race, but it leaves an old time in the key, so the winner’s lock seems to expire too soon.",
        zh: "一条 GETSET 很早就算好，却很晚才到。它输了，却在键里留下较早的时间，于是赢家的锁看起来提前过期。",
    },
    start_s: 89,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Getset), (C2, Getset), (C3, Getset)],
    parts: true,
    opening: 3,
    beats: &[
        opening::SETS,
        opening::CRASHES,
        opening::EXPIRES,
        plain(Step(C1), "SETNX 112 -> 0; in -; leases -; owner C3"),
        plain(Step(C1), "GET -> 100; in -; leases -; owner C3"),
        beat(
            Read(C1),
            "GETSET 112 computed; in -; leases -; owner C3",
            "{client} reads its clock, {clock}, and computes {command} from it. It has not sent the command yet.",
            "{client} 读时钟，是 {clock}，由此算出 {command}。命令还没有发送。",
        ),
        beat(
            Send(C1),
            "GETSET 112 sent; in -; leases -; owner C3",
            "{client} sends {command}. The command will arrive late.",
            "{client} 发送 {command}。这条命令会很晚才到。",
        ),
        plain(Tick(12_000), "nothing sent; in -; leases -; owner C3"),
        plain(Step(C2), "SETNX 124 -> 0; in -; leases -; owner C3"),
        plain(Step(C2), "GET -> 100; in -; leases -; owner C3"),
        beat(
            Step(C2),
            "GETSET 124 -> 100; in C2; leases C2 until 124; owner C2",
            "{client} takes over the lock with {command}. The old value is {reply}, which has expired, so {client} holds the lock until {until}, as the key says.",
            "{client} 用 {command} 接管锁。旧值 {reply} 已过期，所以 {client} 持有锁，直到 {until}，键里写的也是这个时间。",
        ),
        beat(
            Execute(MessageId::of(C1)),
            "GETSET 112 -> 124; in C2; leases C2 until 124; owner C1",
            "Only now does the server execute {command} of {client}. The old value, and so the reply, is {reply}. The key now says {value}, which is earlier.",
            "直到现在，服务器才执行 {client} 的 {command}。旧值是 {reply}，这也是回复。键里现在是 {value}，比原来早。",
        ),
        beat(
            Receive(MessageId::of(C1)),
            "received 124; in C2; leases C2 until 124; owner C1",
            "{client} receives {reply}, which has not expired: it has lost, and starts over. The value that it wrote stays in the key.",
            "{client} 收到 {reply}，它没有过期：{client} 输了，从头开始。它写入的值留在键里。",
        ),
        plain(
            Step(C1),
            "SETNX 124 -> 0; in C2; leases C2 until 124; owner C1",
        ),
        beat(
            Step(C1),
            "GET -> 112; in C2; leases C2 until 124; owner C1",
            "{client} reads {reply}. Its clock shows {clock}, so to {client} the lock has expired. But {believers} holds the lock, and its lease is valid.",
            "{client} 读到 {reply}。它的时钟是 {clock}，所以在 {client} 看来锁已过期。但 {believers} 持有锁，租约也有效。",
        ),
        beat(
            Step(C1),
            "GETSET 124 -> 112; in C1 C2; leases C1 until 124 C2 until 124; owner C1; two-believers C1 C2; two-leases C1 C2",
            "{client} sends {command} and receives {reply}, which has expired. *The leases of {leaseholders} are valid at once*. All clocks are right; one message was late.",
            "{client} 发送 {command}，收到已过期的 {reply}。*{leaseholders} 的租约同时有效*。时钟都准，只是一条消息来迟了。",
        ),
    ],
};

pub(super) static LONGER: Lesson = Lesson {
    group: LessonGroup::LeftOut,
    id: "S6b",
    title: Text {
        en: "A loser lengthens the lock",
        zh: "输家延长了锁的时间",
    },
    summary: Text {
        en: "This time the loser writes a later time. The winner does not find its own value any more, so it does not release: the lock is held by nobody, and nobody can get it.",
        zh: "这一次，输家写入的时间更晚。赢家找不到自己写的值，于是不释放：没有谁持有锁，也没有谁能拿到锁。",
    },
    start_s: 89,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C3, GetsetGet), (C4, GetsetGet), (C5, GetsetGet)],
    parts: false,
    opening: 3,
    beats: &[
        opening::SETS,
        opening::CRASHES,
        opening::EXPIRES,
        plain(Step(C5), "SETNX 112 -> 0; in -; leases -; owner C3"),
        plain(Step(C5), "GET -> 100; in -; leases -; owner C3"),
        plain(Step(C4), "SETNX 112 -> 0; in -; leases -; owner C3"),
        plain(Step(C4), "GET -> 100; in -; leases -; owner C3"),
        plain(
            Step(C5),
            "GETSET 112 -> 100; in C5; leases C5 until 112; owner C5",
        ),
        plain(
            Tick(4_000),
            "nothing sent; in C5; leases C5 until 112; owner C5",
        ),
        beat(
            Step(C4),
            "GETSET 116 -> 112; in C5; leases C5 until 112; owner C4",
            "{client} sends {command} and receives {reply}, which has not expired: it has lost. The key now says {value}.",
            "{client} 发送 {command}，收到没有过期的 {reply}：它输了。键里现在是 {value}。",
        ),
        beat(
            Step(C5),
            "GET -> 116; in -; leases -; owner C4",
            "{client} has done its work and sends {command}. The reply {reply} is not the value that it wrote, so {client} takes the lock for another client’s and does not delete the key.",
            "{client} 做完工作，发送 {command}。回复 {reply} 不是它写的值，所以 {client} 认为锁属于别的客户端，不删除键。",
        ),
        beat(
            Step(C5),
            "nothing sent; in -; leases -; owner C4",
            "{client} sends nothing more. Nobody holds the lock, and nobody can take it over before {value}.",
            "{client} 不再发送命令。没有谁持有锁，在 {value} 之前也没有谁能接管它。",
        ),
        plain(Step(C4), "SETNX 116 -> 0; in -; leases -; owner C4"),
        beat(
            Step(C4),
            "GET -> 116; in -; leases -; owner C4; shut C4",
            "{client} reads {reply}, the time that it wrote itself, and waits until {wake}. *The lock is shut, and nobody is in it*.",
            "{client} 读到自己写的时间 {reply}，等到 {wake}。*锁关着，里面却没有人*。",
        ),
    ],
};
