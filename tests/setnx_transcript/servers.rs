//! `--redis`: the same documents on a real server, which keeps what it had and is told nothing beyond keys.

use crate::program::{Ran, documents, folder, run};
use crate::redis::Redis;
use std::io::{Read, Write};
use std::net::TcpListener;

/// A server that listens on a port, and its address.
pub fn start() -> (Redis, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let port = address.port().to_string();
    let redis = Redis::start_with(&["--port", &port]);
    (redis, address.to_string())
}

fn check(address: &str, text: &str, args: &[&str]) -> Ran {
    let folder = folder(&[("a.md", format!("```redis\n{text}\n```\n").as_bytes())]);
    let args = [&["--redis", address], args, &["a.md"]].concat();
    run(folder.path(), &args)
}

#[test]
fn a_server_finds_what_the_engine_finds() {
    let (_redis, address) = start();
    for name in [
        "right.md",
        "wrong.md",
        "component.mdx",
        "guide.adoc",
        "guide.rst",
        "page.html",
    ] {
        let here = run(&documents(), &["--json", name]);
        // The documents say by FLUSHALL that they begin with no keys.
        let there = run(
            &documents(),
            &["--json", "--allow", "FLUSHALL", "--redis", &address, name],
        );
        let read = |ran: &Ran| -> serde_json::Value {
            let mut report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
            // The order of KEYS may be the written one by chance.
            report["files"][0]["masked"] = serde_json::Value::Null;
            report
        };
        let (here, there) = (read(&here), read(&there));
        assert_eq!(here["files"], there["files"], "{name}");
        let title = format!("Redis 7.0.15 at {address}");
        assert_eq!(there["server"], serde_json::json!(title));
    }
}

#[test]
fn a_server_that_has_keys_or_copies_keeps_them() {
    let (redis, address) = start();
    let mut connection = redis.connect();
    connection.ask("SELECT 9");
    connection.ask("SET precious 1");
    let ran = check(&address, "redis> PING\nPONG", &["--allow", "FLUSHALL"]);
    let said = format!("{address} is not empty (db9:keys=1,");
    assert!(ran.code == 2 && ran.err.contains(&said), "{}", ran.err);
    assert_eq!(connection.ask("GET precious"), b"$1\r\n1\r\n");
    connection.ask("DEL precious");
    connection.ask("REPLICAOF 127.0.0.1 1");
    let ran = check(&address, "redis> PING\nPONG", &[]);
    assert!(
        ran.code == 2 && ran.err.contains("is replicated"),
        "{}",
        ran.err
    );
}

/// Lines that change more than keys.
const BEYOND_KEYS: &[&str] = &[
    "ACL SETUSER alan on",
    "BGSAVE",
    "CLIENT KILL TYPE normal",
    "CLIENT PAUSE 100",
    "CLUSTER RESET",
    "CONFIG SET maxmemory 1gb",
    "DEBUG SLEEP 0",
    "FAILOVER",
    "FLUSHALL",
    "FLUSHDB",
    "FUNCTION FLUSH",
    "MODULE LOAD /tmp/no.so",
    "REPLICAOF 127.0.0.1 1",
    "SAVE",
    "SCRIPT FLUSH",
    "SHUTDOWN NOSAVE",
    "SLAVEOF 127.0.0.1 1",
    "SLOWLOG RESET",
];

#[test]
fn what_reaches_beyond_keys_is_not_sent_unless_it_is_allowed_by_name() {
    let (redis, address) = start();
    for line in BEYOND_KEYS {
        for text in [
            format!("redis> {line}\nOK"),
            format!(
                "redis> MULTI\nOK\nredis(TX)> {}\nQUEUED\nredis(TX)> EXEC\n1) OK",
                line.to_lowercase()
            ),
        ] {
            let ran = check(&address, &text, &[]);
            assert_eq!(ran.code, 0, "{line}: {}{}", ran.out, ran.err);
            assert!(
                ran.out.contains("reaches beyond keys: `--allow \""),
                "{}",
                ran.out
            );
        }
    }
    let mut connection = redis.connect();
    let maxmemory = |connection: &mut crate::redis::Connection| {
        String::from_utf8(connection.ask("CONFIG GET maxmemory")).unwrap()
    };
    assert!(maxmemory(&mut connection).ends_with("\r\n0\r\n"));
    assert_eq!(connection.ask("ACL USERS"), b"*1\r\n$7\r\ndefault\r\n");
    let text = "redis> CONFIG SET maxmemory 1gb\nOK\nredis> DEBUG SLEEP 0\nOK";
    let ran = check(&address, text, &["--allow", "config set"]);
    assert!(
        ran.out.contains("1 of 2 replies not checked: DEBUG"),
        "{}",
        ran.out
    );
    assert!(maxmemory(&mut connection).ends_with("\r\n1073741824\r\n"));
}

