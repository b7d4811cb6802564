//! Completions and the search through earlier lines, in [`Part::Help`](base::part::Part::Help).

use std::rc::Rc;

use yew::prelude::*;

use super::colours;
use super::editor::Editor;
use super::help::{Act, Drawn, Open};
use super::input::{Keys, option_id};
use super::words as say;
use crate::ui::caret::units_of;
use crate::ui::element::{On, element, text};
use crate::ui::writing;
use base::text::Lang;
use cli::{Completion, Item, ItemKind};

/// A list of completions, with one of them chosen.
struct Completions {
    completion: Completion,
    chosen: usize,
}

/// A search of earlier lines for what is typed: the found line, and its distance in lines.
struct Search {
    draft: String,
    found: Option<(usize, String)>,
}

/// Completes the word at the caret, or opens the list; whether anything fits.
pub fn complete(keys: &Keys) -> bool {
    let Some(completion) = completion(keys) else {
        return false;
    };
    match completion.items.as_slice() {
        [] => return false,
        [only] => put(keys, &completion, only),
        _ => choose(keys, completion, 0),
    }
    true
}

/// Opens the search, at the newest line.
pub fn search(keys: &Keys) {
    let draft = keys.editor.text();
    keys.editor.show("");
    search_from(keys, draft, 1);
}

fn completion(keys: &Keys) -> Option<Completion> {
    let text = keys.editor.text();
    let caret = keys.editor.caret()?;
    let state = keys.state.borrow();
    let connection = state.session()?.connection();
    let (server, now_ms) = (state.server(), state.now_ms());
    Some(cli::complete(&text, caret, &server, connection, now_ms))
}

fn choose(keys: &Keys, completion: Completion, chosen: usize) {
    keys.open(Some(Rc::new(Completions { completion, chosen })));
}

fn put(keys: &Keys, completion: &Completion, item: &Item) {
    let behind = if item.kind == ItemKind::Lua { "" } else { " " };
    let replace = completion.replace.clone();
    let insert = [&item.insert, behind].concat();
    write(&keys.editor, replace.start, replace.end, &insert);
}

/// Replaces the text between two bytes. The browser can undo it, and the line hears of it by `input`.
pub fn write(editor: &Editor, from: usize, to: usize, text: &str) {
    let is_change = from < to || !text.is_empty();
    if let Some(area) = editor.element().filter(|_| is_change) {
        let old = area.value();
        let _ = area.set_selection_range(units_of(&old, from), units_of(&old, to));
        writing::write(&area, text);
    }
}

fn search_from(keys: &Keys, draft: String, from: usize) {
    let needle = keys.editor.text();
    let mut state = keys.state.borrow_mut();
    let found = state.session_mut().and_then(|session| {
        let found = session.history().search_back(&needle, from);
        found.map(|(back, line)| (back, line.to_owned()))
    });
    drop(state);
    keys.open(Some(Rc::new(Search { draft, found })));
}

impl Completions {
    fn accept(&self, keys: &Keys, place: usize) {
        if let Some(item) = self.completion.items.get(place) {
            put(keys, &self.completion, item);
        }
        keys.open(None);
    }
}

impl Open for Completions {
    fn draw(&self, lang: Lang, keys: &Keys) -> Drawn {
        let option = |(place, item): (usize, &Item)| {
            let keys = keys.clone();
            let on_mouse_down = Callback::from(move |event: Event| {
                // The focus stays in the line.
                event.prevent_default();
                keys.act(Act::Choose(place));
            });
            let about = element("span").class("about").text(&item.about.get(lang));
            element("div")
                .key(place as u64)
                .attr_of("id", option_id(place))
                .attr("role", "option")
                .on(On::MouseDown, &on_mouse_down)
                .truth("aria-selected", place == self.chosen)
                .child(element("span").text(&item.insert))
                .child(about)
                .into()
        };
        let options = self.completion.items.iter().enumerate().map(option);
        Drawn {
            options: Some((options.collect(), self.chosen)),
            ..Drawn::default()
        }
    }

    fn has_hint(&self) -> bool {
        true
    }

    fn act(&self, keys: &Keys, act: Act) -> bool {
        match act {
            Act::Tab { is_back: is_up } | Act::Move { is_up } => {
                let count = self.completion.items.len().max(1);
                let step = if is_up { count - 1 } else { 1 };
                let chosen = (self.chosen + step) % count;
                choose(keys, self.completion.clone(), chosen);
            }
            Act::Enter => self.accept(keys, self.chosen),
            Act::Choose(place) => self.accept(keys, place),
            Act::Escape => keys.open(None),
            Act::Search => search(keys),
            // It stays open while what is typed leaves something to choose.
            Act::Typed => match completion(keys).filter(|found| !found.items.is_empty()) {
                Some(found) => choose(keys, found, 0),
                None => keys.open(None),
            },
        }
        true
    }
}

impl Open for Search {
    fn draw(&self, lang: Lang, keys: &Keys) -> Drawn {
        Drawn {
            labels: Some((say::SEARCH, say::SEARCH_PROMPT)),
            found: match &self.found {
                Some((_, line)) => colours::coloured(keys.editor.mode, line),
                None => text(say::NOT_FOUND.get(lang)),
            },
            options: None,
        }
    }

    fn has_hint(&self) -> bool {
        false
    }

    fn act(&self, keys: &Keys, act: Act) -> bool {
        let found = self.found.as_ref();
        let line = found.map(|(_, line)| line.as_str());
        match act {
            Act::Search => {
                let from = found.map_or(1, |(back, _)| back + 1);
                search_from(keys, self.draft.clone(), from);
            }
            Act::Typed => search_from(keys, self.draft.clone(), 1),
            Act::Tab { .. } => {
                keys.editor.show(line.unwrap_or_default());
                keys.open(None);
            }
            Act::Escape => {
                keys.editor.show(&self.draft);
                keys.open(None);
            }
            // The line is run as one that was typed.
            Act::Enter => {
                keys.editor.show(line.unwrap_or(&self.draft));
                keys.open(None);
                return false;
            }
            Act::Move { .. } | Act::Choose(_) => return false,
        }
        true
    }
}
