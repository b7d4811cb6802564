//! The answer of a search: a verdict with its bounds, or the schedule that was discovered.

pub mod dead;
pub mod replay;
pub mod trace;

use crate::growth::Growth;
use crate::question::{Asked, Question};
use sim::{Schedule, Setup};

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No schedule within the bounds breaks the property.
    Holds {
        /// What was looked through.
        bounds: Box<Bounds>,
        /// All states that there are.
        states: usize,
    },
    /// This one does, and no shorter one within the bounds.
    Broken(Discovery, Box<Bounds>),
    /// The search came to no end. Nothing was found so far.
    Unfinished {
        /// The bounds of the search under way.
        bounds: Box<Bounds>,
        /// The states that were reached.
        states: usize,
        /// All schedules of so many moves were looked through.
        depth: usize,
        /// The causes of its size.
        growth: Vec<Growth>,
        /// Why it came to no end.
        why: Open,
    },
}

impl Verdict {
    /// The bounds of the search.
    pub fn bounds(&self) -> &Bounds {
        match self {
            Verdict::Broken(_, bounds)
            | Verdict::Holds { bounds, .. }
            | Verdict::Unfinished { bounds, .. } => bounds,
        }
    }

    /// Whether the property holds, and could have been broken: somebody gets in, the lock is not for all clients at once, and
    /// there is what it takes.
    pub fn holds(&self) -> bool {
        match self {
            Verdict::Holds { bounds, .. } => {
                bounds.is_entered && bounds.is_tried && !bounds.question.is_for_all()
            }
            Verdict::Broken(..) | Verdict::Unfinished { .. } => false,
        }
    }
}

/// Why a search came to no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// The states take more than the bytes that were granted.
    Memory,
    /// A trace that was found did not replay: a fault of the search.
    Replay,
}

/// The bounds of the search, up to the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The question, with a bound on time if it has got one.
    pub question: Question,
    /// How times were kept.
    pub times: Times,
    /// To which instants time passed.
    pub instants: Instants,
    /// Whether the search had to go on without its reductions, after a trace did not replay.
    pub is_last_resort: bool,
    /// Whether a client believed in some state that it holds the lock. Where none does, nothing was tried of what a
    /// property says.
    pub is_entered: bool,
    /// Whether a schedule could have broken the property: it has what that takes. Where none has, nothing was tried either.
    pub is_tried: bool,
    /// Where a client stopped by itself, the first that did: the line of its program, from 1, and the words of the server
    /// where that refused a command. A program may fail on its way, and no property of a lock says so.
    pub fault: Option<(u32, String)>,
}

/// How moments are kept in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// By their distance from now: any time may pass.
    Relative,
    /// As they are: only so many seconds may pass.
    Absolute(i64),
}

impl Times {
    /// How far ahead it is judged whether anybody ever gets in: where time ends, nobody gets in later.
    pub(crate) fn judged(self) -> Times {
        match self {
            Times::Relative => Times::Relative,
            Times::Absolute(seconds) => Times::Absolute(seconds / 2),
        }
    }
}

/// To which instants time passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instants {
    /// To all that a deadline or a comparison with a clock can tell from their neighbours: every millisecond is like one
    /// of them.
    Every,
    /// To whole seconds of each clock, to each deadline and end of a lease or wait that a state holds, and to the
    /// millisecond after it. What else a command may make of the time is not looked at.
    Deadlines,
    /// To whole seconds after the start.
    Seconds,
}

/// A schedule that breaks the property, and the settings in which it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discovery {
    /// The settings, with the clients' clocks.
    pub setup: Setup,
    /// The moves, as few as there can be.
    pub schedule: Schedule,
}

/// A question with an answer, and the schedule that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The question, with its answer.
    pub asked: Asked,
    /// The schedule, unless there is none.
    pub found: Option<Discovery>,
}

/// An answer in short. The same question has the same answer on every machine that has the memory for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The shortest schedule that breaks the property has so many moves.
    Broken(usize),
    /// None does in all of so many states.
    Holds(usize),
}
