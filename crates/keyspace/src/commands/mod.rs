//! The handlers of the commands, a file for each kind.

mod acl;
mod client;
mod command;
mod config;
mod connection;
mod expiry;
mod functions;
mod info;
mod keys;
mod latency;
mod lolwut;
mod memory;
mod modules;
mod monitor;
mod object;
mod persistence;
mod publishing;
mod renaming;
mod replication;
mod scripting;
mod serialized;
mod server;
mod session;
mod several;
mod slowlog;
mod sorting;
mod transactions;
mod walk;

use crate::server::parts::Handlers;

/// Those of commands that are for keys of any type, or for the server.
pub const FAMILIES: &[Handlers] = &[
    acl::HANDLERS,
    client::HANDLERS,
    command::HANDLERS,
    config::HANDLERS,
    connection::HANDLERS,
    expiry::HANDLERS,
    functions::HANDLERS,
    info::HANDLERS,
    keys::HANDLERS,
    latency::HANDLERS,
    lolwut::HANDLERS,
    memory::HANDLERS,
    modules::HANDLERS,
    monitor::HANDLERS,
    object::HANDLERS,
    persistence::HANDLERS,
    publishing::HANDLERS,
    renaming::HANDLERS,
    replication::HANDLERS,
    scripting::HANDLERS,
    serialized::HANDLERS,
    server::HANDLERS,
    session::HANDLERS,
    several::HANDLERS,
    slowlog::HANDLERS,
    sorting::HANDLERS,
    transactions::HANDLERS,
    walk::HANDLERS,
];
