//! Places on the earth, which are members of sorted sets.

mod commands;
pub mod geohash;
mod georadius;
pub mod places;

use crate::server::parts::Handlers;

/// The families of their commands.
pub const FAMILIES: &[Handlers] = &[commands::HANDLERS, georadius::HANDLERS];
