//! Makes a failing sequence short: whatever can be left out, and every argument that can be made simpler, goes.

use crate::generate::Step;

/// How often a shorter sequence is tried before it counts as passing: some faults show only in the right millisecond.
const TRIES: usize = 10;

/// The shortest sequence found that still fails.
pub fn shrink(mut steps: Vec<Step>, mut fails: impl FnMut(&[Step]) -> bool) -> Vec<Step> {
    let mut fails = |steps: &[Step]| (0..TRIES).any(|_| fails(steps));
    if !fails(&steps) {
        return steps;
    }
    loop {
        let before = steps.clone();
        leave_out(&mut steps, &mut fails);
        for at in 0..steps.len() {
            simplify(&mut steps, at, &mut fails);
        }
        if steps == before {
            return steps;
        }
    }
}

/// Tries to leave out ever smaller pieces, or all of them but the time that they waited.
fn leave_out(steps: &mut Vec<Step>, fails: &mut impl FnMut(&[Step]) -> bool) {
    let mut piece = steps.len().div_ceil(2);
    while piece > 0 {
        let mut at = 0;
        while at < steps.len() {
            let mut fewer = steps.clone();
            fewer.drain(at..(at + piece).min(steps.len()));
            let left_out: i64 = steps[at..(at + piece).min(steps.len())]
                .iter()
                .map(|step| step.wait_ms)
                .sum();
            let mut later = fewer.clone();
            if let Some(next) = later.get_mut(at) {
                next.wait_ms += left_out;
            }
            if fails(&fewer) {
                *steps = fewer;
            } else if left_out > 0 && fails(&later) {
                *steps = later;
            } else {
                at += piece;
            }
        }
        piece = if piece == 1 { 0 } else { piece.div_ceil(2) };
    }
}

/// Tries simpler forms of one step: on the first connection, at once, without an argument, with a plain argument.
fn simplify(steps: &mut Vec<Step>, at: usize, fails: &mut impl FnMut(&[Step]) -> bool) {
    let mut attempt = |steps: &mut Vec<Step>, change: &dyn Fn(&mut Step)| {
        let mut simpler = steps.clone();
        change(&mut simpler[at]);
        if simpler != *steps && fails(&simpler) {
            *steps = simpler;
        }
    };
    attempt(steps, &|step| step.connection = 0);
    attempt(steps, &|step| {
        step.argv[0] = step.argv[0].to_ascii_uppercase()
    });
    for word in (1..steps[at].argv.len()).rev() {
        attempt(steps, &|step| drop(step.argv.remove(word)));
    }
    for word in 1..steps[at].argv.len() {
        for plain in [&b""[..], b"k", b"1"] {
            // Only ever shorter, or nothing would end.
            attempt(steps, &|step| {
                if plain.len() < step.argv[word].len() {
                    step.argv[word] = plain.to_vec();
                }
            });
        }
        attempt(steps, &|step| {
            let half = step.argv[word].len() / 2;
            step.argv[word].truncate(half);
        });
        attempt(steps, &|step| {
            step.argv[word].pop();
        });
    }
}
