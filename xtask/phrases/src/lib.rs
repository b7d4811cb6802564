//! Makes Rust of the messages in `locales/`, for build scripts: a constant of each message without arguments, a function of
//! each one with some. The messages are in [Fluent's syntax](https://projectfluent.org/fluent/guide/), of which is read: text,
//! string literals, variables, and selectors by number. docs/design/languages.md says how a message is written.
//!
//! A message or an argument that a language lacks, or has more than English, is an error of the build; one that no code uses
//! is a warning of the compiler. Nothing of Fluent is in the page.

mod message;
mod plural;
pub mod pseudo;
mod write;

use std::path::{Path, PathBuf};
use std::{env, fs};

use message::Resource;

/// The language that the others are held against.
const FIRST: &str = "en";

/// Writes `NAME.rs` into the build script's folder, from `locales/LANGUAGE/NAME.ftl` of every language.
///
/// The crate includes it in a module of its own, with `base::text::{Phrase, Text}` in scope.
///
/// # Panics
///
/// Ends the build script with a sentence for each mistake in the files.
pub fn build(name: &str) {
    let folder = locales();
    let done = languages(&folder)
        .and_then(|languages| code(&folder, &languages, name))
        .and_then(|code| {
            let out = env::var_os("OUT_DIR").ok_or("only a build script writes words")?;
            let path = Path::new(&out).join(name).with_extension("rs");
            fs::write(&path, code).map_err(|error| format!("{}: {error}", path.display()))
        });
    if let Err(mistakes) = done {
        for line in mistakes.lines() {
            println!("cargo::error={line}");
        }
    }
}

/// Messages of one file as an object of JavaScript, by language and name, for scripts that say something before the wasm can:
/// `folder` is `locales`, and without `ids` it has all of the file. A message without arguments is a text, one with some a
/// function of them. The id `lang` means the language's tag.
///
/// # Errors
/// All that is wrong with the files, a line each.
pub fn script(folder: &Path, name: &str, ids: &[&str]) -> Result<Vec<String>, String> {
    write::script(&read(folder, &languages(folder)?, name)?, ids)
}

/// A message as a paragraph in each language, for markup that says something before any script can. It may have markup itself.
///
/// # Errors
/// All that is wrong with the files, a line each.
pub fn markup(folder: &Path, name: &str, id: &str) -> Result<Vec<String>, String> {
    write::markup(&read(folder, &languages(folder)?, name)?, id)
}

/// The nearest `locales` above the crate. Cargo runs the build script again when a file in it has changed.
fn locales() -> PathBuf {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut folders = crate_folder.ancestors().map(|above| above.join("locales"));
    let folder = folders.find(|folder| folder.is_dir());
    let folder = folder.unwrap_or_else(|| crate_folder.join("locales"));
    println!("cargo::rerun-if-changed={}", folder.display());
    folder
}

/// The folders of `locales`, English first, then by name.
fn languages(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut languages = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.path().is_dir() {
            languages.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    languages.sort_by_key(|language| (language != FIRST, language.clone()));
    Ok(languages)
}

/// The module for one file of each language, or all that is wrong with them, a line each.
fn code(folder: &Path, languages: &[String], name: &str) -> Result<String, String> {
    for language in languages {
        let path = folder.join(language).join(name).with_extension("ftl");
        println!("cargo::rerun-if-changed={}", path.display());
    }
    write::module(&read(folder, languages, name)?)
}

/// One file of each language, or all that is wrong with them, a line each.
fn read(folder: &Path, languages: &[String], name: &str) -> Result<Vec<Resource>, String> {
    let mut resources = Vec::new();
    for language in languages {
        let path = folder.join(language).join(name).with_extension("ftl");
        let told = format!("locales/{language}/{name}.ftl");
        let text = fs::read_to_string(&path).map_err(|error| format!("{told}: {error}"))?;
        resources.push(Resource::read(told, language, &text)?);
    }
    let (first, others) = resources.split_first().ok_or("locales has no language")?;
    let mut mistakes = first.undeclared();
    mistakes.extend(others.iter().flat_map(|other| first.differs(other)));
    if !mistakes.is_empty() {
        return Err(mistakes.join("\n"));
    }
    Ok(resources)
}

#[cfg(test)]
mod tests;
