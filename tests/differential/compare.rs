//! Runs steps on the real server and on ours, and says where they part.
//!
//! No one sleeps and no clock is bent: the real server's TIME is asked before and after each command, on a connection
//! of its own, so the command's millisecond is known or is one of a few. [`Candidates`] does the rest.

use crate::frame::Frame;
use crate::generate::{self, Step};
use crate::normalise::{self, Seen, scan_goes_on, scanned};
use crate::ours::Candidates;
use crate::redis::{Connection, Redis, words};
use std::collections::BTreeMap;

/// Number of databases of a server.
const DATABASES: usize = 16;

/// Both sides, ready to run.
pub struct Pair<'a> {
    redis: &'a Redis,
    clock: Connection,
    tally: Tally,
    /// The number of restarts of a sequence because a command took too long.
    pub stalls: u64,
    /// The number of sequences that were given up after repeated restarts.
    pub given_up: u64,
}

/// For each command how often it was compared, and how often it did what it is there for.
pub type Tally = BTreeMap<String, [u64; 2]>;

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

impl<'a> Pair<'a> {
    pub fn new(redis: &'a Redis) -> Pair<'a> {
        Pair {
            redis,
            clock: redis.connect(),
            tally: Tally::new(),
            stalls: 0,
            given_up: 0,
        }
    }

    /// The comparisons so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Runs the steps from an empty keyspace; answers the first difference. When the machine stalls, so that too much
    /// time passes within one command for all of it to be tried out, it begins again.
    pub fn run(&mut self, steps: &[Step]) -> Option<Difference> {
        for _ in 0..STALLS_MAX {
            let parted = self.run_once(steps);
            match parted {
                Ok(()) => return None,
                Err((at, Parted::Replies { theirs, ours })) => {
                    return Some(Difference { at, theirs, ours });
                }
                Err((at, Parted::Stalled)) => {
                    self.stalls += 1;
                    let name = generate::name(&steps[at].argv).unwrap_or_default();
                    println!("a stall at {name}: the sequence begins again");
                }
            }
        }
        self.given_up += 1;
        None
    }

    fn run_once(&mut self, steps: &[Step]) -> Result<(), (usize, Parted)> {
        self.clock.ask("FLUSHALL");
        for line in normalise::RESTORED {
            self.clock.ask(line);
        }
        // Users may have any names.
        let mut argv = words("ACL DELUSER");
        let users = Frame::of(&self.clock.ask("ACL USERS")).expect("all users");
        let users = users.items().iter().map(|name| name.text().to_vec());
        argv.extend(users.filter(|name| name != b"default"));
        self.clock.run(&[&argv]);
        let mut run = Run::new(self);
        let mut steps = steps.iter().enumerate();
        steps.try_for_each(|(at, step)| run.step(step).map_err(|parted| (at, parted)))
    }
}

/// Maximum number of restarts of a sequence.
const STALLS_MAX: usize = 10;

impl Pair<'_> {
    fn count(&mut self, argv: &[Vec<u8>], reply: &[u8]) {
        if let Some(name) = generate::name(argv) {
            let [all, done] = self.tally.entry(name).or_default();
            *all += 1;
            *done += u64::from(!reply.starts_with(b"-") && reply != b"+QUEUED\r\n");
        }
    }
}

/// Why a sequence ended before its end.
enum Parted {
    Replies {
        theirs: Vec<u8>,
        ours: Vec<u8>,
    },
    /// No comparison is possible.
    Stalled,
}

/// One sequence on both sides.
struct Run<'a, 'b> {
    pair: &'a mut Pair<'b>,
    theirs: [Theirs; 2],
    ours: Candidates,
    /// The real server's last word on the time.
    now_ms: i64,
}

/// One connection of the real server's.
struct Theirs {
    connection: Connection,
    /// The commands between MULTI and EXEC.
    queued: Vec<Vec<Vec<u8>>>,
    /// Whether CLIENT REPLY has suppressed some of its replies.
    may_be_silent: bool,
}

impl<'a, 'b> Run<'a, 'b> {
    fn new(pair: &'a mut Pair<'b>) -> Run<'a, 'b> {
        let mut ours = Candidates::new();
        let theirs = [0, 1].map(|at| Theirs::open(at, pair.redis, &mut ours));
        let now_ms = milliseconds(&pair.clock.ask("TIME"));
        Run {
            pair,
            theirs,
            ours,
            now_ms,
        }
    }

