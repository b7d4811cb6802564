//! Runs `setnx-search`, built for speed.

use anyhow::Result;
use pico_args::Arguments;

use crate::process::{self, Words, cargo};
use crate::project::Project;

/// `cargo xtask search`.
pub fn search(project: &Project, args: Arguments) -> Result<()> {
    let mut search = cargo(project);
    search.words("run --quiet -p setnx-playground --profile bench");
    search.words("--no-default-features --features transcript");
    search.words("--bin setnx-search --");
    search.args(args.finish());
    process::run(&mut search)
}
