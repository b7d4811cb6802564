//! A second explorer, for the first to be held against: worlds as they are, moved by `World::apply`, breadth first, with
//! nothing left out and nobody exchanged. Only small questions end.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use setnx_playground::check::{Instants, Question, Times, Verdict};
use setnx_playground::sim::{Choices, ClientState, Memory, Move, Property, Run, World};

/// What a plain exploration of schedules of at most so many moves found.
#[derive(Debug, PartialEq, Eq)]
pub enum Plain {
    /// The length of the shortest schedule that breaks the property.
    Broken(usize),
    /// No schedule of so many moves does.
    NoneWithin(usize),
}

#[expect(
    clippy::mutable_key_type,
    reason = "what can change in a world counts for nothing when worlds are compared"
)]
/// Explores the question's worlds to that depth, with these ticks, or until there are too many. Also whether anybody gets in.
/// Ticks in a row are one move, as in the search.
pub fn explore(
    question: &Question,
    depth_max: usize,
    ticks: &Ticks,
    worlds_max: usize,
) -> (Plain, bool) {
    let mut is_entered = false;
    let start = starts(question).into_iter();
    let mut front: Vec<(World, Vec<u8>, bool)> = start
        .map(|(world, rounds)| (world, rounds, false))
        .collect();
    let mut seen: FxHashSet<(World, Vec<u8>)> = FxHashSet::default();
    for depth in 1..=depth_max {
        let mut next = Vec::new();
        for (world, rounds, is_timed) in &front {
            let ticks_ms: &[i64] = if *is_timed { &[] } else { &ticks.all_ms };
            for mv in moves(question, world, rounds, ticks_ms) {
                let mut after = world.clone();
                let outcome = after.observe(mv.clone()).expect("it was listed");
                let mut broken = outcome.broken.iter();
                if broken.any(|one| one.property == question.property) {
                    return (Plain::Broken(depth), true);
                }
                is_entered |= !after.believers().is_empty();
                // Nothing follows the last move.
                if depth == depth_max {
                    continue;
                }
                let mut begun = rounds.clone();
                if let Move::Restart(id) = mv {
                    begun[usize::from(id.0) - 1] += 1;
                }
                if seen.insert((after.clone(), begun.clone())) {
                    next.push((after, begun, matches!(mv, Move::Tick(_))));
                }
            }
        }
        if seen.len() > worlds_max {
            return (Plain::NoneWithin(depth), is_entered);
        }
        front = next;
    }
    (Plain::NoneWithin(depth_max), is_entered)
}

#[expect(
    clippy::mutable_key_type,
    reason = "what can change in a world counts for nothing when worlds are compared"
)]
/// Explores the question's worlds to that depth, at every one of these instants after the start, in milliseconds, or until so
/// many moves were made. Also whether anybody gets in. The depth that was begun last counts only if it was looked through.
pub fn explore_instants(
    question: &Question,
    depth_max: usize,
    instants_ms: &[i64],
    applied_max: usize,
) -> (Plain, bool) {
    let begin_ms = question.setup.start_s * 1000;
    let (mut is_entered, mut applied) = (false, 0);
    // A world that was reached by time has all later times beside it.
    let mut front: Vec<(World, Vec<u8>, bool)> = starts(question)
        .into_iter()
        .map(|(world, rounds)| (world, rounds, false))
        .collect();
    let mut seen: FxHashSet<(World, Vec<u8>)> = FxHashSet::default();
    for depth in 1..=depth_max {
        let mut next = Vec::new();
        for (world, rounds, is_timed) in &front {
            let mut all = moves(question, world, rounds, &[]);
            let later = instants_ms.iter().map(|ms| begin_ms + ms - world.now_ms());
            let ticks = later.filter(|ms| *ms > 0 && !is_timed).map(Move::Tick);
            all.extend(ticks.filter(|tick| question.allowed.overrun || !overruns(world, tick)));
            for mv in all {
                let mut after = world.clone();
                let outcome = after.observe(mv.clone()).expect("it is possible");
                let mut broken = outcome.broken.iter();
                if broken.any(|one| one.property == question.property) {
                    return (Plain::Broken(depth), true);
                }
                let mut begun = rounds.clone();
                if let Move::Restart(id) = mv {
                    begun[usize::from(id.0) - 1] += 1;
                }
                is_entered |= !after.believers().is_empty();
                applied += 1;
                if seen.insert((after.clone(), begun.clone())) {
                    next.push((after, begun, matches!(mv, Move::Tick(_))));
                }
            }
            if applied > applied_max {
                return (Plain::NoneWithin(depth - 1), is_entered);
            }
        }
        front = next;
    }
    (Plain::NoneWithin(depth_max), is_entered)
}

