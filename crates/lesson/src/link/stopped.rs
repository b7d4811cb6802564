//! The first invalid part of a link, and why it is invalid.

use crate::say;
use base::text::Phrase;
use lock::Diagnostic;
use sim::NotEnabled;

/// Characters of a part that are shown.
const SHOWN_CHARS_MAX: usize = 40;

/// The first invalid part of a link, and why it is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkError {
    /// The part at which it stopped, as it is written, with U+FFFD for control characters; a long one is cut off, with an ellipsis.
    pub part: String,
    /// Which part that is, from 1.
    pub number: usize,
    /// The reason.
    pub why: LinkProblem,
}

/// Why a part of a link is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkProblem {
    /// The link has another version than the one that is known here, or none.
    Version,
    /// There is no lesson and no algorithm of that name.
    NoStart,
    /// No part of a link is written like this.
    NotUnderstood,
    /// A setting is outside its limits.
    OutsideLimits,
    /// A setting stands after the first move, or after a lesson, which has its own.
    NoSetting,
    /// There is no branch of that number.
    NoBranch,
    /// The branch ends at this move.
    PastEnd(usize),
    /// The program has a mistake.
    Program(Box<Diagnostic>),
    /// The move cannot be made there.
    Move(NotEnabled),
    /// Nothing is wrong with the link, but the page that made it had other replies or verdicts.
    PlaysOtherwise,
    /// Nothing is wrong with the link, but the first release may have judged its moves otherwise.
    JudgedAnew,
}

impl LinkError {
    pub(super) fn at(part: &str, number: usize, why: LinkProblem) -> LinkError {
        let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let mut shown: String = part.chars().take(SHOWN_CHARS_MAX).map(visible).collect();
        if part.chars().nth(SHOWN_CHARS_MAX).is_some() {
            shown.push('…');
        }
        LinkError {
            part: shown,
            number,
            why,
        }
    }

    /// The error in a sentence. The parts before it are played.
    pub fn phrase(&self) -> Phrase {
        match self.why {
            LinkProblem::PlaysOtherwise => return say::PLAYS_OTHERWISE.into(),
            LinkProblem::JudgedAnew => return say::JUDGED_ANEW.into(),
            _ => {}
        }
        let why = self.why.words();
        match self.why {
            // It is a text of many lines, and may stand in an element, where it is no part of a link.
            LinkProblem::Program(_) => say::unusable_program(why),
            _ => say::unusable_part(self.number as u64, self.part.as_str(), why),
        }
    }
}

impl LinkProblem {
    fn words(&self) -> Phrase {
        let text = match self {
            LinkProblem::Version => say::LINK_VERSION,
            LinkProblem::NoStart => say::LINK_NO_START,
            LinkProblem::NotUnderstood => say::LINK_NOT_UNDERSTOOD,
            LinkProblem::OutsideLimits => say::LINK_OUTSIDE_LIMITS,
            LinkProblem::NoSetting => say::LINK_NO_SETTING,
            LinkProblem::NoBranch => say::LINK_NO_BRANCH,
            LinkProblem::PastEnd(moves) => return say::link_past_end(*moves as u64),
            LinkProblem::Program(wrong) => return wrong.phrase(),
            LinkProblem::Move(why) => return tell::refusal(why),
            LinkProblem::PlaysOtherwise => say::PLAYS_OTHERWISE,
            LinkProblem::JudgedAnew => say::JUDGED_ANEW,
        };
        text.into()
    }
}
