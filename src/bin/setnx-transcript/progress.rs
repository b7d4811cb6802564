//! The progress of a long run, on standard error if that is a terminal.

use std::io::{IsTerminal, Write, stderr};
use std::path::Path;
use std::time::{Duration, Instant};

/// Nothing is shown before.
const PATIENCE: Duration = Duration::from_millis(400);
/// Nor more often.
const EVERY: Duration = Duration::from_millis(100);
/// Maximum number of shown characters of a name.
const NAME_CHARS: usize = 50;

/// A line that is written over and over.
pub struct Progress {
    done: usize,
    total: usize,
    next: Instant,
    is_shown: bool,
    is_watched: bool,
}

impl Progress {
    /// The number of files.
    pub fn new(total: usize) -> Progress {
        Progress {
            done: 0,
            total,
            next: Instant::now() + PATIENCE,
            is_shown: false,
            is_watched: stderr().is_terminal(),
        }
    }

    /// A file is begun.
    pub fn step(&mut self, path: &Path) {
        self.done += 1;
        if !self.is_watched || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + EVERY;
        self.is_shown = true;
        let name = path.to_string_lossy();
        let skipped = name.chars().count().saturating_sub(NAME_CHARS);
        let name: String = name
            .chars()
            .skip(skipped)
            .filter(|char| !char.is_control())
            .collect();
        let _ = write!(stderr(), "\r\x1b[K{} of {}: {name}", self.done, self.total);
    }

    /// Makes room for what is printed.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
