//! The question that a run raises.

use super::Asked;
use super::assumption::Allowed;
use sim::{Move, Property, Run, Setup};

impl Asked {
    /// Whether what came about in this run can come about at all, by what happens in it: what a reader asks who looks at it.
    /// Messages take time if some does pass while one is in transit. A run by parts in which none does means to show the parts.
    pub fn raised_by(setup: &Setup, run: &Run) -> Asked {
        let mut allowed = Allowed {
            overrun: true,
            ..Allowed::default()
        };
        let mut is_first = true;
        for (index, outcome) in run.outcomes().enumerate() {
            is_first &= matches!(outcome.mv, Move::Skew(..));
            allowed.let_happen(&outcome.mv, is_first);
            let is_tick = matches!(outcome.mv, Move::Tick(_));
            let world = run.world(index);
            let mut messages = world.messages().map(|(name, _)| name);
            allowed.transit |= is_tick && messages.any(|name| !world.was_blocked(name));
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
