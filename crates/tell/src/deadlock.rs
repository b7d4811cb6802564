//! A certain deadlock, in words.

use super::names::listed;
use base::text::{Lang, Phrase, Text};
use sim::{Deadlock, DeadlockCause};

/// The sentence about a deadlock: which clients never get the lock, and why.
pub fn deadlock(lang: Lang, deadlock: &Deadlock) -> String {
    let text = Text {
        en: "From here on {who} will never get the lock, however often they try, unless a clock is set back, the server forgets, or you type a command. {why}",
        zh: "从此 {who} 试多少次都拿不到锁，除非把时钟拨慢、服务器丢失数据，或由你输入命令。{why}",
    };
    let values = vec![
        ("who", listed(lang, &deadlock.who)),
        ("why", cause(deadlock.cause).get(lang).to_owned()),
    ];
    Phrase::new(text, values).get(lang)
}

/// Why no client gets the lock.
fn cause(cause: DeadlockCause) -> Text {
    match cause {
        DeadlockCause::OnlyExistence => Text {
            en: "They only ask whether the key exists, and nobody deletes it.",
            zh: "它们只问键是否存在，而没有谁删除键。",
        },
        DeadlockCause::NeverEqual => Text {
            en: "They wait for the second in which their clock equals the time in the key. That second is past.",
            zh: "它们在等时钟与键里的时间相等的那一秒。那一秒已经过去。",
        },
    }
}
