//! The commands, a file for each kind. A command's record stands beside its handler, and adding one touches one file.

mod bitfield;
pub(super) mod bitop;
mod bits;
mod client;
mod command;
mod config;
mod connection;
mod counters;
mod expiry;
mod floats;
mod info;
mod keys;
pub(super) mod lcs;
mod object;
mod ranges;
mod renaming;
pub(super) mod scripting;
mod server;
mod session;
mod set;
mod several;
mod strings;
pub(super) mod transactions;
pub(super) mod walk;

use super::record::Record;

/// Every command.
pub const ALL: &[&[Record]] = &[
    set::COMMANDS,
    strings::COMMANDS,
    several::COMMANDS,
    ranges::COMMANDS,
    counters::COMMANDS,
    floats::COMMANDS,
    lcs::COMMANDS,
    bits::COMMANDS,
    bitfield::COMMANDS,
    bitop::COMMANDS,
    keys::COMMANDS,
    renaming::COMMANDS,
    object::COMMANDS,
    expiry::COMMANDS,
    connection::COMMANDS,
    session::COMMANDS,
    client::COMMANDS,
    server::COMMANDS,
    info::COMMANDS,
    config::COMMANDS,
    transactions::COMMANDS,
    command::COMMANDS,
    walk::COMMANDS,
];

/// Commands that only some servers know.
pub const HIDDEN: &[Record] = &[scripting::EVAL];
