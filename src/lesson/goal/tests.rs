//! Every challenge is reached by its known way and by nothing that should not count; a search looks for shorter ways.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::*;
use crate::check::{Progress, Property, Question, Search, Verdict};
use crate::sim::{Choices, Schedule, World};

fn solved(goal: &Goal) -> Run {
    let schedule = Schedule::from(goal.solution);
    let (run, stopped) = Run::play((goal.setup)().world(), &schedule);
    assert_eq!(stopped, None, "{}", goal.id);
    run
}

/// Whether a way may set a clock: then its last step still counts.
fn may_set_clocks(goal: &Goal) -> bool {
    let start = (goal.setup)();
    let mut run = Run::new(start.world());
    let _ = run.push(Skew(start.clients.first().unwrap().id, 1));
    for mv in goal.solution {
        let _ = run.push(mv.clone());
    }
    goal.is_won(&run, run.len())
}

#[test]
fn what_a_reader_types_or_a_clock_that_was_set_does_not_win_where_it_should_not() {
    for goal in &ALL {
        let mut run = Run::new((goal.setup)().world());
        run.push(Move::Type("PING".into())).unwrap();
        for mv in goal.solution {
            run.push(mv.clone()).unwrap();
        }
        assert!(!goal.is_won(&run, run.len()), "{}", goal.id);
        let says_so = goal.title.en.contains("clocks");
        assert_eq!(may_set_clocks(goal), !says_so, "{}", goal.id);
    }
}

#[test]
fn every_known_way_reaches_its_goal_with_its_last_move_and_not_before() {
    for goal in &ALL {
        let run = solved(goal);
        assert_eq!(run.len(), goal.shortest(), "{}", goal.id);
        let won = (0..=run.len()).find(|cursor| goal.is_won(&run, *cursor));
        assert_eq!(won, Some(goal.shortest()), "{}", goal.id);
        let mut longer = run.clone();
        longer.push(Move::Type("PING".into())).unwrap();
        assert!(goal.is_won(&longer, longer.len()), "{}", goal.id);
    }
}

#[test]
fn a_way_needs_parts_only_where_the_challenge_says_so() {
    for goal in &ALL {
        let has_parts = goal.solution.iter().any(|mv| matches!(mv, Read(_)));
        assert_eq!(has_parts, goal.parts, "{}", goal.id);
    }
}

/// The times and clocks that mean something in a challenge.
fn choices(clocks: bool) -> Choices<'static> {
    Choices {
        ticks_ms: &[1_000, 3_000, 8_000, 10_001, 11_000, 12_000],
        skews_ms: if clocks { CLOCKS_MS } else { &[] },
        typed: &[],
        has_faults: false,
    }
}

/// How far a clock is set.
const CLOCKS_MS: &[i64] = &[12_000, -12_000];

/// Whether a schedule of at most `length` moves reaches the goal. Breadth first, each world looked at once: none of
/// the goals searched asks for more than what its last move did.
fn is_reached_within(goal: &Goal, length: usize) -> bool {
    let start = (goal.setup)().world();
    let mut seen = BTreeSet::from([hash(&start)]);
    let mut front = vec![start];
    let clocks = may_set_clocks(goal);
    for done in 1..=length {
        let mut next = Vec::new();
        for world in front {
            for mv in world.moves(choices(clocks)) {
                let mut run = Run::new(world.clone());
                if run.push(mv).is_err() {
                    continue;
                }
                if goal.is_won(&run, 1) {
                    return true;
                }
                if done < length && seen.insert(hash(run.last())) {
                    next.push(run.last().clone());
                }
            }
        }
        front = next;
    }
    false
}

/// Two worlds of one hash among a million are not to be expected.
fn hash(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash(&mut hasher);
    hasher.finish()
}

/// By the plain way, for those that are short.
#[test]
fn nothing_shorter_reaches_a_short_goal() {
    for goal in ALL.iter().filter(|goal| goal.shortest() <= 5) {
        assert!(!is_reached_within(goal, goal.shortest() - 1), "{}", goal.id);
    }
}

/// What a goal asks for, as a search knows it; `None` for the one that breaks nothing.
fn property(goal: &Goal) -> Option<Property> {
    Some(match goal.id {
        "first" => return None,
        "forever" => Property::NobodyEver,
        "clock" | "two-holders" | "shorter" => Property::TwoLeases,
        "not-its-own" | "stall" => Property::RemovedLock,
        "late-token" => Property::LostUpdate,
        "starve" => Property::Shut,
        other => panic!("what does {other} ask for?"),
    })
}

#[test]
fn no_schedule_at_all_is_shorter_than_the_known_way() {
    for goal in &ALL {
        let Some(property) = property(goal) else {
            continue;
        };
        let mut question = Question::new((goal.setup)(), property);
        question.allowed.crash = true;
        // Where nobody ever gets in, nobody may restart who would.
        question.allowed.restart = property != Property::NobodyEver;
        // A graph that is looked at backwards has to be finished.
        question.allowed.gap = property != Property::NobodyEver;
        question.allowed.transit = property != Property::NobodyEver;
        question.rounds = Some(2);
        if may_set_clocks(goal) {
            question.allowed.clocks_set_ms = CLOCKS_MS.to_vec();
        }
        let mut search = Search::new(question);
        let found = loop {
            match search.advance(100_000) {
                Progress::Working { .. } => {}
                Progress::Done(Verdict::Broken(found)) => break found.schedule,
                Progress::Done(other) => panic!("{}: {other:?}", goal.id),
            }
        };
        assert_eq!(found.moves.len(), goal.shortest(), "{} {found:?}", goal.id);
    }
}
