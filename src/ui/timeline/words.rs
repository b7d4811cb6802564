//! The timeline's own words. Sentences about moves are in `tell`. They are in `locales/en/timeline.ftl` and its like.

use base::text::{Phrase, Text};
use keyspace::nearest::nearest;

include!(concat!(env!("OUT_DIR"), "/timeline.rs"));

/// That there is no lesson of that name, which one is shown instead, and which one may be meant.
pub fn no_such_lesson(asked: &str, shown: &str) -> Phrase {
    const ASKED_CHARS_MAX: usize = 40;
    let near = nearest(asked, &mut lesson::ALL.iter().map(|lesson| lesson.id));
    let asked: String = asked.chars().take(ASKED_CHARS_MAX).collect();
    match near {
        Some(near) => unknown_lesson_near(asked, shown, near),
        None => unknown_lesson(asked, shown),
    }
}
