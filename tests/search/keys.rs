//! Locks of two keys, which are written and read at once.

use std::sync::Arc;

use crate::{compare, length, search};
use setnx_playground::check::{Instants, Question, Times, Verdict};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Property, Setup};

const AT_ONCE: &str = include_str!("keys/at-once.lock");
const COMPARED: &str = include_str!("keys/compared.lock");
const LOOK_THEN_WRITE: &str = include_str!("keys/look-then-write.lock");

fn asked(text: &str, property: Property) -> Question {
    let mut setup = Setup::new(Algorithm::Own, 2);
    setup.own = Some(Arc::new(Program::parse(text).expect("a program")));
    Question::new(setup, property)
}

/// The lock whose keys end by themselves, and which deletes them as they are.
fn never_compared() -> String {
    let give = "EVAL give 2 lock.a lock.b <token>";
    assert!(COMPARED.contains(give));
    COMPARED.replace(give, "DEL lock.a lock.b")
}

#[test]
fn a_lock_of_two_keys_is_decided() {
    for text in [AT_ONCE, COMPARED] {
        for property in [Property::TwoLeases, Property::RemovedLock] {
            let verdict = search(&asked(text, property));
            let bounds = verdict.bounds();
            assert!(!bounds.is_last_resort && bounds.times == Times::Relative);
            assert_eq!(bounds.instants, Instants::Every);
            assert!(
                matches!(verdict, Verdict::Holds { .. }),
                "{text}{verdict:?}"
            );
        }
    }
}

#[test]
fn a_release_that_deletes_both_keys_as_they_are_deletes_those_of_another() {
    assert_eq!(
        length(&asked(&never_compared(), Property::RemovedLock)),
        Some(4)
    );
}

#[test]
fn a_lock_that_looks_at_both_keys_before_it_writes_them_lets_two_in() {
    assert_eq!(
        length(&asked(LOOK_THEN_WRITE, Property::TwoLeases)),
        Some(4)
    );
}

#[test]
fn the_plain_explorer_finds_the_same_of_locks_of_two_keys() {
    for text in [AT_ONCE, COMPARED, LOOK_THEN_WRITE, &never_compared()] {
        for property in [Property::TwoLeases, Property::RemovedLock] {
            let mut question = asked(text, property);
            question.setup.lease_s = 4;
            question.rounds = Some(1);
            compare("a lock of two keys", &question, 8, 4_000);
        }
    }
}
