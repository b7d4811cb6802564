//! Users: random rules on both sides, what they say of themselves, and commands of connections that have authenticated.

use crate::chance::Chance;
use crate::frame::Frame;
use crate::redis::{Connection, Redis};
use setnx_playground::keyspace::{Advance, Begun, ConnectionId, Delivery, Server};

const RULES: &[&str] = &[
    "on",
    "on",
    "on",
    "off",
    "ON",
    "nopass",
    "nopass",
    "resetpass",
    ">secret",
    ">other",
    "<secret",
    "<nosuch",
    "#2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b",
    "!2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b",
    "#2BB80D537B1DA3E38BD30361AA855686BDE0EACD7162FEF6A25FE97BF527A25B",
    "#2bb8",
    "sanitize-payload",
    "skip-sanitize-payload",
    "reset",
    "clearselectors",
    "allkeys",
    "~*",
    "resetkeys",
    "resetkeys",
    "~a*",
    "~a*",
    "~lock:*",
    "~l",
    "%R~a*",
    "%W~a*",
    "%RW~b",
    "%wr~c*",
    "%r~*",
    "%R~l",
    "%W~z",
    "%x~a",
    "%RR~a",
    "%R",
    "'~a b'",
    "allchannels",
    "&*",
    "resetchannels",
    "resetchannels",
    "&news",
    "&n*",
    "'&a b'",
    "allcommands",
    "+@all",
    "+@all",
    "-@all",
    "nocommands",
    "+@read",
    "+@write",
    "+@fast",
    "-@slow",
    "+@string",
    "-@dangerous",
    "-@admin",
    "+@connection",
    "+@pubsub",
    "-@keyspace",
    "+@transaction",
    "+@set",
    "-@list",
    "+@hash",
    "+@Stream",
    "+@scripting",
    "+@scripting",
    "+eval",
    "+fcall",
    "+@blocking",
    "+@nosuch",
    "+get",
    "+GET",
    "+set",
    "-set",
    "-get",
    "+del",
    "+incr",
    "-flushall",
    "+client",
    "+client|id",
    "-client|kill",
    "+config|get",
    "-config",
    "+acl|whoami",
    "+config|nosuch",
    "+config|get|x",
    "-config|set",
    "+select|0",
    "+select|1",
    "-select|0",
    "+get|",
    "+get|a",
    "+nosuch",
    "-nosuch",
    "+nosuch|x",
    "+multi",
    "+exec",
    "+subscribe",
    "+sort",
    "+mget",
    "+xread",
    "+bitfield",
    "(+get ~a*)",
    "(+@write ~z %R~a*)",
    "(+@all)",
    "(allkeys +mset)",
    "(+publish &news)",
    "(%R~a* +@all)",
    "()",
    "(",
    "(+get",
    "~a*)",
    "+set)",
    "(on)",
    "(+nosuch)",
    "(~a ~* ~b)",
    "''",
    "nosuch",
    "+",
    "-",
    "+@",
    "&",
    "~",
    "%",
    ">",
];

/// Lines of the connection that administers.
const ADMIN: &[&str] = &[
    "ACL LIST",
    "ACL LIST",
    "ACL USERS",
    "ACL WHOAMI",
    "ACL GETUSER amy",
    "ACL GETUSER amy",
    "ACL GETUSER bob",
    "ACL GETUSER default",
    "ACL GETUSER nosuch",
    "ACL DELUSER bob",
    "ACL DELUSER amy bob nosuch",
    "ACL DELUSER amy default",
    "ACL DELUSER nosuch",
    "ACL SETUSER 'a b' on",
    "ACL SETUSER",
    "ACL LOG",
    "ACL LOG",
    "ACL LOG 2",
    "ACL LOG -1",
    "ACL LOG x",
    "ACL LOG RESET",
    "ACL LOG 1 2",
    "ACL CAT",
    "ACL CAT read",
    "ACL CAT Dangerous",
    "ACL CAT nosuch",
    "ACL CAT a b",
    "ACL GENPASS",
    "ACL GENPASS 5",
    "ACL GENPASS 0",
    "ACL GENPASS 4097",
    "ACL GENPASS x",
    "ACL SAVE",
    "ACL LOAD",
    "ACL HELP",
    "ACL nosuch",
    "CONFIG SET acllog-max-len 2",
    "CONFIG SET acllog-max-len 128",
    "CONFIG SET acl-pubsub-default allchannels",
    "CONFIG SET acl-pubsub-default resetchannels",
    "CONFIG SET requirepass secret",
    "CONFIG SET requirepass ''",
    "CONFIG GET requirepass",
    "CLIENT KILL USER nosuch",
    "CLIENT KILL USER bob",
    "FLUSHALL",
    "SET a1 x",
    "RPUSH l a1 a2",
    "ZADD z 1 a",
    "INFO errorstats",
    "FUNCTION LOAD REPLACE \"#!lua name=l\\nredis.register_function('f', function(keys) return redis.call('set', keys[1] or 'b', 1) end)\"",
    "SCRIPT LOAD \"return redis.call('set','k','v')\"",
];

