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

const fn later(part: Part, records: &'static [Record]) -> Family {
    Family {
        records,
        part: Some(part),
    }
}

/// Every command, in the order in which help lists them. Their names and arities are in the main part, whatever brings their
/// handlers.
pub const ALL: &[Family] = &[
    here(set::COMMANDS),
    here(strings::COMMANDS),
    here(several::COMMANDS),
    later(Part::Commands, ranges::COMMANDS),
    here(counters::COMMANDS),
    later(Part::Commands, floats::COMMANDS),
    later(Part::Commands, lcs::COMMANDS),
    later(Part::Commands, bits::COMMANDS),
    later(Part::Commands, bitfield::COMMANDS),
    later(Part::Commands, bitop::COMMANDS),
    later(Part::Lists, lists::COMMANDS),
    later(Part::Lists, list_elements::COMMANDS),
    later(Part::Lists, list_moves::COMMANDS),
    later(Part::Sets, sets::COMMANDS),
    later(Part::Sets, set_algebra::COMMANDS),
    later(Part::SortedSets, sorted_sets::COMMANDS),
    later(Part::SortedSets, sorted_set_ranges::COMMANDS),
    later(Part::SortedSets, sorted_set_ends::COMMANDS),
    later(Part::SortedSets, sorted_set_algebra::COMMANDS),
    later(Part::Hashes, hashes::COMMANDS),
    later(Part::Hashes, hash_walks::COMMANDS),
    later(Part::Streams, streams::COMMANDS),
    later(Part::Streams, stream_reads::COMMANDS),
    later(Part::Groups, stream_groups::COMMANDS),
    later(Part::Groups, stream_info::COMMANDS),
    later(Part::Places, geo::COMMANDS),
    later(Part::Places, georadius::COMMANDS),
    later(Part::HyperLogLogs, hyperloglogs::COMMANDS),
    here(keys::COMMANDS),
    later(Part::Commands, renaming::COMMANDS),
    later(Part::Commands, object::COMMANDS),
    here(expiry::COMMANDS),
    here(connection::COMMANDS),
    later(Part::Commands, session::COMMANDS),
    later(Part::Commands, client::COMMANDS),
    here(server::COMMANDS),
    later(Part::Commands, info::COMMANDS),
    later(Part::Commands, config::COMMANDS),
    here(transactions::COMMANDS),
    // COMMAND tells what is written about commands.
    later(Part::Help, command::COMMANDS),
    here(walk::COMMANDS),
    later(Part::Types, sorting::COMMANDS),
    later(Part::Types, serialized::COMMANDS),
    later(Part::Commands, publishing::COMMANDS),
    later(Part::Scripts, scripting::COMMANDS),
    later(Part::Scripts, functions::COMMANDS),
    later(Part::Commands, acl::COMMANDS),
    later(Part::Commands, slowlog::COMMANDS),
    later(Part::Commands, latency::COMMANDS),
    later(Part::Types, memory::COMMANDS),
    later(Part::Commands, lolwut::COMMANDS),
    later(Part::Commands, monitor::COMMANDS),
    later(Part::Commands, persistence::COMMANDS),
    later(Part::Commands, replication::COMMANDS),
    later(Part::Commands, modules::COMMANDS),
    here(cluster::COMMANDS),
    later(Part::Commands, set::OF_MODES),
];
