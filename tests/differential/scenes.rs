//! Commands that mean something together: what chance alone would seldom put in a row.

use crate::generate::{self, Sequence};
use crate::redis::words;
use crate::{forms, pool};

/// One scene, on the connection that speaks and sometimes on the other.
pub fn play(sequence: &mut Sequence<'_>) {
    match sequence.chance.below(14) {
        13 => weights(sequence),
        12 => many_numbers(sequence),
        0 => names_and_patterns(sequence),
        1 => around_a_deadline(sequence),
        2 => one_deadline_after_another(sequence),
        3..6 => a_watched_key(sequence),
        6 => a_key_that_goes_elsewhere(sequence),
        9 => many_fields(sequence),
        10 => many_members(sequence),
        7..9 => a_stream_and_its_groups(sequence),
        _ => a_silent_connection(sequence),
    }
}

/// A hash about as large as a listpack can be.
fn many_fields(sequence: &mut Sequence<'_>) {
    let key = ["h", "g"][sequence.chance.below(2)];
    let count = 510 + sequence.chance.below(5);
    let mut argv = words(&format!("HSET {key}"));
    argv.extend((0..2 * count).map(|word| (word / 2).to_string().into()));
    sequence.push(0, argv);
    let looks = ["HLEN", "HGETALL", "OBJECT ENCODING", "HSCAN", "HRANDFIELD"];
    for _ in 0..3 {
        let look = looks[sequence.chance.below(looks.len())];
        let rest = match look {
            "HSCAN" => " 0",
            "HRANDFIELD" => " 700",
            _ => "",
        };
        sequence.push_line(0, &format!("{look} {key}{rest}"));
        sequence.push_line(0, &format!("HDEL {key} 1 2 3"));
    }
    sequence.push_line(0, &format!("HINCRBY {key} new 1"));
    sequence.push_line(0, &format!("OBJECT ENCODING {key}"));
}

/// A sorted set about as large as a listpack can be, or larger.
fn many_members(sequence: &mut Sequence<'_>) {
    let key = ["z", "y"][sequence.chance.below(2)];
    let more = [5, 400][sequence.chance.below(2)];
    let count = 126 + sequence.chance.below(more);
    let mut argv = words(&format!("ZADD {key}"));
    for member in 0..count {
        let score = sequence.chance.below(100);
        argv.push(score.to_string().into());
        argv.push(format!("m{member}").into());
    }
    sequence.push(0, argv);
    for _ in 0..3 {
        let looks = [
            "ZRANGE KEY 0 -1 WITHSCORES",
            "OBJECT ENCODING KEY",
            "ZRANGE KEY 20 (60 BYSCORE LIMIT 3 50",
            "ZREVRANGE KEY 10 60",
            "ZREMRANGEBYRANK KEY 20 40",
            "ZREMRANGEBYSCORE KEY 20 40",
            "ZPOPMAX KEY 30",
            "ZRANK KEY m77",
            "ZREVRANK KEY m77",
            "ZCOUNT KEY (10 50",
            "ZUNIONSTORE x 2 KEY y WEIGHTS 2 -1",
            "ZINTERSTORE x 2 z y AGGREGATE MAX",
            "ZDIFFSTORE x 2 KEY x",
            "ZRANGESTORE x KEY 3 -3 REV",
            "ZSCAN KEY 0",
            "ZRANDMEMBER KEY 400 WITHSCORES",
            "OBJECT ENCODING x",
            "ZRANGE x 0 -1 WITHSCORES",
        ];
        let look = looks[sequence.chance.below(looks.len())];
        sequence.push_line(0, &look.replace("KEY", key));
    }
}

