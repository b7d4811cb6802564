//! Which sentences are told of a move: a lesson's own, as long as the run goes its way, or those of any such move.

use super::{Beat, Lesson};
use crate::sim::Run;
use crate::tell::{self, Segment};
use crate::text::Lang;

/// The sentences about the move of this index of a run, from 0; none past its end. A lesson's own as long as the run goes
/// the lesson's way; otherwise what such a move does in general. In both cases with what the move broke.
pub fn narrate(lang: Lang, index: usize, run: &Run, lesson: Option<&Lesson>) -> Vec<Segment> {
    let beat = lesson.and_then(|lesson| lesson.beat(index, run));
    tell::narrate(lang, index, run, beat.and_then(|beat| beat.say))
}

impl Lesson {
    /// What the lesson has for the move of this index, if the run has made every move up to it as the lesson does.
    fn beat(&self, index: usize, run: &Run) -> Option<&Beat> {
        let mut way = self.beats.iter().zip(run.outcomes()).take(index + 1);
        let is_same = index < run.len() && way.all(|(beat, outcome)| beat.mv == outcome.mv);
        self.beats.get(index).filter(|_| is_same)
    }
}
