//! Measures the speed of the keyspace: against a real redis-server in the same run, and by number of keys.
//!
//! `cargo bench --bench engine`. The server is asked over its Unix socket with a hundred commands in flight; the
//! keyspace is called in process and its replies are encoded. The two take turns, and what is printed is the ratio of
//! each turn, so that a busy machine slows both.

#[path = "../tests/redis/mod.rs"]
#[allow(dead_code, reason = "a test asks more of it")]
mod redis;
mod workload;

use redis::Redis;
use setnx_playground::keyspace::{Advance, Begun, ConnectionId, Progress, Reply, Server};
use std::hint::black_box;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Instant;
use workload::{Argv, PIPELINE, WORKLOADS, Workload, argv, commands, now_ms, run};

/// Number of commands in a turn.
const TURN: usize = 50_000;
/// Number of turns of each side.
const TURNS: usize = 15;
/// Number of turns for each number of keys.
const SIZED_TURNS: usize = 9;
/// Number of keys that the commands of a comparison choose from.
const KEYS: usize = 10_000;

/// The measurements by name: `cargo bench --bench engine -- slices` does one of them, and `-- redis ZADD` compares one command.
const MEASUREMENTS: [(&str, fn()); 6] = [
    // First, since it asks how much memory the process has taken.
    ("tasks", longest_tasks),
    ("slices", longest_slices),
    ("lines", longest_slices_of_lines),
    ("deletions", longest_deletions),
    ("redis", compare_with_redis),
    ("keys", by_number_of_keys),
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let names = MEASUREMENTS.map(|(name, _)| name);
    let is_asked = |name: &str| asked.iter().any(|asked| asked == name);
    let takes_all = !names.iter().any(|name| is_asked(name));
    for (name, measure) in MEASUREMENTS {
        if takes_all || is_asked(name) {
            measure();
        }
    }
}

fn compare_with_redis() {
    let redis = Redis::start();
    println!(
        "\nCommands a second; redis-server {} over a Unix socket, {PIPELINE} in flight; {KEYS} keys",
        redis::VERSION
    );
    println!(
        "             keyspace    redis-server   ratio: median (least to most of {TURNS} turns)"
    );
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let is_asked = |workload: &&Workload| asked.iter().any(|asked| asked == workload.name);
    let takes_all = !WORKLOADS.iter().any(|workload| is_asked(&workload));
    for workload in WORKLOADS
        .iter()
        .filter(|workload| takes_all || is_asked(workload))
    {
        redis.connect().ask("FLUSHALL");
        let mut pipe = Pipe::new(&redis);
        let mut server = workload::server();
        let id = server.connect();
        if let Some(fill) = workload.fill {
            let fill: Vec<Argv> = (0..KEYS).map(|key| argv(&fill(key))).collect();
            pipe.run(&batches(&fill));
            for argv in &fill {
                server.execute(id, now_ms(), argv);
            }
        }
        let commands = commands(workload, KEYS, TURN);
        let batches = batches(&commands);
        let mut rates: Vec<(f64, f64)> = Vec::new();
        for turn in 0..TURNS {
            let ours = |server: &mut Server| rate(|| run(server, &commands));
            // The side that is first in one turn is second in the next.
            rates.push(if turn % 2 == 0 {
                let first = ours(&mut server);
                (first, rate(|| pipe.run(&batches)))
            } else {
                let first = rate(|| pipe.run(&batches));
                (ours(&mut server), first)
            });
        }
        let ratios = sorted(rates.iter().map(|(ours, theirs)| ours / theirs));
        println!(
            "{:<8} {:>12.0} {:>15.0}   {:.1} ({:.1} to {:.1})",
            workload.name,
            median(&sorted(rates.iter().map(|rate| rate.0))),
            median(&sorted(rates.iter().map(|rate| rate.1))),
            median(&ratios),
            ratios[0],
            ratios[ratios.len() - 1]
        );
    }
}

