//! How a run ends for those who rely on the lock: broken, with two clients that act while the data is safe, or as promised.

use super::Lesson;
use super::goal::{self, Goal};
use base::text::Text;
use sim::{Outcome, Property, Run};

/// The promises of a lock after a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// No property was broken.
    #[default]
    Holds,
    /// Two clients acted as the holder at once, while never more than one lease was valid and no update was lost. Every
    /// lease allows that: a client that stalls does not know that its time is up.
    BothAct,
    /// Two leases were valid at once, a lock was removed, an update was lost, or nobody gets in.
    Broken,
}

impl Ending {
    /// The ending that this move alone would make.
    pub fn of(outcome: &Outcome) -> Ending {
        let all = outcome.broken.iter();
        all.map(|broken| Ending::of_property(broken.property))
            .max()
            .unwrap_or_default()
    }

    /// The ending of a run in which this property was broken.
    pub fn of_property(broken: Property) -> Ending {
        match broken {
            Property::TwoBelievers => Ending::BothAct,
            Property::TwoLeases
            | Property::RemovedLock
            | Property::LostUpdate
            | Property::Shut
            | Property::HeldIdle
            | Property::NobodyEver
            | Property::NobodyGetsIn => Ending::Broken,
        }
    }

    /// The ending of the first `cursor` moves of a run.
    pub fn after(run: &Run, cursor: usize) -> Ending {
        if run.world(cursor).deadlock().is_some() {
            return Ending::Broken;
        }
        let breaks = run.first_breaks(cursor);
        let worst = breaks.map(|(_, outcome)| Ending::of(outcome)).max();
        worst.unwrap_or_default()
    }
}

/// Lessons, by their names, with the lesson that shows what mends them, or for two who act at once what keeps the data safe;
/// and the challenge in which a reader breaks the same lock.
const AFTER: [(&str, Option<&str>, Option<&str>); 31] = [
    ("D1", Some("D3"), Some("forever")),
    ("D2", Some("D3"), Some("two-holders")),
    ("D4", Some("D4-guarded"), Some("not-its-own")),
    ("D4-guarded", Some("P4-fenced"), None),
    ("S5", Some("P3"), Some("stall")),
    ("S5-get", Some("P3"), None),
    ("S6", Some("P3"), Some("shorter")),
    ("S6b", Some("P3"), None),
    ("S7", Some("P3"), Some("clock")),
    ("S7-behind", Some("P3"), None),
    ("S8", Some("D3-wait"), Some("starve")),
    ("S9", Some("S9-taken"), None),
    ("B-equal", Some("B-less"), None),
    ("B-both", Some("B-less"), None),
    ("P1", Some("P3"), None),
    ("P2", Some("P3"), None),
    ("P3", Some("P4-fenced"), None),
    ("P3-delex", Some("P4-fenced"), None),
    ("P4", Some("P4-fenced"), None),
    ("P5", Some("P4-fenced"), Some("late-token")),
    ("P6", Some("P6-read"), None),
    ("E1", Some("E2-nx"), None),
    ("E2", Some("E2-nx"), None),
    ("T1", Some("T1-token"), None),
    ("W1", Some("W3"), None),
    ("W2", Some("W3"), None),
    ("W4", Some("P4-fenced"), None),
    ("F1", Some("F2"), None),
    ("R3-unchecked", Some("R3"), None),
    ("R4", Some("P4-fenced"), None),
    ("R7", Some("R7-token"), None),
];

/// What would repair a lesson that no other lesson repairs: servers and their operators, or a limit that no program here has.
const OUTSIDE: [(&str, Text); 5] = [
    (
        "W5",
        Text {
            en: "No command repairs this: a client has to limit how often it renews its lease.",
            zh: "没有哪条命令能补救：客户端必须限制续期的次数。",
        },
    ),
    (
        "F2-other",
        Text {
            en: "No program repairs this. As long as the write has not reached every replica, one without the lock may be promoted.",
            zh: "程序无法补救。只要写入没有到达每一个副本，没有锁的副本就可能被提升。",
        },
    ),
    (
        "F4",
        Text {
            en: "No program repairs this. The server has to sync every write, or to stay down after a restart until the longest lease has passed.",
            zh: "程序无法补救。服务器要么每次写入都立即落盘，要么在重启之后等最长的租约过去再提供服务。",
        },
    ),
    (
        "K1",
        Text {
            en: "No program repairs this: the clock of a server must not jump. A store that refuses older fencing tokens would keep the data safe.",
            zh: "程序无法补救：服务器的时钟不能跳变。能拒绝较旧防护令牌的存储可以保住数据。",
        },
    ),
    (
        "R2",
        Text {
            en: "No program repairs this. A server that has lost its data has to stay down until the longest lease has passed.",
            zh: "程序无法补救。丢失了数据的服务器，要等最长的租约过去再提供服务。",
        },
    ),
];

