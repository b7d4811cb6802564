//! One prompt: its connection, its history, the lines that wait to be run, and the log of what was run.

use super::activity::{Activity, Pending};
use super::calls::{Called, Calls};
use super::format::format_within;
use super::history::History;
use super::late::help;
use super::log::{Entry, Log};
use super::order::Order;
use super::paste::{Gathered, Paste};
use super::place::Place;
use super::running::{Running, Step};
use super::{near_miss, repeat, words as say};
use base::part::{Part, late};
use base::text::{Lang, Phrase};
use keyspace::{ConnectionId, Delivery, Reply, Server, words};
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
/// Maximum number of waiting texts whose lines are counted.
const TEXTS_COUNTED_MAX: usize = 100;
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
    /// What waits; the first text is under way.
    queue: VecDeque<Waiting>,
    queue_bytes: usize,
    /// What a reader has typed while the session is [held](Session::hold).
    held: Option<VecDeque<Waiting>>,
    running: Option<Running>,
    /// A line that waits for a part of the wasm.
    lacking: Option<(Part, String)>,
    /// A program's commands under way.
    calls: Option<Calls>,
    /// The origin of the line under way.
    manner: Manner,
    history: History,
    log: Log,
    /// The answers since the last look, if a program listens.
    answers: Option<Vec<Answer>>,
}

late! {
    "calls" "e24c4319c53486c0aa4c6424f4e562c9" fn calls_runner() -> CallsRunner = advance_calls
}

/// Runs one of a program's commands; returns what keeps it from that.
type CallsRunner = fn(&mut Session, &mut Server, i64, &mut u64) -> Option<Activity>;

fn advance_calls() -> CallsRunner {
    Session::advance_calls
}