/// Keys by which SORT compares, many of them alike, and sorts of a list that is now and then long.
fn weights(sequence: &mut Sequence<'_>) {
    for element in ["1", "2", "3", "4", "-1", "a", "b", "c", "d", "e", "0"] {
        let kind = sequence.chance.below(12);
        let weight = [
            "1", "2", "a", "b", "b", "", "-3.5", "1e2", " 1", "x\0y", "x",
        ][sequence.chance.below(11)];
        let key = format!("w_{element}").into_bytes();
        let argv: Vec<&[u8]> = match kind {
            0 => vec![b"DEL", &key],
            1 | 2 => vec![b"HSET", &key, b"f", weight.as_bytes(), b"f->a", b"1"],
            3 => vec![b"RPUSH", &key, b"x"],
            _ => vec![b"SET", &key, weight.as_bytes()],
        };
        sequence.push(0, argv.into_iter().map(<[u8]>::to_vec).collect());
    }
    let most = [12, 100][sequence.chance.below(2)];
    let count = sequence.chance.below(most);
    let mut argv = words("RPUSH l 0");
    for _ in 0..count {
        let element =
            ["1", "2", "3", "4", "-1", "a", "b", "c", "d", "e", "0"][sequence.chance.below(11)];
        argv.push(element.into());
    }
    sequence.push_line(0, "DEL l");
    sequence.push(0, argv);
    for _ in 0..4 {
        let start = sequence.chance.below(10);
        let length = sequence.chance.below(20);
        let looks = [
            "SORT l BY w_* ALPHA",
            "SORT l BY w_* ALPHA LIMIT START LENGTH",
            "SORT l BY w_* ALPHA DESC LIMIT START LENGTH GET # GET w_*",
            "SORT l BY w_*->f ALPHA LIMIT START LENGTH",
            "SORT l BY w_*->f ALPHA LIMIT START LENGTH STORE m",
            "SORT l BY w_*->f ALPHA GET w_*->f GET w_*->f->a",
            "SORT l ALPHA DESC LIMIT START LENGTH",
            "SORT l BY w_*",
            "SORT l BY nosort DESC LIMIT START LENGTH GET w_*",
            "SORT s BY w_* LIMIT START LENGTH",
            "SORT s ALPHA",
            "SORT s BY nosort STORE m",
            "SORT z ALPHA DESC STORE l",
            "SORT_RO z BY nosort DESC LIMIT START LENGTH",
        ];
        let look = looks[sequence.chance.below(looks.len())];
        let look = look.replace("START", &start.to_string());
        sequence.push_line(0, &look.replace("LENGTH", &length.to_string()));
    }
}

/// A set about as large as an intset can be.
fn many_numbers(sequence: &mut Sequence<'_>) {
    let key = ["s", "t"][sequence.chance.below(2)];
    let count = 510 + sequence.chance.below(5);
    let mut argv = words(&format!("SADD {key}"));
    argv.extend((0..count).map(|number| (count - number).to_string().into()));
    sequence.push(0, argv);
    for _ in 0..6 {
        let looks = [
            "SMEMBERS KEY",
            "OBJECT ENCODING KEY",
            "SSCAN KEY 0",
            "SSCAN KEY 0 COUNT 100 MATCH *7*",
            "SRANDMEMBER KEY 600",
            "SRANDMEMBER KEY 100",
            "SUNION KEY s t",
            "SUNIONSTORE KEY s t",
            "SDIFFSTORE t KEY s",
            "SDIFFSTORE s t KEY a",
            "SINTERSTORE t s t",
            "SPOP KEY 3",
            "SPOP KEY 505",
            "SPOP KEY 1000",
            "SADD KEY -1 -2 -3",
            "SREM KEY 1 2 3 4 5",
            "SMOVE s t 100",
            "COPY KEY a REPLACE",
            "SORT KEY LIMIT 0 10",
        ];
        let look = looks[sequence.chance.below(looks.len())];
        if !look.starts_with("SPOP") || !sequence.in_transaction[sequence.connection] {
            sequence.push_line(0, &look.replace("KEY", key));
        }
    }
}

/// Keys with odd names, and patterns that may match them.
fn names_and_patterns(sequence: &mut Sequence<'_>) {
    for _ in 0..6 {
        let chance = &mut *sequence.chance;
        let name = (0..chance.below(4))
            .map(|_| pool::PATTERN_BYTES[chance.below(pool::PATTERN_BYTES.len())])
            .collect();
        sequence.push(0, vec![b"SET".to_vec(), name, b"1".to_vec()]);
    }
    for _ in 0..6 {
        let pattern = pool::pattern(sequence.chance);
        sequence.push(0, vec![b"KEYS".to_vec(), pattern]);
    }
}