#[test]
fn functions_that_are_allowed_end_with_their_transcript() {
    let (redis, address) = start();
    let load = "redis> FUNCTION LOAD \"#!lua name=one\\nredis.register_function('f', function() return 1 end)\"\n\
                \"one\"\nredis> FCALL f 0\n(integer) 1";
    let text = [load, load].join("\n```\n\n```redis\n");
    let ran = check(&address, &text, &["--allow", "FUNCTION LOAD", "--strict"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let mut connection = redis.connect();
    assert_eq!(connection.ask("FUNCTION LIST"), b"*0\r\n");
    let library = "#!lua name=own\nredis.register_function('f', function() return 1 end)";
    connection.run(&[&["FUNCTION", "LOAD", library].map(|word| word.into())]);
    let ran = check(&address, &text, &["--allow", "FUNCTION LOAD"]);
    assert!(
        ran.code == 2 && ran.err.contains("has functions"),
        "{}",
        ran.err
    );
}

#[test]
fn what_only_reads_is_sent() {
    let (redis, address) = start();
    let text = "redis> SET a 1\nOK\nredis> KEYS *\n1) \"a\"\nredis> CONFIG GET maxmemory\n1) \"maxmemory\"\n2) \"0\"\n\
                redis> ACL WHOAMI\n\"default\"\nredis> SORT none\n(empty array)\nredis> EVAL \"return 1\" 0\n(integer) 1\n\
                redis> INFO server\n# Server\n...\nredis> HELLO 3\n...\nredis> ZADD z 1.5 a\n(integer) 1\n\
                redis> ZSCORE z a\n(double) 1.5\nredis> help SET\n...\nredis> GET 'a\nInvalid argument(s)\n\
                redis> 2 INCR a\n(integer) 2\n(integer) 3\nredis> QUIT\nredis> PING\nPONG\n\
                redis> XADD s * f v\n\"1526919030474-0\"\nredis> XRANGE s 1526919030474-0 +\n1) 1) \"1526919030474-0\"\n   \
                2) 1) \"f\"\n      2) \"v\"\nredis> SET t 1 EX 10\nOK\nredis> TTL t\n(integer) 10";
    let ran = check(&address, text, &["--strict"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let left = redis.connect().ask("DBSIZE");
    assert_eq!(left, b":0\r\n", "the server is left empty");
}

#[test]
fn replies_that_do_not_come_or_do_not_end_are_not_waited_for() {
    let (_redis, address) = start();
    let text = "redis> SUBSCRIBE news\n1) \"subscribe\"\nredis> CLIENT REPLY OFF\nOK\nredis> BLPOP none 0\n1) \"none\"\n\
                redis> PING\nPONG";
    let ran = check(&address, text, &["--verbose"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for why in [
        "SUBSCRIBE news: not checked: SUBSCRIBE has replies that go on",
        "CLIENT REPLY OFF: not checked: CLIENT REPLY has replies that go on",
        "BLPOP none 0: not checked: the server gave no reply within 5 seconds",
        "4 replies, 3 not checked",
    ] {
        assert!(ran.out.contains(why), "{}", ran.out);
    }
}

#[test]
fn a_server_that_is_not_there_or_goes_away_is_named() {
    let (_redis, address) = start();
    let text = "redis> SHUTDOWN NOSAVE\nOK\nredis> PING\nPONG";
    let ran = check(&address, text, &["--allow", "SHUTDOWN"]);
    let said = format!("{address} cannot be reached: ");
    assert!(ran.code == 2 && ran.err.contains(&said), "{}", ran.err);
    let ran = check(&address, text, &[]);
    assert!(ran.code == 2 && ran.err.contains(&said), "{}", ran.err);
    assert_eq!(check("nonsense", text, &[]).code, 2);
}

#[test]
fn a_server_of_another_protocol_is_not_used() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let other = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 100]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    let ran = check(&address, "redis> PING\nPONG", &[]);
    assert!(ran.code == 2 && ran.err.contains(&address), "{}", ran.err);
    other.join().unwrap();
}
