//! What was asked and answered. Every text is a text node: a value is never markup.

use std::rc::Rc;

use yew::prelude::*;

use super::colours::coloured;
use super::words as say;
use crate::cli::{Entry, Log};
use crate::text::Lang;

/// How many entries are looked at anew when one of them changes. A log of hundreds would otherwise be gone through at
/// each Enter, which took 11 ms.
const PAGE_ENTRIES: u64 = 25;

/// Commands and replies, the latest at the bottom; `node` is bound to the element around them.
pub fn log(lang: Lang, node: &NodeRef, log: &Log) -> Html {
    let mut pages: Vec<(u64, Vec<Rc<Entry>>)> = Vec::new();
    for entry in log.entries() {
        let number = entry.number / PAGE_ENTRIES;
        match pages.last_mut() {
            Some((last, entries)) if *last == number => entries.push(Rc::clone(entry)),
            _ => pages.push((number, vec![Rc::clone(entry)])),
        }
    }
    let page = |(number, entries)| html! { <Page key={number} {lang} {entries} /> };
    // A list of its own: beside a child without a key the keys would count for nothing.
    let pages: Html = pages.into_iter().map(page).collect();
    html! {
        <div ref={node} class="log" role="log" aria-label={say::LOG.get(lang)}>
            if log.dropped() > 0 {
                <div class="note">{ say::dropped(lang, log.dropped()) }</div>
            }
            { pages }
        </div>
    }
}

#[derive(Properties)]
struct PageProps {
    lang: Lang,
    entries: Vec<Rc<Entry>>,
}

impl PartialEq for PageProps {
    /// An entry never changes once it is in the log.
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.entries.iter().zip(&other.entries);
        self.lang == other.lang
            && self.entries.len() == other.entries.len()
            && pairs.all(|(one, other)| Rc::ptr_eq(one, other))
    }
}

#[component]
fn Page(props: &PageProps) -> Html {
    props
        .entries
        .iter()
        .map(|entry| row(props.lang, entry))
        .collect()
}

fn row(lang: Lang, entry: &Entry) -> Html {
    html! {
        <div key={entry.number} class="entry">
            <div><span class="ps">{ &entry.prompt }</span>{ coloured(&entry.line) }</div>
            if !entry.output(lang).is_empty() {
                <div class="reply" data-error={entry.is_error.then_some("")}>{ entry.output(lang) }</div>
            }
            if let Some(note) = &entry.note {
                <div class="note">{ note.get(lang) }</div>
            }
        </div>
    }
}
