//! What arrives by itself: messages of channels, events of keys, invalidations, and the replies of commands that waited.
//! Random commands of three connections, after each of which everything that has come anywhere is compared.

use crate::chance::Chance;
use crate::frame::Frame;
use crate::redis::{Connection, Redis};
use setnx_playground::keyspace::{Advance, Begun, ConnectionId, Delivery, KeyspaceMode, Server};

/// Lines, in which `@` before a number stands for the number of that connection, and `#` for a number that grows.
const LINES: &[&str] = &[
    "SUBSCRIBE news",
    "SUBSCRIBE news a",
    "UNSUBSCRIBE",
    "UNSUBSCRIBE news nosuch",
    "PSUBSCRIBE n*",
    "PSUBSCRIBE * n*",
    "PSUBSCRIBE __key*__:*",
    "PUNSUBSCRIBE",
    "PUNSUBSCRIBE n*",
    "SSUBSCRIBE news",
    "SUNSUBSCRIBE",
    "PUBLISH news hello",
    "PUBLISH a hello",
    "PUBLISH nobody x",
    "SPUBLISH news hello",
    "PUBSUB CHANNELS n*",
    "PUBSUB NUMSUB news a",
    "PUBSUB NUMPAT",
    "PUBSUB SHARDNUMSUB news",
    "PUBSUB CHANNELS a b",
    "SUBSCRIBE __keyspace@0__:a",
    "PING",
    "PING hello",
    "RESET",
    "HELLO 2",
    "HELLO 3",
    "GET a",
    "GET b",
    "MGET a b",
    "STRLEN a",
    "SET a 1",
    "SET b 2",
    "SET a 1 EX 100",
    "SET a 1 KEEPTTL GET",
    "SETNX a 1",
    "GETSET a 3",
    "GETDEL a",
    "GETEX a EX 10",
    "GETEX a PERSIST",
    "APPEND a x",
    "INCR a",
    "DECRBY b 3",
    "INCRBYFLOAT b 1.5",
    "SETRANGE a 2 x",
    "SETBIT a 7 1",
    "SETBIT a 7 1",
    "BITFIELD a SET u8 0 5",
    "BITOP NOT b a",
    "BITOP AND b nosuch",
    "MSET a 1 b 2",
    "MSETNX a 1 b 2",
    "DEL a",
    "DEL a b",
    "UNLINK b",
    "EXPIRE a 100",
    "EXPIRE a -1",
    "PERSIST a",
    "RENAME a b",
    "RENAMENX a b",
    "COPY a b",
    "COPY a b REPLACE",
    "MOVE a 1",
    "SELECT 1",
    "SELECT 0",
    "FLUSHDB",
    "FLUSHALL",
    "SWAPDB 0 1",
    "EXISTS a",
    "TYPE a",
    "TTL a",
    "MULTI",
    "EXEC",
    "DISCARD",
    "WATCH a",
    "CLIENT TRACKING ON",
    "CLIENT TRACKING OFF",
    "CLIENT TRACKING ON NOLOOP",
    "CLIENT TRACKING ON OPTIN",
    "CLIENT CACHING YES",
    "CLIENT TRACKING ON OPTOUT",
    "CLIENT CACHING NO",
    "CLIENT TRACKING ON BCAST PREFIX a",
    "CLIENT TRACKING ON BCAST",
    "CLIENT TRACKINGINFO",
    "CLIENT TRACKING ON REDIRECT @1",
    "CLIENT GETREDIR",
    "SUBSCRIBE __redis__:invalidate",
    "CONFIG SET notify-keyspace-events KEA",
    "CONFIG SET notify-keyspace-events Kn$",
    "CONFIG SET notify-keyspace-events ''",
    "CLIENT UNBLOCK @0",
    "CLIENT UNBLOCK @1 ERROR",
    "CLIENT REPLY SKIP",
    "CLIENT TRACKING ON BCAST NOLOOP",
    "EVAL \"return redis.call('get', 'a')\" 1 b",
    "EVAL \"return 1\" 1 a",
    "EVAL_RO \"return redis.call('get', 'b')\" 1 a",
    "EVAL \"return redis.call('set', 'a', 1)\" 1 a",
    "EVAL \"redis.call('get', 'a') return redis.call('incr', 'b')\" 1 b",
    "EVAL \"#!lua flags=no-writes\\nreturn redis.call('get', 'a')\" 1 a",
    "EVAL \"#!lua flags=allow-oom\\nreturn redis.call('set', 'a', 2)\" 1 a",
    "EVAL \"#!lua\\nreturn redis.call('set', 'a', 3)\" 1 a",
    "CONFIG SET maxmemory 1",
    "CONFIG SET maxmemory 0",
    "CONFIG SET maxmemory 0",
    "CONFIG SET maxmemory 0",
    "BITOP AND b a",
];

