//! Commands that are programs of other members.

use anyhow::{Context, Result};
use pico_args::Arguments;

use crate::args::finish;
use crate::process::{self, Words, cargo};
use crate::project::Project;
use crate::{apt, build};

/// `cargo xtask search`: `setnx-search`, built for speed.
pub fn search(project: &Project, args: Arguments) -> Result<()> {
    let mut search = cargo(project);
    search.words("run --quiet -p setnx-playground --profile bench");
    search.words("--no-default-features --features transcript --bin setnx-search --");
    process::run(search.args(args.finish()))
}

/// `cargo xtask shots DIR`: screenshots of the release page in every width, theme and language.
pub fn shots(project: &Project, mut args: Arguments) -> Result<()> {
    let directory: Option<String> = args.opt_free_from_str()?;
    let directory = directory.context("which directory? `cargo xtask shots DIR` writes there")?;
    finish(args)?;
    apt::ensure(project, apt::BROWSER)?;
    build::release_page(project)?;
    let mut shots = cargo(project);
    shots.words("run --quiet -p page-tests --bin shots --");
    process::run(shots.arg(directory))
}

/// `cargo xtask elements`.
pub fn elements(project: &Project, args: Arguments) -> Result<()> {
    finish(args)?;
    process::run(cargo(project).words("run --quiet --package elements"))
}

/// `cargo xtask faults`.
pub fn faults(project: &Project, args: Arguments) -> Result<()> {
    apt::ensure(project, apt::REDIS)?;
    let mut faults = cargo(project);
    faults.words("run --quiet --package faults --");
    process::run(faults.args(args.finish()))
}