fn by_number_of_keys() {
    println!(
        "\nNanoseconds a command, over random keys of so many: the least of {SIZED_TURNS} turns, since a busy machine only adds; in\nbrackets, against the first column"
    );
    println!("                             1,000         10,000        100,000      1,000,000");
    let redis = Redis::start();
    for workload in WORKLOADS.iter().filter(|workload| workload.name != "mix") {
        let (mut ours, mut theirs) = (Row::default(), Row::default());
        for keys in [1_000, 10_000, 100_000, 1_000_000] {
            let name = if workload.name == "INCR" {
                "counter:"
            } else {
                "key:"
            };
            let digits = 16 - name.len();
            let fill: Vec<Argv> = (0..keys)
                .map(|key| argv(&format!("SET {name}{key:0digits$} 1000000000000000")))
                .collect();
            let mut server = Server::with_memory_limit(usize::MAX);
            run(&mut server, &fill);
            redis.connect().ask("FLUSHALL");
            let mut pipe = Pipe::new(&redis);
            pipe.run(&batches(&fill));
            let commands = commands(workload, keys, TURN);
            let batches = batches(&commands);
            let turns = (0..SIZED_TURNS).map(|_| {
                (
                    rate(|| run(&mut server, &commands)),
                    rate(|| pipe.run(&batches)),
                )
            });
            let turns: Vec<(f64, f64)> = turns.collect();
            ours.push(turns.iter().map(|turn| 1e9 / turn.0));
            theirs.push(turns.iter().map(|turn| 1e9 / turn.1));
        }
        println!("{:<8} keyspace    {}", workload.name, ours.text);
        println!("{:<8} redis-server{}", "", theirs.text);
    }
}

/// The longest time that a reader waits: a single command, or one slice of it.
fn longest_tasks() {
    const KEYS: usize = 1_000_000;
    println!("The longest task of many, in milliseconds; {KEYS} keys");
    let mut server = Server::with_memory_limit(usize::MAX);
    let id = server.connect();
    let before = resident_bytes();
    let line = |key: usize| argv(&format!("SET key:{key:012} value:{key:010} PXAT 1000"));
    report(
        "SET, while the table grows",
        (0..KEYS).map(|key| {
            let argv = line(key);
            milliseconds(|| server.execute(id, 0, &argv))
        }),
    );
    println!(
        "{:<34} {:>8} bytes a key of 16 bytes with a value of 16 and a deadline",
        "",
        resident_bytes().saturating_sub(before) / KEYS
    );
    let mut is_done = !matches!(server.begin(id, 2000, &argv("PING")), Begun::Running);
    report(
        "PING, when all have expired",
        std::iter::from_fn(|| {
            let mut slice = || matches!(server.advance(UNITS_A_SLICE), Advance::Done(_));
            let was_done = is_done;
            (!was_done).then(|| milliseconds(|| is_done = slice()))
        }),
    );
    for key in 0..KEYS {
        server.execute(id, 0, &line(key));
    }
    // On glibc one of these is some hundred milliseconds: its allocator gathers millions of small blocks when a large one
    // is freed. With GLIBC_TUNABLES=glibc.malloc.mxfast=0, and in a page, it does not.
    let flush = std::iter::once("FLUSHALL").chain(std::iter::repeat_n("PING", 20_000));
    report(
        "FLUSHALL, and what follows it",
        flush.map(|line| milliseconds(|| server.execute(id, 0, &argv(line)))),
    );
}

/// A value that takes most of a page's memory, and lines that go through it one after another.
struct Large {
    name: &'static str,
    /// The number of `fill`'s lines.
    count: usize,
    fill: fn(usize) -> String,
    lines: &'static [&'static str],
}

/// A number of five digits and more that seems to be any.
fn scattered(number: usize) -> usize {
    number * 7919 % 200_000
}

