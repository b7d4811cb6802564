//! What was asked and answered. Every text is a text node: a value is never markup.

use std::rc::Rc;

use yew::prelude::*;

use super::checking::{Checking, Written};
use super::help::coloured;
use super::words as say;
use crate::ui::element::{Element, element};
use base::part::Part;
use base::text::Lang;
use cli::{ENTRIES_MAX, Entry, Log};

/// How many entries are looked at anew when one of them changes. A log of hundreds would otherwise be gone through at
/// each Enter, which took 11 ms.
const PAGE_ENTRIES: u64 = 8;

/// How many entries are drawn while those that wait will take the places of all.
const PASSING_ENTRIES: usize = 6 * PAGE_ENTRIES as usize;

/// Commands and replies, the latest at the bottom; `node` is bound to the element around them. A written reply that
/// `checking` has for an entry stands below the reply that came. `queued` lines wait.
pub fn log(
    lang: Lang,
    node: &NodeRef,
    log: &Log,
    checking: Option<&Checking>,
    queued: usize,
) -> Element {
    let mut pages: Vec<(u64, Vec<LogRow>)> = Vec::new();
    let drawn = match queued < ENTRIES_MAX {
        true => ENTRIES_MAX,
        false => PASSING_ENTRIES,
    };
    for entry in log.entries().rev().take(drawn).rev() {
        let number = entry.number / PAGE_ENTRIES;
        let written = checking.and_then(|checking| checking.written(entry.number));
        let row = LogRow {
            entry: Rc::clone(entry),
            written: written.cloned(),
        };
        match pages.last_mut() {
            Some((last, rows)) if *last == number => rows.push(row),
            _ => pages.push((number, vec![row])),
        }
    }
    let is_coloured = Part::Help.is_here();
    let page = |(number, rows)| html! { <Page key={number} {lang} {is_coloured} {rows} /> };
    let dropped = (log.dropped() > 0).then(|| note(&say::dropped(log.dropped() as u64).get(lang)));
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
    is_coloured: bool,
    rows: Vec<LogRow>,
}

struct LogRow {
    entry: Rc<Entry>,
    /// The reply that its author wrote.
    written: Option<Written>,
}

impl PartialEq for PageProps {
    /// An entry never changes once it is in the log.
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.rows.iter().zip(&other.rows);
        self.lang == other.lang
            && self.is_coloured == other.is_coloured
            && self.rows.len() == other.rows.len()
            && pairs.all(|(one, other)| {
                Rc::ptr_eq(&one.entry, &other.entry) && one.written == other.written
            })
    }
}

#[component]
fn Page(props: &PageProps) -> Html {
    let rows = props.rows.iter();
    rows.map(|row| self::row(props.lang, row)).collect()
}

fn row(lang: Lang, LogRow { entry, written }: &LogRow) -> Html {
    let output = entry.output(lang);
    let reply = || {
        element("div")
            .class("reply")
            .attr("part", "reply")
            .flag("data-error", entry.is_error)
            .text(&output)
    };
    element("div")
        .key(entry.number)
        .class("entry")
        .child(line(entry))
        .when((!output.is_empty()).then(reply))
        .when(written.as_ref().map(|written| {
            let (label, kind) = match written.is_wrong {
                true => (say::WRITTEN, "s"),
                false => (say::KEPT, "span"),
            };
            element("div")
                .class("written")
                .child(element("b").text(label.get(lang)))
                .child(element(kind).text(&written.text))
        }))
        .when(entry.note.as_ref().map(|text| note(&text.get(lang))))
        .into()
}

/// What was asked, behind what stood before it.
pub fn line(entry: &Entry) -> Element {
    let prompt = element("span")
        .class("ps")
        .attr("part", "prompt")
        .text(&entry.prompt);
    element("div")
        .child(prompt)
        .child(coloured(entry.mode, &entry.line))
}

fn note(text: &str) -> Element {
    element("div").class("note").text(text)
}
