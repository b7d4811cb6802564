//! The status of a client in words, for its lane and its card.

use base::text::{Phrase, Text};
use sim::{ClientId, Fault, Status, seconds, value_text};

/// The status in words.
pub fn status(status: &Status) -> Phrase {
    let plain = |en, zh| Phrase::from(Text { en, zh });
    let timed = |en, zh, time| Phrase::new(Text { en, zh }, vec![("time", time)]);
    match status {
        Status::Ready => plain("has not begun", "尚未开始"),
        Status::Trying => plain("tries to get the lock", "正在争锁"),
        Status::Waiting(until_s) => timed("waits until {time}", "等到 {time}", until_s.to_string()),
        Status::Paused => plain("is paused", "已暂停"),
        Status::AwaitsReply => plain("waits for the reply", "正在等待回复"),
        Status::Holds => plain("holds the lock", "持有锁"),
        Status::HoldsPastLease(at_ms) => timed(
            "believes that it holds the lock, but its lease ended at {time}",
            "自认持锁，但租约已在 {time} 结束",
            seconds(*at_ms),
        ),
        Status::Releasing => plain("releases the lock", "正在释放锁"),
        Status::Finished => plain("has finished", "已经结束"),
        Status::GaveUp => plain("has given up", "已经放弃"),
        Status::Crashed => plain("has crashed", "已经崩溃"),
        Status::Failed(why) => fault(None, why),
    }
}

/// Why a client stopped by itself, as a phrase about it, with its name where the reader does not see it.
pub(super) fn fault(id: Option<ClientId>, fault: &Fault) -> Phrase {
    let (text, line, word) = match fault {
        Fault::NotNumber(line, value) => (
            Text {
                en: "{client}stopped at line {line}: {word} is not a number",
                zh: "{client}停在第 {line} 行：{word} 不是数字",
            },
            line,
            value_text(value),
        ),
        Fault::Overflow(line) => (
            Text {
                en: "{client}stopped at line {line}: the number does not fit in 64 bits",
                zh: "{client}停在第 {line} 行：数字超出了 64 位整数的范围",
            },
            line,
            String::new(),
        ),
        Fault::Circle(line) => (
            Text {
                en: "{client}stopped at line {line}: its program loops without sending a command",
                zh: "{client}停在第 {line} 行：程序一直循环，不发送命令",
            },
            line,
            String::new(),
        ),
        Fault::Refused(line, words) => (
            Text {
                en: "{client}stopped at line {line}: the server refused the command: {word}",
                zh: "{client}停在第 {line} 行：服务器拒绝了命令：{word}",
            },
            line,
            words.clone(),
        ),
    };
    let client = id.map_or(String::new(), |id| format!("{id} "));
    let values = vec![
        ("client", client),
        ("line", line.to_string()),
        ("word", word),
    ];
    Phrase::new(text, values)
}
