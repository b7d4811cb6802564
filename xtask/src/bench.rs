//! Runs the benchmarks: the programs under benches/, then the page's latency in a headless browser.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Result, anyhow, bail};
use pico_args::Arguments;

use crate::args::finish;
use crate::folders::{clear, copy_folder};
use crate::output::say;
use crate::process::{self, Words, cargo};
use crate::project::Project;
use crate::suite::in_browser;
use crate::toolchain::WASM;
use crate::{apt, build, sites};

/// `cargo xtask bench`.
pub fn bench(project: &Project, mut args: Arguments) -> Result<()> {
    let only: Option<String> = args.opt_value_from_str("--only")?;
    finish(args)?;
    // What a part measures first to last may be asked for alone: `latency/steps`.
    let (only, within) = match only.as_deref().map(|only| only.split_once('/')) {
        Some(Some((part, within))) => (Some(part.to_owned()), Some(within.to_owned())),
        _ => (only, None),
    };
    let asked = |part: &str| only.as_deref().is_none_or(|only| only == part);
    if !["engine", "wasm", "search", "latency", "loading", "calls"]
        .iter()
        .any(|part| asked(part))
    {
        bail!("the parts of the benchmark are engine, wasm, search, latency, loading and calls");
    }
    if asked("engine") {
        apt::ensure(project, apt::REDIS)?;
        process::run(cargo(project).words("bench -p setnx-playground --bench engine"))?;
    }
    apt::ensure(project, apt::BROWSER)?;
    if asked("wasm") {
        wasm_against_native(project)?;
    }
    if asked("search") {
        search(project)?;
    }
    if !["latency", "loading", "calls"].into_iter().any(asked) {
        return Ok(());
    }
    build::release_page(project)?;
    if asked("latency") {
        let mut latency = cargo(project);
        latency.words("run -p page-tests --bin latency");
        latency.args(within);
        process::run(&mut latency)?;
    }
    if asked("loading") {
        build::empty_page(project)?;
        process::run(cargo(project).words("run -p page-tests --bin loading"))?;
    }
    if asked("calls") {
        bundle_mock(project)?;
        process::run(cargo(project).words("run -p page-tests --bin calls"))?;
    }
    Ok(())
}

/// The search on the host, and in Chromium built for size as the page is, and for speed.
fn search(project: &Project) -> Result<()> {
    for (name, profile, is_wasm) in [
        ("native", "bench", false),
        ("wasm as in the page", "release", true),
        ("wasm for speed", "bench", true),
    ] {
        println!("\nThe search, {name}:");
        process::run(&mut benchmark(project, "search", profile, is_wasm)?)?;
    }
    println!("\nStateright, with the same lock as a model of its own:");
    let mut stateright = cargo(project);
    stateright.current_dir(project.root.join("benches/stateright"));
    process::run(stateright.words("run --quiet --release --locked"))
}

/// A benchmark on the host, or in a browser.
fn benchmark(project: &Project, name: &str, profile: &str, is_wasm: bool) -> Result<Command> {
    let mut command = match is_wasm {
        true => in_browser(project)?,
        false => cargo(project),
    };
    command.words("test --quiet -p setnx-playground");
    command.args(["--bench", name, "--profile", profile]);
    if is_wasm {
        command.args(["--target", WASM]);
    }
    command.args(["--", "--nocapture"]);
    Ok(command)
}

/// Bundles ioredis-mock for a page, in target/calls.
fn bundle_mock(project: &Project) -> Result<()> {
    let sources = project.root.join("benches/calls");
    let stage = project.root.join("target/calls");
    sites::ensure_node_modules(project, &sources, &stage)?;
    clear(&stage, &["node_modules"])?;
    copy_folder(&sources, &stage)?;
    let mut esbuild = process::command(project, stage.join("node_modules/.bin/esbuild"));
    esbuild.current_dir(&stage).words("mock.js --bundle --minify --format=esm --platform=browser --log-level=warning --outfile=bundle.js");
    process::run(&mut esbuild)
}

/// How many turns each side has.
const TURNS: usize = 5;

/// The same program on the host and in Chromium, built for size as the page is, and for speed.
fn wasm_against_native(project: &Project) -> Result<()> {
    let run =
        |profile: &str, is_wasm: bool| rates(benchmark(project, "portable", profile, is_wasm)?);
    // In one run: whoever comes first in a turn comes first in the next, and a turn is short.
    let mut turns = Vec::new();
    for turn in 1..=TURNS {
        // The first turn builds the program three times, each time as one unit, which takes minutes.
        say(&format!("turn {turn} of {TURNS}"));
        let native = run("bench", false)?;
        let page = run("release", true)?;
        let fast = run("bench", true)?;
        turns.push((native, page, fast));
    }
    println!(
        "\nCommands a second of the engine, and its share of the native one's; median of {TURNS} turns"
    );
    println!("               native        wasm as in the page        wasm for speed");
    let Some((first, ..)) = turns.first() else {
        return Ok(());
    };
    for name in first.keys() {
        let of = |rates: &Rates| rates.get(name).copied().unwrap_or(f64::NAN);
        let native = median(turns.iter().map(|turn| of(&turn.0)));
        let page = median(turns.iter().map(|turn| of(&turn.1)));
        let fast = median(turns.iter().map(|turn| of(&turn.2)));
        let page_share = median(turns.iter().map(|turn| of(&turn.1) / of(&turn.0)));
        let fast_share = median(turns.iter().map(|turn| of(&turn.2) / of(&turn.0)));
        println!(
            "{name:<8} {native:>12.0} {page:>14.0} ({page_share:.2}) {fast:>18.0} ({fast_share:.2})"
        );
    }
    Ok(())
}

/// Commands a second by workload.
type Rates = BTreeMap<String, f64>;

fn rates(mut command: Command) -> Result<Rates> {
    let printed = process::output_of(&mut command)
        .ok_or_else(|| anyhow!("`{}` failed", process::shown(&command)))?;
    let rates: Rates = printed.lines().filter_map(rate).collect();
    if rates.is_empty() {
        bail!("`{}` printed no rate:\n{printed}", process::shown(&command));
    }
    Ok(rates)
}

/// From `rate SET 1234567`, wherever it stands in a line.
fn rate(line: &str) -> Option<(String, f64)> {
    let (_, rest) = line.split_once("rate ")?;
    let (name, number) = rest.split_once(' ')?;
    Some((name.to_owned(), number.trim().parse().ok()?))
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_read_from_what_a_browser_logs() {
        assert_eq!(rate("    rate SETNX 1200"), Some(("SETNX".into(), 1200.0)));
        assert_eq!(rate("at this rate we fail"), None);
    }
}