/// Lines that wait, and those that end a wait.
const WAITING: &[&str] = &[
    "WAIT 1 0",
    "XREAD BLOCK 0 STREAMS s $",
    "XREAD BLOCK 0 STREAMS s t $ 0",
    "XADD s #-1 f v",
    "XADD t #-1 f v",
    "DEL s",
    "DEL t",
    "XGROUP CREATE s g $ MKSTREAM",
    "XREADGROUP GROUP g c BLOCK 0 STREAMS s >",
    "XGROUP DESTROY s g",
    "BLPOP l m 0",
    "BRPOP m l 0",
    "BLMOVE l m LEFT RIGHT 0",
    "BLMPOP 0 2 l m LEFT COUNT 2",
    "LPUSH l 1",
    "RPUSH l 1 2 3",
    "RPUSH m x",
    "DEL l",
    "DEL m",
    "RENAME l m",
    "COPY l m REPLACE",
    "SET l x",
    "BZPOPMIN z 0",
    "BZPOPMAX z y 0",
    "BZMPOP 0 1 z MIN",
    "ZADD z 1 a 2 b",
    "ZADD y 1 a",
    "DEL z",
    "DEL y",
    "MULTI",
    "EXEC",
    "CLIENT UNBLOCK @0",
    "CLIENT UNBLOCK @2 ERROR",
    "FLUSHALL",
    // Results over what is there, and what of all this is heard of.
    "SORT m ALPHA STORE l",
    "SORT nosuch STORE l",
    "ZUNIONSTORE z 1 y",
    "ZRANGESTORE z y 0 -1",
    "SET z x",
    "SET s x",
    "SUNIONSTORE s k",
    "SADD k 1",
    "BITOP NOT l x",
    "SET x 1",
    "HELLO 3",
    "CLIENT TRACKING ON",
    "CLIENT TRACKING ON NOLOOP",
    "CLIENT TRACKING ON BCAST",
    "CLIENT TRACKING OFF",
    "LLEN l",
    "LLEN m",
    "EXISTS z",
    "CONFIG SET notify-keyspace-events KEAn",
    "CONFIG SET notify-keyspace-events ''",
    "PSUBSCRIBE __key*__:*",
    "RESET",
];

/// Lines that hold others back, scripts and transactions that those which wait hear of, and rules of the user that all are.
const HOLDING: &[&str] = &[
    "CLIENT PAUSE 1000000 WRITE",
    "CLIENT UNPAUSE",
    "CLIENT UNPAUSE",
    "CLIENT UNPAUSE",
    "CLIENT UNPAUSE",
    "EVAL \"redis.call('rpush', 'l', 1) return redis.call('lpop', 'l')\" 1 l",
    "EVAL \"return redis.call('rpush', KEYS[1], 1, 2)\" 1 m",
    "EVAL \"redis.call('zadd', 'z', 1, 'a') return redis.call('set', 'a', 1)\" 0",
    "EVAL \"return redis.call('sort', 'm', 'alpha', 'store', 'l')\" 2 l m",
    "EVAL \"return redis.call('get', 'a')\" 0",
    "EVAL_RO \"return redis.call('llen', 'l')\" 1 l",
    "EVALSHA ffffffffffffffffffffffffffffffffffffffff 0",
    "EVAL \"return redis.call('publish', 'news', 'x')\" 0",
    "EVAL \"#!lua flags=no-writes\\nreturn redis.call('lrange', 'l', 0, -1)\" 1 l",
    "FCALL nosuch 0",
    "PFCOUNT p",
    "PFADD p a",
    "MULTI",
    "EXEC",
    "EXEC",
    "BLPOP l 0",
    "BRPOPLPUSH l m 0",
    "BLMOVE m l RIGHT LEFT 0",
    "BZMPOP 0 2 y z MAX COUNT 2",
    "XREADGROUP GROUP g c BLOCK 0 STREAMS s s > >",
    "XADD s #-1 f v",
    "LPUSH l x y z",
    "ZADD z 3 c",
    "LINSERT l BEFORE x w",
    "LMOVE m l LEFT RIGHT",
    "LTRIM l 1 0",
    "ZINCRBY z 1 a",
    "GEOADD z 13 38 p",
    "ZDIFFSTORE z 2 y z",
    "GEOSEARCHSTORE z y FROMLONLAT 13 38 BYRADIUS 9 KM",
    "GEORADIUS z 13 38 9 KM STORE y",
    "SDIFFSTORE l k x",
    "RESTORE l 0 x",
    "RENAME s t",
    "RENAMENX m l",
    "COPY y z REPLACE",
    "MOVE l 1",
    "SELECT 1",
    "SELECT 0",
    "CLIENT UNBLOCK @1",
    "SUBSCRIBE news",
    "WATCH l",
    "UNWATCH",
    "CLIENT NO-EVICT ON",
    "CONFIG SET maxmemory 1",
    "CONFIG SET maxmemory 0",
    "CONFIG SET maxmemory 0",
    "ACL SETUSER default -@list",
    "ACL SETUSER default +@list",
    "ACL SETUSER default +@all",
    "ACL SETUSER default resetkeys ~l ~z %R~a",
    "ACL SETUSER default allkeys",
    "ACL SETUSER default allkeys",
];

