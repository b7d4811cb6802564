//! The prompt's own phrases, in addition to redis-cli's: `locales/en/cli.ftl` and its like.

use base::text::{Phrase, Text};

include!(concat!(env!("OUT_DIR"), "/cli.rs"));

/// The prompt's own commands, with descriptions.
pub const OWN: [(&str, Text); 4] = [
    ("clear", CLEAR),
    ("exit", QUIT),
    ("help", WHAT_HELP_SAYS),
    ("quit", QUIT),
];
/// The arguments of `:set`.
pub const PREFERENCES: [(&str, Text); 2] = [("hints", HINTS), ("nohints", NO_HINTS)];
/// A phrase of redis-cli, in English everywhere.
pub const RESTART: &str = "Use 'restart' only in Lua debugging mode.";

/// A note that the reader stopped a line, with its number of repetitions and the number of discarded lines after it.
pub fn stopped(done: u64, total: u64, queued: usize) -> Phrase {
    if total > 1 {
        stopped_after(done, total)
    } else if queued > 0 {
        stopped_before(queued as u64)
    } else {
        STOPPED.into()
    }
}

/// A description of a key's time to live in milliseconds; `None` if it never expires.
pub fn lives(left_ms: Option<i64>) -> Phrase {
    left_ms.map_or(NEVER_EXPIRES.into(), |left| {
        expires_in(left.saturating_add(500).max(0) as u64 / 1000)
    })
}
