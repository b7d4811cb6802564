//! The exploration of the state graph, breadth first.

pub mod graph;
mod growth;
pub mod pairs;
pub mod search;
