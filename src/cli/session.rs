//! One prompt: its connection, its history, the lines that wait to be run, and the log of what was run.

use super::activity::{Activity, Pending};
use super::history::History;
use super::late::help;
use super::log::{Entry, Log};
use super::order::Order;
use super::paste::{Gathered, Paste};
use super::place::Place;
use super::running::{Running, Step};
use super::{near_miss, repeat, words as say};
use crate::keyspace::{ConnectionId, Reply, Server, words};
use crate::part::Part;
use crate::text::{Lang, Phrase};
use std::collections::VecDeque;
use std::rc::Rc;

/// Maximum length of a line in bytes: a server's limit for one line, too.
pub const LINE_BYTES_MAX: usize = 64 * 1024;
/// Maximum size of the waiting lines in bytes.
pub const QUEUE_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Maximum number of repetitions of one line. redis-cli has no limit; this one keeps a typing error within seconds.
pub const REPEAT_MAX: u64 = 1_000_000;
/// Maximum size of a line's output in bytes.
pub const OUTPUT_BYTES_MAX: usize = 64 * 1024;
/// Number of bytes that are shown of a line that is too long.
const TOO_LONG_SHOWN_BYTES: usize = 80;
/// The cost of a line in units of [`Server::advance`], in addition to its command.
const UNITS_A_LINE: u64 = 200;

/// A prompt on a server. Several may share one: each is a connection of its own.
///
/// [Entered](Session::enter) text waits in a queue, which [`Session::advance`] works off in slices. `quit` closes the
/// connection; the next line, even an empty one, opens a new connection without the former database, transaction,
/// watched keys and name.
#[derive(Clone, Debug)]
pub struct Session {
    connection: ConnectionId,
    place: Place,
    has_hints: bool,
    gathered: Gathered,
    /// The waiting texts; the first is under way.
    queue: VecDeque<Paste>,
    queue_bytes: usize,
    running: Option<Running>,
    /// A line that waits for a part of the wasm.
    lacking: Option<(Part, String)>,
    /// The origin of the line under way.
    manner: Manner,
    history: History,
    log: Log,
    /// The answers since the last look, if a program listens.
    heard: Option<Vec<Heard>>,
}

/// The origin of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// Typed or pasted by the reader.
    #[default]
    Typed,
    /// Run for the reader before they come: in the log, and not in the history.
    Shown,
    /// Run before the reader comes: not in the log, and reported only if it failed.
    Unseen,
    /// Asked by a program: in the log, and not in the history. The number identifies the answer among those heard.
    Asked(u32),
}

/// A line that was run, for a program that listens.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The entry in the log.
    pub entry: Rc<Entry>,
    /// The last reply; `None` for a line that was not sent, and for a reply of more than ten thousand parts.
    pub reply: Option<Reply>,
    /// The line's origin.
    pub manner: Manner,
}

impl Session {
    /// A prompt on a new connection of `server`.
    pub fn new(server: &mut Server) -> Session {
        Session::on(server.connect())
    }

    fn on(connection: ConnectionId) -> Session {
        Session {
            connection,
            place: Place::default(),
            has_hints: true,
            gathered: Gathered::default(),
            queue: VecDeque::new(),
            queue_bytes: 0,
            running: None,
            lacking: None,
            manner: Manner::Typed,
            history: History::default(),
            log: Log::default(),
            heard: None,
        }
    }

    /// A prompt on an existing connection that shows lines run on it elsewhere: each line, its reply, and the server
    /// right after it.
    pub fn retold<'a>(
        connection: ConnectionId,
        lines: impl Iterator<Item = (&'a str, &'a Reply, &'a Server)>,
    ) -> Session {
        let mut session = Session::on(connection);
        for (line, reply, server) in lines {
            let argv = words::split(line.as_bytes()).unwrap_or_default();
            let entry = session.place.entry(line.to_owned());
            let protocol = server.protocol(connection);
            session.place.look(server, connection, &argv);
            session.remember(line);
            let entry = Running::told(entry, argv, reply.clone(), protocol);
            session.log.push(entry);
        }
        session
    }

