//! The elements of a value, some at a time.

use yew::prelude::*;

use super::super::words::{self as say, grouped};
use super::row::shown;
use crate::ui::element::{Element, On, button, element};
use base::text::{Lang, Text};
use keyspace::Collection;

/// How many elements are shown at a time.
const ELEMENTS_AT_ONCE: usize = 100;
/// How many characters of an element are shown.
const ELEMENT_CHARS: usize = 1000;

/// A value whose elements the reader looks at.
pub struct Elements<'a> {
    /// The language of its words.
    pub lang: Lang,
    /// The name of its key.
    pub name: &'a [u8],
    /// The value.
    pub value: &'a dyn Collection,
    /// The place of the first element to be shown.
    pub from: usize,
    /// The scrolled element, which has the focus when it opens.
    pub panel: &'a NodeRef,
    /// Is told of the element to go on from, or of none when the reader has seen enough.
    pub on_turn: &'a Callback<Option<usize>>,
}

impl Elements<'_> {
    /// The elements, with what turns to others.
    pub fn draw(&self) -> Html {
        let (lang, count) = (self.lang, self.value.len());
        let last = count.saturating_sub(1) / ELEMENTS_AT_ONCE * ELEMENTS_AT_ONCE;
        let from = self.from.min(last);
        let end = count.min(from + ELEMENTS_AT_ONCE);
        let mut rows = Vec::with_capacity(end - from);
        self.value.rows(from, end - from, &mut |row| {
            let label = (!row.label.is_empty()).then(|| {
                element("th")
                    .attr("scope", "row")
                    .text(&shown(row.label, ELEMENT_CHARS))
            });
            let text = shown(row.text, ELEMENT_CHARS);
            rows.push(
                element("tr")
                    .when(label)
                    .child(element("td").text(&text))
                    .into(),
            );
        });
        let on_key = {
            let on_turn = self.on_turn.clone();
            Callback::from(move |event: KeyboardEvent| {
                if event.key() == "Escape" {
                    event.prevent_default();
                    on_turn.emit(None);
                }
            })
        };
        let is_long = count > ELEMENTS_AT_ONCE;
        let back = || {
            self.turn(
                say::BACK,
                Some(from.saturating_sub(ELEMENTS_AT_ONCE)),
                from == 0,
            )
        };
        let more = || self.turn(say::MORE_ELEMENTS, Some(end), end == count);
        let name = shown(self.name, ELEMENT_CHARS);
        let head = element("div")
            .class("keys-head")
            .child(element("b").text(&name))
            .child(
                element("span")
                    .attr("role", "status")
                    .text(&range(lang, from, end, count)),
            )
            .child(
                element("span")
                    .when(is_long.then(back))
                    .when(is_long.then(more))
                    .child(self.turn(say::CLOSE_VALUE, None, false)),
            );
        element("div")
            .class("opened")
            .on(On::KeyDown, &on_key)
            .child(head)
            .child(
                element("div")
                    .node(self.panel)
                    .class("elements")
                    .attr("role", "region")
                    .attr("tabindex", "0")
                    .attr_of("aria-label", say::elements_of(name).get(lang))
                    .child(element("table").child(element("tbody").list(rows))),
            )
            .into()
    }

    fn turn(&self, label: Text, to: Option<usize>, is_end: bool) -> Element {
        let on_turn = self.on_turn.clone();
        let turn = Callback::from(move |_: MouseEvent| {
            if !is_end {
                on_turn.emit(to);
            }
        });
        button(label.get(self.lang), &turn).attr_if("aria-disabled", is_end.then_some("true"))
    }
}

/// What is shown of how many elements.
fn range(lang: Lang, from: usize, end: usize, count: usize) -> String {
    let (first, last, all) = (grouped(from + 1), grouped(end), grouped(count));
    say::range(first, last, all).get(lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_told_with_its_ends_and_all() {
        assert_eq!(range(Lang::En, 100, 200, 5000), "101–200 of 5,000");
        assert_eq!(range(Lang::ZhHans, 0, 7, 7), "第 1–7 个，共 7 个");
    }
}
