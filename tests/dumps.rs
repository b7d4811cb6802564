//! DUMP and RESTORE against a real redis-server: each restores what the other has dumped, and both refuse the same.

#[path = "chance/mod.rs"]
#[allow(dead_code, reason = "other tests ask more of it")]
mod chance;
#[path = "redis/mod.rs"]
#[allow(dead_code, reason = "other tests ask more of it")]
mod redis;

use chance::Chance;
use redis::frame::Frame;
use redis::{Connection, Redis};
use setnx_playground::keyspace::{ConnectionId, Protocol, Server, command};
use std::time::{SystemTime, UNIX_EPOCH};

/// The kinds of small sorted sets.
const ZSET_ZIPLIST: u8 = 12;
const ZSET_LISTPACK: u8 = 17;
/// The number of damaged dumps.
const DAMAGED: usize = 5_000;

/// Both servers, asked for one command after the other.
struct Pair {
    redis: Connection,
    server: Server,
    id: ConnectionId,
}

impl Pair {
    fn new(redis: &Redis) -> Pair {
        let mut server = Server::new();
        let id = server.connect();
        Pair {
            redis: redis.connect(),
            server,
            id,
        }
    }

    fn theirs(&mut self, argv: &[Vec<u8>]) -> Vec<u8> {
        self.redis.send(argv);
        self.redis.receive().expect("redis-server answers")
    }

    fn ours(&mut self, argv: &[Vec<u8>]) -> Vec<u8> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let now_ms = since.expect("a clock after 1970").as_millis() as i64;
        let mut bytes = Vec::new();
        let reply = self.server.execute(self.id, now_ms, argv);
        reply.encode(Protocol::Resp2, &mut bytes);
        bytes
    }

    /// The reply of both.
    fn both(&mut self, line: &str) -> [Vec<u8>; 2] {
        let argv = words(line);
        [self.theirs(&argv), self.ours(&argv)]
    }
}

/// Whether the engine has the command of a line.
fn is_here(line: &str) -> bool {
    let name = line.split(' ').next().unwrap_or_default().as_bytes();
    command::find(name)
        .is_some_and(|command| command.is_here() || !command.subcommands().is_empty())
}

/// A line of words; `#N` behind a letter stands for N of it.
fn words(line: &str) -> Vec<Vec<u8>> {
    let long = |word: &str| match word.split_once('#') {
        Some((letter, count)) => letter.repeat(count.parse().expect("a count")),
        None => word.to_string(),
    };
    line.split(' ')
        .map(|word| long(word).into_bytes())
        .collect()
}

/// The bytes of a bulk string.
fn text(reply: &[u8]) -> Vec<u8> {
    Frame::of(reply).expect("a reply").text().to_vec()
}

/// A whole dump of these bytes: with the version and the checksum of Redis 7.0.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = [body, &[10, 0]].concat();
    let mut sum = 0u64;
    for byte in &bytes {
        sum ^= u64::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 {
                sum >> 1 ^ 0x95ac_9329_ac4b_c9b5
            } else {
                sum >> 1
            };
        }
    }
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn restore(key: &str, dump: &[u8]) -> Vec<Vec<u8>> {
    [
        "RESTORE".into(),
        key.into(),
        "0".into(),
        dump.to_vec(),
        "REPLACE".into(),
    ]
    .into()
}

