//! Schedules on which a verdict is easily wrong, each with what is true of it.

use crate::{C1, C2, mixed, rivals, world};
use setnx_playground::lesson;
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::Move::{
    Crash, Execute, Read, Receive, Restart, Send, Skew, Step, Tick, Type,
};
use setnx_playground::sim::{
    ClientId, MessageId, Move, Peer, Property, Run, Setup, Violation, World,
};
use setnx_playground::tell;
use setnx_playground::text::Lang;

const C3: ClientId = ClientId(3);

fn played(start: World, moves: &[Move]) -> Run {
    let mut run = Run::new(start);
    for (at, mv) in moves.iter().enumerate() {
        if let Err(why) = run.push(mv.clone()) {
            panic!("move {at}, {mv:?}: {why:?}");
        }
    }
    run
}

fn steps(times: &[(ClientId, usize)]) -> Vec<Move> {
    let all = times.iter().flat_map(|(id, times)| vec![Step(*id); *times]);
    all.collect()
}

fn broken(run: &Run) -> Vec<&Violation> {
    run.outcomes().flat_map(|outcome| &outcome.broken).collect()
}

#[test]
fn u1_a_holder_whose_clock_is_ahead_ends_its_lease_early() {
    let moves = [Skew(C1, 12_000), Step(C1), Tick(11_000), Step(C2)];
    let run = played(rivals(Algorithm::PxGet, 2), &moves);
    assert_eq!(run.world(3).lease(C1), None, "by its clock it is 123");
    assert_eq!(broken(&run), [&Property::TwoBelievers.broken_by(&[C1, C2])]);
}

#[test]
fn u2_a_holder_whose_clock_is_behind_still_has_its_lease() {
    let mut moves = vec![Skew(C1, -12_000), Step(C1)];
    moves.extend(steps(&[(C2, 3)]));
    let run = played(rivals(Algorithm::Getset, 2), &moves);
    assert!(broken(&run).contains(&&Property::TwoLeases.broken_by(&[C1, C2])));
}

#[test]
fn u3_a_key_that_is_good_until_later_is_not_there_for_the_taking() {
    let start = Setup {
        value: Some("200".to_owned()),
        ..Setup::new(Algorithm::Getset, 2)
    };
    let mut moves = Vec::new();
    for _ in 0..5 {
        moves.extend(steps(&[(C1, 2), (C2, 2)]));
        moves.push(Tick(1_000));
    }
    let run = played(start.world(), &moves);
    assert_eq!(broken(&run), [] as [&Violation; 0]);
}

#[test]
fn u4_a_key_that_redis_will_remove_is_not_there_for_the_taking() {
    let mut moves = vec![Read(C1), Send(C1), Execute(MessageId::of(C1)), Crash(C1)];
    for _ in 0..5 {
        moves.extend([Step(C2), Tick(1_000)]);
    }
    let run = played(rivals(Algorithm::PxGet, 2), &moves);
    assert_eq!(broken(&run), [] as [&Violation; 0]);
}

#[test]
fn u5_a_key_that_a_loser_lengthened_is_shut_and_nobody_is_in_it() {
    let run = lesson::find("S6b").expect("S6b").run();
    let last = run.outcome(run.len() - 1).expect("its last move");
    let properties: Vec<Property> = last.broken.iter().map(|one| one.property).collect();
    assert_eq!(properties, [Property::Shut]);
    let mut on = run.clone();
    for _ in 0..8 {
        let _ = on.push(Tick(1_000));
        for id in [4, 5].map(ClientId) {
            let _ = on.push(Step(id));
        }
    }
    let is_false = |broken: &&Violation| broken.property == Property::NobodyGetsIn;
    assert!(!broken(&on).iter().any(is_false), "the key says 116");
}

#[test]
fn u6_u7_a_writer_knows_what_it_knew_when_it_sent() {
    for algorithm in [Algorithm::FenceRead, Algorithm::FenceWrite] {
        let mut moves = steps(&[(C2, 4), (C1, 2)]);
        moves.extend([Read(C1), Send(C1), Crash(C1), Restart(C1)]);
        let store = MessageId {
            peer: Peer::Store,
            ..MessageId::of(C1)
        };
        moves.push(Execute(store));
        let run = played(rivals(algorithm, 2), &moves);
        assert_eq!(broken(&run), [] as [&Violation; 0], "{algorithm:?}");
        let writer = run.last().store().writer;
        assert_eq!(writer, Some(C1), "{algorithm:?}");
    }
}

