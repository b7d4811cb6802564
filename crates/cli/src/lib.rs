//! A redis-cli prompt: lines in, text out, a history, a log that can be copied as a transcript.
//!
//! The judge is redis-cli 7.0.15 on a terminal; `tests/golden` holds its sessions. Not here: keys, mouse, pixels.

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

pub mod session;

mod activity;
mod calls;
mod complete;
mod expect;
mod format;
mod help;
mod hint;
mod history;
mod late;
mod log;
mod lua;
mod near_miss;
mod order;
mod paste;
mod place;
mod repeat;
mod running;
mod secret;
mod syntax;
mod tokens;
mod typed;
mod words;

pub use activity::{Activity, Pending};
pub use calls::Calls;
pub use complete::{Completion, Item, ItemKind};
pub use format::{answers_raw, format, format_raw_within, format_within};
pub use history::History;
pub use late::{complete, hint, tokens};
pub use log::{ENTRIES_MAX, Entry, Log};
pub use near_miss::typographic;
pub use order::Order;
pub use paste::{CONTINUATION, Gathered, Paste, is_transcript};
pub use session::{Answer, Heard, Manner, Session};
pub use tokens::{Token, TokenKind};
pub use typed::is_unfinished;