/// Commands on a key near its deadline.
const LOOKS: &[&str] = &[
    "GET k",
    "PTTL k",
    "SETNX k 2",
    "DBSIZE",
    "KEYS k",
    "INCR k",
    "EXISTS k",
    "TTL k",
    "SET k 3 XX KEEPTTL",
    "PERSIST k",
    "APPEND k 4",
    "GETSET k 5",
    "GETEX k PERSIST",
    "COPY k a",
    "COPY a k",
    "RENAME k a",
    "RENAMENX a k",
    "MOVE k 1",
    "SCAN 0",
    "RANDOMKEY",
    "TOUCH k",
    "TYPE k",
    "STRLEN k",
    "BITCOUNT k",
    "SETBIT k 1 1",
    "EXPIRETIME k",
    "MGET k a",
    "OBJECT ENCODING k",
    "MSETNX k 1 a 2",
    "SWAPDB 0 1",
    "LCS k a",
    "GETDEL k",
    "DEL k",
    "INFO keyspace",
    "EXEC",
];

/// A key that expires in a few milliseconds, and looks at it just before, at and after its end.
fn around_a_deadline(sequence: &mut Sequence<'_>) {
    let lease_ms = 1 + sequence.chance.below(3);
    sequence.push_line(0, &format!("SET k 1 PX {lease_ms}"));
    let mut wait_ms = lease_ms as i64 - 1 + sequence.chance.below(2) as i64;
    for _ in 0..3 {
        let look = LOOKS[sequence.chance.below(LOOKS.len())];
        sequence.push_line(wait_ms, look);
        wait_ms = 1;
    }
}

/// Deadlines that are later, earlier or the same, on conditions.
fn one_deadline_after_another(sequence: &mut Sequence<'_>) {
    sequence.push_line(0, "SET k 1");
    for _ in 0..4 {
        let mut argv = words("PEXPIREAT k");
        argv.push(sequence.chance.pick(&pool::AT_MS[..5]).to_vec());
        argv.push(
            sequence
                .chance
                .pick(&[&b"NX"[..], b"XX", b"GT", b"LT"])
                .to_vec(),
        );
        sequence.push(0, argv);
    }
    sequence.push_line(0, "TTL k");
}

/// Commands that may touch a watched key or leave it alone.
const TOUCHES: &[&str] = &[
    "SET k 1",
    "GET k",
    "DEL k",
    "SETNX k 1",
    "EXPIRE k 100",
    "PEXPIRE k 2",
    "PERSIST k",
    "TOUCH k",
    "APPEND k x",
    "APPEND k ",
    "SETRANGE k 0 x",
    "SETRANGE k 5 ",
    "SETBIT k 0 0",
    "GETEX k",
    "GETEX k PERSIST",
    "GETEX k EX 100",
    "GETEX k PXAT 1",
    "RENAME k a",
    "RENAME a k",
    "RENAMENX a k",
    "RENAME k k",
    "COPY a k",
    "COPY k a",
    "COPY a k REPLACE",
    "MOVE k 1",
    "SWAPDB 0 1",
    "SWAPDB 0 0",
    "SWAPDB 2 3",
    "FLUSHALL",
    "FLUSHDB",
    "INCR k",
    "INCRBY k 0",
    "INCRBYFLOAT k 0",
    "BITFIELD k GET u8 0",
    "BITFIELD k SET u8 0 1",
    "BITFIELD k OVERFLOW FAIL INCRBY u1 0 5",
    "BITOP NOT k a",
    "BITOP AND k nosuch",
    "MSETNX k 1 a 2",
    "MSET k 1",
    "GETDEL k",
    "GETSET k 1",
    "SET k 1 XX",
    "SET k 1 NX",
    "SET k 1 PXAT 1",
    "EXPIREAT k 1",
    "EXPIRE k 100 GT",
    "UNLINK k",
    "DEL nosuch",
    "PING",
    "UNWATCH",
    "LCS k a",
    "SELECT 1",
];

/// WATCH, something in between by this connection or the other, and a transaction.
fn a_watched_key(sequence: &mut Sequence<'_>) {
    let first = [
        "SET k 1",
        "DEL k",
        "SET k 1 PX 2",
        "PING",
        "SET k 1 EX 100",
        "SET a 1",
    ];
    let first = first[sequence.chance.below(first.len())];
    sequence.push_line(0, first);
    let after_ms = match sequence.chance.once_in(4) {
        true => sequence.chance.below(4) as i64,
        false => 0,
    };
    let watch = ["WATCH k", "WATCH k a", "WATCH k k", "WATCH nosuch k"][sequence.chance.below(4)];
    sequence.push_line(after_ms, watch);
    touches(sequence);
    sequence.push_line(0, "MULTI");
    for _ in 0..sequence.chance.below(4) {
        let argv = sequence.argv();
        sequence.push(0, argv);
    }
    touches(sequence);
    let end = ["EXEC", "EXEC", "EXEC", "EXEC", "DISCARD"][sequence.chance.below(5)];
    sequence.push_line(0, end);
}