/// Number of sequences of sixty lines in an ordinary run.
const SEQUENCES: u64 = 225;

#[test]
fn what_arrives_by_itself_is_what_a_real_server_sends() {
    let redis = Redis::start();
    let mut chance = Chance(crate::seed());
    let mut compared = 0;
    for number in 0..crate::number_from("SETNX_MESSAGES").unwrap_or(SEQUENCES) {
        let mut both = Both::new(&redis);
        let mut done = Vec::new();
        for _ in 0..60 {
            let lines = match number % 3 {
                0 => LINES,
                1 => WAITING,
                _ => [LINES, WAITING, HOLDING, HOLDING][chance.below(4)],
            };
            let (who, line) = (chance.below(3), lines[chance.below(lines.len())]);
            let command = KeyspaceMode::default().of_line(&words(line));
            if both.is_waiting(who) || command.is_none_or(|command| !command.is_here()) {
                continue;
            }
            if both.would_break_in(who, line) || both.would_wake_in_any_order(who, line) {
                continue;
            }
            // Redis ends with an assertion where the line of that connection is held back.
            let was_paused = done
                .iter()
                .any(|line: &String| line.contains("CLIENT PAUSE"));
            if was_paused && line.starts_with("CLIENT UNBLOCK") {
                continue;
            }
            done.push(format!("{who}: {line}"));
            both.step(who, line, &done);
        }
        compared += done.len();
    }
    println!("{compared} lines compared");
}

/// Three connections to each side, and one to the real server that waits until it is done.
struct Both {
    theirs: Vec<Connection>,
    control: Connection,
    their_ids: Vec<String>,
    server: Server,
    ours: Vec<ConnectionId>,
}

impl Both {
    fn new(redis: &Redis) -> Both {
        let mut control = redis.connect();
        for line in [
            "CLIENT UNPAUSE",
            // The connections of the sequence before, which the server may not have seen close.
            "CLIENT KILL TYPE normal SKIPME yes",
            "CLIENT KILL TYPE pubsub",
            "FLUSHALL",
            "CONFIG SET notify-keyspace-events ''",
            "CONFIG SET maxmemory 0",
            "ACL SETUSER default +@all allkeys",
            "SCRIPT FLUSH",
        ] {
            let argv = words(line);
            control.run(&[&argv]);
        }
        let mut theirs: Vec<Connection> = (0..3).map(|_| redis.connect()).collect();
        let number = |reply: Vec<u8>| String::from_utf8_lossy(&reply[1..]).trim().to_owned();
        let their_ids = theirs
            .iter_mut()
            .map(|one| number(one.ask("CLIENT ID")))
            .collect();
        let mut server = Server::new().with_script_engine(setnx_playground::lua::engine());
        // So that no other number of a reply is that of a connection.
        for _ in 0..100 {
            let id = server.connect();
            server.disconnect(id);
        }
        let ours = (0..3).map(|_| server.connect()).collect();
        Both {
            theirs,
            control,
            their_ids,
            server,
            ours,
        }
    }

    fn is_waiting(&self, who: usize) -> bool {
        self.server.is_waiting(self.ours[who])
    }

    /// A reply that is missing within EXEC's leaves its count wrong, and a lowered limit holds there for ours alone: a server
    /// looks at it before EXEC.
    fn would_break_in(&self, who: usize, line: &str) -> bool {
        let breaks_in = ["SUBSCRIBE", "CLIENT REPLY", "HELLO", "maxmemory"];
        breaks_in.iter().any(|word| line.contains(word))
            && self.server.in_transaction(self.ours[who])
    }

    /// Which of the keys that are waited for SWAPDB looks at first depends on a hash table.
    fn would_wake_in_any_order(&self, who: usize, line: &str) -> bool {
        let is_waited = (0..3).any(|who| self.is_waiting(who));
        line.starts_with("SWAPDB") && (is_waited || self.server.in_transaction(self.ours[who]))
    }

