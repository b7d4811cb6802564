//! Folders that are copied and cleared.

use std::env;
use std::path::{Path, PathBuf};

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

/// Where cargo has unpacked what it took from registries, a folder for each of them.
pub fn unpacked() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let registries = home.and_then(|home| fs::read_dir(home.join("registry").join("src")).ok());
    let registries = registries.into_iter().flatten().flatten();
    registries.map(|entry| entry.path()).collect()
}

/// Removes what cargo has unpacked of this project's packages when it checked them last: it takes a version for the same
/// as before, whatever has changed in it.
pub fn forget_packages() -> Result<()> {
    for registry in unpacked() {
        // Cargo's own registry for that check has no host in its name.
        let name = registry.file_name().unwrap_or_default();
        if !name.to_string_lossy().starts_with('-') {
            continue;
        }
        for package in fs::read_dir(&registry)? {
            let package = package?;
            if package.file_name().to_string_lossy().starts_with("setnx-") {
                fs::remove_dir_all(package.path())?;
            }
        }
    }
    Ok(())
}
