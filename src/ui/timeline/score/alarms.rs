//! The breaks of properties as the drawing tells them: at which move, in which few words.

use base::text::Lang;
use sim::{Outcome, Violation};

/// How many rows there are for the words about breaks, below the lanes.
pub const ALARM_ROWS_MAX: usize = 4;

/// That a move broke a property.
#[derive(Clone, Debug, PartialEq)]
pub struct Alarm {
    /// The move.
    pub slot: usize,
    /// What it broke.
    pub text: String,
    /// Whether it is over with the move itself.
    pub is_momentary: bool,
    /// In which row its words stand where time runs to the right; `None` when all are taken there, and what is below
    /// the lanes does not say it.
    pub row: Option<usize>,
}

/// What a move broke, also where the same clients broke the same before.
pub(super) fn of(outcome: &Outcome, slot: usize, lang: Lang) -> Vec<Alarm> {
    let alarm = |violation: &Violation| Alarm {
        slot,
        text: tell::broken_in_brief(lang, violation),
        is_momentary: !violation.property.judgement().is_of_two(),
        row: None,
    };
    outcome.broken.iter().map(alarm).collect()
}
