//! Transcripts as documentation prints them: read into steps, run, and compared with what redis-cli prints. The element's `check`
//! and the program `setnx-transcript` both use this. A text comes in and a [`Verdict`] a step goes out: files, markup and
//! clocks belong to the callers.
//!
//! - [`read()`] finds the prompts of a text, and the reply that is written below each: a [`Transcript`] of [`Step`]s.
//! - [`Checker`] runs each step on a [`Backend`], and compares. It knows on which steps a later one depends, and which replies are different
//!   in every run. [`Engine`] is the backend of this project's keyspace; a program may bring a real server.
//! - [`Judge`] compares alone, where a page's own prompt runs the lines. It fits the page's first part.
//! - [`first_lacking`] names the first line that needs what the keyspace does not have.
//!
//! ```
//! use setnx_transcript::{Checker, Engine, Verdict, read};
//!
//! let text = "redis> SETNX lock.foo 111\n(integer) 1\nredis> GET lock.foo\n\"112\"\n";
//! let mut checker = Checker::new(Engine::new(100_000));
//! let steps = read(text).steps;
//! assert_eq!(checker.next(text, &steps[0]), Ok(Verdict::Same));
//! assert!(matches!(checker.next(text, &steps[1]), Ok(Verdict::Differs { .. })));
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

mod backend;
mod checker;
mod ids;
mod judge;
mod lacking;
mod ledger;
mod pattern;
mod read;
mod rows;
mod say;
mod volatile;

pub use backend::{Backend, Engine};
pub use checker::Checker;
pub use cli::is_transcript;
pub use judge::{Judge, Verdict};
pub use lacking::{Lacking, first_lacking};
pub use read::{Step, Transcript, read};
