//! S6: the loser of a GETSET leaves its time in the key; an earlier one, and a later one.

use super::{C1, C2, C3, C4, C5, Group, Lesson, beat, opening, plain};
use crate::lock::Algorithm::{Getset, GetsetGet};
use crate::sim::MessageId;
use crate::sim::Move::{Execute, Read, Receive, Send, Step, Tick};
use crate::text::Text;

pub(super) static SHORTER: Lesson = Lesson {
    group: Group::LeftOut,
    id: "S6",
    title: Text {
        en: "A loser sets the lock’s time back",
        zh: "落败者把锁的时间往回拨",
    },
    summary: Text {
        en: "A GETSET is computed by an early clock and arrives late. It loses, and leaves an old time in the key: the winner’s lock looks expired too soon.",
        zh: "一条 GETSET 按较早的时钟算好，却很晚才到。它落败了，又在键里留下较早的时间：赢家的锁便显得提前过期。",
    },
    start_s: 89,
    lease_s: 10,
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
            "{client} reads its clock, {clock}, and computes {command} from it.",
            "{client} 读到时钟 {clock}，据此算出 {command}。",
        ),
        beat(
            Send(C1),
            "GETSET 112 sent; in -; leases -; owner C3",
            "{command} leaves {client}, and is held up on its way.",
            "{client} 发出 {command}，命令在路上耽搁了。",
        ),
        plain(Tick(12_000), "nothing sent; in -; leases -; owner C3"),
        plain(Step(C2), "SETNX 124 -> 0; in -; leases -; owner C3"),
        plain(Step(C2), "GET -> 100; in -; leases -; owner C3"),
        beat(
            Step(C2),
            "GETSET 124 -> 100; in C2; leases C2 until 124; owner C2",
            "{client} recovers the lock with {command}; the old value is {reply}. {client} is in until {until}, and so the key says.",
            "{client} 用 {command} 收回锁，旧值是 {reply}。{client} 持有锁，直到 {until}，键里也是这样写的。",
        ),
        beat(
            Execute(MessageId::of(C1)),
            "GETSET 112 -> 124; in C2; leases C2 until 124; owner C1",
            "Only now does the server execute {command}. It answers {reply}, and the key says {value}: an earlier time than before.",
            "直到现在服务器才执行 {command}。它回复 {reply}，而键里变成了 {value}：比原来更早的时间。",
        ),
        beat(
            Receive(MessageId::of(C1)),
            "received 124; in C2; leases C2 until 124; owner C1",
            "{client} receives {reply}, sees that it has lost, and starts over. What it wrote stays.",
            "{client} 收到 {reply}，知道自己输了，从头再来。它写下的值却留着。",
        ),
        plain(
            Step(C1),
            "SETNX 124 -> 0; in C2; leases C2 until 124; owner C1",
        ),
        beat(
            Step(C1),
            "GET -> 112; in C2; leases C2 until 124; owner C1",
            "{client} reads {reply}: by its clock, {clock}, that has expired, though {believers} is in and its lease is valid.",
            "{client} 读到 {reply}：按它的时钟 {clock} 已经过期，可是 {believers} 持有锁，租约也有效。",
        ),
        beat(
            Step(C1),
            "GETSET 124 -> 112; in C1 C2; leases C1 until 124 C2 until 124; owner C1; two believers C1 C2; two leases C1 C2",
            "{client} sends {command} and gets {reply}, its own old value. *{leaseholders} have valid leases at once*, by no fault but a slow message.",
            "{client} 发送 {command}，得到的是自己的旧值 {reply}。*{leaseholders} 的租约同时有效*，起因只是一条迟到的消息。",
        ),
    ],
};

pub(super) static LONGER: Lesson = Lesson {
    group: Group::LeftOut,
    id: "S6b",
    title: Text {
        en: "A loser sets the lock’s time forward",
        zh: "落败者把锁的时间往后推",
    },
    summary: Text {
        en: "The loser’s time is the later one here. The winner no longer finds its own value, so it does not dare to release: the lock stands with nobody in it.",
        zh: "这次落败者的时间更晚。赢家找不到自己的值，不敢释放：锁留在那里，里面却没有人。",
    },
    start_s: 89,
    lease_s: 10,
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
            "{client} is done and asks with {command}. {reply} is not what it wrote, so it takes the lock for another’s and leaves it.",
            "{client} 做完了，用 {command} 查看。{reply} 不是它写的值，于是它以为锁是别人的，没有动它。",
        ),
        beat(
            Step(C5),
            "nothing sent; in -; leases -; owner C4",
            "{client} sends nothing more. Nobody holds the lock, and nobody may take it before {value}.",
            "{client} 什么也不再发送。没有人持有锁，可在 {value} 之前谁也拿不到它。",
        ),
        plain(Step(C4), "SETNX 116 -> 0; in -; leases -; owner C4"),
        beat(
            Step(C4),
            "GET -> 116; in -; leases -; owner C4",
            "{client} reads {reply}, its own time, and waits for itself.",
            "{client} 读到 {reply}，那是它自己写的时间：它在等自己。",
        ),
    ],
};
