//! The question that a run raises.

use super::{Allowed, Asked};
use sim::{Memory, Move, Property, Run, Setup};

impl Asked {
    /// Whether what came about in this run can come about at all, by what happens in it: what a reader asks who looks at it.
    /// Messages take time if some does pass while one is in transit. A run by parts in which none does means to show the parts.
    pub fn raised_by(setup: &Setup, run: &Run) -> Asked {
        let mut allowed = Allowed {
            overrun: true,
            ..Allowed::default()
        };
        for (index, outcome) in run.outcomes().enumerate() {
            allowed.let_happen(&outcome.mv);
            let is_tick = matches!(outcome.mv, Move::Tick(_));
            allowed.transit |= is_tick && run.world(index).messages().next().is_some();
        }
        Asked {
            allowed,
            ..Asked::new(property(setup, run))
        }
    }
}

/// What the run broke last; or, if nobody gets in any more, and nothing worse than that was broken, that; else two leases at once. Two holders matter by what they
/// do to the store, where their programs write to it.
fn property(setup: &Setup, run: &Run) -> Property {
    let broken = run.outcomes().map(|outcome| outcome.broken.as_slice());
    let last = broken.filter(|broken| !broken.is_empty()).last();
    let is_broken = |property: &Property| {
        let mut broken = last.unwrap_or_default().iter();
        broken.any(|violation| violation.property == *property)
    };
    let found = match Property::searched().find(is_broken) {
        // A lock that is shut for ever is shut at every refusal.
        Some(Property::Shut) | None if run.last().deadlock().is_some() => Property::NobodyEver,
        Some(property) => property,
        None => Property::TwoLeases,
    };
    let mut programs = setup.programs().into_iter();
    match found.judgement().is_of_two() && programs.any(|program| program.uses_store()) {
        true => Property::LostUpdate,
        false => found,
    }
}

impl Allowed {
    /// Lets happen what a move does, beside what it lets happen already.
    fn let_happen(&mut self, mv: &Move) {
        match mv {
            Move::Read(_) => self.gap = true,
            Move::Crash(_) => self.crash = true,
            // Without a crash before it, it is a round.
            Move::Restart(_) => self.restart = self.crash,
            Move::Lose(_) => (self.transit, self.lose) = (true, true),
            Move::Recover(_, Memory::Synced | Memory::Nothing) => self.forget = true,
            Move::Promote(_) => self.fail_over = true,
            Move::Skew(..) => self.clocks_apart_s = 1,
            _ => {}
        }
    }
}