/// Lines of the connections that authenticate.
const WORK: &[&str] = &[
    "AUTH amy secret",
    "AUTH amy secret",
    "AUTH amy secret",
    "AUTH amy other",
    "AUTH amy test",
    "AUTH bob secret",
    "AUTH bob x",
    "AUTH default x",
    "AUTH default secret",
    "AUTH secret",
    "AUTH nosuch x",
    "AUTH a b c",
    "HELLO 3 AUTH amy secret",
    "HELLO 2 AUTH bob secret SETNAME it",
    "HELLO",
    "HELLO 2",
    "HELLO 3",
    "RESET",
    "ACL WHOAMI",
    "ACL WHOAMI",
    "PING",
    "ECHO x",
    "GET a1",
    "GET a1",
    "GET b",
    "GET lock:1",
    "SET a1 x",
    "SET a1 x GET",
    "SET b x",
    "SET lock:1 me NX EX 10",
    "DEL a1 b",
    "INCR a1",
    "MGET a1 b",
    "MSET a1 1 c1 2",
    "COPY a1 b",
    "RENAME b a1",
    "BITFIELD a1 GET u8 0",
    "BITFIELD a1 SET u8 0 1",
    "APPEND a1 x",
    "EXPIRE a1 100",
    "STRLEN a1",
    "KEYS *",
    "RPUSH l 1",
    "LRANGE l 0 -1",
    "SORT l BY nosort",
    "SORT l BY w_*",
    "SORT l GET #",
    "SORT l STORE a2",
    "ZADD z 1 a",
    "ZUNIONSTORE z 2 z a1",
    "XREAD COUNT 1 STREAMS a1 b 0 0",
    "XADD z * f v",
    "SUNION l z",
    "CLIENT ID",
    "CLIENT GETNAME",
    "CLIENT SETNAME me",
    "CONFIG GET maxmemory",
    "CONFIG SET maxmemory 0",
    "SELECT 0",
    "SELECT 1",
    "GET",
    "nosuch",
    "MULTI",
    "MULTI",
    "EXEC",
    "EXEC",
    "DISCARD",
    "WATCH a1",
    "PUBLISH news x",
    "PUBLISH other x",
    "SPUBLISH news x",
    "SUBSCRIBE news",
    "SUBSCRIBE news other",
    "PSUBSCRIBE n*",
    "PSUBSCRIBE ne*",
    "UNSUBSCRIBE news",
    "PUNSUBSCRIBE n*",
    "SSUBSCRIBE news",
    "FLUSHALL",
    "COMMAND COUNT",
    "EVAL \"return redis.call('get', 'a1')\" 0",
    "EVAL \"return redis.pcall('get', KEYS[1])\" 1 b",
    "EVAL \"return redis.call('set', 'a1', 'x')\" 0",
    "EVAL \"return redis.pcall('PUBLISH', 'news', 'x')\" 0",
    "EVAL \"return redis.call('PUBLISH', 'other', 'x')\" 0",
    "EVAL \"return redis.call('config', 'get', 'maxmemory')\" 0",
    "EVAL \"return redis.call('mset', 'a1', 1, 'b', 2)\" 0",
    "EVAL \"return redis.call('get')\" 0",
    "EVAL_RO \"return redis.call('set', 'a1', 'x')\" 0",
    "EVALSHA d223ed8c7345b684e8ed044ed472601f536fa58b 1 a1",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 get a1",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 SET b",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 PUBLISH news x",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 config",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 config get",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 client kill",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 config nosuch",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 nosuch",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 auth x",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 eval x 1 a1",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0 copy a1 b",
    "EVAL \"return tostring(redis.acl_check_cmd(unpack(ARGV)))\" 0",
    "FCALL f 1 a1",
    "FCALL f 0",
    "FCALL_RO f 1 b",
];

