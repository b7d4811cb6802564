//! What a search was asked, and what it answers, in sentences. None of them says more than was looked through.

use super::assumption::{assumptions, clocks};
use super::names::clauses;
use super::property::title_of;
use super::say;
use base::text::{Lang, Phrase, Text};
use check::{
    Bounds, Cause, Growth, Instants, MatrixColumn, MatrixRow, Open, Release, Times, Verdict,
};
use sim::Property;

/// The answer about a property, which it names, and what was looked through for it.
pub fn verdict(lang: Lang, property: Property, verdict: &Verdict) -> String {
    let bounds = verdict.bounds();
    let (text, mut values) = match verdict {
        Verdict::Broken(found, _) => {
            let moves = found.schedule.moves.len();
            let text = match moves {
                0 => say::BROKEN_AT_START,
                1 => say::BROKEN_BY_ONE_MOVE,
                _ => say::BROKEN_BY_MOVES,
            };
            (text, vec![("moves", moves.to_string())])
        }
        Verdict::Holds { states, .. } => {
            let text = match bounds.is_entered {
                true if bounds.question.is_for_all() => say::LOCK_FOR_ALL,
                true if bounds.is_tried => say::HOLDS_IN_ALL_STATES,
                true if property == Property::Shut => say::REFUSED_UNCLEARLY,
                true => say::NOTHING_TO_BREAK,
                false => say::NOBODY_IN,
            };
            let values = vec![
                ("states", states_of(lang, *states).get(lang)),
                ("clients", bounds.question.programs.len().to_string()),
                ("said", bounds.question.needs().to_owned()),
            ];
            (text, values)
        }
        Verdict::Unfinished {
            states, depth, why, ..
        } => {
            let text = match (why, property) {
                // It is known once all states are.
                (Open::Memory, Property::NobodyEver) => say::UNFINISHED_BEFORE_THE_WAY_BACK,
                (Open::Memory, _) => say::UNFINISHED,
                (Open::Replay, _) => say::NO_REPLAY,
            };
            let values = vec![
                ("states", states_of(lang, *states).get(lang)),
                ("depth", say::moves_of(*depth as u64).get(lang)),
            ];
            (text, values)
        }
    };
    values.push((
        "property",
        title_of(lang, property, &bounds.question.programs),
    ));
    let mut all = vec![Phrase::new(text, values).get(lang)];
    if let Verdict::Broken(found, _) = verdict {
        let clocks = clocks(lang, &found.setup);
        if !clocks.is_empty() {
            all.push(say::clocks_at_start(clocks).get(lang));
        }
    }
    // A schedule that is found shows what it meets, unless it is about what comes behind it.
    if let Some((line, said)) = &bounds.fault
        && (property == Property::NobodyEver || !matches!(verdict, Verdict::Broken(..)))
    {
        let line = line.to_string();
        all.push(match said.is_empty() {
            true => say::a_client_stops(line).get(lang),
            false => say::a_client_is_refused(line, said.clone()).get(lang),
        });
    }
    let says_so = matches!(
        verdict,
        Verdict::Unfinished {
            why: Open::Replay,
            ..
        }
    );
    if bounds.is_last_resort && !says_so {
        let text = say::BEGAN_AGAIN;
        all.push(text.get(lang).to_owned());
    }
    if let Verdict::Unfinished {
        growth,
        why: Open::Memory,
        ..
    } = verdict
    {
        all.push(self::growth(lang, growth));
    }
    all.push(say::looked_through(self::bounds(lang, bounds)).get(lang));
    all.join(say::BETWEEN_SENTENCES.get(lang))
}

/// How far a search is: states, moves, states a second where that is known, and what makes it large where that is to be told.
pub fn progress(
    lang: Lang,
    states: usize,
    depth: usize,
    per_second: Option<usize>,
    growth: &[Growth],
) -> String {
    let (states, depth) = (states_of(lang, states), say::moves_of(depth as u64));
    let told = match per_second {
        Some(speed) => say::progress_with_speed(states, depth, grouped(lang, speed)),
        None => say::progress(states, depth),
    };
    match growth.is_empty() {
        true => told.get(lang),
        false => say::progress_large(told, self::growth(lang, growth)).get(lang),
    }
}

/// The causes of a large search, in a sentence.
fn growth(lang: Lang, growth: &[Growth]) -> String {
    let one = |one: &Growth| {
        let (count, name) = (grouped(lang, one.count), one.name.clone());
        let told = match one.cause {
            Cause::Servers => say::large_servers(count),
            Cause::Client => say::large_client(count),
            Cause::Key => say::large_key(count, name),
            Cause::Register => say::large_register(count, name),
            Cause::Messages => say::large_messages(count),
            Cause::Writes => say::large_writes(count),
        };
        told.get(lang)
    };
    let all: Vec<String> = growth.iter().map(one).collect();
    say::large(clauses(lang, &all)).get(lang)
}

