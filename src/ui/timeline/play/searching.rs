//! The panel of the search, which comes with a part of its own when it is first opened.

use std::rc::Rc;

use yew::prelude::*;

use super::super::TimelineState;
use super::super::action::{Action, StartAction};
use super::words as say;
use crate::check::{Answered, Asked};
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
    let failed = use_state(|| None::<Reason>);
    let redraw = use_force_update();
    {
        let failed = failed.clone();
        use_effect_with((), move |()| {
            if !Part::Search.is_here() {
                parts::request(Part::Search, move |result| match result {
                    Ok(()) => redraw.force_update(),
                    Err(why) => failed.set(Some(why)),
                });
            }
        });
    }
    let Some(view) = search::panel() else {
        let words = match failed.as_deref() {
            Some(why) => why,
            None => say::SEARCH_COMES.get(props.lang),
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
