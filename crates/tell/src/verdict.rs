//! What a search was asked, and what it answers, in sentences. None of them says more than was looked through.

use super::assumption::{assumptions, clocks};
use super::property::title;
use base::text::{self, Lang, Phrase, Text};
use check::{Bounds, Instants, MatrixColumn, MatrixRow, Open, Release, Times, Verdict};
use sim::Property;

/// The answer about a property, which it names, and what was looked through for it.
pub fn verdict(lang: Lang, property: Property, verdict: &Verdict) -> String {
    let bounds = verdict.bounds();
    let (text, mut values) = match verdict {
        Verdict::Broken(found, _) => {
            let moves = found.schedule.moves.len();
            let text = match moves {
                0 => Text {
                    en: "{property}: this is so at the start.",
                    zh: "{property}：一开始就是如此。",
                },
                1 => Text {
                    en: "{property}: a schedule of one move leads to it. There is no shorter one.",
                    zh: "{property}：只需一步。没有更短的顺序。",
                },
                _ => Text {
                    en: "{property}: a schedule of {moves} moves leads to it, and no shorter one does.",
                    zh: "{property}：{moves} 步的顺序就会走到这里，没有更短的。",
                },
            };
            (text, vec![("moves", moves.to_string())])
        }
        Verdict::Holds { states, .. } => {
            let text = match (bounds.is_entered, &bounds.refusal) {
                (true, _) => Text {
                    en: "{property}: no schedule leads to it, in all {states}.",
                    zh: "{property}：全部 {states}里没有哪个顺序会走到这里。",
                },
                (false, Some(_)) => Text {
                    en: "Nobody gets in at all, in any of {states}, so this says nothing about “{property}”. In line {line} the server replies “{said}”.",
                    zh: "{states}里没有任何客户端拿到锁，所以关于“{property}”什么也说明不了。第 {line} 行，服务器回复“{said}”。",
                },
                (false, None) => Text {
                    en: "Nobody gets in at all, in any of {states}, so this says nothing about “{property}”.",
                    zh: "{states}里没有任何客户端拿到锁，所以关于“{property}”什么也说明不了。",
                },
            };
            let (line, said) = bounds.refusal.clone().unwrap_or_default();
            let values = vec![
                ("states", states_of(lang, *states)),
                ("line", line.to_string()),
                ("said", said),
            ];
            (text, values)
        }
        Verdict::Unfinished {
            states, depth, why, ..
        } => {
            let text = match (why, property) {
                // It is known once all states are.
                (Open::Memory, Property::NobodyEver) => Text {
                    en: "{property}: Unfinished: the search reached {states} in schedules of up to {depth}, not all that there are, and may not use more memory. So it cannot tell. Try fewer clients, fewer rounds, or one fault less.",
                    zh: "{property}：没有查完：最多 {depth}到达了 {states}，并非全部，内存已用到上限，所以无法判断。可以减少客户端、减少轮数，或者少假设一种故障。",
                },
                (Open::Memory, _) => Text {
                    en: "{property}: Unfinished: nothing was found in {states} and in all schedules of up to {depth}, and the search may not use more memory. Try fewer clients, fewer rounds, or one fault less.",
                    zh: "{property}：没有查完：在 {states}、最多 {depth}的所有顺序里都没有找到，内存已用到上限。可以减少客户端、减少轮数，或者少假设一种故障。",
                },
                (Open::Replay, _) => Text {
                    en: "No answer: the search found a schedule that does not replay, also after it had begun again without its shortcuts. That is a fault of this search, not of the lock. It had reached {states}, in schedules of up to {depth}.",
                    zh: "没有答案：查找得到的顺序无法重放，不用任何简化重新查找之后仍是如此。这是查找程序的错误，与锁无关。当时到达了 {states}，最多 {depth}。",
                },
            };
            let values = vec![
                ("states", states_of(lang, *states)),
                ("depth", moves_of(lang, *depth)),
            ];
            (text, values)
        }
    };
    values.push(("property", title(property).get(lang).to_owned()));
    let mut all = vec![Phrase::new(text, values).get(lang)];
    if let Verdict::Broken(found, _) = verdict {
        let clocks = clocks(lang, &found.setup);
        if !clocks.is_empty() {
            let text = Text {
                en: "At its start {clocks}.",
                zh: "开始时 {clocks}。",
            };
            all.push(text.with(lang, "clocks", clocks));
        }
    }
    let says_so = matches!(
        verdict,
        Verdict::Unfinished {
            why: Open::Replay,
            ..
        }
    );
    if bounds.is_last_resort && !says_so {
        let text = Text {
            en: "A first schedule did not replay, which is a fault of this search, so it began again without its shortcuts.",
            zh: "先前找到的一个顺序无法重放，这是查找程序的错误，所以又不用任何简化重新查了一遍。",
        };
        all.push(text.get(lang).to_owned());
    }
    let text = Text {
        en: "Looked through: {bounds}.",
        zh: "查找范围：{bounds}。",
    };
    all.push(text.with(lang, "bounds", self::bounds(lang, bounds)));
    all.join(match lang {
        Lang::En => " ",
        Lang::ZhHans => "",
    })
}

