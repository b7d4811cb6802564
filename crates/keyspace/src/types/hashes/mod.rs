//! Hashes.

mod commands;
pub mod value;
mod walks;

use crate::server::parts::Handlers;

/// The families of their commands.
pub const FAMILIES: &[Handlers] = &[commands::HANDLERS, walks::HANDLERS];
