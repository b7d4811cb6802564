//! What a prompt is doing between two slices of its work.

/// What came of a slice of a session's work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Activity {
    /// All that was entered is done.
    Idle,
    /// There is more to do: the next slice carries it on.
    Working(Pending),
    /// A line waits for another connection's work, which is not this session's to carry on.
    Waiting,
}

/// How far the line under way has come. What it printed so far is [`super::Session::unfinished`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// What is done: repetitions of a line with a count, or steps within one long command.
    pub done: u64,
    /// All that there is to do, in the same measure, as far as it is known.
    pub total: u64,
    /// How many lines wait behind this one.
    pub queued: usize,
}
