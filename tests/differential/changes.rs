//! How many changes each command makes, which INFO shows as `rdb_changes_since_last_save`.

use crate::messages::words;
use crate::redis::Redis;
use setnx_playground::keyspace::{Advance, Begun, Server};
use setnx_playground::lua;

/// Lines of one connection, from an empty server on. Generated lines of other commands are compared in `lookups`; here
/// are those with a time, that take members by chance, or that name no key.
const LINES: &[&str] = &[
    "SET a 1",
    "SET a 1 EX 100",
    "SET a 1 KEEPTTL",
    "SET a 1 NX",
    "SETEX a 100 1",
    "GETEX a EX 10",
    "GETEX a PERSIST",
    "GETEX a PERSIST",
    "EXPIRE a 100",
    "EXPIRE a 100 NX",
    "PERSIST a",
    "PERSIST a",
    "EXPIRE a -1",
    "EXPIRE a -1",
    "SET a 1",
    "GETEX a PXAT 1",
    "SET a 2 PXAT 1",
    "SADD s 1 2 3 4 5 6 7 8",
    "SPOP s",
    "SPOP s 3",
    "SPOP s 0",
    "SPOP s 100",
    "SPOP s 100",
    "RPUSH l 1 2 3 4 5 6",
    "BLPOP l 1",
    "BLMPOP 1 1 l LEFT COUNT 2",
    "BLMOVE l m LEFT RIGHT 1",
    "BRPOPLPUSH l m 1",
    "BLPOP nosuch 0.001",
    "ZADD z 1 a 2 b 3 c 4 d",
    "BZPOPMIN z 1",
    "BZMPOP 1 1 z MIN COUNT 2",
    "XADD x 1-1 f v",
    "XADD x 2-1 f v",
    "XADD x 3-1 f v",
    "XADD x 4-1 f v",
    "XGROUP CREATE x g 0",
    "XGROUP CREATE x g 0",
    "XGROUP CREATE y g 0 MKSTREAM",
    "XGROUP CREATECONSUMER x g c",
    "XGROUP CREATECONSUMER x g c",
    "XGROUP SETID x g 0",
    "XREADGROUP GROUP g c COUNT 2 STREAMS x >",
    "XREADGROUP GROUP g c STREAMS x 0",
    "XREADGROUP GROUP g d COUNT 1 NOACK STREAMS x >",
    "XREADGROUP GROUP g e STREAMS x y 0 0",
    "XREADGROUP GROUP g e STREAMS x y 0 >",
    "XREADGROUP GROUP g f COUNT 1 STREAMS x y > 0",
    "XREADGROUP GROUP g h STREAMS x y > >",
    "XREADGROUP GROUP g c COUNT 2 STREAMS x x > >",
    "XCLAIM x g i 999999 1-1",
    "XCLAIM x g i 0 1-1 2-1",
    "XCLAIM x g j 0 1-1 JUSTID",
    "XCLAIM x g j 0 99-1 FORCE",
    "XCLAIM x g k 999999 1-1 LASTID 9-9",
    "XCLAIM x g k 0 1-1 LASTID 10-9",
    "XAUTOCLAIM x g l 999999 0",
    "XAUTOCLAIM x g l 0 0",
    "XAUTOCLAIM x g l 0 0 COUNT 1 JUSTID",
    "XDEL x 1-1",
    "XDEL x 1-1 2-1 99-1",
    "XCLAIM x g l 0 1-1",
    "XAUTOCLAIM x g m 0 0",
    "XACK x g 2-1 3-1 4-1",
    "XACK x g 3-1",
    "XACK nosuch g 3-1",
    "XGROUP DELCONSUMER x g l",
    "XGROUP DELCONSUMER x g nosuch",
    "XGROUP DESTROY x g",
    "XGROUP DESTROY x g",
    "XADD x MAXLEN 1 20-1 f v",
    "XADD nosuch NOMKSTREAM 20-1 f v",
    "XSETID x 30-1",
    "XTRIM x MAXLEN 0",
    "PFADD p",
    "PFADD p",
    "PFADD p a b c",
    "PFADD p a",
    "PFCOUNT p",
    "PFCOUNT p",
    "PFDEBUG TODENSE p",
    "PFDEBUG TODENSE p",
    "PFDEBUG GETREG p",
    "SWAPDB 0 1",
    "SWAPDB 0 0",
    "SWAPDB 0 1",
    r#"EVAL "redis.call('set', 'a', 1) redis.call('sadd', 'k', 1, 2, 3) return redis.call('get', 'a')" 0"#,
    r#"EVAL "redis.pcall('incr', 'k') return redis.call('del', 'k', 'a', 'nosuch')" 0"#,
    "SCRIPT LOAD 'return 2'",
    "SCRIPT FLUSH",
    r##"FUNCTION LOAD "#!lua name=two\nredis.register_function('f', function() return redis.call('rpush', 'l', 1, 2) end)""##,
    r##"FUNCTION LOAD "#!lua name=two\nredis.register_function('f', function() return 1 end)""##,
    "FCALL f 0",
    "FUNCTION DELETE two",
    "FUNCTION DELETE two",
    "FUNCTION FLUSH",
    "PUBLISH a b",
    "SPUBLISH a b",
    "CONFIG SET hz 10",
    "ACL SETUSER someone",
    "ACL DELUSER someone",
    "MULTI",
    "SADD k 7 8",
    "GET nosuch",
    "MSET a 1 b 2",
    "EXEC",
    "MULTI",
    "INCR b",
    "DISCARD",
    "SELECT 3",
    "SET a 1",
    "SELECT 0",
    "FLUSHDB",
    "FLUSHDB",
    "SET a 1",
    "FLUSHALL",
    "FLUSHALL",
];

