//! Clients run their programs: actions, and reasons for waiting, stopping and refusals.

use crate::{C1, C2, rivals, world};
use setnx_playground::keyspace::Reply;
use setnx_playground::lock::Algorithm;
use setnx_playground::sim::{
    ClientId, ClientState, MessageId, Move, Node, Status, TIME_MS_MAX, World,
};
use setnx_playground::tell;
use setnx_playground::text::Lang;

#[test]
fn a_move_that_cannot_be_made_says_why_with_names_and_times() {
    let mut world = rivals(Algorithm::Getset, 2);
    assert_eq!(why(&world, Move::Step(ClientId(7))), "there is no C7");
    assert_eq!(
        why(&world, Move::Tick(0)),
        "time advances by at least a millisecond"
    );
    assert_eq!(
        why(&world, Move::Tick(TIME_MS_MAX)),
        "time cannot advance past the year 9999"
    );
    world.observe(Move::Step(C1)).expect("C1 gets in");
    assert_eq!(why(&world, Move::Step(C1)), "C1 works until 103");
    world.observe(Move::Step(C2)).expect("SETNX");
    world.observe(Move::Step(C2)).expect("GET");
    assert_eq!(why(&world, Move::Step(C2)), "C2 waits until 101");
    world.observe(Move::Tick(3_500)).expect("time");
    world.observe(Move::Step(C1)).expect("DEL");
    assert_eq!(why(&world, Move::Step(C1)), "C1 has finished");
    world.observe(Move::Crash(C2)).expect("a crash");
    assert_eq!(why(&world, Move::Step(C2)), "C2 has crashed");
    assert_eq!(
        tell::refusal(&world.can(&Move::Crash(C2)).unwrap_err()).get(Lang::ZhHans),
        "C2 已经崩溃"
    );
}

#[test]
fn a_clients_status_follows_what_it_does() {
    let mut world = rivals(Algorithm::GetsetBlind, 2);
    assert_eq!(status(&world, C1), "has not begun");
    world.observe(Move::Step(C1)).expect("SETNX");
    world.observe(Move::Step(C2)).expect("SETNX");
    assert_eq!(status(&world, C1), "holds the lock");
    assert_eq!(status(&world, C2), "tries to get the lock");
    world.observe(Move::Step(C2)).expect("GET");
    assert_eq!(status(&world, C2), "waits until 101");
    world.observe(Move::Tick(11_000)).expect("time");
    assert_eq!(
        status(&world, C1),
        "believes that it holds the lock, but its lease ended at 111"
    );
    assert_eq!(status(&world, C2), "tries to get the lock");
    world.observe(Move::Step(C1)).expect("DEL");
    assert_eq!(status(&world, C1), "has finished");
}

#[test]
fn a_client_that_starts_over_after_nil_has_begun() {
    let mut world = world(&["acquire:\n  GET lock.foo\n  retry\nwork:\nrelease:\n"]);
    assert_eq!(status(&world, C1), "has not begun");
    world.observe(Move::Step(C1)).expect("GET");
    assert_eq!(status(&world, C1), "tries to get the lock");
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
            "stopped at line 2: its program loops without sending a command",
        ),
        (
            "  if reply = 1: GET lock.foo",
            "stopped at line 2: its program loops without sending a command",
        ),
        (
            "  SET lock.foo abc\n  INCR lock.foo",
            "stopped at line 3: the server refused the command: ERR value is not an integer or out of range",
        ),
    ];
    for (lines, expected) in cases {
        let mut world = world(&[&body(lines)]);
        while world.observe(Move::Step(C1)).is_ok() {}
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
        world.observe(Move::Step(C1)).expect("GET");
        let gave_up = *world.client(C1).expect("C1").state() == ClientState::GaveUp;
        assert_eq!(gave_up, taken, "{way}");
    }
}

#[test]
fn a_guarded_command_is_one_step_with_its_condition() {
    let mut world = rivals(Algorithm::Getset, 1);
    world.observe(Move::Step(C1)).expect("SETNX");
    world.observe(Move::Tick(10_999)).expect("time");
    let mut in_time = world.clone();
    let outcome = in_time.observe(Move::Step(C1)).expect("the release");
    assert_eq!(
        outcome.request.map(|request| request.full()),
        Some("DEL lock.foo".to_owned())
    );
    world.observe(Move::Tick(1)).expect("time");
    let outcome = world.observe(Move::Step(C1)).expect("the release");
    assert_eq!(
        outcome.request, None,
        "at 111 the holder must not act any more"
    );
    assert_eq!(outcome.lines, [14]);
}

#[test]
fn a_lock_that_was_released_between_get_and_getset_is_taken() {
    let mut world = rivals(Algorithm::Getset, 3);
    let c3 = ClientId(3);
    world.observe(Move::Step(c3)).expect("C3 gets in");
    world.observe(Move::Crash(c3)).expect("a crash");
    world.observe(Move::Tick(11_000)).expect("time");
    for id in [C1, C1, C2, C2, C2] {
        world
            .observe(Move::Step(id))
            .expect("SETNX, GET; C2 recovers");
    }
    world.observe(Move::Tick(3_000)).expect("time");
    world.observe(Move::Step(C2)).expect("C2 releases");
    let outcome = world.observe(Move::Step(C1)).expect("GETSET");
    assert_eq!(outcome.reply, Some(Reply::Nil));
    assert_eq!(outcome.entered(), [C1]);
}

fn status(world: &World, id: ClientId) -> String {
    let client = world.client(id).expect("the client");
    tell::status(&Status::of(world, client)).get(Lang::En)
}

fn why(world: &World, mv: Move) -> String {
    let refused = world.can(&mv).expect_err("not enabled");
    tell::refusal(&refused).get(Lang::En)
}

#[test]
fn a_reply_to_a_thread_that_has_ended_is_for_nobody() {
    let mut world = rivals(Algorithm::Renew, 1);
    let moves = [
        Move::Step(C1),
        Move::Meanwhile(C1),
        Move::Tick(5_000),
        Move::CutOff(Node::Client(C1)),
        Move::Meanwhile(C1),
        Move::Rejoin(Node::Client(C1)),
        Move::Execute(MessageId::of(C1)),
        Move::Tick(15_000),
        Move::Step(C1),
    ];
    for mv in moves {
        world.observe(mv).expect("a move");
    }
    assert_eq!(world.believers(), []);
    assert_eq!(world.messages().count(), 0);
}
