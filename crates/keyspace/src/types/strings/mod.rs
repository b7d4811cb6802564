//! Strings, with their bits and numbers.

mod bitfield;
mod bitop;
mod bits;
mod commands;
mod counters;
mod floats;
mod lcs;
mod ranges;
mod set;

use crate::server::parts::Handlers;

/// The families of their commands.
pub const FAMILIES: &[Handlers] = &[
    bitfield::HANDLERS,
    bitop::HANDLERS,
    bits::HANDLERS,
    commands::HANDLERS,
    counters::HANDLERS,
    floats::HANDLERS,
    lcs::HANDLERS,
    ranges::HANDLERS,
    set::HANDLERS,
];
