//! Transcripts as documentation prints them: read into steps, run, and compared with what redis-cli prints.
//!
//! The element's `check` and the program `setnx-transcript` are both this. No files, no markup, no clock: a text in, and
//! for each step a [`Verdict`].

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

mod backend;
mod checker;
mod ids;
mod judge;
mod lacking;
mod ledger;
mod pattern;
mod read;
mod rows;
mod volatile;

pub use backend::{Backend, Engine};
pub use checker::Checker;
pub use cli::is_transcript;
pub use judge::{Judge, Verdict};
pub use lacking::{Lacking, first_lacking};
pub use read::{Step, Transcript, read};
