//! `setnx-transcript`: finds the transcripts in documentation, runs them, and says where a reply that is written is not
//! the one that Redis gives. The library finds and compares replies (`setnx_playground::transcript`); here are files,
//! markups and reports.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)
)]

mod args;
mod check;
mod document;
mod files;
mod fix;
mod interrupt;
mod progress;
mod redis;
mod report;
mod resp;
mod say;
mod target;

use args::{Args, Asked};
use check::{Checked, Manner};
use document::{Markup, Scope};
use progress::Progress;
use report::{File, Report};
use setnx_playground::transcript::Checker;
use std::path::Path;
use std::process::ExitCode;
use target::Target;

/// All replies are equal.
const SAME: u8 = 0;
/// Some differ.
const DIFFERENT: u8 = 1;
/// Something could not be run.
const FAILED: u8 = 2;
/// The exit code of a shell for a program that was ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let args = match args::read() {
        Ok(Asked::Run(args)) => args,
        Ok(Asked::Text(text)) => {
            report::print(&text);
            return ExitCode::from(SAME);
        }
        Err(message) => {
            eprintln!("setnx-transcript: {message}\nSee `setnx-transcript --help`.");
            return ExitCode::from(FAILED);
        }
    };
    interrupt::listen();
    ExitCode::from(run(&args))
}

fn run(args: &Args) -> u8 {
    let setup = match args.setup.as_deref().map(files::read) {
        None => String::new(),
        Some(Ok(lines)) => lines,
        Some(Err(why)) => return failed(&why),
    };
    let target = match Target::open(args.redis.as_deref(), &args.allowed) {
        Ok(target) => target,
        Err(why) => return failed(&why),
    };
    let (paths, errors) = files::find(&args.paths);
    let mut report = Report::new(args.format, args.is_verbose, target.name(), errors);
    let mut desk = Desk {
        manner: Manner {
            setup,
            scope: Scope {
                is_loose: args.is_loose,
            },
            is_shared: args.is_shared,
            mode: args.mode,
        },
        is_fixing: args.is_fixing,
        is_writing: !args.is_diff,
        checker: Checker::new(target),
    };
    let mut progress = Progress::new(paths.len());
    for path in &paths {
        progress.step(path);
        if interrupt::is_asked() {
            break;
        }
        match desk.file(path) {
            Ok(file) => {
                if file.says_something() {
                    progress.clear();
                }
                report.file(file);
            }
            Err(why) => {
                progress.clear();
                report.error(path, why);
            }
        }
    }
    progress.clear();
    if interrupt::is_asked() {
        eprintln!("setnx-transcript: stopped; no file is half written");
        return INTERRUPTED;
    }
    report.finish();
    match report.totals() {
        totals if totals.errors > 0 => FAILED,
        totals if totals.wrong() > 0 || args.is_strict && totals.unchecked > 0 => DIFFERENT,
        _ => SAME,
    }
}

fn failed(why: &str) -> u8 {
    eprintln!("setnx-transcript: {why}");
    FAILED
}

/// Everything that a file is checked with.
struct Desk {
    manner: Manner,
    is_fixing: bool,
    /// Whether what is corrected is written, and not only told of.
    is_writing: bool,
    checker: Checker<Target>,
}

impl Desk {
    /// Checks a file, and corrects it if that is asked.
    fn file(&mut self, path: &Path) -> Result<File, String> {
        let source = files::read(path)?;
        let markup = Markup::of(path).ok_or_else(|| files::unknown(path))?;
        let checked = check::check(&source, markup, &self.manner, &mut self.checker)?;
        let is_asked = self.is_fixing && !interrupt::is_asked();
        let (checked, fixed) = match is_asked && !checked.differences.is_empty() {
            false => (checked, 0),
            true => self.corrected(path, &source, markup, checked)?,
        };
        Ok(File {
            path: path.to_owned(),
            source,
            checked,
            fixed,
        })
    }

    /// Writes the replies that can be written. Answers what is left wrong, by the lines of the file as it was, and how
    /// many are right now.
    fn corrected(
        &mut self,
        path: &Path,
        source: &str,
        markup: Markup,
        checked: Checked,
    ) -> Result<(Checked, usize), String> {
        let fixed = fix::corrected(source, markup, &self.manner, &mut self.checker, &checked)?;
        if interrupt::is_asked() || fixed.done == 0 && fixed.left.is_empty() {
            return Ok((checked, 0));
        }
        if !self.is_writing {
            let mut differences = fixed.rewritten;
            differences.extend(fixed.left);
            differences.sort_by_key(|found| found.place);
            let told = Checked {
                differences,
                ..checked
            };
            return Ok((told, 0));
        }
        if fixed.done > 0 {
            files::write(path, &fixed.source)?;
        }
        let left = Checked {
            differences: fixed.left,
            ..checked
        };
        Ok((left, fixed.done))
    }
}