const LARGE: &[Large] = &[
    Large {
        name: "a string of 30 MB",
        count: 1,
        fill: |_| "SETRANGE k 30000000 x".into(),
        lines: &[
            "GET k",
            "GETRANGE k 1 -2",
            "BITCOUNT k",
            "BITCOUNT k 1 -9 BIT",
            "BITPOS k 1",
            "BITPOS k 1 3 -3 BIT",
            "STRLEN k",
            "APPEND k y",
            "SETBIT k 7 1",
            "COPY k j",
            "APPEND j y",
            "DUMP j",
            "DEL j",
        ],
    },
    Large {
        name: "a list of 500,000",
        count: 1000,
        fill: |at| numbers("RPUSH k", at, 500, |number| format!("element:{number}")),
        lines: &[
            "LRANGE k 0 -1",
            "LINDEX k 250000",
            "LSET k 250000 other",
            "LPOS k nosuch",
            "LINSERT k BEFORE element:499998 other",
            "LREM k 0 nosuch",
            "DUMP k",
            "MEMORY USAGE k SAMPLES 0",
            "SORT k ALPHA LIMIT 0 10",
            "RENAME k j",
            "LTRIM j 100000 -1",
            "LPOP j 100000",
            "LMPOP 1 j LEFT COUNT 100000",
            "BLMPOP 1 1 j RIGHT COUNT 190000",
            "DEL j",
        ],
    },
    Large {
        name: "a list of 250,000 to be copied",
        count: 500,
        fill: |at| numbers("RPUSH k", at, 500, |number| format!("element:{number}")),
        lines: &["COPY k j", "LPUSH j other", "DEL j", "SORT k ALPHA STORE j"],
    },
    Large {
        name: "a set of 200,000",
        count: 400,
        fill: |at| numbers("SADD k", at, 500, |number| format!("member:{number}")),
        lines: &[
            "SMEMBERS k",
            "SRANDMEMBER k 100000",
            "SSCAN k 0 COUNT 1000000",
            "COPY k j",
            "SADD j other",
            "DUMP k",
            "SDIFFSTORE j k j",
            "SUNIONSTORE j k k",
            "SINTERSTORE j k j",
            "SPOP j 150000",
            "SPOP k 40",
        ],
    },
    Large {
        name: "a hash of 150,000",
        count: 300,
        fill: |at| {
            numbers("HSET k", at, 500, |number| {
                format!("field:{number} value:{number}")
            })
        },
        lines: &[
            "HGETALL k",
            "HKEYS k",
            "HRANDFIELD k 100000",
            "HSCAN k 0 COUNT 1000000 MATCH *9*",
            "DUMP k",
            "COPY k j",
            "HSET j other field",
        ],
    },
    Large {
        name: "a sorted set of 200,000",
        count: 400,
        fill: |at| {
            numbers("ZADD k", at, 500, |number| {
                format!("{} member:{number}", scattered(number))
            })
        },
        lines: &[
            "ZRANGE k 0 -1 WITHSCORES",
            "ZRANGE k -inf +inf BYSCORE LIMIT 100000 10",
            "ZCOUNT k -inf +inf",
            "ZRANDMEMBER k 100000",
            "ZDIFF 2 k j",
            "ZINTER 2 k k",
            "GEOSEARCH k FROMLONLAT -180 -85 BYRADIUS 10 km DESC WITHDIST",
            "DUMP k",
            "COPY k j",
            "ZADD j 1 other",
            "DEL j",
            "ZRANGESTORE j k 0 99999",
            "ZUNIONSTORE j 2 k j WEIGHTS 1 2",
            "ZREMRANGEBYRANK j 0 -2",
            "ZPOPMAX k 50000",
            "ZMPOP 1 k MIN COUNT 50000",
            "BZMPOP 1 1 k MAX COUNT 90000",
        ],
    },
    Large {
        name: "a stream of 300,000",
        count: 300_000,
        fill: |number| format!("XADD k {}-0 field value:{number}", number + 1),
        lines: &[
            "XRANGE k - +",
            "XREVRANGE k + - COUNT 200000",
            "XREAD STREAMS k 0",
            "XGROUP CREATE k g 0",
            "XGROUP CREATE k h 0",
            "XREADGROUP GROUP h c COUNT 100000 NOACK STREAMS k >",
            "XREADGROUP GROUP g c COUNT 100000 STREAMS k >",
            "XREADGROUP GROUP g c STREAMS k 0",
            "XPENDING k g - + 100000",
            "XPENDING k g IDLE 1000 - + 100000 d",
            "XAUTOCLAIM k g d 0 0 COUNT 100000",
            "XINFO STREAM k FULL COUNT 0",
            "XGROUP DELCONSUMER k g d",
            "XGROUP DESTROY k g",
            "DUMP k",
            "XTRIM k MINID 100000",
            "XTRIM k MAXLEN 10",
        ],
    },
    Large {
        name: "a stream of 150,000 to be copied",
        count: 150_000,
        fill: |number| format!("XADD k {}-0 field value:{number}", number + 1),
        lines: &["COPY k j", "XADD j * field value", "XTRIM j MAXLEN 10"],
    },
    Large {
        name: "a transaction of 100,000",
        count: 100_001,
        fill: |number| match number {
            0 => "MULTI".into(),
            number => format!("SET key:{number} value:{number}"),
        },
        lines: &["EXEC", "KEYS *", "SCAN 0 COUNT 1000000", "FLUSHALL", "PING"],
    },
    Large {
        name: "20,000 watched names",
        count: 1,
        fill: |_| "SET k v".into(),
        lines: &[WATCHED, "SET k v", "UNWATCH"],
    },
    Large {
        name: "100,000 channels",
        count: 200,
        fill: |at| numbers("SUBSCRIBE", at, 500, |number| format!("channel:{number}")),
        lines: &["PUBSUB CHANNELS", "UNSUBSCRIBE"],
    },
];

