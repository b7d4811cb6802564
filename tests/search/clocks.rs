//! By which clock a program measures, and for how long it waits by chance.

use std::sync::Arc;

use crate::{compare, search};
use setnx_playground::check::{Question, Verdict};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{ClientId, Move, Property, Setup};

fn own(text: &str) -> Arc<Program> {
    Arc::new(Program::parse(text).expect("a program"))
}

/// Two clients, each of its program, in what is allowed.
fn asked(programs: [&str; 2], allowed: &str) -> Question {
    let programs = programs.map(own);
    let mut setup = Setup::new(Algorithm::Own, 2);
    setup.own = Some(programs[0].clone());
    let mut question = Question::new(setup, Property::TwoLeases);
    question.programs = programs.to_vec();
    question.rounds = Some(1);
    question.allowed = crate::allowed(allowed);
    question
}

#[test]
fn a_clock_that_is_set_breaks_a_lease_on_the_wall_clock_and_none_on_a_monotonic_one() {
    let (wall, monotonic) = (Algorithm::Px.source(), Algorithm::PxMonotonic.source());
    assert!(matches!(
        search(&asked([wall, wall], "set")),
        Verdict::Broken(..)
    ));
    assert!(matches!(
        search(&asked([wall, monotonic], "set")),
        Verdict::Broken(..)
    ));
    for allowed in ["set", "apart", "server clock set"] {
        let question = asked([monotonic, monotonic], allowed);
        let breaks = allowed == "server clock set";
        assert_eq!(search(&question).holds(), !breaks, "{allowed}");
        compare("a monotonic clock", &question, 6, 4_000);
    }
    for allowed in ["set", "apart"] {
        compare("two clocks", &asked([wall, monotonic], allowed), 6, 4_000);
    }
}

/// A random delay is what a slow client does: it may go on after each second of the range, and not before the first.
#[test]
fn a_wait_of_a_range_ends_at_any_second_of_it() {
    let fixed = Algorithm::Px.source();
    let ranged = fixed.replace("wait 1,", "wait 2 to 4,");
    assert_ne!(ranged, fixed);
    let question = asked([&ranged, &ranged], "as told");
    let [holder, waits] = [ClientId(1), ClientId(2)];
    for seconds in 1..=4 {
        let mut world = question.setup.world_of(&question.programs);
        for mv in [
            Move::Step(holder),
            Move::Step(waits),
            Move::Tick(seconds * 1000),
        ] {
            world.apply(mv, &mut ()).expect("a move");
        }
        assert_eq!(
            world.can(&Move::Step(waits)).is_ok(),
            seconds >= 2,
            "{seconds} s"
        );
    }
    assert!(search(&question).holds());
    compare("a range", &question, 6, 4_000);
}
