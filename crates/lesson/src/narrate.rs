//! The sentences about a move: a lesson's own while the run follows the lesson, or the general ones.

use crate::lesson::{Beat, Lesson};
use base::text::Lang;
use sim::Run;
use tell::{self, Segment};

/// The sentences about the move of this index of a run, from 0; none past its end: the lesson's own while the run has made
/// the same moves as the lesson, otherwise the general ones. Both say which properties the move broke.
pub fn narrate(lang: Lang, index: usize, run: &Run, lesson: Option<&Lesson>) -> Vec<Segment> {
    let beat = lesson.and_then(|lesson| lesson.beat(index, run));
    tell::narrate(lang, index, run, beat.and_then(|beat| beat.say))
}

impl Lesson {
    /// The lesson's beat for the move of this index, if the run has made the same moves as the lesson up to it.
    fn beat(&self, index: usize, run: &Run) -> Option<&Beat> {
        let mut way = self.beats.iter().zip(run.outcomes()).take(index + 1);
        let is_same =
            index < run.len() && way.all(|(beat, outcome)| beat.mv().as_ref() == Some(&outcome.mv));
        self.beats.get(index).filter(|_| is_same)
    }
}
