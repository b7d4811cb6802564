//! A reply as the bytes that a server sends: RESP2.

use super::number;
use super::reply::Reply;

impl Reply {
    /// Appends the reply as RESP2.
    pub fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Reply::Status(text) => push_line(out, b'+', text.as_bytes()),
            Reply::Error(error) => push_line(out, b'-', error.bytes()),
            Reply::Int(number) => push_number(out, b':', *number),
            Reply::Nil => out.extend_from_slice(b"$-1\r\n"),
            Reply::Bulk(bytes) => {
                push_number(out, b'$', bytes.len() as i64);
                out.extend_from_slice(bytes);
                out.extend_from_slice(b"\r\n");
            }
            Reply::Array(replies) => {
                push_number(out, b'*', replies.len() as i64);
                for reply in replies {
                    reply.encode(out);
                }
            }
        }
    }
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
    use crate::keyspace::Error;

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
        reply.encode(&mut bytes);
        assert_eq!(
            bytes,
            b"*6\r\n+OK\r\n:-7\r\n$3\r\na\r\n\r\n$-1\r\n*0\r\n-ERR no\r\n"
        );
    }
}
