//! The recorded owner, broken properties, and proofs that a lock stays taken for ever.

use crate::{C1, C2, hash, mixed, rivals, world};
use setnx_playground::lesson;
use setnx_playground::lock::Algorithm;
use setnx_playground::sim::{ClientId, Move, Property, Run, World};
use setnx_playground::tell;
use setnx_playground::text::Lang;

fn who_is_stuck(world: &World) -> Option<Vec<ClientId>> {
    world.deadlock().map(|deadlock| deadlock.who)
}

/// The known programs that are locks: one deletes the key of others, and takes none.
fn locks() -> impl Iterator<Item = Algorithm> {
    let all = Algorithm::ALL.into_iter();
    all.filter(|algorithm| *algorithm != Algorithm::Deleted)
}

/// A lock that is no string is shown as it is, and its end is told as that of any other.
#[test]
fn a_lock_of_any_type_is_shown_and_said_to_expire() {
    let mut semaphore = rivals(Algorithm::Semaphore, 3);
    assert_eq!(semaphore.lock_text(0), None);
    for client in [C1, C2] {
        semaphore.observe(Move::Step(client)).expect("two get in");
    }
    assert_eq!(semaphore.lock_text(0).as_deref(), Some("C1, C2"));
    assert_eq!(semaphore.lock_value(0), None);

    let text = include_str!("../search/libraries/hash.lock");
    let mut owners = world(&[text]);
    owners.observe(Move::Step(C1)).expect("it gets in");
    assert_eq!(owners.lock_text(0).as_deref(), Some("C1 1"));
    let mut run = Run::new(owners);
    run.push(Move::Tick(11_000)).expect("time passes");
    assert_eq!(run.last().lock_text(0), None);
    let told = tell::narrate(Lang::En, 0, &run, None);
    let told: String = told.iter().map(|segment| segment.text.as_str()).collect();
    assert!(told.contains("The key has expired"), "{told}");
}

#[test]
fn a_state_that_comes_back_is_seen_to_come_back() {
    let mut world = rivals(Algorithm::Setnx, 2);
    world.observe(Move::Step(C1)).expect("C1 gets in");
    world.observe(Move::Step(C2)).expect("refused");
    let before = world.clone();
    world.observe(Move::Step(C2)).expect("refused again");
    assert!(world == before);
    assert_eq!(hash(&world), hash(&before));
}

#[test]
fn a_deadlock_is_claimed_only_where_it_is_certain() {
    for algorithm in locks() {
        let mut world = rivals(algorithm, 3);
        assert_eq!(world.deadlock(), None, "the lock is free");
        world.observe(Move::Step(C1)).expect("C1 gets in");
        assert_eq!(world.deadlock(), None, "C1 is in");
        world.observe(Move::Crash(C1)).expect("a crash");
        // Neither asks for a time, or had come to set one.
        let is_stuck = [Algorithm::Setnx, Algorithm::Expire].contains(&algorithm);
        let stuck = is_stuck.then(|| vec![C2, ClientId(3)]);
        assert_eq!(who_is_stuck(&world), stuck, "{algorithm:?}");
    }
}

#[test]
fn a_key_that_expires_by_itself_is_no_deadlock() {
    let holder =
        "acquire:\n  SET lock.foo 1 EX 10\n  enter until now + 10\nwork:\n  work 3\nrelease:\n";
    let mut world = world(&[holder, Algorithm::Setnx.source()]);
    world.observe(Move::Step(C1)).expect("SET");
    world.observe(Move::Crash(C1)).expect("a crash");
    assert_eq!(world.recorded_owner(0), Some(C1));
    assert_eq!(world.deadlock(), None);
    world.observe(Move::Tick(10_001)).expect("time");
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
        world.observe(Move::Step(C1)).expect("SETNX");
        world.observe(Move::Step(C2)).expect(line);
        assert_eq!(world.recorded_owner(0), Some(owner), "{line}");
    }
}

#[test]
fn an_expired_lock_that_is_deleted_is_nobodys() {
    let mut world = rivals(Algorithm::SetnxDel, 2);
    world.observe(Move::Step(C1)).expect("C1 gets in");
    world.observe(Move::Crash(C1)).expect("a crash");
    world.observe(Move::Tick(11_000)).expect("time");
    for _ in 0..2 {
        world.observe(Move::Step(C2)).expect("SETNX and GET");
    }
    let outcome = world.observe(Move::Step(C2)).expect("DEL");
    assert_eq!(outcome.owner.before, Some(C1));
    assert_eq!(outcome.broken, []);
}

#[test]
fn a_lock_removed_while_its_lease_is_valid_is_named_with_both_clients() {
    let run = lesson::find("D4").expect("D4").run();
    let broken: Vec<_> = run.outcomes().flat_map(|outcome| &outcome.broken).collect();
    let removed = Property::RemovedLock.broken_by(&[C1, C2]);
    let leases = Property::TwoLeases.broken_by(&[C2, ClientId(3)]);
    assert!(broken.contains(&&removed) && broken.contains(&&leases));
}

