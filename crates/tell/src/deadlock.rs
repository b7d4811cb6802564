//! A certain deadlock, in words.

use super::names::listed;
use super::say;
use base::text::{Lang, Phrase, Text};
use sim::{Deadlock, DeadlockCause};

/// The sentence about a deadlock: which clients never get the lock, and why.
pub fn deadlock(lang: Lang, deadlock: &Deadlock) -> String {
    let text = say::DEADLOCK;
    let values = vec![
        ("who", listed(lang, &deadlock.who)),
        ("why", cause(deadlock.cause).get(lang).to_owned()),
    ];
    Phrase::new(text, values).get(lang)
}

/// Why no client gets the lock.
fn cause(cause: DeadlockCause) -> Text {
    match cause {
        DeadlockCause::OnlyExistence => say::DEADLOCK_ONLY_EXISTENCE,
        DeadlockCause::NeverEqual => say::DEADLOCK_NEVER_EQUAL,
    }
}
