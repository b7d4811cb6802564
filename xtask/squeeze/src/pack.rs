//! Packs a page: functions of the wasm that look alike come side by side, the names between the modules and
//! their script become short, the sections of the wasm that only tools read are removed, and small modules share one file.
//! A page that this cannot follow is an error, and no page.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use fs_err as fs;

use crate::gather::gather;
use crate::names::{self, Linked};
use crate::{list, order};

/// Packs the page that was just built into `stage`, which must not be packed already. Its modules as they were before, with the
/// names of their functions, are kept in `named`.
pub fn pack(name: &str, stage: &Path, named: &Path) -> Result<()> {
    let (main, script) = (format!("{name}_bg.wasm"), stage.join(format!("{name}.js")));
    let mut modules = BTreeMap::new();
    for file in list(stage)? {
        if file
            .extension()
            .is_some_and(|extension| extension == "wasm")
        {
            let ordered = order::by_likeness(&fs::read(&file)?);
            let ordered = ordered.with_context(|| file.display().to_string())?;
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            modules.insert(name.into_owned(), ordered);
        }
    }
    let _ = fs::remove_dir_all(named);
    fs::create_dir_all(named)?;
    for (name, module) in &modules {
        fs::write(named.join(name), module)?;
    }
    let long = Linked {
        main: modules.remove(&main).unwrap_or_default(),
        script: fs::read_to_string(&script)?,
        parts: modules,
    };
    let short = names::shorten(&long).with_context(|| {
        format!(
            "the files of {name} cannot be given short names.\nIf wasm-bindgen or the splitter is new: \
             xtask/squeeze/src/names.rs says what they have to write. Nothing of {} may be published",
            stage.display()
        )
    })?;
    fs::write(stage.join(&main), &short.main)?;
    for file in short.parts.keys() {
        fs::remove_file(stage.join(file))?;
    }
    let (text, parts) = gather(name, &short.script, short.parts);
    fs::write(&script, text)?;
    for (file, part) in &parts {
        fs::write(stage.join(file), part)?;
    }
    Ok(())
}