#[test]
fn a_poll_that_reads_without_comparing_is_stuck_too() {
    let poll = "acquire:\n  SETNX lock.foo 1\n  if reply = 1: enter until now\n  GET lock.foo\n  if reply = nil: retry\n  \
                retry\nwork:\nrelease:\n";
    let mut world = world(&[poll, poll]);
    world.observe(Move::Step(C1)).expect("SETNX");
    world.observe(Move::Crash(C1)).expect("a crash");
    assert_eq!(who_is_stuck(&world), Some(vec![C2]));
    world.observe(Move::Step(C2)).expect("SETNX");
    assert_eq!(
        who_is_stuck(&world),
        Some(vec![C2]),
        "in the middle of a poll, too"
    );
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

#[test]
fn a_time_that_is_past_never_equals_a_clock_again_and_nobody_else_is_said_to_be_stuck() {
    for algorithm in locks() {
        let mut world = rivals(algorithm, 3);
        world.observe(Move::Step(C1)).expect("C1 gets in");
        world.observe(Move::Crash(C1)).expect("a crash");
        assert_eq!(
            world.deadlock().is_some(),
            [Algorithm::Setnx, Algorithm::Expire].contains(&algorithm),
            "{algorithm:?}: its time is still to come"
        );
        world.observe(Move::Tick(12_000)).expect("time");
        let stuck = [Algorithm::Setnx, Algorithm::GetsetEq, Algorithm::Expire];
        assert_eq!(
            world.deadlock().is_some(),
            stuck.contains(&algorithm),
            "{algorithm:?}: its time is past"
        );
    }
}

/// A world in which C1 has crashed with the lock, and these go on.
fn left_by_a_crash(others: &[Algorithm]) -> World {
    let mut algorithms = vec![Algorithm::Setnx];
    algorithms.extend(others);
    let mut world = mixed(&algorithms);
    world.observe(Move::Step(C1)).expect("C1 gets in");
    world.observe(Move::Crash(C1)).expect("a crash");
    world.observe(Move::Tick(12_000)).expect("time");
    world
}

#[test]
fn who_gives_up_does_not_try_for_ever() {
    let world = left_by_a_crash(&[Algorithm::Once, Algorithm::Setnx]);
    assert_eq!(who_is_stuck(&world), Some(vec![ClientId(3)]));
    assert_eq!(who_is_stuck(&left_by_a_crash(&[Algorithm::Once])), None);
}

#[test]
fn one_who_could_still_get_in_or_set_the_key_free_is_enough_for_no_claim() {
    for rescuer in [Algorithm::SetnxDel, Algorithm::Getset, Algorithm::GetsetLt] {
        let mut world = left_by_a_crash(&[Algorithm::Setnx, rescuer]);
        let rescuer = ClientId(3);
        assert_eq!(who_is_stuck(&world), None);
        world.observe(Move::Crash(rescuer)).expect("a crash");
        assert_eq!(who_is_stuck(&world), None, "it may come back");
    }
}

#[test]
fn a_time_that_is_still_to_come_on_one_clock_is_no_deadlock() {
    let mut world = left_by_a_crash(&[Algorithm::GetsetEq, Algorithm::GetsetEq]);
    let stuck = world.deadlock().expect("111 is past on every clock");
    assert_eq!(stuck.who, [C2, ClientId(3)]);
    for (skew_ms, certain) in [(-1_000, false), (-12_000, false), (0, true), (60_000, true)] {
        world.observe(Move::Skew(C2, skew_ms)).expect("its clock");
        assert_eq!(world.deadlock().is_some(), certain, "{skew_ms} ms");
    }
}

#[test]
fn a_command_that_is_on_its_way_may_still_change_everything() {
    let mut world = mixed(&[Algorithm::GetsetEq; 2]);
    world.observe(Move::Step(C1)).expect("C1 gets in");
    world.observe(Move::Crash(C1)).expect("a crash");
    world.observe(Move::Tick(11_000)).expect("time");
    for _ in 0..2 {
        world.observe(Move::Step(C2)).expect("SETNX and GET");
    }
    world.observe(Move::Read(C2)).expect("GETSET");
    world.observe(Move::Tick(1_000)).expect("time");
    assert_eq!(who_is_stuck(&world), None, "it has GETSET in its hand");
    world.observe(Move::Send(C2)).expect("GETSET");
    assert_eq!(who_is_stuck(&world), None, "GETSET is on its way");
    world.observe(Move::Crash(C2)).expect("a crash");
    assert_eq!(who_is_stuck(&world), None, "it still is");
}

#[test]
fn a_key_whose_name_is_computed_may_be_there_later() {
    let asks = "acquire:\n  SETNX lock.foo 1\n  if reply = 1: enter until now\n  GET <now>\n  if reply = nil: retry\n  \
                enter until now\nwork:\nrelease:\n";
    let mut world = world(&[asks, asks]);
    world.observe(Move::Step(C1)).expect("SETNX");
    world.observe(Move::Crash(C1)).expect("a crash");
    assert_eq!(who_is_stuck(&world), None);
}

#[test]
fn a_deadlock_is_told_with_its_reason() {
    let world = left_by_a_crash(&[Algorithm::GetsetEq]);
    let sentence = world
        .deadlock()
        .map(|stuck| tell::deadlock(Lang::En, &stuck));
    assert_eq!(
        sentence.as_deref(),
        Some(
            "From here on C2 will never get the lock, unless a clock is set back, the server forgets, or you type a command. A try \
             takes the lock only in the second in which the clock equals the time in the key. That second is past."
        )
    );
}
