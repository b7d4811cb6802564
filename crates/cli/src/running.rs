//! A line under way: its command, run as often as its count says, in slices.

use super::format::{answers_raw, format_raw_within, format_within};
use super::log::Entry;
use super::place::Listening;
use super::session::OUTPUT_BYTES_MAX;
use super::words as say;
use keyspace::{Advance, Begun, ConnectionId, Progress, Protocol, Reply, Server};

/// The cost of a command in units of [`Server::advance`], in addition to the bytes that it prints.
const UNITS_A_COMMAND: u64 = 100;
/// Bytes sent per unit of cost: some commands read each of them.
const BYTES_A_UNIT: usize = 32;
/// The cost of finding the nearest command.
const UNITS_A_SUGGESTION: u64 = 2_000;
/// The slices in which a long command is carried on.
const UNITS_A_SLICE: u64 = 4_000;

/// The least time of waiting that redis-cli tells of, in milliseconds.
const WAITED_SHOWN_MS: i64 = 500;

/// The number of replies freed in a step, and its cost.
const FREED_AT_ONCE: usize = 10_000;
const UNITS_A_FREED: u64 = 50_000;

/// The time that a command has waited, as redis-cli prints it below the reply.
fn waited(waited_ms: i64) -> String {
    let hundredths = 100 + (waited_ms / 10) % 100;
    let hundredths = hundredths.to_string();
    let digits = hundredths.get(1..).unwrap_or_default();
    ["\n(", &(waited_ms / 1000).to_string(), ".", digits, "s)"].concat()
}

/// A line, its output so far, and its remaining work.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    entry: Entry,
    argv: Vec<Vec<u8>>,
    /// The cost of one run of the command.
    units: u64,
    times: u64,
    done: u64,
    /// Set while the server is at work for this line.
    progress: Option<Progress>,
    /// The command waits for a key.
    is_blocked: bool,
    /// When it was sent last, in Unix milliseconds.
    begun_ms: i64,
    /// Its output exceeded the limit.
    is_cut: bool,
    /// Printed replies, to be freed in steps: freeing a million at once takes too long.
    printed: Vec<Reply>,
    /// The last reply, unless it is among those.
    last: Option<Reply>,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The command was run again.
    Ran,
    /// The command takes longer.
    Working,
    /// The server is at work for another connection.
    Waiting,
    /// The command waits for a key.
    Blocked,
}

impl Running {
    /// A line that runs `argv` for `times` times, at least once.
    pub(crate) fn new(entry: Entry, argv: Vec<Vec<u8>>, times: u64) -> Running {
        let bytes: usize = argv.iter().map(Vec::len).sum();
        Running {
            entry,
            units: UNITS_A_COMMAND + (bytes / BYTES_A_UNIT) as u64,
            argv,
            times,
            done: 0,
            progress: None,
            is_blocked: false,
            begun_ms: 0,
            is_cut: false,
            printed: Vec::new(),
            last: None,
        }
    }

    /// Runs the command once or continues it, and subtracts the cost from `left`.
    pub(crate) fn step(
        &mut self,
        server: &mut Server,
        connection: ConnectionId,
        now_ms: i64,
        left: &mut u64,
    ) -> Step {
        if !self.printed.is_empty() {
            let kept = self.printed.len().saturating_sub(FREED_AT_ONCE);
            self.printed.truncate(kept);
            *left = left.saturating_sub(UNITS_A_FREED);
            return Step::Working;
        }
        if self.is_blocked {
            return Step::Blocked;
        }
        if self.progress.is_some() && server.running() == Some(connection) {
            let slice = (*left).min(UNITS_A_SLICE);
            match server.advance(slice) {
                Advance::Done(reply) => self.print(reply, server.protocol(connection), left),
                Advance::Working(progress) => {
                    *left -= slice;
                    self.progress = Some(progress);
                    return Step::Working;
                }
                Advance::Waiting => {
                    self.is_blocked = true;
                    return Step::Blocked;
                }
                Advance::Idle => {}
            }
        } else {
            self.begun_ms = now_ms;
            match server.begin(connection, now_ms, &self.argv) {
                Begun::Done(reply) => self.print(reply, server.protocol(connection), left),
                Begun::Running => {
                    self.progress = server.progress();
                    *left = left.saturating_sub(self.units * 10);
                    return Step::Working;
                }
                Begun::Waiting => {
                    self.is_blocked = true;
                    return Step::Blocked;
                }
                Begun::Busy => return Step::Waiting,
            }
        }
        self.progress = None;
        self.done += 1;
        Step::Ran
    }

