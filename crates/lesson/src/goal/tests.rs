//! Every challenge is reached by its known way and by nothing that should not count; a search looks for shorter ways.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::*;
use check::{Bounds, Instants, Progress, Question, Search, Times, Verdict};
use sim::{Choices, Property, Schedule, World};

/// The challenges that moves win.
fn by_moves() -> impl Iterator<Item = (&'static Goal, &'static Way)> {
    ALL.iter().filter_map(|goal| Some((goal, goal.way()?)))
}

fn solved(goal: &Goal, way: &Way) -> Run {
    let schedule = Schedule::from(way.solution);
    let (run, stopped) = Run::play((goal.setup)().world(), &schedule);
    assert_eq!(stopped, None, "{}", goal.id);
    run
}

/// Whether a way may set a clock: then its last step still counts.
fn may_set_clocks(goal: &Goal, way: &Way) -> bool {
    let start = (goal.setup)();
    let mut run = Run::new(start.world());
    let _ = run.push(Skew(start.clients.first().unwrap().id, 1));
    for mv in way.solution {
        let _ = run.push(mv.clone());
    }
    way.is_won(&run, run.len())
}

#[test]
fn what_a_reader_types_or_a_clock_that_was_set_does_not_win_where_it_should_not() {
    for (goal, way) in by_moves() {
        let mut run = Run::new((goal.setup)().world());
        run.push(Move::Type("PING".into())).unwrap();
        for mv in way.solution {
            run.push(mv.clone()).unwrap();
        }
        assert!(!way.is_won(&run, run.len()), "{}", goal.id);
        let says_so = goal.title.en.contains("clocks");
        assert_eq!(may_set_clocks(goal, way), !says_so, "{}", goal.id);
    }
}

#[test]
fn every_known_way_reaches_its_goal_with_its_last_move_and_not_before() {
    for (goal, way) in by_moves() {
        let run = solved(goal, way);
        assert_eq!(run.len(), way.shortest, "{}", goal.id);
        let won = (0..=run.len()).find(|cursor| way.is_won(&run, *cursor));
        assert_eq!(won, Some(way.shortest), "{}", goal.id);
        let mut longer = run.clone();
        longer.push(Move::Type("PING".into())).unwrap();
        assert!(way.is_won(&longer, longer.len()), "{}", goal.id);
    }
}

