//! What Trunk leaves undone in a built page: functions of the wasm that look alike come side by side, the names between the wasm and its script become short, the sections of the
//! wasm that only tools read go, and the scripts are minified. A page that it cannot follow is an error, and no page.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::names::{self, Pair};
use crate::order;
use crate::process::{self, cargo};
use crate::project::Project;

/// Puts the functions of the page that Trunk has just put into `dist` in order, and leaves them their names.
pub fn order(dist: &Path) -> Result<(), Failure> {
    for file in list(dist)? {
        if file
            .extension()
            .is_some_and(|extension| extension == "wasm")
        {
            let ordered = order::by_likeness(&read(&file)?);
            let ordered =
                ordered.map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
            write(&file, &ordered)?;
        }
    }
    Ok(())
}

/// Packs the page that Trunk has just put into `dist`; not for one that is packed already.
pub fn pack(project: &Project, dist: &Path) -> Result<(), Failure> {
    let mut scripts = Vec::new();
    for file in list(dist)? {
        let name = file.to_string_lossy().into_owned();
        if let Some(stem) = name.strip_suffix("_bg.wasm") {
            rename(&file, Path::new(&format!("{stem}.js")))?;
        }
        if name.ends_with(".js") {
            scripts.push(file);
        }
    }
    let mut minify = cargo(project);
    minify.args(["run", "--quiet", "--package", "minify", "--"]);
    process::run(minify.args(scripts))
}

fn rename(wasm: &Path, script: &Path) -> Result<(), Failure> {
    let (module, text) = (read(wasm)?, read(script)?);
    let text = String::from_utf8_lossy(&text);
    let short = names::shorten(&module, &text).map_err(|error| {
        Failure::new(format!(
            "{} and {} cannot be given short names: {error}.\n\
             If wasm-bindgen is new: xtask/src/names.rs says what it has to write. Nothing of {} may be published.",
            wasm.display(),
            script.display(),
            wasm.parent().unwrap_or(wasm).display()
        ))
    })?;
    let Pair {
        wasm: module,
        script: text,
    } = short;
    write(wasm, &module)?;
    write(script, text.as_bytes())
}

fn list(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| Failure::new(format!("{} cannot be read: {error}", directory.display()));
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        files.push(entry.map_err(failed)?.path());
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file)
        .map_err(|error| Failure::new(format!("{} cannot be read: {error}", file.display())))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(file, bytes)
        .map_err(|error| Failure::new(format!("{} cannot be written: {error}", file.display())))
}
