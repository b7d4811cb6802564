//! Splits a typed or pasted text into the lines to run. The only place that decides which lines of a paste are run:
//!
//! - Lines end at `\n`, `\r\n` or `\r`. Blank lines, and lines that begin with `#`, are skipped.
//! - A quote that stays open goes on with the next line, whatever it holds; past the last line it stays open.
//! - A text in which some line begins with a prompt is a *transcript*: text after a prompt is run; a line without one
//!   is a reply, and is skipped. An empty line behind `not connected> ` connects, and is kept. Prompts are `redis> `,
//!   `valkey> `, `127.0.0.1:6379> `, `not connected> `, with `[3]` and `(TX)` before the `>` as they come; a shell's
//!   `$ redis-cli ` or `$ valkey-cli ` before a command; and, where none of these stands, `> `.
//! - The first line of a transcript may have lost its prompt to whoever copied the text: it is run where it begins with a
//!   command's name and what looks like a reply follows.
//! - In a transcript, a quote that stays open goes on with the lines without a prompt that follow, of which `... ` is
//!   removed, if one of them closes it. If none does, its line stands alone, since redis-cli must have refused it.

use super::session::{LINE_BYTES_MAX, Manner};
use keyspace::command;
use keyspace::words::State;
use std::ops::Range;

/// The prompt of a line that continues an open quote.
pub const CONTINUATION: &str = "... ";
/// The prompt of a closed connection.
pub(crate) const NOT_CONNECTED: &str = "not connected";
/// How replies begin as redis-cli prints them.
const REPLIES: [&str; 6] = ["(", "\"", "OK", "QUEUED", "PONG", "1) "];
/// Options of redis-cli that a one-liner may carry and that mean nothing here, and whether a value follows.
const SHELL_OPTIONS: &[(&str, bool)] = &[
    ("-h", true),
    ("-p", true),
    ("-s", true),
    ("-a", true),
    ("-u", true),
    ("--user", true),
    ("--pass", true),
    ("--raw", false),
    ("--no-raw", false),
    ("--no-auth-warning", false),
];

/// The beginning of a line whose quote is open.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    line: String,
    state: State,
}

impl Gathered {
    /// The open line so far.
    pub fn line(&self) -> Option<&str> {
        self.is_open().then_some(&self.line)
    }

    /// Removes and returns the open line.
    pub fn take(&mut self) -> Option<String> {
        let is_open = self.is_open();
        let line = std::mem::take(self).line;
        is_open.then_some(line)
    }

    /// Forgets the open line.
    pub fn clear(&mut self) {
        *self = Gathered::default();
    }

    fn is_open(&self) -> bool {
        self.state.is_open()
    }

    /// Adds a line to the open one; returns the whole line once its quotes are closed. A line that grows past
    /// [`LINE_BYTES_MAX`] is cut after it, so that it still counts as too long.
    fn add(&mut self, line: &str) -> Option<String> {
        if self.is_open() {
            self.push("\n");
        }
        self.push(line);
        if self.is_open() {
            return None;
        }
        self.state = State::default();
        Some(std::mem::take(&mut self.line))
    }

    fn push(&mut self, text: &str) {
        self.state = text.bytes().fold(self.state, State::after);
        if self.line.len() <= LINE_BYTES_MAX {
            self.line.push_str(text);
        }
    }
}

/// An iteration over the lines of an entered text.
#[derive(Clone, Debug)]
pub struct Paste {
    text: String,
    /// Where the next line begins; `None` after the last one.
    at: Option<usize>,
    /// Where the line that was answered last begins, with its prompt.
    began: usize,
    /// Known from the first line that does not go on with an open quote.
    reading: Option<PasteReading>,
    lines_left: usize,
    manner: Manner,
}

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PasteReading {
    Plain,
    Transcript(Prompts),
}

impl Paste {
    /// A text, at its first line.
    pub fn new(text: &str, manner: Manner) -> Paste {
        Paste {
            manner,
            lines_left: text.lines().count(),
            text: text.to_owned(),
            at: Some(0),
            began: 0,
            reading: None,
        }
    }