/// Lines that make the key `k`.
fn cases() -> Vec<Vec<String>> {
    let mut cases: Vec<Vec<String>> = Vec::new();
    let mut one = |line: &str| cases.push(vec![line.to_string()]);
    for value in [
        "0",
        "127",
        "128",
        "-128",
        "-129",
        "32767",
        "32768",
        "-32769",
        "2147483647",
        "2147483648",
        "-2147483648",
        "-2147483649",
        "9223372036854775807",
        "012",
        "a",
        "a#20",
        "a#21",
        "ab#11",
        "abcdefgh#5",
        "a#63",
        "a#64",
        "a#16383",
        "a#16384",
        "x#70000",
        "the-quick-brown-fox-jumps-over-the-lazy-dog-and-the-quick-cat",
    ] {
        one(&format!("SET k {value}"));
    }
    one("SETRANGE k 3000 x");
    one("APPEND k 12");
    one("XGROUP CREATE k g $ MKSTREAM");
    let several = |count: usize, line: &dyn Fn(usize) -> String| {
        (1..=count).map(line).collect::<Vec<String>>()
    };
    cases.push(several(1, &|at| format!("XADD k {at}-1 f v")));
    cases.push(several(350, &|at| {
        format!("XADD k {}-{at} f {at} g x#{at}", at / 3)
    }));
    cases.push(several(30, &|at| {
        format!("XADD k {at}-1 f{} {at} 5 4096", at % 4)
    }));
    let mut stream = several(20, &|at| format!("XADD k {at}-1 f v g {at}"));
    for line in [
        "XDEL k 3-1 7-1 20-1",
        "XGROUP CREATE k g 0",
        "XGROUP CREATE k behind 5-1 ENTRIESREAD 4",
        "XREADGROUP GROUP g c COUNT 5 STREAMS k >",
        "XREADGROUP GROUP g other COUNT 3 STREAMS k >",
        "XGROUP CREATECONSUMER k g idle",
        "XACK k g 1-1",
        "XTRIM k MAXLEN 9",
    ] {
        stream.push(line.to_string());
    }
    cases.push(stream);
    for (count, length) in [(1, 1), (5, 10), (128, 64), (129, 3), (3, 65), (1000, 20)] {
        cases.push(several(count, &|at| format!("HSET k f{at} v#{length}")));
        cases.push(several(count, &|at| {
            format!("ZADD k {}.25 m#{length}{at}", at % 7)
        }));
        cases.push(several(count, &|at| format!("SADD k m#{length}{at}")));
        cases.push(several(count, &|at| format!("RPUSH k v#{length} {at}")));
    }
    for step in [1, 300, 100_000_000, 10_000_000_000_000] {
        cases.push(several(20, &|at| {
            format!("SADD k {}", at as i64 * step - 5 * step)
        }));
        cases.push(several(20, &|at| {
            format!("ZADD k {} {at}", at as i64 * step)
        }));
    }
    cases.push(several(600, &|at| format!("SADD k {at}")));
    cases.push(vec![
        "ZADD k -inf a inf b 0 c -0 d 1e300 e 3.141592653589793 f 12345678901234567890 g".into(),
    ]);
    cases.push(vec![
        "RPUSH k x#9000 a b x#5000 x#5000 c 1 2 x#20000".into(),
    ]);
    cases
}

/// What shows all of a value, whatever its type; in any order for what lies in a hash table.
const LOOKS: &[&str] = &[
    "TYPE #",
    "OBJECT ENCODING #",
    "GET #",
    "XINFO STREAM # FULL COUNT 0",
    "XRANGE # - +",
    "HGETALL #",
    "SMEMBERS #",
    "ZRANGE # 0 -1 WITHSCORES",
    "LRANGE # 0 -1",
    "TTL #",
];

/// The place of XINFO among them, if all of them are here.
const XINFO: usize = 3;

fn looks(ask: &mut dyn FnMut(&[Vec<u8>]) -> Vec<u8>, key: &str) -> Vec<Vec<Frame>> {
    let look = |line: &&str| {
        let frame = Frame::of(&ask(&words(&line.replace('#', key)))).expect("a reply");
        let pairs = if line.starts_with("HGETALL") { 2 } else { 1 };
        let mut parts: Vec<Frame> = match frame.items() {
            [] => vec![frame.clone()],
            items => items
                .chunks(pairs)
                .map(|items| Frame::Items(b'*', items.to_vec()))
                .collect(),
        };
        if line.starts_with("HGETALL") || line.starts_with("SMEMBERS") {
            parts.sort();
        }
        parts
    };
    LOOKS
        .iter()
        .filter(|line| is_here(line))
        .map(look)
        .collect()
}

