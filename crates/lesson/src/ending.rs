//! How a run ends for those who rely on the lock: broken, with two clients that act while the data is safe, or as promised.

use super::Lesson;
use super::goal::{self, Goal};
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
            _ => Ending::Broken,
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

impl Lesson {
    /// The challenge in which a reader breaks the lock of this lesson.
    pub fn challenge(&self) -> Option<&'static Goal> {
        goal::find(self.challenge?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL;

    fn ending(lesson: &Lesson) -> Ending {
        Ending::after(&lesson.run(), usize::MAX)
    }

    #[test]
    fn every_lesson_ends_as_its_file_has_it() {
        for lesson in ALL {
            assert_eq!(ending(lesson), lesson.ends, "{}", lesson.id);
        }
    }

    #[test]
    fn what_mends_a_lesson_breaks_less_or_keeps_the_data_safe() {
        for lesson in ALL {
            let id = lesson.id;
            if let Some(mended) = lesson.mended_by {
                let is_fenced = lesson.ends == Ending::BothAct && mended.id == "P4-fenced";
                assert!(
                    mended.ends < lesson.ends || is_fenced,
                    "{id}: {}",
                    mended.id
                );
            }
            if let Some(challenge) = lesson.challenge {
                let way = goal::find(challenge).unwrap().way();
                assert!(way.is_some(), "{id}: {challenge} is won by moves");
                assert_eq!(lesson.ends, Ending::Broken, "{id}");
            }
        }
    }

    #[test]
    fn a_lesson_that_breaks_has_a_repair_or_says_why_there_is_none() {
        for lesson in ALL {
            let (mended, outside) = (lesson.mended_by, lesson.outside);
            assert!(mended.is_none() || outside.is_none(), "{}", lesson.id);
            let is_answered = mended.is_some() || outside.is_some();
            match lesson.ends {
                Ending::Broken => assert!(is_answered, "{}", lesson.id),
                // The limit of every lease is told.
                Ending::BothAct => assert!(outside.is_none(), "{}", lesson.id),
                Ending::Holds => assert!(!is_answered, "{}", lesson.id),
            }
        }
    }
}
