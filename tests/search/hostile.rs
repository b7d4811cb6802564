//! Locks on which a search may go wrong: each computes with a value in a way that a reduction must look at. The plain explorer
//! says what is true.

use std::sync::Arc;

use crate::plain::beside;
use crate::search;
use setnx_playground::check::{Question, Verdict};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Property, Setup};

/// Instants to which time passes, in milliseconds after the start.
const SECONDS: [i64; 5] = [0, 1000, 2000, 3000, 4000];
const HALVES: [i64; 7] = [0, 500, 1000, 1500, 2000, 2500, 3000];
/// The moves of a schedule, and of worlds, that the plain explorer makes at most.
const MOVES: usize = 8;
const APPLIED: usize = 60_000;

/// What is special about a lock, the lock, the property that is asked about, and instants at which it may be broken.
type Hostile = (&'static str, &'static str, Property, &'static [i64]);

const LOCKS: [Hostile; 26] = [
    (
        "A script returns a text that reads as a token.",
        include_str!("locks/script-literal.lock"),
        Property::TwoLeases,
        &HALVES,
    ),
    (
        "A script returns the name of a client.",
        include_str!("locks/script-literal-or.lock"),
        Property::TwoLeases,
        &HALVES,
    ),
    (
        "A script returns a number that is compared with a clock.",
        include_str!("locks/script-literal-number.lock"),
        Property::TwoLeases,
        &HALVES,
    ),
    (
        "A script looks at a remaining time.",
        include_str!("locks/script-pttl.lock"),
        Property::TwoLeases,
        &HALVES,
    ),
    (
        "A script asks for the time.",
        include_str!("locks/script-time.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A number that is counted with reads as a moment.",
        include_str!("locks/product.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "Times are members, which stand in the order of their texts.",
        include_str!("locks/zset-members-times.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A script subtracts.",
        include_str!("locks/return-minus.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A deadline is further ahead than any other number.",
        include_str!("locks/far-deadline.lock"),
        Property::TwoBelievers,
        &[0, 200_000_001_000],
    ),
    (
        "There are more registers than a set of them has places.",
        include_str!("locks/registers.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A register holds a constant that is added to a time.",
        include_str!("locks/grace.lock"),
        Property::TwoLeases,
        &[0, 1000, 52_000, 53_000, 54_000],
    ),
    (
        "A script compares two times that it has read.",
        include_str!("locks/script-two-times.lock"),
        Property::TwoBelievers,
        &[0, 1000, 2000, 3000, 11_000, 12_000, 13_000],
    ),
    (
        "The microseconds are looked at.",
        include_str!("locks/micros.lock"),
        Property::TwoLeases,
        &HALVES,
    ),
    (
        "A number grows beyond the first clock, and is compared with it.",
        include_str!("locks/incrby.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A script compares with a number that is far below.",
        include_str!("locks/minus-literal.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A server compares a time that it keeps with one some seconds ago.",
        include_str!("locks/server-age.lock"),
        Property::TwoLeases,
        &[0, 1000, 5000, 6000, 7000],
    ),
    (
        "No key expires, and a lease that has ended shuts the lock only until the next second.",
        include_str!("locks/shut-between.lock"),
        Property::Shut,
        &HALVES,
    ),
    (
        "Time is bounded, and where it ends nobody gets in any more.",
        include_str!("locks/unknown.lock"),
        Property::NobodyEver,
        &SECONDS,
    ),
    (
        "What a key holds is added to and kept there again.",
        include_str!("locks/accumulate.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A constant beside the clock is a second of it.",
        include_str!("locks/second-in-a-sum.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A constant and a lease make a second of the clock.",
        include_str!("locks/second-with-a-lease.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A lease ends at a second that the program names.",
        include_str!("locks/second-as-an-end.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A register holds a second of the clock for a moment.",
        include_str!("locks/second-in-a-register.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A register holds what is taken away from the clock.",
        include_str!("locks/taken-from-a-clock.lock"),
        Property::TwoLeases,
        &SECONDS,
    ),
    (
        "A script compares two texts by their letters.",
        include_str!("locks/script-letters.lock"),
        Property::TwoLeases,
        &[0, 1000, 8000, 9000, 10_000, 11_000],
    ),
    (
        "A script compares a text with an argument by their letters.",
        include_str!("locks/script-letters-argument.lock"),
        Property::TwoLeases,
        &[0, 1000, 8000, 9000, 10_000, 11_000],
    ),
];

#[test]
fn locks_that_compute_with_values_in_unusual_ways_have_the_verdicts_of_the_plain_explorer() {
    for (what, text, property, instants_ms) in LOCKS {
        let mut setup = Setup::new(Algorithm::Own, 2);
        setup.lease_s = 1;
        setup.own = Some(Arc::new(Program::parse(text).expect(what)));
        let mut asked = Question::new(setup, property);
        asked.rounds = Some(1);
        // Only the lease of a client that has crashed outlives its belief.
        asked.allowed.crash = property == Property::Shut;
        asked.bytes_max = 20 << 20;
        // All states have to be reached before it is known.
        asked.seconds = (property == Property::NobodyEver).then_some(10);
        let verdict = search(&asked);
        let is_last_resort = verdict.bounds().is_last_resort;
        assert!(!is_last_resort, "{what}: a trace did not replay");
        let (told, agree) = beside(&asked, &verdict, instants_ms, MOVES, APPLIED);
        assert!(agree, "{what}\n{text}\n{verdict:?}\nplain: {told}");
    }
}

#[test]
fn a_client_that_waits_for_less_the_older_its_first_time_is_gets_in_at_last() {
    let mut setup = Setup::new(Algorithm::Own, 1);
    let text = include_str!("locks/kept-difference.lock");
    setup.own = Some(Arc::new(Program::parse(text).expect("a program")));
    let mut asked = Question::new(setup, Property::NobodyEver);
    asked.rounds = Some(1);
    asked.bytes_max = 1 << 20;
    let verdict = search(&asked);
    assert!(!matches!(verdict, Verdict::Broken(..)), "{verdict:?}");
    asked.seconds = Some(20);
    asked.bytes_max = 20 << 20;
    let verdict = search(&asked);
    assert!(matches!(verdict, Verdict::Holds { .. }), "{verdict:?}");
}
