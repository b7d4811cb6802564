//! Replies as a server sends them, in RESP2 and RESP3.

use setnx_playground::keyspace::{Error, Reply};
use std::io::{BufRead, ErrorKind, Read, Result};
use std::sync::Arc;

/// Maximum depth of a reply, and maximum length of a string in it, in bytes. A server of documentation sends less.
const DEPTH_MAX: usize = 100;
const STRING_BYTES_MAX: usize = 512 * 1024 * 1024;

/// Appends a command.
pub fn write(out: &mut Vec<u8>, argv: &[Vec<u8>]) {
    out.extend_from_slice(format!("*{}\r\n", argv.len()).as_bytes());
    for word in argv {
        out.extend_from_slice(format!("${}\r\n", word.len()).as_bytes());
        out.extend_from_slice(word);
        out.extend_from_slice(b"\r\n");
    }
}

/// Reads a reply; what the server pushes before it is passed over. A status is a [`Reply::Text`], and so are RESP3's
/// numbers and truth values, in redis-cli's words.
pub fn read(stream: &mut impl BufRead) -> Result<Reply> {
    loop {
        if let Some(reply) = part(stream, 0)? {
            return Ok(reply);
        }
    }
}

/// A reply, or nothing for what is none.
fn part(stream: &mut impl BufRead, depth: usize) -> Result<Option<Reply>> {
    let line = line(stream)?;
    let (kind, rest) = line.split_first().ok_or_else(broken)?;
    if depth > DEPTH_MAX {
        return Err(broken());
    }
    let text = |text: String| Reply::Text(Arc::new(text.into_bytes()));
    let shown = String::from_utf8_lossy(rest).into_owned();
    Ok(Some(match kind {
        b'+' => text(shown),
        b'-' => Reply::Error(Error::quoting(rest.to_vec())),
        b':' => Reply::Int(number(rest)?),
        b'_' => Reply::Nil,
        b',' => text(format!("(double) {shown}")),
        b'(' => text(shown),
        b'#' => text(if rest == b"t" { "(true)" } else { "(false)" }.to_owned()),
        b'$' | b'=' | b'!' => match usize::try_from(number(rest)?) {
            Err(_) => Reply::Nil,
            Ok(len) => {
                let bytes = string(stream, len)?;
                match kind {
                    b'$' => Reply::bulk(bytes),
                    b'!' => Reply::Error(Error::quoting(bytes)),
                    // `txt:` or `mkd:`.
                    _ => Reply::Text(Arc::new(bytes.get(4..).unwrap_or_default().to_vec())),
                }
            }
        },
        b'*' | b'~' => match usize::try_from(number(rest)?) {
            Err(_) => Reply::NilArray,
            Ok(len) => {
                let parts = parts(stream, len, depth)?;
                if *kind == b'*' {
                    Reply::Array(parts)
                } else {
                    Reply::Set(parts)
                }
            }
        },
        b'%' => Reply::Map(pairs(stream, rest, depth)?),
        b'>' => {
            let len = usize::try_from(number(rest)?).map_err(|_| broken())?;
            parts(stream, len, depth)?;
            return Ok(None);
        }
        b'|' => {
            pairs(stream, rest, depth)?;
            return Ok(None);
        }
        _ => return Err(broken()),
    }))
}

fn parts(stream: &mut impl BufRead, len: usize, depth: usize) -> Result<Vec<Reply>> {
    let mut parts = Vec::new();
    while parts.len() < len {
        parts.extend(part(stream, depth + 1)?);
    }
    Ok(parts)
}

fn pairs(stream: &mut impl BufRead, len: &[u8], depth: usize) -> Result<Vec<(Reply, Reply)>> {
    let len = usize::try_from(number(len)?).map_err(|_| broken())?;
    let mut parts = parts(stream, len.saturating_mul(2), depth)?.into_iter();
    let mut pairs = Vec::new();
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        pairs.push((name, value));
    }
    Ok(pairs)
}

fn string(stream: &mut impl BufRead, len: usize) -> Result<Vec<u8>> {
    if len > STRING_BYTES_MAX {
        return Err(broken());
    }
    let mut bytes = Vec::new();
    stream.take(len as u64 + 2).read_to_end(&mut bytes)?;
    if bytes.len() != len + 2 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    bytes.truncate(len);
    Ok(bytes)
}

fn line(stream: &mut impl BufRead) -> Result<Vec<u8>> {
    let mut line = Vec::new();
    stream
        .take(STRING_BYTES_MAX as u64)
        .read_until(b'\n', &mut line)?;
    match line.strip_suffix(b"\r\n") {
        Some(text) => Ok(text.to_vec()),
        None => Err(ErrorKind::UnexpectedEof.into()),
    }
}

fn number(text: &[u8]) -> Result<i64> {
    let text = std::str::from_utf8(text).map_err(|_| broken())?;
    text.parse().map_err(|_| broken())
}

fn broken() -> std::io::Error {
    ErrorKind::InvalidData.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use setnx_playground::cli::format;
    use setnx_playground::keyspace::Protocol;

    fn shown(bytes: &[u8]) -> String {
        let reply = read(&mut &*bytes).unwrap();
        format(&reply, Protocol::Resp3)
    }

    #[test]
    fn each_kind_of_reply_is_printed_as_redis_cli_prints_it() {
        for (bytes, expected) in [
            ("+OK\r\n", "OK"),
            ("-ERR no\r\n", "(error) ERR no"),
            (":-7\r\n", "(integer) -7"),
            ("$3\r\na\r\n\r\n", "\"a\\r\\n\""),
            ("$-1\r\n", "(nil)"),
            ("*-1\r\n", "(nil)"),
            ("_\r\n", "(nil)"),
            ("*0\r\n", "(empty array)"),
            ("*2\r\n+a\r\n*1\r\n:1\r\n", "1) a\n2) 1) (integer) 1"),
            ("%1\r\n$1\r\na\r\n:1\r\n", "1# \"a\" => (integer) 1"),
            ("~1\r\n$1\r\na\r\n", "1~ \"a\""),
            (",3.5\r\n", "(double) 3.5"),
            ("#f\r\n", "(false)"),
            ("=7\r\ntxt:a\nb\r\n", "a\nb"),
            (">2\r\n+invalidate\r\n*0\r\n+PONG\r\n", "PONG"),
            ("|1\r\n+ttl\r\n:1\r\n+PONG\r\n", "PONG"),
        ] {
            assert_eq!(shown(bytes.as_bytes()), expected, "{bytes:?}");
        }
        for bytes in [
            "",
            "+OK",
            "$5\r\nab\r\n",
            "*1\r\n",
            "?\r\n",
            "$x\r\n",
            "$999999999999\r\n",
        ] {
            assert!(read(&mut bytes.as_bytes()).is_err(), "{bytes:?}");
        }
        let deep = "*1\r\n".repeat(200_000);
        assert!(read(&mut deep.as_bytes()).is_err());
    }
}
