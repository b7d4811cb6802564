//! The reply to a command: one value with three renderings. `resp` makes its RESP bytes, `cli::format` redis-cli's
//! text, and the page draws its own.

use crate::bytes::Bytes;
use std::borrow::Cow;
use std::sync::Arc;

/// Which version of RESP a connection speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Until HELLO asks for more.
    #[default]
    Resp2,
    /// After HELLO 3.
    Resp3,
}

/// A reply of the server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// A fixed word such as `OK`.
    Status(&'static str),
    /// A whole number.
    Int(i64),
    /// A string of any bytes.
    Bulk(Bytes),
    /// A number with a fraction, in the text that Redis writes for it. RESP2 sends a bulk string.
    Double(Bytes),
    /// No such thing: redis-cli's `(nil)`.
    Nil,
    /// No array: what EXEC answers when it was not run.
    NilArray,
    /// Replies in a row.
    Array(Vec<Reply>),
    /// Names with values. RESP2 sends them as an array, one after the other.
    Map(Vec<(Reply, Reply)>),
    /// Pairs in an order. RESP2 sends them as one array, one after the other.
    Pairs(Vec<(Reply, Reply)>),
    /// Replies whose order means nothing. RESP2 sends an array.
    Set(Vec<Reply>),
    /// A text for people, which redis-cli prints as it is. RESP2 sends a bulk string.
    Text(Bytes),
    /// A truth value. RESP2 sends 1 or 0.
    Bool(bool),
    /// A whole number of any length, in decimal. RESP2 sends a bulk string.
    BigNumber(Bytes),
    /// A text for people with its format, such as `txt` or `mkd`. RESP2 sends a bulk string.
    Verbatim([u8; 3], Bytes),
    /// A line that is not fixed, such as one that MONITOR shows.
    Line(Bytes),
    /// A message that answers no command, such as what a channel brings. RESP2 sends an array.
    Push(Vec<Reply>),
    /// Several replies to one command, one after the other: SUBSCRIBE answers each channel.
    Several(Vec<Reply>),
    /// Nothing is sent, since CLIENT REPLY asked for silence.
    Nothing,
    /// The command was refused or failed. Nothing was changed.
    Error(Error),
}

impl Reply {
    /// The reply to most writes.
    pub const OK: Reply = Reply::Status("OK");

    /// A bulk string of bytes that are not shared yet.
    pub fn bulk(bytes: impl Into<Vec<u8>>) -> Reply {
        Reply::Bulk(Arc::new(bytes.into()))
    }

    /// The string, or nil.
    pub fn or_nil(string: Option<Bytes>) -> Reply {
        string.map_or(Reply::Nil, Reply::Bulk)
    }

    /// A text for people, a reply for each line.
    pub fn lines(text: &'static str) -> Reply {
        Reply::Array(text.lines().map(Reply::Status).collect())
    }

    /// Whether the command was refused or failed.
    pub fn is_error(&self) -> bool {
        matches!(self, Reply::Error(_))
    }
}

/// An error of the server, in its own words: a code in capitals, a space and a sentence. One line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Error(Cow<'static, [u8]>);

impl Error {
    /// An error with a fixed text.
    pub const fn fixed(text: &'static str) -> Error {
        Error(Cow::Borrowed(text.as_bytes()))
    }

    /// An error that quotes what the caller sent. As in Redis, a line break in it becomes a space, so that the reply
    /// stays one line.
    pub fn quoting(mut text: Vec<u8>) -> Error {
        for byte in &mut text {
            if matches!(byte, b'\r' | b'\n') {
                *byte = b' ';
            }
        }
        Error(Cow::Owned(text))
    }

    /// The text, code included, without a leading `-` or a line end. Any bytes: it may quote what the caller sent.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}