#[test]
fn changes_are_counted_as_by_a_real_server() {
    let redis = Redis::start();
    let (mut theirs, mut asking) = (redis.connect(), redis.connect());
    let mut server = Server::new().with_script_engine(lua::engine());
    let (ours, own_asking) = (server.connect(), server.connect());
    let mut differ = Vec::new();
    let mut before = [0, 0];
    for line in LINES {
        let argv = words(line);
        theirs.send(&argv);
        let reply = theirs.receive().expect("a reply");
        let mut own_reply = Vec::new();
        let protocol = server.protocol(ours);
        match server.begin(ours, NOW_MS, &argv) {
            Begun::Done(reply) => reply.encode(protocol, &mut own_reply),
            Begun::Running => loop {
                match server.advance(u64::MAX) {
                    Advance::Done(reply) => break reply.encode(protocol, &mut own_reply),
                    Advance::Working(_) => {}
                    Advance::Waiting | Advance::Idle => panic!("{line} waits"),
                }
            },
            // It gives up at once.
            Begun::Waiting => server.wake(i64::MAX),
            Begun::Busy => panic!("{line} finds the server busy"),
        }
        server.take_deliveries(ours);
        let info = words("INFO persistence");
        let mut own_info = Vec::new();
        server
            .execute(own_asking, NOW_MS, &info)
            .encode(protocol, &mut own_info);
        let after = [changes(&asking.ask("INFO persistence")), changes(&own_info)];
        let [there, here] = [after[0] - before[0], after[1] - before[1]];
        if there != here || reply.starts_with(b"-") != own_reply.starts_with(b"-") {
            differ.push(format!("{line}: {there} changes there, {here} here"));
        }
        before = after;
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(before[0] > 100, "{} changes in all", before[0]);
}

/// Any time: nothing expires by itself.
const NOW_MS: i64 = 1_700_000_000_000;

/// The number in a reply to INFO.
pub fn changes(info: &[u8]) -> i64 {
    let text = String::from_utf8_lossy(info);
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("rdb_changes_since_last_save:"));
    let number = line.expect("INFO counts changes").trim();
    number.parse().expect("a number")
}
