//! Properties of strings that no comparison with a real server shows: the page's own limit, allocations, and long
//! commands in slices.

use setnx_playground::cli;
use setnx_playground::keyspace::{Advance, Begun, ConnectionId, Protocol, Reply, Server, words};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

const OUT_OF_MEMORY: &str = "(error) OOM command not allowed when used memory > 'maxmemory'.";
const TOO_LONG: &str = "(error) ERR string exceeds maximum allowed size (proto-max-bulk-len)";
const OFFSET: &str = "(error) ERR bit offset is not an integer or out of range";

/// The system's allocator, which notes the largest piece that a thread has asked for.
struct Noting;

thread_local! {
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

fn note(layout: Layout) {
    let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(layout.size())));
}

// SAFETY: hands everything on to the system's allocator.
#[expect(unsafe_code, reason = "an allocator is made no other way")]
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        note(Layout::from_size_align(bytes, layout.align()).unwrap_or(layout));
        unsafe { System.realloc(at, layout, bytes) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Noting = Noting;

fn argv(line: &str) -> Vec<Vec<u8>> {
    words::split(line.as_bytes()).expect("a line's quotes")
}

struct Client {
    server: Server,
    id: ConnectionId,
}

impl Client {
    fn of(mut server: Server) -> Client {
        let id = server.connect();
        Client { server, id }
    }

    fn run(&mut self, line: &str) -> String {
        let reply = self.server.execute(self.id, 0, &argv(line));
        cli::format(&reply, Protocol::Resp2)
    }

    /// Runs a line in slices of `units`; answers how many there were, too.
    fn run_in_slices(&mut self, line: &str, units: u64) -> (Reply, u64) {
        let Begun::Running = self.server.begin(self.id, 0, &argv(line)) else {
            panic!("{line} is done at once");
        };
        let (mut slices, mut done) = (1, 0);
        loop {
            match self.server.advance(units) {
                Advance::Done(reply) => return (reply, slices),
                Advance::Working(progress) => {
                    assert!(done <= progress.done && progress.done <= progress.total);
                    done = progress.done;
                    slices += 1;
                }
                Advance::Idle | Advance::Waiting => panic!("{line} is gone"),
            }
        }
    }
}

#[test]
fn what_is_refused_for_its_size_is_refused_before_it_is_made() {
    let mut client = Client::of(Server::new());
    client.run("SET short x");
    client.run("SETRANGE half 40000000 x");
    let before = client.server.clone();
    LARGEST.set(0);
    for (line, error) in [
        ("SETRANGE k 500000000 x", OUT_OF_MEMORY),
        ("SETRANGE short 500000000 x", OUT_OF_MEMORY),
        ("SETRANGE k 536870912 x", TOO_LONG),
        ("SETRANGE short 9223372036854775807 x", TOO_LONG),
        ("SETBIT k 4294967295 1", OUT_OF_MEMORY),
        ("SETBIT short 4294967295 0", OUT_OF_MEMORY),
        ("SETBIT k 4294967296 1", OFFSET),
        ("BITFIELD k SET u1 4294967295 1", OUT_OF_MEMORY),
        ("BITFIELD k SET i64 #67108863 1", OUT_OF_MEMORY),
        ("BITFIELD k SET i64 #67108864 1", OFFSET),
        ("BITOP NOT k half", OUT_OF_MEMORY),
        ("BITOP OR short short half", OUT_OF_MEMORY),
    ] {
        assert_eq!(client.run(line), error, "{line}");
    }
    assert!(LARGEST.get() < 10_000, "{} bytes at once", LARGEST.get());
    assert!(client.server == before);
}

#[test]
fn lcs_is_refused_where_the_table_of_redis_would_be_too_large() {
    let mut client = Client::of(Server::new());
    client.run("SETRANGE a 11584 x");
    client.run("SETRANGE b 11583 x");
    let error =
        "(error) ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len";
    assert_eq!(client.run("LCS a a LEN"), error);
    LARGEST.set(0);
    assert_eq!(client.run("LCS b b LEN"), "(integer) 11584");
    client.run("LCS b b IDX");
    assert!(
        LARGEST.get() < 20_000_000,
        "{} bytes at once",
        LARGEST.get()
    );
}

#[test]
fn several_keys_are_set_all_or_none() {
    let mut client = Client::of(Server::with_memory_limit(900));
    client.run("SET a 1234567890");
    let before = client.server.clone();
    for command in ["MSET", "MSETNX"] {
        assert_eq!(
            client.run(&format!("{command} b 1 c 2 d 3 e 4")),
            OUT_OF_MEMORY
        );
        assert!(client.server == before, "{command} set some");
    }
    assert_eq!(client.run("MSETNX b 1 c 2 d 3"), "(integer) 1");
}

#[test]
fn zeros_that_a_failed_bitfield_leaves_do_not_disturb_a_watch() {
    let mut client = Client::of(Server::new());
    let other = client.server.connect();
    client.run("WATCH k");
    let reply = client
        .server
        .execute(other, 0, &argv("BITFIELD k OVERFLOW FAIL SET u8 0 300"));
    assert_eq!(reply, Reply::Array(vec![Reply::Nil]));
    client.run("MULTI");
    client.run("GET k");
    assert_eq!(client.run("EXEC"), "1) \"\\x00\"");
}

#[test]
fn long_work_is_the_same_in_slices_and_leaves_nothing_when_it_is_stopped() {
    let mut client = Client::of(Server::new());
    client.run("SET a \"the quick brown fox jumps over the lazy dog, and the dog lets it\"");
    client.run("SET b \"a lazy dog lets a quick fox jump over it, and then it jumps, too, over the lazy fox\"");
    client.run("SETRANGE long 50000 x");
    client.run("SETRANGE longer 1000000 x");
    for line in [
        "LCS a b",
        "LCS a b LEN",
        "LCS a b IDX WITHMATCHLEN",
        "LCS b a IDX MINMATCHLEN 3",
        "LCS a long",
        "BITOP XOR d a b longer",
        "BITOP AND d longer a",
    ] {
        let whole = client.server.execute(client.id, 0, &argv(line));
        let after = client.server.clone();
        client.run("DEL d");
        let before = client.server.clone();
        let (reply, slices) = client.run_in_slices(line, 1);
        assert_eq!(reply, whole, "{line}");
        assert!(slices > 10, "{line} in {slices} slices");
        assert!(client.server == after, "{line}");
        client.run("DEL d");
        assert_eq!(
            client.server.begin(client.id, 0, &argv(line)),
            Begun::Running
        );
        client.server.advance(1);
        assert!(client.server.stop());
        assert!(client.server == before, "{line} left something");
    }
}
