//! Any text at two prompts on one server, typed, pasted, stopped, while time goes by.

#![no_main]

use libfuzzer_sys::fuzz_target;
use setnx_playground::cli::{Activity, Session};
use setnx_playground::keyspace::Server;
use setnx_playground::text::Lang;
use setnx_playground_fuzz::{BYTES_MAX, Bytes, UNITS_MAX, check};

/// Maximum size of a shown log: its own limit for lines and output, and the same again for prompts and notes.
const SHOWN_BYTES_MAX: usize = 2 * 1024 * 1024;

/// The minimum cost of a call in units: the smallest slice still runs a command.
const UNITS_A_CALL: u64 = 500;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let mut server = Server::with_memory_limit(BYTES_MAX);
    let mut sessions = [Session::new(&mut server), Session::new(&mut server)];
    let mut now_ms = 1_700_000_000_000;
    let mut units_left = UNITS_MAX;
    while !bytes.is_empty() && units_left > 0 {
        let first = bytes.byte();
        let session = &mut sessions[usize::from(first >> 7)];
        match first & 15 {
            0 => now_ms = bytes.number().saturating_add(now_ms).max(0),
            1 => session.stop(&mut server),
            2 => session.cancel(),
            3 => {
                session.history().older("");
            }
            4..8 => {
                let count = bytes.byte();
                let text = String::from_utf8_lossy(bytes.take(count.into())).into_owned();
                session.enter(&text);
            }
            _ => {
                let words: Vec<_> = (0..=bytes.byte() % 8).map(|_| bytes.word()).collect();
                let line = String::from_utf8_lossy(&words.join(&b' ')).into_owned();
                session.enter(&line);
            }
        }
        let slice = 1 + (u64::from(first) << 6);
        for session in &mut sessions {
            // Not always to its end: the next line then finds it at work.
            for _ in 0..first % 64 {
                units_left = units_left.saturating_sub(slice.max(UNITS_A_CALL));
                if !matches!(
                    session.advance(&mut server, now_ms, slice),
                    Activity::Working(_)
                ) {
                    break;
                }
            }
            assert!(session.prompt().len() < 64);
            check(&server);
        }
    }
    for mut session in sessions {
        session.stop(&mut server);
        let shown = session.log().transcript(Lang::En);
        assert!(shown.len() <= SHOWN_BYTES_MAX);
        session.close(&mut server);
    }
    check(&server);
});
