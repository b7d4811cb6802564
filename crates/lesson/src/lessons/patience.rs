//! Callers that do not wait for ever.

use crate::lesson::{C1, C2, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::{Once, Patient};
use sim::Move::{Step, Tick};

pub(super) static ONCE: Lesson = Lesson {
    group: LessonGroup::Told,
    id: "D-once",
    title: Text {
        en: "A caller that does not wait",
        zh: "不等待的调用方",
    },
    summary: Text {
        en: "A caller that must not block tries once and returns.",
        zh: "不能阻塞的调用方只试一次就返回。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
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
    group: LessonGroup::Told,
    id: "D-patient",
    title: Text {
        en: "A caller that waits for a while",
        zh: "只等一会儿的调用方",
    },
    summary: Text {
        en: "The holder keeps the lock for longer than the caller is willing to wait.",
        zh: "持有者持有锁的时间，超过了调用方愿意等待的时间。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
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
            "{client} tries once more with {command}, and the reply is {reply}. Its clock shows {clock}: it has waited long enough, and gives up.",
            "{client} 再试一次 {command}，回复是 {reply}。它的时钟是 {clock}：已经等得够久，它放弃了。",
        ),
    ],
};
