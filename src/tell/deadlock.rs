//! A certain deadlock, in words.

use super::names::listed;
use crate::sim::{Deadlock, DeadlockCause};
use crate::text::{Lang, Phrase, Text};

/// Who tries for ever, and why.
pub fn deadlock(lang: Lang, deadlock: &Deadlock) -> String {
    let text = Text {
        en: "From here {who} will try for ever. {why}",
        zh: "从此 {who} 只能永远试下去。{why}",
    };
    let values = vec![
        ("who", listed(lang, &deadlock.who)),
        ("why", cause(deadlock.cause).get(lang).to_owned()),
    ];
    Phrase::new(text, values).get(lang)
}

/// Why nobody gets in.
pub fn cause(cause: DeadlockCause) -> Text {
    match cause {
        DeadlockCause::OnlyExistence => Text {
            en: "The key stays, and nobody asks more than whether it is there.",
            zh: "键一直留着，而谁都只问它在不在。",
        },
        DeadlockCause::NeverEqual => Text {
            en: "The value is past, and everybody waits for the second in which it equals the clock.",
            zh: "值已成过去，大家却在等它与时钟相等的那一秒。",
        },
    }
}