#[test]
fn u8_for_ever_is_said_with_its_premise() {
    let moves = [Step(C1), Crash(C1), Tick(12_000)];
    let mut run = played(rivals(Algorithm::GetsetEq, 2), &moves);
    let stuck = run.last().deadlock().expect("111 is past");
    let said = tell::deadlock(Lang::En, &stuck);
    assert!(said.contains("unless a clock is set back"), "{said}");
    run.push(Skew(C2, -1_000)).expect("a clock");
    for mv in steps(&[(C2, 3)]) {
        run.push(mv).expect("a step");
    }
    assert_eq!(run.last().believers(), [C2]);
}

#[test]
fn u9_who_was_granted_the_key_removes_its_own_whoever_wrote_last() {
    let mut moves = vec![Step(C1), Skew(C2, 12_000), Skew(C3, 12_000)];
    moves.extend(steps(&[(C2, 2), (C3, 2), (C2, 1), (C3, 1)]));
    moves.extend([Tick(3_000), Step(C2)]);
    let run = played(rivals(Algorithm::GetsetBlind, 3), &moves);
    let before = run.world(run.len() - 1);
    assert_eq!(before.recorded_owner(0), Some(C3));
    assert_eq!(before.granted(0), Some(C2));
    let last = run.outcome(run.len() - 1).expect("DEL");
    assert_eq!(last.value.after, None);
    assert_eq!(last.broken, []);
}

#[test]
fn u10_an_old_del_removes_the_lock_of_whoever_has_it_now() {
    let mut moves = vec![
        Step(C1),
        Tick(3_000),
        Read(C1),
        Send(C1),
        Crash(C1),
        Restart(C1),
    ];
    moves.push(Tick(9_000));
    moves.extend(steps(&[(C2, 2), (C1, 2), (C2, 1), (C1, 1)]));
    moves.push(Execute(MessageId::of(C1)));
    let run = played(rivals(Algorithm::Getset, 2), &moves);
    let last = run.outcome(run.len() - 1).expect("DEL");
    assert_eq!(last.broken, [Property::RemovedLock.broken_by(&[C1, C2])]);
}

#[test]
fn u11_a_client_that_crashed_has_no_lease() {
    let mut moves = vec![Step(C1), Crash(C1), Skew(C2, 12_000)];
    moves.extend(steps(&[(C2, 3)]));
    let run = played(rivals(Algorithm::Getset, 2), &moves);
    assert_eq!(run.last().leaseholders(), [C2]);
    assert_eq!(broken(&run), [] as [&Violation; 0]);
}

#[test]
fn a_loop_that_ends_asleep_is_a_deadlock_too() {
    let waits = "acquire:\n  SETNX lock.foo 1\n  if reply = 0: wait 1, retry\n  enter until now + lease\nwork:\nrelease:\n";
    let mut moves = vec![Step(C1), Crash(C1)];
    let run = played(world(&[waits, waits]), &moves);
    let who = |run: &Run| run.last().deadlock().map(|stuck| stuck.who);
    assert_eq!(who(&run), Some(vec![C2]));
    moves.push(Step(C2));
    assert_eq!(
        who(&played(world(&[waits, waits]), &moves)),
        Some(vec![C2]),
        "asleep"
    );
}

#[test]
fn a_lock_that_can_be_had_is_not_shut() {
    // A live holder, a crashed one whose end is still to come, and one that nobody was granted.
    let run = played(rivals(Algorithm::Getset, 2), &steps(&[(C1, 1), (C2, 2)]));
    assert_eq!(broken(&run), [] as [&Violation; 0]);
    let mut moves = vec![Step(C1), Crash(C1)];
    moves.extend(steps(&[(C2, 2)]));
    let run = played(rivals(Algorithm::Getset, 2), &moves);
    assert_eq!(broken(&run), [] as [&Violation; 0]);
    let start = mixed(&[Algorithm::GetsetPoll, Algorithm::GetsetPoll]);
    let mut moves = vec![Step(C1), Crash(C1), Tick(5_000)];
    moves.extend(steps(&[(C2, 2)]));
    moves.extend([Tick(7_000), Step(C2), Step(C2)]);
    let run = played(start, &moves);
    assert_eq!(
        broken(&run),
        [&Property::Shut.broken_by(&[C2])],
        "it lengthened the dead lock itself"
    );
}

