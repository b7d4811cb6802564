//! Runs the suites, says how long each took, and ends with one line that counts them all.
//!
//! The suites that need no browser run one after another, and beside them everything is installed and built that the
//! others need. The tests in a browser come last, with the machine to themselves: they have time limits, and some of
//! them measure.

use std::fmt;
use std::fs::{self, File};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use pico_args::Arguments;

use crate::args::finish;
use crate::progress::Activity;
use crate::project::Project;
use crate::suite::{ALL, Extent, Ready, Suite};
use crate::tally::Tally;
use crate::{output, process};

/// `cargo xtask test`. Its last line of output is `N passed, N failed`.
pub fn test(project: &Project, mut args: Arguments) -> Result<()> {
    let only: Vec<String> = args.values_from_str("--only")?;
    let suites = chosen(&only, &args.values_from_str::<_, String>("--skip")?)?;
    let extent = Extent {
        differential: args.opt_value_from_str("--differential")?,
        judged: args.opt_value_from_str("--judged")?,
        all_sites: args.contains("--sites"),
    };
    finish(args)?;
    process::guard()?;

    let begun = Instant::now();
    let ends = Runner { project, extent }.all(&suites)?;

    let mut sum = Tally::default();
    println!();
    for end in ends {
        println!("{end}");
        sum += end.tally;
    }
    for suite in ALL
        .iter()
        .filter(|suite| suites.iter().all(|run| run.name != suite.name))
    {
        println!("{:<8}       left out, as asked", suite.name);
    }
    println!("{:<8} {:>7.1} s", "together", begun.elapsed().as_secs_f64());
    for missed in &sum.missed {
        println!("not passed: {missed}");
    }
    println!("{} passed, {} failed", sum.passed, sum.failed);
    if sum.failed > 0 {
        std::process::exit(1);
    }
    Ok(())
}

/// The arguments of every suite.
struct Runner<'a> {
    project: &'a Project,
    extent: Extent,
}

/// A suite on its way: prepared at one time, run at another.
struct Run {
    suite: Suite,
    /// Keeps its output until it ends, where others run beside it.
    log: Option<PathBuf>,
    time: Duration,
    ready: Result<Ready>,
}

/// A suite that has run.
struct End {
    suite: Suite,
    tally: Tally,
    time: Duration,
}

impl Runner<'_> {
    fn all(&self, suites: &[Suite]) -> Result<Vec<End>> {
        if let [suite] = suites {
            let mut run = Run::new(*suite, None);
            run.prepare(self);
            return Ok(vec![run.finish(self)]);
        }
        let logs = self.project.root.join("target").join("test-logs");
        fs::create_dir_all(&logs)?;
        output::announce(
            "The output of a suite is shown when it ends; until then target/test-logs has it.",
        );
        let new = |suite: &Suite| Run::new(*suite, Some(logs.join(suite.name)));
        let (last, first): (Vec<Suite>, Vec<Suite>) =
            suites.iter().partition(|suite| suite.is_last);
        let (mut last, first): (Vec<Run>, Vec<Run>) = (
            last.iter().map(new).collect(),
            first.iter().map(new).collect(),
        );
        let mut ends = Vec::new();
        thread::scope(|scope| {
            scope.spawn(|| last.iter_mut().for_each(|run| run.prepare(self)));
            for mut run in first {
                run.prepare(self);
                ends.push(run.finish(self));
            }
        });
        ends.extend(last.into_iter().map(|run| run.finish(self)));
        Ok(ends)
    }
}

impl Run {
    fn new(suite: Suite, log: Option<PathBuf>) -> Self {
        if let Some(log) = &log {
            let _ = fs::remove_file(log);
        }
        Self {
            suite,
            log,
            time: Duration::ZERO,
            ready: Ok(Ready::default()),
        }
    }

    fn prepare(&mut self, runner: &Runner) {
        let begun = Instant::now();
        let what = format!("preparing {}", self.suite.name);
        self.ready = self.within(&what, || {
            (self.suite.prepare)(runner.project, runner.extent)
        });
        self.time += begun.elapsed();
    }

    /// A suite that cannot be prepared or run has failed: what was not tested is not well.
    fn finish(mut self, runner: &Runner) -> End {
        let begun = Instant::now();
        let ready = std::mem::replace(&mut self.ready, Ok(Ready::default()));
        let tally = self.within(self.suite.name, || {
            let run = |ready| (self.suite.run)(runner.project, runner.extent, ready);
            ready.and_then(run).unwrap_or_else(|failure| {
                output::say(&format!("{}: {failure}", self.suite.name));
                Tally::of(false, &failure.to_string())
            })
        });
        let end = End {
            suite: self.suite,
            tally,
            time: self.time + begun.elapsed(),
        };
        if let Some(log) = &self.log {
            output::show(format!("\n== {end}\n").as_bytes());
            output::show(&fs::read(log).unwrap_or_default());
        }
        end
    }

    /// Works with the output kept in the log, if there is one, and says what is begun.
    fn within<T>(&self, what: &str, work: impl FnOnce() -> T) -> T {
        let Some(log) = &self.log else {
            output::announce(&format!("\n== {what}"));
            return work();
        };
        output::announce(&format!("-- {what}"));
        let _activity = Activity::begin(what);
        match File::options().create(true).append(true).open(log) {
            Ok(file) => output::keep(file, work),
            Err(_) => work(),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<8} {:>7.1} s {:>6} passed {:>4} failed",
            self.suite.name,
            self.time.as_secs_f64(),
            self.tally.passed,
            self.tally.failed
        )
    }
}

/// All suites, or those of `--only`, without those of `--skip`.
fn chosen(only: &[String], skip: &[String]) -> Result<Vec<Suite>> {
    let (only, skip) = (named(only)?, named(skip)?);
    let is_chosen = |suite: &Suite| {
        (only.is_empty() || only.contains(&suite.name)) && !skip.contains(&suite.name)
    };
    let suites: Vec<Suite> = ALL.into_iter().filter(is_chosen).collect();
    ensure!(!suites.is_empty(), "these flags leave no suite to run");
    Ok(suites)
}

/// The names in lists with commas, each of which is a suite's.
fn named(lists: &[String]) -> Result<Vec<&str>> {
    let names: Vec<&str> = lists.iter().flat_map(|list| list.split(',')).collect();
    for name in &names {
        let all = ALL.map(|suite| suite.name);
        ensure!(
            all.contains(name),
            "there is no suite `{name}`; there are: {}",
            all.join(", ")
        );
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(only: &[&str], skip: &[&str]) -> Option<Vec<&'static str>> {
        let own = |words: &[&str]| -> Vec<String> {
            words.iter().map(|word| (*word).to_owned()).collect()
        };
        let suites = chosen(&own(only), &own(skip)).ok()?;
        Some(suites.into_iter().map(|suite| suite.name).collect())
    }

    #[test]
    fn without_flags_every_suite_runs() {
        assert_eq!(choose(&[], &[]).unwrap().len(), ALL.len());
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
