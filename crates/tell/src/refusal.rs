//! Why a move cannot be made, in words.

use super::label;
use super::status::fault;
use base::text::{Phrase, Text};
use sim::{ClientId, MOVES_MAX, Node, NotEnabled};

/// The reason in words, for the control that makes the move.
pub fn refusal(why: &NotEnabled) -> Phrase {
    let plain = |en, zh| Phrase::from(Text { en, zh });
    let about = |id: &ClientId, en, zh| with(id, Text { en, zh }, None);
    let timed = |id: &ClientId, en, zh, time| with(id, Text { en, zh }, Some(time));
    match why {
        NotEnabled::NoClient(id) => about(id, "there is no {client}", "没有 {client}"),
        NotEnabled::Crashed(id) => about(id, "{client} has crashed", "{client} 已经崩溃"),
        NotEnabled::Waits(id, until_s) => timed(
            id,
            "{client} waits until {time}",
            "{client} 等到 {time}",
            until_s.to_string(),
        ),
        NotEnabled::Works(id, until_s) => timed(
            id,
            "{client} works until {time}",
            "{client} 工作到 {time}",
            until_s.to_string(),
        ),
        NotEnabled::Finished(id) => about(id, "{client} has finished", "{client} 已经结束"),
        NotEnabled::GaveUp(id) => about(id, "{client} has given up", "{client} 已经放弃"),
        NotEnabled::Failed(id, why) => fault(Some(*id), why),
        NotEnabled::Paused(id) => about(id, "{client} is paused", "{client} 已暂停"),
        NotEnabled::NotPaused(id) => about(id, "{client} is not paused", "{client} 没有暂停"),
        NotEnabled::Runs(id) => about(id, "{client} is still running", "{client} 还在运行"),
        NotEnabled::HasComputed(id) => about(
            id,
            "{client} has already computed its command",
            "{client} 已经算好命令",
        ),
        NotEnabled::HasNotComputed(id) => about(
            id,
            "{client} has not computed its next command",
            "{client} 还没有算好下一条命令",
        ),
        NotEnabled::AwaitsReply(id) => {
            about(id, "{client} waits for the reply", "{client} 正在等待回复")
        }
        NotEnabled::NothingSent(id) => {
            about(id, "{client} has sent no command", "{client} 没有发送命令")
        }
        NotEnabled::AlreadyExecuted(id) => about(
            id,
            "the server has already executed the command of {client}",
            "{client} 的命令已经执行",
        ),
        NotEnabled::NotExecuted(id) => about(
            id,
            "the server has not executed the command of {client} yet",
            "{client} 的命令还没有执行",
        ),
        NotEnabled::StillWaits(id, until_s) => timed(
            id,
            "{client} waits for replies until {time}",
            "{client} 等待回复，到 {time} 为止",
            until_s.to_string(),
        ),
        NotEnabled::WaitsForever(id) => about(
            id,
            "{client} waits for the reply as long as it takes",
            "{client} 会一直等待回复",
        ),
        NotEnabled::NoThread(id) => about(
            id,
            "{client} has no second thread now",
            "{client} 现在没有第二个线程",
        ),
        NotEnabled::OtherSide(node) => of_node(
            *node,
            "{node} is on the other side of the network",
            "{node} 在网络的另一侧",
        ),
        NotEnabled::CutOff(node) => of_node(*node, "{node} is cut off already", "{node} 已被隔开"),
        NotEnabled::NotCutOff(node) => of_node(*node, "{node} is not cut off", "{node} 没有被隔开"),
        NotEnabled::NoServer(place) => of_server(*place, "there is no {node}", "没有 {node}"),
        NotEnabled::ServerDown(place) => of_server(*place, "{node} is down", "{node} 已停机"),
        NotEnabled::ServerRuns(place) => {
            of_server(*place, "{node} is still running", "{node} 还在运行")
        }
        NotEnabled::AlreadySynced(place) => of_server(
            *place,
            "{node} has synced all that it holds",
            "{node} 的数据都已落盘",
        ),
        NotEnabled::NoReplica(place) => {
            of_server(*place, "{node} is not a replica", "{node} 不是副本")
        }
        NotEnabled::NothingToReplicate(place) => of_server(
            *place,
            "{node} already has every write",
            "{node} 已有全部写入",
        ),
        NotEnabled::SameServerClock(place) => of_server(
            *place,
            "the clock of {node} already shows this time",
            "{node} 的时钟已是这个时间",
        ),
        NotEnabled::SameClock(id) => about(
            id,
            "the clock of {client} already shows this time",
            "{client} 的时钟已是这个时间",
        ),
        NotEnabled::SkewTooLarge => plain(
            "a clock can be wrong by about thirty years at most",
            "时钟最多只能偏差约三十年",
        ),
        NotEnabled::NoCommand => plain(
            "this is not a command: it is empty, too long, or has an open quote",
            "这不是命令：内容为空、过长，或有引号未闭合",
        ),
        NotEnabled::TooMuchWork => {
            plain("this command takes too long here", "这条命令在这里耗时过长")
        }
        NotEnabled::NoTime => plain(
            "time advances by at least a millisecond",
            "时间至少要前进一毫秒",
        ),
        NotEnabled::EndOfTime => plain(
            "time cannot advance past the year 9999",
            "时间不能超过公元 9999 年",
        ),
        NotEnabled::ScheduleFull => Phrase::new(
            Text {
                en: "a run has at most {limit} moves",
                zh: "一局最多有 {limit} 步",
            },
            vec![("limit", MOVES_MAX.to_string())],
        ),
        NotEnabled::BranchesFull(limit) => Phrase::new(
            Text {
                en: "there are already {limit} branches: remove one first",
                zh: "已有 {limit} 个分支：请先删除一个",
            },
            vec![("limit", limit.to_string())],
        ),
        NotEnabled::TypedFull(limit) => Phrase::new(
            Text {
                en: "a run has at most {limit} typed commands",
                zh: "一局最多有 {limit} 条手工输入的命令",
            },
            vec![("limit", limit.to_string())],
        ),
    }
}

fn of_server(place: u8, en: &'static str, zh: &'static str) -> Phrase {
    of_node(Node::Server(place), en, zh)
}

fn of_node(node: Node, en: &'static str, zh: &'static str) -> Phrase {
    Phrase::new(Text { en, zh }, vec![("node", label::node(node))])
}

fn with(id: &ClientId, text: Text, time: Option<String>) -> Phrase {
    let mut values = vec![("client", id.to_string())];
    values.extend(time.map(|time| ("time", time)));
    Phrase::new(text, values)
}