#[test]
fn a_key_of_which_its_maker_never_heard_was_declined_by_nobody() {
    let moves = [Read(C1), Send(C1), Execute(MessageId::of(C1))];
    let moves = moves.into_iter().chain([Crash(C1), Restart(C1), Step(C1)]);
    let moves: Vec<_> = moves.chain([Tick(1_000), Step(C1), Step(C2)]).collect();
    let run = played(rivals(Algorithm::Px, 2), &moves);
    assert_eq!(broken(&run), [] as [&Violation; 0], "as in U4");
}

#[test]
fn a_holder_that_fails_has_stated_an_end_all_the_same() {
    let moves = [Step(C1), Type("SET fence word".into()), Step(C1), Step(C2)];
    let run = played(rivals(Algorithm::Incr, 2), &moves);
    assert!(run.last().believers().is_empty(), "INCR was refused");
    assert_eq!(broken(&run), [] as [&Violation; 0], "its lease ends at 110");
}

#[test]
fn a_request_that_is_executed_and_answered_is_one_attempt() {
    let start = Setup {
        value: Some("90".to_owned()),
        ..Setup::new(Algorithm::GetsetEq, 1)
    };
    let message = MessageId::of(C1);
    let asked = [Read(C1), Send(C1), Execute(message), Receive(message)];
    let attempt = [asked.clone().as_slice(), &asked, &[Tick(1_000)]].concat();
    let run = played(start.world(), &vec![attempt; 5].concat());
    let said = run
        .outcomes()
        .position(|outcome| !outcome.broken.is_empty());
    assert_eq!(
        said,
        Some(43),
        "at the tenth reply: SETNX and GET are one attempt"
    );
}

#[test]
fn whoever_asks_one_server_is_not_kept_out_by_another() {
    let start = Setup {
        servers: 3,
        ..Setup::new(Algorithm::Px, 2)
    };
    let mut moves = vec![Step(C1), Crash(C1)];
    for _ in 0..5 {
        moves.extend([Step(C2), Tick(1_000)]);
    }
    let run = played(start.world(), &moves);
    assert_eq!(
        broken(&run),
        [] as [&Violation; 0],
        "the key on A lives until 110"
    );
}

#[test]
fn a_lease_that_is_over_is_not_held_idly() {
    let moves = [Step(C1), Tick(31_000), Step(C2)];
    let run = played(rivals(Algorithm::Renew, 2), &moves);
    assert_eq!(broken(&run), [&Property::TwoBelievers.broken_by(&[C1, C2])]);
}

#[test]
fn a_writer_that_has_not_decided_has_not_been_granted_the_key() {
    let mut moves = vec![Step(C1), Tick(3_000), Read(C1), Send(C1), Tick(9_000)];
    moves.push(Skew(C3, 12_000));
    moves.extend(steps(&[(C2, 3), (C3, 2)]));
    moves.extend([Read(C3), Send(C3), Execute(MessageId::of(C3))]);
    moves.push(Execute(MessageId::of(C1)));
    let run = played(rivals(Algorithm::Getset, 3), &moves);
    let last = run.outcome(run.len() - 1).expect("DEL");
    assert_eq!(last.broken, [Property::RemovedLock.broken_by(&[C1, C2])]);
}

/// A program may come with a link: a script that never ends is ended soon.
#[test]
fn a_script_of_a_program_that_never_ends_is_ended_soon() {
    let program = "acquire:\n  EVAL \"while true do end\" 0\n  retry\nwork:\nrelease:\n";
    let program = Program::parse(program).expect("a program");
    let mut setup = Setup::new(Algorithm::Own, 1);
    setup.own = Some(program.into());
    let mut world = setup.world();
    let begun = std::time::Instant::now();
    let outcome = world.observe(Move::Step(C1)).expect("a step");
    assert!(begun.elapsed().as_secs() < 3, "{:?}", begun.elapsed());
    let told: Vec<_> = outcome.exchanges.iter().map(|(_, reply)| reply).collect();
    assert!(
        matches!(told.as_slice(), [Some(reply)] if reply.is_error()),
        "{told:?}"
    );
}
