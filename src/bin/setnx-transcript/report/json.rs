//! The report for programs: one JSON document.

use super::place::Lines;
use super::{File, Totals};
use crate::check::Note;
use serde_json::{Value, json};
use std::path::Path;

/// The output at the end.
#[derive(Default)]
pub struct Gathered {
    files: Vec<Value>,
    errors: Vec<Value>,
}

impl Gathered {
    /// Adds a file.
    pub fn file(&mut self, file: &File) {
        let lines = Lines::of(&file.source);
        let notes = |notes: &[Note]| -> Vec<Value> {
            let notes = notes.iter();
            let notes = notes.map(|note| json!({"line": lines.at(note.at), "message": note.text}));
            notes.collect()
        };
        let checked = &file.checked;
        let differences = checked.differences.iter().map(|found| {
            json!({
                "line": lines.at(found.at.start),
                "end_line": lines.at(found.at.end),
                "command": found.command,
                "expected": found.expected,
                "computed": found.computed,
                "left": found.is_left,
                "held": found.held,
            })
        });
        let unchecked = checked.unchecked.iter().flat_map(|block| &block.notes);
        let unchecked = unchecked.map(|(command, note)| {
            json!({"line": lines.at(note.at), "command": command, "message": note.text})
        });
        self.files.push(json!({
            "path": file.path.to_string_lossy(),
            "transcripts": checked.transcripts,
            "skipped": checked.skipped,
            "with_replies": checked.replied,
            "right": checked.right,
            "replies": checked.replies,
            "masked": checked.masked,
            "older": checked.older,
            "unwritten": checked.unwritten,
            "rewritten": file.fixed,
            "differences": differences.collect::<Vec<_>>(),
            "problems": notes(&checked.problems),
            "unchecked": unchecked.collect::<Vec<_>>(),
        }));
    }

    /// Adds what could not be looked at.
    pub fn error(&mut self, path: &Path, why: &str) {
        let error = json!({"path": path.to_string_lossy(), "message": why});
        self.errors.push(error);
    }

    /// The document, with a line end.
    pub fn document(&self, totals: &Totals, server: Option<&str>) -> String {
        let document = json!({
            "server": server,
            "with_replies": totals.replied,
            "right": totals.right,
            "different": totals.different,
            "replies": totals.replies,
            "files": self.files,
            "errors": self.errors,
        });
        format!("{document:#}\n")
    }
}
