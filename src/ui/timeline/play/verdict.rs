//! What was broken up to the cursor: the first time of each property, kept apart, with the move that broke it.

use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::controls::Wish;
use super::wishing;
use super::words as say;
use crate::sim::{Broken, Outcome};
use crate::tell;
use crate::text::Lang;
use crate::ui::element::element;

/// The verdict at the cursor; nothing where nothing is broken.
pub fn verdict(lang: Lang, timeline: &TimelineState, on_wish: &Callback<Wish>) -> Html {
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
    match rows.is_empty() {
        true => Html::default(),
        false => element("ul")
            .class("verdict")
            .attr("aria-label", say::VERDICT.get(lang))
            .list(rows)
            .into(),
    }
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
