//! The whole run as a table: the same facts as the score, for reading rather than for looking.

use yew::prelude::*;

use super::controls::Wish;
use super::words as say;
use super::{TimelineState, segment};
use crate::cli;
use crate::keyspace::Protocol;
use crate::sim::{Outcome, seconds};
use crate::text::{Lang, Text};

/// The columns.
const HEADS: [Text; 8] = [
    say::TIME,
    say::CLIENT,
    say::COMMAND,
    say::REPLY,
    say::VALUE,
    say::OWNER,
    say::BELIEVERS,
    say::LEASES,
];

/// A disclosure with the table in it, which is made while it is open.
pub fn disclosure(lang: Lang, timeline: &TimelineState, on_wish: &Callback<Wish>) -> Html {
    let ontoggle = on_wish.reform(|event: Event| {
        let details = event.target_dyn_into::<web_sys::Element>();
        Wish::Table(details.is_some_and(|details| details.has_attribute("open")))
    });
    html! {
        <details {ontoggle}>
            <summary>{ say::TABLE.get(lang) }</summary>
            if timeline.table_is_open { { table(lang, timeline) } }
        </details>
    }
}

fn table(lang: Lang, timeline: &TimelineState) -> Html {
    let rows = timeline.run().outcomes().enumerate();
    html! {
        <div class="run" tabindex="0" role="group" aria-label={say::TABLE.get(lang)}>
            <table>
                <thead><tr>
                    <th scope="col">{ "#" }</th>
                    { for HEADS.iter().map(|head| html! { <th scope="col">{ head.get(lang) }</th> }) }
                    <th scope="col">{ say::MEANING.get(lang) }</th>
                </tr></thead>
                <tbody>{ for rows.map(|(index, outcome)| row(lang, timeline, index, outcome)) }</tbody>
            </table>
        </div>
    }
}

fn row(lang: Lang, timeline: &TimelineState, index: usize, outcome: &Outcome) -> Html {
    let is_now = index + 1 == timeline.cursor();
    let code = |text: Option<String>| text.map(|text| html! { <code>{ text }</code> });
    let what = match (&outcome.request, outcome.client) {
        (Some(request), _) => code(Some(request.full())),
        (None, Some(_)) => Some(html! { say::of_itself(lang, outcome) }),
        (None, None) => Some(html! { say::TICK.get(lang) }),
    };
    let value = outcome
        .value
        .after
        .as_ref()
        .map(|value| String::from_utf8_lossy(value).into_owned());
    let leases: Vec<_> = outcome.leases.after.iter().map(|(id, _)| *id).collect();
    let owner: Vec<_> = outcome.owner.after.into_iter().collect();
    html! {
        <tr aria-current={is_now.then_some("step")}>
            <th scope="row">{ index + 1 }</th>
            <td>{ seconds(outcome.now_ms.after) }</td>
            <td>{ outcome.client.map(|id| id.to_string()) }</td>
            <td>{ what }</td>
            <td>{ code(outcome.reply.as_ref().map(|reply| cli::format(reply, Protocol::Resp2))) }</td>
            <td>{ code(Some(value.unwrap_or_else(|| "nil".to_owned()))) }</td>
            <td>{ say::names(lang, &owner) }</td>
            <td>{ say::names(lang, &outcome.believers.after) }</td>
            <td>{ say::names(lang, &leases) }</td>
            <td class="words">{ for timeline.told(lang, index).iter().map(segment) }</td>
        </tr>
    }
}
