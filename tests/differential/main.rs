//! A real redis-server 7.0.15 is the judge: the same commands, compared byte by byte, and the same facts about them.
//!
//! `SETNX_DIFFERENTIAL_COMMANDS` says how many commands to generate, `SETNX_DIFFERENTIAL_SEED` which (a number, or
//! `time` for others in each run), and `SETNX_DIFFERENTIAL_ONLY` names those beside scenes, by the beginnings of their names with spaces between.

#[path = "../chance/mod.rs"]
mod chance;
mod changes;
mod compare;
mod counts;
mod facts;
mod floats;
mod forms;
mod generate;
mod lookups;
mod memory;
mod messages;
mod normalise;
mod ours;
mod parameters;
mod pool;
mod protocol;
#[path = "../redis/mod.rs"]
mod redis;
mod scenes;
mod scripting;
mod shrink;
mod stories;
mod terminal;
mod users;

use chance::Chance;
use compare::{Difference, Pair};
use generate::Step;
use redis::{Redis, frame};
use setnx_playground::cli;
use setnx_playground::keyspace::{Protocol, Reply};
use shrink::Failing;
use std::time::Instant;

/// Number of commands that an ordinary run compares, with and without active expiry in the real server.
const COMMANDS: u64 = 100_000;
/// Number of consecutive commands on one keyspace.
const SEQUENCE_COMMANDS: usize = 250;
/// Number of attempts to reproduce a difference. A command reads its server's clock more than once, and in the
/// millisecond in which that matters neither side is wrong.
const AGAIN: usize = 50;

#[test]
fn generated_commands_get_the_same_bytes_as_from_a_real_server() {
    compare(&Redis::start(), 0, &[]);
}

#[test]
fn generated_commands_get_the_same_bytes_as_from_a_real_server_that_takes_nothing_away_by_itself() {
    // That server was started with DEBUG enabled; ours and the other one refuse it.
    compare(&Redis::start_without_active_expiry(), 1, &["debug"]);
}

/// Where chance begins.
fn seed() -> u64 {
    chance::seed("SETNX_DIFFERENTIAL_SEED")
}

/// Compares half of all commands.
fn compare(redis: &Redis, half: u64, left_out: &[&str]) {
    let commands = number_from("SETNX_DIFFERENTIAL_COMMANDS").unwrap_or(COMMANDS) / 2;
    let seed = seed();
    let begun = Instant::now();
    let mut pair = Pair::new(redis);
    let mut chance = Chance(seed ^ half);
    let (mut compared, mut not_again) = (0, 0);
    while compared < commands {
        let steps = generate::steps(&mut chance, SEQUENCE_COMMANDS, left_out);
        compared += steps.len() as u64;
        if let Some(Difference { at, theirs, ours }) = pair.run(&steps) {
            println!(
                "{} differs:\nredis-server  {}\nours          {}",
                as_line(&steps[at]),
                theirs.escape_ascii(),
                ours.escape_ascii()
            );
            if (0..AGAIN).any(|_| pair.run(&steps).is_some()) {
                report(&mut pair, steps, seed);
            }
            not_again += 1;
        }
    }
    println!(
        "{} stalls, {} sequences given up",
        pair.stalls, pair.given_up
    );
    assert!(
        pair.given_up * SEQUENCE_COMMANDS as u64 <= compared / 100,
        "this machine is too busy to compare"
    );
    for (name, [all, done]) in pair.tally() {
        println!("{name:<24} {all:>8} compared {done:>8} carried out");
    }
    println!(
        "{compared} commands compared in {:.1} s; {not_again} differences in {AGAIN} more runs not seen again\n{}",
        begun.elapsed().as_secs_f64(),
        normalise::table()
    );
}

/// Fails with the shortest sequence found.
fn report(pair: &mut Pair<'_>, steps: Vec<Step>, seed: u64) -> ! {
    let Some(Failing { steps, difference }) = shrink::shrink(steps, |steps| pair.run(steps)) else {
        panic!("a difference was seen twice, and not again; SETNX_DIFFERENTIAL_SEED={seed}");
    };
    let Difference { at, theirs, ours } = difference;
    let lines: Vec<String> = steps.iter().take(at + 1).map(as_line).collect();
    panic!(
        "\nSETNX_DIFFERENTIAL_SEED={seed}\nThe last of these lines differs:\n\n{}\n\nredis-server  {}\nours          {}\n",
        lines.join("\n"),
        theirs.escape_ascii(),
        ours.escape_ascii()
    );
}

/// A step as a line that can be pasted at a prompt.
fn as_line(step: &Step) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b".-+:*?".contains(byte);
    let words = step.argv.iter().map(|word| {
        if !word.is_empty() && word.iter().all(plain) {
            String::from_utf8_lossy(word).into_owned()
        } else {
            cli::format(&Reply::bulk(&word[..]), Protocol::Resp2)
        }
    });
    let mut line = words.collect::<Vec<String>>().join(" ");
    if step.connection > 0 {
        line.push_str("    # on another connection");
    }
    if step.wait_ms > 0 {
        line.push_str(&format!("    # after {} ms", step.wait_ms));
    }
    line
}

fn number_from(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.replace('_', "").parse();
    Some(number.unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}
