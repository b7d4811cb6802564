//! What was asked and answered. Every text is a text node: a value is never markup.

use std::rc::Rc;

use yew::prelude::*;

use super::colours::coloured;
use super::words as say;
use crate::cli::{Entry, Log};
use crate::text::Lang;
use crate::ui::element::{Element, element};

/// How many entries are looked at anew when one of them changes. A log of hundreds would otherwise be gone through at
/// each Enter, which took 11 ms.
const PAGE_ENTRIES: u64 = 25;

/// Commands and replies, the latest at the bottom; `node` is bound to the element around them.
pub fn log(lang: Lang, node: &NodeRef, log: &Log) -> Element {
    let mut pages: Vec<(u64, Vec<Rc<Entry>>)> = Vec::new();
    for entry in log.entries() {
        let number = entry.number / PAGE_ENTRIES;
        match pages.last_mut() {
            Some((last, entries)) if *last == number => entries.push(Rc::clone(entry)),
            _ => pages.push((number, vec![Rc::clone(entry)])),
        }
    }
    let page = |(number, entries)| html! { <Page key={number} {lang} {entries} /> };
    let dropped = (log.dropped() > 0).then(|| note(&say::dropped(lang, log.dropped())));
    element("div")
        .node(node)
        .class("log")
        .attr("role", "log")
        .attr("aria-label", say::LOG.get(lang))
        .when(dropped)
        .list(pages.into_iter().map(page).collect())
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
    let output = entry.output(lang);
    let reply = || {
        element("div")
            .class("reply")
            .flag("data-error", entry.is_error)
            .text(output)
    };
    element("div")
        .key(entry.number)
        .class("entry")
        .child(line(entry))
        .when((!output.is_empty()).then(reply))
        .when(entry.note.as_ref().map(|text| note(&text.get(lang))))
        .into()
}

/// What was asked, behind what stood before it.
pub fn line(entry: &Entry) -> Element {
    let prompt = element("span").class("ps").text(&entry.prompt);
    element("div").child(prompt).child(coloured(&entry.line))
}

fn note(text: &str) -> Element {
    element("div").class("note").text(text)
}
