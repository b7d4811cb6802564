//! Numbers for the parts of states, and their canonical forms: states that differ in names alone become one.

pub mod canonical;
pub mod instants;
pub mod intern;
pub mod names;
pub mod symbols;
