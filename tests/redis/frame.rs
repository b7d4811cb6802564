//! A reply's bytes, RESP2 or RESP3, as a tree to be rearranged. Equal trees came from equal bytes.

use std::io::{self, BufRead};

/// One reply, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Frame {
    /// A frame of one line, whose first byte is its kind. A null is one, too: `$-1`, `*-1` or `_`.
    Line(Vec<u8>),
    /// A string with its length before it: `$`, `=` or `!`.
    Bytes(u8, Vec<u8>),
    /// A row of replies: `*`, `~`, `>`, or `%` with each key followed by its value.
    Items(u8, Vec<Frame>),
}

/// Appends the next whole reply to `bytes`. The end of the stream is an error.
pub fn read(stream: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<()> {
    let mut open = 1;
    while open > 0 {
        open -= 1;
        let start = bytes.len();
        stream.read_until(b'\n', bytes)?;
        let line = &bytes[start..];
        if !line.ends_with(b"\n") {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let count = count(line);
        match line[0] {
            b'$' | b'=' | b'!' if count >= 0 => {
                let start = bytes.len();
                bytes.resize(start + count as usize + 2, 0);
                stream.read_exact(&mut bytes[start..])?;
            }
            b'*' | b'~' | b'>' => open += count.max(0),
            b'%' => open += 2 * count,
            _ => {}
        }
    }
    Ok(())
}

/// The number after a line's first byte, if that byte announces a length.
fn count(line: &[u8]) -> i64 {
    if !b"$=!*~>%".contains(&line[0]) {
        return 0;
    }
    let text = std::str::from_utf8(&line[1..]).expect("a length is text");
    text.trim_end().parse().expect("a length is a number")
}

impl Frame {
    /// The only reply in `bytes`; `None` when they are none.
    pub fn of(bytes: &[u8]) -> Option<Frame> {
        let mut rest = bytes;
        let frame = take(&mut rest)?;
        rest.is_empty().then_some(frame)
    }

    /// A string or a simple line without its kind.
    pub fn text(&self) -> &[u8] {
        match self {
            Frame::Line(line) => line.get(1..).unwrap_or_default(),
            Frame::Bytes(_, bytes) => bytes,
            Frame::Items(..) => b"",
        }
    }

    /// The parts of a row; none for anything else.
    pub fn items(&self) -> &[Frame] {
        match self {
            Frame::Items(_, items) => items,
            _ => &[],
        }
    }

    /// The items of an aggregate, mutable.
    pub fn items_mut(&mut self) -> Option<&mut Vec<Frame>> {
        match self {
            Frame::Items(_, items) => Some(items),
            _ => None,
        }
    }

    /// The bytes that the frame was read from.
    pub fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Frame::Line(line) => out.extend_from_slice(line),
            Frame::Bytes(kind, bytes) => {
                out.push(*kind);
                out.extend(bytes.len().to_string().bytes());
                out.extend_from_slice(b"\r\n");
                out.extend_from_slice(bytes);
            }
            Frame::Items(kind, items) => {
                let per_item = if *kind == b'%' { 2 } else { 1 };
                out.push(*kind);
                out.extend((items.len() / per_item).to_string().bytes());
                out.extend_from_slice(b"\r\n");
                for item in items {
                    item.encode(out);
                }
                return;
            }
        }
        out.extend_from_slice(b"\r\n");
    }
}

pub fn take(rest: &mut &[u8]) -> Option<Frame> {
    read_frame(rest, &mut |frame| Some(frame))
}

/// As `take`, where messages that Redis has written between the parts of a reply are put into `apart`. Its length does not
/// count them.
pub fn take_apart(rest: &mut &[u8], apart: &mut Vec<Frame>) -> Option<Frame> {
    read_frame(rest, &mut |frame| {
        let kind = frame.items().first().map_or(&b""[..], Frame::text);
        let is_message = [&b"message"[..], b"pmessage", b"smessage", b"invalidate"].contains(&kind);
        if is_message && matches!(frame, Frame::Items(b'>', _)) {
            apart.push(frame);
            return None;
        }
        Some(frame)
    })
}

/// The next reply, of which `part` keeps what counts as a part of it.
fn read_frame(rest: &mut &[u8], part: &mut dyn FnMut(Frame) -> Option<Frame>) -> Option<Frame> {
    let end = rest.windows(2).position(|pair| pair == b"\r\n")?;
    let (line, behind) = (rest.get(..end)?, rest.get(end + 2..)?);
    *rest = behind;
    let kind = *line.first()?;
    let count = count(line);
    match kind {
        b'$' | b'=' | b'!' if count >= 0 => {
            let (bytes, behind) = rest.split_at_checked(count as usize)?;
            *rest = behind.strip_prefix(b"\r\n")?;
            Some(Frame::Bytes(kind, bytes.to_vec()))
        }
        b'*' | b'~' | b'>' | b'%' if count >= 0 => {
            let items = if kind == b'%' { 2 * count } else { count };
            let mut parts = Vec::new();
            while (parts.len() as i64) < items {
                let frame = read_frame(rest, part)?;
                parts.extend(part(frame));
            }
            Some(Frame::Items(kind, parts))
        }
        _ => Some(Frame::Line(line.to_vec())),
    }
}

#[test]
fn every_kind_of_reply_is_read_whole_and_written_back() {
    let all: &[&[u8]] = &[
        b"+OK\r\n",
        b"-ERR no\r\n",
        b":-7\r\n",
        b"$-1\r\n",
        b"*-1\r\n",
        b"$4\r\na\r\nb\r\n",
        b"*0\r\n",
        b"*2\r\n*1\r\n$0\r\n\r\n:1\r\n",
        b"_\r\n",
        b"#t\r\n",
        b",1.5\r\n",
        b"(12345678901234567890\r\n",
        b"=7\r\ntxt:a\nb\r\n",
        b"!6\r\nERR no\r\n",
        b"%1\r\n+k\r\n~2\r\n:1\r\n:2\r\n",
        b">1\r\n+push\r\n",
    ];
    for bytes in all {
        let mut followed = &[bytes, &b"+more\r\n"[..]].concat()[..];
        let mut seen = Vec::new();
        read(&mut followed, &mut seen).expect("a whole reply");
        assert_eq!(
            seen.escape_ascii().to_string(),
            bytes.escape_ascii().to_string()
        );
        let mut written = Vec::new();
        Frame::of(&seen).expect("a reply").encode(&mut written);
        assert_eq!(written, seen);
    }
    assert!(read(&mut &b"*2\r\n:1\r\n"[..], &mut Vec::new()).is_err());
    assert_eq!(Frame::of(b"*2\r\n:1\r\n"), None);
}

#[test]
fn a_message_within_a_reply_is_no_part_of_it() {
    let mut rest = &b"*2\r\n:1\r\n>2\r\n+invalidate\r\n*1\r\n+a\r\n>1\r\n+subscribe\r\n:3\r\n"[..];
    let mut apart = Vec::new();
    let reply = take_apart(&mut rest, &mut apart);
    assert_eq!(reply, Frame::of(b"*2\r\n:1\r\n>1\r\n+subscribe\r\n"));
    assert_eq!(
        Some(&apart[..]),
        Frame::of(b"*1\r\n>2\r\n+invalidate\r\n*1\r\n+a\r\n")
            .as_ref()
            .map(Frame::items)
    );
    assert_eq!(rest, b":3\r\n");
}
