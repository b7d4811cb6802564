//! A search that comes to no end says what made it large.

use std::sync::Arc;

use crate::search;
use setnx_playground::check::{Cause, Growth, Question, Verdict};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Property, Setup};
use setnx_playground::tell;
use setnx_playground::text::Lang;

/// The causes of a question that may use so many bytes, and its verdict in words.
fn unfinished(mut question: Question, bytes_max: usize) -> (Vec<Growth>, String) {
    question.bytes_max = bytes_max;
    let verdict = search(&question);
    let told = tell::verdict::verdict(Lang::En, question.property, &verdict);
    match verdict {
        Verdict::Unfinished { growth, .. } => (growth, told),
        Verdict::Broken(..) | Verdict::Holds { .. } => panic!("it came to an end: {told}"),
    }
}

fn names(growth: &[Growth]) -> Vec<(Cause, &str)> {
    let all = growth.iter().map(|one| (one.cause, one.name.as_str()));
    all.collect()
}

/// Nothing bounds the numbers of a ticket lock.
#[test]
fn a_lock_by_tickets_is_large_for_its_two_counters_and_the_register_of_a_number() {
    let program = Program::parse(include_str!("locks/ticket.lock")).expect("a program");
    let mut setup = Setup::new(Algorithm::Own, 2);
    setup.own = Some(Arc::new(program));
    let question = Question::new(setup, Property::TwoLeases);
    let (growth, told) = unfinished(question, 2 << 20);
    assert_eq!(
        names(&growth),
        [
            (Cause::Servers, ""),
            (Cause::Client, ""),
            (Cause::Register, "before"),
            (Cause::Key, "ticket"),
            (Cause::Key, "serving"),
        ]
    );
    assert!(growth.iter().all(|one| one.count > 50), "{growth:?}");
    let said = " values or more of the key ticket";
    assert!(
        told.contains("What makes it large: ") && told.contains(said),
        "{told}"
    );
}

/// A lock that sends on without waiting for ever: its old requests stay in transit.
#[test]
fn requests_that_are_never_delivered_are_named() {
    let mut setup = Setup::new(Algorithm::Redlock, 2);
    setup.servers = 3;
    let mut question = Question::new(setup, Property::TwoLeases);
    question.allowed.transit = true;
    let (growth, told) = unfinished(question, 8 << 20);
    let causes: Vec<Cause> = growth.iter().map(|one| one.cause).collect();
    assert!(causes.contains(&Cause::Messages), "{growth:?}");
    assert!(told.contains(" messages of a client at once"), "{told}");
}
