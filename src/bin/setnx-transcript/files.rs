//! Files: which to look at, and how they are read and written.

use crate::document::Markup;
use ignore::WalkBuilder;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Maximum size of a file. Documents are smaller.
const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Where a NUL byte tells that a file is no text, as Git looks for it.
const BINARY_LOOK_BYTES: usize = 8_000;
/// Folders of what others wrote.
const FOREIGN: &[&str] = &["node_modules", "target"];

/// The documents below these paths, in order of name; and what could not be looked at, with the reason. A file that is
/// named is there whatever it is called; in folders, hidden, ignored and binary files are left out.
pub fn find(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<(PathBuf, String)>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                let before = found.len() + errors.len();
                walk(path, &mut found, &mut errors);
                if found.len() + errors.len() == before {
                    errors.push((path.clone(), nothing_in(path)));
                }
            }
            Ok(_) if Markup::of(path).is_none() => errors.push((path.clone(), unknown(path))),
            Ok(_) => found.push(path.clone()),
            Err(error) => errors.push((path.clone(), said(path, "cannot be read", &error))),
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|path| seen.insert(path.clone()));
    (found, errors)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>, errors: &mut Vec<(PathBuf, String)>) {
    let mut walk = WalkBuilder::new(folder);
    walk.require_git(false).sort_by_file_path(Path::cmp);
    walk.filter_entry(|entry| {
        let name = entry.file_name().to_str();
        entry.depth() == 0 || !name.is_some_and(|name| FOREIGN.contains(&name))
    });
    for entry in walk.build() {
        match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                if is_file && Markup::of(entry.path()).is_some() && !is_binary(entry.path()) {
                    // As a workflow's annotations name files.
                    let path = entry.path();
                    found.push(path.strip_prefix("./").unwrap_or(path).to_owned());
                }
            }
            Err(error) => errors.push((folder.to_owned(), error.to_string())),
        }
    }
}

fn is_binary(path: &Path) -> bool {
    use std::io::Read;
    let mut first = Vec::new();
    let read = fs::File::open(path)
        .and_then(|file| file.take(BINARY_LOOK_BYTES as u64).read_to_end(&mut first));
    // UTF-16 has NUL bytes too: reading it says so.
    let is_utf16 = first.starts_with(b"\xff\xfe") || first.starts_with(b"\xfe\xff");
    read.is_ok() && first.contains(&0) && !is_utf16
}

/// A file's text, with its byte order mark. The error names the file.
pub fn read(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map(|metadata| metadata.len());
    if size.is_ok_and(|size| size > FILE_BYTES_MAX) {
        let most = FILE_BYTES_MAX / 1024 / 1024;
        return Err(format!(
            "{} is larger than {most} MiB: split it",
            path.display()
        ));
    }
    let bytes = fs::read(path).map_err(|error| said(path, "cannot be read", &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..at).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!(
            "{}:{line}: this is not UTF-8 (byte {at} of the file): save the file as UTF-8",
            path.display()
        )
    })
}

/// Writes a file as a whole: it is the old one or the new one at any moment, with the same permissions.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error: std::io::Error| said(path, "cannot be written", &error);
    // The target of a symbolic link is replaced, and the link stays.
    let path = fs::canonicalize(path).map_err(failed)?;
    let permissions = fs::metadata(&path).map_err(failed)?.permissions();
    let folder = path.parent().unwrap_or(Path::new("."));
    if permissions.readonly() {
        return Err(said(&path, "cannot be written", &"it is read-only"));
    }
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.as_file()
        .set_permissions(permissions)
        .map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(&path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Why a file of this name is not looked at.
pub fn unknown(path: &Path) -> String {
    let name = path.display();
    format!(
        "{name}: no document by its name; those that are known end in {}",
        Markup::endings()
    )
}

fn nothing_in(folder: &Path) -> String {
    let (name, endings) = (folder.display(), Markup::endings());
    format!("{name}: no document below this folder; those that are known end in {endings}")
}

fn said(path: &Path, what: &str, why: &dyn std::fmt::Display) -> String {
    format!("{} {what}: {why}", path.display())
}
