//! The words of the table of hazards: what happens, to whom, what must not come about, and what came of it.

use base::text::{self, Lang, Text};
use check::survival::{Hazard, Hit, Outcome, Scope};
use sim::Property;

use super::assumption::assumption;
use super::property::title;

/// What happens, as the head of a column.
pub const fn hazard(hazard: Hazard) -> Text {
    match hazard {
        Hazard::Nothing => Text {
            en: "Nothing goes wrong",
            zh: "一切正常",
        },
        Hazard::Crash => Text {
            en: "A client crashes",
            zh: "客户端崩溃",
        },
        Hazard::Restart => Text {
            en: "A client crashes and restarts",
            zh: "客户端崩溃后重启",
        },
        Hazard::Stall => Text {
            en: "A client stalls",
            zh: "客户端停顿",
        },
        Hazard::ClocksApart => Text {
            en: "The clients’ clocks differ",
            zh: "客户端的时钟不一致",
        },
        Hazard::ClockSet => Text {
            en: "A client’s clock is set",
            zh: "客户端的时钟被调整",
        },
        Hazard::Delay => Text {
            en: "The network delays messages",
            zh: "网络延迟消息",
        },
        Hazard::Loss => Text {
            en: "The network loses messages",
            zh: "网络丢失消息",
        },
        Hazard::Partition => Text {
            en: "The network parts",
            zh: "网络断成两侧",
        },
        Hazard::Forget => Text {
            en: "A server restarts with nothing",
            zh: "服务器重启后什么都不记得",
        },
        Hazard::FailOver => Text {
            en: "A replica that lags is promoted",
            zh: "落后的副本被提升",
        },
    }
}

/// To whom it happens.
pub const fn hit(hit: Hit) -> Text {
    match hit {
        Hit::Nobody => Text {
            en: "nobody",
            zh: "无",
        },
        Hit::Client => Text {
            en: "a client",
            zh: "客户端",
        },
        Hit::Network => Text {
            en: "the network",
            zh: "网络",
        },
        Hit::Server => Text {
            en: "a server",
            zh: "服务器",
        },
    }
}

/// What may happen beside steps and time, as a list.
pub fn may_happen(lang: Lang, hazard: Hazard) -> String {
    let assumed = hazard.assumptions().iter();
    let mut all: Vec<String> = assumed
        .map(|one| assumption(*one).get(lang).to_owned())
        .collect();
    let more = match hazard {
        Hazard::Nothing => Some(Text {
            en: "Steps and time alone",
            zh: "只有步骤和时间",
        }),
        Hazard::ClockSet => Some(Text {
            en: "A client’s clock is set 12 s ahead or back, by a move",
            zh: "客户端的时钟在运行中被拨快或拨慢 12 秒",
        }),
        Hazard::Partition => Some(Text {
            en: "what is sent between the sides is lost",
            zh: "两侧之间发送的消息会丢失",
        }),
        _ => None,
    };
    all.extend(more.map(|text| text.get(lang).to_owned()));
    all.join(match lang {
        Lang::En => "; ",
        Lang::ZhHans => "；",
    })
}

/// How much was asked for, in few words; empty for the whole of it.
fn scope(lang: Lang, scope: Scope) -> &'static str {
    let text = match (scope.clients, scope.rounds) {
        (3.., None) => return "",
        (_, None) => Text {
            en: ", 2 clients",
            zh: "，2 个客户端",
        },
        (_, Some(_)) => Text {
            en: ", 2 clients and one round each",
            zh: "，2 个客户端各一轮",
        },
    };
    text.get(lang)
}

/// What came of a cell.
pub fn outcome(lang: Lang, outcome: &Outcome) -> String {
    let moves_of = |property: &Property, moves: usize| {
        let text = Text {
            en: "{property} ({moves} moves)",
            zh: "{property}（{moves} 步）",
        };
        let values = vec![
            ("property", title(*property).get(lang).to_owned()),
            ("moves", moves.to_string()),
        ];
        text::Phrase::new(text, values).get(lang)
    };
    match outcome {
        Outcome::Broken(broken, _) => {
            let all = broken
                .iter()
                .map(|(property, moves)| moves_of(property, *moves));
            let all: Vec<String> = all.collect();
            all.join(match lang {
                Lang::En => "; ",
                Lang::ZhHans => "；",
            })
        }
        Outcome::Survives(asked) => {
            let text = Text {
                en: "survives",
                zh: "经受住",
            };
            [text.get(lang), scope(lang, *asked)].concat()
        }
        Outcome::Open(depth) => {
            let text = Text {
                en: "not known: nothing in {moves} moves",
                zh: "未知：{moves} 步之内没有",
            };
            text.with(lang, "moves", depth.to_string())
        }
    }
}
