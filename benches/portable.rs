//! The keyspace alone, on the host or in a browser: the same commands, loop and clock, so that `cargo xtask bench` can
//! set the numbers of one against those of the other. Prints `name` and commands a second, a line for each workload.

#[macro_use]
mod both;
mod workload;

use workload::{WORKLOADS, argv, commands, now_ms, run};

/// Number of keys that the commands choose from.
const KEYS: usize = 10_000;
/// Number of commands in a turn.
const TURN: usize = 50_000;
/// Duration of a workload in milliseconds: the clock of a browser is coarse.
const LENGTH_MS: i64 = 400;

fn rates(mut print: impl FnMut(String)) {
    for workload in &WORKLOADS {
        let mut server = workload::server();
        if let Some(fill) = workload.fill {
            let id = server.connect();
            for key in 0..KEYS {
                server.execute(id, now_ms(), &argv(&fill(key)));
            }
        }
        let commands = commands(workload, KEYS, TURN);
        run(&mut server, &commands);
        let (begun_ms, mut count) = (now_ms(), 0);
        let mut taken_ms = 0;
        while taken_ms < LENGTH_MS {
            count += run(&mut server, &commands);
            taken_ms = now_ms() - begun_ms;
        }
        print(format!(
            "rate {} {}",
            workload.name,
            count as i64 * 1000 / taken_ms
        ));
    }
}

on_both!(rates);