/// Stands for a line of many names.
const WATCHED: &str = "WATCH ...";

/// A line with some numbers of many.
fn numbers(command: &str, at: usize, count: usize, word: fn(usize) -> String) -> String {
    let words = (at * count..(at + 1) * count).map(word);
    std::iter::once(command.to_owned())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A line that takes long, by its name.
type LongLine = (&'static str, fn() -> String);

/// Lines of so many words that they take long for that alone, by the name that the table shows: their keys and patterns
/// are numbered from 0.
const LONG: &[LongLine] = &[
    ("MSET of 100,000, 1,000 watch", || {
        numbers("MSET", 0, 100_000, |number| format!("key:{number} value"))
    }),
    ("DEL of 300,000", || {
        numbers("DEL", 0, 300_000, |number| format!("key:{number}"))
    }),
    ("CONFIG GET of 1,000,000", || {
        numbers("CONFIG GET", 0, 1_000_000, |_| "maxmemory".into())
    }),
    ("CONFIG GET of 100,000 patterns", || {
        numbers("CONFIG GET", 0, 100_000, |number| format!("*{number}"))
    }),
    ("COMMAND INFO of 200,000", || {
        numbers("COMMAND INFO", 0, 200_000, |_| "get".into())
    }),
    ("COMMAND DOCS of 100,000", || {
        numbers("COMMAND DOCS", 0, 100_000, |_| "set".into())
    }),
    ("ACL SETUSER with 50,000 patterns", || {
        numbers("ACL SETUSER user", 0, 50_000, |number| {
            format!("~key:{number}")
        })
    }),
    ("ACL SETUSER with 50,000 channels", || {
        numbers("ACL SETUSER other", 0, 50_000, |number| {
            format!("&key:{number}")
        })
    }),
    ("ACL SETUSER with 50,000 passwords", || {
        numbers("ACL SETUSER third", 0, 50_000, |number| {
            format!(">key:{number}")
        })
    }),
    ("ACL SETUSER with 50,000 categories", || {
        numbers("ACL SETUSER fourth", 0, 50_000, |_| "+@all".into())
    }),
    ("ACL SETUSER with 50,000 first words", || {
        numbers("ACL SETUSER fifth", 0, 50_000, |number| {
            format!("+get|{number}")
        })
    }),
    ("ACL GETUSER", || "ACL GETUSER user".into()),
    ("ACL LIST", || "ACL LIST".into()),
];

/// Scripts of one call whose work is large: a table that is referenced many times, and texts as large as a page keeps.
const CALLS: &[(&str, &str)] = &[
    (
        "cjson.encode of a shared table",
        "local t = {1, 2, 3, 4, 5, 6, 7, 8} for i = 1, 17 do t = {t, t} end return #cjson.encode(t)",
    ),
    (
        "cjson.encode of one shared 1,000 times",
        "local t, u = {}, {} for i = 1, 1000 do t[i] = i u[i] = t end return #cjson.encode(u)",
    ),
    (
        "cjson.encode of empty shared tables",
        "local t = {} for i = 1, 20 do t = {t, t} end return #cjson.encode(t)",
    ),
    (
        "cjson.decode of 2,000,000 bytes",
        "return #cjson.decode('[' .. string.rep('1,', 1000000) .. '1]')",
    ),
    (
        "cmsgpack.pack of a shared table",
        "local t = {1, 2, 3, 4, 5, 6, 7, 8} for i = 1, 11 do t = {t, t} end local u = {} for i = 1, 500 do u[i] = t end return #cmsgpack.pack(u)",
    ),
    (
        "cmsgpack.unpack of 1,000,000 bytes",
        "return #cmsgpack.unpack('\\221\\0\\15\\66\\64' .. string.rep('\\1', 1000000))",
    ),
    (
        "table.concat of 1,000,000",
        "local t = {} for i = 1, 1000000 do t[i] = 'x' end return #table.concat(t, ',')",
    ),
];

/// The longest slice of lines of many words, and of scripts of one large call.
fn longest_slices_of_lines() {
    println!("\nThe longest slice of a long line, in milliseconds");
    let mut server = Server::new();
    let id = server.connect();
    for at in 0..1000 {
        let watcher = server.connect();
        server.execute(watcher, 0, &argv(&format!("WATCH other:{at}")));
    }
    for (name, line) in LONG {
        longest_slice(&mut server, id, name, &argv(&line()));
    }
    let engine = setnx_playground::lua::engine();
    let mut server = Server::new().with_script_engine(engine);
    let id = server.connect();
    for (name, script) in CALLS {
        let line = ["EVAL", script, "0"].map(|word| word.as_bytes().to_vec());
        longest_slice(&mut server, id, name, &line.into());
    }
}

/// The longest slice of commands on values that are as large as a page keeps.
fn longest_slices() {
    println!("\nThe longest slice of a command, in milliseconds");
    for large in LARGE {
        println!("{}", large.name);
        let mut server = Server::new();
        let id = server.connect();
        for at in 0..large.count {
            let reply = server.execute(id, 0, &argv(&(large.fill)(at)));
            assert!(
                !matches!(reply, Reply::Error(_)),
                "{}: {reply:?}",
                large.name
            );
        }
        for line in large.lines {
            let argv = match *line {
                WATCHED => argv(&numbers("WATCH", 0, 20_000, |number| {
                    format!("key:{number}")
                })),
                line => argv(line),
            };
            longest_slice(&mut server, id, line, &argv);
        }
    }
}

fn longest_slice(server: &mut Server, id: ConnectionId, line: &str, argv: &Argv) {
    let (mut is_begun, mut is_done, mut last) = (false, false, None);
    report(
        line,
        std::iter::from_fn(|| {
            if is_done {
                return None;
            }
            // The reply is dropped later, as in a page.
            let time_ms = milliseconds(|| {
                last = Some(match is_begun {
                    true => server.advance(UNITS_A_SLICE),
                    false => match server.begin(id, 0, argv) {
                        Begun::Done(reply) => Advance::Done(reply),
                        _ => Advance::Working(Progress::default()),
                    },
                });
            });
            is_begun = true;
            is_done = !matches!(last, Some(Advance::Working(_)));
            if let Some(Advance::Done(Reply::Error(error))) = &last {
                println!("{line}: {error:?}");
            }
            Some(time_ms)
        }),
    );
}

/// Freeing a value as large as a page may hold.
fn longest_deletions() {
    for (name, line, count) in [
        ("DEL of a list of 2,000,000", "RPUSH k", 2_000_000),
        ("DEL of a set of 1,000,000 numbers", "SADD k", 1_000_000),
        (
            "DEL of a set of 500,000 long names",
            "SADD k a-name-of-some-length:",
            500_000,
        ),
    ] {
        let mut server = Server::with_memory_limit(usize::MAX);
        let id = server.connect();
        let (command, prefix) = line.split_at(line.find(" k").unwrap_or(0) + 2);
        for first in (0..count).step_by(1000) {
            let elements = (first..first + 1000).map(|at| format!("{}{at}", prefix.trim()));
            let words = elements.collect::<Vec<_>>().join(" ");
            server.execute(id, 0, &argv(&format!("{command} {words}")));
        }
        let delete = std::iter::once("DEL k");
        report(
            name,
            delete.map(|line| milliseconds(|| server.execute(id, 0, &argv(line)))),
        );
    }
}

/// The units that a page gives the keyspace between two looks at the clock.
const UNITS_A_SLICE: u64 = 20_000;

fn report(name: &str, times_ms: impl Iterator<Item = f64>) {
    let (mut count, mut sum, mut most) = (0, 0.0, 0.0f64);
    for time in times_ms {
        count += 1;
        sum += time;
        most = most.max(time);
    }
    println!("{name:<34} {most:>8.2} of {count}, {sum:.0} together");
}

fn milliseconds<T>(run: impl FnOnce() -> T) -> f64 {
    let begun = Instant::now();
    black_box(run());
    begun.elapsed().as_secs_f64() * 1e3
}

/// The memory of this process; 0 if it cannot be read.
fn resident_bytes() -> usize {
    const PAGE_BYTES: usize = 4096;
    let read = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = read.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0) * PAGE_BYTES
}

/// A line of a table: times, and how each compares with the first.
#[derive(Default)]
struct Row {
    first: Option<f64>,
    text: String,
}

impl Row {
    fn push(&mut self, times_ns: impl Iterator<Item = f64>) {
        let ns = times_ns.fold(f64::INFINITY, f64::min);
        let growth = ns / *self.first.get_or_insert(ns);
        self.text.push_str(&format!("{ns:>9.0} ({growth:.1})"));
    }
}

/// Commands a second.
fn rate(run: impl FnOnce() -> usize) -> f64 {
    let begun = Instant::now();
    let count = run();
    count as f64 / begun.elapsed().as_secs_f64()
}

/// Commands as they are sent together.
struct Batch {
    count: usize,
    bytes: Vec<u8>,
}

fn batches(commands: &[Argv]) -> Vec<Batch> {
    let batches = commands.chunks(PIPELINE).map(|chunk| {
        let mut bytes = Vec::new();
        for argv in chunk {
            redis::encode(argv, &mut bytes);
        }
        Batch {
            count: chunk.len(),
            bytes,
        }
    });
    batches.collect()
}

/// A connection that does as little as it can: it counts replies.
struct Pipe {
    stream: UnixStream,
    buffer: Vec<u8>,
}

impl Pipe {
    fn new(redis: &Redis) -> Pipe {
        Pipe {
            stream: UnixStream::connect(redis.socket()).expect("the server listens"),
            buffer: vec![0; 64 * 1024],
        }
    }

    fn run(&mut self, batches: &[Batch]) -> usize {
        for batch in batches {
            self.stream
                .write_all(&batch.bytes)
                .expect("the server reads");
            let (mut left, mut kept) = (batch.count, 0);
            while left > 0 {
                let room = &mut self.buffer[kept..];
                let count = self.stream.read(room).expect("the server answers");
                assert!(count > 0, "the server closed the connection");
                let end = kept + count;
                let mut rest = &self.buffer[..end];
                while let Some(after) = after_reply(rest) {
                    rest = after;
                    left -= 1;
                }
                kept = rest.len();
                self.buffer.copy_within(end - kept..end, 0);
            }
        }
        batches.iter().map(|batch| batch.count).sum()
    }
}

/// The bytes after the first reply, a line, a bulk string or an array of them; `None` while it is incomplete.
fn after_reply(bytes: &[u8]) -> Option<&[u8]> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, rest) = bytes.split_at(end + 1);
    let number = |digits: &[u8]| {
        let digits = digits.iter().map(|digit| usize::from(digit - b'0'));
        digits.fold(0, |number, digit| number * 10 + digit)
    };
    match line {
        [b'$', digits @ .., b'\r', b'\n'] if digits != b"-1" => rest.get(number(digits) + 2..),
        [b'*', digits @ .., b'\r', b'\n'] if digits != b"-1" => {
            (0..number(digits)).try_fold(rest, |rest, _| after_reply(rest))
        }
        _ => Some(rest),
    }
}

fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

fn median(sorted: &[f64]) -> f64 {
    sorted[sorted.len() / 2]
}
