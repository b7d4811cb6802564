//! A request as a client sends it: the way back from bytes to words. `resp` makes the bytes of a reply.
//!
//! <https://redis.io/docs/latest/develop/reference/protocol-spec/>, and `readQueryFromClient` of redis-server 7.0.15, whose
//! limits and errors these are.

use crate::bytes::VALUE_BYTES_MAX;
use crate::number;
use crate::reply::Error;
use crate::words;

/// The longest line, in bytes: a request without `*`, or a count.
const LINE_BYTES_MAX: usize = 64 * 1024;
/// The most words of a request.
const WORDS_MAX: i64 = i32::MAX as i64;

const TOO_BIG_LINE: Error = Error::fixed("ERR Protocol error: too big inline request");
const TOO_BIG_COUNT: Error = Error::fixed("ERR Protocol error: too big mbulk count string");
const TOO_BIG_LENGTH: Error = Error::fixed("ERR Protocol error: too big bulk count string");
const BAD_COUNT: Error = Error::fixed("ERR Protocol error: invalid multibulk length");
const BAD_LENGTH: Error = Error::fixed("ERR Protocol error: invalid bulk length");
const UNBALANCED: Error = Error::fixed("ERR Protocol error: unbalanced quotes in request");

/// The words of a request, and how many bytes it has.
pub type Request = (Vec<Vec<u8>>, usize);

/// A line, and the bytes behind its end.
type Line<'a> = (&'a [u8], &'a [u8]);

/// The words of the first request in `bytes` and how many of the bytes are its own; `None` if it is not complete.
///
/// A request is an array of bulk strings, or a line of words as a person types them. An empty one has no words: a server
/// sends no reply to it.
///
/// ```
/// use setnx_keyspace::request;
///
/// let bytes = b"*2\r\n$3\r\nGET\r\n$1\r\nk\r\nPING\r\n";
/// let (words, length) = request(bytes)?.expect("a whole request");
/// assert_eq!((words.concat(), length), (b"GETk".to_vec(), 20));
/// assert_eq!(request(&bytes[20..])?, Some((vec![b"PING".to_vec()], 6)));
/// assert_eq!(request(&bytes[..19])?, None);
/// # Ok::<(), setnx_keyspace::Error>(())
/// ```
///
/// # Errors
/// Redis' own protocol errors. A server replies with one, and closes the connection.
pub fn request(bytes: &[u8]) -> Result<Option<Request>, Error> {
    let Some(rest) = bytes.strip_prefix(b"*") else {
        return typed(bytes);
    };
    let Some((count, mut rest)) = line(rest, TOO_BIG_COUNT)? else {
        return Ok(None);
    };
    let count = number::parse(count).filter(|count| *count <= WORDS_MAX);
    let mut words = Vec::new();
    for _ in 0..count.ok_or(BAD_COUNT)? {
        match rest.split_first() {
            None => return Ok(None),
            Some((b'$', _)) => {}
            Some((other, _)) => {
                let text = [
                    b"ERR Protocol error: expected '$', got '",
                    &[*other][..],
                    b"'",
                ];
                return Err(Error::quoting(text.concat()));
            }
        }
        let Some((length, behind)) = line(rest.get(1..).unwrap_or_default(), TOO_BIG_LENGTH)?
        else {
            return Ok(None);
        };
        let length = number::parse(length).and_then(|length| usize::try_from(length).ok());
        let length = length.filter(|length| *length <= VALUE_BYTES_MAX);
        let length = length.ok_or(BAD_LENGTH)?;
        let Some(word) = behind.get(..length).filter(|_| behind.len() >= length + 2) else {
            return Ok(None);
        };
        words.push(word.to_vec());
        rest = behind.get(length + 2..).unwrap_or_default();
    }
    Ok(Some((words, bytes.len() - rest.len())))
}

/// A line of words.
fn typed(bytes: &[u8]) -> Result<Option<Request>, Error> {
    let Some(end) = place_of(b'\n', bytes) else {
        return match bytes.len() > LINE_BYTES_MAX {
            true => Err(TOO_BIG_LINE),
            false => Ok(None),
        };
    };
    let line = bytes.get(..end).unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let words = words::split(line).map_err(|_| UNBALANCED)?;
    Ok(Some((words, end + 1)))
}

/// The bytes before the first CR, and those behind its line end, which Redis takes to be there.
fn line(bytes: &[u8], too_big: Error) -> Result<Option<Line<'_>>, Error> {
    match place_of(b'\r', bytes) {
        Some(end) => Ok(bytes.get(..end).zip(bytes.get(end + 2..))),
        None if bytes.len() > LINE_BYTES_MAX => Err(too_big),
        None => Ok(None),
    }
}

/// The place of a byte, which Redis looks for as C does: not behind a NUL.
fn place_of(sought: u8, bytes: &[u8]) -> Option<usize> {
    let found = bytes
        .iter()
        .position(|byte| *byte == sought || *byte == 0)?;
    (bytes.get(found) == Some(&sought)).then_some(found)
}
