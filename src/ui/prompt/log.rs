//! What was asked and answered. Every text is a text node: a value is never markup.

use std::rc::Rc;

use yew::prelude::*;

use super::words as say;
use crate::cli::{Entry, Log};
use crate::text::Lang;

/// Commands and replies, the latest at the bottom; `node` is bound to the element around them.
pub fn log(lang: Lang, node: &NodeRef, log: &Log) -> Html {
    let row = |entry: &Rc<Entry>| {
        html! { <Row key={entry.number} {lang} entry={Rc::clone(entry)} /> }
    };
    html! {
        <div ref={node} class="log" role="log" aria-label={say::LOG.get(lang)}>
            if log.dropped() > 0 {
                <div class="note">{ say::dropped(lang, log.dropped()) }</div>
            }
            { for log.entries().map(row) }
        </div>
    }
}

#[derive(Properties)]
struct RowProps {
    lang: Lang,
    entry: Rc<Entry>,
}

impl PartialEq for RowProps {
    /// An entry never changes once it is in the log.
    fn eq(&self, other: &Self) -> bool {
        self.lang == other.lang && Rc::ptr_eq(&self.entry, &other.entry)
    }
}

#[component]
fn Row(props: &RowProps) -> Html {
    let entry = &props.entry;
    html! {
        <div class="entry">
            <div><span class="ps">{ &entry.prompt }</span>{ &entry.line }</div>
            if !entry.output.is_empty() {
                <div class="reply" data-error={entry.is_error.then_some("")}>{ &entry.output }</div>
            }
            if let Some(note) = entry.note {
                <div class="note">{ note.get(props.lang) }</div>
            }
        </div>
    }
}
