//! HyperLogLogs, which are strings.

mod commands;
pub mod value;

use crate::server::parts::Handlers;

/// The families of their commands.
pub const FAMILIES: &[Handlers] = &[commands::HANDLERS];