/// Number of sequences of an ordinary run, and of lines in one.
const SEQUENCES: u64 = 25;
const LINES: usize = 250;

#[test]
fn users_may_do_what_a_real_server_lets_them_do() {
    let mut chance = Chance(crate::seed());
    for _ in 0..crate::number_from("SETNX_USERS").unwrap_or(SEQUENCES) {
        let redis = Redis::start();
        let mut both = Both::new(&redis);
        for _ in 0..LINES {
            let (who, argv) = line(&mut chance);
            both.step(&redis, who, &argv);
        }
    }
}

/// A connection and its line: the first one administers.
fn line(chance: &mut Chance) -> (usize, Vec<Vec<u8>>) {
    match chance.below(10) {
        0..2 => {
            let user = ["amy", "amy", "amy", "bob", "bob", "default"][chance.below(6)];
            let mut argv = words(&format!("ACL SETUSER {user}"));
            for _ in 0..chance.below(6) {
                let rule = RULES[chance.below(RULES.len())];
                argv.extend(words(rule));
            }
            if user == "default" && chance.below(4) > 0 {
                argv.extend(words("resetpass nopass +@all ~* on"));
            }
            (0, argv)
        }
        2 => {
            let user = ["amy", "amy", "bob", "default", "nosuch"][chance.below(5)];
            let mut argv = words(&format!("ACL DRYRUN {user}"));
            argv.extend(words(WORK[chance.below(WORK.len())]));
            (0, argv)
        }
        3..5 => (0, words(ADMIN[chance.below(ADMIN.len())])),
        _ => {
            let line = WORK[chance.below(WORK.len())];
            // One that subscribes does not publish: its own message would come before the reply.
            let who = match () {
                () if line.contains("SUBSCRIBE") => 2,
                () if line.contains("PUBLISH") => 1,
                () => 1 + chance.below(2),
            };
            (who, words(line))
        }
    }
}

struct Both {
    theirs: Vec<Connection>,
    server: Server,
    ours: Vec<ConnectionId>,
    done: Vec<String>,
}

impl Both {
    fn new(redis: &Redis) -> Both {
        let engine = setnx_playground::lua::engine();
        let mut server = Server::new().with_script_engine(engine);
        Both {
            theirs: (0..3).map(|_| redis.connect()).collect(),
            ours: (0..3).map(|_| server.connect()).collect(),
            server,
            done: Vec::new(),
        }
    }

    fn step(&mut self, redis: &Redis, who: usize, argv: &[Vec<u8>]) {
        let shown_line = argv.join(&b' ').escape_ascii().to_string();
        // What a subscriber brings about itself stands in the middle of EXEC's reply.
        let breaks_in = ["SUBSCRIBE", "HELLO", "RESET"];
        let is_odd = breaks_in.iter().any(|word| shown_line.contains(word));
        if is_odd && self.server.in_transaction(self.ours[who]) {
            return;
        }
        self.done.push(format!("{who}: {shown_line}"));
        self.theirs[who].send(argv);
        let theirs = self.theirs[who].receive();
        let ours = self.ask(who, argv);
        if theirs.as_deref() != Some(&ours[..]) {
            let one = theirs.as_deref().map(|theirs| shown(argv, theirs));
            let other = Some(shown(argv, &ours));
            assert_eq!(one, other, "after\n{}", self.done.join("\n"));
        }
        for at in 0..3 {
            let is_closed = self.server.selected(self.ours[at]).is_none();
            if is_closed {
                // What was sent before the end comes first.
                while self.theirs[at].receive().is_some() {}
                self.theirs[at] = redis.connect();
                self.ours[at] = self.server.connect();
            } else if argv[0] == b"ACL" || argv[0] == b"CLIENT" {
                // That none is closed which is open here.
                let (rest, has_ended) = self.theirs[at].drain();
                assert!(!has_ended, "closed: {at}\n{}", self.done.join("\n"));
                assert!(at != who || rest.is_empty());
            }
        }
        // Messages, and further replies of SUBSCRIBE.
        for _ in 0..2 {
            self.theirs[0].ask("PING");
        }
        self.theirs
            .iter_mut()
            .skip(1)
            .for_each(|one| drop(one.drain()));
    }

