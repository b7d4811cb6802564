//! Lessons, and what a reader makes of them: branches, links, challenges, comparisons, exports.
//!
//! - [`Lesson`] is a start, a schedule, and a sentence in every language for each move. Names and numbers in a sentence come from the
//!   move's outcome, and a test checks the [`facts()`] of each move. [`ALL`] lists the lessons; [`narrate()`] gives the sentence of a move.
//! - [`Play`] is what a reader has made of a lesson or of settings of their own: a tree of [`Branch`]es and a cursor. Its moves are those
//!   that [`sim`] permits.
//! - [`link`] writes a play as text and reads it up to the first invalid part.
//! - [`goal`] has the challenges and judges a run or a program that claims to win one; [`mod@compare`] sets two runs side by side.
//! - [`export`] writes a run as text or as a script for redis-cli, and a program as a TLA+ module.
//!
//! Limits: [`BRANCHES_MAX`] branches, [`TYPED_MAX`] typed commands, [`sim::MOVES_MAX`] moves a branch. A move that cannot be made is a
//! [`NotEnabled`](sim::NotEnabled).
//!
//! ```
//! use setnx_lesson::{Play, find, link};
//!
//! let lesson = find("d2").ok_or("no lesson")?; // the DEL race
//! let mut play = Play::of_lesson(lesson);
//! play.seek(usize::MAX);
//! assert_eq!(play.world().believers().len(), 2);
//! assert!(link::decode(&link::encode(&play)) == (play, None));
//! # Ok::<(), &str>(())
//! ```

#![warn(unreachable_pub)]
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
mod ending;
pub mod export;
mod facts;
pub mod goal;
mod lesson;
mod lessons;
pub mod link;
mod narrate;
mod play;
mod say;

pub use ending::Ending;
pub use facts::facts;
pub use lesson::{Lesson, LessonGroup, Network};
pub use lessons::{ALL, find};
pub use narrate::narrate;
pub use play::{BRANCHES_MAX, Branch, NAME_CHARS_MAX, Play, TYPED_MAX};

#[cfg(test)]
mod tests;
