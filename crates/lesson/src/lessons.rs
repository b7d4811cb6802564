//! The lessons, of the files in `lessons/`, with their words in `lessons.ftl` of each language.

use crate::lesson::{Lesson, LessonGroup, Network};
use lock::Algorithm;
use sim::ClientId;

/// Titles, summaries, and the sentences of moves.
#[expect(
    unreachable_pub,
    reason = "constants of messages are public for any crate"
)]
mod words {
    use base::text::Text;

    include!(concat!(env!("OUT_DIR"), "/lessons.rs"));
}

include!(concat!(env!("OUT_DIR"), "/lesson.rs"));

/// The lesson of that id, case aside.
pub fn find(id: &str) -> Option<&'static Lesson> {
    ALL.into_iter()
        .find(|lesson| lesson.id.eq_ignore_ascii_case(id))
}
