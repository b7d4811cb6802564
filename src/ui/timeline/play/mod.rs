//! What a reader plays with: the palette of moves, branches, settings. One panel lies open at a time, below the controls;
//! a timeline that tells a lesson keeps all but "go on from here" back until that is asked for.

mod bench;
mod branches;
mod challenge;
mod comparing;
mod completing;
mod keys;
mod moves;
mod panels;
mod program;
mod searching;
mod settings;
mod share;
mod verdict;
pub(super) mod words;

pub use self::bench::{Bench, Panel};
pub use self::challenge::challenge;
pub use self::comparing::{Comparing, comparison};
pub use self::keys::action_of_key;
pub use self::panels::{lane, legend_button, notices, panels};
pub use self::settings::{Setting, changed};
pub use self::verdict::{side_verdict, verdict};

use web_sys::{Event, HtmlInputElement};
use yew::Callback;

use super::action::Action;
use crate::ui::element::{Element, button};
use wasm_bindgen::JsCast;

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
fn perhaps(
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
fn off(button: Element, why_not: String) -> Element {
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
fn switch(
    label: &str,
    is_on: bool,
    on_action: &Callback<Action>,
    action: impl Into<Action>,
) -> Element {
    action_button(label, on_action, action).truth("aria-pressed", is_on)
}
