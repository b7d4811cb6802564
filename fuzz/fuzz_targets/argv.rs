//! Commands of any words on several connections, while time goes by. Whether a command runs at once or in slices, its
//! reply and state are equal; a clone of a server behaves as the server.

#![no_main]

use libfuzzer_sys::fuzz_target;
use setnx_playground::cli;
use setnx_playground::keyspace::{Advance, Begun, ConnectionId, Reply, Server};
use setnx_playground_fuzz::{BYTES_MAX, Bytes, UNITS_MAX, check};

const CONNECTIONS: usize = 3;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let mut server = Server::with_memory_limit(BYTES_MAX);
    let mut ids: [ConnectionId; CONNECTIONS] = std::array::from_fn(|_| server.connect());
    let mut now_ms = 1_700_000_000_000;
    let mut units_left = UNITS_MAX;
    while !bytes.is_empty() && units_left > 0 {
        let first = bytes.byte();
        let at = usize::from(first >> 5) % CONNECTIONS;
        match first & 15 {
            0 => now_ms = bytes.number().saturating_add(now_ms).max(0),
            1 => {
                server.disconnect(ids[at]);
                ids[at] = server.connect();
            }
            _ => {
                let argv: Vec<Vec<u8>> = (0..=bytes.byte() % 10).map(|_| bytes.word()).collect();
                run(&mut server, ids[at], now_ms, &argv, first, &mut units_left);
                if server.selected(ids[at]).is_none() {
                    ids[at] = server.connect();
                }
            }
        }
        check(&server);
    }
});

/// Runs a command in slices, and on a clone at once.
fn run(
    server: &mut Server,
    id: ConnectionId,
    now_ms: i64,
    argv: &[Vec<u8>],
    slice: u8,
    units_left: &mut u64,
) {
    let before = server.clone();
    let slice = 100 + u64::from(slice) * 1_000;
    let reply = match server.begin(id, now_ms, argv) {
        Begun::Done(reply) => reply,
        Begun::Busy => panic!("nothing was under way"),
        Begun::Running => loop {
            match server.advance(slice) {
                Advance::Done(reply) => break reply,
                Advance::Idle | Advance::Waiting => panic!("something was under way"),
                Advance::Working(_) => *units_left = units_left.saturating_sub(slice),
            }
            if *units_left == 0 {
                server.stop();
                return;
            }
        },
    };
    *units_left = units_left.saturating_sub(1_000);
    show(&reply, server, id);
    let mut clone = before;
    let at_once = clone.execute(id, now_ms, argv);
    assert!(
        at_once == reply,
        "{argv:?}: {reply:?} in slices, {at_once:?} at once"
    );
    assert!(clone == *server, "{argv:?} leaves another state at once");
}

/// Every rendering of a reply is made.
fn show(reply: &Reply, server: &Server, id: ConnectionId) {
    let protocol = server.protocol(id);
    let mut bytes = Vec::new();
    reply.encode(protocol, &mut bytes);
    let (text, _) = cli::format_within(reply, protocol, 64 * 1024);
    // A byte of an error that is no UTF-8 is shown by three.
    assert!(text.len() <= 3 * 64 * 1024);
}