/// By how many milliseconds time may pass at once.
pub struct Ticks {
    pub all_ms: Vec<i64>,
    /// Whether they are less than a second.
    pub are_fine: bool,
}

impl Ticks {
    pub fn seconds(most: i64) -> Ticks {
        Ticks {
            all_ms: (1..=most).map(|second| second * 1000).collect(),
            are_fine: false,
        }
    }

    pub fn quarters(most_s: i64) -> Ticks {
        Ticks {
            all_ms: (1..=most_s * 4).map(|quarter| quarter * 250).collect(),
            are_fine: true,
        }
    }
}

/// How many moves lead to a world in which a client tries and nobody ever gets in, if there is one within the first second;
/// and whether anybody gets in at all. `None` where there are too many worlds in the first five seconds.
#[expect(
    clippy::mutable_key_type,
    reason = "what can change in a world counts for nothing when worlds are compared"
)]
pub fn alive(
    question: &Question,
    ticks: &Ticks,
    worlds_max: usize,
) -> Option<(Option<usize>, bool)> {
    let begin_ms = question.setup.start_s * 1000;
    let mut all: Vec<(World, Vec<u8>, usize)> = Vec::new();
    let mut numbers: FxHashMap<(World, Vec<u8>), usize> = FxHashMap::default();
    for (world, rounds) in starts(question) {
        numbers.insert((world.clone(), rounds.clone()), all.len());
        all.push((world, rounds, 0));
    }
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut at = 0;
    while let Some((world, rounds, depth)) = all.get(at).cloned() {
        for mv in moves(question, &world, &rounds, &ticks.all_ms) {
            let mut after = world.clone();
            after.apply(mv.clone(), &mut ()).expect("it was listed");
            if after.now_ms() > begin_ms + 5_000 {
                continue;
            }
            let mut begun = rounds.clone();
            if let (Move::Restart(id), Some(_)) = (mv, question.rounds) {
                begun[usize::from(id.0) - 1] += 1;
            }
            let next = *numbers
                .entry((after.clone(), begun.clone()))
                .or_insert_with(|| {
                    all.push((after, begun, depth + 1));
                    before.push(Vec::new());
                    all.len() - 1
                });
            before[next].push(at);
        }
        if all.len() > worlds_max {
            return None;
        }
        at += 1;
    }
    let mut lives: Vec<bool> = all
        .iter()
        .map(|(world, _, _)| !world.believers().is_empty())
        .collect();
    let mut rest: Vec<usize> = (0..all.len()).filter(|at| lives[*at]).collect();
    let is_entered = !rest.is_empty();
    while let Some(at) = rest.pop() {
        for from in &before[at] {
            if !std::mem::replace(&mut lives[*from], true) {
                rest.push(*from);
            }
        }
    }
    let tries = |world: &World| {
        let mut clients = world.clients().iter();
        clients.any(|one| {
            let has_ended = !matches!(
                one.state(),
                ClientState::Running | ClientState::Asleep { .. }
            );
            !has_ended
                && one.is_acquiring()
                && !(one.deadline_s().is_none() && world.awaits_nothing(one.id()))
        })
    };
    let dead = all
        .iter()
        .zip(&lives)
        .filter(|((world, _, _), lives)| {
            !**lives && world.now_ms() <= begin_ms + 1_000 && tries(world)
        })
        .map(|((_, _, depth), _)| *depth)
        .min();
    Some((dead, is_entered))
}