    /// Ends the session and closes its connection. An EXEC that has begun runs to its end first: half of it would stay.
    pub fn close(mut self, server: &mut Server) {
        self.stop(server);
        while server.running() == Some(self.connection) {
            server.advance(u64::MAX);
        }
        server.disconnect(self.connection);
    }

    /// Queues a typed or pasted text of one line or several for [`Session::advance`], up to [`QUEUE_BYTES_MAX`];
    /// `paste.rs` decides which lines are run. While a quote is open, the text continues its line.
    pub fn enter(&mut self, text: &str) {
        self.enter_as(text, Manner::Typed);
    }

    /// Like [`Session::enter`], for text of another origin.
    pub fn enter_as(&mut self, text: &str, manner: Manner) {
        if self.queue_bytes + text.len() > QUEUE_BYTES_MAX {
            self.manner = manner;
            return self.refuse(&shortened(text), say::TOO_MUCH_AT_ONCE);
        }
        self.queue_bytes += text.len();
        self.queue.push_back(Paste::new(text, manner));
    }

    /// Whether a line of this origin waits or is under way.
    pub fn awaits(&self, manner: Manner) -> bool {
        let is_under_way = self.running.is_some() || self.lacking.is_some();
        (is_under_way && self.manner == manner)
            || self.queue.iter().any(|paste| paste.manner() == manner)
    }

    /// Whether something waits or is under way.
    pub fn is_busy(&self) -> bool {
        self.running.is_some() || self.lacking.is_some() || !self.queue.is_empty()
    }

    /// Keeps answers from now on for [`Session::take_heard`].
    pub fn listen(&mut self) {
        self.heard.get_or_insert_default();
    }

