//! One prompt: its connection, its history, the lines that wait to be run, and the log of what was run.

use super::activity::{Activity, Pending};
use super::help::help;
use super::history::History;
use super::log::{Entry, Log};
use super::order::Order;
use super::paste::{Gathered, Paste};
use super::place::Place;
use super::running::{Running, Step};
use super::{repeat, words as say};
use crate::keyspace::{ConnectionId, Server};
use crate::text::{Lang, Phrase};
use std::collections::VecDeque;

/// How long a line may be, in bytes: what a server takes as one line, too.
pub const LINE_BYTES_MAX: usize = 64 * 1024;
/// How much may wait to be run, in bytes.
pub const QUEUE_BYTES_MAX: usize = 4 * 1024 * 1024;
/// How often one line may run its command. redis-cli knows no limit; this one keeps a slip of the finger within seconds.
pub const REPEAT_MAX: u64 = 1_000_000;
/// How much of what a line prints is shown, in bytes.
pub const OUTPUT_BYTES_MAX: usize = 64 * 1024;
/// How much is shown of a line that is too long, in bytes.
const TOO_LONG_SHOWN_BYTES: usize = 80;
/// What a line counts for, in units of [`Server::advance`], beside what it runs.
const UNITS_A_LINE: u64 = 200;

/// A prompt on a server. Several may share one: each is a connection of its own.
///
/// What is [entered](Session::enter) waits in a queue, which [`Session::advance`] works off in slices. `quit` closes the
/// connection; the next line, or an empty one, opens another, which knows nothing of the first one's database,
/// transaction, watched keys or name.
#[derive(Clone, Debug)]
pub struct Session {
    connection: ConnectionId,
    place: Place,
    has_hints: bool,
    gathered: Gathered,
    /// What waits, the first under way.
    queue: VecDeque<Paste>,
    queue_bytes: usize,
    running: Option<Running>,
    history: History,
    log: Log,
}

impl Session {
    /// A prompt on a new connection of `server`.
    pub fn new(server: &mut Server) -> Session {
        Session {
            connection: server.connect(),
            place: Place::default(),
            has_hints: true,
            gathered: Gathered::default(),
            queue: VecDeque::new(),
            queue_bytes: 0,
            running: None,
            history: History::default(),
            log: Log::default(),
        }
    }

    /// A prompt at which `lines` were entered already: a page's example, run. They are not in the history.
    pub fn with_transcript(server: &mut Server, now_ms: i64, lines: &[&str]) -> Session {
        let mut session = Session::new(server);
        for line in lines {
            session.start(server, (*line).to_owned());
            session.finish(server, now_ms);
        }
        session
    }

    /// Ends the session and closes its connection.
    pub fn close(mut self, server: &mut Server) {
        self.stop(server);
        server.disconnect(self.connection);
    }

    /// Takes what was typed or pasted, one line or several; `paste.rs` says what of it is run. It waits for
    /// [`Session::advance`], up to [`QUEUE_BYTES_MAX`]. While a quote is open, the text goes on with its line.
    pub fn enter(&mut self, text: &str) {
        if self.queue_bytes + text.len() > QUEUE_BYTES_MAX {
            return self.refuse(&shortened(text), say::TOO_MUCH_AT_ONCE);
        }
        self.queue_bytes += text.len();
        self.queue.push_back(Paste::new(text));
    }

    /// What was entered of a line whose quote is open. It is not in the log yet.
    pub fn gathered(&self) -> Option<Entry> {
        let line = self.gathered.line()?;
        Some(self.place.entry(line.to_owned()))
    }

    /// Forgets what was entered of a line whose quote is open.
    pub fn cancel(&mut self) {
        self.gathered.clear();
    }

