//! The handlers of the commands, a file for each kind.

mod acl;
mod bitfield;
mod bitop;
mod bits;
mod client;
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

use crate::server::parts::Handlers;

/// Those of every command.
pub const ALL: &[Handlers] = &[
    acl::HANDLERS,
    bitfield::HANDLERS,
    bitop::HANDLERS,
    bits::HANDLERS,
    client::HANDLERS,
    command::HANDLERS,
    config::HANDLERS,
    connection::HANDLERS,
    counters::HANDLERS,
    expiry::HANDLERS,
    floats::HANDLERS,
    functions::HANDLERS,
    geo::HANDLERS,
    georadius::HANDLERS,
    hash_walks::HANDLERS,
    hashes::HANDLERS,
    hyperloglogs::HANDLERS,
    info::HANDLERS,
    keys::HANDLERS,
    latency::HANDLERS,
    lcs::HANDLERS,
    list_elements::HANDLERS,
    list_moves::HANDLERS,
    lists::HANDLERS,
    lolwut::HANDLERS,
    memory::HANDLERS,
    modules::HANDLERS,
    monitor::HANDLERS,
    object::HANDLERS,
    persistence::HANDLERS,
    publishing::HANDLERS,
    ranges::HANDLERS,
    renaming::HANDLERS,
    replication::HANDLERS,
    scripting::HANDLERS,
    serialized::HANDLERS,
    server::HANDLERS,
    session::HANDLERS,
    set::HANDLERS,
    set_algebra::HANDLERS,
    sets::HANDLERS,
    several::HANDLERS,
    slowlog::HANDLERS,
    sorted_set_algebra::HANDLERS,
    sorted_set_ends::HANDLERS,
    sorted_set_ranges::HANDLERS,
    sorted_sets::HANDLERS,
    sorting::HANDLERS,
    stream_groups::HANDLERS,
    stream_info::HANDLERS,
    stream_reads::HANDLERS,
    streams::HANDLERS,
    strings::HANDLERS,
    transactions::HANDLERS,
    walk::HANDLERS,
];
