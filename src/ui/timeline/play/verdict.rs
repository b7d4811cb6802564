//! What was broken up to the cursor: the first time of each property by the same clients, with the move that broke it. The
//! drawing names the same ones.

use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::controls::Wish;
use super::wishing;
use super::words as say;
use crate::sim::{Broken, Outcome};
use crate::tell;
use crate::text::Lang;
use crate::ui::element::{Element, element};

/// How many rows are kept for what is broken in a play of one's own.
const FREE_ROWS: usize = 2;

/// The verdict at the cursor.
pub fn verdict(lang: Lang, timeline: &TimelineState, on_wish: &Callback<Wish>) -> Element {
    let breaks = timeline.run().first_breaks(timeline.cursor());
    let mut rows: Vec<Html> = first_of_each(breaks)
        .map(|(index, broken, at_ms)| {
            let link = wishing(
                &say::move_number(lang, index + 1),
                on_wish,
                Wish::Seek(index + 1),
            );
            element("li")
                .child(link)
                .child(element("span").text(&tell::broken(lang, broken, at_ms)))
                .into()
        })
        .collect();
    if let Some(deadlock) = timeline.world().deadlock() {
        let sentence = tell::deadlock(lang, &deadlock);
        rows.push(element("li").child(element("span").text(&sentence)).into());
    }
    // Room is kept for all that will be broken, so that nothing moves when it is.
    let run = timeline.run();
    let to_come = match timeline.lesson() {
        Some(_) => first_of_each(run.first_breaks(run.len())).count(),
        None => FREE_ROWS,
    };
    element("ul")
        .class("verdict")
        .flag("data-empty", rows.is_empty())
        .style(&["--rows:", &to_come.max(rows.len()).to_string()].concat())
        .attr("aria-label", say::VERDICT.get(lang))
        .list(rows)
}

/// The first of each kind, with the index and the time of its move.
fn first_of_each<'a>(
    breaks: impl Iterator<Item = (usize, &'a Outcome)>,
) -> impl Iterator<Item = (usize, &'a Broken, i64)> {
    let mut all: Vec<(usize, &Broken, i64)> = Vec::new();
    for (index, outcome) in breaks {
        for broken in &outcome.broken {
            if !all.iter().any(|(_, known, _)| known.is_like(broken)) {
                all.push((index, broken, outcome.now_ms.after));
            }
        }
    }
    all.into_iter()
}
