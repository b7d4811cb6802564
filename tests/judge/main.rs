//! Two judges of one run agree: the simulator's own, which judges each move as it is made, and one that reads only the
//! log. `SETNX_JUDGED_MOVES` says how many moves of random schedules they judge. The schedules are the same each time, unless
//! `SETNX_JUDGED_SEED` names others by a number, or by `time`.

#[path = "../chance/mod.rs"]
#[allow(dead_code, reason = "other tests ask more of it")]
mod chance;
mod judge;
mod log;
mod schedule;

use chance::Chance;
use judge::Judge;
use log::{Entry, Sight};
use schedule::Case;
use setnx_playground::sim::{Judgement, Move, Property, Run, Violation};
use std::collections::BTreeMap;

/// The moves of an ordinary run: what fits a minute on a busy machine.
const MOVES: usize = 4_000_000;

#[test]
fn both_judges_say_the_same_of_every_move_of_half_of_the_schedules() {
    play(0);
}

#[test]
fn both_judges_say_the_same_of_every_move_of_the_other_half_of_the_schedules() {
    play(1);
}

/// Plays one half of the random schedules. Each verdict has to be given, and often.
fn play(half: u64) {
    let asked = std::env::var("SETNX_JUDGED_MOVES").ok();
    let asked = asked.map(|number| number.parse::<usize>().expect("a number of moves"));
    let moves = asked.unwrap_or(MOVES) / 2;
    let seed =
        std::env::var_os("SETNX_JUDGED_SEED").map_or(0, |_| chance::seed("SETNX_JUDGED_SEED"));
    let mut chance = Chance(seed ^ half);
    let mut said = BTreeMap::new();
    let mut made = 0;
    while made < moves {
        let mut case = Case::random(&mut chance);
        let mut run = Run::new(case.setup.world());
        let mut judge = Judge::new(Sight::of(run.last()), case.setup.replicas > 0);
        for _ in 0..case.length {
            let mv = schedule::any_move(run.last(), &mut chance);
            case.moves.push(mv.clone());
            let (ours, theirs) = verdicts(&mut run, &mut judge, mv);
            if ours != theirs {
                panic!("{}", case.shortest(differ).report());
            }
            for broken in ours {
                *said.entry(name(&broken)).or_insert(0) += 1;
            }
            made += 1;
        }
    }
    println!("{made} moves: {said:?}");
    let judged = Property::ALL.into_iter();
    for property in judged.filter(|one| one.judgement() != Judgement::NoWayIn) {
        let name = property.name();
        let times = said.get(name).copied().unwrap_or(0);
        assert!(times > made / 100_000, "{name} in {times} of {made} moves");
    }
}

fn name(broken: &Violation) -> &'static str {
    broken.property.name()
}

/// Makes a move that can be made. What the simulator says of it, and what the log does.
fn verdicts(run: &mut Run, judge: &mut Judge, mv: Move) -> (Vec<Violation>, Vec<Violation>) {
    run.push(mv).expect("a move that can be made");
    let outcome = run.outcome(run.len() - 1).expect("the last move");
    let mut ours = outcome.broken.clone();
    let mut theirs = judge.note(Entry::of(outcome, run.last()));
    ours.sort_by_key(name);
    theirs.sort_by_key(name);
    (ours, theirs)
}

/// The index of the first move of which the judges differ, and what each says.
fn differ(case: &Case) -> Option<(usize, String)> {
    let mut run = Run::new(case.setup.world());
    let mut judge = Judge::new(Sight::of(run.last()), case.setup.replicas > 0);
    for (at, mv) in case.moves.iter().enumerate() {
        if run.last().can(mv).is_err() {
            continue;
        }
        let (ours, theirs) = verdicts(&mut run, &mut judge, mv.clone());
        if ours != theirs {
            return Some((at, format!("the simulator: {ours:?}\nthe log: {theirs:?}")));
        }
    }
    None
}