/// Lines, or commands of a program, that wait for their turn.
#[derive(Clone, Debug)]
enum Waiting {
    Lines(Paste),
    Calls(Calls),
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

/// What a program that listens is told.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A line was run.
    Line(Heard),
    /// The reply to the next command of these [calls](Session::call).
    Reply(u32, Reply),
    /// All replies of these calls have been given; whether everything was run.
    End(u32, bool),
    /// All lines of this [`Manner::Asked`] have been answered.
    LinesEnd(u32),
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
        Session {
            place: Place::on(server),
            ..Session::on(server.connect())
        }
    }

    fn on(connection: ConnectionId) -> Session {
        Session {
            connection,
            place: Place::default(),
            has_hints: true,
            gathered: Gathered::default(),
            queue: VecDeque::new(),
            queue_bytes: 0,
            held: None,
            running: None,
            lacking: None,
            calls: None,
            manner: Manner::Typed,
            history: History::default(),
            log: Log::default(),
            answers: None,
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
            session.place.mode = server.mode();
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
    /// Returns the answers that [`Session::take_answers`] has not returned.
    pub fn close(mut self, server: &mut Server) -> Vec<Answer> {
        self.stop(server);
        while server.running() == Some(self.connection) {
            server.advance(u64::MAX);
        }
        server.disconnect(self.connection);
        if let Some(calls) = self.calls.take() {
            self.tell(Answer::End(calls.number(), false));
        }
        if let Some(Waiting::Lines(paste)) = self.queue.pop_front() {
            self.end(paste.manner());
        }
        self.take_answers()
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
            self.refuse(&shortened(text), say::TOO_MUCH_AT_ONCE);
            return self.end(manner);
        }
        self.queue_bytes += text.len();
        let queue = match (manner, &mut self.held) {
            (Manner::Asked(_), _) | (_, None) => &mut self.queue,
            (_, Some(held)) => held,
        };
        queue.push_back(Waiting::Lines(Paste::new(text, manner)));
    }

    /// Keeps what is typed from now on behind what a program asks for until [`Session::release`]: it has asked already, and
    /// what it asks with is still on its way.
    pub fn hold(&mut self) {
        self.held.get_or_insert_default();
    }

    /// Goes on with what was typed meanwhile.
    pub fn release(&mut self) {
        self.queue.extend(self.held.take().into_iter().flatten());
    }

    /// Whether what is typed waits for a program.
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Queues commands of a program, which are not logged, for [`Session::advance`]. Returns whether they fit within
    /// [`QUEUE_BYTES_MAX`]. Only where [`Part::Calls`] is.
    pub fn call(&mut self, calls: Calls) -> bool {
        let queue_bytes = self.queue_bytes + calls.bytes();
        let fits = queue_bytes <= QUEUE_BYTES_MAX;
        if fits {
            self.queue_bytes = queue_bytes;
            self.queue.push_back(Waiting::Calls(calls));
        }
        fits
    }

    /// Runs the only one of a program's commands, if nothing waits before it and it is done at once. If not,
    /// [`Session::call`] goes on with it.
    pub fn call_at_once(
        &mut self,
        server: &mut Server,
        now_ms: i64,
        calls: &mut Calls,
    ) -> Option<Reply> {
        let is_large = calls.bytes() > QUEUE_BYTES_MAX;
        if self.is_busy() || self.place.is_closed || is_large {
            return None;
        }
        match calls.step(server, self.connection, now_ms, &mut 0) {
            Called::Reply(reply) => {
                self.place.look(server, self.connection, calls.argv());
                Some(reply)
            }
            _ => None,
        }
    }

    /// Whether something waits or is under way.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
            || self.lacking.is_some()
            || self.calls.is_some()
            || !self.queue.is_empty()
            || self.held.as_ref().is_some_and(|held| !held.is_empty())
    }

    /// Keeps answers from now on for [`Session::take_answers`].
    pub fn listen(&mut self) {
        self.answers.get_or_insert_default();
    }

    /// The answers since the last call, oldest first; always empty unless [`Session::listen`] was called.
    pub fn take_answers(&mut self) -> Vec<Answer> {
        self.answers
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
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
        self.hear(server, now_ms);
        loop {
            if let Some(running) = &mut self.running {
                match running.step(server, self.connection, now_ms, &mut left) {
                    Step::Waiting => return Activity::Waiting,
                    Step::Blocked => return self.blocked(server),
                    Step::Working => {}
                    Step::Ran => {
                        let before = self.place.listening;
                        self.place.look(server, self.connection, running.argv());
                        running.note_listening(before, self.place.listening);
                    }
                }
                self.log_if_done();
                self.hear_scripts(server);
            } else if let Some((part, line)) = self.lacking.take() {
                if !part.is_here() {
                    self.lacking = Some((part, line));
                    return Activity::Lacking(part);
                }
                self.start(server, line);
            } else if self.calls.is_some() {
                if let Some(stopped) = calls_runner()(self, server, now_ms, &mut left) {
                    return stopped;
                }
            } else if let Some(Waiting::Calls(calls)) = self
                .queue
                .pop_front_if(|next| matches!(next, Waiting::Calls(_)))
            {
                self.calls = Some(calls);
            } else if let Some(Waiting::Lines(paste)) = self.queue.front_mut() {
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
                return match self.is_busy() {
                    true => Activity::Waiting,
                    false => Activity::Idle,
                };
            }
            if left == 0 && self.is_busy() {
                return Activity::Working(self.pending());
            }
        }
    }

    fn blocked(&self, server: &Server) -> Activity {
        Activity::Blocked {
            since_ms: self.running.as_ref().map_or(0, Running::begun_ms),
            until_ms: server.waits_until_ms(self.connection).flatten(),
        }
    }

    /// Takes what has arrived by itself.
    fn hear(&mut self, server: &mut Server, now_ms: i64) {
        for delivery in server.take_deliveries(self.connection) {
            let protocol = server.protocol(self.connection);
            match delivery {
                Delivery::Reply(reply) => {
                    if let Some(running) = &mut self.running {
                        if running.deliver(reply, protocol, now_ms) {
                            self.place.look(server, self.connection, running.argv());
                        }
                        self.log_if_done();
                    } else if let Some(calls) = &mut self.calls {
                        calls.deliver(reply);
                    }
                }
                Delivery::Message(message) => {
                    let mut entry = self.place.message();
                    (entry.output, _) = format_within(&message, protocol, OUTPUT_BYTES_MAX);
                    self.log.push(entry);
                }
                Delivery::Closed => {
                    self.place.is_closed = true;
                    self.log_if_done();
                }
            }
        }
    }

    /// Logs the lines that scripts have sent to the server's log.
    fn hear_scripts(&mut self, server: &mut Server) {
        for (level, line) in server.take_script_log() {
            let level = ["debug", "verbose", "notice", "warning"].get(usize::from(level));
            let line = String::from_utf8_lossy(&line);
            let mut entry = self.place.message();
            entry.note = Some(say::script_log(level.copied().unwrap_or_default(), line));
            self.log.push(entry);
        }
    }

    /// Runs one of a program's commands; returns what keeps it from that.
    fn advance_calls(
        &mut self,
        server: &mut Server,
        now_ms: i64,
        left: &mut u64,
    ) -> Option<Activity> {
        let calls = self.calls.as_mut()?;
        let number = calls.number();
        if self.place.is_closed {
            self.connection = server.connect();
            self.place = Place::on(server);
        }
        let answer = match calls.step(server, self.connection, now_ms, left) {
            Called::Working => return None,
            Called::Waiting => return Some(Activity::Waiting),
            Called::Blocked => return Some(self.blocked(server)),
            Called::Lacking(part) => return Some(Activity::Lacking(part)),
            Called::Reply(reply) => {
                self.place.look(server, self.connection, calls.argv());
                Answer::Reply(number, reply)
            }
            Called::End(is_whole) => {
                self.queue_bytes -= calls.bytes();
                self.calls = None;
                Answer::End(number, is_whole)
            }
        };
        self.tell(answer);
        None
    }

    /// Stops the line under way, which is logged as stopped, and discards the lines after it. Changes already made
    /// stay. An EXEC that has begun runs to its end.
    pub fn stop(&mut self, server: &mut Server) {
        let is_listening = self.is_open() && self.place.listening.is_some();
        if is_listening && !self.is_busy() {
            return self.leave(server);
        }
        self.release();
        let queued = self.queued();
        self.queue_bytes = 0;
        if let Some(calls) = &mut self.calls {
            calls.stop(server, self.connection);
            self.queue_bytes = calls.bytes();
        }
        let is_under_way = self.running.is_some() || self.lacking.is_some();
        for (place, waiting) in std::mem::take(&mut self.queue).into_iter().enumerate() {
            match waiting {
                Waiting::Lines(paste) if paste.manner() == Manner::Typed => {
                    // The reader can recall typed lines.
                    if !paste.text().contains('\n') {
                        self.remember(paste.text());
                    }
                }
                // The line under way has its answer before the end is reported.
                Waiting::Lines(mut paste) if place == 0 && is_under_way => {
                    paste.skip_rest();
                    self.gathered.clear();
                    self.queue_bytes += paste.text().len();
                    self.queue.push_back(Waiting::Lines(paste));
                }
                Waiting::Lines(paste) => self.end(paste.manner()),
                Waiting::Calls(calls) => self.tell(Answer::End(calls.number(), false)),
            }
        }
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

    /// Ends a connection that is sent what it has not asked for: redis-cli knows no other way.
    fn leave(&mut self, server: &mut Server) {
        server.disconnect(self.connection);
        let mut entry = self.place.message();
        self.place.is_closed = true;
        entry.note = Some(say::DISCONNECTED.into());
        self.log.push(entry);
    }

    /// Ends the line that waits for this part, which could not be loaded for that reason.
    pub fn give_up(&mut self, part: Part, reason: &str) {
        if let Some((_, line)) = self.lacking.take_if(|(lacking, _)| *lacking == part) {
            self.refuse(&line, say::part_missing(reason));
        } else if let Some(calls) = &mut self.calls {
            let number = calls.number();
            let reply = calls.give_up(part, say::part_missing(reason).get(Lang::En));
            if let Some(reply) = reply {
                self.tell(Answer::Reply(number, reply));
            }
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
        let Some(Waiting::Lines(paste)) = self.queue.pop_front() else {
            return;
        };
        self.queue_bytes -= paste.text().len();
        if paste.manner() != Manner::Typed {
            // No later text closes its quote: the line is refused.
            if let Some(open) = self.gathered.take() {
                self.start(server, open);
            }
            return self.end(paste.manner());
        }
        if paste.text().trim_ascii().is_empty() && self.gathered.line().is_none() {
            self.start(server, String::new());
        }
    }

    /// How many lines wait behind the one under way.
    pub fn queued(&self) -> usize {
        let lines_left = |waiting: &Waiting| match waiting {
            Waiting::Lines(paste) => paste.lines_left(),
            Waiting::Calls(_) => 0,
        };
        let counted = self.queue.iter().take(TEXTS_COUNTED_MAX);
        // A program may have entered very many texts, of a line each.
        let rest = self.queue.len().saturating_sub(TEXTS_COUNTED_MAX);
        counted.map(lines_left).sum::<usize>() + rest
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
            let mark = near_miss::typographic(&entry.line).map(say::typographic);
            entry.note = mark.or_else(|| super::late::note_on_error(&entry.line, &entry.output));
        }
        let entry = match manner {
            // The log does not show it, but a failure is reported.
            Manner::Unseen if !entry.is_error => return,
            Manner::Unseen => Rc::new(entry),
            _ => self.log.push(entry),
        };
        self.tell(Answer::Line(Heard {
            entry,
            reply,
            manner,
        }));
    }

    /// Reports to a listening program that the lines it asked for have no more answers.
    fn end(&mut self, manner: Manner) {
        if let Manner::Asked(number) = manner {
            self.tell(Answer::LinesEnd(number));
        }
    }

    fn tell(&mut self, answer: Answer) {
        if let Some(answers) = &mut self.answers {
            answers.push(answer);
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
            self.place = Place::on(server);
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
                (entry.output, entry.note) = help(entry.mode, &words, Lang::En);
                entry.asked = Some(words);
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
