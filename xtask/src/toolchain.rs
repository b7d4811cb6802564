//! The parts that rustup provides: the wasm target, and the components that a minimal installation leaves out.

use std::path::Path;

use anyhow::{Result, anyhow, bail};

use crate::process::{self, command, on_path, output_of};
use crate::project::Project;

pub const WASM: &str = "wasm32-unknown-unknown";

/// Adds the wasm target to the toolchain in use, if it lacks it.
pub fn ensure_wasm(project: &Project) -> Result<()> {
    let mut rustc = command(project, "rustc");
    let folder = output_of(rustc.args(["--print", "target-libdir", "--target", WASM]));
    if folder.is_some_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    rustup(project, &["target", "add", WASM])
}

/// Adds `cargo fmt` or `cargo clippy`, if the toolchain lacks it.
pub fn ensure_component(project: &Project, component: &str) -> Result<()> {
    let subcommand = component.strip_prefix("rust").unwrap_or(component);
    if output_of(process::cargo(project).args([subcommand, "--version"])).is_some() {
        return Ok(());
    }
    rustup(project, &["component", "add", component])
}

/// A nightly compiler, for the fuzz targets alone.
pub fn ensure_nightly(project: &Project) -> Result<()> {
    let mut rustc = command(project, "rustc");
    if output_of(rustc.env("RUSTUP_TOOLCHAIN", "nightly").arg("--version")).is_some() {
        return Ok(());
    }
    let install = ["toolchain", "install", "nightly", "--profile", "minimal"];
    rustup(project, &install)
}

/// A C compiler: some of Trunk's dependencies are built with one.
pub fn ensure_c_compiler(project: &Project) -> Result<()> {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let mut words = compiler.split_whitespace();
    let program = words.next().unwrap_or("cc");
    if output_of(command(project, program).args(words).arg("--version")).is_some() {
        return Ok(());
    }
    Err(anyhow!(
        "no C compiler: `{compiler} --version` fails, and Trunk cannot be built without one.\n\
         On Debian or Ubuntu: sudo apt-get install -y gcc libc6-dev. Elsewhere: the system's compiler package."
    ))
}

fn rustup(project: &Project, args: &[&str]) -> Result<()> {
    if on_path("rustup").is_none() {
        bail!(
            "this Rust toolchain lacks something that `rustup {}` would add, and rustup is not on PATH.\n\
             Install rustup (https://rustup.rs), or add the same part by your system's Rust packages.",
            args.join(" ")
        );
    }
    process::run(command(project, "rustup").args(args)).map_err(|failure| {
        anyhow!("{failure}.\nThe network is needed for this first installation only: check that rustup's server can be \
             reached, then start again.")
    })
}
