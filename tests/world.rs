//! The world from outside: what any schedule keeps true, and how clients stop, wait and are refused.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use proptest::prelude::*;
use setnx_playground::lesson;
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{
    Broken, ClientId, MOVES_MAX, Move, NotEnabled, Run, Schedule, State, Status, TIME_MS_MAX, World,
};
use setnx_playground::text::Lang;

const C1: ClientId = ClientId(1);
const C2: ClientId = ClientId(2);

fn parsed(source: &str) -> Arc<Program> {
    Arc::new(Program::parse(source).unwrap_or_else(|error| panic!("{}", error.get(Lang::En))))
}

/// A world at t = 100 with a lease of 10 and one client for each program.
fn world(programs: &[&str]) -> World {
    let clients: Vec<_> = (1..)
        .map(ClientId)
        .zip(programs.iter().map(|source| parsed(source)))
        .collect();
    World::new(100_000, 10, &clients)
}

/// A world in which every client runs this algorithm.
fn rivals(algorithm: Algorithm, clients: usize) -> World {
    world(&vec![algorithm.source(); clients])
}

fn status(world: &World, id: ClientId) -> String {
    let client = world.client(id).expect("the client");
    Status::of(world, client).phrase().get(Lang::En)
}

fn why(world: &World, mv: Move) -> String {
    let refused = world.can(mv).expect_err("not enabled");
    refused.phrase().get(Lang::En)
}

fn hash(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash(&mut hasher);
    hasher.finish()
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let client = || (1_u8..=6).prop_map(ClientId);
    let ms = prop::sample::select(vec![
        -1,
        0,
        1,
        999,
        1_000,
        2_500,
        3_000,
        11_000,
        12_000,
        i64::MAX,
    ]);
    let mv = prop_oneof![
        12 => client().prop_map(Move::Step),
        1 => client().prop_map(Move::Crash),
        4 => ms.prop_map(Move::Tick),
    ];
    prop::collection::vec(mv, 0..40)
}

/// Worlds to begin with, by number: three rivals of each algorithm, then every lesson's start.
fn start(number: usize) -> World {
    match Algorithm::ALL.get(number) {
        Some(algorithm) => rivals(*algorithm, 3),
        None => lesson::ALL[number - Algorithm::ALL.len()].start(),
    }
}

