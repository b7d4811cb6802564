//! A Redis server without a socket or a clock: databases, connections, and a table of commands.
//!
//! The judge of every reply is redis-server 7.0.15 with its default configuration; `tests/differential` compares the
//! bytes. Not here: the text of a reply at a prompt, which `cli` formats.

mod args;
pub mod arguments;
mod bits;
mod call;
mod changes;
pub mod command;
mod command_docs;
mod command_info;
mod command_keys;
mod command_pack;
mod commands;
mod connection;
mod database;
mod decimal;
mod dispatch;
mod glob;
mod key;
mod late;
pub mod left_out;
mod long_double;
pub mod nearest;
pub mod number;
mod object;
mod range;
mod record;
mod reply;
mod resp;
mod server;
mod slot;
mod sorted;
mod statistics;
mod sweep;
mod table;
pub mod value;
pub mod words;
mod work;

pub use changes::Changes;
pub use command::Command;
pub use commands::scripting::{Caller, ScriptEngine};
pub use connection::ConnectionId;
pub use database::Entry;
pub use dispatch::{Advance, Begun};
pub use reply::{Error, Protocol, Reply};
pub use server::{Dataset, Server};
pub use sorted::Sorted;
pub use table::TablePlace;
pub use value::Bytes;
pub use work::Progress;