impl Lesson {
    /// The reason why no lesson repairs what this one breaks, and what would.
    pub fn outside(&self) -> Option<Text> {
        let of = OUTSIDE.iter().find(|(id, _)| *id == self.id);
        of.map(|(_, text)| *text)
    }

    /// The lesson that shows what mends what this one breaks, or keeps the data safe where two clients act at once.
    pub fn mended_by(&self) -> Option<&'static Lesson> {
        super::find(self.after()?.0?)
    }

    /// The challenge in which a reader breaks the lock of this lesson.
    pub fn challenge(&self) -> Option<&'static Goal> {
        goal::find(self.after()?.1?)
    }

    fn after(&self) -> Option<(Option<&'static str>, Option<&'static str>)> {
        let of = AFTER.iter().find(|(id, ..)| *id == self.id);
        of.map(|(_, mended, challenge)| (*mended, *challenge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL;

    #[test]
    fn every_lesson_ends_as_it_is_listed() {
        let of = |wanted: Ending| -> Vec<&str> {
            let ends = |run: &Run| Ending::after(run, run.len()) == wanted;
            let all = ALL.iter().filter(|lesson| ends(&lesson.run()));
            all.map(|lesson| lesson.id).collect()
        };
        assert_eq!(of(Ending::Broken), BROKEN);
        assert_eq!(of(Ending::BothAct), BOTH_ACT);
        assert_eq!(of(Ending::Holds), HOLDS);
        assert_eq!(BROKEN.len() + BOTH_ACT.len() + HOLDS.len(), ALL.len());
    }

    const BROKEN: [&str; 31] = [
        "D1",
        "D2",
        "D4",
        "S5",
        "S5-get",
        "S6",
        "S6b",
        "S7",
        "S7-behind",
        "S8",
        "S9",
        "B-equal",
        "B-both",
        "P1",
        "P2",
        "P4",
        "P5",
        "P6",
        "E1",
        "E2",
        "T1",
        "W1",
        "W2",
        "W5",
        "F1",
        "F2-other",
        "F4",
        "K1",
        "R2",
        "R3-unchecked",
        "R7",
    ];
    const BOTH_ACT: [&str; 8] = [
        "D4-guarded",
        "P3",
        "P3-delex",
        "P4-fenced",
        "P6-read",
        "A1",
        "W4",
        "R4",
    ];
    const HOLDS: [&str; 20] = [
        "D3",
        "D3-rival",
        "D3-wait",
        "D-once",
        "D-patient",
        "S9-taken",
        "B-less",
        "E2-nx",
        "T1-token",
        "N1",
        "N1-own",
        "P3-watch",
        "W3",
        "F2",
        "F3",
        "R1",
        "R3",
        "R5",
        "R6",
        "R7-token",
    ];

    #[test]
    fn what_mends_a_lesson_breaks_less_or_keeps_the_data_safe() {
        for (id, mended, challenge) in AFTER {
            let ends = |id: &str| {
                let run = crate::find(id).unwrap().run();
                Ending::after(&run, run.len())
            };
            if let Some(mended) = mended {
                let is_fenced = ends(id) == Ending::BothAct && mended == "P4-fenced";
                assert!(ends(mended) < ends(id) || is_fenced, "{id}: {mended}");
            }
            if let Some(challenge) = challenge {
                let way = goal::find(challenge).unwrap().way();
                assert!(way.is_some(), "{id}: {challenge} is won by moves");
                assert_eq!(ends(id), Ending::Broken, "{id}");
            }
        }
    }

    #[test]
    fn a_lesson_that_breaks_has_a_repair_or_says_why_there_is_none() {
        for lesson in ALL {
            let ending = Ending::after(&lesson.run(), usize::MAX);
            let (mended, outside) = (lesson.mended_by(), lesson.outside());
            assert!(mended.is_none() || outside.is_none(), "{}", lesson.id);
            let is_answered = mended.is_some() || outside.is_some();
            match ending {
                Ending::Broken => assert!(is_answered, "{}", lesson.id),
                // The limit of every lease is told.
                Ending::BothAct => assert!(outside.is_none(), "{}", lesson.id),
                Ending::Holds => assert!(!is_answered, "{}", lesson.id),
            }
        }
    }
}
