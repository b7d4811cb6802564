//! Builds the release page by Trunk, without the network, packs it and weighs it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs};

use crate::args::Args;
use crate::failure::Failure;
use crate::process::{self, cargo, command};
use crate::project::Project;
use crate::{pack, parts, size, tools};

/// `cargo xtask build`.
pub fn build(project: &Project, mut args: Args) -> Result<(), Failure> {
    let by_part = args.flag("--parts");
    args.finish()?;
    release_page(project)?;
    empty_page(project)?;
    if by_part {
        let wasm = read(&project.dist().join("setnx-playground_bg.wasm"))?;
        let parts = parts::parts(&wasm, &read(&project.root.join(NAMED))?).map_err(Failure::new)?;
        size::print_parts(&parts);
    }
    size::weigh(&project.dist(), &project.root.join(EMPTY_DIST))?;
    match parts::heavy(&read(&project.root.join(NAMED))?).map_err(Failure::new)?[..] {
        [] => Ok(()),
        ref heavy => Err(Failure::new(format!(
            "the page has come to use heavy parts of the standard library:\n- {}\nparts::HEAVY has them; \
             target/named.wasm says who uses them.",
            heavy.join("\n- ")
        ))),
    }
}

/// The page's module as it was before it was packed, with the names of its functions.
const NAMED: &str = "target/named.wasm";

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file)
        .map_err(|error| Failure::new(format!("{} cannot be read: {error}", file.display())))
}

/// Two suites need the page, and what they test are the same sources.
static IS_BUILT: AtomicBool = AtomicBool::new(false);

/// The page as it is published, in dist/. Once in a run of this program.
pub fn release_page(project: &Project) -> Result<(), Failure> {
    if IS_BUILT.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut trunk = trunk(project)?;
    as_published(&mut trunk, project);
    process::run(trunk.args(["build", "--offline", "--release=true"]))?;
    pack::order(&project.dist())?;
    let wasm = project.dist().join("setnx-playground_bg.wasm");
    fs::copy(&wasm, project.root.join(NAMED))
        .map_err(|error| Failure::new(format!("{} cannot be kept: {error}", wasm.display())))?;
    pack::pack(project, &project.dist())?;
    IS_BUILT.store(true, Ordering::Relaxed);
    Ok(())
}

/// Keeps this machine's paths out of what is published: a panic's place is named from the crate on. The same sources
/// give the same bytes anywhere, and fewer of them. Names of functions stay until the page is packed: weighing reads
/// them, and with them wasm-bindgen sees what the module may use, which makes both sides smaller.
fn as_published(trunk: &mut Command, project: &Project) {
    trunk.env("CARGO_PROFILE_RELEASE_STRIP", "none");
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let registries = home.and_then(|home| fs::read_dir(home.join("registry").join("src")).ok());
    let mut prefixes = vec![project.root.clone()];
    prefixes.extend(
        registries
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path()),
    );
    let flags: Vec<_> = prefixes
        .iter()
        .map(|prefix| format!("--remap-path-prefix={}/=", prefix.display()))
        .collect();
    trunk.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
}

/// A Trunk that asks nobody for anything: its crates are fetched before, its tools are on its PATH.
pub fn trunk(project: &Project) -> Result<Command, Failure> {
    let program = tools::ensure_trunk(project)?;
    fetch(project)?;
    let mut trunk = command(project, program);
    trunk.env("TRUNK_SKIP_VERSION_CHECK", "true");
    // Trunk reads NO_COLOR as a truth value and stops at the usual `1`.
    if std::env::var_os("NO_COLOR").is_some() {
        trunk.env("NO_COLOR", "true");
    }
    Ok(trunk)
}

const EMPTY_DIST: &str = "target/empty-page";

/// The least that a Yew page weighs, built by the same tools, versions and profile: the floor to measure against.
pub fn empty_page(project: &Project) -> Result<(), Failure> {
    let member = project.root.join("xtask").join("empty-page");
    let mut trunk = trunk(project)?;
    as_published(&mut trunk, project);
    trunk.args(["build", "--offline", "--release=true", "--config"]);
    trunk.arg(member.join("Trunk.toml"));
    trunk.arg("--dist").arg(project.root.join(EMPTY_DIST));
    process::run(&mut trunk)?;
    pack::order(&project.root.join(EMPTY_DIST))?;
    pack::pack(project, &project.root.join(EMPTY_DIST))
}

/// Has every crate of the lock file at hand, so that Trunk can run offline. Downloads only what is missing.
fn fetch(project: &Project) -> Result<(), Failure> {
    let mut at_hand = cargo(project);
    at_hand.args(["fetch", "--locked", "--offline", "--quiet"]);
    if process::output_of(&mut at_hand).is_some() {
        return Ok(());
    }
    let mut fetch = cargo(project);
    process::run(fetch.args(["fetch", "--locked"])).map_err(|failure| {
        Failure::new(format!(
            "{failure}.\nIf the lines above speak of a download or a host: the crates.io registry must be reachable for \
             the first build (and only for it). If they speak of the lock file: run `cargo check` and commit Cargo.lock."
        ))
    })
}