    fn step(&mut self, who: usize, line: &str, done: &[String]) {
        let with_ids = |id: &dyn Fn(usize) -> String| {
            let mut argv = words(line);
            for word in &mut argv {
                if word == b"#-1" {
                    *word = format!("{}-1", done.len()).into_bytes();
                }
                if let [b'@', digit] = word[..] {
                    *word = id(usize::from(digit - b'0')).into_bytes();
                }
            }
            argv
        };
        self.theirs[who].send(&with_ids(&|at| self.their_ids[at].clone()));
        // What a connection sent before was read before what is sent now is answered, twice over.
        for _ in 0..3 {
            self.control.ask("PING");
        }
        let argv = with_ids(&|at| self.ours[at].number().to_string());
        let mut sent: Vec<Vec<u8>> = vec![Vec::new(); 3];
        let now_ms = 1_700_000_000_000 + done.len() as i64;
        let reply = match self.server.begin(self.ours[who], now_ms, &argv) {
            Begun::Done(reply) => Some(reply),
            Begun::Waiting | Begun::Busy => None,
            Begun::Running => loop {
                match self.server.advance(u64::MAX) {
                    Advance::Done(reply) => break Some(reply),
                    Advance::Working(_) => {}
                    Advance::Waiting | Advance::Idle => break None,
                }
            },
        };
        if let Some(reply) = reply {
            reply.encode(self.server.protocol(self.ours[who]), &mut sent[who]);
        }
        for (at, bytes) in sent.iter_mut().enumerate() {
            let protocol = self.server.protocol(self.ours[at]);
            for delivery in self.server.take_deliveries(self.ours[at]) {
                match delivery {
                    Delivery::Reply(reply) | Delivery::Message(reply) => {
                        reply.encode(protocol, bytes)
                    }
                    Delivery::Closed => {}
                }
            }
        }
        for (at, ours) in sent.iter().enumerate() {
            let (theirs, _) = self.theirs[at].drain();
            let tells_ids = ["HELLO", "CLIENT TRACKINGINFO", "CLIENT GETREDIR", "EXEC"];
            let tells_ids = tells_ids.iter().any(|known| line.starts_with(known));
            let our_ids: Vec<String> = self.ours.iter().map(|id| id.number().to_string()).collect();
            let ids = |ids: &[String]| if tells_ids { ids.to_vec() } else { Vec::new() };
            assert_eq!(
                shown(&theirs, &ids(&self.their_ids)),
                shown(ours, &ids(&our_ids)),
                "at connection {at}, after\n{}",
                done.join("\n")
            );
        }
    }
}

/// The replies in some order: Redis has the patterns of a channel in that of a hash table, and messages of a transaction for
/// its own connection between the parts of its reply. Stream IDs are times.
fn shown(bytes: &[u8], ids: &[String]) -> Vec<String> {
    let mut rest = bytes;
    let mut all = Vec::new();
    while let Some(frame) = crate::frame::take_apart(&mut rest, &mut all) {
        all.push(frame);
    }
    let mut frames = Vec::new();
    for mut frame in all {
        // How many are left depends on the order, which in Redis is that of a hash table.
        if let Frame::Items(_, items) = &mut frame
            && let [Frame::Bytes(_, kind), _, Frame::Line(left)] = &mut items[..]
            && kind.ends_with(b"unsubscribe")
        {
            *left = b":some".to_vec();
        }
        without_times(&mut frame, ids);
        frames.push(format!("{frame:?}"));
    }
    assert!(rest.is_empty(), "half a reply: {}", bytes.escape_ascii());
    frames.sort();
    frames
}

/// Puts what is the same on both sides in the place of times and of numbers of connections.
pub fn without_times(frame: &mut Frame, ids: &[String]) {
    match frame {
        Frame::Line(line) => {
            // A redirected message of nothing has the null of the connection that it is about.
            if line == b"_" {
                *line = b"$-1".to_vec();
            }
            let place = ids
                .iter()
                .position(|id| line.strip_prefix(b":") == Some(id.as_bytes()));
            if let Some(place) = place {
                *line = format!(":connection {place}").into_bytes();
            }
        }
        Frame::Bytes(_, text) if text.len() > 14 && text.get(13) == Some(&b'-') => {
            *text = b"an ID".to_vec();
        }
        Frame::Items(_, items) => items.iter_mut().for_each(|item| without_times(item, ids)),
        Frame::Bytes(..) => {}
    }
}

pub fn words(line: &str) -> Vec<Vec<u8>> {
    setnx_playground::keyspace::words::split(line.as_bytes()).expect("a line of words")
}