    /// Notes how to end what the connection is sent unasked: where this command began it, and where it is why the command
    /// was refused.
    pub(crate) fn note_listening(&mut self, before: Option<Listening>, now: Option<Listening>) {
        let note = match (before, now) {
            (None, Some(Listening::Subscribed)) => say::SUBSCRIBED,
            (None, Some(Listening::Monitor)) => say::MONITOR_ON,
            (Some(Listening::Monitor), Some(_)) if self.entry.is_error => say::MONITOR_REFUSES,
            _ => return,
        };
        self.entry.note.get_or_insert(note.into());
    }

    /// The reply to a command that waited for a key has come. Returns whether this one did.
    pub(crate) fn deliver(&mut self, reply: Reply, protocol: Protocol, now_ms: i64) -> bool {
        if !std::mem::take(&mut self.is_blocked) {
            return false;
        }
        self.print(reply, protocol, &mut 0);
        let waited_ms = now_ms - self.begun_ms;
        if waited_ms >= WAITED_SHOWN_MS {
            self.entry.output.push_str(&waited(waited_ms));
        }
        self.progress = None;
        self.done += 1;
        true
    }

    /// When the command was sent last, in Unix milliseconds.
    pub(crate) fn begun_ms(&self) -> i64 {
        self.begun_ms
    }

    /// Ends the line early. An EXEC that has begun runs to its end, but is not repeated.
    pub(crate) fn stop(&mut self, server: &mut Server, connection: ConnectionId, queued: usize) {
        if std::mem::take(&mut self.is_blocked) {
            server.interrupt(connection);
        }
        let is_at_work = self.progress.is_some() && server.running() == Some(connection);
        let total = self.times;
        self.times = self.done;
        if is_at_work && !server.stop() {
            self.times += 1;
        }
        self.entry.note = Some(say::stopped(self.times, total, queued));
    }

    /// Whether the line has no work left.
    pub(crate) fn is_done(&self) -> bool {
        self.done >= self.times && self.printed.is_empty()
    }

    /// The work done and the total: repetitions, or the progress of a single long command.
    pub(crate) fn progress(&self) -> (u64, u64) {
        match self.progress {
            Some(Progress { done, total }) if self.times == 1 => (done, total),
            _ => (self.done, self.times),
        }
    }

    /// The words of the command.
    pub(crate) fn argv(&self) -> &[Vec<u8>] {
        &self.argv
    }

    /// The line with its output so far.
    pub(crate) fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The line of a command that was run elsewhere, with its reply, to be logged.
    pub(crate) fn told(
        entry: Entry,
        argv: Vec<Vec<u8>>,
        reply: Reply,
        protocol: Protocol,
    ) -> Entry {
        let mut running = Running::new(entry, argv, 1);
        running.print(reply, protocol, &mut 0);
        running.entry
    }

    /// The line, to be logged, and its last reply.
    pub(crate) fn into_parts(self) -> (Entry, Option<Reply>) {
        (self.entry, self.last)
    }

    fn print(&mut self, reply: Reply, protocol: Protocol, left: &mut u64) {
        *left = left.saturating_sub(self.units);
        let entry = &mut self.entry;
        if let Reply::Error(error) = &reply
            && !entry.is_error
        {
            entry.is_error = true;
            if error.bytes().starts_with(b"ERR unknown ") {
                entry.note = super::late::suggestion(entry.mode, &self.argv);
                *left = left.saturating_sub(UNITS_A_SUGGESTION);
            }
        }
        if reply == Reply::Nothing {
            entry.note.get_or_insert(say::SILENCE.into());
            return;
        }
        if !self.is_cut {
            self.print_text(&reply, protocol, left);
        }
        self.last = self.keep_what_is_long(reply);
    }

    /// Keeps a reply of many parts, or the parts of EXEC's reply, to be freed in steps. Returns any other.
    fn keep_what_is_long(&mut self, reply: Reply) -> Option<Reply> {
        let Reply::Array(mut replies) = reply else {
            return Some(reply);
        };
        let printed = self.printed.len();
        for reply in &mut replies {
            if let Reply::Array(replies) = reply
                && replies.len() > FREED_AT_ONCE
            {
                self.printed.append(replies);
            }
        }
        if replies.len() > FREED_AT_ONCE {
            self.printed.append(&mut replies);
        }
        (self.printed.len() == printed).then_some(Reply::Array(replies))
    }

    fn print_text(&mut self, reply: &Reply, protocol: Protocol, left: &mut u64) {
        let entry = &mut self.entry;
        let room = OUTPUT_BYTES_MAX.saturating_sub(entry.output.len());
        let (text, cut) = match answers_raw(&self.argv) {
            true => format_raw_within(reply, room),
            false => format_within(reply, protocol, room),
        };
        *left = left.saturating_sub(text.len() as u64);
        if !entry.output.is_empty() {
            entry.output.push('\n');
        }
        entry.output.push_str(&text);
        if cut {
            self.is_cut = true;
            entry.note.get_or_insert(say::OUTPUT_CUT.into());
        }
    }
}
