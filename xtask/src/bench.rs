//! Runs the benchmarks: the programs under benches/, then the page's latency in a headless browser.

use crate::args::Args;
use crate::failure::Failure;
use crate::process::{self, cargo};
use crate::project::Project;
use crate::{apt, build};

/// `cargo xtask bench`.
pub fn bench(project: &Project, args: Args) -> Result<(), Failure> {
    args.finish()?;
    apt::ensure(project, apt::REDIS)?;
    process::run(cargo(project).args(["bench", "-p", "setnx-playground", "--bench", "*"]))?;
    apt::ensure(project, apt::BROWSER)?;
    build::release_page(project)?;
    process::run(cargo(project).args(["run", "-p", "page-tests", "--bin", "latency"]))
}
