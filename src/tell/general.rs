//! What a move does in general: the sentences for a run that nobody wrote a story for. They name what the outcome names.

use crate::lock::Section;
use crate::sim::{Client, Move, Outcome, Part, Peer, State, World};
use crate::text::Text;

/// The sentences about a move: what it did, then what came of it. Their placeholders are those of a lesson's sentences.
pub(super) fn sentences(outcome: &Outcome, after: &World) -> Vec<Text> {
    let mut out = vec![deed(outcome)];
    match outcome.mv {
        Move::Tick(_) => {
            let is_gone = outcome.value.before.is_some() && outcome.value.after.is_none();
            out.extend((!outcome.leases_ended().is_empty()).then_some(Text {
                en: "The lease of {lapsed} has ended.",
                zh: "{lapsed} 的租约已经结束。",
            }));
            out.extend(is_gone.then_some(Text {
                en: "The key has expired and is gone.",
                zh: "键已过期，不复存在。",
            }));
        }
        Move::Step(_) | Move::Read(_) | Move::Receive(_) => {
            out.extend(consequence(outcome, after));
        }
        Move::Execute(message) => {
            let is_awaited = after.messages().any(|(name, _)| name == message);
            out.extend((!is_awaited).then_some(Text {
                en: "Nobody waits for it any more.",
                zh: "已经没有人在等它。",
            }));
        }
        _ => {}
    }
    out
}

fn deed(outcome: &Outcome) -> Text {
    match &outcome.mv {
        Move::Step(_) | Move::Read(_) | Move::Send(_) | Move::Execute(_) | Move::Receive(_) => {
            step(outcome)
        }
        Move::Crash(_) => Text {
            en: "{client} crashes and forgets everything.",
            zh: "{client} 崩溃，忘掉了一切。",
        },
        Move::Restart(_) => Text {
            en: "{client} comes back at its first line, with nothing remembered.",
            zh: "{client} 回到第一行重新开始，什么都不记得。",
        },
        Move::Pause(_) => Text {
            en: "{client} is held back. Time and its lease go on.",
            zh: "{client} 被暂停，时间和它的租约照常流逝。",
        },
        Move::Resume(_) => Text {
            en: "{client} may go on; its clock shows {clock}.",
            zh: "{client} 可以继续了，它的时钟是 {clock}。",
        },
        Move::Tick(_) => Text {
            en: "Time goes on by {elapsed} s; it is {time} now.",
            zh: "过了 {elapsed} 秒，现在是 {time}。",
        },
        Move::Skew(..) => Text {
            en: "The clock of {client} is set: it shows {clock} while the true time is {time}.",
            zh: "{client} 的时钟被拨动：它显示 {clock}，而真实时间是 {time}。",
        },
        Move::Type(_) => Text {
            en: "You send {full}, and the reply is {reply}.",
            zh: "你发送 {full}，回复是 {reply}。",
        },
    }
}

/// As much of a command's way as the move went.
fn step(outcome: &Outcome) -> Text {
    let to_store = outcome.request.as_ref().map(|request| request.to) == Some(Peer::Store);
    let [first, last] = [outcome.parts.first(), outcome.parts.last()].map(Option::<&Part>::copied);
    match (first, last) {
        (Some(Part::Read), Some(Part::Read)) if outcome.request.is_some() => Text {
            en: "{client} reads its clock, {clock}, and makes up its mind: {command}. Nothing is sent yet.",
            zh: "{client} 读到时钟 {clock}，打定主意：{command}。还没有发送。",
        },
        (_, Some(Part::Read)) | (None, _) => Text {
            en: "{client} looks at its clock, {clock}, and sends nothing.",
            zh: "{client} 看了看时钟 {clock}，什么也不发送。",
        },
        (_, Some(Part::Send)) => Text {
            en: "{command} leaves {client} and is on its way.",
            zh: "{client} 发出 {command}，命令还在路上。",
        },
        (_, Some(Part::Execute)) if to_store => Text {
            en: "The store carries out {command} of {client}; its answer is {reply}.",
            zh: "存储方执行 {client} 的 {command}，回答是 {reply}。",
        },
        (_, Some(Part::Execute)) => Text {
            en: "The server executes {command} of {client}; the reply is {reply}.",
            zh: "服务器执行 {client} 的 {command}，回复是 {reply}。",
        },
        (Some(Part::Receive), Some(Part::Receive)) => Text {
            en: "{client} receives the reply, {reply}.",
            zh: "{client} 收到回复 {reply}。",
        },
        _ if to_store => Text {
            en: "{client} asks the store to {command}; the answer is {reply}.",
            zh: "{client} 请求存储方 {command}，回答是 {reply}。",
        },
        _ => Text {
            en: "{client} sends {command}, and the reply is {reply}.",
            zh: "{client} 发送 {command}，回复是 {reply}。",
        },
    }
}

/// What became of the client: it got in, lost, sleeps, or came to an end.
fn consequence(outcome: &Outcome, after: &World) -> Option<Text> {
    let client = after.client(outcome.client?)?;
    let is_in = outcome.entered().contains(&Client::id(client));
    match client.state() {
        _ if is_in => Some(Text {
            en: "{client} has the lock, until {until}.",
            zh: "{client} 拿到锁，直到 {until}。",
        }),
        State::Asleep { .. } if after.believes(client.id()) => Some(Text {
            en: "It works until {wake}.",
            zh: "它要工作到 {wake}。",
        }),
        State::Asleep { .. } => Some(Text {
            en: "It waits until {wake}.",
            zh: "它等到 {wake}。",
        }),
        State::GaveUp => Some(Text {
            en: "It gives up.",
            zh: "它放弃了。",
        }),
        State::Failed(_) => Some(Text {
            en: "It {state}.",
            zh: "它{state}。",
        }),
        State::Finished => Some(Text {
            en: "It has finished.",
            zh: "它的程序结束了。",
        }),
        State::Running if begins_again(client, outcome) => Some(Text {
            en: "It starts over.",
            zh: "它从头再来。",
        }),
        State::Running | State::Crashed { .. } => None,
    }
}

/// Whether a reply sent the client back to its first line.
fn begins_again(client: &Client, outcome: &Outcome) -> bool {
    let program = client.program();
    outcome.has(Part::Receive) && client.line() == program.line(program.start(Section::Acquire))
}
