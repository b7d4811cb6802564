//! What a client is doing, in words for its lane and its card.

use super::client::{Client, ClientId, Fault, Stage, State};
use super::notation::{seconds, value_text};
use super::world::World;
use crate::lock::Section;
use crate::text::{Phrase, Text};

/// What a client is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has not begun.
    Ready,
    /// It tries to get the lock.
    Trying,
    /// It waits until its clock shows this second.
    Waiting(i64),
    /// It is held back by the reader.
    Paused,
    /// It waits for the reply to what it has sent.
    AwaitsReply,
    /// It acts as the holder.
    Holds,
    /// It acts as the holder although its lease ended, at this Unix millisecond.
    HoldsPastLease(i64),
    /// It has left, and gives the lock back.
    Releasing,
    /// Its program is at its end.
    Finished,
    /// It ended its program without the lock.
    GaveUp,
    /// It crashed, at this Unix millisecond.
    Crashed(i64),
    /// It stopped by itself.
    Failed(Fault),
}

impl Status {
    /// Which status a client of this world has.
    pub fn of(world: &World, client: &Client) -> Status {
        match *client.state() {
            State::Crashed { at_ms } => Status::Crashed(at_ms),
            State::Finished => Status::Finished,
            State::GaveUp => Status::GaveUp,
            State::Failed(ref fault) => Status::Failed(fault.clone()),
            State::Running | State::Asleep { .. } if client.believes => match client.lease {
                Some(lease) if lease.until_ms <= world.now_ms() => {
                    Status::HoldsPastLease(lease.until_ms)
                }
                _ => Status::Holds,
            },
            _ if client.is_paused => Status::Paused,
            _ if matches!(client.stage(), Stage::Awaiting(_)) => Status::AwaitsReply,
            State::Asleep { until_s } if until_s > client.clock_s(world.now_ms()) => {
                Status::Waiting(until_s)
            }
            State::Running | State::Asleep { .. } => match client.program.section(client.at) {
                Section::Release => Status::Releasing,
                _ if !client.has_begun => Status::Ready,
                _ => Status::Trying,
            },
        }
    }

    /// The status in words.
    pub fn phrase(&self) -> Phrase {
        let plain = |en, zh| Phrase::from(Text { en, zh });
        let timed = |en, zh, time| Phrase::new(Text { en, zh }, vec![("time", time)]);
        match self {
            Status::Ready => plain("has not begun", "尚未开始"),
            Status::Trying => plain("tries to get the lock", "正在争取锁"),
            Status::Waiting(until_s) => {
                timed("waits until {time}", "等到 {time}", until_s.to_string())
            }
            Status::Paused => plain("is paused", "已暂停"),
            Status::AwaitsReply => plain("waits for the reply", "正在等待回复"),
            Status::Holds => plain("holds the lock", "持有锁"),
            Status::HoldsPastLease(at_ms) => timed(
                "thinks it holds the lock; its lease ended at {time}",
                "以为还持有锁，租约已在 {time} 结束",
                seconds(*at_ms),
            ),
            Status::Releasing => plain("gives the lock back", "正在释放锁"),
            Status::Finished => plain("has finished", "已经结束"),
            Status::GaveUp => plain("has given up", "已经放弃"),
            Status::Crashed(at_ms) => timed(
                "crashed at t = {time}",
                "在 t = {time} 时崩溃",
                seconds(*at_ms),
            ),
            Status::Failed(why) => fault(None, why),
        }
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
                en: "{client}stopped at line {line}: its program runs in a circle and sends nothing",
                zh: "{client}停在第 {line} 行：程序一直在绕圈，什么命令也不发",
            },
            line,
            String::new(),
        ),
        Fault::Refused(line, words) => (
            Text {
                en: "{client}stopped at line {line}: the server refused, {word}",
                zh: "{client}停在第 {line} 行：服务器拒绝了命令，{word}",
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
