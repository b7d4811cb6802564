//! Makes a built page small, and weighs it.
//!
//! - `squeeze pack NAME STAGE NAMED`: packs the page NAME that lies in the folder STAGE, and keeps its modules with the names of
//!   their functions in the folder NAMED.
//! - `squeeze columns NAME STAGE UNPACKER`: writes the code of each module in STAGE in columns. The main one gets the module UNPACKER, with
//!   which the page's script makes it and the others whole.
//! - `squeeze weigh [--parts] NAME DIST EMPTY NAMED`: prints what the page in DIST weighs against its budgets, and an empty
//!   page in EMPTY for comparison. It fails above a budget, and when the page uses heavy code of the standard library. With `--parts` it also
//!   prints the share of each module and crate in each part of the wasm.
//! - `squeeze compress FOLDER`: writes each file of the folder that a host sends as `.br` and `.gz` beside it.

mod columns;
mod compress;
mod names;
mod order;
mod pack;
mod parts;
mod shims;
mod size;
mod traps;
mod types;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail, ensure};
use fs_err as fs;
use pico_args::Arguments;

fn main() -> ExitCode {
    match run(Arguments::from_env()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("squeeze: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut args: Arguments) -> Result<()> {
    let command = args.subcommand()?;
    let by_part = args.contains("--parts");
    let words: Vec<PathBuf> = args.finish().into_iter().map(PathBuf::from).collect();
    match (command.as_deref(), &words[..]) {
        (Some("pack"), [name, stage, named]) => pack::pack(text(name)?, stage, named),
        (Some("weigh"), [name, dist, empty, named]) => {
            let heavy = heavy(dist, named, by_part)?;
            size::weigh(text(name)?, dist, empty)?;
            ensure!(
                heavy.is_empty(),
                "the page has come to use heavy parts of the standard library:\n- {}\nparts::HEAVY lists them; the modules in \
                 {} say who uses them",
                heavy.join("\n- "),
                named.display()
            );
            Ok(())
        }
        (Some("columns"), [name, stage, unpacker]) => pack::columns(text(name)?, stage, unpacker),
        (Some("compress"), [folder]) => compress::folder(folder),
        _ => bail!(
            "squeeze pack NAME STAGE NAMED | columns NAME STAGE UNPACKER | weigh [--parts] NAME DIST EMPTY NAMED | compress FOLDER"
        ),
    }
}

fn text(name: &Path) -> Result<&str> {
    name.to_str()
        .ok_or_else(|| anyhow!("{} is no name", name.display()))
}

/// The heavy code that the modules of a page use, by the names of their functions. Prints the share of each module and crate if asked.
fn heavy(dist: &Path, named: &Path, by_part: bool) -> Result<Vec<String>> {
    let mut heavy = Vec::new();
    for path in list(named)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let named = fs::read(&path)?;
        let packed = dist.join(&*name);
        if by_part && packed.exists() {
            size::print_parts(&name, &parts::parts(&fs::read(packed)?, &named)?);
        }
        for instead in parts::heavy(&named, parts::allowed(&name))? {
            heavy.push(format!("{name}: {instead}"));
        }
    }
    Ok(heavy)
}

/// The files of a folder by their names.
fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files: Vec<PathBuf> = entries.collect::<Result<_>>()?;
    files.sort();
    Ok(files)
}
