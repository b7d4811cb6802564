//! A Redis server without a socket or a clock: databases, connections, and a table of commands.
//!
//! The judge of every reply is redis-server 7.0.15 with its default configuration; `tests/differential` compares the
//! bytes. Not here: the text of a reply at a prompt, which `cli` formats.

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

mod bits;
mod bytes;
mod catalogue;
mod commands;
pub mod decimal;
mod double;
mod families;
pub mod float;
mod glob;
mod long_double;
pub mod nearest;
pub mod number;
mod range;
mod reply;
mod request;
mod resp;
mod server;
pub mod sha1;
mod sha256;
mod storage;
mod types;
pub mod words;

pub use catalogue::command::Command;
pub use catalogue::mode::KeyspaceMode;
pub use catalogue::{arguments, command, keys, left_out};
pub use families::lacks;
pub use reply::{Error, Protocol, Reply};
pub use request::{Request, request};
pub use server::Server;
pub use server::called::called;
pub use server::connection::ConnectionId;
pub use server::dispatch::{Advance, Begun};
pub use server::outbox::Delivery;
pub use server::script_state::KeptSource;
pub use server::scripts;
pub use server::work::Progress;
pub use storage::changes::Changes;
pub use storage::collection::{Collection, Row};
pub use storage::database::{Entry, Restate};
pub use storage::databases::Dataset;
pub use storage::sorted::Sorted;
pub use storage::table::TablePlace;
pub use storage::value;
pub use storage::value::Bytes;

/// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