fn starts() -> std::ops::Range<usize> {
    0..Algorithm::ALL.len() + lesson::ALL.len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_move_that_is_refused_changes_nothing_and_one_that_is_made_is_reported_truly(number in starts(), moves in moves()) {
        let mut world = start(number);
        for mv in moves {
            let before = world.clone();
            let can = world.can(mv);
            match world.apply(mv) {
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
                    prop_assert_eq!(outcome.owner.before, before.recorded_owner(0));
                    prop_assert_eq!(outcome.owner.after, world.recorded_owner(0));
                    prop_assert_eq!(outcome.value.after.as_ref(), world.lock_value(0));
                    prop_assert_eq!(outcome.command.is_some(), outcome.reply.is_some());
                    prop_assert_eq!(outcome.arrows.len(), if outcome.command.is_some() { 2 } else { 0 });
                }
            }
        }
    }

    #[test]
    fn replay_gives_the_same_run_and_stepping_back_is_a_shorter_prefix(number in starts(), moves in moves(), cut in 0_usize..50) {
        let mut run = Run::new(start(number));
        for mv in moves {
            let _ = run.push(mv);
        }
        let (again, stopped) = Run::play(start(number), &run.schedule());
        prop_assert_eq!(stopped, None);
        prop_assert!(again == run);
        let cursor = cut.min(run.len());
        let prefix = run.prefix(cursor);
        prop_assert!(prefix.last() == run.world(cursor));
        let shorter = Schedule { moves: run.schedule().moves[..cursor].to_vec() };
        prop_assert!(Run::play(start(number), &shorter).0 == prefix);
    }

    #[test]
    fn a_holder_runs_and_an_owner_has_a_key(number in starts(), moves in moves()) {
        let mut run = Run::new(start(number));
        for mv in moves {
            let _ = run.push(mv);
        }
        for cursor in 0..=run.len() {
            let world = run.world(cursor);
            for client in world.clients() {
                let acts = matches!(client.state(), State::Running | State::Asleep { .. });
                prop_assert!(acts || !world.believes(client.id()));
                let has_ended = world.lease(client.id()).is_some_and(|lease| lease.until_ms <= world.now_ms());
                prop_assert!(!has_ended);
                prop_assert!(client.line() >= 1);
            }
            prop_assert!(world.recorded_owner(0).is_none() || world.lock_value(0).is_some());
        }
    }

    /// What `deadlock` calls certain stays so: no later move lets anybody in.
    #[test]
    fn no_schedule_gets_out_of_a_deadlock(moves in moves()) {
        let mut world = rivals(Algorithm::Setnx, 4);
        world.apply(Move::Step(C1)).expect("C1 gets in");
        world.apply(Move::Crash(C1)).expect("a crash");
        let mut certain = world.deadlock().is_some();
        prop_assert!(certain);
        for mv in moves {
            let _ = world.apply(mv);
            let running = world.clients().iter().any(|client| *client.state() == State::Running);
            let deadlock = world.deadlock().is_some();
            prop_assert!(!certain || !running || deadlock);
            prop_assert!(!deadlock || world.believers().is_empty());
            certain = deadlock;
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

#[test]
fn a_move_that_cannot_be_made_says_why_with_names_and_times() {
    let mut world = rivals(Algorithm::Getset, 2);
    assert_eq!(why(&world, Move::Step(ClientId(7))), "there is no C7");
    assert_eq!(
        why(&world, Move::Tick(0)),
        "time goes on by at least a millisecond"
    );
    assert_eq!(
        why(&world, Move::Tick(TIME_MS_MAX)),
        "the clock is at its end"
    );
    world.apply(Move::Step(C1)).expect("C1 gets in");
    assert_eq!(why(&world, Move::Step(C1)), "C1 works until 103");
    world.apply(Move::Step(C2)).expect("SETNX");
    world.apply(Move::Step(C2)).expect("GET");
    assert_eq!(why(&world, Move::Step(C2)), "C2 sleeps until 101");
    world.apply(Move::Tick(3_500)).expect("time");
    world.apply(Move::Step(C1)).expect("DEL");
    assert_eq!(why(&world, Move::Step(C1)), "C1 has finished");
    world.apply(Move::Crash(C2)).expect("a crash");
    assert_eq!(why(&world, Move::Step(C2)), "C2 crashed at t = 103.5");
    assert_eq!(
        world
            .can(Move::Crash(C2))
            .unwrap_err()
            .phrase()
            .get(Lang::ZhHans),
        "C2 已在 t = 103.5 时崩溃"
    );
}

#[test]
fn a_clients_status_follows_what_it_does() {
    let mut world = rivals(Algorithm::GetsetBlindRelease, 2);
    assert_eq!(status(&world, C1), "has not begun");
    world.apply(Move::Step(C1)).expect("SETNX");
    world.apply(Move::Step(C2)).expect("SETNX");
    assert_eq!(status(&world, C1), "holds the lock");
    assert_eq!(status(&world, C2), "tries to get the lock");
    world.apply(Move::Step(C2)).expect("GET");
    assert_eq!(status(&world, C2), "waits until 101");
    world.apply(Move::Tick(11_000)).expect("time");
    assert_eq!(
        status(&world, C1),
        "thinks it holds the lock; its lease ended at 111"
    );
    assert_eq!(status(&world, C2), "tries to get the lock");
    world.apply(Move::Step(C1)).expect("DEL");
    assert_eq!(status(&world, C1), "has finished");
}

#[test]
fn a_client_that_starts_over_after_nil_has_begun() {
    let mut world = world(&["acquire:\n  GET lock.foo\n  retry\nwork:\nrelease:\n"]);
    assert_eq!(status(&world, C1), "has not begun");
    world.apply(Move::Step(C1)).expect("GET");
    assert_eq!(status(&world, C1), "tries to get the lock");
}

#[test]
fn a_state_that_comes_back_is_seen_to_come_back() {
    let mut world = rivals(Algorithm::Setnx, 2);
    world.apply(Move::Step(C1)).expect("C1 gets in");
    world.apply(Move::Step(C2)).expect("refused");
    let before = world.clone();
    world.apply(Move::Step(C2)).expect("refused again");
    assert!(world == before);
    assert_eq!(hash(&world), hash(&before));
}

#[test]
fn a_deadlock_is_claimed_only_where_it_is_certain() {
    for algorithm in Algorithm::ALL {
        let mut world = rivals(algorithm, 3);
        assert_eq!(world.deadlock(), None, "the lock is free");
        world.apply(Move::Step(C1)).expect("C1 gets in");
        assert_eq!(world.deadlock(), None, "C1 is in");
        world.apply(Move::Crash(C1)).expect("a crash");
        let stuck = (algorithm == Algorithm::Setnx).then(|| vec![C2, ClientId(3)]);
        assert_eq!(world.deadlock(), stuck, "{algorithm:?}");
    }
}

#[test]
fn a_key_that_expires_by_itself_is_no_deadlock() {
    let holder =
        "acquire:\n  SET lock.foo 1 EX 10\n  enter until now + 10\nwork:\n  work 3\nrelease:\n";
    let mut world = world(&[holder, Algorithm::Setnx.source()]);
    world.apply(Move::Step(C1)).expect("SET");
    world.apply(Move::Crash(C1)).expect("a crash");
    assert_eq!(world.recorded_owner(0), Some(C1));
    assert_eq!(world.deadlock(), None);
    world.apply(Move::Tick(10_001)).expect("time");
    assert_eq!(world.recorded_owner(0), None);
    assert_eq!(world.lock_value(0), None);
}

#[test]
fn who_writes_the_lock_owns_it_even_if_its_value_stays_the_same() {
    let program = |line: &str| format!("acquire:\n  {line}\n  give up\nwork:\nrelease:\n");
    let cases = [
        ("SET lock.foo 1", C2),
        ("SET lock.foo 1 XX GET", C2),
        ("GETSET lock.foo 1", C2),
        ("SET lock.foo 1 NX", C1),
        ("SETNX lock.foo 1", C1),
        ("EXPIRE lock.foo 10", C1),
        ("GET lock.foo", C1),
    ];
    for (line, owner) in cases {
        let mut world = world(&[&program("SETNX lock.foo 1"), &program(line)]);
        world.apply(Move::Step(C1)).expect("SETNX");
        world.apply(Move::Step(C2)).expect(line);
        assert_eq!(world.recorded_owner(0), Some(owner), "{line}");
    }
}

#[test]
fn an_expired_lock_that_is_deleted_is_nobodys() {
    let mut world = rivals(Algorithm::SetnxDel, 2);
    world.apply(Move::Step(C1)).expect("C1 gets in");
    world.apply(Move::Crash(C1)).expect("a crash");
    world.apply(Move::Tick(11_000)).expect("time");
    for _ in 0..2 {
        world.apply(Move::Step(C2)).expect("SETNX and GET");
    }
    let outcome = world.apply(Move::Step(C2)).expect("DEL");
    assert_eq!(outcome.owner.before, Some(C1));
    assert_eq!(outcome.broken, []);
}

#[test]
fn a_lock_removed_while_its_lease_is_valid_is_named_with_both_clients() {
    let run = lesson::find("D4").expect("D4").run();
    let broken: Vec<_> = run.outcomes().flat_map(|outcome| &outcome.broken).collect();
    let removed = Broken::RemovedLock {
        by: C1,
        of: vec![C2],
    };
    let leases = Broken::TwoLeases(vec![C2, ClientId(3)]);
    assert!(broken.contains(&&removed) && broken.contains(&&leases));
}

#[test]
fn a_client_that_meets_what_it_cannot_handle_stops_and_says_where() {
    let body = |lines: &str| format!("acquire:\n{lines}\n  retry\nwork:\nrelease:\n");
    let cases = [
        (
            "  SET lock.foo abc\n  GET lock.foo\n  if reply > now: retry",
            "stopped at line 4: \"abc\" is not a number",
        ),
        (
            "  GET lock.foo\n  wait reply + 1",
            "stopped at line 3: nil is not a number",
        ),
        (
            "  INCR lock.foo\n  wait 9223372036854775807 * 2",
            "stopped at line 3: the number does not fit in 64 bits",
        ),
        (
            "  retry",
            "stopped at line 2: its program runs in a circle and sends nothing",
        ),
        (
            "  if reply = 1: GET lock.foo",
            "stopped at line 2: its program runs in a circle and sends nothing",
        ),
        (
            "  SET lock.foo abc\n  INCR lock.foo",
            "stopped at line 3: the server refused, ERR value is not an integer or out of range",
        ),
    ];
    for (lines, expected) in cases {
        let mut world = world(&[&body(lines)]);
        while world.apply(Move::Step(C1)).is_ok() {}
        assert_eq!(status(&world, C1), expected, "{lines}");
        assert_eq!(
            why(&world, Move::Step(C1)),
            format!("C1 {expected}"),
            "{lines}"
        );
    }
}

#[test]
fn a_comparison_with_nil_is_false_unless_it_asks_for_nil() {
    let ways = [
        ("= nil", true),
        ("!= nil", false),
        ("= 1", false),
        ("!= 1", false),
        ("< now", false),
        (">= now", false),
    ];
    for (way, taken) in ways {
        let source = format!(
            "acquire:\n  GET lock.foo\n  if reply {way}: give up\n  wait 1\n  retry\nwork:\nrelease:\n"
        );
        let mut world = world(&[&source]);
        world.apply(Move::Step(C1)).expect("GET");
        let gave_up = *world.client(C1).expect("C1").state() == State::GaveUp;
        assert_eq!(gave_up, taken, "{way}");
    }
}

#[test]
fn a_guarded_command_is_one_step_with_its_condition() {
    let mut world = rivals(Algorithm::Getset, 1);
    world.apply(Move::Step(C1)).expect("SETNX");
    world.apply(Move::Tick(10_999)).expect("time");
    let mut in_time = world.clone();
    let outcome = in_time.apply(Move::Step(C1)).expect("the release");
    assert_eq!(
        outcome.command,
        Some(vec![b"DEL".to_vec(), b"lock.foo".to_vec()])
    );
    world.apply(Move::Tick(1)).expect("time");
    let outcome = world.apply(Move::Step(C1)).expect("the release");
    assert_eq!(
        outcome.command, None,
        "at 111 the holder must not act any more"
    );
    assert_eq!(outcome.lines, [14]);
}

#[test]
fn a_poll_that_reads_without_comparing_is_stuck_too() {
    let poll = "acquire:\n  SETNX lock.foo 1\n  if reply = 1: enter until now\n  GET lock.foo\n  if reply = nil: retry\n  \
                retry\nwork:\nrelease:\n";
    let mut world = world(&[poll, poll]);
    world.apply(Move::Step(C1)).expect("SETNX");
    world.apply(Move::Crash(C1)).expect("a crash");
    assert_eq!(world.deadlock(), Some(vec![C2]));
    world.apply(Move::Step(C2)).expect("SETNX");
    assert_eq!(
        world.deadlock(),
        Some(vec![C2]),
        "in the middle of a poll, too"
    );
}

#[test]
fn a_lock_that_was_released_between_get_and_getset_is_taken() {
    let mut world = rivals(Algorithm::Getset, 3);
    let c3 = ClientId(3);
    world.apply(Move::Step(c3)).expect("C3 gets in");
    world.apply(Move::Crash(c3)).expect("a crash");
    world.apply(Move::Tick(11_000)).expect("time");
    for id in [C1, C1, C2, C2, C2] {
        world
            .apply(Move::Step(id))
            .expect("SETNX, GET; C2 recovers");
    }
    world.apply(Move::Tick(3_000)).expect("time");
    world.apply(Move::Step(C2)).expect("C2 releases");
    let outcome = world.apply(Move::Step(C1)).expect("GETSET");
    assert_eq!(outcome.reply, Some(setnx_playground::keyspace::Reply::Nil));
    assert_eq!(outcome.entered(), [C1]);
}

#[test]
fn a_holder_that_deletes_the_key_it_wrote_removes_nobody_elses() {
    let mut run = lesson::find("D2").expect("D2").run();
    run.push(Move::Tick(3_000)).expect("time");
    let outcome = run.push(Move::Step(C2)).expect("the release of C2");
    assert_eq!(outcome.owner.before, Some(C2));
    assert_eq!(outcome.leases.after.len(), 1, "C1 still has its lease");
    assert_eq!(outcome.broken, []);
}