    /// How it came.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// How many lines are left to run, at most.
    pub fn lines_left(&self) -> usize {
        self.lines_left
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Leaves the lines that are left unread.
    pub fn skip_rest(&mut self) {
        self.at = None;
        self.lines_left = 0;
    }

    /// Where the line that was answered last stands, in bytes: from its prompt's line to the end of the line, line end
    /// included, at which it is whole.
    pub fn place(&self) -> Range<usize> {
        self.began..self.at.unwrap_or(self.text.len())
    }

    /// Whether a line begins with a prompt of the kind that the text has.
    pub fn is_prompt(&self, line: &str) -> bool {
        match self.reading {
            Some(PasteReading::Transcript(prompts)) => prompts.strip(line).is_some(),
            _ => false,
        }
    }

    /// Whether the text has prompts in the part that was read.
    pub fn has_prompts(&self) -> bool {
        matches!(self.reading, Some(PasteReading::Transcript(_)))
    }

    /// The next line to run. At the end of the text a line may be left in `gathered`.
    pub fn next(&mut self, gathered: &mut Gathered) -> Option<String> {
        let mut lines = Lines(self.at.and_then(|at| self.text.get(at..)));
        let mut reading = self.reading;
        let mut lacks_prompt = false;
        let found = loop {
            if !gathered.is_open() && reading.is_none() {
                let (known, count) = read(lines);
                reading = Some(known);
                lacks_prompt = known != PasteReading::Plain && lacks_prompt_first(lines);
                self.lines_left = count + usize::from(lacks_prompt);
            }
            let before = lines;
            if !gathered.is_open()
                && let Some(rest) = before.0
            {
                self.began = self.text.len() - rest.len();
            }
            let Some(line) = lines.next() else {
                break None;
            };
            let found = match reading {
                Some(PasteReading::Transcript(_)) if lacks_prompt => {
                    (!is_skipped(line)).then(|| line.trim_start().to_owned())
                }
                Some(PasteReading::Transcript(prompts)) => {
                    let is_prompt = prompts.strip(line).is_some();
                    self.lines_left = self.lines_left.saturating_sub(usize::from(is_prompt));
                    lines = before;
                    next_of_transcript(&mut lines, prompts)
                }
                _ => {
                    self.lines_left = self
                        .lines_left
                        .saturating_sub(usize::from(!is_skipped(line)));
                    let is_read = gathered.is_open() || !is_skipped(line);
                    is_read.then(|| gathered.add(line)).flatten()
                }
            };
            if found.is_some() {
                self.lines_left = self.lines_left.saturating_sub(usize::from(lacks_prompt));
                break found;
            }
        };
        self.reading = reading;
        self.at = lines.0.map(|rest| self.text.len() - rest.len());
        found
    }
}

/// How a text is to be read, and how many lines there are to run, at most.
fn read(lines: Lines<'_>) -> (PasteReading, usize) {
    let (mut all, mut named, mut bare) = (0, 0, 0);
    for line in lines {
        all += usize::from(!is_skipped(line));
        named += usize::from(Prompts::Named.strip(line).is_some());
        bare += usize::from(Prompts::Bare.strip(line).is_some());
    }
    match (named, bare) {
        (0, 0) => (PasteReading::Plain, all),
        (0, bare) => (PasteReading::Transcript(Prompts::Bare), bare),
        (named, _) => (PasteReading::Transcript(Prompts::Named), named),
    }
}

/// Whether the first line of a transcript is a command, with its reply below it. What begins with a prompt is none.
fn lacks_prompt_first(lines: Lines<'_>) -> bool {
    let mut lines = lines.filter(|line| !is_skipped(line)).map(str::trim_start);
    let mut next = || lines.next().unwrap_or_default();
    let name = next().split(' ').next().unwrap_or_default();
    let reply = next();
    command::find(name.as_bytes()).is_some() && REPLIES.iter().any(|one| reply.starts_with(one))
}

/// Reads one line of a transcript; answers what it asks to run, with the lines that go on with it.
fn next_of_transcript(lines: &mut Lines<'_>, prompts: Prompts) -> Option<String> {
    let line = lines.next()?;
    let is_closed = line.trim_start().starts_with(NOT_CONNECTED);
    let line = prompts.strip(line)?;
    if is_skipped(line) && !(is_closed && line.is_empty()) {
        return None;
    }
    let mut gathered = Gathered::default();
    let mut whole = gathered.add(line);
    let mut ahead = *lines;
    while whole.is_none()
        && let Some(next) = ahead.next()
        && prompts.strip(next).is_none()
    {
        whole = gathered.add(next.strip_prefix(CONTINUATION).unwrap_or(next));
        if whole.is_some() {
            *lines = ahead;
        }
    }
    Some(whole.unwrap_or_else(|| line.to_owned()))
}

/// The lines of a text, without their ends; `None` after the last one.
#[derive(Clone, Copy)]
struct Lines<'a>(Option<&'a str>);

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0?;
        let Some(end) = text.find(['\n', '\r']) else {
            self.0 = None;
            return Some(text);
        };
        let (line, rest) = text.split_at_checked(end)?;
        self.0 = rest.strip_prefix("\r\n").or_else(|| rest.get(1..));
        Some(line)
    }
}

fn is_skipped(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

/// What kind of prompts a text carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prompts {
    /// Some that nothing else looks like.
    Named,
    /// `> ` alone.
    Bare,
}

