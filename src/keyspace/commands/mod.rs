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

use crate::keyspace::catalogue::record::Record;
use crate::part::Part;

/// Commands that belong together, and the part of the wasm that brings their handlers: none where they are in the main one.
pub struct Family {
    pub records: &'static [Record],
    pub part: Option<Part>,
}

const fn here(records: &'static [Record]) -> Family {
    Family {
        records,
        part: None,
    }
}

const fn later(records: &'static [Record]) -> Family {
    Family {
        records,
        part: Some(Part::Commands),
    }
}

/// Commands on values of the types beyond strings.
#[expect(dead_code, reason = "the first of them is about to come")]
const fn of_types(records: &'static [Record]) -> Family {
    Family {
        records,
        part: Some(Part::Types),
    }
}

/// Every command. Their names and arities are in the main part, whatever brings their handlers.
pub const ALL: &[Family] = &[
    here(set::COMMANDS),
    here(strings::COMMANDS),
    here(several::COMMANDS),
    later(ranges::COMMANDS),
    here(counters::COMMANDS),
    later(floats::COMMANDS),
    later(lcs::COMMANDS),
    later(bits::COMMANDS),
    later(bitfield::COMMANDS),
    later(bitop::COMMANDS),
    here(keys::COMMANDS),
    later(renaming::COMMANDS),
    later(object::COMMANDS),
    here(expiry::COMMANDS),
    here(connection::COMMANDS),
    later(session::COMMANDS),
    later(client::COMMANDS),
    here(server::COMMANDS),
    later(info::COMMANDS),
    later(config::COMMANDS),
    here(transactions::COMMANDS),
    // COMMAND tells what is written about commands.
    Family {
        records: command::COMMANDS,
        part: Some(Part::Help),
    },
    here(walk::COMMANDS),
];

/// Commands that only some servers know.
pub const HIDDEN: &[Record] = &[scripting::EVAL];
