//! Lists the languages: the folders of `languages/`, which is a link to `locales/`. The package of this crate has of each the one
//! file with its name.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The first language, which is the one for readers of none of the others.
const FIRST: &str = "en";

fn main() {
    let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let folder = Path::new(&folder).join("languages");
    println!("cargo::rerun-if-changed={}", folder.display());
    let done = tags(&folder).and_then(|tags| {
        let out = env::var_os("OUT_DIR").unwrap_or_default();
        let path = Path::new(&out).join("languages.rs");
        fs::write(&path, code(&tags)?).map_err(|error| format!("{}: {error}", path.display()))
    });
    if let Err(mistake) = done {
        println!("cargo::error={mistake}");
    }
}

/// The names of the folders, English first.
fn tags(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut tags = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.path().is_dir() {
            tags.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    tags.sort_by_key(|tag| (tag != FIRST, tag.clone()));
    Ok(tags)
}

/// The call of `languages!` in `src/text.rs`.
fn code(tags: &[String]) -> Result<String, String> {
    let mut names: Vec<&str> = Vec::new();
    for tag in tags {
        let mut subtags = tag.split('-');
        let name = subtags.next().unwrap_or_default();
        let is_tag = subtags.chain([name]).all(|subtag| {
            !subtag.is_empty() && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        if !is_tag || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err(format!(
                "locales/{tag}: a folder is named by a BCP 47 tag, such as pt-BR"
            ));
        }
        if names.contains(&name) {
            return Err(format!(
                "locales/{tag}: another language begins with {name}, which names it in addresses"
            ));
        }
        names.push(name);
    }
    if names.first() != Some(&FIRST) {
        return Err(format!(
            "locales/{FIRST} is missing: the other languages are held against it"
        ));
    }
    let mut code = "languages! {\n    (".to_owned();
    (0..names.len()).for_each(|at| code += &format!("text_{at} "));
    code += ")\n";
    for (tag, name) in tags.iter().zip(&names) {
        let default = if tag == FIRST { "#[default] " } else { "" };
        let mut fields = names.clone();
        fields.sort_by_key(|other| other != name);
        let (variant, fields) = (variant(tag), fields.join(" "));
        let _ = writeln!(code, "    {default}{name} {variant} {tag:?} ({fields})");
    }
    Ok(code + "}\n")
}

/// `zh-Hans` as `ZhHans`.
fn variant(tag: &str) -> String {
    let subtags = tag.split('-').map(|subtag| {
        let (first, rest) = subtag.split_at(1);
        first.to_uppercase() + rest
    });
    subtags.collect()
}