impl Prompts {
    /// What follows the prompt in a line.
    fn strip(self, line: &str) -> Option<&str> {
        let line = line.trim_start();
        match self {
            Prompts::Named => after_prompt(line).or_else(|| after_shell(line)),
            Prompts::Bare => line.strip_prefix("> "),
        }
    }
}

/// Whether the first line of a text that is neither blank nor a comment stands behind a prompt of redis-cli, or starts
/// one whose prompts follow: such a text is nothing else.
pub fn is_transcript(text: &str) -> bool {
    let mut lines = Lines(Some(text)).filter(|line| !is_skipped(line));
    let mut first = lines.next();
    if first.is_some_and(|line| after_shell(line.trim_start()) == Some("")) {
        first = lines.next();
    }
    first.is_some_and(|line| after_prompt(line.trim_start()).is_some())
}

/// What follows redis-cli's prompt. Pages have a space between them that does not break.
fn after_prompt(line: &str) -> Option<&str> {
    let (prompt, line) = line.split_once('>')?;
    let after = line.strip_prefix([' ', '\u{a0}']);
    if !line.is_empty() && after.is_none() {
        return None;
    }
    let place = prompt.strip_suffix("(TX)").unwrap_or(prompt);
    let place = match place
        .strip_suffix(']')
        .and_then(|place| place.rsplit_once('['))
    {
        Some((place, database)) if is_number(database) => place,
        _ => place,
    };
    let place = place.strip_prefix("redis ").unwrap_or(place);
    let is_socket = place.starts_with('/') && !place.contains(' ');
    let is_prompt =
        matches!(place, "redis" | "valkey" | NOT_CONNECTED) || is_socket || is_address(place);
    is_prompt.then(|| after.unwrap_or(line))
}

fn is_address(place: &str) -> bool {
    let in_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    place.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty() && host.bytes().all(in_host) && is_number(port)
    })
}

