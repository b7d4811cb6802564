//! A file with a head, and what is wrong with it.

use std::fs;
use std::path::PathBuf;
use std::{collections::BTreeMap, env};

/// What is wrong, a line each.
#[derive(Default)]
pub struct Mistakes(Vec<String>);

impl Mistakes {
    pub fn add(&mut self, mistake: String) {
        self.0.push(mistake);
    }

    pub fn all(&self) -> &[String] {
        &self.0
    }
}

/// A file of the project.
pub struct File {
    /// From the project's folder on.
    pub path: String,
    /// Without its extension.
    pub name: String,
    pub text: String,
}

impl File {
    /// Reports what is wrong at a line, from 1.
    pub fn wrong(&self, mistakes: &mut Mistakes, line: usize, reason: impl AsRef<str>) {
        mistakes.add(format!("{}:{line}: {}", self.path, reason.as_ref()));
    }
}

/// The project's folder: the nearest above the crate that has `locales` in it.
pub fn root() -> PathBuf {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut folders = crate_folder.ancestors();
    let root = folders.find(|folder| folder.join("locales").is_dir());
    root.unwrap_or(&crate_folder).to_owned()
}

/// The files of a folder, by name. Cargo runs the build script again when one has changed.
pub fn all(folder: &str, extension: &str, mistakes: &mut Mistakes) -> Vec<File> {
    let path = root().join(folder);
    println!("cargo::rerun-if-changed={}", path.display());
    let mut files = Vec::new();
    let entries = fs::read_dir(&path).into_iter().flatten().flatten();
    for entry in entries.map(|entry| entry.path()) {
        if entry.extension().is_none_or(|found| found != extension) {
            continue;
        }
        let name = entry.file_stem().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let path = format!("{folder}/{name}.{extension}");
        match fs::read_to_string(&entry) {
            Ok(text) => files.push(File { path, name, text }),
            Err(error) => mistakes.add(format!("{path}: {error}")),
        }
    }
    if files.is_empty() {
        mistakes.add(format!("{folder}: no file ends with .{extension}"));
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

/// How the lines `name: value` of a head are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Entries {
    Plain,
    /// In comments, where the whole file is in another notation.
    Commented,
}

/// The head of a file: comments, and lines `name: value`, up to the first empty line.
pub struct Head<'a> {
    file: &'a File,
    /// The comments, without their marks.
    pub about: Vec<&'a str>,
    /// Each with its line.
    entries: BTreeMap<&'a str, (usize, &'a str)>,
}

impl<'a> Head<'a> {
    /// The head, and what follows it.
    pub fn read(
        file: &'a File,
        known: &[&str],
        written: Entries,
        mistakes: &mut Mistakes,
    ) -> (Head<'a>, &'a str) {
        let (head, rest) = file.text.split_once("\n\n").unwrap_or((&file.text, ""));
        let (mut about, mut entries) = (Vec::new(), BTreeMap::new());
        for (at, line) in head.lines().enumerate() {
            let comment = line.strip_prefix('#').map(str::trim);
            let entry = comment.unwrap_or(line);
            let (name, value) = entry.split_once(": ").unwrap_or((entry, ""));
            let is_known = known.contains(&name);
            if comment.is_some() && !(is_known && written == Entries::Commented) {
                about.push(entry);
            } else if !is_known {
                let names = known.join(", ");
                let reason = format!("no line of a head: they are name: value, one of {names}");
                file.wrong(mistakes, at + 1, reason);
            } else if entries.insert(name, (at + 1, value.trim())).is_some() {
                file.wrong(mistakes, at + 1, format!("{name} is there twice"));
            }
        }
        let head = Head {
            file,
            about,
            entries,
        };
        (head, rest)
    }

    /// The line at which what follows the head begins.
    pub fn body_line(&self) -> usize {
        let head = self.file.text.split_once("\n\n");
        head.map_or(0, |(head, _)| head.lines().count()) + 2
    }

    /// The line and the value of that name; a mistake where it is missing.
    pub fn required(&self, name: &str, mistakes: &mut Mistakes) -> (usize, &'a str) {
        let entry = self.get(name);
        if entry.is_none() {
            let reason = format!("{name} is missing: add a line {name}: ... to the head");
            self.file.wrong(mistakes, 1, reason);
        }
        entry.unwrap_or((1, ""))
    }

    /// The line and the value of that name.
    pub fn get(&self, name: &str) -> Option<(usize, &'a str)> {
        self.entries.get(name).copied()
    }

    /// The value of that name, which must be one of those that are known.
    pub fn one_of(&self, name: &str, known: &[&str], mistakes: &mut Mistakes) -> &'a str {
        let (line, value) = self.required(name, mistakes);
        if !known.contains(&value) && self.get(name).is_some() {
            let reason = format!("no {name} {value}: it is one of {}", known.join(", "));
            self.file.wrong(mistakes, line, reason);
        }
        value
    }

    /// The number of that name; what is usual where it is left out.
    pub fn number<T: std::str::FromStr>(&self, name: &str, usual: T, mistakes: &mut Mistakes) -> T {
        let Some((line, value)) = self.get(name) else {
            return usual;
        };
        value.parse().unwrap_or_else(|_| {
            let reason = format!("{name} is no number of that size: {value}");
            self.file.wrong(mistakes, line, reason);
            usual
        })
    }

    /// The place among those that are sorted by it.
    pub fn place(&self, mistakes: &mut Mistakes) -> u32 {
        let (line, value) = self.required("place", mistakes);
        value.parse().unwrap_or_else(|_| {
            let reason = format!("place is no number: {value}");
            if self.get("place").is_some() {
                self.file.wrong(mistakes, line, reason);
            }
            0
        })
    }
}
