//! Takes screenshots of the release page, for looking at: every width, theme and language.

use crate::args::Args;
use crate::failure::Failure;
use crate::process::{self, cargo};
use crate::project::Project;
use crate::{apt, build};

/// `cargo xtask shots DIR`.
pub fn shots(project: &Project, mut args: Args) -> Result<(), Failure> {
    let directory = args
        .command()
        .ok_or_else(|| Failure::new("which directory? `cargo xtask shots DIR` writes there"))?;
    args.finish()?;
    apt::ensure(project, apt::BROWSER)?;
    build::release_page(project)?;
    let mut shots = cargo(project);
    shots.args(["run", "--quiet", "-p", "page-tests", "--bin", "shots", "--"]);
    process::run(shots.arg(directory))
}