/// Whether somebody gets in after these moves, by whole seconds; `None` where that is not known after so many worlds.
#[expect(
    clippy::mutable_key_type,
    reason = "what can change in a world counts for nothing when worlds are compared"
)]
pub fn gets_in(question: &Question, run: &Run, worlds_max: usize) -> Option<bool> {
    let mut rounds = vec![1; question.programs.len()];
    for mv in run.schedule().moves {
        if let Move::Restart(id) = mv {
            rounds[usize::from(id.0) - 1] += 1;
        }
    }
    let first = (run.last().clone(), rounds);
    let mut seen = FxHashSet::from_iter([first.clone()]);
    let mut all = VecDeque::from([first]);
    while let Some((world, rounds)) = all.pop_front() {
        if !world.believers().is_empty() {
            return Some(true);
        }
        if seen.len() > worlds_max {
            return None;
        }
        for mv in moves(question, &world, &rounds, &[1000]) {
            let mut after = world.clone();
            after.apply(mv.clone(), &mut ()).expect("it was listed");
            let mut begun = rounds.clone();
            if let (Move::Restart(id), Some(_)) = (mv, question.rounds) {
                begun[usize::from(id.0) - 1] += 1;
            }
            if seen.insert((after.clone(), begun.clone())) {
                all.push_back((after, begun));
            }
        }
    }
    Some(false)
}

/// What the plain explorer says beside a verdict, and whether they agree. It looks at these instants, those of the schedule
/// that was found, and none that the verdict does not speak of.
pub fn beside(
    question: &Question,
    verdict: &Verdict,
    instants_ms: &[i64],
    depth_max: usize,
    applied_max: usize,
) -> (String, bool) {
    let (in_vain, length, bounds) = match verdict {
        Verdict::Broken(found, bounds) => {
            let length = found.schedule.moves.len();
            (length.saturating_sub(1), Some(length), bounds)
        }
        Verdict::Holds { bounds, .. } => (usize::MAX, None, bounds),
        Verdict::Unfinished { bounds, depth, .. } => (*depth, None, bounds),
    };
    if question.property == Property::NobodyEver {
        // It may have gone on without a bound on rounds.
        let question = &bounds.question;
        let worlds_max = applied_max / 10;
        let plain = alive(question, &Ticks::seconds(5), worlds_max);
        let later = match verdict {
            Verdict::Broken(found, _) => {
                gets_in(question, &found.run(&question.programs), worlds_max)
            }
            _ => None,
        };
        let is_missed = match (plain, verdict) {
            (Some((Some(dead), _)), Verdict::Broken(..)) => Some(dead) != length,
            (Some((Some(_), _)), Verdict::Holds { .. }) => true,
            _ => false,
        };
        let told = format!("{plain:?} within five seconds, somebody gets in behind it: {later:?}");
        return (told, !is_missed && later != Some(true));
    }
    let is_spoken_of = |ms: &i64| {
        let is_within = match bounds.times {
            Times::Relative => true,
            Times::Absolute(seconds) => *ms <= seconds * 1000,
        };
        is_within && (bounds.instants == Instants::Every || ms % 1000 == 0)
    };
    let mut instants_ms: Vec<i64> = instants_ms.iter().copied().filter(is_spoken_of).collect();
    instants_ms.extend(passed(verdict));
    instants_ms.sort_unstable();
    instants_ms.dedup();
    let (plain, is_entered) = explore_instants(question, depth_max, &instants_ms, applied_max);
    let agree = match plain {
        Plain::Broken(plain) => length == Some(plain) || length.is_none() && plain > in_vain,
        Plain::NoneWithin(depth) => length.is_none_or(|length| length > depth),
    };
    let is_warned = matches!(verdict, Verdict::Holds { bounds, .. } if !bounds.is_entered);
    let told = format!("{plain:?}, somebody enters: {is_entered}");
    (told, agree && !(is_warned && is_entered))
}

