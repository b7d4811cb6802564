//! Requests as bytes: `keyspace::request` reads them as a real server does, with its errors.

use crate::redis::Redis;
use setnx_playground::keyspace::{Protocol, Reply, Server, request};
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;

/// Whole requests, requests that break off, and what is none. After an error nothing more is read.
fn requests() -> Vec<Vec<u8>> {
    let texts: [&[u8]; 27] = [
        b"*2\r\n$4\r\nECHO\r\n$2\r\nhi\r\nPING\r\n",
        b"PING\nECHO \"a b\"\r\n\r\n   \r\nECHO 'x'\n",
        b"ECHO \"a\r\n",
        b"ECHO a\0b\r\nPING\r\n",
        b"*1\r\n$4\r\nPI",
        b"*2\r\n$4\r\nECHO\r\n$2\r\nhiXXPING\r\n",
        b"*0\r\nPING\r\n",
        b"*-7\r\nPING\r\n",
        b"*\r\nPING\r\n",
        b"*x\r\n",
        b"*+1\r\n$4\r\nPING\r\n",
        b"*01\r\n$4\r\nPING\r\n",
        b"* 1\r\n",
        b"*2147483648\r\n",
        b"*2147483647\r\n:1\r\n",
        b"*1\r\n:1\r\n",
        b"*1\r\n\n1\r\n",
        b"*1\r\n$x\r\n",
        b"*1\r\n$-1\r\n",
        b"*1\r\n$\r\n",
        b"*1\r\n$536870913\r\n",
        b"*1\r\n$0\r\n\r\nPING\r\n",
        b"*1\nPING\r\n",
        b"*1\rX$4\r\nPINGab*1\r\n$4\r\nPING\r\n",
        b"*1\r\n$4\r\nP\0NG\r\nPING\r\n",
        b"*\0\r\n",
        b"$4\r\nPING\r\n",
    ];
    let mut all: Vec<Vec<u8>> = texts.iter().map(|text| text.to_vec()).collect();
    let long = vec![b'1'; 64 * 1024 + 1];
    all.push([b"*", &long[..]].concat());
    all.push([b"*1\r\n$", &long[..]].concat());
    all.push(long);
    all
}

#[test]
fn requests_of_any_bytes_are_read_as_by_a_real_server() {
    let redis = Redis::start();
    for bytes in requests() {
        let mut stream = UnixStream::connect(redis.socket()).unwrap();
        // A server that has closed already takes no more.
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut theirs = Vec::new();
        let _ = stream.read_to_end(&mut theirs);
        assert_eq!(
            String::from_utf8_lossy(&ours(&bytes)),
            String::from_utf8_lossy(&theirs),
            "{}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(60)])
        );
    }
}

fn ours(mut bytes: &[u8]) -> Vec<u8> {
    let mut server = Server::new();
    let id = server.connect();
    let mut out = Vec::new();
    loop {
        match request(bytes) {
            Ok(Some((words, length))) => {
                if !words.is_empty() {
                    let reply = server.execute(id, 1_700_000_000_000, &words);
                    reply.encode(Protocol::Resp2, &mut out);
                }
                bytes = &bytes[length..];
            }
            Ok(None) => return out,
            Err(error) => {
                Reply::Error(error).encode(Protocol::Resp2, &mut out);
                return out;
            }
        }
    }
}
