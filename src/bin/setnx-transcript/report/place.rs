//! Places in a source as people count them: lines from 1.

/// The starts of lines.
pub struct Lines(Vec<usize>);

impl Lines {
    pub fn of(source: &str) -> Lines {
        Lines(source.match_indices('\n').map(|(at, _)| at + 1).collect())
    }

    /// The line of a byte.
    pub fn at(&self, byte: usize) -> usize {
        self.0.partition_point(|start| *start <= byte) + 1
    }
}