/// How far a search is: states, moves, and states a second where that is known.
pub fn progress(lang: Lang, states: usize, depth: usize, per_second: Option<usize>) -> String {
    let text = match per_second {
        Some(_) => Text {
            en: "{states}, all schedules of up to {depth}, {speed} states a second",
            zh: "{states}，最多 {depth}的所有顺序，每秒 {speed} 个状态",
        },
        None => Text {
            en: "{states}, all schedules of up to {depth}",
            zh: "{states}，最多 {depth}的所有顺序",
        },
    };
    let values = vec![
        ("states", states_of(lang, states)),
        ("depth", moves_of(lang, depth)),
        ("speed", grouped(lang, per_second.unwrap_or(0))),
    ];
    Phrase::new(text, values).get(lang)
}

/// What was looked through, as a list.
pub fn bounds(lang: Lang, bounds: &Bounds) -> String {
    let mut all = assumptions(lang, &bounds.question);
    all.push(match bounds.times {
        Times::Relative => Text {
            en: "any time",
            zh: "时间不限",
        }
        .get(lang)
        .to_owned(),
        Times::Absolute(end_s) => Text {
            en: "up to t = {seconds}",
            zh: "到 t = {seconds} 为止",
        }
        .with(
            lang,
            "seconds",
            (bounds.question.setup.start_s + end_s).to_string(),
        ),
    });
    let instants = match bounds.instants {
        Instants::Every => Text {
            en: "to the millisecond",
            zh: "精确到毫秒",
        },
        Instants::Deadlines => Text {
            en: "by whole seconds, to each deadline and to the millisecond after it",
            zh: "推进到整秒、每个期限及其后一毫秒",
        },
        Instants::Seconds => Text {
            en: "by whole seconds only",
            zh: "只按整秒推进",
        },
    };
    all.push(instants.get(lang).to_owned());
    text::listed(lang, &all)
}

/// The name of a row of the matrix.
pub fn row(lang: Lang, row: MatrixRow) -> String {
    let release = |release: Release| {
        match release {
            Release::Del => Text {
                en: "DEL",
                zh: "DEL",
            },
            Release::ClockAndDel => Text {
                en: "clock check and DEL in one step",
                zh: "看时钟和 DEL 在同一步",
            },
            Release::ClockThenDel => Text {
                en: "clock check, then DEL",
                zh: "先看时钟，再 DEL",
            },
            Release::GetThenDel => Text {
                en: "GET and compare, then DEL",
                zh: "先 GET 并比较，再 DEL",
            },
            Release::CompareAndDelete => Text {
                en: "compare and delete in one step",
                zh: "比较并删除在同一步",
            },
        }
        .get(lang)
    };
    let named = |name: &str, what: &str| match lang {
        Lang::En => format!("{name}, {what}"),
        Lang::ZhHans => format!("{name}，{what}"),
    };
    match row {
        MatrixRow::SetnxDel => Text {
            en: "SETNX, DEL of an expired lock",
            zh: "SETNX，用 DEL 删除过期的锁",
        }
        .get(lang)
        .to_owned(),
        MatrixRow::Getset(one) => named("GETSET", release(one)),
        MatrixRow::Px(one) => named("SET NX PX", release(one)),
        MatrixRow::Redlock => "Redlock".to_owned(),
        MatrixRow::Fencing => Text {
            en: "Fencing tokens, shown on read and write",
            zh: "防护令牌，读写都出示",
        }
        .get(lang)
        .to_owned(),
    }
}

/// The name of a column of the matrix.
pub const fn column(column: MatrixColumn) -> Text {
    match column {
        MatrixColumn::AsTold => Text {
            en: "No further assumption",
            zh: "不加其他假设",
        },
        MatrixColumn::TakesLater => Text {
            en: "Contenders take over at <",
            zh: "争锁者用 < 判断过期",
        },
        MatrixColumn::StopsLater => Text {
            en: "Holders stop at <=",
            zh: "持有者用 <= 判断到期",
        },
        MatrixColumn::ClocksApart => Text {
            en: "Clocks 1 s apart",
            zh: "时钟相差 1 秒",
        },
        MatrixColumn::Margin => Text {
            en: "Clocks 1 s apart, a margin of 1 s",
            zh: "时钟相差 1 秒，留 1 秒余量",
        },
        MatrixColumn::Gap => Text {
            en: "A gap between clock and execution",
            zh: "读时钟和执行之间有间隔",
        },
        MatrixColumn::Together => Text {
            en: "At once: takeover at <, stop at <=, clocks 1 s apart, a gap",
            zh: "同时：接管用 <，停止用 <=，时钟相差 1 秒，有间隔",
        },
        MatrixColumn::TwoInside => Text {
            en: "Two inside, whatever their leases say",
            zh: "不管租约，两个同时在内",
        },
    }
}

/// So many states.
fn states_of(lang: Lang, states: usize) -> String {
    let text = match states {
        1 => Text {
            en: "one state",
            zh: "一个状态",
        },
        _ => Text {
            en: "{states} states",
            zh: "{states} 个状态",
        },
    };
    text.with(lang, "states", grouped(lang, states))
}

