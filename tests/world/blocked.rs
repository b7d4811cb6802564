//! Blocked clients, which wait at a server until an element is pushed: what a push does to them, and what becomes of an element for a
//! client that is gone.

use crate::{C1, C2, hash, play, why, world};
use setnx_playground::keyspace::Reply;
use setnx_playground::sim::{ClientId, Memory, MessageId, Move, World};

const C3: ClientId = ClientId(3);

/// Waits for an element, for two seconds at most; then it goes on as the holder.
const WAITS: &str = "acquire:\n  BLPOP lock.foo 2\n  if reply = nil: give up\n  enter until now + lease\nwork:\nrelease:\n  RPUSH lock.foo free\n";
/// As long as it takes.
const WAITS_FOR_EVER: &str = "acquire:\n  BLPOP lock.foo 0\n  enter until now + lease\nwork:\nrelease:\n  RPUSH lock.foo free\n";
const PUSHES: &str =
    "acquire:\n  RPUSH lock.foo <me>\n  RPUSH lock.foo more\n  give up\nwork:\nrelease:\n";

fn elements(world: &World) -> Option<String> {
    world.lock_text(0)
}

#[test]
fn who_finds_no_element_waits_until_one_is_pushed() {
    let mut world = world(&[WAITS_FOR_EVER, PUSHES]);
    let blocked = play(&mut world, &[Move::Step(C1)]).remove(0);
    assert_eq!(blocked.reply, None);
    let message = MessageId::of(C1);
    for mv in [
        Move::Step(C1),
        Move::Execute(message),
        Move::Receive(message),
        Move::Lose(message),
    ] {
        assert_eq!(
            why(&world, mv),
            "C1 waits at the server until an element is pushed"
        );
    }
    assert!(!world.awaits_nothing(C1));
    let pushed = play(&mut world, &[Move::Step(C2)]).remove(0);
    // As Redis replies: the element was there before it was taken.
    assert_eq!(pushed.reply, Some(Reply::Int(1)));
    assert_eq!(elements(&world), None);
    let entered = play(&mut world, &[Move::Step(C1)]).remove(0);
    assert_eq!(entered.entered(), [C1]);
    assert!(matches!(entered.reply, Some(Reply::Array(all)) if all.len() == 2));
}

#[test]
fn those_who_wait_are_served_in_the_order_in_which_they_began() {
    let mut first = world(&[WAITS_FOR_EVER, WAITS_FOR_EVER, PUSHES]);
    let mut second = first.clone();
    play(&mut first, &[Move::Step(C1), Move::Step(C2)]);
    play(&mut second, &[Move::Step(C2), Move::Step(C1)]);
    assert!(first != second && hash(&first) != hash(&second));
    for (mut world, served, waits) in [(first, C1, C2), (second, C2, C1)] {
        play(&mut world, &[Move::Step(C3)]);
        assert!(world.can(&Move::Step(served)).is_ok());
        assert!(world.can(&Move::Step(waits)).is_err());
        play(&mut world, &[Move::Step(C3)]);
        assert!(world.can(&Move::Step(waits)).is_ok());
    }
}

#[test]
fn a_wait_ends_at_its_time_by_the_servers_clock() {
    let mut world = world(&[WAITS, PUSHES]);
    play(&mut world, &[Move::Step(C1)]);
    assert_eq!(world.next_event_ms(), Some(102_000));
    play(&mut world, &[Move::Tick(1_999)]);
    assert!(world.can(&Move::Step(C1)).is_err());
    play(&mut world, &[Move::Tick(1)]);
    let ended = play(&mut world, &[Move::Step(C1)]).remove(0);
    assert_eq!(ended.reply, Some(Reply::NilArray));
    play(&mut world, &[Move::Step(C2)]);
    assert_eq!(elements(&world).as_deref(), Some("C2"));

    let mut world = crate::world(&[WAITS]);
    play(&mut world, &[Move::Step(C1), Move::SkewServer(0, 2_000)]);
    assert!(world.can(&Move::Step(C1)).is_ok());
}

