//! The panel of the search, which comes with a part of its own when it is first opened.

use std::rc::Rc;

use yew::prelude::*;

use super::super::TimelineState;
use super::super::action::{Action, ChallengeAction, Panel, Setting, StartAction};
use super::bench::{Challenge, SearchShown};
use super::settings;
use super::setup::changed;
use super::words as say;
use crate::ui::element::{Element, element};
use crate::ui::parts;
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
    let has_table = timeline.bench.search == SearchShown::Table;
    let is_open = timeline.bench.panel == Some(Panel::Search);
    let asked = timeline.play().asked().cloned();
    let raised = Asked::raised_by(&setup, timeline.play().run());
    // An edited program is begun by asking about it.
    let has_editor = timeline.bench.search == SearchShown::Own && setup.runs_own();
    let draft = timeline.bench.draft(timeline.play());
    let begin = draft.filter(|_| has_editor).map(|text| {
        changed(&setup, Setting::Program, text).map_err(|why| why.get(lang))?;
        let text = text.to_owned();
        Ok(on_action.reform(move |()| StartAction::Set(Setting::Program, text.clone()).into()))
    });
    let on_answer =
        on_action.reform(|answered: Rc<Answered>| StartAction::Answered(answered).into());
    let props = search::SearchProps {
        lang,
        setup,
        asked,
        raised,
        on_answer,
        has_table,
        is_own: has_editor,
        is_open,
        begin,
    };
    let asks = late(lang, move || {
        search::panel().map(|view| view(props.clone()))
    });
    match has_editor {
        true => element("div")
            .class("own")
            .child(settings::own_program(lang, timeline, true, on_action))
            .child(asks),
        false => asks,
    }
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
    late(lang, move || {
        search::judge().map(|view| view(props.clone()))
    })
}

/// A panel of the search. A run's commands have loaded their parts already, and the table requests its own.
fn late(lang: Lang, draw: impl Fn() -> Option<Html> + 'static) -> Element {
    element("div").child(parts::late(Part::Search, say::SEARCH_COMES.get(lang), draw))
}
