//! Which key shuts a lock: the one whose reply turned a client away, whatever else a program asks before and behind it.

use std::sync::Arc;

use crate::{length, search};
use setnx_playground::check::{Question, Verdict};
use setnx_playground::lock::Program;
use setnx_playground::sim::{Property, Setup};

const SETNX: &str = "SETNX lk <me>\n  if reply = 0: give up\n";
const PX: &str = "SET lk <token> NX PX <lease * 1000>\n  if reply = nil: give up\n";

/// Whether a crash shuts the lock of clients that run these programs in turn.
fn asked(source: &str, clients: u8) -> Question {
    let program = Arc::new(Program::parse(source).expect(source));
    let mut setup = Setup::new(setnx_playground::lock::Algorithm::Own, clients);
    setup.own = Some(program);
    let mut asked = Question::new(setup, Property::Shut);
    asked.rounds = Some(1);
    asked.allowed.crash = true;
    asked
}

fn taking(acquire: &str) -> Question {
    let end = "  enter until sent + lease\nwork:\n  work 1\nrelease:\n  DEL lk\n";
    asked(&["acquire:\n  ", acquire, end].concat(), 2)
}

fn is_told(question: &Question) -> bool {
    let verdict = search(question);
    matches!(verdict, Verdict::Broken(..)) || verdict.holds()
}

#[test]
fn a_lock_is_shut_by_the_key_that_turned_a_client_away_whatever_was_asked_before() {
    for (before, moves) in [
        ("", 4),
        ("EXISTS maintenance\n  if reply = 1: wait 1, retry\n  ", 6),
        ("INCR attempts\n  ", 6),
        ("TIME\n  ", 6),
    ] {
        let setnx = taking(&[before, SETNX].concat());
        assert_eq!(length(&setnx), Some(moves), "{before}");
        let expires = taking(&[before, PX].concat());
        assert!(search(&expires).holds(), "{before}");
    }
    let loaded = "SCRIPT LOAD \"return redis.call('setnx',KEYS[1],ARGV[1])\"\n  sha := reply\n  EVALSHA <sha> 1 lk <me>\n  \
                  if reply = 0: give up\n";
    assert_eq!(length(&taking(loaded)), Some(6));
    let counted = "MULTI\n  SETNX lk <me>\n  INCR fence\n  EXEC\n  if reply.1 = 0: give up\n";
    assert_eq!(length(&taking(counted)), Some(4));
}

/// Nobody is kept out by a lease that had ended before its holder stopped: it is over in that millisecond.
#[test]
fn a_crash_behind_the_end_of_a_lease_shuts_the_lock_at_once() {
    for (until, moves) in [("now - 1", 3), ("now", 4), ("now + 1", 4)] {
        let text = format!(
            "acquire:\n  SET lk <token> NX\n  if reply = nil: retry\n  enter until {until}\nwork:\nrelease:\n  DEL lk\n"
        );
        let asked = asked(&text, 2);
        let verdict = search(&asked);
        assert!(!verdict.bounds().is_last_resort, "{until}");
        assert_eq!(length(&asked), Some(moves), "{until}");
    }
}

#[test]
fn what_a_client_counts_when_it_has_failed_turns_nobody_away() {
    let counts = "SET lk <token> NX PX <lease * 1000>\n  won := reply\n  INCR attempts\n  if won = nil: give up\n";
    assert!(
        !is_told(&taking(counts)),
        "what is kept came from another key"
    );
    let counts = "SET lk <token> NX PX <lease * 1000>\n  if reply = nil: INCR failures\n  if reply = 1: give up\n";
    assert!(!is_told(&taking(counts)), "two keys have a say");
    let counts =
        "SETNX lk <me>\n  if reply = 1: enter until sent + lease\n  INCR failures\n  give up\n";
    assert_eq!(length(&taking(counts)), Some(5));
    let own = "HSETNX lk owner <me>\n  won := reply\n  HGET lk owner\n  if won = 0: give up\n";
    assert_eq!(length(&taking(own)), Some(6));
}

#[test]
fn each_role_is_turned_away_by_a_key_of_its_own() {
    let idle = "role idle:\nacquire:\n  EXISTS other\n  give up\nwork:\nrelease:\n  PING\n";
    let locker = "role locker:\nacquire:\n  SETNX lk <me>\n  if reply = 0: give up\n  enter until sent + lease\nwork:\n  work \
                  1\nrelease:\n  DEL lk\n";
    let question = asked(&[idle, locker].concat(), 4);
    let verdict = search(&question);
    assert!(!verdict.bounds().is_last_resort, "{verdict:?}");
    assert_eq!(length(&question), Some(4));
}

#[test]
fn nothing_is_said_where_it_is_not_clear_which_key_turns_clients_away() {
    for acquire in [
        // An empty list does, and no key that is there.
        "SETNX init 1\n  if reply = 1: RPUSH free a\n  LPOP free\n  if reply = nil: give up\n",
        // One of two keys.
        "EVAL \"return redis.call('setnx', KEYS[1], 1)\" 2 lk readers\n  if reply = 0: give up\n",
        "INCR next\n  own := reply\n  GET serving\n  if reply < own: give up\n",
        // A command that is not known, and a key that is computed.
        "LMPOP 1 lk LEFT\n  if reply = nil: give up\n",
        "SETNX <me> 1\n  if reply = 0: give up\n",
    ] {
        assert!(!is_told(&taking(acquire)), "{acquire}");
    }
}