#[test]
fn each_server_restores_what_the_other_has_dumped() {
    let redis = Redis::start();
    let mut pair = Pair::new(&redis);
    for case in cases().into_iter().filter(|case| is_here(&case[0])) {
        let name = format!(
            "{} ({} lines)",
            &case[0][..case[0].len().min(60)],
            case.len()
        );
        pair.both("FLUSHALL");
        for line in &case {
            let [theirs, ours] = pair.both(line);
            assert_eq!(
                theirs[0] == b'-',
                ours[0] == b'-',
                "{line}: {}",
                ours.escape_ascii()
            );
        }
        let [theirs, ours] = pair.both("DUMP k").map(|reply| text(&reply));
        let there = restore("j", &ours);
        let here = restore("j", &theirs);
        assert_eq!(pair.theirs(&there), b"+OK\r\n", "theirs from ours: {name}");
        assert_eq!(pair.ours(&here), b"+OK\r\n", "ours from theirs: {name}");
        let original = looks(&mut |argv| pair.theirs(argv), "k");
        let there = looks(&mut |argv| pair.theirs(argv), "j");
        let here = looks(&mut |argv| pair.ours(argv), "j");
        for (at, original) in original.iter().enumerate() {
            // Consumers were seen, and entries delivered, at either server's own time.
            if at == XINFO {
                continue;
            }
            assert_eq!(
                &there[at], original,
                "{}: theirs from ours: {name}",
                LOOKS[at]
            );
            assert_eq!(
                &here[at], original,
                "{}: ours from theirs: {name}",
                LOOKS[at]
            );
        }
        // What was restored is dumped again as it was.
        let again = words("DUMP j");
        assert_eq!(text(&pair.ours(&again)).len(), ours.len(), "{name}");
        if theirs[0] != 2 && theirs[0] != 4 && theirs[0] != 18 {
            assert_eq!(text(&pair.theirs(&again)), ours, "{name}");
            assert_eq!(text(&pair.ours(&again)), theirs, "{name}");
        }
    }
}

/// A value in each form in which Redis 7.0 reads it and no longer writes it.
fn old_forms() -> Vec<Vec<u8>> {
    let ziplist = |entries: &[&[u8]]| {
        let (mut body, mut before, mut last) = (Vec::new(), 0, 10);
        for entry in entries {
            last = 10 + body.len();
            body.push(before);
            body.extend_from_slice(entry);
            before = 1 + entry.len() as u8;
        }
        let bytes = 11 + body.len() as u32;
        let count = entries.len() as u16;
        let header = [
            &bytes.to_le_bytes()[..],
            &(last as u32).to_le_bytes(),
            &count.to_le_bytes(),
        ];
        [&header.concat()[..], &body, &[255]].concat()
    };
    let entries: &[&[u8]] = &[
        b"\x01a",
        b"\xf3",
        b"\x02bc",
        b"\xc0\x00\x10",
        b"\x01d",
        b"\xfe\x80",
        b"\x01e",
        b"\xf0\x01\x02\x03",
        b"\x01f",
        b"\xd0\x01\x02\x03\x04",
        b"\x01g",
        b"\xe0\x01\x02\x03\x04\x05\x06\x07\x08",
    ];
    let list = ziplist(entries);
    let text = |bytes: &[u8]| [&[bytes.len() as u8][..], bytes].concat();
    let mut forms = Vec::new();
    for kind in [10u8, 12, 13] {
        for list in [
            &list[..],
            &ziplist(&[]),
            &ziplist(&entries[..1]),
            &ziplist(&[b"\x01a", b"\xf1", b"\x01a", b"\xf2"]),
            &ziplist(&[
                b"\x01a",
                b"\xf1",
                b"\x01b",
                b"\xc0\x00\x10",
                b"\x01c",
                b"\x041e22",
            ]),
        ] {
            // Redis keeps the members of a small sorted set in the order in which it reads them, even in a wrong one.
            if kind == ZSET_ZIPLIST && list.len() >= 60 {
                continue;
            }
            forms.push([&[kind][..], &text(list)].concat());
        }
    }
    forms.push([&[14, 2][..], &text(&list), &text(&ziplist(&[b"\x01z"]))].concat());
    forms.push([&[14, 1][..], &text(&ziplist(&[]))].concat());
    forms.push(b"\x09\x10\x02\x03foo\x03\x00bar\x01a\x01\x02bxx\xff"[..].to_vec());
    forms.push(b"\x01\x03\x01a\xc0\x05\x02bc".to_vec());
    forms.push(b"\x03\x02\x01a\x031.5\x01b\xfe".to_vec());
    forms.push(b"\x0b\x0e\x02\x00\x00\x00\x03\x00\x00\x00\x01\x00\x02\x00\x05\x00".to_vec());
    forms.push(b"\x0f\x00\x00\x05\x01\x01\x01g\x04\x00\x00\x00".to_vec());
    forms
}

