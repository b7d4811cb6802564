//! The general sentences about moves, for runs without sentences of their own. All values come from the outcome.

use base::text::Text;
use lock::Section;
use sim::{
    Client, ClientId, ClientState, CommandPart, CommandStage, Memory, MessageId, Move, Outcome,
    Peer, World,
};

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
        Move::Step(_) | Move::Read(_) | Move::Receive(_) | Move::TimeOut(_) => {
            out.extend(consequence(outcome, after));
        }
        Move::Meanwhile(id) => out.extend(of_thread(id, outcome, after)),
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
        Move::Step(_)
        | Move::Read(_)
        | Move::Send(_)
        | Move::Execute(_)
        | Move::Receive(_)
        | Move::TimeOut(_) => step(outcome),
        Move::Meanwhile(_) => meanwhile(outcome),
        Move::Lose(message) => lost(*message, outcome),
        Move::Fail(_) => Text {
            en: "Server {server} fails. Requests on their way to it are lost.",
            zh: "服务器 {server} 发生故障，正发往它的请求都丢失了。",
        },
        Move::Recover(_, memory) => recovery(*memory),
        Move::Sync(_) => Text {
            en: "Server {server} syncs: what it holds now survives a restart.",
            zh: "服务器 {server} 把数据落盘：重启后仍在。",
        },
        Move::SkewServer(..) => Text {
            en: "The clock of server {server} is set to {server clock}. The true time is {time}.",
            zh: "服务器 {server} 的时钟设为 {server clock}。真实时间是 {time}。",
        },
        Move::Replicate(_) => Text {
            en: "A write of the primary reaches server {server}.",
            zh: "主服务器的一次写入到达服务器 {server}。",
        },
        Move::Promote(_) => Text {
            en: "Server {server} is promoted: it takes the writes from now on, with what it has.",
            zh: "服务器 {server} 升为主服务器：从此由它接受写入，数据以它手里的为准。",
        },
        Move::CutOff(_) => Text {
            en: "{node} is cut off. Messages between it and the other side cannot pass.",
            zh: "{node} 被隔开，它与另一侧之间的消息无法通过。",
        },
        Move::Rejoin(_) => Text {
            en: "{node} is connected with the others again.",
            zh: "{node} 重新与其他一侧连通。",
        },
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

/// The sentence about a step of the second thread.
fn meanwhile(outcome: &Outcome) -> Text {
    match outcome.reply {
        Some(_) => Text {
            en: "The second thread of {client} sends {command}, and the reply is {reply}.",
            zh: "{client} 的第二个线程发送 {command}，回复是 {reply}。",
        },
        None => Text {
            en: "The second thread of {client} runs. It sends nothing yet.",
            zh: "{client} 的第二个线程运行，还不发送命令。",
        },
    }
}

/// What a step of the second thread means for the client: it has left, or the thread sleeps.
fn of_thread(id: ClientId, outcome: &Outcome, after: &World) -> Option<Text> {
    let wakes = after.client(id).and_then(Client::thread_wakes_s);
    match outcome.left().contains(&id) {
        true => Some(Text {
            en: "{client} is no longer the holder.",
            zh: "{client} 不再是持有者。",
        }),
        false => wakes.map(|_| Text {
            en: "It sleeps until {thread wake}.",
            zh: "它休眠到 {thread wake}。",
        }),
    }
}

fn lost(message: MessageId, outcome: &Outcome) -> Text {
    let is_reply = outcome.lost_reply;
    match (is_reply, message.peer) {
        (true, Peer::Server(_)) => Text {
            en: "The reply of server {server} to {client} is lost. What it executed stays executed.",
            zh: "服务器 {server} 给 {client} 的回复丢失了，但它执行过的不会撤销。",
        },
        (false, Peer::Server(_)) => Text {
            en: "The command of {client} to server {server} is lost before it arrives.",
            zh: "{client} 发给服务器 {server} 的命令在到达前丢失了。",
        },
        (true, Peer::Store) => Text {
            en: "The answer of the store to {client} is lost.",
            zh: "存储方给 {client} 的回答丢失了。",
        },
        (false, Peer::Store) => Text {
            en: "The request of {client} to the store is lost before it arrives.",
            zh: "{client} 发给存储方的请求在到达前丢失了。",
        },
    }
}

fn recovery(memory: Memory) -> Text {
    match memory {
        Memory::All => Text {
            en: "Server {server} restarts with all that it held.",
            zh: "服务器 {server} 重启，数据都在。",
        },
        Memory::Synced => Text {
            en: "Server {server} restarts with what it held when it last synced.",
            zh: "服务器 {server} 重启，只剩上次落盘时的数据。",
        },
        Memory::Nothing => Text {
            en: "Server {server} restarts with nothing.",
            zh: "服务器 {server} 重启，数据全无。",
        },
    }
}

/// The sentence about the parts of a command that the move carried out.
fn step(outcome: &Outcome) -> Text {
    let to_store = outcome.request.as_ref().map(|request| request.to) == Some(Peer::Store);
    let [first, last] =
        [outcome.parts.first(), outcome.parts.last()].map(Option::<&CommandPart>::copied);
    let are_several = outcome.exchanges.len() > 1;
    match (first, last) {
        (Some(CommandPart::TimeOut), _) => Text {
            en: "{client} has waited long enough, and goes on. Replies so far: {answers}.",
            zh: "{client} 等得够久了，继续执行。到此收到的回复：{answers} 个。",
        },
        (_, Some(CommandPart::Send)) if are_several => Text {
            en: "{client} sends {command} to {servers} at once.",
            zh: "{client} 同时向 {servers} 发送 {command}。",
        },
        (_, Some(CommandPart::Receive | CommandPart::TimeOut)) if are_several => Text {
            en: "{client} sends {command} to {servers}. Yes from {yes} of {asked}.",
            zh: "{client} 向 {servers} 发送 {command}，{asked} 台中有 {yes} 台答应。",
        },
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

/// Whether a reply sent the client back to its first line. One that stands there because it waits for the replies of other
/// servers has not been sent back.
fn begins_again(client: &Client, outcome: &Outcome) -> bool {
    let program = client.program();
    outcome.has(CommandPart::Receive)
        && client.stage() == CommandStage::Idle
        && client.line() == program.line(program.start(Section::Acquire))
}
