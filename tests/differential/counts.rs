//! What a server counts and logs: INFO's commandstats, errorstats and latencystats, LATENCY HISTOGRAM, and SLOWLOG where it
//! takes every command.

use crate::chance::Chance;
use crate::frame::Frame;
use crate::redis::{Connection, Redis};
use setnx_playground::keyspace::{ConnectionId, Server};

const LINES: &[&str] = &[
    "SET a 1",
    "SET a 1 NX",
    "SET a",
    "SET a 1 XX GET EX x",
    "GET a",
    "GET l",
    "INCR a",
    "INCR l",
    "INCRBYFLOAT a 0.5",
    "SETRANGE a 3000000000 x",
    "LPUSH l 1 2 3",
    "LPUSH a 1",
    "BLPOP l 0.01",
    "BLPOP l 1 x",
    "SORT l BY w_* GET #",
    "GEOADD g 13 38 x",
    "GEORADIUS g 13 38 100 km STORE h",
    "XADD s * f v",
    "XGROUP CREATE nosuch g $",
    "XREADGROUP GROUP g c STREAMS s >",
    "DEL a l s g h",
    "KEYS *",
    "SCAN 0",
    "OBJECT ENCODING a",
    "OBJECT ENCODING",
    "OBJECT nosuch a",
    "OBJECT",
    "nosuch",
    "nosuch a b c",
    "MULTI",
    "MULTI",
    "EXEC",
    "EXEC",
    "EXEC x",
    "DISCARD",
    "WATCH a",
    "AUTH nosuch secret",
    "AUTH secret",
    "HELLO 3 AUTH nosuch secret SETNAME x",
    "HELLO 4",
    "RESET",
    "CLIENT SETNAME it",
    "CLIENT SETNAME 'not this'",
    "CLIENT UNBLOCK 9999999",
    "CONFIG SET nosuch 1",
    "CONFIG SET masterauth secret maxclients x",
    "CONFIG SET latency-tracking no",
    "CONFIG SET latency-tracking yes",
    "CONFIG SET slowlog-max-len 3",
    "CONFIG SET slowlog-max-len 128",
    "CONFIG SET slowlog-log-slower-than -1",
    "CONFIG SET slowlog-log-slower-than 0",
    "CONFIG SET slowlog-log-slower-than 0",
    "CONFIG SET latency-tracking-info-percentiles '50 99.5'",
    "CONFIG SET latency-tracking-info-percentiles ''",
    "CONFIG RESETSTAT",
    "SLOWLOG RESET",
    "SLOWLOG LEN",
    "SLOWLOG GET",
    "SLOWLOG GET 2",
    "SLOWLOG GET -1",
    "SLOWLOG GET 0",
    "SLOWLOG GET -2",
    "SLOWLOG GET x",
    "SLOWLOG GET 1 2",
    "SLOWLOG nosuch",
    "SLOWLOG",
    "SLOWLOG HELP",
    "LATENCY HISTOGRAM",
    "LATENCY HISTOGRAM get nosuch set",
    "LATENCY HISTOGRAM config OBJECT|encoding",
    "LATENCY HISTORY command",
    "LATENCY GRAPH command",
    "LATENCY LATEST",
    "LATENCY RESET",
    "LATENCY RESET command fork",
    "LATENCY DOCTOR",
    "LATENCY HELP",
    "LATENCY HISTORY",
    "LATENCY nosuch",
    "ROLE",
    "WAIT 0 10",
    "WAIT 1 1",
    "WAIT x 1",
    "WAIT 1 x",
    "WAIT 1 -1",
    "EVAL \"return redis.call('get', 'l')\" 0",
    "EVAL \"return redis.pcall('get', 'l')\" 0",
    "EVAL \"return {redis.pcall('get', 'l'), redis.pcall('nosuch'), redis.error_reply('MINE x')}\" 0",
    "EVAL \"return redis.call('get')\" 0",
    "EVAL \"return redis.call('multi')\" 0",
    "EVAL \"return redis.pcall('nosuch')\" 0",
    "EVAL \"redis.pcall('get', 'l') return 1\" 0",
    "EVAL \"return redis.call({})\" 0",
    "EVAL \"error('no')\" 0",
    "EVAL \"error({err = 'MINE no', ignore_error_stats_update = true})\" 0",
    "EVAL \"return {err = 'MINE no', ignore_error_stats_update = true}\" 0",
    "EVAL \"redis.call('incr', 'a') return redis.call('set', 'a', '1')\" 0",
    "EVAL_RO \"return redis.call('set', 'a', '1')\" 0",
    "EVALSHA ffffffffffffffffffffffffffffffffffffffff 0",
    "INFO commandstats errorstats latencystats",
    "INFO errorstats",
];

/// Lines that are longer than a log keeps.
fn long_line(chance: &mut Chance) -> Vec<Vec<u8>> {
    match chance.below(3) {
        0 => vec![
            b"SET".into(),
            b"a".into(),
            vec![b'x'; 126 + chance.below(5)],
        ],
        1 => (0..30 + chance.below(5))
            .map(|at| if at == 0 { b"DEL".into() } else { b"a".into() })
            .collect(),
        _ => vec![b"GET".into(), b"a\r\n\0\xff".into()],
    }
}