    /// Works off what was entered, for about `units` of 10 ns each, at `now_ms`, in Unix milliseconds.
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
            } else if let Some(paste) = self.queue.front_mut() {
                if let Some(line) = paste.next(&mut self.gathered) {
                    self.remember(&line);
                    self.start(server, line);
                } else {
                    self.leave_paste(server);
                }
                left = left.saturating_sub(UNITS_A_LINE);
            } else {
                return Activity::Idle;
            }
            if left == 0 && (self.running.is_some() || !self.queue.is_empty()) {
                return Activity::Working(self.pending());
            }
        }
    }

    /// Stops the line under way, which is logged as stopped, and forgets those behind it. What it has changed stays
    /// changed. An EXEC that has begun runs to its end.
    pub fn stop(&mut self, server: &mut Server) {
        let queued = self.queued();
        for paste in std::mem::take(&mut self.queue) {
            // What was typed can be had again.
            if !paste.text().contains('\n') {
                self.remember(paste.text());
            }
        }
        self.queue_bytes = 0;
        if let Some(running) = &mut self.running {
            running.stop(server, self.connection, queued);
            self.log_if_done();
        } else if queued > 0 {
            let mut entry = self.place.entry(String::new());
            entry.note = Some(say::stopped(0, 0, queued));
            self.log.push(entry);
        }
    }

    /// Runs what waits and then one line to its end at `now_ms`, in Unix milliseconds, as redis-cli runs what is typed: with no look for
    /// prompts or comments, and with an open quote as an error. It only waits where another connection's work is under
    /// way. For tests and tools; a page has slices.
    pub fn submit(&mut self, server: &mut Server, now_ms: i64, line: &str) {
        self.finish(server, now_ms);
        if self.running.is_some() {
            return self.enter(line);
        }
        self.remember(line);
        self.start(server, line.to_owned());
        self.finish(server, now_ms);
    }

    /// The line under way, with what it has printed so far. It is not in the log yet.
    pub fn unfinished(&self) -> Option<&Entry> {
        self.running.as_ref().map(Running::entry)
    }

    /// Whether the prompt is connected.
    pub fn is_open(&self) -> bool {
        !self.place.is_closed
    }

    /// What stands before the input, with its space.
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

    /// What was entered, to walk through.
    pub fn history(&mut self) -> &mut History {
        &mut self.history
    }

    /// What is shown above the input.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Empties the log.
    pub fn clear(&mut self) {
        self.log.clear();
    }

    /// The connection to the server; a closed one when [`Session::is_open`] denies it.
    pub fn connection(&self) -> ConnectionId {
        self.connection
    }

    /// Takes away the first of what waits, which has been read. An empty one, as Enter gives it, connects again.
    fn leave_paste(&mut self, server: &mut Server) {
        let Some(paste) = self.queue.pop_front() else {
            return;
        };
        self.queue_bytes -= paste.text().len();
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
            let mut entry = running.into_entry();
            if is_closed {
                entry.note.get_or_insert(say::DISCONNECTED.into());
            }
            self.log.push(entry);
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
        self.log.push(entry);
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
        self.log.push(entry);
    }
}

