//! Folders that are copied and cleared.

use std::path::Path;

use anyhow::Result;
use fs_err as fs;

/// Empties a folder but for what is named; makes it where there is none.
pub fn clear(folder: &Path, kept: &[&str]) -> Result<()> {
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if kept.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        match path.is_dir() {
            true => fs::remove_dir_all(&path)?,
            false => fs::remove_file(&path)?,
        }
    }
    Ok(())
}

/// Copies a folder with all that is in it, but for what npm has installed there.
pub fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        // What an author has installed to try the site by hand is not a part of it.
        if path.ends_with("node_modules") {
            continue;
        }
        match path.is_dir() {
            true => copy_folder(&path, &target)?,
            false => copy(&path, &target)?,
        }
    }
    Ok(())
}

/// Copies a file, and makes the folder that it comes into.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to)?;
    Ok(())
}
