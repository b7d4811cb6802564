//! Takes screenshots of the release page, for looking at: every width, theme and language.

use anyhow::{Context, Result};
use pico_args::Arguments;

use crate::args::finish;
use crate::process::{self, Words, cargo};
use crate::project::Project;
use crate::{apt, build};

/// `cargo xtask shots DIR`.
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