/// The beginning of a line that is too long to show.
fn shortened(line: &str) -> String {
    let end = line.floor_char_boundary(TOO_LONG_SHOWN_BYTES);
    [line.get(..end).unwrap_or_default(), "..."].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::log::{ENTRIES_MAX, LOG_BYTES_MAX};
    use std::rc::Rc;

    fn prompt() -> (Server, Session) {
        let mut server = Server::new();
        let session = Session::new(&mut server);
        (server, session)
    }

    fn last(session: &Session) -> &Entry {
        session.log().entries().next_back().unwrap()
    }

    #[test]
    fn the_documentations_box_stands_ready() {
        let mut server = Server::new();
        let lines = [
            "SETNX mykey \"Hello\"",
            "SETNX mykey \"World\"",
            "GET mykey",
        ];
        let mut session = Session::with_transcript(&mut server, 0, &lines);
        assert_eq!(
            session.log().transcript(Lang::En),
            "redis> SETNX mykey \"Hello\"\n(integer) 1\n\
             redis> SETNX mykey \"World\"\n(integer) 0\n\
             redis> GET mykey\n\"Hello\"\n"
        );
        assert_eq!(session.history().older(""), None);
    }

    #[test]
    fn a_blank_line_does_nothing_and_clear_empties_the_log() {
        let (mut server, mut session) = prompt();
        session.submit(&mut server, 0, "  ");
        assert_eq!(session.log().entries().len(), 0);
        session.submit(&mut server, 0, "PING");
        session.submit(&mut server, 0, "CLEAR");
        assert_eq!(session.log().entries().len(), 0);
        session.submit(&mut server, 0, "PING");
        assert_eq!(last(&session).number, 1);
    }

    #[test]
    fn the_prompt_follows_a_select_that_succeeded() {
        let (mut server, mut session) = prompt();
        session.submit(&mut server, 0, "SELECT 3");
        assert_eq!(last(&session).prompt, "redis> ");
        assert_eq!(session.prompt(), "redis[3]> ");
        session.submit(&mut server, 0, "SELECT 16");
        assert_eq!(session.prompt(), "redis[3]> ");
        session.submit(&mut server, 0, "SELECT 0");
        assert_eq!(session.prompt(), "redis> ");
    }

    #[test]
    fn two_sessions_share_a_server_and_keep_their_own_database() {
        let (mut server, mut one) = prompt();
        let mut two = Session::new(&mut server);
        one.submit(&mut server, 0, "SELECT 1");
        one.submit(&mut server, 0, "SET k v");
        two.submit(&mut server, 0, "GET k");
        assert_eq!(last(&two).output, "(nil)");
    }

    #[test]
    fn a_count_repeats_within_its_limit() {
        let (mut server, mut session) = prompt();
        session.submit(&mut server, 0, "3 INCR c");
        assert_eq!(
            last(&session).output,
            "(integer) 1\n(integer) 2\n(integer) 3"
        );
        session.submit(&mut server, 0, "0 INCR c");
        assert_eq!(last(&session).output, repeat::INVALID);
        session.submit(&mut server, 0, "1000001 INCR c");
        assert_eq!(last(&session).note, Some(say::TOO_MANY_TIMES.into()));
        session.submit(&mut server, 0, "GET c");
        assert_eq!(last(&session).output, "\"3\"");
    }

    #[test]
    fn what_cannot_be_run_says_why_and_changes_nothing() {
        let (mut server, mut session) = prompt();
        let before = server.clone();
        for (line, output, note) in [
            ("SET k \"v".to_owned(), "Invalid argument(s)", None),
            (
                format!("SET k {}", "é".repeat(LINE_BYTES_MAX)),
                "",
                Some(say::LINE_TOO_LONG.into()),
            ),
            ("SET k v\0w".to_owned(), "", Some(say::LINE_WITH_NUL.into())),
        ] {
            session.submit(&mut server, 0, &line);
            let entry = last(&session);
            assert_eq!(
                (&*entry.output, entry.note.clone(), entry.is_error),
                (output, note, true)
            );
            assert!(entry.line.len() < 100);
        }
        assert!(server == before);
    }

    #[test]
    fn a_long_output_is_cut_and_the_log_stays_within_its_limits() {
        let (mut server, mut session) = prompt();
        session.submit(&mut server, 0, &format!("SET k '{}'", "é".repeat(20_000)));
        session.submit(&mut server, 0, "GET k");
        let entry = last(&session);
        assert!(
            entry.output.len() <= OUTPUT_BYTES_MAX && entry.note == Some(say::OUTPUT_CUT.into())
        );
        for _ in 0..ENTRIES_MAX + 10 {
            session.submit(&mut server, 0, "100 GET k");
        }
        let shown = |entry: &Rc<Entry>| entry.line.len() + entry.output.len();
        assert!(session.log().entries().map(shown).sum::<usize>() <= LOG_BYTES_MAX);
        assert!(session.log().dropped() > 0);
    }

    fn run(server: &mut Server, session: &mut Session, text: &str) {
        session.enter(text);
        while let Activity::Working(_) = session.advance(server, 0, 1) {}
    }

    #[test]
    fn the_prompt_shows_a_transaction_and_what_it_selects() {
        let (mut server, mut session) = prompt();
        for (line, shown) in [
            ("MULTI", "redis(TX)> "),
            ("SELECT 3", "redis[3](TX)> "),
            ("SELECT 99", "redis[99](TX)> "),
            ("EXEC", "redis[3]> "),
            ("MULTI", "redis[3](TX)> "),
            ("SELECT 4", "redis[4](TX)> "),
            ("DISCARD", "redis[3]> "),
            ("GET \"open", "... "),
            ("\"", "redis[3]> "),
            ("Quit", "not connected> "),
            ("", "redis> "),
            ("exit", "not connected> "),
            ("PING", "redis> "),
        ] {
            run(&mut server, &mut session, line);
            assert_eq!(session.prompt(), shown, "{line}");
        }
        assert_eq!(last(&session).prompt, "not connected> ");
        assert_eq!(last(&session).output, "PONG");
    }

    #[test]
    fn a_paste_runs_line_by_line_and_a_count_in_slices() {
        let (mut server, mut session) = prompt();
        session.enter("redis> SET c 0\nOK\nredis> 1000 INCR c\n(integer) 1\nredis> GET c\n");
        let Activity::Working(pending) = session.advance(&mut server, 0, 5_000) else {
            panic!("that is too much for a slice");
        };
        assert!(pending.done > 1 && pending.done < 1000 && pending.total == 1000);
        assert_eq!(pending.queued, 1);
        let unfinished = session.unfinished().unwrap();
        assert!(unfinished.line == "1000 INCR c" && unfinished.output.contains("(integer) 2"));
        assert_eq!(session.advance(&mut server, 0, u64::MAX), Activity::Idle);
        assert_eq!(last(&session).output, "\"1000\"");
        assert_eq!(session.history().older(""), Some("GET c"));
    }

    #[test]
    fn a_stopped_line_says_how_far_it_came() {
        let (mut server, mut session) = prompt();
        session.enter("1000000 INCR c\nSET d 1");
        session.advance(&mut server, 0, 5_000);
        session.stop(&mut server);
        assert_eq!(session.advance(&mut server, 0, 5_000), Activity::Idle);
        let note = last(&session).note.as_ref().unwrap().get(Lang::En);
        session.submit(&mut server, 0, "GET c");
        let times = last(&session).output.trim_matches('"');
        assert!(
            note.contains(&format!("after {times} of 1000000")),
            "{note}"
        );
        session.submit(&mut server, 0, "EXISTS d");
        assert_eq!(last(&session).output, "(integer) 0");
    }

    #[test]
    fn what_was_stopped_before_its_turn_is_counted() {
        let (mut server, mut session) = prompt();
        session.enter("SET a 1\nSET b 2\nSET c 3\n");
        while session.log().entries().len() < 1 {
            session.advance(&mut server, 0, 1);
        }
        session.enter("SET d 4");
        session.stop(&mut server);
        assert_eq!(session.advance(&mut server, 0, 1), Activity::Idle);
        let note = last(&session).note.as_ref().unwrap().get(Lang::En);
        assert!(note.contains("3 more"), "{note}");
        assert_eq!(session.history().older(""), Some("SET d 4"));
    }

    #[test]
    fn a_long_reply_is_freed_in_slices() {
        let (mut server, mut session) = prompt();
        for number in 0..50_000 {
            session.submit(&mut server, 0, &format!("SET {number} 1"));
        }
        session.enter("KEYS *");
        let mut slices = 0;
        while session.advance(&mut server, 0, 60_000) != Activity::Idle {
            slices += 1;
        }
        assert!(slices >= 3);
        assert!(last(&session).line == "KEYS *" && last(&session).note.is_some());
    }

    #[test]
    fn exec_that_has_begun_runs_whole_though_it_is_stopped() {
        let (mut server, mut session) = prompt();
        session.enter("MULTI");
        session.enter(&"INCR c\n".repeat(10_000));
        session.enter("EXEC");
        assert_eq!(session.advance(&mut server, 0, u64::MAX), Activity::Idle);
        session.enter("MULTI\nINCR c\nEXEC\nPING");
        while session
            .unfinished()
            .is_none_or(|entry| entry.line != "EXEC")
        {
            session.advance(&mut server, 0, 1);
        }
        session.stop(&mut server);
        assert_eq!(session.advance(&mut server, 0, u64::MAX), Activity::Idle);
        assert_eq!(last(&session).line, "EXEC");
    }

    #[test]
    fn one_waits_while_the_server_works_for_another() {
        let (mut server, mut one) = prompt();
        let mut two = Session::new(&mut server);
        one.enter("MULTI");
        one.enter(&"INCR c\n".repeat(10_000));
        one.advance(&mut server, 0, u64::MAX);
        one.enter("EXEC");
        while server.running().is_none() {
            one.advance(&mut server, 0, 1);
        }
        two.enter("GET c");
        assert_eq!(two.advance(&mut server, 0, 1_000), Activity::Waiting);
        assert_eq!(one.advance(&mut server, 0, u64::MAX), Activity::Idle);
        assert_eq!(two.advance(&mut server, 0, 1_000), Activity::Idle);
        assert_eq!(last(&two).output, "\"10000\"");
    }

    #[test]
    fn preferences_are_kept_and_others_are_unknown() {
        let (mut server, mut session) = prompt();
        for (line, output, hints) in [
            (":set nohints", "", false),
            (":SET HINTS", "", true),
            (":set x", "unknown redis-cli preference 'x'", true),
            (":x", "unknown redis-cli internal command ':x'", true),
        ] {
            session.submit(&mut server, 0, line);
            assert_eq!(
                (&*last(&session).output, session.has_hints()),
                (output, hints)
            );
        }
    }
}