/// Number of lines of an ordinary run.
const RUN: u64 = 6_000;

#[test]
fn what_is_counted_and_logged_is_what_a_real_server_counts_and_logs() {
    let redis = Redis::start_with(&["--slowlog-log-slower-than", "-1"]);
    let mut chance = Chance(crate::seed());
    let mut theirs = redis.connect();
    let engine = setnx_playground::lua::engine();
    let mut server = Server::new().with_script_engine(engine);
    let id = server.connect();
    let mut ours = Ours { server, id };
    let mut done: Vec<String> = Vec::new();
    let begin = [
        "FLUSHALL",
        "CONFIG RESETSTAT",
        "CONFIG SET slowlog-log-slower-than 0",
    ];
    for number in 0..crate::number_from("SETNX_COUNTS").unwrap_or(RUN) as usize {
        let argv = match (begin.get(number), chance.below(12)) {
            (Some(line), _) => words(line),
            (None, 0) => long_line(&mut chance),
            _ => words(LINES[chance.below(LINES.len())]),
        };
        done.push(argv.join(&b' ').escape_ascii().to_string());
        let (one, other) = (ask(&mut theirs, &argv), ours.ask(&argv));
        if done.len() > 400 {
            done.drain(..100);
        }
        assert_eq!(one, other, "after\n{}", done.join("\n"));
    }
}

struct Ours {
    server: Server,
    id: ConnectionId,
}

impl Ours {
    fn ask(&mut self, argv: &[Vec<u8>]) -> String {
        let reply = self.server.execute(self.id, 1_700_000_000_000, argv);
        let mut bytes = Vec::new();
        reply.encode(self.server.protocol(self.id), &mut bytes);
        shown(argv, &bytes)
    }
}

fn ask(theirs: &mut Connection, argv: &[Vec<u8>]) -> String {
    theirs.send(argv);
    shown(argv, &theirs.receive().expect("a reply"))
}

/// A reply without what differs by right: durations, times, addresses, IDs, and the order of hash tables.
fn shown(argv: &[Vec<u8>], reply: &[u8]) -> String {
    let line = argv.join(&b' ').to_ascii_uppercase();
    let mut frame = Frame::of(reply).expect("a reply");
    if line == b"EXEC" {
        // What is in it is compared by itself.
        let errors = |frame: &Frame| matches!(frame, Frame::Line(line) if line[0] == b'-');
        return format!("{:?}", frame.items().iter().map(errors).collect::<Vec<_>>());
    }
    for (start, apply) in BLANKED {
        if line.starts_with(start.as_bytes()) && !reply.starts_with(b"-") {
            apply(&mut frame);
        }
    }
    text(&frame)
}

/// A reply to be read by a person.
pub fn text(frame: &Frame) -> String {
    match frame {
        Frame::Line(line) => line.escape_ascii().to_string(),
        Frame::Bytes(_, bytes) => format!("\"{}\"", bytes.escape_ascii()),
        Frame::Items(kind, items) => {
            let items: Vec<String> = items.iter().map(text).collect();
            format!("{}({})", char::from(*kind), items.join(", "))
        }
    }
}

type Blank = fn(&mut Frame);

/// Lines by their beginnings, with what is taken from their replies.
const BLANKED: &[(&str, Blank)] = &[
    ("INFO", counts),
    ("SLOWLOG GET", entries),
    ("LATENCY HISTOGRAM", calls),
    ("XADD", nothing),
    ("HELLO", nothing),
    ("SCAN", nothing),
    ("KEYS", nothing),
    ("SORT", nothing),
];

fn nothing(frame: &mut Frame) {
    if *frame != Frame::Line(b"+QUEUED".to_vec()) {
        *frame = Frame::Line(b"+something".to_vec());
    }
}

fn counts(frame: &mut Frame) {
    let Frame::Bytes(_, bytes) = frame else {
        return;
    };
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut lines: Vec<String> = text.lines().map(without_durations).collect();
    lines.sort();
    *bytes = lines.join("\n").into_bytes();
}

fn without_durations(line: &str) -> String {
    let parts = line.split(',').map(|part| match part.split_once('=') {
        Some((name, _)) if name.starts_with("usec") => name,
        Some((name, _)) if line.starts_with("latency_") => name,
        _ => part,
    });
    parts.collect::<Vec<_>>().join(",")
}

fn entries(frame: &mut Frame) {
    for entry in frame.items_mut().into_iter().flatten() {
        let fields = entry.items_mut().expect("an entry has fields");
        assert_eq!(fields.len(), 6);
        for at in [1, 2, 4] {
            fields[at] = Frame::Line(b"+something".to_vec());
        }
    }
}

/// The number of calls alone.
fn calls(frame: &mut Frame) {
    let Some(items) = frame.items_mut() else {
        return;
    };
    for of_command in items.iter_mut().skip(1).step_by(2) {
        if let Some(fields) = of_command.items_mut() {
            fields.truncate(3);
        }
    }
    let mut pairs: Vec<Vec<Frame>> = items.chunks(2).map(<[Frame]>::to_vec).collect();
    pairs.sort();
    *items = pairs.concat();
}

fn words(line: &str) -> Vec<Vec<u8>> {
    setnx_playground::keyspace::words::split(line.as_bytes()).expect("a line of words")
}
