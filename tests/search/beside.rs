//! A question of `setnx-search`, answered by the search and by the plain explorer: `cargo run --release --features transcript
//! --example beside -- [options of setnx-search] FILE.lock`. The plain explorer lets time
//! pass to every instant of `PLAIN_MS` (milliseconds after the start with commas between them; `A..B/C` from A to B by C),
//! makes schedules of at most `PLAIN_DEPTH` moves, and at most `PLAIN_MOVES` moves. The exit code is 1 when they differ.

#![allow(dead_code, reason = "other tests ask more of the explorer")]

#[path = "../../src/bin/setnx-search/args.rs"]
mod args;
mod plain;

use std::process::ExitCode;
use std::sync::Arc;

use args::Wanted;
use setnx_playground::check::{Progress, Search, Verdict};
use setnx_playground::lock::Program;
use setnx_playground::tell;

/// Every half second of six.
const INSTANTS: &str = "0..6000/500";
const DEPTH: usize = 6;
const MOVES: usize = 400_000;

fn main() -> ExitCode {
    match answer() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(mistake) => {
            eprintln!("{mistake}");
            ExitCode::from(2)
        }
    }
}

fn number(variable: &str, otherwise: usize) -> Result<usize, String> {
    let text = std::env::var(variable);
    text.map_or(Ok(otherwise), |text| {
        text.parse().map_err(|why| format!("{variable}: {why}"))
    })
}

fn instants() -> Result<Vec<i64>, String> {
    let text = std::env::var("PLAIN_MS").unwrap_or_else(|_| INSTANTS.to_owned());
    let number = |text: &str| {
        let number = text.parse::<i64>();
        number.map_err(|why| format!("{text}: {why}"))
    };
    let mut all = Vec::new();
    for part in text.split(',') {
        match part.split_once("..").zip(part.split_once('/')) {
            Some(((from, rest), (_, by))) => {
                let to = rest.split('/').next().unwrap_or(rest);
                let by = usize::try_from(number(by)?).map_err(|why| why.to_string())?;
                all.extend((number(from)?..=number(to)?).step_by(by.max(1)));
            }
            None => all.push(number(part)?),
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// Whether both agree.
fn answer() -> Result<bool, String> {
    let Wanted::Search(args) = args::read().map_err(|why| why.to_string())? else {
        return Err(args::HELP.to_owned());
    };
    let [file] = args.files.as_slice() else {
        return Err("name one .lock file".to_owned());
    };
    let text = std::fs::read_to_string(file).map_err(|why| why.to_string())?;
    let program = Program::parse(&text).map_err(|why| why.get(args.lang))?;
    let question = args.question(Arc::new(program))?;

    let mut search = Search::new(question.clone());
    let verdict = loop {
        if let Progress::Done(verdict) = search.advance(20_000) {
            break verdict;
        }
    };
    println!(
        "{}",
        tell::verdict::verdict(args.lang, question.property, &verdict)
    );
    if let Verdict::Broken(found, _) = &verdict {
        for mv in &found.schedule.moves {
            println!("  {mv:?}");
        }
    }
    let (depth, moves) = (number("PLAIN_DEPTH", DEPTH)?, number("PLAIN_MOVES", MOVES)?);
    let (told, agree) = plain::beside(&question, &verdict, &instants()?, depth, moves);
    println!("plain: {told}");
    println!("{}", if agree { "they agree" } else { "THEY DIFFER" });
    Ok(agree)
}
