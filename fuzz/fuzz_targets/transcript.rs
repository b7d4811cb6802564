//! Any text as a transcript: each step stands where it says, replies do not overlap, and what is right by its own
//! computed replies stays right.

#![no_main]

use libfuzzer_sys::fuzz_target;
use setnx_playground::transcript::{Checker, Verdict, read};

/// Steps that are run: the number of commands is not what is looked for.
const STEPS_MAX: usize = 50;

fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    let transcript = read(&text);
    let mut checker = Checker::new(1_700_000_000_000);
    let mut end = 0;
    for step in transcript.steps.iter().take(STEPS_MAX) {
        assert!(step.at.start >= end && text.get(step.at.clone()).is_some());
        end = step.at.end;
        if let Some(expected) = &step.expected {
            assert!(expected.start >= end && text.get(expected.clone()).is_some());
            end = expected.end;
        }
        // A count runs a command up to a million times, by design; such lines are the prompt's own target's.
        let word = step
            .line
            .trim_start_matches(|char: char| !char.is_ascii_alphanumeric());
        if step.line.len() > 200 || word.starts_with(|first: char| first.is_ascii_digit()) {
            continue;
        }
        if let Verdict::Differs { expected, computed } = checker.next(&text, step) {
            assert_ne!(expected, computed);
        }
    }
});