    /// The answers since the last call, oldest first; always empty unless [`Session::listen`] was called.
    pub fn take_heard(&mut self) -> Vec<Heard> {
        self.heard.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The beginning of a line whose quote is open. It is not in the log yet.
    pub fn gathered(&self) -> Option<Entry> {
        let line = self.gathered.line()?;
        Some(self.place.entry(line.to_owned()))
    }

    /// Discards the beginning of a line whose quote is open.
    pub fn cancel(&mut self) {
        self.gathered.clear();
    }

    /// Works off entered lines for about `units` of 10 ns each, at `now_ms`, in Unix milliseconds.
    pub fn advance(&mut self, server: &mut Server, now_ms: i64, units: u64) -> Activity {
        let mut left = units;
        loop {
            if let Some(running) = &mut self.running {
                match running.step(server, self.connection, now_ms, &mut left) {
                    Step::Waiting => return Activity::Waiting,
                    Step::Working => {}
                    Step::Ran => self.place.look(server, self.connection, running.argv()),
                }
                self.log_if_done();
            } else if let Some((part, line)) = self.lacking.take() {
                if !part.is_here() {
                    self.lacking = Some((part, line));
                    return Activity::Lacking(part);
                }
                self.start(server, line);
            } else if let Some(paste) = self.queue.front_mut() {
                self.manner = paste.manner();
                if let Some(line) = paste.next(&mut self.gathered) {
                    if self.manner == Manner::Typed {
                        self.remember(&line);
                    }
                    self.start(server, line);
                } else {
                    self.leave_paste(server);
                }
                left = left.saturating_sub(UNITS_A_LINE);
            } else {
                return Activity::Idle;
            }
            if left == 0 && self.is_busy() {
                return Activity::Working(self.pending());
            }
        }
    }

    /// Stops the line under way, which is logged as stopped, and discards the lines after it. Changes already made
    /// stay. An EXEC that has begun runs to its end.
    pub fn stop(&mut self, server: &mut Server) {
        let queued = self.queued();
        for paste in std::mem::take(&mut self.queue) {
            // The reader can recall typed lines.
            if paste.manner() == Manner::Typed && !paste.text().contains('\n') {
                self.remember(paste.text());
            }
        }
        self.queue_bytes = 0;
        if let Some((_, line)) = self.lacking.take() {
            let mut entry = self.place.entry(line);
            entry.note = Some(say::stopped(0, 0, queued));
            self.record(entry, None);
        } else if let Some(running) = &mut self.running {
            running.stop(server, self.connection, queued);
            self.log_if_done();
        } else if queued > 0 {
            let mut entry = self.place.entry(String::new());
            entry.note = Some(say::stopped(0, 0, queued));
            self.record(entry, None);
        }
    }

    /// Ends the line that waits for this part, which could not be loaded for that reason.
    pub fn give_up(&mut self, part: Part, reason: &str) {
        if let Some((_, line)) = self.lacking.take_if(|(lacking, _)| *lacking == part) {
            self.refuse(&line, say::part_missing(reason));
        }
    }

    /// Runs the waiting lines and then one line to its end at `now_ms`, in Unix milliseconds, as redis-cli runs a typed
    /// line: prompts and comments are not recognised, and an open quote is an error. The line waits only while another
    /// connection's work is under way. For tests and tools; a page works in slices.
    pub fn submit(&mut self, server: &mut Server, now_ms: i64, line: &str) {
        self.finish(server, now_ms);
        if self.running.is_some() {
            return self.enter(line);
        }
        self.remember(line);
        self.manner = Manner::Typed;
        self.start(server, line.to_owned());
        self.finish(server, now_ms);
    }

    /// The line under way with its output so far. It is not in the log yet.
    pub fn unfinished(&self) -> Option<&Entry> {
        self.running.as_ref().map(Running::entry)
    }

    /// Whether the prompt is connected.
    pub fn is_open(&self) -> bool {
        !self.place.is_closed
    }

    /// The text before the input, with its space.
    pub fn prompt(&self) -> String {
        if self.gathered.line().is_some() {
            return super::CONTINUATION.to_owned();
        }
        self.place.prompt()
    }

    /// Whether the reader wants hints: `:set hints` and `:set nohints`.
    pub fn has_hints(&self) -> bool {
        self.has_hints
    }

    /// The entered lines.
    pub fn history(&mut self) -> &mut History {
        &mut self.history
    }

    /// The log above the input.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Empties the log.
    pub fn clear(&mut self) {
        self.log.clear();
    }

    /// The connection to the server; a closed one if [`Session::is_open`] is false.
    pub fn connection(&self) -> ConnectionId {
        self.connection
    }

    /// Removes the first waiting text, which has been read. An empty text, as Enter gives it, connects again.
    fn leave_paste(&mut self, server: &mut Server) {
        let Some(paste) = self.queue.pop_front() else {
            return;
        };
        self.queue_bytes -= paste.text().len();
        if paste.manner() != Manner::Typed {
            // No later text closes its quote: the line is refused.
            if let Some(open) = self.gathered.take() {
                self.start(server, open);
            }
            return;
        }
        if paste.text().trim_ascii().is_empty() && self.gathered.line().is_none() {
            self.start(server, String::new());
        }
    }

    fn queued(&self) -> usize {
        self.queue.iter().map(Paste::lines_left).sum()
    }

    fn remember(&mut self, line: &str) {
        if line.len() <= LINE_BYTES_MAX && !line.trim_ascii().is_empty() {
            self.history.push(line);
        }
    }

    fn finish(&mut self, server: &mut Server, now_ms: i64) {
        while let Activity::Working(_) = self.advance(server, now_ms, u64::MAX) {}
    }

    fn pending(&self) -> Pending {
        let (done, total) = self.running.as_ref().map_or((0, 1), Running::progress);
        Pending {
            done,
            total,
            queued: self.queued(),
        }
    }

    fn log_if_done(&mut self) {
        let is_closed = self.place.is_closed;
        if let Some(running) = self
            .running
            .take_if(|running| running.is_done() || is_closed)
        {
            let (mut entry, reply) = running.into_parts();
            if is_closed {
                entry.note.get_or_insert(say::DISCONNECTED.into());
            }
            self.record(entry, reply);
        }
    }

    /// Logs a finished line and reports it to a listening program.
    fn record(&mut self, mut entry: Entry, reply: Option<Reply>) {
        let manner = self.manner;
        if entry.is_error && entry.note.is_none() {
            entry.note = near_miss::typographic(&entry.line).map(say::typographic);
        }
        let entry = match manner {
            // The log does not show it, but a failure is reported.
            Manner::Unseen if !entry.is_error => return,
            Manner::Unseen => Rc::new(entry),
            _ => self.log.push(entry),
        };
        if let Some(heard) = &mut self.heard {
            heard.push(Heard {
                entry,
                reply,
                manner,
            });
        }
    }

    fn start(&mut self, server: &mut Server, line: String) {
        if line.len() > LINE_BYTES_MAX {
            return self.refuse(&shortened(&line), say::LINE_TOO_LONG);
        }
        if line.trim_end_matches('\0').contains('\0') {
            return self.refuse(&line, say::LINE_WITH_NUL);
        }
        let mut entry = self.place.entry(line);
        let order = Order::read(&entry.line);
        if order == Order::Nothing && !self.place.is_closed {
            return;
        }
        if self.place.is_closed && order != Order::Quit {
            self.connection = server.connect();
            self.place = Place::default();
        }
        if let Some(part) = self.lacks(server, &order) {
            self.lacking = Some((part, entry.line));
            return;
        }
        match order {
            Order::Nothing => {}
            Order::Clear => return self.clear(),
            Order::Quit => {
                server.disconnect(self.connection);
                self.place.is_closed = true;
                entry.note = Some(say::DISCONNECTED.into());
            }
            Order::Run { times, .. } if times > REPEAT_MAX => entry.refuse(say::TOO_MANY_TIMES),
            Order::Run { argv, times } => {
                self.running = Some(Running::new(entry, argv, times));
                return;
            }
            Order::Connect => entry.refuse(say::ONE_SERVER),
            Order::Restart => entry.output.push_str(say::RESTART),
            Order::Unbalanced => entry.fail("Invalid argument(s)"),
            Order::InvalidCount => entry.fail(repeat::INVALID),
            Order::Preference(words) => self.set_preference(&words, &mut entry),
            Order::Help(words) => {
                (entry.output, entry.note) = help(&words, Lang::En);
                entry.output_zh = Some(help(&words, Lang::ZhHans).0);
            }
        }
        self.record(entry, None);
    }

    /// The part of the wasm that a line needs and that has not come.
    fn lacks(&self, server: &Server, order: &Order) -> Option<Part> {
        match order {
            Order::Help(_) => (!Part::Help.is_here()).then_some(Part::Help),
            Order::Run { argv, .. } => server.lacks(self.connection, argv),
            _ => None,
        }
    }

    fn set_preference(&mut self, words: &[Vec<u8>], entry: &mut Entry) {
        let is = |word: &[u8], known: &[u8]| word.eq_ignore_ascii_case(known);
        let (what, unknown) = match words {
            [set, name, ..] if is(set, b":set") => {
                if is(name, b"hints") || is(name, b"nohints") {
                    self.has_hints = is(name, b"hints");
                    return;
                }
                ("preference", name)
            }
            [name, ..] => ("internal command", name),
            [] => return,
        };
        // Of one line, like every error.
        let unknown = String::from_utf8_lossy(unknown).replace(['\n', '\r'], " ");
        entry.output = ["unknown redis-cli ", what, " '", &unknown, "'"].concat();
    }

    /// Logs a line that the prompt did not run, and why.
    fn refuse(&mut self, line: &str, why: impl Into<Phrase>) {
        let mut entry = self.place.entry(line.to_owned());
        entry.refuse(why);
        self.record(entry, None);
    }
}

/// The beginning of a line that is too long to show.
fn shortened(line: &str) -> String {
    let end = line.floor_char_boundary(TOO_LONG_SHOWN_BYTES);
    [line.get(..end).unwrap_or_default(), "..."].concat()
}

#[cfg(test)]
mod tests;