#[test]
fn a_way_needs_parts_only_where_the_challenge_says_so() {
    for (goal, way) in by_moves() {
        let has_parts = way.solution.iter().any(|mv| matches!(mv, Read(_)));
        assert_eq!(has_parts, way.parts, "{}", goal.id);
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
fn is_reached_within(goal: &Goal, way: &Way, length: usize) -> bool {
    let start = (goal.setup)().world();
    let mut seen = BTreeSet::from([hash(&start)]);
    let mut front = vec![start];
    let clocks = may_set_clocks(goal, way);
    for done in 1..=length {
        let mut next = Vec::new();
        for world in front {
            for mv in world.moves(choices(clocks)) {
                let mut run = Run::new(world.clone());
                if run.push(mv).is_err() {
                    continue;
                }
                if way.is_won(&run, 1) {
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
    for (goal, way) in by_moves().filter(|(_, way)| way.shortest <= 5) {
        assert!(
            !is_reached_within(goal, way, way.shortest - 1),
            "{}",
            goal.id
        );
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
    for (goal, way) in by_moves() {
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
        if may_set_clocks(goal, way) {
            question.allowed.clocks_set_ms = CLOCKS_MS.to_vec();
        }
        let mut search = Search::new(question);
        let found = loop {
            match search.advance(100_000) {
                Progress::Working { .. } => {}
                Progress::Done(Verdict::Broken(found, _)) => break found.schedule,
                Progress::Done(other) => panic!("{}: {other:?}", goal.id),
            }
        };
        assert_eq!(found.moves.len(), way.shortest, "{} {found:?}", goal.id);
    }
}

/// The judgement of a challenge on a program.
fn judged(goal: &Goal, source: &str) -> Judgement {
    let program = Program::parse(source).unwrap_or_else(|wrong| panic!("{source}: {wrong:?}"));
    let setup = goal.setup_with(Arc::new(program));
    let mut trial = match goal.mend().unwrap().trial(&setup) {
        Ok(trial) => trial,
        Err(judgement) => return judgement,
    };
    loop {
        let mut search = Search::new(trial.question().unwrap().clone());
        let verdict = loop {
            if let Progress::Done(verdict) = search.advance(100_000) {
                break verdict;
            }
        };
        if let Some(judgement) = trial.answer(verdict) {
            return judgement;
        }
    }
}

/// A program with another release.
fn released(algorithm: Algorithm, release: &str) -> String {
    let (before, _) = algorithm.source().split_once("release:").unwrap();
    [before, "release:\n", release].concat()
}

/// A program with a text in place of another.
fn changed(source: &str, from: &str, to: &str) -> String {
    assert!(source.contains(from), "{source}");
    source.replace(from, to)
}

#[test]
fn a_mended_release_wins() {
    let clock = find("mend-clock").unwrap();
    for release in [
        "  if now < mine: DEL lock.foo\n",
        "  if now + 1 < mine: DEL lock.foo\n",
    ] {
        let judgement = judged(clock, &released(Algorithm::GetsetBlind, release));
        assert!(judgement.is_mended(), "{release}: {judgement:?}");
    }
    let token = find("mend-token").unwrap();
    for algorithm in [Algorithm::Px, Algorithm::PxWatch] {
        let judgement = judged(token, algorithm.source());
        assert!(judgement.is_mended(), "{algorithm:?}: {judgement:?}");
    }
}

#[test]
fn a_release_that_is_still_wrong_loses_by_a_schedule_that_shows_it() {
    let wrong = [
        ("mend-clock", Algorithm::GetsetBlind.source().to_owned(), 6),
        ("mend-clock", Algorithm::GetsetGet.source().to_owned(), 7),
        ("mend-token", Algorithm::PxBlind.source().to_owned(), 4),
        ("mend-token", Algorithm::PxGet.source().to_owned(), 6),
        (
            "mend-token",
            released(
                Algorithm::PxBlind,
                "  if now < sent + lease: DEL lock.foo\n",
            ),
            6,
        ),
        // A key of another name is no way out.
        (
            "mend-token",
            changed(Algorithm::PxBlind.source(), "lock.foo", "my.lock"),
            4,
        ),
        // Nor is a lock that outlives its holder.
        (
            "mend-token",
            changed(Algorithm::Px.source(), " PX <lease * 1000>", ""),
            2,
        ),
    ];
    for (id, source, moves) in wrong {
        let judgement = judged(find(id).unwrap(), &source);
        let Some(found) = judgement.found() else {
            panic!("{source}");
        };
        assert_eq!(found.schedule.moves.len(), moves, "{source}\n{found:?}");
    }
}

#[test]
fn a_program_that_is_no_lock_any_more_loses() {
    let token = find("mend-token").unwrap();
    let px = Algorithm::Px.source();
    let flaws = [
        // Nobody gets in.
        (
            "acquire:\n  PING\n  give up\nwork:\nrelease:\n".to_owned(),
            Flaw::NeverIn(C1),
        ),
        // A lease that has ended at its beginning breaks nothing, and guards nothing.
        (
            changed(px, "enter until sent + lease", "enter until now"),
            Flaw::NeverIn(C1),
        ),
        (changed(px, "  work 3\n", ""), Flaw::NoWork(C1)),
        (
            changed(px, "enter until sent + lease", "enter until sent + 2"),
            Flaw::NoWork(C1),
        ),
        // What is never released is never released to the wrong client.
        (
            released(Algorithm::PxBlind, "  PING\n"),
            Flaw::LetInLate(C2),
        ),
        (
            // A token is no number: the server refuses.
            released(Algorithm::PxBlind, "  INCR lock.foo\n"),
            Flaw::NeverOut(C1),
        ),
    ];
    for (source, expected) in flaws {
        match judged(token, &source) {
            Judgement::Useless(flaw, found) => {
                assert_eq!(flaw, expected, "{source}");
                let (_, stopped) = Run::play(found.setup.world(), &found.schedule);
                assert_eq!(stopped, None, "{source}");
            }
            other => panic!("{source}: {other:?}"),
        }
    }
}

#[test]
fn a_program_for_which_time_is_bounded_loses() {
    let goal = find("mend-clock").unwrap();
    let source = released(
        Algorithm::GetsetBlind,
        "  if now > 5000: DEL lock.foo\n  if now < mine: DEL lock.foo\n",
    );
    let setup = goal.setup_with(Arc::new(Program::parse(&source).unwrap()));
    for (times, instants) in [
        (Times::Absolute(60), Instants::Every),
        (Times::Relative, Instants::Seconds),
        (Times::Relative, Instants::Deadlines),
    ] {
        let mut trial = goal.mend().unwrap().trial(&setup).unwrap();
        let question = trial.question().unwrap().clone();
        let mut uses = question.programs.iter();
        assert!(uses.all(|program| program.time_use(10, false).is_absolute));
        let property = question.property;
        let bounds = Bounds {
            question,
            times,
            instants,
            is_last_resort: false,
            is_entered: true,
            is_tried: true,
            fault: None,
        };
        let holds = Verdict::Holds {
            bounds: Box::new(bounds),
            states: 1,
        };
        let judgement = trial.answer(holds.clone()).unwrap();
        assert_eq!(judgement, Judgement::Lost(property, Box::new(holds)));
    }
}
