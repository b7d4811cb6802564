//! The general sentences about moves, for runs without sentences of their own. All values come from the outcome.

use crate::lock::Section;
use crate::sim::{Client, ClientState, CommandPart, Move, Outcome, Peer, World};
use crate::text::Text;

/// The sentences about a move: its effect, then the consequence for the client. They use a lesson's placeholders.
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
                en: "The key has expired and no longer exists.",
                zh: "键已过期，不再存在。",
            }));
        }
        Move::Step(_) | Move::Read(_) | Move::Receive(_) => {
            out.extend(consequence(outcome, after));
        }
        Move::Execute(message) => {
            let is_awaited = after.messages().any(|(name, _)| name == message);
            out.extend((!is_awaited).then_some(Text {
                en: "No client waits for this reply any more.",
                zh: "已经没有客户端在等这个回复。",
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
            en: "{client} crashes. It loses its registers and its place in the program.",
            zh: "{client} 崩溃，丢失了寄存器和执行位置。",
        },
        Move::Restart(_) => Text {
            en: "{client} restarts at the first line of its program, with empty registers.",
            zh: "{client} 重启，从程序的第一行开始，寄存器都是空的。",
        },
        Move::Pause(_) => Text {
            en: "{client} is paused. Time goes on.",
            zh: "{client} 被暂停。时间照常前进。",
        },
        Move::Resume(_) => Text {
            en: "{client} resumes. Its clock shows {clock}.",
            zh: "{client} 继续运行。它的时钟是 {clock}。",
        },
        Move::Tick(_) => Text {
            en: "The time advances by {elapsed} s, to {time}.",
            zh: "时间前进 {elapsed} 秒，到 {time}。",
        },
        Move::Skew(..) => Text {
            en: "The clock of {client} is set to {clock}. The true time is {time}.",
            zh: "{client} 的时钟设为 {clock}。真实时间是 {time}。",
        },
        Move::Type(_) => Text {
            en: "You send {full}, and the reply is {reply}.",
            zh: "你发送 {full}，回复是 {reply}。",
        },
    }
}

/// The sentence about the parts of a command that the move carried out.
fn step(outcome: &Outcome) -> Text {
    let to_store = outcome.request.as_ref().map(|request| request.to) == Some(Peer::Store);
    let [first, last] =
        [outcome.parts.first(), outcome.parts.last()].map(Option::<&CommandPart>::copied);
    match (first, last) {
        (Some(CommandPart::Read), Some(CommandPart::Read)) if outcome.request.is_some() => Text {
            en: "{client} reads its clock, {clock}, and computes {command}. It has not sent the command yet.",
            zh: "{client} 读时钟，是 {clock}，由此算出 {command}。命令还没有发送。",
        },
        (_, Some(CommandPart::Read)) | (None, _) => Text {
            en: "{client} sends nothing. Its clock shows {clock}.",
            zh: "{client} 什么也不发送。它的时钟是 {clock}。",
        },
        (_, Some(CommandPart::Send)) => Text {
            en: "{client} sends {command}. The command has not arrived yet.",
            zh: "{client} 发送 {command}。命令还没有到达。",
        },
        (_, Some(CommandPart::Execute)) if to_store => Text {
            en: "The store executes {command} of {client}. The answer is {reply}.",
            zh: "存储方执行 {client} 的 {command}，回答是 {reply}。",
        },
        (_, Some(CommandPart::Execute)) => Text {
            en: "The server executes {command} of {client}. The reply is {reply}.",
            zh: "服务器执行 {client} 的 {command}，回复是 {reply}。",
        },
        (Some(CommandPart::Receive), Some(CommandPart::Receive)) => Text {
            en: "{client} receives the reply {reply}.",
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

/// The consequence for the client: it holds the lock, starts over, waits, works or has ended.
fn consequence(outcome: &Outcome, after: &World) -> Option<Text> {
    let client = after.client(outcome.client?)?;
    let is_in = outcome.entered().contains(&Client::id(client));
    match client.state() {
        _ if is_in => Some(Text {
            en: "{client} holds the lock until {until}.",
            zh: "{client} 持有锁，直到 {until}。",
        }),
        ClientState::Asleep { .. } if after.believes(client.id()) => Some(Text {
            en: "It works until {wake}.",
            zh: "它工作到 {wake}。",
        }),
        ClientState::Asleep { .. } => Some(Text {
            en: "It waits until {wake}.",
            zh: "它等到 {wake}。",
        }),
        ClientState::GaveUp => Some(Text {
            en: "It gives up.",
            zh: "它放弃了。",
        }),
        ClientState::Failed(_) => Some(Text {
            en: "It {state}.",
            zh: "它{state}。",
        }),
        ClientState::Finished => Some(Text {
            en: "Its program has ended.",
            zh: "它的程序结束了。",
        }),
        ClientState::Running if begins_again(client, outcome) => Some(Text {
            en: "It starts over.",
            zh: "它从头开始。",
        }),
        ClientState::Running | ClientState::Crashed => None,
    }
}

/// Whether a reply sent the client back to its first line.
fn begins_again(client: &Client, outcome: &Outcome) -> bool {
    let program = client.program();
    outcome.has(CommandPart::Receive)
        && client.line() == program.line(program.start(Section::Acquire))
}
