//! A reply as the bytes that a server sends: RESP2, or RESP3 after HELLO 3.

use crate::number;
use crate::reply::{Protocol, Reply};

impl Reply {
    /// Appends the reply as a server sends it.
    pub fn encode(&self, protocol: Protocol, out: &mut Vec<u8>) {
        let is_resp3 = protocol == Protocol::Resp3;
        match self {
            Reply::Status(text) => push_line(out, b'+', text.as_bytes()),
            Reply::Error(error) => push_line(out, b'-', error.bytes()),
            Reply::Int(number) => push_number(out, b':', *number),
            Reply::Nil | Reply::NilArray if is_resp3 => out.extend_from_slice(b"_\r\n"),
            Reply::Nil => out.extend_from_slice(b"$-1\r\n"),
            Reply::NilArray => out.extend_from_slice(b"*-1\r\n"),
            Reply::Double(text) if is_resp3 => push_line(out, b',', text),
            Reply::Bulk(bytes) | Reply::Double(bytes) => push_bulk(out, b'$', b"", bytes),
            Reply::Text(bytes) if is_resp3 => push_bulk(out, b'=', b"txt:", bytes),
            Reply::Text(bytes) => push_bulk(out, b'$', b"", bytes),
            Reply::Bool(boolean) if is_resp3 => {
                push_line(out, b'#', if *boolean { b"t" } else { b"f" });
            }
            Reply::Bool(boolean) => push_number(out, b':', i64::from(*boolean)),
            Reply::BigNumber(text) if is_resp3 => push_line(out, b'(', text),
            Reply::BigNumber(text) => push_bulk(out, b'$', b"", text),
            Reply::Verbatim(format, text) if is_resp3 => {
                let [first, second, third] = *format;
                push_bulk(out, b'=', &[first, second, third, b':'], text);
            }
            Reply::Verbatim(_, text) => push_bulk(out, b'$', b"", text),
            Reply::Array(replies) => push_all(out, b'*', replies, protocol),
            Reply::Set(replies) => {
                let kind = if is_resp3 { b'~' } else { b'*' };
                push_all(out, kind, replies, protocol);
            }
            Reply::Map(pairs) | Reply::Pairs(pairs) => {
                let (kind, count) = match self {
                    Reply::Map(_) if is_resp3 => (b'%', pairs.len()),
                    _ if is_resp3 => (b'*', pairs.len()),
                    _ => (b'*', pairs.len() * 2),
                };
                push_number(out, kind, count as i64);
                for (name, value) in pairs {
                    if is_resp3 && kind == b'*' {
                        push_number(out, b'*', 2);
                    }
                    name.encode(protocol, out);
                    value.encode(protocol, out);
                }
            }
            Reply::Line(line) => push_line(out, b'+', line),
            Reply::Push(replies) => {
                let kind = if is_resp3 { b'>' } else { b'*' };
                push_all(out, kind, replies, protocol);
            }
            Reply::Several(replies) => {
                for reply in replies {
                    reply.encode(protocol, out);
                }
            }
            Reply::Nothing => {}
        }
    }
}

fn push_all(out: &mut Vec<u8>, kind: u8, replies: &[Reply], protocol: Protocol) {
    push_number(out, kind, replies.len() as i64);
    for reply in replies {
        reply.encode(protocol, out);
    }
}

fn push_bulk(out: &mut Vec<u8>, kind: u8, format: &[u8], bytes: &[u8]) {
    push_number(out, kind, (format.len() + bytes.len()) as i64);
    out.extend_from_slice(format);
    out.extend_from_slice(bytes);
    out.extend_from_slice(b"\r\n");
}

fn push_line(out: &mut Vec<u8>, kind: u8, text: &[u8]) {
    out.push(kind);
    out.extend_from_slice(text);
    out.extend_from_slice(b"\r\n");
}

fn push_number(out: &mut Vec<u8>, kind: u8, number: i64) {
    out.push(kind);
    number::push(out, number);
    out.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    #[test]
    fn each_kind_of_reply_has_its_own_first_byte() {
        let reply = Reply::Array(vec![
            Reply::OK,
            Reply::Int(-7),
            Reply::bulk("a\r\n"),
            Reply::Nil,
            Reply::Array(vec![]),
            Reply::Error(Error::fixed("ERR no")),
        ]);
        let mut bytes = Vec::new();
        reply.encode(Protocol::Resp2, &mut bytes);
        assert_eq!(
            bytes,
            b"*6\r\n+OK\r\n:-7\r\n$3\r\na\r\n\r\n$-1\r\n*0\r\n-ERR no\r\n"
        );
    }
}
