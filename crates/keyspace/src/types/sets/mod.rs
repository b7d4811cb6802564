//! Sets.

mod algebra;
pub mod combination;
mod commands;
pub mod value;

use crate::server::parts::Handlers;

/// The families of their commands.
pub const FAMILIES: &[Handlers] = &[algebra::HANDLERS, commands::HANDLERS];