/// The instants to which time passes in the schedule that was found, in milliseconds after the start.
fn passed(verdict: &Verdict) -> Vec<i64> {
    let Verdict::Broken(found, _) = verdict else {
        return Vec::new();
    };
    let mut now_ms = 0;
    let ticks = found.schedule.moves.iter().filter_map(|mv| match mv {
        Move::Tick(ms) => Some(ms),
        _ => None,
    });
    ticks
        .map(|ms| {
            now_ms += ms;
            now_ms
        })
        .collect()
}

fn starts(question: &Question) -> Vec<(World, Vec<u8>)> {
    let apart_s = i64::from(question.allowed.clocks_apart_s);
    let count = question.programs.len();
    let mut setups = vec![question.setup.clone()];
    for place in 0..count {
        let all = setups.iter().flat_map(|setup| {
            (0..=apart_s).map(move |second| {
                let mut setup = setup.clone();
                setup.clients[place].skew_ms += second * 1000;
                setup
            })
        });
        setups = all.collect();
    }
    let worlds = setups
        .iter()
        .map(|setup| setup.world_of(&question.programs));
    worlds.map(|world| (world, vec![1; count])).collect()
}

/// The moves that the question allows.
fn moves(question: &Question, world: &World, rounds: &[u8], ticks_ms: &[i64]) -> Vec<Move> {
    let allowed = &question.allowed;
    let of_servers = &allowed.server_clocks_set_ms;
    let skews_ms = [&allowed.clocks_set_ms[..], of_servers].concat();
    let choices = Choices {
        ticks_ms,
        skews_ms: &skews_ms,
        typed: &[],
        has_faults: true,
    };
    let mut all = world.moves(choices);
    all.retain(|mv| match mv {
        Move::Step(_) | Move::TimeOut(_) | Move::Meanwhile(_) => true,
        Move::Skew(_, ms) => allowed.clocks_set_ms.contains(ms),
        Move::SkewServer(_, ms) => of_servers.contains(ms),
        Move::Tick(_) => allowed.overrun || !overruns(world, mv),
        Move::Read(_) => allowed.gap || allowed.transit,
        Move::Send(_) | Move::Execute(_) | Move::Receive(_) => allowed.transit,
        Move::Lose(_) => allowed.lose,
        Move::Crash(_) => allowed.crash,
        Move::Restart(id) => {
            let begun = rounds[usize::from(id.0) - 1];
            let state = world.client(*id).expect("a client").state();
            let has_crashed = matches!(state, ClientState::Crashed | ClientState::Failed(_));
            question.rounds.is_none_or(|most| begun < most) && (allowed.restart || !has_crashed)
        }
        Move::Fail(_) => allowed.forget,
        Move::Recover(_, memory) => allowed.forget && *memory == Memory::Nothing,
        Move::Replicate(_) | Move::Promote(_) => allowed.fail_over,
        Move::CutOff(_) | Move::Rejoin(_) => allowed.part,
        _ => false,
    });
    all
}

fn overruns(world: &World, tick: &Move) -> bool {
    let mut after = world.clone();
    after.apply(tick.clone(), &mut ()).expect("time passes");
    let mut believers = after.believers().into_iter();
    believers.any(|id| after.lease(id).is_none())
}

/// The least number of moves to a world in which the proof by syntax claims a deadlock.
pub fn first_deadlock(question: &Question, depth_max: usize, worlds_max: usize) -> Option<usize> {
    let mut front = starts(question);
    let mut worlds = 0;
    for depth in 1..=depth_max {
        let mut next = Vec::new();
        for (world, rounds) in &front {
            for mv in moves(question, world, rounds, &Ticks::seconds(13).all_ms) {
                let mut after = world.clone();
                after.apply(mv, &mut ()).expect("it was listed");
                if after.deadlock().is_some() {
                    return Some(depth);
                }
                next.push((after, rounds.clone()));
            }
        }
        worlds += next.len();
        if worlds > worlds_max {
            return None;
        }
        front = next;
    }
    None
}
