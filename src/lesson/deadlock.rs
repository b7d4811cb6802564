//! D1: a holder crashes, and nobody reads the value that would tell that its lock has expired.

use super::{C1, C2, C3, Group, Lesson, beat, opening, plain, retold};
use crate::lock::Algorithm::Setnx;
use crate::sim::Move::{Crash, Step, Tick};
use crate::text::Text;

pub(super) static DEADLOCK: Lesson = Lesson {
    group: Group::Told,
    id: "D1",
    title: Text {
        en: "The deadlock",
        zh: "死锁",
    },
    summary: Text {
        en: "The holder crashes and its key stays. The others only ever ask whether the key exists, so none of them gets in again.",
        zh: "持有者崩溃，键留了下来。其他客户端只会问键在不在，于是谁也进不去了。",
    },
    start_s: 89,
    lease_s: 10,
    clients: &[(C1, Setnx), (C2, Setnx), (C3, Setnx)],
    parts: false,
    opening: 0,
    beats: &[
        opening::SETS,
        retold(
            Crash(C3),
            "nothing sent; in -; leases C3 until 100; owner C3; stuck C1 C2",
            opening::CRASHES_SAYS,
        ),
        retold(
            Tick(12_000),
            "nothing sent; in -; leases -; owner C3; stuck C1 C2",
            opening::EXPIRES_SAYS,
        ),
        beat(
            Step(C1),
            "SETNX 112 -> 0; in -; leases -; owner C3; stuck C1 C2",
            "{client} sends {command}. The key exists, so the reply is {reply}, and {client} starts over.",
            "{client} 发送 {command}。键已经存在，所以回复是 {reply}，{client} 从头再来。",
        ),
        plain(
            Step(C2),
            "SETNX 112 -> 0; in -; leases -; owner C3; stuck C1 C2",
        ),
        beat(
            Tick(10_000),
            "nothing sent; in -; leases -; owner C3; stuck C1 C2",
            "{elapsed} seconds pass. SETNX gave the key no expiry, so {value} is still there at {time}.",
            "又过了 {elapsed} 秒。SETNX 没有给键设置过期时间，到了 {time}，{value} 依然在那里。",
        ),
        beat(
            Step(C1),
            "SETNX 122 -> 0; in -; leases -; owner C3; stuck C1 C2",
            "{client} tries again with a new time, {command}, and the reply is {reply}. It never looks at the {value} that stands in its way.",
            "{client} 换上新的时间，再发一次 {command}，回复还是 {reply}。挡住它的 {value}，它从来不看。",
        ),
        beat(
            Step(C2),
            "SETNX 122 -> 0; in -; leases -; owner C3; stuck C1 C2",
            "{client} gets {reply} again. *From here {stuck} try for ever*: their program never reads the value, and only {writer}, which is gone, would have deleted the key.",
            "{client} 又得到 {reply}。*从此 {stuck} 只能永远试下去*：它们的程序从不读取这个值，而会删除这个键的只有 {writer}，它已经不在了。",
        ),
    ],
};
