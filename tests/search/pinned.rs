//! Questions with their answers, states counted: the same on the host and in a browser.

use setnx_playground::check::{Question, Verdict};
use setnx_playground::lock::Algorithm;
use setnx_playground::sim::{Property, Setup};

/// A question and its answer.
#[derive(Clone, Copy, Debug)]
pub struct Pinned {
    pub algorithm: Algorithm,
    pub clients: u8,
    pub property: Property,
    pub gap: bool,
    /// The length of the shortest schedule, or the number of all states.
    pub answer: Result<usize, usize>,
}

const fn pinned(
    algorithm: Algorithm,
    clients: u8,
    property: Property,
    gap: bool,
    answer: Result<usize, usize>,
) -> Pinned {
    Pinned {
        algorithm,
        clients,
        property,
        gap,
        answer,
    }
}

pub const PINNED: [Pinned; 7] = [
    pinned(Algorithm::Setnx, 3, Property::TwoLeases, false, Err(43)),
    pinned(Algorithm::SetnxDel, 3, Property::TwoLeases, false, Ok(8)),
    pinned(Algorithm::Getset, 3, Property::TwoLeases, false, Err(2_679)),
    pinned(Algorithm::Getset, 3, Property::TwoLeases, true, Ok(9)),
    pinned(Algorithm::Px, 3, Property::TwoLeases, false, Err(989)),
    // Any number of rounds and attempts, though the counter and the store's versions have no bound.
    pinned(
        Algorithm::FenceRead,
        3,
        Property::LostUpdate,
        false,
        Err(24_654),
    ),
    pinned(Algorithm::FenceWrite, 3, Property::LostUpdate, true, Ok(7)),
];

impl Pinned {
    pub fn question(&self) -> Question {
        let setup = Setup::new(self.algorithm, self.clients);
        let mut question = Question::new(setup, self.property);
        question.allowed.gap = self.gap;
        question
    }

    pub fn is_it(&self, verdict: &Verdict) -> Result<(), String> {
        let found = match verdict {
            Verdict::Broken(found, _) => Ok(found.schedule.moves.len()),
            Verdict::Holds { states, .. } => Err(*states),
            Verdict::Unfinished { .. } => return Err("unfinished".to_owned()),
        };
        match found == self.answer {
            true => Ok(()),
            false => Err(format!("{found:?}")),
        }
    }
}
