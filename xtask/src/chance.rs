//! Runs every test that begins with chance, with seeds that nobody has tried, for as long as was asked.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Result, anyhow, bail};
use pico_args::Arguments;

use crate::args::finish;
use crate::process::{self, Words, cargo};
use crate::project::Project;
use crate::suite::{JUDGED, PROPERTIES, count};
use crate::tally::Tally;
use crate::{apt, output};

/// The test programs in which chance begins at a seed, as arguments of `cargo test`; the quickest first.
const PROGRAMS: [&[&str]; 13] = [
    &["--test", "properties"],
    &["--lib", "-p", "setnx-*"],
    &["--test", "differential"],
    &["--test", "judge"],
    &["--test", "dumps"],
    &["--test", "lua"],
    &["--test", "modes"],
    &["--test", "world"],
    &["--test", "lock_language"],
    &["--test", "prompt"],
    &["--test", "lessons"],
    &["--test", "properties_of_scripts"],
    &["--test", "setnx_transcript"],
];

/// The variables that name the seed.
const SEEDS: [&str; 6] = [
    PROPERTIES.0,
    "SETNX_DIFFERENTIAL_SEED",
    "SETNX_DUMPS_SEED",
    "SETNX_SCRIPTS_SEED",
    "SETNX_MODES_SEED",
    "SETNX_JUDGED_SEED",
];

/// The moves that both judges judge with each seed.
const MOVES: &str = "1000000";

/// `cargo xtask chance MINUTES`, or `cargo xtask chance --seed N` for one round with that seed.
pub fn chance(project: &Project, mut args: Arguments) -> Result<()> {
    let given: Option<u64> = args.opt_value_from_str("--seed")?;
    let time = match (args.opt_free_from_str::<u64>()?, given) {
        (None, Some(_)) => Duration::MAX,
        (Some(minutes), None) => Duration::from_secs(60 * minutes),
        _ => bail!(USAGE),
    };
    finish(args)?;
    process::guard()?;
    apt::ensure(project, apt::REDIS)?;

    let begun = Instant::now();
    let mut sum = Tally::default();
    let mut failed = Vec::new();
    let mut rounds = 0;
    'rounds: loop {
        let seed = given.unwrap_or_else(new_seed);
        for program in PROGRAMS {
            if begun.elapsed() >= time {
                break 'rounds;
            }
            let tally = round(project, seed, program)?;
            if tally.failed > 0 {
                failed.push((seed, program.join(" ")));
            }
            sum += tally;
        }
        rounds += 1;
        if given.is_some() {
            break;
        }
    }
    for missed in &sum.missed {
        println!("not passed: {missed}");
    }
    for (seed, program) in &failed {
        println!("{program} failed with the seed {seed}; again: cargo xtask chance --seed {seed}");
    }
    println!(
        "{rounds} whole rounds in {:.0} s",
        begun.elapsed().as_secs_f64()
    );
    println!("{} passed, {} failed", sum.passed, sum.failed);
    match failed.is_empty() {
        true => Ok(()),
        false => Err(anyhow!("chance has found something")),
    }
}

const USAGE: &str = "cargo xtask chance MINUTES, or cargo xtask chance --seed N";

/// One program with one seed.
fn round(project: &Project, seed: u64, program: &[&str]) -> Result<Tally> {
    output::announce(&format!("\n== {} with the seed {seed}", program.join(" ")));
    let mut cargo = cargo(project);
    for variable in SEEDS {
        cargo.env(variable, seed.to_string());
    }
    cargo.env(JUDGED, MOVES);
    // As the native tests, with which it shares what is compiled.
    cargo.words("test --no-fail-fast -p setnx-playground");
    cargo.args(["--features", "transcript"]).args(program);
    count(&mut cargo)
}

fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_test_that_begins_with_chance_is_run() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
        let has_chance = |path: &Path| {
            let text = fs::read_to_string(path).unwrap_or_default();
            ["proptest! {", "chance::seed("]
                .iter()
                .any(|sign| text.contains(sign))
        };
        let mut found = 0;
        for entry in fs::read_dir(&tests).unwrap() {
            let path = entry.unwrap().path();
            let begins = match path.is_dir() {
                true => fs::read_dir(&path)
                    .unwrap()
                    .any(|entry| has_chance(&entry.unwrap().path())),
                false => has_chance(&path),
            };
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if begins && name != "chance" {
                found += 1;
                let is_run = PROGRAMS
                    .iter()
                    .any(|program| program.contains(&name.as_str()));
                assert!(is_run, "{name}");
            }
        }
        assert!(found + 1 >= PROGRAMS.len(), "{found} of {}", PROGRAMS.len());
    }

    #[test]
    fn every_seed_is_read_by_a_test() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
        let mut texts = String::new();
        for program in ["differential", "lua", "modes", "judge"] {
            texts += &fs::read_to_string(tests.join(program).join("main.rs")).unwrap();
        }
        texts += &fs::read_to_string(tests.join("dumps.rs")).unwrap();
        for variable in SEEDS.iter().filter(|variable| **variable != PROPERTIES.0) {
            assert!(texts.contains(variable), "{variable}");
        }
    }
}
