//! Runs the fuzz targets of `fuzz/`, one after the other, for as long as was asked.

use anyhow::Result;
use pico_args::Arguments;

use crate::args::finish;
use crate::process::{self, Words, command};
use crate::project::Project;
use crate::{toolchain, tools};

/// `argv` is at the server, `script` within it, `prompt` at the prompt, `link` in the address, and `transcript` in somebody's
/// page.
const TARGETS: [&str; 5] = ["argv", "script", "prompt", "link", "transcript"];
/// How long all of them run together unless a number is given.
const SECONDS: u64 = 120;

/// No input may take longer, in seconds: what it costs in units is bounded far below.
const HANG_S: u32 = 10;
/// No single allocation may be larger, in MiB; inputs run on a keyspace of a quarter of one.
const ALLOCATION_MIB: u32 = 64;
const INPUT_BYTES_MAX: u32 = 4096;

/// `cargo xtask fuzz [SECONDS]`.
pub fn fuzz(project: &Project, mut args: Arguments) -> Result<()> {
    let seconds = args.opt_free_from_str()?.unwrap_or(SECONDS);
    finish(args)?;
    toolchain::ensure_nightly(project)?;
    let cargo_fuzz = tools::ensure(project, &tools::CARGO_FUZZ)?;
    for target in TARGETS {
        let mut fuzz = command(project, &cargo_fuzz);
        // The program calls cargo, which has to be the nightly one.
        fuzz.env("RUSTUP_TOOLCHAIN", "nightly").env_remove("CARGO");
        let seconds = seconds / TARGETS.len() as u64;
        fuzz.words(&format!("run {target} -- -max_total_time={seconds}"));
        fuzz.words(&format!(
            "-timeout={HANG_S} -malloc_limit_mb={ALLOCATION_MIB}"
        ));
        fuzz.words(&format!("-max_len={INPUT_BYTES_MAX} -print_final_stats=1"));
        process::run(&mut fuzz)?;
    }
    Ok(())
}
