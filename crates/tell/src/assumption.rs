//! The assumptions of a search: the words of their switches, and what a question allows, in a list.

use base::text::{self, Lang, Phrase, Text};
use check::{Assumption, Question};
use sim::{ClientSetup, Setup, seconds};

/// The words of its switch.
pub const fn assumption(assumption: Assumption) -> Text {
    match assumption {
        Assumption::Crash => Text {
            en: "Clients crash",
            zh: "客户端会崩溃",
        },
        Assumption::Restart => Text {
            en: "Crashed clients restart",
            zh: "崩溃的客户端会重启",
        },
        Assumption::Gap => Text {
            en: "A gap between clock and execution",
            zh: "读时钟和执行之间有间隔",
        },
        Assumption::Transit => Text {
            en: "Messages take time",
            zh: "消息需要时间",
        },
        Assumption::Lose => Text {
            en: "Messages get lost",
            zh: "消息会丢失",
        },
        Assumption::Overrun => Text {
            en: "Holders work past their lease",
            zh: "持有者超过租约仍在工作",
        },
        Assumption::Apart => Text {
            en: "Clocks differ by up to 1 s",
            zh: "时钟最多相差 1 秒",
        },
        Assumption::Forget => Text {
            en: "Servers restart with nothing",
            zh: "服务器重启后什么都不记得",
        },
        Assumption::FailOver => Text {
            en: "Replicas lag and are promoted",
            zh: "副本会落后，也会被提升",
        },
        Assumption::Part => Text {
            en: "The network parts",
            zh: "网络会断成两侧",
        },
    }
}

/// The piece that says in the list of a question that it is made, or that it is not; `None` where another piece does.
fn said(assumption: Assumption, question: &Question) -> Option<Text> {
    let allowed = &question.allowed;
    let fails_over = allowed.fail_over && question.setup.replicas > 0;
    Some(match (assumption, allowed.allows(assumption)) {
        (Assumption::Crash, true) if allowed.restart => return None,
        (Assumption::Crash, true) => Text {
            en: "clients crash",
            zh: "客户端会崩溃",
        },
        (Assumption::Crash, false) => Text {
            en: "no crash",
            zh: "不崩溃",
        },
        (Assumption::Restart, true) if allowed.crash => Text {
            en: "clients crash and restart",
            zh: "客户端会崩溃并重启",
        },
        (Assumption::Gap, true) if !allowed.transit => Text {
            en: "a gap between reading the clock and execution",
            zh: "读时钟和执行之间有间隔",
        },
        (Assumption::Transit, true) => Text {
            en: "messages that take time",
            zh: "消息需要时间",
        },
        (Assumption::Transit, false) => Text {
            en: "messages that arrive at once",
            zh: "消息立即到达",
        },
        (Assumption::Lose, true) => Text {
            en: "messages get lost",
            zh: "消息会丢失",
        },
        (Assumption::Lose, false) if allowed.transit => Text {
            en: "no message is lost",
            zh: "消息不会丢失",
        },
        (Assumption::Overrun, true) => Text {
            en: "holders may work past their lease",
            zh: "持有者可能超过租约仍在工作",
        },
        (Assumption::Overrun, false) => Text {
            en: "holders stop before their lease ends",
            zh: "持有者在租约结束前停下",
        },
        (Assumption::Forget, true) => Text {
            en: "servers restart with nothing",
            zh: "服务器重启后什么都不记得",
        },
        (Assumption::FailOver, _) if fails_over => Text {
            en: "replicas lag and are promoted",
            zh: "副本会落后，也会被提升",
        },
        (Assumption::FailOver, _) if !allowed.forget => Text {
            en: "servers that do not fail",
            zh: "服务器不出故障",
        },
        (Assumption::Part, true) => Text {
            en: "a network that parts",
            zh: "网络会断成两侧",
        },
        // Its number is said at the end.
        (Assumption::Apart, _) => return None,
        (Assumption::Restart | Assumption::Gap | Assumption::Lose, _)
        | (Assumption::Forget | Assumption::FailOver | Assumption::Part, _) => return None,
    })
}

const CLOCKS_SET: Text = Text {
    en: "clocks are set while they run",
    zh: "时钟在运行中被调整",
};

/// What a question allows, piece by piece.
pub fn assumptions(lang: Lang, question: &Question) -> Vec<String> {
    let allowed = &question.allowed;
    let mut all = counts(lang, question);
    let said = Assumption::ALL
        .into_iter()
        .filter_map(|one| said(one, question));
    all.extend(said.map(|text| text.get(lang).to_owned()));
    if !allowed.clocks_set_ms.is_empty() {
        all.push(CLOCKS_SET.get(lang).to_owned());
    }
    let clocks = clocks(lang, &question.setup);
    all.push(match allowed.clocks_apart_s {
        0 if !clocks.is_empty() => clocks,
        0 => Text {
            en: "clocks alike",
            zh: "时钟一致",
        }
        .get(lang)
        .to_owned(),
        apart_s => Text {
            en: "clocks up to {count} s apart",
            zh: "时钟最多相差 {count} 秒",
        }
        .with(lang, "count", apart_s.to_string()),
    });
    all
}

/// How many clients there are, how often each begins, and how many servers there are.
fn counts(lang: Lang, question: &Question) -> Vec<String> {
    let count = question.setup.clients.len();
    let mut all = vec![
        match count {
            1 => Text {
                en: "one client",
                zh: "一个客户端",
            },
            _ => Text {
                en: "{count} clients",
                zh: "{count} 个客户端",
            },
        }
        .with(lang, "count", count.to_string()),
    ];
    all.push(match question.rounds {
        None => Text {
            en: "any number of rounds",
            zh: "轮数不限",
        }
        .get(lang)
        .to_owned(),
        Some(1) => Text {
            en: "one round each",
            zh: "每个一轮",
        }
        .get(lang)
        .to_owned(),
        Some(rounds) => Text {
            en: "{count} rounds each",
            zh: "每个 {count} 轮",
        }
        .with(lang, "count", rounds.to_string()),
    });
    if let Some(attempts) = question.attempts {
        let text = match attempts {
            1 => Text {
                en: "one attempt each",
                zh: "每个最多一次尝试",
            },
            _ => Text {
                en: "{count} attempts each",
                zh: "每个最多 {count} 次尝试",
            },
        };
        all.push(text.with(lang, "count", attempts.to_string()));
    }
    let servers = question.setup.servers;
    if servers > 1 {
        all.push(
            Text {
                en: "{count} servers",
                zh: "{count} 台服务器",
            }
            .with(lang, "count", servers.to_string()),
        );
    }
    all
}

/// The clocks of the settings that are not right; empty where all are.
pub fn clocks(lang: Lang, setup: &Setup) -> String {
    let off = setup.clients.iter().filter(|client| client.skew_ms != 0);
    let one = |client: &ClientSetup| {
        let text = match client.skew_ms {
            ..0 => Text {
                en: "{client} is {seconds} s behind",
                zh: "{client} 慢 {seconds} 秒",
            },
            _ => Text {
                en: "{client} is {seconds} s ahead",
                zh: "{client} 快 {seconds} 秒",
            },
        };
        let values = vec![
            ("client", client.id.to_string()),
            ("seconds", seconds(client.skew_ms.saturating_abs())),
        ];
        Phrase::new(text, values).get(lang)
    };
    let all: Vec<String> = off.map(one).collect();
    text::listed(lang, &all)
}
