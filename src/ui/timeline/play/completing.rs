//! The list of what can follow at the caret of the editor. It opens when it is asked for, and at no other time.

use std::rc::Rc;

use web_sys::Event;
use yew::prelude::*;

use super::words as say;
use crate::ui::element::{Element, On, element};
use base::text::Lang;
use lock::{Completions, completions};

/// The id of the list, within its shadow root.
pub const LIST: &str = "continuations";

/// An open list.
#[derive(Clone, PartialEq)]
pub struct Offer {
    found: Rc<Completions>,
    chosen: usize,
    /// Line and column of the stretch that is replaced, from 0, in widths of a digit.
    place: (usize, usize),
    /// Where the text begins in the editor, in CSS pixels.
    origin: (i32, i32),
}

/// What a key does to an open list.
pub enum Choice {
    /// Another one is chosen.
    Moved(Offer),
    /// The chosen one is taken.
    Taken,
    /// The list is closed, and nothing else is done.
    Closed,
    /// The list is closed, and the key does what it does anywhere.
    Left,
    /// The list stays as it is, and the key does what it does anywhere.
    None,
}

impl Offer {
    /// What can follow at a byte of a text; `None` where nothing can.
    pub fn at(text: &str, caret: usize, origin: (i32, i32)) -> Option<Offer> {
        let found = completions(text, caret);
        let before = text.get(..found.replace.start).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let column = before.rsplit('\n').next().unwrap_or_default();
        // Letters outside ASCII are mostly as wide as two.
        let column = column
            .chars()
            .map(|c| if c.is_ascii() { 1 } else { 2 })
            .sum();
        (!found.items.is_empty()).then(|| Offer {
            found: Rc::new(found),
            chosen: 0,
            place: (line, column),
            origin,
        })
    }

    /// Whether there is nothing to choose.
    pub fn is_single(&self) -> bool {
        self.found.items.len() == 1
    }

    /// The stretch that is replaced, and what by.
    pub fn taken(&self, place: Option<usize>) -> Option<(std::ops::Range<usize>, String)> {
        let item = self.found.items.get(place.unwrap_or(self.chosen))?;
        Some((self.found.replace.clone(), item.clone()))
    }

    /// What a key does.
    pub fn key(&self, key: &str) -> Choice {
        let count = self.found.items.len();
        let moved = |chosen: usize| {
            Choice::Moved(Offer {
                chosen,
                ..self.clone()
            })
        };
        match key {
            "ArrowDown" => moved((self.chosen + 1) % count.max(1)),
            "ArrowUp" => moved((self.chosen + count.saturating_sub(1)) % count.max(1)),
            "Enter" | "Tab" => Choice::Taken,
            "Escape" => Choice::Closed,
            "ArrowLeft" | "ArrowRight" | "Home" | "End" | "PageUp" | "PageDown" => Choice::Left,
            _ => Choice::None,
        }
    }

    /// The id of the chosen one.
    pub fn chosen_id(&self) -> String {
        option_id(self.chosen)
    }
}

fn option_id(place: usize) -> String {
    ["continuation", &place.to_string()].concat()
}

/// The list below the line of the caret.
pub fn list(
    lang: Lang,
    offer: Option<&Offer>,
    node: &NodeRef,
    on_take: &Callback<usize>,
) -> Element {
    let list = element("div")
        .node(node)
        .attr("id", LIST)
        .attr("role", "listbox")
        // It scrolls, and so it can be focused.
        .attr("tabindex", "0")
        .attr("aria-label", say::CONTINUATIONS.get(lang));
    let Some(offer) = offer else {
        return list.flag("hidden", true);
    };
    let option = |(place, item): (usize, &String)| {
        // The focus stays in the text.
        let on_press = on_take.reform(move |event: Event| {
            event.prevent_default();
            place
        });
        element("div")
            .key(place as u64)
            .attr_of("id", option_id(place))
            .attr("role", "option")
            .on(On::MouseDown, &on_press)
            .truth("aria-selected", place == offer.chosen)
            .text(item)
            .into()
    };
    let numbers = [
        ("--x:", i64::from(offer.origin.0)),
        (";--y:", i64::from(offer.origin.1)),
        (";--line:", offer.place.0 as i64),
        (";--column:", offer.place.1 as i64),
    ];
    let style: String = numbers
        .iter()
        .flat_map(|(name, number)| [(*name).to_owned(), number.to_string()])
        .collect();
    let options = offer.found.items.iter().enumerate().map(option).collect();
    list.class("options").style(&style).list(options)
}