/// None to two of them, mostly on the other connection, sometimes a while later.
fn touches(sequence: &mut Sequence<'_>) {
    let own = sequence.connection;
    for _ in 0..sequence.chance.below(3) {
        sequence.connection = if sequence.chance.once_in(4) {
            own
        } else {
            1 - own
        };
        let wait_ms = if sequence.chance.once_in(6) { 3 } else { 0 };
        let touch = TOUCHES[sequence.chance.below(TOUCHES.len())];
        sequence.push(wait_ms, touch.split(' ').map(|word| word.into()).collect());
    }
    sequence.connection = own;
}

/// A key with a deadline, by another name or in another database.
fn a_key_that_goes_elsewhere(sequence: &mut Sequence<'_>) {
    let deadline = sequence.chance.pick(&pool::AT_MS[..5]).to_vec();
    let mut set = words("SET k 1 PXAT");
    set.push(deadline);
    sequence.push(0, set);
    let ways = [
        "RENAME k a",
        "RENAMENX k a",
        "COPY k a",
        "COPY k a REPLACE",
        "MOVE k 1",
        "COPY k k DB 1",
        "COPY k a DB 1 REPLACE",
        "SWAPDB 0 1",
    ];
    for _ in 0..2 {
        let way = ways[sequence.chance.below(ways.len())];
        sequence.push_line(0, way);
    }
    for line in [
        "PEXPIRETIME k",
        "PEXPIRETIME a",
        "SELECT 1",
        "PEXPIRETIME k",
        "PEXPIRETIME a",
        "GET k",
        "SELECT 0",
    ] {
        sequence.push_line(0, line);
    }
}

/// CLIENT REPLY, and what comes through it.
fn a_silent_connection(sequence: &mut Sequence<'_>) {
    if sequence.in_transaction[sequence.connection] {
        return;
    }
    let modes = ["CLIENT REPLY OFF", "CLIENT REPLY SKIP"];
    let mode = modes[sequence.chance.below(modes.len())];
    sequence.push_line(0, mode);
    for _ in 0..3 {
        let lines = [
            "INCR k",
            "nosuch",
            "CLIENT REPLY SKIP",
            "MULTI",
            "INCR a",
            "EXEC",
            "HELLO 3",
            "RESET",
            "GET",
            "SELECT 1",
            "QUIT",
        ];
        let line = lines[sequence.chance.below(lines.len())];
        if !(line.starts_with("CLIENT") && sequence.in_transaction[sequence.connection]) {
            sequence.push_line(0, line);
        }
    }
    if sequence.in_transaction[sequence.connection] {
        sequence.push_line(0, "DISCARD");
    }
    sequence.push_line(0, "CLIENT REPLY ON");
}

/// Lines on one stream, which has groups from the beginning.
fn a_stream_and_its_groups(sequence: &mut Sequence<'_>) {
    sequence.push_line(0, "DEL s");
    for id in ["1-1", "1-2", "2", "3-1", "5", "7-7"] {
        if sequence.chance.below(4) > 0 {
            sequence.push_line(0, &format!("XADD s {id} f {id} g 2"));
        }
    }
    sequence.push_line(0, "XGROUP CREATE s g 0 MKSTREAM");
    if sequence.chance.once_in(2) {
        sequence.push_line(0, "XGROUP CREATE s g2 $ ENTRIESREAD 2");
    }
    for _ in 0..30 {
        let forms = forms::FORMS
            .iter()
            .filter(|(name, _)| name.starts_with('x'));
        let forms: Vec<_> = forms.collect();
        let (name, form) = forms[sequence.chance.below(forms.len())];
        let mut argv = generate::line(sequence.chance, name, form);
        let is_streams = |word: &Vec<u8>| word.eq_ignore_ascii_case(b"streams");
        let at = match argv.iter().position(is_streams) {
            Some(at) => at + 1,
            None if name.contains('|') => 2,
            None => 1,
        };
        if let Some(key) = argv.get_mut(at) {
            *key = b"s".to_vec();
        }
        let wait_ms = i64::from(sequence.chance.once_in(8));
        sequence.push(wait_ms, argv);
    }
    sequence.push_line(0, "XINFO STREAM s FULL COUNT 0");
}
