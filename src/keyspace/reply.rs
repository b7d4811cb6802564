//! What a command answers: one value, with three renderings. Its RESP bytes are in `resp`, redis-cli's text in
//! `cli::format`; the page draws it by itself.

use super::Bytes;
use std::borrow::Cow;
use std::sync::Arc;

/// A reply of the server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// A fixed word such as `OK`.
    Status(&'static str),
    /// A whole number.
    Int(i64),
    /// A string of any bytes.
    Bulk(Bytes),
    /// No such thing: redis-cli's `(nil)`.
    Nil,
    /// Replies in a row.
    Array(Vec<Reply>),
    /// The command was refused or failed. Nothing was changed.
    Error(Error),
}

impl Reply {
    /// What most writes answer.
    pub const OK: Reply = Reply::Status("OK");

    /// A bulk string of bytes that nobody shares yet.
    pub fn bulk(bytes: impl Into<Vec<u8>>) -> Reply {
        Reply::Bulk(Arc::new(bytes.into()))
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
    /// An error that is always worded the same.
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
