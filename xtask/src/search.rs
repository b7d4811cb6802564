//! Runs `setnx-search`, built for speed.

use crate::args::Args;
use crate::failure::Failure;
use crate::process::{self, cargo};
use crate::project::Project;

/// `cargo xtask search`.
pub fn search(project: &Project, args: Args) -> Result<(), Failure> {
    let mut search = cargo(project);
    search.args([
        "run",
        "--quiet",
        "-p",
        "setnx-playground",
        "--profile",
        "bench",
    ]);
    search.args(["--no-default-features", "--features", "transcript"]);
    search.args(["--bin", "setnx-search", "--"]);
    search.args(args.rest());
    process::run(&mut search)
}
