//! What the keyspace counts against its limit is what it takes. The allocator of this test knows what each shape of keys
//! and values takes, as the allocator of a 64-bit system would round it.

use setnx_playground::check::{Progress, Question, Search, Verdict};
use setnx_playground::keyspace::{ConnectionId, Reply, Server};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Property, Setup};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

/// The system's allocator, which counts what this thread holds.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// The bytes that an allocation takes of a common allocator: eight more for itself, in steps of sixteen.
fn taken(bytes: usize) -> isize {
    (bytes + 8).next_multiple_of(16).max(32) as isize
}

fn count(more: isize) {
    let _ = HELD.try_with(|held| held.set(held.get() + more));
}

// SAFETY: hands everything on to the system's allocator.
#[expect(unsafe_code, reason = "an allocator is made no other way")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(taken(layout.size()));
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(taken(layout.size()));
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        count(taken(bytes) - taken(layout.size()));
        unsafe { System.realloc(at, layout, bytes) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-taken(layout.size()));
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn run(server: &mut Server, id: ConnectionId, words: &[&str]) -> Reply {
    let argv: Vec<Vec<u8>> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
    server.execute(id, 1_700_000_000_000, &argv)
}

/// How many bytes a server takes for each that it counts, after `times` of these lines. `#` stands for the number of the
/// line, `@` for 30 bytes; `;` stands between two lines, and `?` behind one that is only needed once.
fn ratio(line: &str, times: usize) -> f64 {
    let mut server = Server::with_memory_limit(usize::MAX);
    let id = server.connect();
    run(&mut server, id, &["PING"]);
    let before = HELD.get();
    for number in 0..times {
        let line = line
            .replace('#', &number.to_string())
            .replace('@', &"x".repeat(30));
        for line in line.split(';') {
            // What is said once only may fail after that.
            let (line, may_fail) = line
                .strip_suffix('?')
                .map_or((line, false), |line| (line, number > 0));
            let words: Vec<&str> = line.split(' ').collect();
            let reply = run(&mut server, id, &words);
            assert!(may_fail || !reply.is_error(), "{line}: {reply:?}");
        }
    }
    let taken = (HELD.get() - before) as f64;
    let ratio = taken / server.used_bytes() as f64;
    println!(
        "{ratio:.2} {:>6.0} taken {:>6.0} counted for each of {times} times {line}",
        taken / times as f64,
        server.used_bytes() as f64 / times as f64
    );
    ratio
}

