//! A reply as redis-cli prints it on a terminal. The one place that knows.

use crate::keyspace::{Reply, number, words};

/// What redis-cli prints for `reply`, without the last line end. An error that quotes bytes which are no UTF-8 shows
/// U+FFFD for them, as a terminal does.
pub fn format(reply: &Reply) -> String {
    format_within(reply, usize::MAX).0
}

/// The same, cut off near `bytes_max` bytes of text, and whether something is missing. The work is bounded alike, so
/// that a reply of any size can be shown in part.
pub fn format_within(reply: &Reply, bytes_max: usize) -> (String, bool) {
    let mut page = Page {
        text: Vec::new(),
        bytes_max,
        cut: false,
    };
    page.push_reply(reply, 0);
    (String::from_utf8_lossy(&page.text).into_owned(), page.cut)
}

/// Text that grows up to a limit.
struct Page {
    text: Vec<u8>,
    bytes_max: usize,
    cut: bool,
}

impl Page {
    /// Appends a reply that begins `indent` columns from the left.
    fn push_reply(&mut self, reply: &Reply, indent: usize) {
        match reply {
            Reply::Status(text) => self.push(text.as_bytes()),
            Reply::Int(number) => {
                self.push(b"(integer) ");
                self.push(&number::text(*number));
            }
            Reply::Bulk(bytes) => self.push_quoted(bytes),
            Reply::Nil | Reply::NilArray => self.push(b"(nil)"),
            Reply::Error(error) => {
                self.push(b"(error) ");
                self.push(error.bytes());
            }
            Reply::Text(bytes) => self.push(bytes),
            Reply::Nothing => {}
            Reply::Map(pairs) => {
                let flat: Vec<Reply> = pairs.iter().cloned().flat_map(<[Reply; 2]>::from).collect();
                self.push_reply(&Reply::Array(flat), indent);
            }
            Reply::Set(replies) => self.push_reply(&Reply::Array(replies.clone()), indent),
            Reply::Array(replies) if replies.is_empty() => self.push(b"(empty array)"),
            Reply::Array(replies) => self.push_array(replies, indent),
        }
    }

    /// Appends an array, whose first line continues one that stands already.
    fn push_array(&mut self, replies: &[Reply], indent: usize) {
        let width = number::text(replies.len() as i64).len();
        for (at, reply) in replies.iter().enumerate() {
            if self.cut {
                return;
            }
            if at > 0 {
                self.push(b"\n");
                self.push(&vec![b' '; indent]);
            }
            let index = number::text(at as i64 + 1);
            self.push(&vec![b' '; width - index.len()]);
            self.push(&index);
            self.push(b") ");
            self.push_reply(reply, indent + width + 2);
        }
    }

    /// Appends bytes in double quotes; what does not print is escaped.
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

    fn push(&mut self, bytes: &[u8]) {
        if self.text.len() + bytes.len() > self.bytes_max {
            self.cut = true;
        }
        if !self.cut {
            self.text.extend_from_slice(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyspace::Error;

    #[test]
    fn bytes_are_quoted_and_what_does_not_print_is_escaped() {
        assert_eq!(
            format(&Reply::bulk("a\"\\\n\r\t\x07\x08\0é\x7f ~")),
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
        let text = format(&Reply::Array(replies));
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
            format_within(&Reply::bulk("abc\0\0"), 10),
            ("\"abc\\x00".into(), true)
        );
        assert_eq!(
            format_within(&Reply::bulk("abc"), 5),
            ("\"abc\"".into(), false)
        );
    }
}