/// So many moves.
fn moves_of(lang: Lang, moves: usize) -> String {
    let text = match moves {
        1 => Text {
            en: "one move",
            zh: "一步",
        },
        _ => Text {
            en: "{moves} moves",
            zh: "{moves} 步",
        },
    };
    text.with(lang, "moves", moves.to_string())
}

/// A number with its thousands apart.
pub fn grouped(lang: Lang, number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && lang == Lang::En {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use check::{Discovery, Question};
    use lock::Algorithm;
    use sim::{Schedule, Setup};

    #[test]
    fn clocks_that_are_wrong_are_told_and_replicas_only_where_there_are_any() {
        let mut setup = Setup::new(Algorithm::Px, 2);
        let told = |setup: &Setup| {
            let mut question = Question::new(setup.clone(), Property::TwoLeases);
            question.allowed.fail_over = true;
            assumptions(Lang::En, &question).join(", ")
        };
        let begin = "2 clients, any number of rounds, no crash, messages that arrive at once, holders may work past their lease";
        assert_eq!(
            told(&setup),
            format!("{begin}, servers that do not fail, clocks alike")
        );
        setup.clients[0].skew_ms = 5000;
        setup.clients[1].skew_ms = -12_000;
        setup.replicas = 1;
        assert_eq!(
            told(&setup),
            format!(
                "{begin}, replicas lag and are promoted, C1 is 5 s ahead and C2 is 12 s behind"
            )
        );
        let bounds = Bounds {
            question: Question::new(setup.clone(), Property::TwoLeases),
            times: Times::Absolute(60),
            instants: Instants::Seconds,
            is_last_resort: true,
            is_entered: true,
            refusal: None,
        };
        let found = Discovery {
            schedule: Schedule { moves: Vec::new() },
            setup,
        };
        let broken = Verdict::Broken(found, Box::new(bounds));
        assert_eq!(
            verdict(Lang::En, Property::TwoLeases, &broken),
            format!(
                "Two leases are valid at once: this is so at the start. At its start C1 is 5 s ahead and C2 is 12 s behind. A first schedule did not replay, which is a fault of this search, so it began again without its shortcuts. Looked through: {begin}, servers that do not fail, C1 is 5 s ahead and C2 is 12 s behind, up to t = 160 and by whole seconds only."
            )
        );
    }

    #[test]
    fn one_of_a_kind_is_told_in_the_singular() {
        assert_eq!(
            progress(Lang::En, 1, 1, None),
            "one state, all schedules of up to one move"
        );
        let mut question = Question::new(Setup::new(Algorithm::Px, 1), Property::TwoLeases);
        (question.attempts, question.rounds) = (Some(1), Some(1));
        let told = assumptions(Lang::En, &question).join(", ");
        assert!(
            told.starts_with("one client, one round each, one attempt each, "),
            "{told}"
        );
    }

    #[test]
    fn every_verdict_names_its_property_and_its_bounds() {
        let question = Question::new(Setup::new(Algorithm::Px, 2), Property::NobodyEver);
        let bounds = Box::new(Bounds {
            question: question.clone(),
            times: Times::Absolute(60),
            instants: Instants::Seconds,
            is_last_resort: false,
            is_entered: true,
            refusal: None,
        });
        let found = Discovery {
            schedule: Schedule { moves: Vec::new() },
            setup: question.setup,
        };
        let open = |why| Verdict::Unfinished {
            bounds: bounds.clone(),
            states: 1,
            depth: 1,
            why,
        };
        let holds = |is_entered| Verdict::Holds {
            bounds: Box::new(Bounds {
                is_entered,
                ..(*bounds).clone()
            }),
            states: 1,
        };
        for answer in [
            Verdict::Broken(found, bounds.clone()),
            holds(true),
            holds(false),
            open(Open::Memory),
        ] {
            for property in Property::ALL {
                for lang in [Lang::En, Lang::ZhHans] {
                    let told = verdict(lang, property, &answer);
                    assert!(told.contains(title(property).get(lang)), "{told}");
                    assert!(told.contains(&super::bounds(lang, &bounds)), "{told}");
                }
            }
        }
        // The way back begins when all states are reached: so far nothing was looked for.
        let told = verdict(Lang::En, Property::NobodyEver, &open(Open::Memory));
        assert!(!told.contains("nothing was found"), "{told}");
    }

    #[test]
    fn a_search_that_began_again_says_so_also_where_it_comes_to_no_end() {
        let question = Question::new(Setup::new(Algorithm::Px, 2), Property::TwoLeases);
        let open = Verdict::Unfinished {
            bounds: Box::new(Bounds {
                question,
                times: Times::Absolute(60),
                instants: Instants::Seconds,
                is_last_resort: true,
                is_entered: true,
                refusal: None,
            }),
            states: 1,
            depth: 1,
            why: Open::Memory,
        };
        let told = verdict(Lang::En, Property::TwoLeases, &open);
        assert!(told.contains("A first schedule did not replay"), "{told}");
    }
}
