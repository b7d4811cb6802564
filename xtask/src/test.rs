//! Runs every suite, says how long each took, and ends with one line that counts them all.

use std::time::{Duration, Instant};

use crate::args::Args;
use crate::failure::Failure;
use crate::project::Project;
use crate::suite::{Extent, Suite};
use crate::tally::Tally;

/// `cargo xtask test`. Its last line of output is `N passed, N failed`.
pub fn test(project: &Project, mut args: Args) -> Result<(), Failure> {
    let suites = chosen(args.values("--only")?, args.values("--skip")?)?;
    let extent = Extent {
        differential: args.number("--differential")?,
        all_sites: args.flag("--sites"),
    };
    args.finish()?;

    let mut sum = Tally::default();
    let mut rows = Vec::new();
    for suite in &suites {
        let (tally, time) = timed(*suite, project, extent);
        rows.push((suite.name(), tally.passed, tally.failed, time));
        sum += tally;
    }
    println!();
    for (name, passed, failed, time) in rows {
        let seconds = time.as_secs_f64();
        println!("{name:<8} {seconds:>7.1} s {passed:>6} passed {failed:>4} failed");
    }
    for suite in Suite::ALL.iter().filter(|suite| !suites.contains(suite)) {
        println!("{:<8}       left out, as asked", suite.name());
    }
    for name in &sum.names {
        println!("not passed: {name}");
    }
    println!("{} passed, {} failed", sum.passed, sum.failed);
    if sum.failed > 0 {
        std::process::exit(1);
    }
    Ok(())
}

/// A suite that cannot be prepared or run has failed: what was not tested is not well.
fn timed(suite: Suite, project: &Project, extent: Extent) -> (Tally, Duration) {
    eprintln!("\n== {}", suite.name());
    let begun = Instant::now();
    let tally = suite
        .prepare(project)
        .and_then(|()| suite.run(project, extent))
        .unwrap_or_else(|failure| {
            eprintln!("{}: {failure}", suite.name());
            Tally::of(false, &failure.to_string())
        });
    (tally, begun.elapsed())
}

/// All suites, or those of `--only`, without those of `--skip`.
fn chosen(only: Vec<String>, skip: Vec<String>) -> Result<Vec<Suite>, Failure> {
    let only = named(&only)?;
    let skip = named(&skip)?;
    let suites: Vec<Suite> = Suite::ALL
        .into_iter()
        .filter(|suite| only.is_empty() || only.contains(suite))
        .filter(|suite| !skip.contains(suite))
        .collect();
    if suites.is_empty() {
        return Err(Failure::new("these flags leave no suite to run"));
    }
    Ok(suites)
}

fn named(lists: &[String]) -> Result<Vec<Suite>, Failure> {
    lists
        .iter()
        .flat_map(|list| list.split(','))
        .map(|name| {
            let found = Suite::ALL.into_iter().find(|suite| suite.name() == name);
            found.ok_or_else(|| {
                let names = Suite::ALL.map(Suite::name).join(", ");
                Failure::new(format!("there is no suite `{name}`; there are: {names}"))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(only: &[&str], skip: &[&str]) -> Option<Vec<&'static str>> {
        let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let suites = chosen(own(only), own(skip)).ok()?;
        Some(suites.into_iter().map(Suite::name).collect())
    }

    #[test]
    fn without_flags_every_suite_runs() {
        assert_eq!(choose(&[], &[]).unwrap().len(), Suite::ALL.len());
    }

    #[test]
    fn only_and_skip_choose() {
        assert_eq!(choose(&["page,native"], &[]).unwrap(), ["native", "page"]);
        assert!(!choose(&[], &["page"]).unwrap().contains(&"page"));
    }

    #[test]
    fn an_unknown_suite_and_an_empty_choice_are_errors() {
        assert!(choose(&["pages"], &[]).is_none());
        assert!(choose(&["page"], &["page"]).is_none());
    }
}
