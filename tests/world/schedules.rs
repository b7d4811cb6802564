//! Invariants of any schedule from any start.

use crate::{C1, C2, anything, hash, mixed, rivals, world};
use proptest::prelude::*;
use setnx_playground::lock::Algorithm;
use setnx_playground::sim::{
    Choices, ClientState, CommandPart, MOVES_MAX, Move, NotEnabled, Run, Schedule,
};

/// What a schedule without typed commands chooses from.
const CHOICES: Choices = Choices {
    ticks_ms: &[1, 1_000, 11_000, 12_000],
    skews_ms: &[0, 500, 1_000, 12_000, 60_000],
    typed: &[],
    has_faults: false,
};

/// Algorithms that run into a deadlock, and one that gets others out of it.
const STUCK: [Algorithm; 7] = [
    Algorithm::Setnx,
    Algorithm::Setnx,
    Algorithm::GetsetEq,
    Algorithm::GetsetEq,
    Algorithm::Once,
    Algorithm::Patient,
    Algorithm::Getset,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_move_that_is_refused_changes_nothing_and_one_that_is_made_is_reported_truly(start in anything::starts(), moves in anything::moves(30)) {
        let mut world = start.world();
        for mv in moves {
            let before = world.clone();
            let can = world.can(&mv);
            match world.observe(mv) {
                Err(why) => {
                    prop_assert_eq!(can, Err(why));
                    prop_assert!(world == before && hash(&world) == hash(&before));
                }
                Ok(outcome) => {
                    prop_assert_eq!(can, Ok(()));
                    prop_assert_eq!(outcome.now_ms.before, before.now_ms());
                    prop_assert_eq!(outcome.now_ms.after, world.now_ms());
                    prop_assert_eq!(&outcome.believers.before, &before.believers());
                    prop_assert_eq!(&outcome.believers.after, &world.believers());
                    prop_assert_eq!(outcome.owner.before, before.recorded_owner(before.primary()));
                    prop_assert_eq!(outcome.owner.after, world.recorded_owner(world.primary()));
                    prop_assert_eq!(outcome.value.after.as_ref(), world.lock_value(world.primary()));
                                        prop_assert!(outcome.reply.is_none() || outcome.has(CommandPart::Execute) || outcome.has(CommandPart::Receive));
                }
            }
        }
    }

    #[test]
    fn replay_gives_the_same_run_and_stepping_back_is_a_shorter_prefix(start in anything::starts(), moves in anything::moves(30), cut in 0_usize..50) {
        let mut run = Run::new(start.world());
        for mv in moves {
            let _ = run.push(mv);
        }
        let (again, stopped) = Run::play(start.world(), &run.schedule());
        prop_assert_eq!(stopped, None);
        prop_assert!(again == run);
        let cursor = cut.min(run.len());
        let prefix = run.prefix(cursor);
        prop_assert!(prefix.last() == run.world(cursor));
        let shorter = Schedule { moves: run.schedule().moves[..cursor].to_vec() };
        prop_assert!(Run::play(start.world(), &shorter).0 == prefix);
    }

    #[test]
    fn a_holder_runs_and_an_owner_has_a_key(start in anything::starts(), moves in anything::moves(30)) {
        let mut run = Run::new(start.world());
        for mv in moves {
            let _ = run.push(mv);
        }
        for cursor in 0..=run.len() {
            let world = run.world(cursor);
            for client in world.clients() {
                let acts = matches!(client.state(), ClientState::Running | ClientState::Asleep { .. });
                prop_assert!(acts || !world.believes(client.id()));
                let has_ended = world.lease(client.id()).is_some_and(|lease| client.true_ms(lease.until_ms) <= world.now_ms());
                prop_assert!(!has_ended);
                prop_assert!(client.line() >= 1);
            }
            for place in 0..world.servers().count() {
                let is_there = world.lock_text(place).is_some();
                prop_assert!(world.recorded_owner(place).is_none() || is_there);
                prop_assert!(world.granted(place).is_none() || is_there);
            }
        }
    }

    /// A verdict of `deadlock` stays true: no later move except a clock that is set back lets a client in, or removes
    /// the key.
    #[test]
    fn no_schedule_gets_out_of_a_deadlock(
        algorithms in prop::collection::vec(prop::sample::select(&STUCK), 4),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let mut world = mixed(&algorithms);
        let mut certain = false;
        world.observe(Move::Step(C1)).expect("C1 gets in");
        world.observe(Move::Crash(C1)).expect("a crash");
        for pick in picks {
            let moves = world.moves(CHOICES);
            let mv = pick.get(&moves).clone();
            if let Move::Skew(id, ms) = mv
                && world.client(id).is_some_and(|client| ms < client.skew_ms())
            {
                continue;
            }
            let _ = world.observe(mv);
            certain |= world.deadlock().is_some();
            prop_assert!(!certain || world.believers().is_empty());
            prop_assert!(!certain || world.lock_value(0).is_some());
        }
    }
}

#[test]
fn a_schedule_stops_at_the_first_move_that_cannot_be_made() {
    let moves = [Move::Step(C1), Move::Step(C1), Move::Step(C2)];
    let (run, stopped) = Run::play(rivals(Algorithm::Getset, 2), &Schedule::from(&moves[..]));
    let stopped = stopped.expect("C1 works");
    assert_eq!(run.len(), 1);
    assert_eq!(stopped.at, 1);
    assert_eq!(stopped.why, NotEnabled::Works(C1, 103));
}

#[test]
fn a_schedule_has_a_limit() {
    let moves = vec![Move::Tick(1); MOVES_MAX + 1];
    let (run, stopped) = Run::play(world(&[]), &Schedule { moves });
    assert_eq!(run.len(), MOVES_MAX);
    assert_eq!(
        stopped.map(|stopped| stopped.why),
        Some(NotEnabled::ScheduleFull)
    );
}
