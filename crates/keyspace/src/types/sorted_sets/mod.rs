//! Sorted sets.

mod algebra;
mod commands;
mod ends;
pub mod members;
mod ranges;
pub mod ranked;
pub mod value;

use crate::server::parts::Handlers;

/// The families of their commands.
pub const FAMILIES: &[Handlers] = &[
    algebra::HANDLERS,
    commands::HANDLERS,
    ends::HANDLERS,
    ranges::HANDLERS,
];
