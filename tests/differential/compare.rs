//! Runs steps on the real server and on ours, and says where they part.
//!
//! No one sleeps and no clock is bent: the real server's TIME is asked before and after each command, so its
//! millisecond is known or is one of a few. Where it is one of a few, ours runs the command at each of them, and goes on
//! from every outcome whose reply was right. The two part when no outcome is left.

use crate::generate::Step;
use crate::normalise::{normalised, sent_before};
use crate::redis::{Connection, Redis};
use setnx_playground::keyspace::{ConnectionId, Protocol, Server};
use std::collections::BTreeSet;

/// The longest that a command may have taken there, in milliseconds, for its time to be tried out: a stall is no fault.
const SPAN_MS_MAX: i64 = 2000;

/// Both sides, ready to run.
pub struct Pair {
    connections: [Connection; 2],
}

/// Where the two sides parted.
#[derive(Debug)]
pub struct Difference {
    /// Which of the steps it was.
    pub at: usize,
    /// The real server's reply.
    pub theirs: Vec<u8>,
    /// Ours, at the time before it.
    pub ours: Vec<u8>,
}

/// Ours, in every state that agrees with what was seen.
struct Candidates {
    ids: [ConnectionId; 2],
    servers: Vec<Server>,
}

impl Pair {
    pub fn new(redis: &Redis) -> Pair {
        Pair {
            connections: [redis.connect(), redis.connect()],
        }
    }

    /// Runs the steps from an empty keyspace; answers the first difference.
    pub fn run(&mut self, steps: &[Step]) -> Option<Difference> {
        for connection in &mut self.connections {
            connection.ask("SELECT 0");
        }
        self.connections[0].ask("FLUSHALL");
        let mut ours = Candidates::new();
        let words: BTreeSet<&[u8]> = steps
            .iter()
            .flat_map(|step| step.argv.iter().skip(1).map(Vec::as_slice))
            .collect();
        let mut at = 0;
        while at < steps.len() {
            let connection = steps[at].connection;
            // Sent together: the commands of one connection, up to the next that waits.
            let more = steps[at + 1..]
                .iter()
                .take_while(|step| step.connection == connection && step.wait_ms == 0);
            let run = &steps[at..=at + more.count()];
            pass(&mut self.connections[connection], run[0].wait_ms);
            let replies = timed(&mut self.connections[connection], run, &words);
            for (step, (before_ms, after_ms, theirs)) in run.iter().zip(replies) {
                if let Err(ours) = ours.advance(step, before_ms, after_ms, &theirs) {
                    return Some(Difference { at, theirs, ours });
                }
                at += 1;
            }
        }
        None
    }
}

/// Asks for the time until so much of it has passed.
fn pass(connection: &mut Connection, wait_ms: i64) {
    if wait_ms > 0 {
        let start_ms = milliseconds(&connection.ask("TIME"));
        while milliseconds(&connection.ask("TIME")) < start_ms + wait_ms {}
    }
}

/// Runs steps on one connection; answers each reply with the milliseconds in which it can have been made. `words` are
/// all that can have become a key.
fn timed(
    connection: &mut Connection,
    steps: &[Step],
    words: &BTreeSet<&[u8]>,
) -> Vec<(i64, i64, Vec<u8>)> {
    let time = [b"TIME".to_vec()];
    let preparations: Vec<_> = steps
        .iter()
        .map(|step| sent_before(&step.argv, words))
        .collect();
    let mut sent: Vec<&[Vec<u8>]> = vec![&time];
    for (step, preparation) in steps.iter().zip(&preparations) {
        sent.extend(preparation.as_deref());
        sent.extend([&step.argv[..], &time]);
    }
    let mut replies = connection.run(&sent).into_iter();
    let mut next = || replies.next().expect("a reply for each command");
    let mut before_ms = milliseconds(&next());
    let mut timed = Vec::with_capacity(steps.len());
    for preparation in &preparations {
        if preparation.is_some() {
            next();
        }
        let reply = next();
        let after_ms = milliseconds(&next());
        timed.push((before_ms, after_ms, reply));
        before_ms = after_ms;
    }
    timed
}

/// The Unix time in a reply to TIME.
fn milliseconds(reply: &[u8]) -> i64 {
    let text = String::from_utf8_lossy(reply);
    let mut lines = text.split("\r\n");
    let mut number = |skipped: usize| -> i64 {
        let line = lines.nth(skipped).expect("TIME answers two numbers");
        line.parse().expect("TIME answers numbers")
    };
    number(2) * 1000 + number(1) / 1000
}

impl Candidates {
    fn new() -> Candidates {
        let mut server = Server::new();
        Candidates {
            ids: [server.connect(), server.connect()],
            servers: vec![server],
        }
    }

    /// Runs a step at every time it can have had; keeps what answered as `theirs`. An error is the reply that ours gave.
    fn advance(
        &mut self,
        step: &Step,
        before_ms: i64,
        after_ms: i64,
        theirs: &[u8],
    ) -> Result<(), Vec<u8>> {
        let theirs = normalised(&step.argv, theirs);
        let id = self.ids[step.connection];
        let last_ms = after_ms.min(before_ms + SPAN_MS_MAX);
        let mut first = None;
        let mut kept: Vec<Server> = Vec::new();
        for server in std::mem::take(&mut self.servers) {
            // Nearly always there is one server and one time: then nothing is copied.
            let copies = (before_ms..last_ms).map(|now_ms| (now_ms, server.clone()));
            let mut tries: Vec<(i64, Server)> = copies.collect();
            tries.push((last_ms, server));
            for (now_ms, mut server) in tries {
                let mut reply = Vec::new();
                server
                    .execute(id, now_ms, &step.argv)
                    .encode(Protocol::Resp2, &mut reply);
                if normalised(&step.argv, &reply) != theirs {
                    first.get_or_insert(reply);
                } else if !kept.contains(&server) {
                    kept.push(server);
                }
            }
        }
        if kept.is_empty() {
            return Err(first.unwrap_or_default());
        }
        self.servers = kept;
        Ok(())
    }
}