#[test]
fn what_is_counted_is_what_is_taken() {
    let mut wrong = Vec::new();
    for times in [1000, 1400, 20_000] {
        // Rules are read against the table of all commands, which takes its time.
        let is_quick = |line: &&&str| times < 20_000 || !line.starts_with("ACL");
        for line in LINES.iter().filter(is_quick) {
            let ratio = ratio(line, times);
            if !(0.6..=1.15).contains(&ratio) {
                wrong.push(format!("{ratio:.2} of {times} times {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Lines that each make a key, or let one grow.
const LINES: &[&str] = &[
    "MULTI?;SET k# v",
    "MULTI?;SET k# @ EX 1000",
    "WATCH k#",
    "WATCH user:session:of:a:long:name:#",
    "CONFIG SET slowlog-max-len 1000?;CONFIG SET slowlog-log-slower-than 0?;PING",
    "CONFIG SET slowlog-max-len 1000?;CONFIG SET slowlog-log-slower-than 0?;MGET @ @ @ @ @@@ @@@@ @",
    "ACL SETUSER user#",
    "ACL SETUSER user# on >@ ~k#:* ~@* &channel:# allcommands (~other +get)",
    "SUBSCRIBE channel:#",
    "PSUBSCRIBE pattern:#:@",
    "SSUBSCRIBE a:shard:#:of:a:long:name",
    "CLIENT TRACKING ON?;GET k#",
    "SET k# v",
    "SET k# 123",
    "SET user:session:# @",
    "SET user:session:of:a:long:name:# v",
    "SET @#@ @@@",
    "SET k# v EX 1000",
    "SETRANGE k# 1000 x",
    "APPEND k# abc",
    "HSET h f# v",
    "HSET h @# @",
    "HSET h# f v",
    "HSET h# f v g @",
    "ZADD z # m#",
    "ZADD z # @#",
    "ZADD z# 1 m",
    "ZADD z# 1 m 2 @",
    "GEOADD p 13.# 37.# m#",
    "PFADD u# a",
    "XADD s * f #",
    "XADD s * field @ other @",
    "XADD s# * f v",
    "XADD s# 1 f v;XADD s# 2 f v",
    "HSET h# f v",
    "HSET h f# v",
    "HSET h f# @@",
    "ZADD z# 1 a",
    "ZADD z # a#",
    "SADD s# 1",
    "SADD s# a",
    "SADD s a#",
    "SADD s #",
    "RPUSH l# a",
    "RPUSH l a",
    "RPUSH l @@@@@@@@",
    "XGROUP CREATE s g# $ MKSTREAM",
    "XGROUP CREATE s# g $ MKSTREAM",
    "XGROUP CREATE s g $ MKSTREAM?;XGROUP CREATECONSUMER s g c#",
    "XGROUP CREATE s g $ MKSTREAM?;XADD s * f v;XREADGROUP GROUP g c STREAMS s >",
    "XGROUP CREATE s# g $ MKSTREAM;XADD s# * f v;XREADGROUP GROUP g c STREAMS s# >",
];

/// The most bytes that a search held, for each that it was allowed, until it stopped for want of them.
fn of_allowed(asked: &str, setup: Setup, allow: impl Fn(&mut Question)) -> f64 {
    let mut question = Question::new(setup, Property::TwoLeases);
    allow(&mut question);
    question.bytes_max = 12 << 20;
    let before = HELD.get();
    let mut most = 0;
    let mut search = Search::new(question.clone());
    let verdict = loop {
        let progress = search.advance(500);
        most = most.max(HELD.get() - before);
        if let Progress::Done(verdict) = progress {
            break verdict;
        }
    };
    let ratio = most as f64 / question.bytes_max as f64;
    let Verdict::Unfinished { states, depth, .. } = verdict else {
        panic!("{asked} comes to an end");
    };
    println!("{ratio:.2} {asked}: {states} states, {depth} moves");
    ratio
}

fn own(clients: u8, text: &str) -> Setup {
    let mut setup = Setup::new(Algorithm::Own, clients);
    setup.own = Some(Arc::new(Program::parse(text).expect("a program")));
    setup
}

#[test]
fn a_search_takes_what_it_may_and_no_more() {
    let of = |algorithm, clients| Setup::new(algorithm, clients);
    let replicas = |setup, replicas| Setup { replicas, ..setup };
    let servers = |setup, servers| Setup { servers, ..setup };
    let fails_over = |asked: &mut Question| asked.allowed.fail_over = true;
    let loses = |asked: &mut Question| {
        asked.allowed.transit = true;
        asked.allowed.lose = true;
    };
    let crashes = |asked: &mut Question| {
        asked.allowed.crash = true;
        asked.allowed.restart = true;
    };
    let nothing = |_: &mut Question| {};
    let all = [
        of_allowed("a replica", replicas(of(Algorithm::Wait, 2), 1), fails_over),
        of_allowed("three replicas", replicas(own(2, LIST), 3), fails_over),
        of_allowed("five servers", servers(of(Algorithm::Redlock, 3), 5), loses),
        of_allowed("messages", of(Algorithm::FenceRead, 3), loses),
        of_allowed("many states", of(Algorithm::Renew, 5), crashes),
        of_allowed("a list", own(3, LIST), nothing),
        of_allowed("a stream", own(3, STREAM), crashes),
        of_allowed("a hash", own(3, HASH), loses),
        of_allowed("registers", own(3, RANGE), loses),
        of_allowed("transactions", own(3, MULTI), crashes),
    ];
    let fits = |ratio: &f64| (0.4..=1.15).contains(ratio);
    assert!(all.iter().all(fits), "{all:?}");
}

/// Programs in which nobody gets in and whose values grow without end.
const LIST: &str = "acquire:\n  RPUSH lock.q <token>\n  wait 1, retry\nwork:\nrelease:\n";
const STREAM: &str = "acquire:\n  XADD lock.foo * by <token>\n  retry\nwork:\nrelease:\n";
const HASH: &str = "acquire:\n  HINCRBY lock.foo <token> 1\n  SET lock.bar <token> NX PX 500\n  retry\nwork:\nrelease:\n";
const RANGE: &str = "acquire:\n  RPUSH lock.q <token>\n  LRANGE lock.q 0 -1\n  kept := reply\n  wait 1\n  RPUSH lock.foo <kept>\n  retry\nwork:\nrelease:\n";
const MULTI: &str = "acquire:\n  WATCH lock.q lock.foo\n  GET lock.foo\n  MULTI\n  RPUSH lock.q <token>\n  SET lock.foo <now> PX 1500\n  EXEC\n  retry\nwork:\nrelease:\n";
