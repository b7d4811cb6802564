//! The exploration of the state graph, breadth first.

pub mod graph;
pub mod growth;
pub mod pairs;
pub mod search;
