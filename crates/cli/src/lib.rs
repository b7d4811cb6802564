//! A prompt as redis-cli shows it: lines in, text out, a history, and a log that can be copied as a transcript. The judge is
//! redis-cli 7.0.15 on a terminal; `tests/golden` holds its sessions. Keys, mouse and pixels belong to the page.
//!
//! - [`Session`] is one prompt on a server. It takes text, runs it in slices, and keeps a [`History`] and a [`Log`] of [`Entry`]s.
//! - [`format()`] prints a reply; nothing else does.
//! - [`complete()`], [`hint()`] and [`tokens()`] help with the line that is being typed: completions, the rest of the syntax, colours.
//!   They need the part of the wasm with the texts about commands.
//! - [`Calls`] are commands that a program sends to a prompt without a line, and whose replies it takes.
//! - [`Paste`] cuts a pasted transcript into its lines; [`Order`] recognises the lines that are the prompt's own, such as `help`.
//!
//! Times are Unix milliseconds and come from the caller. Lengths have limits: [`session::LINE_BYTES_MAX`],
//! [`session::QUEUE_BYTES_MAX`], [`session::OUTPUT_BYTES_MAX`], [`ENTRIES_MAX`]. A bad line is an entry of the log with redis-cli's message.
//!
//! ```
//! use keyspace::Server;
//! use setnx_cli::Session;
//!
//! let mut server = Server::new();
//! let mut session = Session::new(&mut server);
//! session.submit(&mut server, 100_000, "SET lock.foo 111 NX");
//! session.submit(&mut server, 100_000, "SET lock.foo 112 NX");
//! let printed: Vec<&str> = session.log().entries().map(|entry| &entry.output[..]).collect();
//! assert_eq!(printed, ["OK", "(nil)"]);
//! ```

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
