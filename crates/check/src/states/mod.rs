//! The states that were reached.

pub mod dense;
pub mod visited;
