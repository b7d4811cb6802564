//! What was broken up to the cursor: the first time of each property by the same clients, with the move that broke it. The
//! drawing names the same ones.

use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::action::{Action, CursorAction};
use super::super::fields::action_button;
use super::words as say;
use crate::ui::element::{Element, element};
use base::text::Lang;
use sim::{Outcome, Run, Violation};

/// How many rows are kept for what is broken in a play of one's own.
const FREE_ROWS: usize = 2;

/// The verdict at the cursor. What a lesson will break takes its room from the start, unseen, so that nothing moves when
/// it is broken.
pub fn verdict(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let (run, cursor) = (timeline.run(), timeline.cursor());
    let is_told = timeline.lesson().is_some();
    let breaks = first_of_each(run.first_breaks(if is_told { run.len() } else { cursor }));
    let mut rows: Vec<Html> = breaks
        .map(|(index, broken, at_ms)| {
            let link = action_button(
                &say::move_number(lang, index + 1),
                on_action,
                CursorAction::Seek(index + 1),
            );
            row(
                &tell::broken(lang, broken, at_ms),
                index >= cursor,
                Some(link),
            )
        })
        .collect();
    // Once it is certain it stays so.
    let last = match is_told {
        true => run.last(),
        false => timeline.world(),
    };
    if let Some(deadlock) = last.deadlock() {
        let is_ahead = is_told && timeline.world().deadlock().is_none();
        rows.push(row(&tell::deadlock(lang, &deadlock), is_ahead, None));
    }
    let kept = if is_told { 0 } else { FREE_ROWS };
    element("ul")
        .class("verdict")
        .flag("data-told", is_told)
        .style(&["--rows:", &kept.to_string()].concat())
        .attr("aria-label", say::VERDICT.get(lang))
        .list(rows)
}

/// The verdict of one of two side by side, at its cursor. At the end of the comparison a side on which nothing is broken says
/// so.
pub fn side_verdict(lang: Lang, run: &Run, cursor: usize, is_end: bool) -> Element {
    let breaks = first_of_each(run.first_breaks(cursor));
    let broken = breaks.map(|(_, broken, at_ms)| tell::broken(lang, broken, at_ms));
    let deadlock = run.world(cursor).deadlock();
    let deadlock = deadlock.map(|deadlock| tell::deadlock(lang, &deadlock));
    let sentences: Vec<String> = broken.chain(deadlock).collect();
    let is_whole = is_end && sentences.is_empty();
    let rows = sentences.iter().map(|sentence| row(sentence, false, None));
    element("div")
        .child(
            element("ul")
                .class("verdict")
                .style("--rows:1")
                .attr("aria-label", say::VERDICT.get(lang))
                .list(rows.collect()),
        )
        .when(is_whole.then(|| {
            element("p")
                .class("about")
                .text(say::NOTHING_BROKEN.get(lang))
        }))
}

fn row(sentence: &str, is_ahead: bool, link: Option<Element>) -> Html {
    element("li")
        .flag("data-ahead", is_ahead)
        .when(link)
        .child(element("span").text(sentence))
        .into()
}

/// The first of each kind, with the index and the time of its move.
fn first_of_each<'a>(
    breaks: impl Iterator<Item = (usize, &'a Outcome)>,
) -> impl Iterator<Item = (usize, &'a Violation, i64)> {
    let mut all: Vec<(usize, &Violation, i64)> = Vec::new();
    for (index, outcome) in breaks {
        for broken in &outcome.broken {
            if !all.iter().any(|(_, known, _)| *known == broken) {
                all.push((index, broken, outcome.now_ms.after));
            }
        }
    }
    all.into_iter()
}
