//! The page with the pseudo-language: a copy of the sources with two folders more, `locales/qps-ploc` and `article/qps-ploc`, made of
//! the English ones, and nothing else changed. It is for tests, and never in dist/.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Error, Result};
use fs_err as fs;
use pico_args::Arguments;

use crate::args::finish;
use crate::output;
use crate::page::{ARTICLE, Profile};
use crate::project::Project;
use phrases::pseudo::{self, TAG};

const SOURCES: &str = "target/pseudo/sources";
/// Where its page is, from the project's root.
pub const DIST: &str = "target/pseudo/dist";

/// `cargo xtask pseudo`.
pub fn build(project: &Project, args: Arguments) -> Result<()> {
    finish(args)?;
    page(project)?;
    output::say(&format!(
        "{DIST} has the page; its address in the pseudo-language is /qps/"
    ));
    Ok(())
}

static IS_BUILT: Mutex<bool> = Mutex::new(false);

/// Builds the page, once in a run of this program.
pub fn page(project: &Project) -> Result<()> {
    let mut is_built = IS_BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_built {
        let copy = Project {
            root: project.root.join(SOURCES),
        };
        sources(project, &copy.root)?;
        ARTICLE.build(&copy, Profile::Dev, &project.root.join(DIST))?;
        *is_built = true;
    }
    Ok(())
}

/// Copies the sources, and adds the language.
fn sources(project: &Project, to: &Path) -> Result<()> {
    let folders = ["locales", "article"].map(|folder| format!("{folder}/{TAG}"));
    faults::copy_sources(&project.root, to, &["target", &folders[0], &folders[1]])?;
    for (folder, told) in ["locales", "article"].into_iter().zip(&folders) {
        let told = to.join(told);
        let _ = fs::create_dir_all(&told);
        let made = files(&project.root.join(folder).join("en"))?;
        for file in files(&told)? {
            if made.iter().all(|one| one.file_name() != file.file_name()) {
                fs::remove_file(file)?;
            }
        }
        for file in made {
            let text = fs::read_to_string(&file)?;
            let text = match folder {
                "locales" => pseudo::messages(&text).map_err(Error::msg)?,
                // The English page lies beside the programs to copy, this one a folder below.
                _ => pseudo::markup(&text).replace("href=\"lock.", "href=\"../lock."),
            };
            faults::write(
                &told.join(file.file_name().unwrap_or_default()),
                text.as_bytes(),
            )?;
        }
    }
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    entries.map(|entry| Ok(entry?.path())).collect()
}
