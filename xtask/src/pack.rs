//! Makes a built page small: functions of the wasm that look alike come side by side, the names between the modules and
//! their script become short, the sections of the wasm that only tools read go, small modules stand in one file, and scripts
//! and styles are minified (markup would be 32 bytes shorter after brotli). A page that this cannot follow is an error, and
//! no page.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::gather::gather;
use crate::names::{self, Linked};
use crate::order;
use crate::process::{self, cargo};
use crate::project::Project;

/// Where the modules of the page are kept as they were before they were packed, with the names of their functions: a
/// folder for each page.
pub const NAMED: &str = "target/named";

/// Packs the page that was just built into `stage`; not for one that is packed already.
pub fn pack(project: &Project, name: &str, stage: &Path) -> Result<(), Failure> {
    let (main, script) = (format!("{name}_bg.wasm"), format!("{name}.js"));
    let mut modules = BTreeMap::new();
    let mut texts = Vec::new();
    for file in list(stage)? {
        let is = |kind: &str| file.extension().is_some_and(|extension| extension == kind);
        if is("wasm") {
            let ordered = order::by_likeness(&read(&file)?);
            let ordered =
                ordered.map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            modules.insert(name.into_owned(), ordered);
        } else if is("js") || is("css") {
            texts.push(file);
        }
    }
    keep(&project.root.join(NAMED).join(name), &modules)?;
    let text = read(&stage.join(&script))?;
    let long = Linked {
        main: modules.remove(&main).unwrap_or_default(),
        script: String::from_utf8_lossy(&text).into_owned(),
        parts: modules,
    };
    let short = names::shorten(&long).map_err(|error| {
        Failure::new(format!(
            "the files of {name} cannot be given short names: {error}.\n\
             If wasm-bindgen or the splitter is new: xtask/src/names.rs says what they have to write. Nothing of {} may \
             be published.",
            stage.display()
        ))
    })?;
    write(&stage.join(&main), &short.main)?;
    for file in short.parts.keys() {
        remove(&stage.join(file))?;
    }
    let (text, parts) = gather(name, &short.script, short.parts);
    write(&stage.join(&script), text.as_bytes())?;
    for (file, part) in &parts {
        write(&stage.join(file), part)?;
    }
    let mut minify = cargo(project);
    minify.args(["run", "--quiet", "--package", "minify", "--"]);
    process::run(minify.args(texts))
}

fn keep(folder: &Path, modules: &BTreeMap<String, Vec<u8>>) -> Result<(), Failure> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)
        .map_err(|error| Failure::new(format!("{} cannot be made: {error}", folder.display())))?;
    for (name, module) in modules {
        write(&folder.join(name), module)?;
    }
    Ok(())
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

fn remove(file: &Path) -> Result<(), Failure> {
    fs::remove_file(file)
        .map_err(|error| Failure::new(format!("{} cannot be removed: {error}", file.display())))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(file, bytes)
        .map_err(|error| Failure::new(format!("{} cannot be written: {error}", file.display())))
}
