//! The log of SLOWLOG. There is no clock below a page: every command takes no time at all, and is logged where those are
//! that take at least no time.

use crate::catalogue::command::Flags;
use crate::number;
use crate::server::Server;
use crate::server::bounded_log::{BoundedLog, LogEntry};
use crate::server::secrets::{REDACTED, is_secret};
use crate::server::work::Context;
use std::sync::Arc;

/// Most words of a line that are kept; the last of them says how many more there are.
const WORDS_MAX: usize = 32;
/// Most bytes of a word that are kept.
const WORD_BYTES_MAX: usize = 128;
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

    /// Logs nothing any more, or again.
    pub fn switch(&mut self, is_off: bool) {
        self.is_off = is_off;
        if !is_off {
            self.entries.limit(self.len_max);
        }
    }
}

impl Server {
    /// The log, to be changed.
    pub(crate) fn slow_log(&mut self) -> &mut SlowLog {
        Arc::make_mut(self.statistics.slow_log.get_or_insert_default())
    }
}

/// Logs a command, unless it is one that is never logged.
pub fn log(server: &mut Server, context: Context, flags: Flags, line: &[Vec<u8>]) {
    if flags.has(Flags::SKIP_SLOWLOG) {
        return;
    }
    let Ok(connection) = server.connection(context.connection) else {
        return;
    };
    // The client of a script has no name.
    let name = match server.scripts.running() {
        Some(_) => Default::default(),
        None => connection.name.clone(),
    };
    let own_bytes = server.slow_log().entries.bytes();
    let room_bytes = server.room_for_log(own_bytes);
    let log = server.slow_log();
    let id = log.next_id;
    log.next_id += 1;
    log.entries.push(
        SlowEntry {
            id,
            at_s: context.now_ms.div_euclid(1000),
            words: shortened(line),
            name,
        },
        room_bytes,
    );
    log.entries.limit(log.len_max);
}

/// A line as it is kept.
fn shortened(line: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let whole = if line.len() > WORDS_MAX {
        WORDS_MAX - 1
    } else {
        line.len()
    };
    let more = |text: &str, count: usize, end: &str| {
        [text.as_bytes(), &number::text(count as i64), end.as_bytes()].concat()
    };
    let mut words: Vec<Vec<u8>> = Vec::with_capacity(line.len().min(WORDS_MAX));
    for (at, word) in line.iter().take(whole).enumerate() {
        words.push(match word.split_at_checked(WORD_BYTES_MAX) {
            _ if is_secret(line, at) => REDACTED.to_vec(),
            Some((kept, rest)) if !rest.is_empty() => {
                [kept, &more("... (", rest.len(), " more bytes)")].concat()
            }
            _ => word.clone(),
        });
    }
    if line.len() > whole {
        words.push(more("... (", line.len() - whole, " more arguments)"));
    }
    words
}
