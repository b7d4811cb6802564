//! The facts of every command, a file for each family of commands.

mod acl;
mod bitfield;
mod bitop;
mod bits;
mod client;
mod cluster;
mod command;
mod config;
mod connection;
mod counters;
mod expiry;
mod floats;
mod functions;
mod geo;
mod georadius;
mod hash_walks;
mod hashes;
mod hyperloglogs;
mod info;
mod keys;
mod latency;
mod lcs;
mod list_elements;
mod list_moves;
mod lists;
mod lolwut;
mod memory;
mod modules;
mod monitor;
mod object;
mod persistence;
mod publishing;
mod ranges;
mod renaming;
mod replication;
mod scripting;
mod serialized;
mod server;
mod session;
mod set;
mod set_algebra;
mod sets;
mod several;
mod slowlog;
mod sorted_set_algebra;
mod sorted_set_ends;
mod sorted_set_ranges;
mod sorted_sets;
mod sorting;
mod stream_groups;
mod stream_info;
mod stream_reads;
mod streams;
mod strings;
mod transactions;
mod walk;

pub use latency::QUIET;

use crate::catalogue::record::Record;
use base::part::Part;

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
const fn of_types(records: &'static [Record]) -> Family {
    Family {
        records,
        part: Some(Part::Types),
    }
}

/// Scripts and functions.
const fn of_scripts(records: &'static [Record]) -> Family {
    Family {
        records,
        part: Some(Part::Scripts),
    }
}

/// Every command, in the order in which help lists them. Their names and arities are in the main part, whatever brings their
/// handlers.
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
    of_types(lists::COMMANDS),
    of_types(list_elements::COMMANDS),
    of_types(list_moves::COMMANDS),
    of_types(sets::COMMANDS),
    of_types(set_algebra::COMMANDS),
    of_types(sorted_sets::COMMANDS),
    of_types(sorted_set_ranges::COMMANDS),
    of_types(sorted_set_ends::COMMANDS),
    of_types(sorted_set_algebra::COMMANDS),
    of_types(hashes::COMMANDS),
    of_types(hash_walks::COMMANDS),
    of_types(streams::COMMANDS),
    of_types(stream_reads::COMMANDS),
    of_types(stream_groups::COMMANDS),
    of_types(stream_info::COMMANDS),
    of_types(geo::COMMANDS),
    of_types(georadius::COMMANDS),
    of_types(hyperloglogs::COMMANDS),
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
    of_types(sorting::COMMANDS),
    of_types(serialized::COMMANDS),
    later(publishing::COMMANDS),
    of_scripts(scripting::COMMANDS),
    of_scripts(functions::COMMANDS),
    later(acl::COMMANDS),
    later(slowlog::COMMANDS),
    later(latency::COMMANDS),
    of_types(memory::COMMANDS),
    later(lolwut::COMMANDS),
    later(monitor::COMMANDS),
    later(persistence::COMMANDS),
    later(replication::COMMANDS),
    later(modules::COMMANDS),
    here(cluster::COMMANDS),
    later(set::OF_MODES),
];
