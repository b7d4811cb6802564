//! What chance and estimates have no part in, of commands whose replies are otherwise only compared in form.

use crate::redis::{Redis, words};
use setnx_playground::keyspace::{Protocol, Server};

/// Asks both servers for each line.
fn compare(lines: &[String]) {
    let redis = Redis::start();
    let mut theirs = redis.connect();
    let mut server = Server::new();
    let id = server.connect();
    for line in lines {
        let argv = words(line);
        let mut ours = Vec::new();
        let reply = server.execute(id, 1_700_000_000_000, &argv);
        reply.encode(Protocol::Resp2, &mut ours);
        let theirs = theirs.run(&[&argv]).remove(0);
        assert_eq!(
            String::from_utf8_lossy(&theirs),
            String::from_utf8_lossy(&ours),
            "{line}"
        );
    }
}

#[test]
fn the_memory_of_a_string_is_that_of_redis_and_so_is_that_of_a_small_value() {
    let mut lines = Vec::new();
    let lengths = (0..140)
        .chain((140..3000).step_by(7))
        .chain([5000, 20_000, 30_000]);
    for length in lengths {
        lines.push(format!("SET k {}", "x".repeat(length)));
        lines.push("MEMORY USAGE k".to_string());
    }
    for number in ["0", "12345", "-9223372036854775808"] {
        lines.push(format!("SET k {number}"));
        lines.push("MEMORY USAGE k SAMPLES 0".to_string());
    }
    for length in [1, 2, 29, 30, 31, 32, 33, 60, 250, 300] {
        let key = "k".repeat(length);
        lines.push(format!("SET {key} value"));
        lines.push(format!("MEMORY USAGE {key}"));
    }
    for at in 1..60 {
        lines.push(format!("HSET hash field:{at} {at}"));
        lines.push("MEMORY USAGE hash".to_string());
        lines.push(format!("SADD numbers {}", at * at));
        lines.push("MEMORY USAGE numbers".to_string());
        lines.push(format!("ZADD scores {at} member:{at}"));
        lines.push("MEMORY USAGE scores".to_string());
        lines.push(format!("RPUSH list element:{at}"));
        lines.push("MEMORY USAGE list".to_string());
    }
    compare(&lines);
}

#[test]
fn two_rows_of_squares_stand_in_order() {
    let mut lines = vec!["LOLWUT".to_string(), "LOLWUT VERSION 7 1 2".to_string()];
    for columns in [1, 2, 3, 7, 40, 66, 100, 999] {
        for across in [1, 2, 3, 8, 17] {
            for down in [1, 2] {
                lines.push(format!("LOLWUT VERSION 5 {columns} {across} {down}"));
            }
        }
    }
    compare(&lines);
}
