//! The whole run as a table: the same facts as the score, for reading rather than for looking. Of a long run, some rows
//! around the cursor.

use std::ops::Range;

use web_sys::MouseEvent;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

use super::action::{Action, ViewAction};
use super::words as say;
use super::{TimelineState, segment};
use crate::ui::element::{Element, button, element, list};
use base::text::{Lang, Text};
use sim::{ClientId, Outcome, World, seconds};
use tell::{self, label, line};

/// Rows at most.
const ROWS_MAX: usize = 40;

/// The columns.
const HEADS: [Text; 9] = [
    say::TIME,
    say::CLIENT,
    say::COMMAND,
    say::REPLY,
    say::VALUE,
    say::OWNER,
    say::BELIEVERS,
    say::LEASES,
    say::MEANING,
];

/// A disclosure with the table in it, which is made while it is open.
pub fn disclosure(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Html {
    let on_toggle = on_action.reform(|event: Event| {
        let details = event.target_dyn_into::<web_sys::Element>();
        ViewAction::Table(details.is_some_and(|details| details.has_attribute("open"))).into()
    });
    let summary = element("summary").text(say::TABLE.get(lang));
    let table = || table(lang, timeline, on_action);
    element("details")
        .on(ListenerKind::ontoggle, &on_toggle)
        .child(summary)
        .when(timeline.table_is_open.then(table))
        .into()
}

/// Which rows are shown: those around the cursor, unless the reader has asked for others.
fn rows(timeline: &TimelineState) -> Range<usize> {
    let moves = timeline.run().len();
    let around = timeline.cursor().saturating_sub(ROWS_MAX / 2);
    let last = moves.saturating_sub(ROWS_MAX);
    let from = timeline.rows_from.unwrap_or(around).min(last);
    from..moves.min(from + ROWS_MAX)
}

fn table(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let Range { start, end } = rows(timeline);
    let moves = timeline.run().len();
    let turn = |label: Text, is_there: bool, from: usize| {
        let on_click = on_action.reform(move |_: MouseEvent| ViewAction::Rows(from).into());
        button(label.get(lang), &on_click).flag("hidden", !is_there)
    };
    let turns = element("div")
        .class("tools")
        .flag("hidden", moves <= ROWS_MAX)
        .child(turn(
            say::EARLIER,
            start > 0,
            start.saturating_sub(ROWS_MAX),
        ))
        .child(turn(say::LATER, end < moves, end));
    let number = element("th").attr("scope", "col").text("#");
    let heads = HEADS.map(|head| {
        element("th")
            .attr("scope", "col")
            .text(head.get(lang))
            .into()
    });
    let head = element("tr").child(number).list(heads.into());
    let outcomes = (start..end).filter_map(|index| Some((index, timeline.run().outcome(index)?)));
    let rows = outcomes.map(|(index, outcome)| row(lang, timeline, index, outcome));
    let table = element("table")
        .child(element("thead").child(head))
        .child(element("tbody").list(rows.collect()));
    let scroller = element("div")
        .class("run")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", say::TABLE.get(lang))
        .child(table);
    element("div").child(turns).child(scroller)
}

/// The lock's value; of several servers, each after its name.
pub fn values(world: &World) -> String {
    of_servers(world, &|place| match world.lock_value(place) {
        Some(value) => String::from_utf8_lossy(value).into_owned(),
        None => "nil".to_owned(),
    })
}

/// Who wrote it last.
pub fn owners(lang: Lang, world: &World) -> String {
    of_servers(world, &|place| {
        let owner: Vec<ClientId> = world.recorded_owner(place).into_iter().collect();
        tell::names(lang, &owner)
    })
}

/// Something of each server after its name; of a single one that alone.
pub fn of_servers(world: &World, of: &dyn Fn(usize) -> String) -> String {
    let count = world.servers().count();
    if count < 2 {
        return of(0);
    }
    let named = |place: usize| {
        let name = label::server(u8::try_from(place).unwrap_or(u8::MAX));
        [&name, ": ", &of(place)].concat()
    };
    let all: Vec<String> = (0..count).map(named).collect();
    all.join("; ")
}

fn row(lang: Lang, timeline: &TimelineState, index: usize, outcome: &Outcome) -> Html {
    let is_now = index + 1 == timeline.cursor();
    let code = |text: &str| element("td").child(element("code").text(text));
    let plain = |text: &str| element("td").text(text);
    let what = line::what(lang, outcome);
    let after = timeline.run().world(index + 1);
    let leases: Vec<_> = outcome.leases.after.iter().map(|(id, _)| *id).collect();
    let cells = [
        plain(&seconds(outcome.now_ms.after)),
        plain(&line::who(lang, outcome)),
        match outcome.request {
            Some(_) => code(&what),
            None => plain(&what),
        },
        match line::replies(outcome) {
            Some(replies) => code(&replies),
            None => plain(""),
        },
        code(&values(after)),
        plain(&owners(lang, after)),
        plain(&tell::names(lang, &outcome.believers.after)),
        plain(&tell::names(lang, &leases)),
        element("td").class("words").child(list(
            timeline.told(lang, index).iter().map(segment).collect(),
        )),
    ];
    let number = element("th").attr("scope", "row");
    element("tr")
        .attr_if("aria-current", is_now.then_some("step"))
        .child(number.text(&(index + 1).to_string()))
        .list(cells.map(Html::from).into())
        .key(index as u64)
        .into()
}