/// What was looked through, as a list.
pub fn bounds(lang: Lang, bounds: &Bounds) -> String {
    let mut all = assumptions(lang, &bounds.question);
    all.push(match bounds.times {
        Times::Relative => say::BOUND_ANY_TIME.get(lang).to_owned(),
        Times::Absolute(end_s) => {
            say::bound_time((bounds.question.setup.start_s + end_s).to_string()).get(lang)
        }
    });
    let instants = match bounds.instants {
        Instants::Every => say::BOUND_MILLISECONDS,
        Instants::Deadlines => say::BOUND_DEADLINES,
        Instants::Seconds => say::BOUND_SECONDS,
    };
    all.push(instants.get(lang).to_owned());
    clauses(lang, &all)
}

/// The name of a row of the matrix.
pub fn row(lang: Lang, row: MatrixRow) -> String {
    let release = |release: Release| {
        match release {
            Release::Del => say::RELEASE_DEL,
            Release::ClockAndDel => say::RELEASE_CLOCK_AND_DEL,
            Release::ClockThenDel => say::RELEASE_CLOCK_THEN_DEL,
            Release::GetThenDel => say::RELEASE_GET_THEN_DEL,
            Release::CompareAndDelete => say::RELEASE_COMPARE_AND_DELETE,
        }
        .get(lang)
    };
    let named = |name: &str, what: &str| say::row_named(name, what).get(lang);
    match row {
        MatrixRow::SetnxDel => say::ROW_SETNX_DEL.get(lang).to_owned(),
        MatrixRow::Getset(one) => named("GETSET", release(one)),
        MatrixRow::Px(one) => named("SET NX PX", release(one)),
        MatrixRow::Redlock => "Redlock".to_owned(),
        MatrixRow::Fencing => say::ROW_FENCING.get(lang).to_owned(),
    }
}

/// The name of a column of the matrix.
pub const fn column(column: MatrixColumn) -> Text {
    match column {
        MatrixColumn::AsTold => say::COLUMN_AS_TOLD,
        MatrixColumn::TakesLater => say::COLUMN_TAKES_LATER,
        MatrixColumn::StopsLater => say::COLUMN_STOPS_LATER,
        MatrixColumn::ClocksApart => say::COLUMN_CLOCKS_APART,
        MatrixColumn::Margin => say::COLUMN_MARGIN,
        MatrixColumn::Gap => say::ASSUME_GAP,
        MatrixColumn::Together => say::COLUMN_TOGETHER,
        MatrixColumn::TwoInside => say::COLUMN_TWO_INSIDE,
    }
}

/// So many states.
fn states_of(lang: Lang, states: usize) -> Phrase {
    say::states_of(states as u64, grouped(lang, states))
}

/// A number with its thousands apart.
pub fn grouped(lang: Lang, number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push_str(say::THOUSANDS.get(lang));
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::title;
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
            is_tried: true,
            fault: None,
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
            progress(Lang::En, 1, 1, None, &[]),
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
            is_tried: true,
            fault: None,
        });
        let found = Discovery {
            schedule: Schedule { moves: Vec::new() },
            setup: question.setup,
        };
        let open = |why| Verdict::Unfinished {
            bounds: bounds.clone(),
            states: 1,
            depth: 1,
            growth: Vec::new(),
            why,
        };
        let holds = |is_entered, is_tried| Verdict::Holds {
            bounds: Box::new(Bounds {
                is_entered,
                is_tried,
                ..(*bounds).clone()
            }),
            states: 1,
        };
        for answer in [
            Verdict::Broken(found, bounds.clone()),
            holds(true, true),
            holds(true, false),
            holds(false, true),
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
        // A release that the server refuses breaks none of the properties.
        for (said, words) in [
            (
                "WRONGTYPE",
                "at line 8, where the server replies “WRONGTYPE”",
            ),
            ("", "at line 8."),
        ] {
            let Verdict::Holds { mut bounds, states } = holds(true, true) else {
                unreachable!()
            };
            bounds.fault = Some((8, said.to_owned()));
            let told = verdict(
                Lang::En,
                Property::TwoLeases,
                &Verdict::Holds { bounds, states },
            );
            assert!(told.contains(words), "{told}");
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
                is_tried: true,
                fault: None,
            }),
            states: 1,
            depth: 1,
            growth: Vec::new(),
            why: Open::Memory,
        };
        let told = verdict(Lang::En, Property::TwoLeases, &open);
        assert!(told.contains("A first schedule did not replay"), "{told}");
    }
}
