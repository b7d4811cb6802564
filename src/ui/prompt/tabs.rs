//! The clients of a box as tabs: each is a connection of its own on the same keyspace.

use web_sys::{HtmlElement, KeyboardEvent, MouseEvent};
use yew::prelude::*;

use super::state::{CLIENTS_MAX, PromptClient, PromptState};
use super::words as say;
use crate::ui::element::{Element, On, button, element};
use base::text::Lang;

/// What a reader can do with clients.
pub struct Choices {
    /// Turn to the client at a place.
    pub on_turn: Callback<usize>,
    pub on_open: Callback<MouseEvent>,
    /// Close the active one.
    pub on_close: Callback<MouseEvent>,
}

/// The id of the panel that the tabs stand for, within its shadow root.
pub const PANEL: &str = "screen";

/// The id of a client's tab, within its shadow root.
pub fn id_of(number: u32) -> String {
    ["tab", &number.to_string()].concat()
}

/// What a client is called.
pub fn name_of(number: u32) -> String {
    ["C", &number.to_string()].concat()
}

/// The row of tabs; `node` is bound to the element around them.
pub fn tabs(lang: Lang, node: &NodeRef, state: &PromptState, choices: &Choices) -> Element {
    let (clients, active) = (state.clients(), state.active());
    let on_key = {
        let (node, on_turn, count) = (node.clone(), choices.on_turn.clone(), clients.len());
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowRight" => (active + 1) % count,
                "ArrowLeft" => (active + count - 1) % count,
                "Home" => 0,
                "End" => count - 1,
                _ => return,
            };
            event.prevent_default();
            on_turn.emit(to);
            let tab = node
                .cast::<HtmlElement>()
                .and_then(|tabs| tabs.children().item(to as u32))
                .and_then(|tab| wasm_bindgen::JsCast::dyn_into::<HtmlElement>(tab).ok());
            if let Some(tab) = tab {
                let _ = tab.focus();
            }
        })
    };
    let tab = |(place, client): (usize, &PromptClient)| {
        let is_active = place == active;
        let in_transaction = state.server().in_transaction(client.session.connection());
        let is_unseen = client.is_unseen && !is_active;
        let on_turn = choices.on_turn.clone();
        let on_click = Callback::from(move |_: Event| on_turn.emit(place));
        let tab = button(&name_of(client.number), &on_click)
            .key(client.number.into())
            .attr_of("id", id_of(client.number))
            .attr("role", "tab")
            .truth("aria-selected", is_active)
            .attr("aria-controls", PANEL)
            .attr("tabindex", if is_active { "0" } else { "-1" })
            .number("data-client", i64::from((client.number - 1) % 5 + 1))
            .when(in_transaction.then(|| mark("TX")))
            .when(is_unseen.then(|| mark("•").attr("aria-label", say::UNSEEN.get(lang))));
        Html::from(tab)
    };
    let list = element("div")
        .node(node)
        .attr("role", "tablist")
        .attr("aria-label", say::CLIENTS.get(lang))
        .on(On::KeyDown, &on_key)
        .list(clients.iter().enumerate().map(tab).collect());
    let open =
        || button(say::OPEN.get(lang), &choices.on_open).attr("title", say::OPEN_HINT.get(lang));
    let close = |client: &PromptClient| {
        button(
            &say::close(name_of(client.number)).get(lang),
            &choices.on_close,
        )
    };
    let closable = clients.get(active).filter(|_| clients.len() > 1);
    element("div")
        .class("tabs")
        .child(list)
        .when((clients.len() < CLIENTS_MAX).then(open))
        .when(closable.map(close))
}

fn mark(text: &str) -> Element {
    element("span").class("mark").text(text)
}
