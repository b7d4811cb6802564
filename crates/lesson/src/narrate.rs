//! The sentences about a move: a lesson's own while the run follows the lesson, or the general ones.

use crate::lesson::Lesson;
use base::text::{Lang, Text};
use sim::Run;
use tell::{self, Segment};

/// The sentences about the move of this index of a run, from 0; none past its end: the lesson's own while the run has made
/// the same moves as the lesson, otherwise the general ones. Both say which properties the move broke.
pub fn narrate(lang: Lang, index: usize, run: &Run, lesson: Option<&Lesson>) -> Vec<Segment> {
    let own = lesson.and_then(|lesson| lesson.told(index, run));
    tell::narrate(lang, index, run, own)
}

impl Lesson {
    /// The lesson's sentence about the move of this index, if the run has made the same moves as the lesson up to it.
    fn told(&self, index: usize, run: &Run) -> Option<Text> {
        let mut way = self.moves().zip(run.outcomes()).take(index + 1);
        let is_same =
            index < run.len() && way.all(|(mv, outcome)| mv.as_ref() == Some(&outcome.mv));
        self.say(index).filter(|_| is_same)
    }
}
