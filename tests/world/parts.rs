//! The parts of a step, and the moves that a reader makes against a client: what is on its way goes its own way.

use crate::{C1, C2, hash, play, rivals, why, world};
use setnx_playground::keyspace::Reply;
use setnx_playground::lock::Algorithm;
use setnx_playground::sim::{
    Choices, ClientState, CommandPart, CommandStage, MessageId, Move, SERVER_BYTES_MAX, Status,
    TYPED_BYTES_MAX, World,
};
use setnx_playground::tell;
use setnx_playground::text::Lang;

fn typed(line: &str) -> Move {
    Move::Type(line.into())
}

#[test]
fn four_parts_make_the_same_world_as_one_step() {
    for algorithm in Algorithm::ALL {
        let mut whole = rivals(algorithm, 2);
        let mut parts = whole.clone();
        play(&mut whole, &[Move::Step(C1)]);
        let message = MessageId::of(C1);
        let made = play(
            &mut parts,
            &[
                Move::Read(C1),
                Move::Send(C1),
                Move::Execute(message),
                Move::Receive(message),
            ],
        );
        assert!(whole == parts && hash(&whole) == hash(&parts));
        let gone: Vec<CommandPart> = made.into_iter().flat_map(|outcome| outcome.parts).collect();
        assert_eq!(
            gone,
            [
                CommandPart::Read,
                CommandPart::Send,
                CommandPart::Execute,
                CommandPart::Receive
            ],
            "{algorithm:?}"
        );
    }
}

#[test]
fn a_step_does_what_is_outstanding() {
    let mut world = rivals(Algorithm::Getset, 1);
    play(&mut world, &[Move::Read(C1), Move::Send(C1)]);
    let outcome = play(&mut world, &[Move::Step(C1)]).remove(0);
    assert_eq!(outcome.parts, [CommandPart::Execute, CommandPart::Receive]);
    assert_eq!(outcome.entered(), [C1]);
}

#[test]
fn each_part_that_cannot_be_made_says_why() {
    let mut world = rivals(Algorithm::Getset, 1);
    let message = MessageId::of(C1);
    assert_eq!(
        why(&world, Move::Send(C1)),
        "C1 has not computed its next command"
    );
    assert_eq!(
        why(&world, Move::Execute(message)),
        "C1 has sent no command"
    );
    assert_eq!(why(&world, Move::Resume(C1)), "C1 is not paused");
    assert_eq!(why(&world, Move::Restart(C1)), "C1 is still running");
    assert_eq!(
        why(&world, Move::Execute(MessageId::of(C2))),
        "there is no C2"
    );
    play(&mut world, &[Move::Read(C1)]);
    assert_eq!(
        why(&world, Move::Read(C1)),
        "C1 has already computed its command"
    );
    play(&mut world, &[Move::Send(C1)]);
    assert_eq!(why(&world, Move::Read(C1)), "C1 waits for the reply");
    assert_eq!(why(&world, Move::Send(C1)), "C1 waits for the reply");
    assert_eq!(
        why(&world, Move::Receive(message)),
        "the server has not executed the command of C1 yet"
    );
    play(&mut world, &[Move::Execute(message)]);
    assert_eq!(
        why(&world, Move::Execute(message)),
        "the server has already executed the command of C1"
    );
    play(&mut world, &[Move::Pause(C1)]);
    assert_eq!(why(&world, Move::Receive(message)), "C1 is paused");
    assert_eq!(why(&world, Move::Pause(C1)), "C1 is paused");
    assert_eq!(
        why(&world, Move::Skew(C1, 0)),
        "the clock of C1 already shows this time"
    );
}

#[test]
fn a_command_is_computed_by_the_clock_at_its_read_and_executed_by_the_servers_later() {
    let mut world = rivals(Algorithm::Getset, 1);
    let made = play(
        &mut world,
        &[Move::Read(C1), Move::Tick(5_000), Move::Step(C1)],
    );
    let sent = made.last().and_then(|outcome| outcome.request.as_ref());
    assert_eq!(
        sent.map(|request| request.full()),
        Some("SETNX lock.foo 111".into())
    );
    assert_eq!(world.now_ms(), 105_000);
}

