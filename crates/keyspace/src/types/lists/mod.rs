//! Lists.

mod commands;
mod elements;
mod moves;
pub mod steps;
pub mod value;

use crate::server::parts::Handlers;

/// The families of their commands.
pub const FAMILIES: &[Handlers] = &[commands::HANDLERS, elements::HANDLERS, moves::HANDLERS];
