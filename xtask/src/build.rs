//! Builds the release page and weighs it.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use pico_args::Arguments;

use crate::apt;
use crate::args::finish;
use crate::page::{ARTICLE, EMPTY, Page, Profile};
use crate::process::{self, Words, cargo};
use crate::project::Project;

/// Where the modules of a page are kept as they were before they were packed, with the names of their functions: a folder
/// for each page.
const NAMED: &str = "target/named";

/// `cargo xtask build`.
pub fn build(project: &Project, mut args: Arguments) -> Result<()> {
    let by_part = args.contains("--parts");
    let site: Option<String> = args.opt_value_from_str("--site")?;
    finish(args)?;
    release_page(project)?;
    empty_page(project)?;
    let mut weigh = squeeze(project);
    weigh.arg("weigh").args(by_part.then_some("--parts"));
    weigh.arg(ARTICLE.name).arg(project.dist());
    weigh.arg(project.root.join(EMPTY_DIST));
    process::run(weigh.arg(named(project, &ARTICLE)))?;
    let Some(site) = site else {
        return Ok(());
    };
    apt::ensure(project, apt::BROWSER)?;
    let mut picture = cargo(project);
    picture.words("run --quiet -p page-tests --bin picture --");
    process::run(picture.arg(site))
}

/// The program that makes pages small and weighs them.
pub fn squeeze(project: &Project) -> Command {
    let mut squeeze = cargo(project);
    squeeze.words("run --quiet --package squeeze --");
    squeeze
}

/// The folder for the modules of a page with the names of their functions.
pub fn named(project: &Project, page: &Page) -> PathBuf {
    project.root.join(NAMED).join(page.name)
}

/// Several suites need the page, at the same time perhaps, and they test the same sources.
static IS_BUILT: Mutex<bool> = Mutex::new(false);

/// The page as it is published, in dist/. Once in a run of this program.
pub fn release_page(project: &Project) -> Result<()> {
    let mut is_built = IS_BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_built {
        ARTICLE.build(project, Profile::Release, &project.dist())?;
        *is_built = true;
    }
    Ok(())
}

const EMPTY_DIST: &str = "target/empty-page";

/// The page to compare with, as it would be published.
pub fn empty_page(project: &Project) -> Result<()> {
    EMPTY.build(project, Profile::Release, &project.root.join(EMPTY_DIST))
}
