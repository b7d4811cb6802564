//! The log above the input: the lines that were run, each with its output.

use super::late::help;
use super::paste::CONTINUATION;
use super::words as say;
use base::text::{Lang, Phrase};
use keyspace::KeyspaceMode;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::rc::Rc;

/// Maximum number of entries of a log: a page must lay them out.
pub const ENTRIES_MAX: usize = 500;
/// Maximum number of bytes of lines and output in a log.
pub(crate) const LOG_BYTES_MAX: usize = 1024 * 1024;

/// An entered line and its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Counts up from 0 as long as the session lives, whatever is dropped or cleared.
    pub number: u64,
    /// The mode of the server.
    pub mode: KeyspaceMode,
    /// The prompt before the line, with its space.
    pub prompt: String,
    /// The line, as entered.
    pub line: String,
    /// The output of redis-cli for it, without the last line end.
    pub output: String,
    /// The words that `help` was asked about, where the output is its own.
    pub asked: Option<Vec<Vec<u8>>>,
    /// The prompt's own note about the line, such as a limit that was reached.
    pub note: Option<Phrase>,
    /// Whether a reply was an error, or the line was not run.
    pub is_error: bool,
}

impl Entry {
    /// The output, in `lang` where that exists: Redis' own words are English everywhere.
    pub fn output(&self, lang: Lang) -> Cow<'_, str> {
        match &self.asked {
            Some(words) => help(self.mode, words, lang).0.into(),
            None => self.output.as_str().into(),
        }
    }

    /// Whether the output was cut off.
    pub fn is_cut(&self) -> bool {
        self.note == Some(say::OUTPUT_CUT.into())
    }

    /// Notes that the line was not run, and why.
    pub(super) fn refuse(&mut self, why: impl Into<Phrase>) {
        self.note = Some(why.into());
        self.is_error = true;
    }

    /// Notes redis-cli's own words for why it does not send the line.
    pub(super) fn fail(&mut self, output: &str) {
        self.output = output.to_owned();
        self.is_error = true;
    }

    fn bytes(&self) -> usize {
        self.line.len() + self.output.len()
    }
}

/// The newest entries of a prompt.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Shared with the components that show them: an entry here never changes.
    entries: VecDeque<Rc<Entry>>,
    bytes: usize,
    next_number: u64,
    dropped: usize,
}

impl Log {
    /// The number of entries that the log has had so far, dropped and cleared ones too.
    pub fn pushed(&self) -> u64 {
        self.next_number
    }

    /// The entries, oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Rc<Entry>> + ExactSizeIterator {
        self.entries.iter()
    }

    /// The number of entries that were removed before the first one to keep within the limits; 0 after clearing.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// The whole log as text: prompts, lines, output. Entered as a whole, it runs the lines again. Notes of the prompt
    /// follow a `#`.
    pub fn transcript(&self, lang: Lang) -> String {
        let mut text = String::with_capacity(self.bytes + self.entries.len() * 16);
        for entry in &self.entries {
            text.push_str(&entry.prompt);
            for (at, line) in entry.line.split('\n').enumerate() {
                if at > 0 {
                    text.push_str(CONTINUATION);
                }
                text.push_str(line);
                text.push('\n');
            }
            let output = entry.output(lang);
            if !output.is_empty() {
                text.push_str(&output);
                text.push('\n');
            }
            if let Some(note) = &entry.note {
                text.push_str("# ");
                text.push_str(&note.get(lang));
                text.push('\n');
            }
        }
        text
    }

    /// Adds an entry, which it numbers.
    pub(super) fn push(&mut self, mut entry: Entry) -> Rc<Entry> {
        entry.number = self.next_number;
        self.next_number += 1;
        self.bytes += entry.bytes();
        let entry = Rc::new(entry);
        self.entries.push_back(Rc::clone(&entry));
        while self.entries.len() > ENTRIES_MAX
            || (self.bytes > LOG_BYTES_MAX && self.entries.len() > 1)
        {
            let Some(oldest) = self.entries.pop_front() else {
                break;
            };
            self.bytes -= oldest.bytes();
            self.dropped += 1;
        }
        entry
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
        self.dropped = 0;
    }
}