    /// Runs a step on both sides.
    fn step(&mut self, step: &Step) -> Result<(), Parted> {
        self.pass(step.wait_ms);
        // SORT takes an error that another command left in C's `errno` for its own; this command clears it.
        self.pair.clock.ask("SSCAN nosuch 0");
        // What our side took for the step before is no time at which this command can have run: it would be tried out, which
        // takes longer still.
        self.now_ms = milliseconds(&self.pair.clock.ask("TIME"));
        let before_ms = self.now_ms;
        // Asked before: what expires behind the sweep is still there for the command.
        if self.sees_what_has_expired(step) {
            self.sweep();
        }
        self.theirs[step.connection].may_be_silent |= normalise::asks_for_silence(&step.argv);
        let is_silent = self.theirs[step.connection].may_be_silent
            && self.ours.is_silent(step.connection, before_ms, &step.argv);
        let theirs = self.reply(step, is_silent);
        let queued = &self.theirs[step.connection].queued;
        let seen = Seen {
            argv: &step.argv,
            queued,
            reply: &theirs,
        };
        let advanced = self
            .ours
            .advance(step.connection, before_ms, self.now_ms, &seen);
        advanced.map_err(|ours| match ours {
            Some(ours) => Parted::Replies {
                theirs: theirs.clone(),
                ours,
            },
            None => Parted::Stalled,
        })?;
        self.pair.count(&step.argv, &theirs);
        self.theirs[step.connection].note(&step.argv, &theirs);
        if self.ours.is_closed(step.connection) {
            // Redis never closes the connection after a QUIT that got no reply, and reads nothing more.
            let got_reply = !theirs.is_empty();
            if got_reply && !self.theirs[step.connection].connection.is_closed() {
                return Err(Parted::Replies {
                    theirs: b"(stays open)".to_vec(),
                    ours: b"(hangs up)".to_vec(),
                });
            }
            let reopened = Theirs::open(step.connection, self.pair.redis, &mut self.ours);
            self.theirs[step.connection] = reopened;
        }
        Ok(())
    }

    /// Lets so much of the server's time go by.
    fn pass(&mut self, wait_ms: i64) {
        let end_ms = self.now_ms + wait_ms;
        while wait_ms > 0 && self.now_ms < end_ms {
            self.now_ms = milliseconds(&self.pair.clock.ask("TIME"));
        }
    }

    /// Sends a step to the real server and reads its reply, whole iterations of SCAN in one; then the time.
    fn reply(&mut self, step: &Step, is_silent: bool) -> Vec<u8> {
        let theirs = &mut self.theirs[step.connection].connection;
        theirs.send(&self.ours.with_ids(step.connection, true, &step.argv));
        let mut reply = match is_silent {
            true => Vec::new(),
            false => theirs.receive().unwrap_or(b"(hangs up)".to_vec()),
        };
        let mut time = self.pair.clock.ask("TIME");
        if is_silent {
            // That time is from before the command ran, this one from after.
            time = self.pair.clock.ask("TIME");
            if !theirs.is_silent() {
                reply = theirs.receive().unwrap_or_default();
            }
        }
        if let Some(first) = scan_goes_on(&step.argv, &reply) {
            reply = scanned(&step.argv, first, |argv| {
                theirs.send(argv);
                theirs.receive().and_then(|reply| Frame::of(&reply))
            });
            time = self.pair.clock.ask("TIME");
        }
        self.now_ms = milliseconds(&time);
        reply
    }

    /// Whether the real server's reply shows expired keys that were not removed yet.
    fn sees_what_has_expired(&self, step: &Step) -> bool {
        let queued = &self.theirs[step.connection].queued;
        normalise::sees_what_has_expired(&step.argv)
            || normalise::is(&step.argv, "exec")
                && queued
                    .iter()
                    .any(|argv| normalise::sees_what_has_expired(argv))
    }

    /// Removes expired keys there in every database, by SCAN.
    fn sweep(&mut self) {
        let lines =
            (0..DATABASES).flat_map(|at| [format!("SELECT {at}"), "SCAN 0 COUNT 100000".into()]);
        let lines: Vec<_> = lines.map(|line| words(&line)).collect();
        let lines: Vec<&[Vec<u8>]> = lines.iter().map(Vec::as_slice).collect();
        self.pair.clock.run(&lines);
    }
}

impl Theirs {
    /// Opens a connection on both sides, and tells each side's id of it.
    fn open(at: usize, redis: &Redis, ours: &mut Candidates) -> Theirs {
        let mut connection = redis.connect();
        let id = connection.ask("CLIENT ID");
        let id = Frame::of(&id).expect("a reply");
        ours.open(at, id.text());
        Theirs {
            connection,
            queued: Vec::new(),
            may_be_silent: false,
        }
    }

    /// Remembers what will matter to later replies.
    fn note(&mut self, argv: &[Vec<u8>], reply: &[u8]) {
        let is = |names: &[&str]| names.iter().any(|name| normalise::is(argv, name));
        if reply == b"+QUEUED\r\n" {
            self.queued.push(argv.to_vec());
        } else if is(&["exec"]) || is(&["discard", "reset"]) && reply.starts_with(b"+") {
            self.queued.clear();
        }
    }
}

/// The Unix time in a reply to TIME.
fn milliseconds(reply: &[u8]) -> i64 {
    let time = Frame::of(reply).expect("TIME answers");
    let number = |at: usize| -> i64 {
        let text = String::from_utf8_lossy(time.items()[at].text()).into_owned();
        text.parse().expect("TIME answers numbers")
    };
    number(0) * 1000 + number(1) / 1000
}
