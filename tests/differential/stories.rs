//! Stories of several connections that were found to differ once, line by line beside a real server: `stories.txt`.
//!
//! A line is a connection's number and what it sends; `&` before the line says that it runs on, and that the others go on
//! beside it. `@` before a number stands for the number that the server gave that connection. `wait` lets so many
//! milliseconds pass.

use crate::frame::Frame;
use crate::messages::{without_times, words};
use crate::redis::{Connection, Redis};
use setnx_playground::keyspace::{Advance, Begun, ConnectionId, Delivery, Server};
use std::time::{Duration, Instant};

const STORIES: &str = include_str!("stories.txt");
/// Number of connections in a story.
const CONNECTIONS: usize = 5;
/// How long a server's answer to a line is waited for at the least.
const SETTLING: Duration = Duration::from_millis(6);
/// How long an answer is waited for that is not there yet.
const PATIENCE: Duration = Duration::from_millis(400);

#[test]
fn each_story_is_told_alike_by_a_real_server() {
    let mut differing = Vec::new();
    let stories: Vec<&str> = STORIES.split("\n\n").collect();
    for story in &stories {
        let redis = Redis::start();
        let mut told = Told::new(&redis);
        let mut done = Vec::new();
        for line in story.lines() {
            done.push(line);
            if let Err(difference) = told.line(line) {
                differing.push(format!("{}\n{difference}\n", done.join("\n")));
                break;
            }
        }
    }
    assert!(stories.len() > 20, "{} stories", stories.len());
    let count = differing.len();
    assert!(
        count == 0,
        "{}\n{count} stories differ",
        differing.join("\n")
    );
}

/// A story on both sides.
struct Told {
    theirs: Vec<Connection>,
    their_ids: Vec<String>,
    server: Server,
    ours: Vec<ConnectionId>,
    begun: Instant,
}

impl Told {
    fn new(redis: &Redis) -> Told {
        // So that no other number of a reply is that of a connection.
        drop((0..20).map(|_| redis.connect()).collect::<Vec<_>>());
        let mut theirs: Vec<Connection> = (0..CONNECTIONS).map(|_| redis.connect()).collect();
        let number = |reply: Vec<u8>| String::from_utf8_lossy(&reply[1..]).trim().to_owned();
        let their_ids = theirs.iter_mut().map(|one| number(one.ask("CLIENT ID")));
        let their_ids = their_ids.collect();
        let mut server = Server::new().with_script_engine(setnx_playground::lua::engine());
        for _ in 0..100 {
            let id = server.connect();
            server.disconnect(id);
        }
        Told {
            theirs,
            their_ids,
            ours: (0..CONNECTIONS).map(|_| server.connect()).collect(),
            server,
            begun: Instant::now(),
        }
    }

    /// Both sides live by the same clock.
    fn now_ms(&self) -> i64 {
        1_700_000_000_000 + self.begun.elapsed().as_millis() as i64
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut sent = vec![Vec::new(); CONNECTIONS];
        let mut asking = None;
        if line.starts_with('#') {
            return Ok(());
        } else if let Some(wait_ms) = line.strip_prefix("wait ") {
            let wait_ms: u64 = wait_ms.parse().expect("milliseconds");
            std::thread::sleep(Duration::from_millis(wait_ms));
            let now_ms = self.now_ms();
            self.server.wake(now_ms);
            self.server.expire(now_ms);
        } else {
            let (who, line) = line.split_once(": ").expect("a number and a line");
            let who: usize = who.parse().expect("the number of a connection");
            let is_answered = self.send(who, line, &mut sent);
            asking = is_answered.then_some(who);
        }
        self.compare(line, sent, asking)
    }

