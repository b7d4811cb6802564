//! How much of a box is shown.

/// How much stands around what is shown.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Extent {
    /// All that a reader can use.
    #[default]
    Full,
    /// What it takes to step through a schedule.
    Steps,
    /// Nothing.
    Bare,
}
