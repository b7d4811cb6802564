//! Packs a page: functions of the wasm that look alike come side by side, the names between the modules and
//! their script become short, and types that a module does not use and sections that only tools read are removed.
//! A page that this cannot follow is an error, and no page.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result};
use fs_err as fs;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::names::{self, Linked};
use crate::order::{self, Effort};
use crate::{columns, list, traps, types};

/// A module with more bytes, its names among them, is worth the effort of the main one.
const LARGE_BYTES: usize = 10_000;

/// Packs the page that was just built into `stage`, which must not be packed already. Its modules as they were before, with the
/// names of their functions, are kept in `named`.
pub fn pack(name: &str, stage: &Path, named: &Path) -> Result<()> {
    let (main, script) = (format!("{name}_bg.wasm"), stage.join(format!("{name}.js")));
    let known = Known::read(named)?;
    let files = self::modules(stage)?;
    let ordered = files.par_iter().map(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let module = fs::read(file)?;
        let effort = match *name == main || module.len() > LARGE_BYTES {
            true => Effort::Most,
            false => Effort::Some,
        };
        let digest = known.digest(&module, effort);
        let ordered = match known.find(&name, &digest) {
            Some(ordered) => Ok(ordered),
            None => types::used(&module)
                .and_then(|module| traps::joined(&module))
                .and_then(|module| order::by_likeness(&module, effort))
                .map(without_commit),
        };
        let ordered = ordered.with_context(|| file.display().to_string())?;
        Ok((name.into_owned(), (digest, ordered)))
    });
    let ordered: BTreeMap<String, (String, Vec<u8>)> = ordered.collect::<Result<_>>()?;
    known.write(&ordered)?;
    let mut modules: BTreeMap<String, Vec<u8>> = ordered
        .into_iter()
        .map(|(name, (_, module))| (name, module))
        .collect();
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
    fs::write(&script, &short.script)?;
    for (file, part) in &short.parts {
        fs::write(stage.join(file), part)?;
    }
    Ok(())
}

/// The modules that were put in order before, which takes minutes: the same input gives the same module.
struct Known<'a> {
    /// Their folder.
    folder: &'a Path,
    /// When this program was built.
    built: SystemTime,
    /// The digest of the input of each, by its name.
    digests: BTreeMap<String, String>,
}

impl<'a> Known<'a> {
    fn read(folder: &'a Path) -> Result<Known<'a>> {
        let text = fs::read_to_string(Self::list(folder)).unwrap_or_default();
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        let digests = lines.map(|(digest, name)| (name.to_owned(), digest.to_owned()));
        Ok(Known {
            folder,
            built: fs::metadata(std::env::current_exe()?)?.modified()?,
            digests: digests.collect(),
        })
    }

    /// The file with a line for each: its digest and its name.
    fn list(folder: &Path) -> PathBuf {
        folder.with_extension("made-of")
    }

    /// A digest of all that decides the result.
    fn digest(&self, module: &[u8], effort: Effort) -> String {
        let mut digest = Sha256::new();
        digest.update(format!("{:?} {}", self.built, effort == Effort::Most));
        digest.update(module);
        format!("{:x}", digest.finalize())
    }

    fn find(&self, name: &str, digest: &str) -> Option<Vec<u8>> {
        let is_same = self.digests.get(name).is_some_and(|known| known == digest);
        is_same.then(|| fs::read(self.folder.join(name)).ok())?
    }

    /// The list is written last: without it what an interruption has left counts for nothing.
    fn write(self, ordered: &BTreeMap<String, (String, Vec<u8>)>) -> Result<()> {
        let list = Self::list(self.folder);
        for old in [fs::remove_file(&list), fs::remove_dir_all(self.folder)] {
            old.or_else(|error| match error.kind() {
                ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            })?;
        }
        fs::create_dir_all(self.folder)?;
        let mut lines = String::new();
        for (name, (digest, module)) in ordered {
            fs::write(self.folder.join(name), module)?;
            lines += &format!("{digest} {name}\n");
        }
        Ok(fs::write(list, lines)?)
    }
}

/// Writes the code of each module in columns, and the module that unpacks them into the main one.
pub fn columns(name: &str, stage: &Path, unpacker: &Path) -> Result<()> {
    let (main, unpacker) = (stage.join(format!("{name}_bg.wasm")), fs::read(unpacker)?);
    for file in modules(stage)? {
        let unpacker = (file == main).then_some(&unpacker[..]);
        let packed = columns::in_columns(&fs::read(&file)?, unpacker);
        fs::write(&file, packed.with_context(|| file.display().to_string())?)?;
    }
    Ok(())
}

/// The modules of a folder by their names.
fn modules(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = list(folder)?;
    files.retain(|file| file.extension().is_some_and(|kind| kind == "wasm"));
    Ok(files)
}

/// The module without the commit of the standard library, in the paths that a panic names: 40 letters that brotli cannot
/// shorten, once in each file. Points as many keep what follows in its place.
fn without_commit(mut module: Vec<u8>) -> Vec<u8> {
    const BEFORE: &[u8] = b"/rustc/";
    const COMMIT: usize = 40;
    let mut from = 0;
    while let Some(at) = position(&module, BEFORE, from) {
        from = at + BEFORE.len();
        let commit = module.get_mut(from..from + COMMIT);
        if let Some(commit) = commit.filter(|commit| commit.iter().all(u8::is_ascii_hexdigit)) {
            commit.fill(b'.');
        }
    }
    module
}

/// Where these bytes begin, from a place on.
fn position(bytes: &[u8], sought: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let at = rest.windows(sought.len()).position(|part| part == sought)?;
    Some(from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_points_and_all_else_stays() {
        let commit = "59807616e1fa2540724bfbac14d7976d7e4a3860";
        let module = format!("a/rustc/{commit}/library/b/rustc/{commit}/c/rustc/short/rustc/");
        let points = ".".repeat(40);
        let expected = format!("a/rustc/{points}/library/b/rustc/{points}/c/rustc/short/rustc/");
        let found = without_commit(module.into_bytes());
        assert_eq!(String::from_utf8(found).unwrap(), expected);
    }

    #[test]
    fn a_module_that_is_made_of_the_same_is_found_and_no_other() {
        let folder = std::env::temp_dir().join(format!("squeeze-known-{}", std::process::id()));
        let digest = |module: &[u8], effort| Known::read(&folder).unwrap().digest(module, effort);
        let same = digest(b"module", Effort::Some);
        let ordered = [("a.wasm".to_owned(), (same.clone(), b"in order".to_vec()))];
        Known::read(&folder)
            .unwrap()
            .write(&BTreeMap::from(ordered))
            .unwrap();
        let find = |name, digest: &str| Known::read(&folder).unwrap().find(name, digest);
        assert_eq!(find("a.wasm", &same), Some(b"in order".to_vec()));
        assert_eq!(find("b.wasm", &same), None);
        assert_eq!(find("a.wasm", &digest(b"other", Effort::Some)), None);
        assert_eq!(find("a.wasm", &digest(b"module", Effort::Most)), None);
        // What an interruption has left counts for nothing.
        fs::remove_file(Known::list(&folder)).unwrap();
        assert_eq!(find("a.wasm", &same), None);
        fs::remove_dir_all(folder).unwrap();
    }
}
