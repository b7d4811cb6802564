//! Builds the release page, weighs it against its budgets, and looks for heavy code in it.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::args::Args;
use crate::failure::Failure;
use crate::page::{self, Profile};
use crate::project::Project;
use crate::{pack, parts, size};

/// `cargo xtask build`.
pub fn build(project: &Project, mut args: Args) -> Result<(), Failure> {
    let by_part = args.flag("--parts");
    args.finish()?;
    release_page(project)?;
    empty_page(project)?;
    let mut heavy = Vec::new();
    for (name, named) in named(project)? {
        let failed = |error| Failure::new(format!("{name}: {error}"));
        // The small ones are gathered in one file and weigh nothing by themselves.
        let file = project.dist().join(&name);
        if by_part && file.exists() {
            let packed = read(&file)?;
            size::print_parts(&name, &parts::parts(&packed, &named).map_err(failed)?);
        }
        for instead in parts::heavy(&named, parts::allowed(&name)).map_err(failed)? {
            heavy.push(format!("{name}: {instead}"));
        }
    }
    size::weigh(&project.dist(), &project.root.join(EMPTY_DIST))?;
    if heavy.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the page has come to use heavy parts of the standard library:\n- {}\nparts::HEAVY has them; the modules in \
         {}/{} say who uses them.",
        heavy.join("\n- "),
        pack::NAMED,
        page::ARTICLE.name
    )))
}

/// The page's modules as they were before they were packed, by the names of their files.
fn named(project: &Project) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let folder = project.root.join(pack::NAMED).join(page::ARTICLE.name);
    let failed = |error| Failure::new(format!("{} cannot be read: {error}", folder.display()));
    let mut modules = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        modules.push((name.into_owned(), read(&path)?));
    }
    modules.sort();
    Ok(modules)
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file)
        .map_err(|error| Failure::new(format!("{} cannot be read: {error}", file.display())))
}

/// Several suites need the page, at the same time perhaps, and they test the same sources.
static IS_BUILT: Mutex<bool> = Mutex::new(false);

/// The page as it is published, in dist/. Once in a run of this program.
pub fn release_page(project: &Project) -> Result<(), Failure> {
    let mut is_built = IS_BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_built {
        page::ARTICLE.build(project, Profile::Release, &project.dist())?;
        *is_built = true;
    }
    Ok(())
}

const EMPTY_DIST: &str = "target/empty-page";

/// The page to compare with, as it would be published.
pub fn empty_page(project: &Project) -> Result<(), Failure> {
    page::EMPTY.build(project, Profile::Release, &project.root.join(EMPTY_DIST))
}
