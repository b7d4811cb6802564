//! The panel of the search, which comes with a part of its own when it is first opened.

use std::rc::Rc;

use yew::prelude::*;

use super::super::TimelineState;
use super::super::action::{Action, StartAction};
use super::words as say;
use crate::check::{Answered, Asked};
use crate::lock::Algorithm;
use crate::part::Part;
use crate::sim::Setup;
use crate::text::Lang;
use crate::ui::element::{Element, element};
use crate::ui::parts::{self, Reason};
use crate::ui::search;

/// The panel.
pub fn panel(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let setup = timeline.play().setup().clone();
    let has_table = timeline.bench.has_table;
    let asked = timeline.play().asked().cloned();
    let on_answer =
        on_action.reform(|answered: Rc<Answered>| StartAction::Answered(answered).into());
    element("div").child(html! { <Searching {lang} {setup} {asked} {on_answer} {has_table} /> })
}

#[derive(Properties, PartialEq)]
struct SearchingProps {
    lang: Lang,
    setup: Setup,
    asked: Option<Asked>,
    on_answer: Callback<Rc<Answered>>,
    has_table: bool,
}

/// Waits for the part, and shows what it draws.
#[component]
fn Searching(props: &SearchingProps) -> Html {
    let state = use_state(|| lacks(props.has_table).is_none().then_some(Ok(())));
    {
        let (state, has_table) = (state.clone(), props.has_table);
        use_effect_with((), move |()| {
            if state.is_none() {
                fetch(has_table, move |result| state.set(Some(result)));
            }
        });
    }
    let is_whole = matches!(*state, Some(Ok(())));
    let Some(view) = search::panel().filter(|_| is_whole) else {
        let words = match &*state {
            Some(Err(why)) => why,
            _ => say::SEARCH_COMES.get(props.lang),
        };
        return element("p").attr("role", "status").text(words).into();
    };
    view(search::SearchProps {
        lang: props.lang,
        setup: props.setup.clone(),
        asked: props.asked.clone(),
        on_answer: props.on_answer.clone(),
        has_table: props.has_table,
    })
}

/// The part that the panel needs and that has not come. What is played has its own; the table plays every algorithm.
fn lacks(has_table: bool) -> Option<Part> {
    let all = || Algorithm::ALL.iter().filter(|_| has_table);
    let of_programs = || all().find_map(|algorithm| Setup::new(*algorithm, 1).lacks());
    Some(Part::Search)
        .filter(|part| !part.is_here())
        .or_else(of_programs)
}

/// Fetches one part after the other.
fn fetch(has_table: bool, then: impl FnOnce(Result<(), Reason>) + 'static) {
    match lacks(has_table) {
        None => then(Ok(())),
        Some(part) => parts::request(part, move |result| match result {
            Ok(()) => fetch(has_table, then),
            Err(_) => then(result),
        }),
    }
}