    /// Our first reply.
    fn ask(&mut self, who: usize, argv: &[Vec<u8>]) -> Vec<u8> {
        let id = self.ours[who];
        let protocol = self.server.protocol(id);
        let reply = match self.server.begin(id, 1_700_000_000_000, argv) {
            Begun::Done(reply) => reply,
            Begun::Running => match self.server.advance(u64::MAX) {
                Advance::Done(reply) => reply,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        let now = self.server.protocol(id);
        let mut bytes = Vec::new();
        let protocol = if argv[0] == b"RESET" { protocol } else { now };
        reply.encode(protocol, &mut bytes);
        for id in self.ours.clone() {
            let _: Vec<Delivery> = self.server.take_deliveries(id);
        }
        let mut rest = &bytes[..];
        match crate::frame::take(&mut rest) {
            Some(_) => bytes[..bytes.len() - rest.len()].to_vec(),
            None => bytes,
        }
    }
}

/// A reply without what differs by right: chance, times, numbers of connections, and the order of hash tables.
fn shown(argv: &[Vec<u8>], reply: &[u8]) -> String {
    let Some(mut frame) = Frame::of(reply) else {
        return reply.escape_ascii().to_string();
    };
    let line = argv.join(&b' ').to_ascii_uppercase();
    if line == b"EXEC" {
        plain(&mut frame);
    }
    let is = |start: &str| line.starts_with(start.as_bytes());
    match () {
        () if reply.starts_with(b"-") => {}
        () if is("ACL LIST") || is("ACL GETUSER") => crate::normalise::sorted_rules(&mut frame),
        () if is("ACL LOG") => log(&mut frame),
        () if is("ACL CAT") || is("KEYS") || is("SUNION") => sort(&mut frame),
        () if is("ACL GENPASS") => {
            frame = Frame::Line(frame.text().len().to_string().into_bytes());
        }
        () if is("HELLO") || is("CLIENT ID") || is("XADD") || is("COMMAND") => {
            frame = Frame::Line(b"+something".to_vec());
        }
        () if is("INFO") => sort(&mut frame),
        () => {}
    }
    crate::counts::text(&frame)
}

/// What is in a transaction: errors alone.
fn plain(frame: &mut Frame) {
    for item in frame.items_mut().into_iter().flatten() {
        let is_error = matches!(item, Frame::Line(line) if line[0] == b'-');
        if !is_error {
            *item = Frame::Line(b"+something".to_vec());
        }
    }
}

fn sort(frame: &mut Frame) {
    if let Some(items) = frame.items_mut() {
        items.sort();
    }
}

fn log(frame: &mut Frame) {
    for entry in frame.items_mut().into_iter().flatten() {
        let fields = entry.items_mut().expect("an entry has fields");
        assert_eq!(fields.len(), 14);
        fields[11] = match &fields[11] {
            Frame::Bytes(..) => Frame::Bytes(b'$', b"a number".to_vec()),
            _ => Frame::Line(b",a number".to_vec()),
        };
        let info = String::from_utf8_lossy(fields[13].text()).into_owned();
        let kept = ["name", "db", "sub", "multi", "cmd", "user", "resp"];
        let parts = info.split(' ').filter(|part| {
            let name = part.split('=').next();
            kept.iter().any(|kept| name == Some(kept))
        });
        let kept: Vec<&str> = parts.collect();
        fields[13] = Frame::Bytes(b'$', kept.join(" ").into_bytes());
    }
}

fn words(line: &str) -> Vec<Vec<u8>> {
    setnx_playground::keyspace::words::split(line.as_bytes()).expect("a line of words")
}
