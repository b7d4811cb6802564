//! Formats a reply as redis-cli prints it on a terminal. The only formatter for this.

use keyspace::{Protocol, Reply, number, words};

/// The output of redis-cli for a reply that came by `protocol`, without the last line end. Bytes of an error that are
/// not UTF-8 become U+FFFD, as on a terminal.
pub fn format(reply: &Reply, protocol: Protocol) -> String {
    format_within(reply, protocol, usize::MAX).0
}

/// Like [`format()`], but cut off near `bytes_max` bytes of text; also whether something is missing. The work is bounded
/// as well, so a reply of any size can be shown in part.
pub fn format_within(reply: &Reply, protocol: Protocol, bytes_max: usize) -> (String, bool) {
    let mut page = BoundedText {
        text: Vec::new(),
        protocol,
        bytes_max,
        cut: false,
    };
    match reply {
        Reply::Text(text) => page.push_lines(text),
        _ => page.push_reply(reply, 0),
    }
    page.finish()
}

/// The output of redis-cli for a reply to a command that [`answers_raw`].
pub fn format_raw_within(reply: &Reply, bytes_max: usize) -> (String, bool) {
    let mut page = BoundedText {
        text: Vec::new(),
        protocol: Protocol::Resp2,
        bytes_max,
        cut: false,
    };
    match reply {
        Reply::Error(error) => page.push(error.bytes()),
        Reply::Text(text) => page.push_lines(text),
        _ => page.push_reply(reply, 0),
    }
    page.finish()
}

/// Whether redis-cli prints the reply to a command unformatted, even an error.
pub fn answers_raw(argv: &[Vec<u8>]) -> bool {
    const RAW: &[(&str, &[&str])] = &[
        ("client", &["list", "info"]),
        ("cluster", &["nodes", "info"]),
        ("latency", &["graph", "doctor"]),
        ("memory", &["malloc-stats", "doctor"]),
    ];
    let is = |at: usize, known: &str| {
        argv.get(at)
            .is_some_and(|word| word.eq_ignore_ascii_case(known.as_bytes()))
    };
    let is_pair =
        |(name, words): &(&str, &[&str])| is(0, name) && words.iter().any(|word| is(1, word));
    is(0, "info") || is(0, "lolwut") || RAW.iter().any(is_pair)
}

/// Text that grows up to a limit.
struct BoundedText {
    text: Vec<u8>,
    protocol: Protocol,
    bytes_max: usize,
    cut: bool,
}

impl BoundedText {
    /// Appends a reply that begins `indent` columns from the left.
    fn push_reply(&mut self, reply: &Reply, indent: usize) {
        let is_new = self.protocol == Protocol::Resp3;
        match reply {
            Reply::Status(text) => self.push(text.as_bytes()),
            Reply::Int(number) => {
                self.push(b"(integer) ");
                self.push(&number::text(*number));
            }
            Reply::Bool(boolean) if is_new => {
                self.push(if *boolean { b"(true)" } else { b"(false)" });
            }
            Reply::Bool(boolean) => {
                self.push(b"(integer) ");
                self.push(if *boolean { b"1" } else { b"0" });
            }
            Reply::BigNumber(text) if is_new => self.push(text),
            Reply::Text(text) | Reply::Verbatim(_, text) if is_new => self.push_lines(text),
            Reply::Double(text) if is_new => {
                self.push(b"(double) ");
                self.push(text);
            }
            Reply::Bulk(bytes)
            | Reply::Text(bytes)
            | Reply::Double(bytes)
            | Reply::BigNumber(bytes)
            | Reply::Verbatim(_, bytes) => {
                self.push_quoted(bytes);
            }
            Reply::Nil | Reply::NilArray => self.push(b"(nil)"),
            Reply::Line(line) => self.push(line),
            Reply::Several(replies) => {
                for (at, reply) in replies.iter().enumerate() {
                    if at > 0 {
                        self.push(b"\n");
                    }
                    self.push_reply(reply, indent);
                }
            }
            Reply::Nothing => {}
            Reply::Error(error) => {
                self.push(b"(error) ");
                self.push(error.bytes());
            }
            _ if entries(reply) == 0 => self.push(match reply {
                Reply::Map(_) if is_new => b"(empty hash)",
                Reply::Set(_) if is_new => b"(empty set)",
                _ => b"(empty array)",
            }),
            Reply::Push(replies) if is_new && invalidated(replies).is_some() => {
                self.push(b"-> invalidate: ");
                for (at, key) in invalidated(replies).unwrap_or_default().iter().enumerate() {
                    self.push(if at > 0 { b", '" } else { b"'" });
                    if let Reply::Bulk(key) = key {
                        self.push(key.split(|byte| *byte == 0).next().unwrap_or_default());
                    }
                    self.push(b"'");
                }
            }
            Reply::Array(replies) | Reply::Set(replies) | Reply::Push(replies) => {
                let mark = match reply {
                    Reply::Set(_) if is_new => b"~ ",
                    _ => b") ",
                };
                let mut row = IndexedRow::first(replies.len(), mark, indent);
                for reply in replies {
                    if self.cut {
                        return;
                    }
                    self.push_row(&mut row, reply);
                }
            }
            Reply::Map(pairs) if is_new => self.push_map(pairs, indent),
            Reply::Pairs(pairs) if is_new => {
                let mut row = IndexedRow::first(pairs.len(), b") ", indent);
                for (one, other) in pairs {
                    self.push_row(&mut row, &Reply::Array(vec![one.clone(), other.clone()]));
                }
            }
            Reply::Map(pairs) | Reply::Pairs(pairs) => {
                let mut row = IndexedRow::first(pairs.len() * 2, b") ", indent);
                for (name, value) in pairs {
                    self.push_row(&mut row, name);
                    self.push_row(&mut row, value);
                }
            }
        }
    }

