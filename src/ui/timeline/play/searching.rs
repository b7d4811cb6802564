//! The panel of the search, which comes with a part of its own when it is first opened.

use std::rc::Rc;

use yew::prelude::*;

use super::super::TimelineState;
use super::super::action::{Action, ChallengeAction, Panel, StartAction};
use super::bench::Challenge;
use super::words as say;
use crate::ui::element::{Element, element};
use crate::ui::parts::{self, Reason};
use crate::ui::search;
use base::part::Part;
use base::text::Lang;
use check::{Answered, Asked};
use lesson::goal::Mend;
use lock::Algorithm;
use sim::Setup;

/// The panel.
pub fn panel(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let setup = timeline.play().setup().clone();
    let has_table = timeline.bench.has_table;
    let is_open = timeline.bench.panel == Some(Panel::Search);
    let asked = timeline.play().asked().cloned();
    let raised = Asked::raised_by(&setup, timeline.play().run());
    let on_answer =
        on_action.reform(|answered: Rc<Answered>| StartAction::Answered(answered).into());
    element("div").child(
        html! { <Searching {lang} {setup} {asked} {raised} {on_answer} {has_table} {is_open} /> },
    )
}

/// Judges the program of a challenge.
pub fn judging(
    lang: Lang,
    setup: &Setup,
    challenge: &Challenge,
    mend: Mend,
    is_edited: bool,
    on_action: &Callback<Action>,
) -> Element {
    let program = setup.program(Algorithm::Own);
    let props = search::JudgeProps {
        lang,
        mend,
        is_changed: (challenge.goal.setup)().own.as_ref() != Some(&program),
        setup: challenge.goal.setup_with(program),
        is_edited,
        judged: challenge.judged.clone(),
        on_judged: on_action.reform(|judged| ChallengeAction::Judged(judged).into()),
    };
    element("div").child(html! { <Judging ..props /> })
}

/// Waits for the part, and judges.
#[component]
fn Judging(props: &search::JudgeProps) -> Html {
    let whether = use_part();
    match search::judge().filter(|_| whether.is_ok()) {
        Some(view) => view(props.clone()),
        None => waiting(props.lang, &whether),
    }
}

#[derive(Properties, PartialEq)]
struct SearchingProps {
    lang: Lang,
    setup: Setup,
    asked: Option<Asked>,
    raised: Asked,
    on_answer: Callback<Rc<Answered>>,
    has_table: bool,
    is_open: bool,
}

/// Waits for the part, and shows what it draws.
#[component]
fn Searching(props: &SearchingProps) -> Html {
    let whether = use_part();
    let Some(view) = search::panel().filter(|_| whether.is_ok()) else {
        return waiting(props.lang, &whether);
    };
    view(search::SearchProps {
        lang: props.lang,
        setup: props.setup.clone(),
        asked: props.asked.clone(),
        raised: props.raised.clone(),
        on_answer: props.on_answer.clone(),
        has_table: props.has_table,
        is_open: props.is_open,
    })
}

/// Fetches the part. Whether it is here; as an error, why it could not be fetched, or `None` as long as it comes. What is
/// played has the parts with its commands already, and the table asks for its own.
#[hook]
fn use_part() -> Result<(), Option<Reason>> {
    let state = use_state(|| Part::Search.is_here().then_some(Ok(())));
    {
        let state = state.clone();
        use_effect_with((), move |()| {
            if state.is_none() {
                parts::request(Part::Search, move |result| state.set(Some(result)));
            }
        });
    }
    match &*state {
        Some(Ok(())) => Ok(()),
        Some(Err(why)) => Err(Some(why.clone())),
        None => Err(None),
    }
}

fn waiting(lang: Lang, whether: &Result<(), Option<Reason>>) -> Html {
    let words = match whether {
        Err(Some(why)) => why,
        _ => say::SEARCH_COMES.get(lang),
    };
    element("p").attr("role", "status").text(words).into()
}
