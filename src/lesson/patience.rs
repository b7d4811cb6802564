//! Callers that do not wait for ever.

use super::{C1, C2, Group, Lesson, beat, plain};
use crate::lock::Algorithm::{Once, Patient};
use crate::sim::Move::{Step, Tick};
use crate::text::Text;

pub(super) static ONCE: Lesson = Lesson {
    group: Group::Told,
    id: "D-once",
    title: Text {
        en: "A caller that does not wait",
        zh: "不等待的调用方",
    },
    summary: Text {
        en: "Who must not block asks once, and goes away.",
        zh: "不能阻塞的调用方只问一次就走。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, Once), (C2, Once)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SETNX 111 -> 1; in C1; leases C1 until 111; owner C1",
        ),
        plain(
            Step(C2),
            "SETNX 111 -> 0; in C1; leases C1 until 111; owner C1",
        ),
    ],
};

pub(super) static PATIENT: Lesson = Lesson {
    group: Group::Told,
    id: "D-patient",
    title: Text {
        en: "A caller that waits for a while",
        zh: "只等一会儿的调用方",
    },
    summary: Text {
        en: "The lock is held for longer than the caller is willing to wait.",
        zh: "锁被持有的时间，超过了调用方愿意等待的时间。",
    },
    start_s: 100,
    lease_s: 10,
    clients: &[(C1, Patient), (C2, Patient)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SETNX 111 -> 1; in C1; leases C1 until 111; owner C1",
        ),
        plain(
            Step(C2),
            "SETNX 111 -> 0; in C1; leases C1 until 111; owner C1",
        ),
        plain(
            Tick(1_000),
            "nothing sent; in C1; leases C1 until 111; owner C1",
        ),
        plain(
            Step(C2),
            "SETNX 112 -> 0; in C1; leases C1 until 111; owner C1",
        ),
        plain(
            Tick(4_000),
            "nothing sent; in C1; leases C1 until 111; owner C1",
        ),
        beat(
            Step(C2),
            "SETNX 116 -> 0; in C1; leases C1 until 111; owner C1",
            "{client} asks once more with {command}; the reply is {reply}, and its clock, {clock}, says that it has waited long enough. It gives up.",
            "{client} 再用 {command} 问一次，回复是 {reply}；它的时钟 {clock} 表明已经等得够久。它放弃了。",
        ),
    ],
};