    /// Sends a line on both sides. Returns whether it was answered at once.
    fn send(&mut self, who: usize, line: &str, sent: &mut [Vec<u8>]) -> bool {
        let runs_on = line.starts_with('&');
        let line = line.trim_start_matches('&');
        let with_ids = |id: &dyn Fn(usize) -> String| {
            let mut argv = words(line);
            for word in &mut argv {
                if let [b'@', digit] = word[..] {
                    *word = id(usize::from(digit - b'0')).into_bytes();
                }
            }
            argv
        };
        self.theirs[who].send(&with_ids(&|at| self.their_ids[at].clone()));
        let argv = with_ids(&|at| self.ours[at].number().to_string());
        let now_ms = self.now_ms();
        let (server, id) = (&mut self.server, self.ours[who]);
        let reply = match server.begin(id, now_ms, &argv) {
            Begun::Done(reply) => Some((who, reply)),
            Begun::Running if runs_on => {
                server.advance(1000);
                None
            }
            Begun::Running => finish(server).map(|reply| (who, reply)),
            Begun::Waiting | Begun::Busy => None,
        };
        let is_answered = reply.is_some();
        let replies = reply.into_iter();
        // What was killed ends before others hear anything else.
        let ended = (line == "SCRIPT KILL").then(|| finish(server)).flatten();
        let killed = ended.map(|reply| (0, reply));
        for (who, reply) in replies.chain(killed) {
            reply.encode(server.protocol(self.ours[who]), &mut sent[who]);
        }
        is_answered
    }

    fn compare(
        &mut self,
        line: &str,
        mut sent: Vec<Vec<u8>>,
        asking: Option<usize>,
    ) -> Result<(), String> {
        for (at, bytes) in sent.iter_mut().enumerate() {
            let protocol = self.server.protocol(self.ours[at]);
            for delivery in self.server.take_deliveries(self.ours[at]) {
                match delivery {
                    Delivery::Reply(reply) | Delivery::Message(reply) => {
                        reply.encode(protocol, bytes)
                    }
                    Delivery::Closed => {}
                }
            }
        }
        let our_ids: Vec<String> = self.ours.iter().map(|id| id.number().to_string()).collect();
        let ids = |ids: &[String]| match line.contains("HELLO") {
            true => ids.to_vec(),
            false => Vec::new(),
        };
        let ours: Vec<String> = sent
            .iter()
            .enumerate()
            .map(|(at, sent)| shown(sent, &ids(&our_ids), asking == Some(at)))
            .collect();
        let mut theirs = vec![Vec::new(); CONNECTIONS];
        let begun = Instant::now();
        loop {
            // What a server sends too much is seen here, or at the next line.
            std::thread::sleep(SETTLING);
            for (connection, bytes) in self.theirs.iter_mut().zip(&mut theirs) {
                bytes.extend(connection.drain().0);
            }
            let theirs = theirs.iter().enumerate();
            let theirs =
                theirs.map(|(at, bytes)| shown(bytes, &ids(&self.their_ids), asking == Some(at)));
            let mut pairs = theirs.zip(&ours).enumerate();
            match pairs.find(|(_, (theirs, ours))| theirs != *ours) {
                None => return Ok(()),
                Some((at, (theirs, ours))) if begun.elapsed() > PATIENCE => {
                    return Err(format!(
                        "at connection {at}:\nredis-server  {theirs}\nours          {ours}"
                    ));
                }
                Some(_) => {}
            }
        }
    }
}

fn finish(server: &mut Server) -> Option<setnx_playground::keyspace::Reply> {
    loop {
        match server.advance(u64::MAX) {
            Advance::Done(reply) => return Some(reply),
            Advance::Working(_) => {}
            Advance::Waiting | Advance::Idle => return None,
        }
    }
}

/// The replies in their order, without times and addresses. Whether a message comes before the reply of the command that
/// brought it about is not compared: here the reply is no delivery.
fn shown(bytes: &[u8], ids: &[String], is_asking: bool) -> String {
    let mut rest = bytes;
    let mut all = Vec::new();
    while let Some(frame) = crate::frame::take_apart(&mut rest, &mut all) {
        all.push(frame);
    }
    let mut frames = Vec::new();
    for mut frame in all {
        without_times(&mut frame, ids);
        if let Frame::Line(line) = &mut frame
            && let Some(at) = line.windows(3).position(|bytes| bytes == b"] \"")
        {
            line.drain(..at);
        }
        let mut text = Vec::new();
        frame.encode(&mut text);
        frames.push(text.escape_ascii().to_string());
    }
    if !rest.is_empty() {
        frames.push(format!("half a reply: {}", rest.escape_ascii()));
    }
    if is_asking {
        frames.sort();
    }
    frames.concat()
}