fn is_number(text: &str) -> bool {
    (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The command of a shell's one-liner: empty if redis-cli is started without one, not understood if an option would
/// change the command's effect.
fn after_shell(line: &str) -> Option<&str> {
    let line = line.strip_prefix("$ ")?;
    let named = line
        .strip_prefix("redis-cli")
        .or_else(|| line.strip_prefix("valkey-cli"));
    let mut line = named?;
    if !line.is_empty() && !line.starts_with(' ') {
        return None;
    }
    loop {
        line = line.trim_start();
        if !line.starts_with('-') {
            return Some(line);
        }
        let (option, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (_, has_value) = SHELL_OPTIONS.iter().find(|(known, _)| *known == option)?;
        line = rest;
        if *has_value {
            line = line.trim_start();
            line = line.split_once(' ').map_or("", |(_, rest)| rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(gathered: &mut Gathered, text: &str) -> Vec<String> {
        let mut paste = Paste::new(text, Manner::Typed);
        std::iter::from_fn(|| paste.next(gathered)).collect()
    }

    fn lines(text: &str) -> Vec<String> {
        take(&mut Gathered::default(), text)
    }

    #[test]
    fn what_of_a_paste_is_a_line() {
        for (text, expected) in [
            ("GET a", &["GET a"][..]),
            ("GET a\r\nGET b\rGET c\n", &["GET a", "GET b", "GET c"]),
            ("\n  \n# why\n  # not\nGET a # x\n", &["GET a # x"]),
            ("redis> GET a\n\"1\"\nredis> GET b", &["GET a", "GET b"]),
            ("127.0.0.1:6379> GET a\n(nil)\n", &["GET a"]),
            (
                "127.0.0.1:6379[1]> GET a\n(nil)\n127.0.0.1:6379[1]>",
                &["GET a"],
            ),
            ("127.0.0.1:6379[1](TX)> GET a\nQUEUED\n", &["GET a"]),
            ("redis(TX)> GET a\nredis[12](TX)> EXEC", &["GET a", "EXEC"]),
            ("localhost:6379> GET a", &["GET a"]),
            ("[::1]:6379> GET a", &["GET a"]),
            ("redis 127.0.0.1:6379> GET a", &["GET a"]),
            ("redis /tmp/r.sock[2]> GET a", &["GET a"]),
            ("not connected> GET a", &["GET a"]),
            ("not connected> \nredis> GET a", &["", "GET a"]),
            ("   redis> GET a\n   (nil)", &["GET a"]),
            ("redis> \nredis>\nredis> # no\nredis> GET a", &["GET a"]),
            ("$ redis-cli SET a 'x y'\nOK", &["SET a 'x y'"]),
            ("$ redis-cli -h h -p 1 --raw GET a", &["GET a"]),
            ("$ redis-cli\nredis> GET a", &["GET a"]),
            ("$ redis-cli -n 3 GET a", &["$ redis-cli -n 3 GET a"]),
            ("$ redis-clip GET a", &["$ redis-clip GET a"]),
            ("> GET a\n(nil)\n> GET b", &["GET a", "GET b"]),
            ("redis> ECHO x\n> 1\nredis> PING", &["ECHO x", "PING"]),
            ("redis>GET a", &["redis>GET a"]),
            ("valkey> GET a\nvalkey[2](TX)> GET b", &["GET a", "GET b"]),
            ("redis>\u{a0}GET a\n\"1\"", &["GET a"]),
            ("SET a 'x>y'", &["SET a 'x>y'"]),
            (
                "SET a \"b\n# c\n\nredis\" NX\nGET a",
                &["SET a \"b\n# c\n\nredis\" NX", "GET a"],
            ),
            ("redis> SET a \"b\n... c\"\nOK\n", &["SET a \"b\nc\""]),
            ("redis> SET a \"b\nc\"\nOK\n", &["SET a \"b\nc\""]),
            (
                "redis> GET \"b\nInvalid argument(s)\nredis> PING",
                &["GET \"b", "PING"],
            ),
            ("redis> GET \"b", &["GET \"b"]),
            ("GET \"a\"b\nPING", &["GET \"a\"b", "PING"]),
            // A first line whose prompt was not copied; and lines that are no such line.
            ("GET a\n\"1\"\nredis> GET b", &["GET a", "GET b"]),
            (
                "\n  # x\n  keys *\n  1) \"a\"\n  redis> GET b",
                &["keys *", "GET b"],
            ),
            ("SET a 'b\nOK\n> GET b", &["SET a 'b", "GET b"]),
            ("GET a\nredis> GET b\n(nil)", &["GET b"]),
            ("GET a\nand so on\nredis> GET b", &["GET b"]),
            ("so\n(nil)\nredis> GET b", &["GET b"]),
            ("(nil)\nOK\nredis> GET b\n(nil)\nGET c\n(nil)", &["GET b"]),
        ] {
            assert_eq!(lines(text), expected, "{text}");
        }
    }

    #[test]
    fn a_line_knows_where_it_stands() {
        let text = "# x\nredis> SET a \"b\n... c\"\r\nOK\nredis> \n> 1\nredis> PING";
        let mut paste = Paste::new(text, Manner::Shown);
        let mut gathered = Gathered::default();
        let mut places = Vec::new();
        while paste.next(&mut gathered).is_some() {
            places.push(text[paste.place()].to_owned());
        }
        assert_eq!(places, ["redis> SET a \"b\n... c\"\r\n", "redis> PING"]);
        assert!(paste.has_prompts() && paste.is_prompt(" redis> "));
        assert!(!paste.is_prompt("> 1"), "some prompt has a name");
        let mut paste = Paste::new("# x\n GET a\n (nil)\n redis> PING", Manner::Shown);
        let mut lines = Vec::new();
        while paste.next(&mut gathered).is_some() {
            lines.push((paste.text()[paste.place()].to_owned(), paste.lines_left()));
        }
        assert_eq!(
            lines,
            [(" GET a\n".to_owned(), 1), (" redis> PING".to_owned(), 0)]
        );
        let mut paste = Paste::new("\nGET 'a\nb'\n", Manner::Shown);
        paste.next(&mut gathered);
        assert_eq!(paste.place(), 1..11);
    }

    #[test]
    fn a_text_is_told_to_be_a_transcript_by_its_first_line() {
        for text in [
            "redis> GET a",
            "\n# x\n 127.0.0.1:6379[1](TX)> GET a",
            "$ redis-cli -p 1\nredis> ",
        ] {
            assert!(is_transcript(text), "{text}");
        }
        for text in ["", "GET a\nredis> GET a", "> GET a", "$ redis-cli GET a"] {
            assert!(!is_transcript(text), "{text}");
        }
    }

    #[test]
    fn an_open_quote_waits_for_what_closes_it() {
        let mut gathered = Gathered::default();
        assert_eq!(take(&mut gathered, "PING\nSET a \"b"), ["PING"]);
        assert!(gathered.is_open());
        assert!(take(&mut gathered, "redis> c").is_empty());
        assert_eq!(
            take(&mut gathered, "\"\nredis> GET a\n(nil)"),
            ["SET a \"b\nredis> c\n\"", "GET a"]
        );
        assert!(!gathered.is_open());
        assert!(take(&mut gathered, "GET 'a").is_empty());
        gathered.clear();
        assert_eq!(take(&mut gathered, "PING"), ["PING"]);
    }

    #[test]
    fn a_quote_over_too_much_is_one_line_that_is_too_long() {
        let text = ["SET a \"", &"line\n".repeat(LINE_BYTES_MAX), "\"\nPING"].concat();
        let lines = lines(&text);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].len() > LINE_BYTES_MAX && lines[0].len() < 2 * LINE_BYTES_MAX);
        assert_eq!(lines[1], "PING");
    }
}
