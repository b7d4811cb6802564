//! The types of values, a folder for each: its value, its limits, and its commands; and all of them as bytes.

pub mod geo;
pub mod hashes;
pub mod hyperloglogs;
pub mod lists;
pub mod rdb;
pub mod sets;
pub mod sorted_sets;
pub mod streams;
pub mod strings;
