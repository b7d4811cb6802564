//! Locks that are for several clients at once: semaphores, and locks for readers and writers.

use std::sync::Arc;

use crate::{breaks, compare, played, search};
use setnx_playground::check::{Question, Verdict};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Property, Setup};
use setnx_playground::tell;
use setnx_playground::text::Lang;

const BY_COUNT: &str = include_str!("shared/by-count.lock");
const BY_RANK: &str = include_str!("shared/by-rank.lock");
const BY_FIELDS: &str = include_str!("shared/by-fields.lock");
const LOOK_THEN_ADD: &str = include_str!("shared/look-then-add.lock");

/// A question about so many clients of one program.
fn asked(text: &str, clients: u8, property: Property) -> Question {
    let program = Arc::new(Program::parse(text).expect("a program"));
    let mut setup = Setup::new(Algorithm::Own, clients);
    setup.own = Some(program);
    Question::new(setup, property)
}

fn told(question: &Question, verdict: &Verdict) -> String {
    tell::verdict::verdict(Lang::En, question.property, verdict)
}

/// The length of the shortest schedule, which the engine plays; its last move breaks the property for three clients, and no
/// move before it does.
fn shortest(question: &Question) -> usize {
    match search(question) {
        Verdict::Broken(found, bounds) => {
            let run = played(question, &found);
            assert_eq!(breaks(&run, question.property), Some(run.len()));
            let last = run.outcome(run.len() - 1).expect("the last move");
            let broken = last.broken.iter();
            let mut of_it = broken.filter(|one| one.property == question.property);
            assert_eq!(of_it.next().map(|one| one.clients.len()), Some(3));
            let told = told(question, &Verdict::Broken(found, bounds));
            assert!(told.starts_with("More than 2 "), "{told}");
            run.len()
        }
        other => panic!("{}", told(question, &other)),
    }
}

#[test]
fn a_semaphore_that_counts_in_a_script_lets_two_in_and_never_three() {
    for text in [BY_COUNT, BY_FIELDS] {
        let question = asked(text, 3, Property::TwoLeases);
        let verdict = search(&question);
        let told = told(&question, &verdict);
        assert!(matches!(verdict, Verdict::Holds { .. }), "{told}");
        let said = "No schedule leads to “More than 2 leases are valid at once”, in all ";
        assert!(told.starts_with(said), "{told}");
        // Two clients cannot be too many for it, and a search of these two says so.
        let two = asked(text, 2, Property::TwoLeases);
        let verdict = search(&two);
        assert!(!verdict.holds());
        let told = self::told(&two, &verdict);
        assert!(
            told.contains("by as many clients at once as there are here: 2."),
            "{told}"
        );
        // The same lock is no lock for one.
        let for_one = text.replace("at most 2 hold\n", "");
        let verdict = search(&asked(&for_one, 2, Property::TwoLeases));
        assert!(matches!(verdict, Verdict::Broken(..)));
    }
}

#[test]
fn a_semaphore_by_ranks_lets_a_third_in_within_the_same_second() {
    for property in [Property::TwoLeases, Property::TwoBelievers] {
        assert_eq!(shortest(&asked(BY_RANK, 3, property)), 9);
    }
}

#[test]
fn a_semaphore_that_looks_before_it_adds_lets_a_third_in() {
    assert_eq!(shortest(&asked(LOOK_THEN_ADD, 3, Property::TwoLeases)), 6);
}

#[test]
fn the_plain_explorer_finds_the_same_of_semaphores() {
    for text in [BY_COUNT, BY_FIELDS, BY_RANK, LOOK_THEN_ADD] {
        for property in [Property::TwoLeases, Property::TwoBelievers] {
            let mut question = asked(text, 3, property);
            question.setup.lease_s = 4;
            question.rounds = Some(1);
            compare("a semaphore", &question, 10, 4_000);
        }
    }
}

const READERS_AND_WRITER: &str = include_str!("shared/readers-and-writer.lock");

/// A question about clients that run these programs of a file.
fn in_roles(text: &str, roles: &[u8], property: Property) -> Question {
    let question = asked(text, roles.len() as u8, property);
    let mut setup = question.setup;
    setup.lease_s = 5;
    for (client, role) in setup.clients.iter_mut().zip(roles) {
        client.role = Some(*role);
    }
    Question::new(setup, property)
}

/// Two readers and a writer.
const CLIENTS: [u8; 3] = [0, 0, 1];

#[test]
fn readers_share_and_a_writer_is_alone() {
    let question = in_roles(READERS_AND_WRITER, &CLIENTS, Property::TwoLeases);
    let names = question.programs.iter().map(|program| program.role());
    assert_eq!(names.collect::<Vec<_>>(), ["reader", "reader", "writer"]);
    let verdict = search(&question);
    let told = told(&question, &verdict);
    assert!(matches!(verdict, Verdict::Holds { .. }), "{told}");
    let said = "No schedule leads to “More leases are valid at once than the program of one holder allows: any number (reader) and 1 (writer)”";
    assert!(told.starts_with(said), "{told}");
    // Were readers to be alone as well, two of them would be found.
    let alone = READERS_AND_WRITER.replace("any number hold\n", "");
    let question = in_roles(&alone, &CLIENTS, Property::TwoLeases);
    let Verdict::Broken(found, _) = search(&question) else {
        panic!("two readers share");
    };
    assert_eq!(played(&question, &found).len(), 2);
}

#[test]
fn a_writer_that_does_not_look_for_readers_comes_in_beside_one() {
    let line = "  if redis.call(\"zcard\",KEYS[2]) > 0 then return 0 end\n";
    let hasty = READERS_AND_WRITER.replace(line, "");
    assert_ne!(hasty, READERS_AND_WRITER);
    let question = in_roles(&hasty, &CLIENTS, Property::TwoLeases);
    let Verdict::Broken(found, _) = search(&question) else {
        panic!("it does not look");
    };
    let run = played(&question, &found);
    assert_eq!(breaks(&run, Property::TwoLeases), Some(2));
    compare("a hasty writer", &question, 4, 2_000);
    compare(
        "readers and a writer",
        &in_roles(READERS_AND_WRITER, &CLIENTS, Property::TwoLeases),
        7,
        4_000,
    );
}