    /// Appends names with their values. A value that takes several lines begins on a new line.
    fn push_map(&mut self, pairs: &[(Reply, Reply)], indent: usize) {
        let mut row = IndexedRow::first(pairs.len(), b"# ", indent);
        for (name, value) in pairs {
            if self.cut {
                return;
            }
            self.push_row(&mut row, name);
            self.push(b" => ");
            if takes_lines(value) {
                self.push(b"\n");
                self.push_spaces(row.indent_within());
            }
            self.push_reply(value, row.indent_within());
        }
    }

    /// Appends a reply after its index. The first reply continues the current line.
    fn push_row(&mut self, row: &mut IndexedRow, reply: &Reply) {
        if self.cut {
            return;
        }
        if row.index > 0 {
            self.push(b"\n");
            self.push_spaces(row.indent);
        }
        row.index += 1;
        let index = number::text(row.index);
        self.push_spaces(row.width - index.len());
        self.push(&index);
        self.push(row.mark);
        self.push_reply(reply, row.indent_within());
    }

    fn push_spaces(&mut self, count: usize) {
        self.push(&vec![b' '; count]);
    }

    /// Appends a verbatim text, meant for people.
    fn push_lines(&mut self, text: &[u8]) {
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            match line.strip_suffix(b"\r\n") {
                Some(line) => {
                    self.push(line);
                    self.push(b"\n");
                }
                None => self.push(line),
            }
        }
    }

    /// Appends bytes in double quotes; unprintable bytes are escaped.
    fn push_quoted(&mut self, bytes: &[u8]) {
        let mut escaped = Vec::with_capacity(4);
        self.push(b"\"");
        for &byte in bytes {
            if self.cut {
                return;
            }
            escaped.clear();
            words::push_escaped(&mut escaped, byte);
            self.push(&escaped);
        }
        self.push(b"\"");
    }

    /// The text without the line end of a verbatim text, and whether something is missing.
    fn finish(self) -> (String, bool) {
        let text = self.text.strip_suffix(b"\n").unwrap_or(&self.text);
        (String::from_utf8_lossy(text).into_owned(), self.cut)
    }

    fn push(&mut self, bytes: &[u8]) {
        if self.text.len() + bytes.len() > self.bytes_max {
            self.cut = true;
        }
        if !self.cut {
            self.text.extend_from_slice(bytes);
        }
    }
}

/// An iteration over the rows of an aggregate.
struct IndexedRow {
    /// The index of the last row, counted from 1.
    index: i64,
    /// The width of the widest index.
    width: usize,
    mark: &'static [u8; 2],
    indent: usize,
}

impl IndexedRow {
    fn first(rows: usize, mark: &'static [u8; 2], indent: usize) -> IndexedRow {
        IndexedRow {
            index: 0,
            width: number::text(rows as i64).len(),
            mark,
            indent,
        }
    }

    fn indent_within(&self) -> usize {
        self.indent + self.width + 2
    }
}

/// The keys of which a client that tracks them is told, in a message of its own form. A key ends there at a NUL byte.
fn invalidated(replies: &[Reply]) -> Option<&[Reply]> {
    match replies {
        [Reply::Bulk(name), Reply::Array(keys)] if name.starts_with(b"invalidate") => Some(keys),
        _ => None,
    }
}

/// The number of entries of an aggregate; one for anything else.
fn entries(reply: &Reply) -> usize {
    match reply {
        Reply::Array(replies) | Reply::Set(replies) | Reply::Push(replies) => replies.len(),
        Reply::Map(pairs) | Reply::Pairs(pairs) => pairs.len(),
        _ => 1,
    }
}

