//! The search over all schedules, on the host or in a browser: states a second beyond a million states, bytes a state,
//! and the time of each cell of the page's table, cold and once more. Prints a line for each.

#[macro_use]
mod both;

use setnx_playground::check::{MatrixColumn, MatrixRow, Progress, Question, Search, Verdict};
use setnx_playground::lock::Algorithm;
use setnx_playground::sim::{Property, Setup};

#[cfg(not(target_arch = "wasm32"))]
fn now_ms() -> f64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64() * 1000.0)
}

#[cfg(target_arch = "wasm32")]
fn now_ms() -> f64 {
    js_sys::Date::now()
}

/// Searches to the end; from each million on the states, the milliseconds, and the bytes of the states.
fn search(question: Question) -> (Verdict, Vec<(usize, f64, usize)>) {
    let begun_ms = now_ms();
    let mut search = Search::new(question);
    let mut marks = Vec::new();
    let mut next = 1_000_000;
    loop {
        match search.advance(10_000) {
            Progress::Working { states, .. } if states >= next => {
                marks.push((states, now_ms() - begun_ms, search.bytes()));
                next += 1_000_000;
            }
            Progress::Working { .. } => {}
            Progress::Done(verdict) => return (verdict, marks),
        }
    }
}

fn rates(mut print: impl FnMut(String)) {
    for (clients, rounds) in [(3, 12), (5, 3)] {
        let setup = Setup::new(Algorithm::Getset, clients);
        let mut question = Question::new(setup, Property::TwoLeases);
        question.rounds = Some(rounds);
        question.bytes_max = 600 << 20;
        print(format!("GETSET, {clients} clients, {rounds} rounds each"));
        let (verdict, marks) = search(question);
        if let (Some((first, begun_ms, _)), Some((last, end_ms, bytes))) =
            (marks.first(), marks.last())
        {
            let rate = (last - first) as f64 / (end_ms - begun_ms) * 1000.0;
            print(format!("rate search {rate:.0}"));
            print(format!("states search {last}"));
            let a_state = *bytes as f64 / *last as f64;
            print(format!("bytes a state {a_state:.1}"));
        }
        let verdict = match verdict {
            Verdict::Holds { states, .. } => format!("none in {states} states"),
            Verdict::Broken(found, _) => format!("{} moves", found.schedule.moves.len()),
            Verdict::Unfinished { states, depth, .. } => format!("{states} states, {depth} moves"),
        };
        print(format!("answer search {verdict}"));
    }
    for turn in ["cold", "warm"] {
        let (mut all_ms, mut single_ms) = (0.0, 0.0);
        let (mut slow, mut cells) = (0, 0);
        let (mut slowest, mut name) = (0.0, String::new());
        for row in MatrixRow::ALL {
            for column in MatrixColumn::ALL {
                let Some(question) = row.question(column) else {
                    continue;
                };
                let is_several = question.setup.servers > 1;
                let cell_ms = now_ms();
                search(question);
                let taken_ms = now_ms() - cell_ms;
                all_ms += taken_ms;
                if is_several {
                    continue;
                }
                single_ms += taken_ms;
                cells += 1;
                slow += usize::from(taken_ms > 10.0);
                if taken_ms > slowest {
                    (slowest, name) = (taken_ms, format!("{row:?}, {column:?}"));
                }
            }
        }
        print(format!(
            "matrix {turn} {all_ms:.0} ms, of them {single_ms:.0} ms for {cells} cells with one server; {slow} of these take \
             more than 10 ms, the slowest {slowest:.0} ms: {name}"
        ));
    }
}

on_both!(rates);
