//! What was asked and answered. Every text is a text node: a value is never markup.

use yew::prelude::*;

use super::words as say;
use crate::cli::{Entry, Log};
use crate::text::Lang;

/// Commands and replies, the latest at the bottom; `node` is bound to the element around them.
pub fn log(lang: Lang, node: &NodeRef, log: &Log) -> Html {
    html! {
        <div ref={node} class="log" role="log" aria-label={say::LOG.get(lang)}>
            if log.dropped() > 0 {
                <div class="note">{ say::dropped(lang, log.dropped()) }</div>
            }
            { for log.entries().map(|entry| row(lang, entry)) }
        </div>
    }
}

fn row(lang: Lang, entry: &Entry) -> Html {
    html! {
        <div key={entry.number} class="entry">
            <div><span class="ps">{ &entry.prompt }</span>{ &entry.line }</div>
            if !entry.output.is_empty() {
                <div class="reply" data-error={entry.is_error.then_some("")}>{ &entry.output }</div>
            }
            if let Some(note) = entry.note {
                <div class="note">{ note.get(lang) }</div>
            }
        </div>
    }
}