#[test]
fn what_a_crashed_client_sent_is_still_executed_and_its_reply_is_lost() {
    let mut world = rivals(Algorithm::Setnx, 2);
    let message = MessageId::of(C1);
    play(
        &mut world,
        &[Move::Read(C1), Move::Send(C1), Move::Crash(C1)],
    );
    let outcome = play(&mut world, &[Move::Execute(message)]).remove(0);
    assert_eq!(outcome.reply, Some(Reply::Int(1)));
    assert_eq!(world.messages().count(), 0);
    assert_eq!(world.recorded_owner(0), Some(C1));
    assert_eq!(world.believers(), []);
    play(&mut world, &[Move::Step(C2)]);
    assert_eq!(world.believers(), []);
}

#[test]
fn a_client_that_comes_back_remembers_nothing_and_its_old_command_still_arrives() {
    let mut world = rivals(Algorithm::Getset, 1);
    play(
        &mut world,
        &[
            Move::Skew(C1, 2_000),
            Move::Read(C1),
            Move::Send(C1),
            Move::Crash(C1),
            Move::Restart(C1),
        ],
    );
    let client = world.client(C1).expect("C1");
    assert_eq!(*client.state(), ClientState::Running);
    assert_eq!(client.stage(), CommandStage::Idle);
    assert_eq!(client.skew_ms(), 2_000, "the clock is the machine's");
    // Its next command is another message than the one that is still on its way.
    play(&mut world, &[Move::Read(C1), Move::Send(C1)]);
    let names: Vec<u32> = world.messages().map(|(name, _)| name.n).collect();
    assert_eq!(names, [0, 1]);
    play(&mut world, &[Move::Execute(MessageId::of(C1))]);
    assert_eq!(world.messages().count(), 1, "nobody waits for that reply");
    play(&mut world, &[Move::Step(C1)]);
    assert_eq!(world.believers(), [], "its own old SETNX was first");
}

#[test]
fn a_world_whose_client_came_back_is_equal_to_one_that_was_never_left() {
    let mut world = rivals(Algorithm::Getset, 2);
    let before = world.clone();
    play(&mut world, &[Move::Crash(C1), Move::Restart(C1)]);
    assert!(world == before && hash(&world) == hash(&before));
}

#[test]
fn a_paused_client_does_nothing_while_time_and_its_lease_go_on() {
    let mut world = rivals(Algorithm::Getset, 1);
    play(
        &mut world,
        &[Move::Step(C1), Move::Pause(C1), Move::Tick(11_000)],
    );
    assert_eq!(why(&world, Move::Step(C1)), "C1 is paused");
    assert_eq!(world.believers(), [C1]);
    assert_eq!(world.leaseholders(), []);
    let outcome = play(&mut world, &[Move::Resume(C1), Move::Step(C1)]).remove(1);
    assert_eq!(outcome.request, None, "it looks at its clock first");
}

#[test]
fn a_clock_that_is_ahead_is_read_so_by_its_client_alone() {
    let mut world = rivals(Algorithm::Getset, 2);
    play(&mut world, &[Move::Skew(C2, 12_000)]);
    let made = play(&mut world, &[Move::Step(C1), Move::Step(C2)]);
    let sent: Vec<_> = made
        .iter()
        .filter_map(|outcome| outcome.request.as_ref())
        .map(|request| request.full())
        .collect();
    assert_eq!(sent, ["SETNX lock.foo 111", "SETNX lock.foo 123"]);
}

#[test]
fn the_reader_types_on_a_connection_of_their_own() {
    let mut world = rivals(Algorithm::Setnx, 1);
    let made = play(&mut world, &[Move::Step(C1), typed("get \"lock.foo\"")]);
    let asked = made.last().expect("a move");
    assert!(asked.is_typed() && asked.client.is_none());
    assert_eq!(asked.reply, Some(Reply::bulk("111")));
    assert_eq!(world.recorded_owner(0), Some(C1), "who looks owns nothing");
    play(&mut world, &[typed("SET lock.foo 1")]);
    assert_eq!(world.recorded_owner(0), None, "a stranger's");
    // MULTI on that connection blocks no other connection.
    play(
        &mut world,
        &[
            typed("MULTI"),
            typed("DEL lock.foo"),
            Move::Tick(3_000),
            Move::Step(C1),
        ],
    );
    let done = play(&mut world, &[typed("EXEC")]).remove(0);
    assert_eq!(done.reply, Some(Reply::Array(vec![Reply::Int(0)])));
}