#[test]
fn values_of_older_versions_are_read_and_damaged_ones_refused_as_by_redis() {
    // Without that, Redis trusts a dump whose checksum is right.
    let redis = Redis::start_with(&["--sanitize-dump-payload", "yes"]);
    let mut pair = Pair::new(&redis);
    let mut bodies = Vec::new();
    for case in cases()
        .into_iter()
        .filter(|case| case.len() < 40 && is_here(&case[0]))
    {
        pair.both("FLUSHALL");
        for line in &case {
            pair.both(line);
        }
        let [theirs, _] = pair.both("DUMP k").map(|reply| text(&reply));
        if theirs.len() < 2000 {
            bodies.push(theirs[..theirs.len() - 10].to_vec());
        }
    }
    let old = old_forms();
    for body in &old {
        compare(&mut pair, body);
    }
    bodies.extend(old);
    let mut chance = Chance(chance::seed("SETNX_DUMPS_SEED"));
    for _ in 0..DAMAGED {
        let mut body = bodies[chance.below(bodies.len())].clone();
        for _ in 0..=chance.below(2) {
            let at = chance.below(body.len());
            match chance.below(6) {
                0 => drop(body.remove(at)),
                1 => body.insert(at, chance.next() as u8),
                2 => body.truncate(at.max(1)),
                3 => body[at] = body[at].wrapping_add(1),
                _ => body[at] = chance.next() as u8,
            }
            if body.is_empty() {
                body.push(0);
            }
        }
        // As above.
        if matches!(body[0], ZSET_LISTPACK | ZSET_ZIPLIST) {
            pair.ours(&restore("k", &sealed(&body)));
            continue;
        }
        compare(&mut pair, &body);
    }
}

/// Restores a body on both sides, which is to be refused or to become the same value.
fn compare(pair: &mut Pair, body: &[u8]) {
    let argv = restore("k", &sealed(body));
    let [theirs, ours] = [pair.theirs(&argv), pair.ours(&argv)];
    assert_eq!(
        theirs.escape_ascii().to_string(),
        ours.escape_ascii().to_string(),
        "{}",
        body.escape_ascii()
    );
    if theirs[0] == b'+' {
        let there = looks(&mut |argv| pair.theirs(argv), "k");
        let here = looks(&mut |argv| pair.ours(argv), "k");
        assert!(
            there == here,
            "{}\n{there:?}\n{here:?}",
            body.escape_ascii()
        );
        let [_, dump] = pair.both("DUMP k");
        assert_eq!(
            pair.theirs(&restore("j", &text(&dump))),
            b"+OK\r\n",
            "{}",
            body.escape_ascii()
        );
        let back = looks(&mut |argv| pair.theirs(argv), "j");
        assert!(
            there == back,
            "{}\n{there:?}\n{back:?}",
            body.escape_ascii()
        );
    }
    pair.both("DEL k");
}
