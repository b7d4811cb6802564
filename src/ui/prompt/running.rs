//! The line that is not in the log yet: one whose quote is open, or one that is being run, once that takes long enough
//! to be worth a word, with how far it has come and a way to stop it.

use web_sys::MouseEvent;
use yew::prelude::*;

use super::colours::coloured;
use super::state::PromptState;
use super::words as say;
use crate::text::Lang;

/// Nothing as long as nothing takes long.
pub fn running(lang: Lang, state: &PromptState, onclick: Callback<MouseEvent>) -> Html {
    if let Some(entry) = state.session().and_then(|session| session.gathered()) {
        return html! {
            <div class="entry"><span class="ps">{ entry.prompt }</span>{ coloured(&entry.line) }</div>
        };
    }
    let pending = state.pending();
    if pending.is_none() && !state.is_waiting() {
        return Html::default();
    }
    let unfinished = state.session().and_then(|session| session.unfinished());
    html! {
        <div class="entry">
            if let Some(entry) = unfinished {
                <div><span class="ps">{ &entry.prompt }</span>{ coloured(&entry.line) }</div>
                <div class="reply">{ &entry.output }</div>
            }
            <div class="running">
                if let Some(pending) = pending {
                    <progress aria-label={say::RUNNING.get(lang)} value={pending.done.to_string()} max={pending.total.max(1).to_string()} />
                    <span>{ say::waiting_lines(lang, pending.queued) }</span>
                } else {
                    <span>{ say::WAITING.get(lang) }</span>
                }
                <button type="button" {onclick}>{ say::STOP.get(lang) }</button>
            </div>
        </div>
    }
}
