//! One prompt: its connection, its history, and the log of what was entered.

use super::format::format_within;
use super::history::History;
use super::log::{Entry, Log};
use super::repeat::{self, Count};
use crate::keyspace::{ConnectionId, Server, words};
use crate::text::Text;

/// How long a line may be, in bytes: what a server takes as one line, too.
pub const LINE_BYTES_MAX: usize = 64 * 1024;
/// How often one line may run its command.
pub const REPEAT_MAX: i64 = 1000;
/// How much of what a line prints is shown, in bytes.
pub const OUTPUT_BYTES_MAX: usize = 64 * 1024;
/// How much is shown of a line that is too long, in bytes.
const TOO_LONG_SHOWN_BYTES: usize = 80;

const LINE_TOO_LONG: Text = Text {
    en: "Not run: a line may have up to 64 KiB here.",
    zh: "未执行：这里每行最多 64 KiB。",
};
const LINE_WITH_NUL: Text = Text {
    en: "Not run: a line ends at a NUL byte, and something stands behind one. Within double quotes it is written \\x00.",
    zh: "未执行：NUL 字节会结束一行，而它后面还有内容。请在双引号中写作 \\x00。",
};
const TOO_MANY_TIMES: Text = Text {
    en: "Not run: a count may go up to 1,000 here.",
    zh: "未执行：这里的重复次数最多为 1,000。",
};
const OUTPUT_CUT: Text = Text {
    en: "Only the first 64 KiB are shown.",
    zh: "只显示前 64 KiB。",
};

/// A prompt on a server. Several may share one: each is a connection of its own.
#[derive(Clone, Debug)]
pub struct Session {
    connection: ConnectionId,
    /// The selected database, for the prompt.
    database: usize,
    history: History,
    log: Log,
}

impl Session {
    /// A prompt on a new connection of `server`.
    pub fn new(server: &mut Server) -> Session {
        Session {
            connection: server.connect(),
            database: 0,
            history: History::default(),
            log: Log::default(),
        }
    }

    /// A prompt at which `lines` were entered already: a page's example, run. They are not in the history.
    pub fn with_transcript(server: &mut Server, now_ms: i64, lines: &[&str]) -> Session {
        let mut session = Session::new(server);
        for line in lines {
            session.run(server, now_ms, line);
        }
        session
    }

    /// Closes the connection.
    pub fn close(self, server: &mut Server) {
        server.disconnect(self.connection);
    }

    /// What stands before the input, with its space.
    pub fn prompt(&self) -> String {
        match self.database {
            0 => "redis> ".to_owned(),
            database => ["redis[", &database.to_string(), "]> "].concat(),
        }
    }

    /// Runs an entered line at `now_ms`, in Unix milliseconds, and logs what came of it. A blank line does nothing;
    /// `clear` empties the log. What cannot be run is logged with the reason.
    pub fn submit(&mut self, server: &mut Server, now_ms: i64, line: &str) {
        if line.len() <= LINE_BYTES_MAX && !line.trim_ascii().is_empty() {
            self.history.push(line);
        }
        self.run(server, now_ms, line);
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

    /// The connection to the server.
    pub fn connection(&self) -> ConnectionId {
        self.connection
    }

    fn run(&mut self, server: &mut Server, now_ms: i64, line: &str) {
        if line.len() > LINE_BYTES_MAX {
            return self.refuse(&shortened(line), LINE_TOO_LONG);
        }
        if line.trim_end_matches('\0').contains('\0') {
            return self.refuse(line, LINE_WITH_NUL);
        }
        let Ok(words) = words::split(line.as_bytes()) else {
            return self.print_error(line, "Invalid argument(s)");
        };
        let (times, argv) = match repeat::count(&words) {
            Count::None => (1, words.as_slice()),
            Count::Times(times) => (times, words.get(1..).unwrap_or_default()),
            Count::Invalid => return self.print_error(line, repeat::INVALID),
        };
        match words.as_slice() {
            [] => {}
            [word] if word.eq_ignore_ascii_case(b"clear") => self.clear(),
            _ if times > REPEAT_MAX => self.refuse(line, TOO_MANY_TIMES),
            _ => self.execute(server, now_ms, line, argv, times),
        }
    }

    fn execute(
        &mut self,
        server: &mut Server,
        now_ms: i64,
        line: &str,
        argv: &[Vec<u8>],
        times: i64,
    ) {
        let mut entry = self.entry(line);
        for _ in 0..times {
            let reply = server.execute(self.connection, now_ms, argv);
            entry.is_error |= reply.is_error();
            if entry.note.is_none() {
                let room = OUTPUT_BYTES_MAX.saturating_sub(entry.output.len());
                let (text, cut) = format_within(&reply, room);
                if !entry.output.is_empty() {
                    entry.output.push('\n');
                }
                entry.output.push_str(&text);
                entry.note = cut.then_some(OUTPUT_CUT);
            }
        }
        self.database = server.selected(self.connection).unwrap_or(self.database);
        self.log.push(entry);
    }

    /// Logs a line that the prompt did not run, and why.
    fn refuse(&mut self, line: &str, why: Text) {
        let mut entry = self.entry(line);
        entry.note = Some(why);
        entry.is_error = true;
        self.log.push(entry);
    }

    /// Logs a line that redis-cli does not send, with its own words for it.
    fn print_error(&mut self, line: &str, output: &str) {
        let mut entry = self.entry(line);
        entry.output = output.to_owned();
        entry.is_error = true;
        self.log.push(entry);
    }

    fn entry(&self, line: &str) -> Entry {
        Entry {
            number: 0,
            prompt: self.prompt(),
            line: line.to_owned(),
            output: String::new(),
            note: None,
            is_error: false,
        }
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
    use crate::text::Lang;
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
        session.submit(&mut server, 0, "1001 INCR c");
        assert_eq!(last(&session).note, Some(TOO_MANY_TIMES));
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
                Some(LINE_TOO_LONG),
            ),
            ("SET k v\0w".to_owned(), "", Some(LINE_WITH_NUL)),
        ] {
            session.submit(&mut server, 0, &line);
            let entry = last(&session);
            assert_eq!(
                (&*entry.output, entry.note, entry.is_error),
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
        assert!(entry.output.len() <= OUTPUT_BYTES_MAX && entry.note == Some(OUTPUT_CUT));
        for _ in 0..ENTRIES_MAX + 10 {
            session.submit(&mut server, 0, "100 GET k");
        }
        let shown = |entry: &Rc<Entry>| entry.line.len() + entry.output.len();
        assert!(session.log().entries().map(shown).sum::<usize>() <= LOG_BYTES_MAX);
        assert!(session.log().dropped() > 0);
    }
}
