//! The clients of a box as tabs: each is a connection of its own on the same keyspace.

use web_sys::{HtmlElement, KeyboardEvent, MouseEvent};
use yew::prelude::*;

use super::state::{CLIENTS_MAX, PromptState};
use super::words as say;
use crate::text::Lang;

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
pub fn tabs(lang: Lang, node: &NodeRef, state: &PromptState, choices: Choices) -> Html {
    let (clients, active) = (state.clients(), state.active());
    let onkeydown = {
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
    let all: Html = clients
        .iter()
        .enumerate()
        .map(|(place, client)| {
            let is_active = place == active;
            let in_transaction = state.server().in_transaction(client.session.connection());
            let on_turn = choices.on_turn.clone();
            let onclick = Callback::from(move |_: MouseEvent| on_turn.emit(place));
            let colour = (client.number - 1) % 5 + 1;
            html! {
                <button key={client.number} id={id_of(client.number)} type="button" role="tab" {onclick}
                    aria-selected={if is_active { "true" } else { "false" }} aria-controls={PANEL}
                    tabindex={if is_active { "0" } else { "-1" }} data-client={colour.to_string()}>
                    { name_of(client.number) }
                    if in_transaction {
                        <span class="mark">{ "TX" }</span>
                    }
                    if client.is_unseen && !is_active {
                        <span class="mark" aria-label={say::UNSEEN.get(lang)}>{ "•" }</span>
                    }
                </button>
            }
        })
        .collect();
    html! {
        <div class="tabs">
            <div ref={node} role="tablist" aria-label={say::CLIENTS.get(lang)} {onkeydown}>{ all }</div>
            if clients.len() < CLIENTS_MAX {
                <button type="button" onclick={choices.on_open} title={say::OPEN_HINT.get(lang)}>{ say::OPEN.get(lang) }</button>
            }
            if let (true, Some(client)) = (clients.len() > 1, clients.get(active)) {
                <button type="button" onclick={choices.on_close}>{ say::close(lang, &name_of(client.number)) }</button>
            }
        </div>
    }
}
