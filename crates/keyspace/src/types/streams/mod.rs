//! Streams.

pub mod arguments;
mod commands;
mod groups;
mod info;
mod reads;
pub mod value;

use crate::server::parts::Handlers;

/// The families of their commands.
pub const FAMILIES: &[Handlers] = &[
    commands::HANDLERS,
    groups::HANDLERS,
    info::HANDLERS,
    reads::HANDLERS,
];
