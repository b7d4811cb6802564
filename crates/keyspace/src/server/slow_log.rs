//! The log of SLOWLOG. There is no clock below a page: every command takes no time at all, and is logged where those are
//! that take at least no time.

use crate::server::bounded_log::{BoundedLog, LogEntry};

/// What an entry takes beside its words, and a word beside its bytes.
const ENTRY_OVERHEAD_BYTES: usize = 110;
const WORD_OVERHEAD_BYTES: usize = 40;
/// Most entries, whatever `slowlog-max-len` says: some four megabytes.
const ENTRIES_MAX: usize = 1000;

/// What is logged.
#[derive(Clone)]
pub struct SlowLog {
    pub entries: BoundedLog<SlowEntry>,
    next_id: i64,
    /// Set by `slowlog-max-len`.
    len_max: usize,
    /// Whether nothing is logged, and nothing dropped: `slowlog-log-slower-than` is negative.
    is_off: bool,
}

/// A command that was logged.
#[derive(Clone)]
pub struct SlowEntry {
    /// Counted from 0; SLOWLOG RESET does not begin anew.
    pub id: i64,
    /// When it ran, in Unix seconds.
    pub at_s: i64,
    /// The line, shortened.
    pub words: Vec<Vec<u8>>,
    /// The name of the connection.
    pub name: Vec<u8>,
}

impl LogEntry for SlowEntry {
    fn bytes(&self) -> usize {
        let words = self
            .words
            .iter()
            .map(|word| WORD_OVERHEAD_BYTES + word.len());
        ENTRY_OVERHEAD_BYTES + words.sum::<usize>() + self.name.len()
    }
}

impl Default for SlowLog {
    fn default() -> SlowLog {
        SlowLog {
            entries: BoundedLog::default(),
            next_id: 0,
            len_max: 128,
            is_off: false,
        }
    }
}

impl SlowLog {
    /// Keeps no more entries than that.
    pub fn limit(&mut self, len_max: usize) {
        self.len_max = len_max.min(ENTRIES_MAX);
        self.switch(self.is_off);
    }

    /// Puts an entry of these before the others, under the next number.
    pub fn push(&mut self, at_s: i64, words: Vec<Vec<u8>>, name: Vec<u8>, room_bytes: usize) {
        let id = self.next_id;
        self.next_id += 1;
        let entry = SlowEntry {
            id,
            at_s,
            words,
            name,
        };
        self.entries.push(entry, room_bytes);
        self.entries.limit(self.len_max);
    }

    /// Logs nothing any more, or again.
    pub fn switch(&mut self, is_off: bool) {
        self.is_off = is_off;
        if !is_off {
            self.entries.limit(self.len_max);
        }
    }
}
