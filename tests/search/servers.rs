//! A client that asks several servers, and goes on before all have replied.

use std::sync::Arc;

use crate::{compare, length, search};
use setnx_playground::check::{Question, Verdict};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{ClientId, MessageId, Move, Peer, Property, Setup};

const ALL: &str = "on all within 2: SET";
const MAJORITY: &str = "on all within 2 until majority: SET";

/// Redlock on three servers, with these words before its first command.
fn asked(words: &str, clients: u8) -> Question {
    let text = Algorithm::Redlock.source().replace(ALL, words);
    let mut setup = Setup::new(Algorithm::Own, clients);
    setup.servers = 3;
    setup.own = Some(Arc::new(Program::parse(&text).expect("a program")));
    let mut question = Question::new(setup, Property::TwoLeases);
    question.rounds = Some(1);
    question
}

fn message(server: u8) -> MessageId {
    MessageId {
        peer: Peer::Server(server),
        ..MessageId::of(ClientId(1))
    }
}

/// The moves of a client up to the second reply, and whether it is in then.
#[test]
fn a_client_that_waits_for_a_majority_is_in_at_the_second_yes_of_three() {
    for (words, is_early) in [(ALL, false), (MAJORITY, true)] {
        let question = asked(words, 1);
        let mut world = question.setup.world_of(&question.programs);
        let id = ClientId(1);
        let mut moves = vec![Move::Read(id), Move::Send(id)];
        for server in [0, 2] {
            moves.extend([
                Move::Execute(message(server)),
                Move::Receive(message(server)),
            ]);
        }
        for mv in moves {
            world.apply(mv, &mut ()).expect("a move");
        }
        let client = world.client(id).expect("a client");
        assert_eq!(client.believes(), is_early, "{words}");
        // The third request arrives later, whoever waits for it.
        world
            .apply(Move::Execute(message(1)), &mut ())
            .expect("it arrives");
        assert_eq!(
            world.can(&Move::Receive(message(1))).is_ok(),
            !is_early,
            "{words}"
        );
    }
}

#[test]
fn what_is_not_awaited_changes_no_verdict_on_a_lock_that_counts_from_its_request() {
    for words in [ALL, MAJORITY] {
        let mut question = asked(words, 2);
        assert!(
            matches!(search(&question), Verdict::Holds { .. }),
            "{words}"
        );
        compare(words, &question, 7, 3_000);
        question.allowed = crate::allowed("forget");
        compare(words, &question, 7, 3_000);
        assert_eq!(length(&question), Some(6), "{words}");
        // There are more states than anybody has memory for.
        question.allowed = crate::allowed("transit");
        question.bytes_max = 1 << 20;
        compare(words, &question, 6, 3_000);
    }
}