/// Whether a reply is printed on more than one line.
fn takes_lines(reply: &Reply) -> bool {
    match reply {
        Reply::Array(replies) | Reply::Set(replies) => {
            replies.len() > 1 || replies.iter().any(takes_lines)
        }
        Reply::Pairs(pairs) => !pairs.is_empty(),
        Reply::Map(pairs) => {
            pairs.len() > 1
                || pairs
                    .iter()
                    .any(|(name, value)| takes_lines(name) || takes_lines(value))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Protocol::{Resp2, Resp3};
    use keyspace::Error;

    /// Printed by redis-cli 7.0.15 for these very replies.
    #[test]
    fn maps_sets_and_texts_look_as_in_redis_cli() {
        let number = |number| Reply::Int(number);
        let word = Reply::Status;
        let one = Reply::Map(vec![(word("b"), number(1))]);
        let two = Reply::Map(vec![(word("b"), number(1)), (word("c"), number(2))]);
        let map = |value| Reply::Map(vec![(word("a"), value)]);
        for (reply, three, text) in [
            (
                map(one.clone()),
                "1# a => 1# b => (integer) 1",
                "1) a\n2) 1) b\n   2) (integer) 1",
            ),
            (
                map(two.clone()),
                "1# a => \n   1# b => (integer) 1\n   2# c => (integer) 2",
                "1) a\n2) 1) b\n   2) (integer) 1\n   3) c\n   4) (integer) 2",
            ),
            (
                map(Reply::Set(vec![])),
                "1# a => (empty set)",
                "1) a\n2) (empty array)",
            ),
            (
                map(Reply::Set(vec![number(1)])),
                "1# a => 1~ (integer) 1",
                "1) a\n2) 1) (integer) 1",
            ),
            (Reply::Map(vec![]), "(empty hash)", "(empty array)"),
            (
                Reply::Push(vec![
                    Reply::bulk("invalidate"),
                    Reply::Array(vec![Reply::bulk("two words"), Reply::bulk("a\0b")]),
                ]),
                "-> invalidate: 'two words', 'a'",
                "1) \"invalidate\"\n2) 1) \"two words\"\n   2) \"a\\x00b\"",
            ),
            (
                Reply::Push(vec![Reply::bulk("invalidate"), Reply::Nil]),
                "1) \"invalidate\"\n2) (nil)",
                "1) \"invalidate\"\n2) (nil)",
            ),
            (
                Reply::Array(vec![map(Reply::Array(vec![word("x"), two]))]),
                "1) 1# a => \n      1) x\n      2) 1# b => (integer) 1\n         2# c => (integer) 2",
                "1) 1) a\n   2) 1) x\n      2) 1) b\n         2) (integer) 1\n         3) c\n         4) (integer) 2",
            ),
            (
                Reply::Array(vec![
                    Reply::Text(b"Some\r\nstring".to_vec().into()),
                    Reply::NilArray,
                ]),
                "1) Some\nstring\n2) (nil)",
                "1) \"Some\\r\\nstring\"\n2) (nil)",
            ),
            (Reply::Text(b"a\r\nb\r\n".to_vec().into()), "a\nb", "a\nb"),
            (
                Reply::Pairs(vec![(word("b"), number(1)), (word("c"), number(2))]),
                "1) 1) b\n   2) (integer) 1\n2) 1) c\n   2) (integer) 2",
                "1) b\n2) (integer) 1\n3) c\n4) (integer) 2",
            ),
            (
                Reply::Array(vec![Reply::Double(b"-1.5".to_vec().into())]),
                "1) (double) -1.5",
                "1) \"-1.5\"",
            ),
            (Reply::Nothing, "", ""),
        ] {
            assert_eq!(
                (&*format(&reply, Resp3), &*format(&reply, Resp2)),
                (three, text)
            );
        }
    }

    #[test]
    fn some_commands_have_even_their_errors_printed_raw() {
        let argv = |line: &str| words::split(line.as_bytes()).unwrap();
        assert!(answers_raw(&argv("INFO x")) && answers_raw(&argv("client list")));
        assert!(!answers_raw(&argv("client id")) && !answers_raw(&argv("GET info")));
        let error = Reply::Error(Error::fixed("ERR syntax error"));
        assert_eq!(format_raw_within(&error, 100).0, "ERR syntax error");
    }

    #[test]
    fn bytes_are_quoted_and_what_does_not_print_is_escaped() {
        assert_eq!(
            format(&Reply::bulk("a\"\\\n\r\t\x07\x08\0é\x7f ~"), Resp2),
            r#""a\"\\\n\r\t\a\b\x00\xc3\xa9\x7f ~""#
        );
    }

    #[test]
    fn indices_are_as_wide_as_the_widest_and_nested_arrays_hang_below_their_own() {
        let mut replies: Vec<Reply> = (1..10).map(Reply::Int).collect();
        replies.push(Reply::Array(vec![
            Reply::bulk("a"),
            Reply::Array(vec![Reply::Nil, Reply::Error(Error::fixed("ERR x"))]),
            Reply::Array(vec![]),
        ]));
        let text = format(&Reply::Array(replies), Resp2);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 1) (integer) 1");
        assert_eq!(
            lines[9..],
            [
                "10) 1) \"a\"",
                "    2) 1) (nil)",
                "       2) (error) ERR x",
                "    3) (empty array)"
            ]
        );
    }

    #[test]
    fn a_long_reply_is_cut_between_escapes() {
        assert_eq!(
            format_within(&Reply::bulk("abc\0\0"), Resp2, 10),
            ("\"abc\\x00".into(), true)
        );
        assert_eq!(
            format_within(&Reply::bulk("abc"), Resp2, 5),
            ("\"abc\"".into(), false)
        );
    }
}