#[test]
fn a_client_that_stops_while_it_waits_takes_nothing_and_one_that_was_served_takes_its_element_along()
 {
    let mut waits = world(&[WAITS_FOR_EVER, PUSHES]);
    play(&mut waits, &[Move::Step(C1)]);
    let mut served = waits.clone();
    play(&mut waits, &[Move::Crash(C1), Move::Step(C2)]);
    assert_eq!(elements(&waits).as_deref(), Some("C2"));
    play(&mut served, &[Move::Step(C2), Move::Crash(C1)]);
    assert_eq!(elements(&served), None);
    // It comes back and begins anew, on a connection of its own.
    play(&mut waits, &[Move::Restart(C1), Move::Step(C1)]);
    assert!(waits.believes(C1));
}

#[test]
fn a_request_that_arrives_when_its_client_is_gone_does_not_wait() {
    let mut world = world(&[WAITS_FOR_EVER, PUSHES]);
    let message = MessageId::of(C1);
    play(
        &mut world,
        &[
            Move::Read(C1),
            Move::Send(C1),
            Move::Crash(C1),
            Move::Execute(message),
            Move::Step(C2),
        ],
    );
    assert_eq!(elements(&world).as_deref(), Some("C2"));
    assert_eq!(world.messages().count(), 0);
}

#[test]
fn a_reply_to_one_who_waited_may_be_lost_and_the_element_is_gone() {
    let mut world = world(&[WAITS_FOR_EVER, PUSHES]);
    let message = MessageId::of(C1);
    play(
        &mut world,
        &[Move::Step(C1), Move::Step(C2), Move::Lose(message)],
    );
    assert!(world.awaits_nothing(C1));
    assert_eq!(elements(&world), None);
}

#[test]
fn a_server_that_fails_forgets_who_waits() {
    let mut blocked = world(&[WAITS_FOR_EVER, PUSHES]);
    let up = Move::Recover(0, Memory::All);
    play(&mut blocked, &[Move::Step(C1)]);
    let mut served = blocked.clone();
    play(&mut blocked, &[Move::Fail(0), up.clone()]);
    assert!(blocked.awaits_nothing(C1));
    play(&mut blocked, &[Move::Step(C2)]);
    assert_eq!(elements(&blocked).as_deref(), Some("C2"));
    play(&mut served, &[Move::Step(C2)]);
    assert_eq!(served.served().count(), 1);
    play(&mut served, &[Move::Fail(0), up]);
    assert!(served.awaits_nothing(C1));
    assert_eq!(served.served().count(), 0);
}

#[test]
fn who_stops_waiting_by_its_own_clock_is_served_no_more() {
    let patient = WAITS_FOR_EVER.replace("  BLPOP", "  within 1: BLPOP");
    let mut world = world(&[&patient, PUSHES]);
    play(
        &mut world,
        &[
            Move::Step(C1),
            Move::Tick(1_000),
            Move::TimeOut(C1),
            Move::Step(C2),
        ],
    );
    assert_eq!(elements(&world).as_deref(), Some("C2"));
}

#[test]
fn a_reader_can_push_for_one_who_waits() {
    let mut world = world(&[WAITS_FOR_EVER]);
    let typed = Move::Type("RPUSH lock.foo free".into());
    play(&mut world, &[Move::Step(C1), typed, Move::Step(C1)]);
    assert!(world.believes(C1));
}

#[test]
fn a_wait_of_any_length_is_one() {
    for seconds in ["9223372036854775", "0.001", "1e3", "0x10"] {
        let text = WAITS_FOR_EVER.replace("lock.foo 0", &["lock.foo ", seconds].concat());
        let mut world = world(&[&text, PUSHES]);
        play(&mut world, &[Move::Step(C1)]);
        assert!(world.can(&Move::Step(C1)).is_err(), "{seconds}");
        assert!(world.next_event_ms().is_some_and(|at_ms| at_ms > 100_000));
        play(&mut world, &[Move::Step(C2), Move::Step(C1)]);
        assert!(world.believes(C1), "{seconds}");
    }
}
