//! Reports of a run: for people, for a workflow's annotations, for programs.

mod github;
mod json;
mod place;
mod text;

use crate::args::Format;
use crate::check::Checked;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

/// A file that was looked at.
pub struct File {
    pub path: PathBuf,
    /// As it was read.
    pub source: String,
    pub checked: Checked,
    /// The number of rewritten replies.
    pub fixed: usize,
}

impl File {
    /// Whether there is anything to tell of it.
    pub fn says_something(&self) -> bool {
        let checked = &self.checked;
        let notes = checked.problems.len() + checked.unchecked.len();
        self.fixed + checked.differences.len() + notes > 0
    }
}

/// The results of all files.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    pub files: usize,
    pub transcripts: usize,
    pub skipped: usize,
    pub replies: usize,
    pub masked: usize,
    pub older: usize,
    pub unwritten: usize,
    pub different: usize,
    pub unchecked: usize,
    pub replied: usize,
    pub right: usize,
    pub problems: usize,
    pub fixed: usize,
    /// Files and paths that could not be looked at.
    pub errors: usize,
}

impl Totals {
    fn add(&mut self, file: &File) {
        let checked = &file.checked;
        self.files += 1;
        self.transcripts += checked.transcripts;
        self.skipped += checked.skipped;
        self.replies += checked.replies;
        self.masked += checked.masked;
        self.older += checked.older;
        self.unwritten += checked.unwritten;
        self.different += checked.differences.len();
        self.unchecked += checked.unchecked_replies();
        self.replied += checked.replied;
        self.right += checked.right;
        self.problems += checked.problems.len();
        self.fixed += file.fixed;
    }

    /// The number of corrections to make.
    pub fn wrong(&self) -> usize {
        self.different + self.problems
    }
}

/// Prints files as they come, and a sum at the end.
pub struct Report {
    format: Format,
    /// Whether each reply that cannot be checked is told of, and not each block alone.
    is_verbose: bool,
    /// The server, if there is one.
    server: Option<String>,
    totals: Totals,
    /// The output at the end as a whole.
    json: json::Gathered,
}

impl Report {
    /// A report in this format, which begins with what could not be looked at.
    pub fn new(
        format: Format,
        is_verbose: bool,
        server: Option<String>,
        errors: Vec<(PathBuf, String)>,
    ) -> Report {
        let mut report = Report {
            format,
            is_verbose,
            server,
            totals: Totals::default(),
            json: json::Gathered::default(),
        };
        for (path, why) in errors {
            report.error(&path, why);
        }
        report
    }

    /// Tells of a file.
    pub fn file(&mut self, file: File) {
        self.totals.add(&file);
        match self.format {
            Format::Text => print(&text::file(&file, self.is_verbose)),
            Format::Github => print(&github::file(&file, self.is_verbose)),
            Format::Json => self.json.file(&file),
        }
    }

    /// Tells of what could not be looked at.
    pub fn error(&mut self, path: &Path, why: String) {
        self.totals.errors += 1;
        eprintln!("setnx-transcript: {why}");
        match self.format {
            Format::Text => {}
            Format::Github => print(&github::error(path, &why)),
            Format::Json => self.json.error(path, &why),
        }
    }

    /// Tells the sum.
    pub fn finish(&self) {
        let server = self.server.as_deref();
        match self.format {
            Format::Text | Format::Github => print(&text::sum(&self.totals, server)),
            Format::Json => print(&self.json.document(&self.totals, server)),
        }
    }

    /// The sum.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }
}

/// Prints. A closed pipe is no error.
pub fn print(text: &str) {
    let _ = stdout().write_all(text.as_bytes());
}
