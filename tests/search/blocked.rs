//! Locks whose waiters are blocked by a pop until the holder's release wakes them.

use std::sync::Arc;

use crate::{compare, length, search};
use setnx_playground::check::Question;
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Property, Setup};

/// A key that expires, and a list in which a release leaves a signal.
const SIGNAL: &str = include_str!("libraries/tok-list.lock");

/// A list that holds a permit while nobody has it.
const PERMIT: &str = "acquire:\n  SETNX made 1\n  if reply = 1: RPUSH k free\n  BLPOP k 0\n  enter until now + lease\nwork:\n  work 1\nrelease:\n  RPUSH k free\n";

fn asked(text: &str, clients: u8, property: Property) -> Question {
    let program = Arc::new(Program::parse(text).expect("a program"));
    let mut setup = Setup::new(Algorithm::Setnx, clients);
    setup.lease_s = 2;
    let mut asked = Question::new(setup, property);
    asked.programs = vec![program; usize::from(clients)];
    asked
}

/// The key expires when its holder has crashed, but nobody wakes a waiter who waits for ever.
#[test]
fn a_waiter_without_a_time_limit_sleeps_for_ever_once_the_holder_has_crashed() {
    let for_ever = SIGNAL.replace("BLPOP signal 1", "BLPOP signal 0");
    assert_ne!(for_ever, SIGNAL);
    let mut question = asked(&for_ever, 2, Property::NobodyEver);
    question.allowed.crash = true;
    assert_eq!(length(&question), Some(3));
    let mut question = asked(SIGNAL, 2, Property::NobodyEver);
    question.allowed.crash = true;
    assert_eq!(length(&question), None);
}

#[test]
fn a_permit_in_a_list_lets_one_in_and_is_gone_with_a_holder_that_crashes() {
    for clients in [2, 3] {
        assert_eq!(length(&asked(PERMIT, clients, Property::TwoLeases)), None);
        let mut question = asked(PERMIT, clients, Property::NobodyEver);
        assert_eq!(length(&question), None);
        question.allowed.crash = true;
        assert_eq!(length(&question), Some(2));
    }
}

/// A wait that is lost with its connection takes no signal, and one that is not lost takes it: nobody is left behind.
#[test]
fn a_network_that_parts_ends_the_waits_between_its_sides_and_no_others() {
    let mut question = asked(SIGNAL, 2, Property::NobodyEver);
    question.setup.lease_s = 1;
    question.setup.loses_messages = true;
    question.allowed.part = true;
    question.rounds = Some(1);
    let verdict = search(&question);
    assert!(!verdict.bounds().is_last_resort);
    assert_eq!(length(&question), None);
}

#[test]
fn blocked_clients_have_the_verdicts_of_the_plain_explorer() {
    for (name, text) in [("signal", SIGNAL), ("permit", PERMIT)] {
        for property in [Property::TwoLeases, Property::RemovedLock] {
            for faults in 0..6 {
                let mut question = asked(text, 3, property);
                question.rounds = Some(2);
                question.bytes_max = 8 << 20;
                question.allowed.crash = faults & 1 == 1;
                question.allowed.restart = faults & 1 == 1;
                question.allowed.forget = faults & 2 == 2;
                question.allowed.part = faults & 4 == 4;
                question.setup.loses_messages = question.allowed.part;
                compare(name, &question, 6, 800);
            }
        }
    }
}
