//! A copy of the sources in which something may be changed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use fs_err as fs;

/// Makes the folder `to` have the sources of the checkout `from`. What is as it was is not touched, so that Cargo does not compile
/// it again; what is no source any more goes, but for `kept`.
pub fn copy_sources(from: &Path, to: &Path, kept: &[&str]) -> Result<()> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let list = git.current_dir(from).output()?;
    ensure!(
        list.status.success(),
        "`git ls-files` fails: this needs a checkout"
    );
    let mut copied = BTreeSet::new();
    for file in String::from_utf8_lossy(&list.stdout).lines() {
        let (source, target) = (from.join(file), to.join(file));
        // One that was deleted and not committed is still listed.
        if source.is_symlink() {
            link(&source, &target)?;
        } else if source.is_file() {
            write(&target, &fs::read(&source)?)?;
        } else {
            continue;
        }
        copied.insert(target);
    }
    let kept: Vec<PathBuf> = kept.iter().map(|name| to.join(name)).collect();
    remove_others(to, &copied, &kept)
}

/// Writes a file, and the folder that it comes into, unless it has these bytes.
pub fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(file).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(file, bytes)?)
}

/// Links as another link does.
fn link(source: &Path, target: &Path) -> Result<()> {
    let leads = fs::read_link(source)?;
    if fs::read_link(target).is_ok_and(|known| known == leads) {
        return Ok(());
    }
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder)?;
    }
    let _ = fs::remove_file(target);
    #[cfg(unix)]
    std::os::unix::fs::symlink(leads, target)?;
    #[cfg(windows)]
    std::os::windows::fs::symlink_dir(leads, target)?;
    Ok(())
}

fn remove_others(folder: &Path, copied: &BTreeSet<PathBuf>, kept: &[PathBuf]) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if copied.contains(&path) || kept.contains(&path) {
            continue;
        }
        match path.is_dir() && !path.is_symlink() {
            true => remove_others(&path, copied, kept)?,
            false => fs::remove_file(&path)?,
        }
    }
    Ok(())
}
