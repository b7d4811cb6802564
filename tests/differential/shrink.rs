//! Makes a failing sequence short: whatever can be left out, and every argument that can be made simpler, goes.

use crate::compare::Difference;
use crate::generate::Step;
use std::time::{Duration, Instant};

/// Maximum number of attempts for a sequence: some faults show only in the right millisecond.
const TRIES: usize = 10;

/// Maximum time to find a shorter sequence.
const PATIENCE: Duration = Duration::from_secs(20);

/// A sequence that fails, and how it failed when it was seen last.
pub struct Failing {
    pub steps: Vec<Step>,
    pub difference: Difference,
}

/// The shortest sequence found that still fails, and does so at least half as often as the one that was given: what
/// fails by rare luck would be no help. `None` when it did not fail again.
pub fn shrink(
    steps: Vec<Step>,
    mut run: impl FnMut(&[Step]) -> Option<Difference>,
) -> Option<Failing> {
    let seen: Vec<Difference> = (0..TRIES).filter_map(|_| run(&steps)).collect();
    let needed = seen.len().div_ceil(2);
    let difference = seen.into_iter().last()?;
    let mut shortest = Failing { steps, difference };
    let begun = Instant::now();
    let mut fails = |steps: &[Step]| {
        if begun.elapsed() > PATIENCE {
            return None;
        }
        let (mut failed, mut last) = (0, None);
        for tried in 0..TRIES {
            if failed == needed || failed + (TRIES - tried) < needed {
                break;
            }
            if let Some(difference) = run(steps) {
                failed += 1;
                last = Some(difference);
            }
        }
        last.filter(|_| failed == needed)
    };
    loop {
        let before = shortest.steps.clone();
        leave_out(&mut shortest, &mut fails);
        for at in 0..shortest.steps.len() {
            simplify(&mut shortest, at, &mut fails);
        }
        if shortest.steps == before {
            return Some(shortest);
        }
    }
}

impl Failing {
    /// Takes other steps if they fail too.
    fn try_with(
        &mut self,
        steps: Vec<Step>,
        fails: &mut impl FnMut(&[Step]) -> Option<Difference>,
    ) -> bool {
        let Some(difference) = fails(&steps) else {
            return false;
        };
        *self = Failing { steps, difference };
        true
    }
}

/// Tries to leave out ever smaller pieces, or all of them but the time that they waited.
fn leave_out(shortest: &mut Failing, fails: &mut impl FnMut(&[Step]) -> Option<Difference>) {
    let mut piece = shortest.steps.len().div_ceil(2);
    while piece > 0 {
        let mut at = 0;
        while at < shortest.steps.len() {
            let end = (at + piece).min(shortest.steps.len());
            let mut fewer = shortest.steps.clone();
            let waited_ms: i64 = fewer.drain(at..end).map(|step| step.wait_ms).sum();
            let mut later = fewer.clone();
            if let Some(next) = later.get_mut(at) {
                next.wait_ms += waited_ms;
            }
            if !shortest.try_with(fewer, fails)
                && (waited_ms == 0 || !shortest.try_with(later, fails))
            {
                at += piece;
            }
        }
        piece = if piece == 1 { 0 } else { piece.div_ceil(2) };
    }
}

/// Tries simpler forms of one step: on the first connection, at once, without an argument, with a plain argument.
fn simplify(
    shortest: &mut Failing,
    at: usize,
    fails: &mut impl FnMut(&[Step]) -> Option<Difference>,
) {
    let mut attempt = |shortest: &mut Failing, change: &dyn Fn(&mut Step)| {
        let mut simpler = shortest.steps.clone();
        change(&mut simpler[at]);
        if simpler != shortest.steps {
            shortest.try_with(simpler, fails);
        }
    };
    attempt(shortest, &|step| step.connection = 0);
    attempt(shortest, &|step| step.wait_ms = 0);
    attempt(shortest, &|step| {
        step.argv[0] = step.argv[0].to_ascii_uppercase();
    });
    for word in (1..shortest.steps[at].argv.len()).rev() {
        attempt(shortest, &|step| {
            step.argv.remove(word);
        });
    }
    for word in 1..shortest.steps[at].argv.len() {
        for plain in [&b""[..], b"k", b"1"] {
            // Only ever shorter, or nothing would end.
            attempt(shortest, &|step| {
                if plain.len() < step.argv[word].len() {
                    step.argv[word] = plain.to_vec();
                }
            });
        }
        attempt(shortest, &|step| {
            let half = step.argv[word].len() / 2;
            step.argv[word].truncate(half);
        });
        attempt(shortest, &|step| {
            step.argv[word].pop();
        });
    }
}
