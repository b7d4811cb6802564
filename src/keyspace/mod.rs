//! What a Redis server does, without a socket or a clock: databases, connections, and a table of commands.
//!
//! The judge of every reply is redis-server 7.0.15 with its default configuration; `tests/differential`
//! compares the bytes. Not here: how a reply looks at a prompt (that is `cli`), and who calls when.

mod args;
mod call;
pub mod command;
mod commands;
mod database;
mod glob;
mod key;
pub mod number;
mod reply;
mod resp;
mod server;
mod slot;
pub mod value;
pub mod words;

pub use command::Command;
pub use database::Entry;
pub use reply::{Error, Reply};
pub use server::{ConnectionId, Server};
pub use value::Bytes;
