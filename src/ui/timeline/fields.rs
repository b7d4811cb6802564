//! Buttons and fields that ask a timeline for an [`Action`].

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};
use yew::{Callback, Html};

use super::action::Action;
use crate::ui::element::{Element, button, element};
use base::text::{Lang, Text};
use lock::Algorithm;

/// A button for an action.
pub fn action_button(
    label: &str,
    on_action: &Callback<Action>,
    action: impl Into<Action>,
) -> Element {
    let action = action.into();
    button(label, &on_action.reform(move |_: Event| action.clone()))
}

/// A button for an action that may not be possible. It says why at its place, to whoever points at it or has it in focus;
/// and stays there to be reached.
pub fn perhaps(
    label: &str,
    on_action: &Callback<Action>,
    action: impl Into<Action>,
    why_not: Option<String>,
) -> Element {
    let button = action_button(label, on_action, action);
    let Some(why_not) = why_not else {
        return button;
    };
    off(button, why_not)
}

/// A button that cannot act, and stays there to be reached.
pub fn off(button: Element, why_not: String) -> Element {
    button
        .attr("aria-disabled", "true")
        .attr_of("title", why_not.clone())
        .attr_of("aria-description", why_not)
}

/// What a field holds, as an action.
pub fn on_value<A: Into<Action> + 'static>(
    on_action: &Callback<Action>,
    action: impl Fn(String) -> A + 'static,
) -> Callback<Event> {
    let action: Box<dyn Fn(String) -> Action> = Box::new(move |value| action(value).into());
    on_action.reform(move |event: Event| {
        // Of a select, too: both have a value.
        let field = event
            .target()
            .map(|target| target.unchecked_into::<HtmlInputElement>());
        action(field.map(|field| field.value()).unwrap_or_default())
    })
}

/// A switch.
pub fn switch(
    label: &str,
    is_on: bool,
    on_action: &Callback<Action>,
    action: impl Into<Action>,
) -> Element {
    action_button(label, on_action, action).truth("aria-pressed", is_on)
}

/// Every algorithm to choose from; without a chosen one, `none` before them.
pub fn algorithms(lang: Lang, chosen: Option<Algorithm>, none: Text) -> Vec<Html> {
    let none = element("option")
        .key(0)
        .attr("value", "")
        .flag("selected", true)
        .text(none.get(lang));
    let mut all: Vec<Html> = Vec::new();
    if chosen.is_none() {
        all.push(none.into());
    }
    all.extend(Algorithm::ALL.map(|algorithm| {
        option(
            algorithm.id(),
            algorithm.title().get(lang),
            chosen == Some(algorithm),
        )
    }));
    all
}

/// A choice of a select.
pub fn option(value: &str, label: &str, is_chosen: bool) -> Html {
    element("option")
        .attr_of("value", value.to_owned())
        .flag("selected", is_chosen)
        .text(label)
        .into()
}
