//! Lessons: a start, a schedule, and a sentence in every language for each move. Every name and number in a sentence comes
//! from the move's outcome. A test checks the facts of each move.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod compare;
pub mod export;
mod facts;
pub mod goal;
mod lesson;
mod lessons;
pub mod link;
mod narrate;
mod play;

pub use facts::facts;
pub use lesson::{Beat, Lesson, LessonGroup, Network};
pub use lessons::{ALL, find};
pub use narrate::narrate;
pub use play::{BRANCHES_MAX, Branch, NAME_CHARS_MAX, Play, TYPED_MAX};

#[cfg(test)]
mod tests;