#[test]
fn a_typed_line_that_is_no_command_or_takes_too_long_changes_nothing() {
    let mut world = rivals(Algorithm::Setnx, 1);
    let none = "this is not a command: it is empty, too long, or has an open quote";
    for line in ["", "  ", "GET \"x", &"x".repeat(TYPED_BYTES_MAX + 1)] {
        assert_eq!(why(&world, typed(line)), none, "{line:.20}");
    }
    let big = SERVER_BYTES_MAX;
    let full = play(&mut world, &[typed(&format!("SETRANGE a {big} x"))]).remove(0);
    assert!(full.reply.is_some_and(|reply| reply.is_error()));
    play(
        &mut world,
        &[typed("SETRANGE a 7000 x"), typed("SETRANGE b 7000 y")],
    );
    let before = world.clone();
    assert_eq!(
        why(&world, typed("LCS a b")),
        "this command takes too long here"
    );
    assert!(world.observe(typed("LCS a b")).is_err());
    assert!(world == before && hash(&world) == hash(&before));
}

#[test]
fn a_refused_move_says_so_whatever_it_names() {
    let world = world(&[]);
    assert_eq!(why(&world, Move::Step(C1)), "there is no C1");
    assert_eq!(
        why(&world, Move::Receive(MessageId::of(C1))),
        "there is no C1"
    );
    assert_eq!(world.can(&typed("PING")), Ok(()));
}

#[test]
fn a_status_says_what_holds_a_client_up() {
    let mut world = rivals(Algorithm::Getset, 2);
    let status = |world: &World| {
        let client = World::client(world, C2).expect("C2");
        tell::status(&Status::of(world, client)).get(Lang::En)
    };
    play(&mut world, &[Move::Read(C2), Move::Send(C2)]);
    assert_eq!(status(&world), "waits for the reply");
    play(&mut world, &[Move::Pause(C2)]);
    assert_eq!(status(&world), "is paused");
    play(
        &mut world,
        &[Move::Resume(C2), Move::Step(C2), Move::Pause(C2)],
    );
    assert_eq!(
        status(&world),
        "holds the lock",
        "what it believes counts more"
    );
}

#[test]
fn time_goes_on_to_what_it_brings_about_next() {
    let mut world = rivals(Algorithm::Getset, 2);
    assert_eq!(world.next_event_ms(), None);
    play(&mut world, &[Move::Step(C1)]);
    // C1 works for three seconds, and its lease ends at the value that it wrote.
    assert_eq!(world.next_event_ms(), Some(103_000));
    play(&mut world, &[Move::Tick(3_000)]);
    assert_eq!(world.next_event_ms(), Some(111_000));
    play(&mut world, &[Move::Skew(C1, -1_000)]);
    assert_eq!(world.next_event_ms(), Some(104_000), "it is 102 there");
    play(&mut world, &[Move::Crash(C1)]);
    assert_eq!(world.next_event_ms(), None);
    let mut world = rivals(Algorithm::PxBlind, 1);
    play(
        &mut world,
        &[Move::Step(C1), Move::Crash(C1), Move::Tick(10_000)],
    );
    assert_eq!(world.next_event_ms(), Some(110_001));
}

#[test]
fn every_move_that_can_be_made_is_listed_once_and_in_the_same_order() {
    let choices = Choices {
        ticks_ms: &[1_000],
        skews_ms: &[0, 12_000],
        typed: &["GET lock.foo", "\""],
        has_faults: false,
    };
    let mut world = rivals(Algorithm::Getset, 2);
    play(
        &mut world,
        &[Move::Read(C1), Move::Send(C1), Move::Crash(C1)],
    );
    let moves = world.moves(choices);
    assert_eq!(moves, world.clone().moves(choices));
    let listed: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
    let expected = [
        "Tick(1000)",
        "Restart(ClientId(1))",
        "Step(ClientId(2))",
        "Read(ClientId(2))",
        "Pause(ClientId(2))",
        "Crash(ClientId(2))",
        "Skew(ClientId(2), 12000)",
        "Execute(MessageId { client: ClientId(1), peer: Server(0), n: 0 })",
        "Type(\"GET lock.foo\")",
    ];
    assert_eq!(listed, expected);
}
