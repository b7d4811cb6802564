//! What is shown of two algorithms side by side, and the choice of them.

use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::action::{Action, ComparisonAction, CursorAction};
use super::super::fields::{action_button, algorithms, on_value};
use super::pair::Comparing;
use super::words as say;
use crate::ui::element::{Element, On, element, text};
use base::text::Lang;
use lesson::compare::{self, Comparison};

/// What stands above two timelines: what they compare, where they part, the way out.
pub fn comparison(lang: Lang, compared: &Comparing, on_action: &Callback<Action>) -> Element {
    let first = compared.pair.first_difference();
    let said = match first {
        _ if compared.differs_here() => element("span").text(say::DIFFERS_HERE.get(lang)),
        None => element("span").text(say::NO_DIFFERENCE.get(lang)),
        Some(at) => element("span")
            .child(text(say::DIFFERS.get(lang)))
            .child(action_button(
                &say::move_number(at as u64 + 1).get(lang),
                on_action,
                CursorAction::Seek(at + 1),
            )),
    };
    let title = compared.title.map(|title| title.get(lang));
    element("div")
        .class("comparison")
        .when(title.map(|title| element("b").text(title)))
        .child(said.attr("role", "status"))
        .child(action_button(
            say::END_PAIR.get(lang),
            on_action,
            ComparisonAction::End,
        ))
}

/// What can stand side by side.
pub fn choices(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let row = |(place, known): (usize, &Comparison)| -> Html {
        element("li")
            .key(place as u64)
            .child(action_button(
                known.title.get(lang),
                on_action,
                ComparisonAction::Known(place),
            ))
            .into()
    };
    let against = on_value(on_action, ComparisonAction::Against);
    let others = algorithms(lang, None, say::CHOOSE);
    let against = element("label")
        .child(element("span").text(say::AGAINST.get(lang)))
        .child(element("select").on(On::Change, &against).list(others));
    let has_moves = !timeline.run().is_empty() && timeline.bench.comparing.is_none();
    element("div")
        .class("goals")
        .child(element("p").class("about").text(say::PAIRS_ABOUT.get(lang)))
        .child(element("ol").list(compare::ALL.iter().enumerate().map(row).collect()))
        .when(has_moves.then_some(against))
}
