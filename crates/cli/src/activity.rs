//! The state of a prompt between two slices of its work.

use base::part::Part;

/// The result of a slice of a session's work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Activity {
    /// All entered lines are done.
    Idle,
    /// More work remains for the next slice.
    Working(Pending),
    /// A line waits for another connection's work, which this session cannot continue.
    Waiting,
    /// The command waits for a key. Another connection, or time, ends it.
    Blocked {
        /// The Unix millisecond at which it began to; 0 for a program's.
        since_ms: i64,
        /// The one at which it gives up; `None` for never.
        until_ms: Option<i64>,
    },
    /// A line waits for a part of the wasm. The next slice goes on once that has come; [`Session::give_up`](super::Session::give_up) ends the
    /// line where it cannot.
    Lacking(Part),
}

/// The progress of the line under way. [`super::Session::unfinished`] has its output so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The work done: repetitions of a line with a count, or steps within one long command.
    pub done: u64,
    /// The total work in the same unit, as far as it is known.
    pub total: u64,
    /// The number of lines that wait after this one.
    pub queued: usize,
}
