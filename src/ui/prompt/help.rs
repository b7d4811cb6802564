//! The functions of [`Part::Help`], which is requested when the line has the focus: colours and hints, completions, and the search
//! through earlier lines. Until it is loaded, a line is plain text.

use std::rc::Rc;

use web_sys::Element;
use yew::{Html, NodeRef};

use super::editor::Editor;
use super::input::Keys;
use super::{assist, below, colours};
use crate::ui::element::element;
use base::part::{Part, late};
use base::text::{Lang, Text};
use keyspace::KeyspaceMode;

/// The part's functions for the line.
pub struct Help {
    /// Completes the word at the caret, or opens the list of what it may become; whether it did either.
    pub complete: fn(&Keys) -> bool,
    /// Opens the search through earlier lines.
    pub search: fn(&Keys),
    /// Replaces the text between two bytes, as if it were typed.
    pub write: fn(&Editor, usize, usize, &str),
    show: fn(&NodeRef),
    paint: fn(&Editor, &Element, &str, &str, bool),
    coloured: fn(KeyspaceMode, &str) -> Html,
}

late! {
    "help" "e4b7190c5fd2483a96317ad80f25bc6e" fn loaded() -> &'static Help = all
}

fn all() -> &'static Help {
    static HELP: Help = Help {
        complete: assist::complete,
        search: assist::search,
        write: assist::write,
        show: below::show,
        paint: colours::paint,
        coloured: colours::coloured,
    };
    &HELP
}

/// The part's functions, if it is loaded.
pub fn help() -> Option<&'static Help> {
    Part::Help.is_here().then(loaded)
}

/// Scrolls to the list of completions and the line above it.
pub fn show(list: &NodeRef) {
    if let Some(help) = help() {
        (help.show)(list);
    }
}

/// Writes `text`, the continuation of the open quote of `before`, into the layer, each word in its colour, with the hint after it.
pub fn paint(editor: &Editor, layer: &Element, before: &str, text: &str, has_hint: bool) {
    match help() {
        Some(help) => (help.paint)(editor, layer, before, text, has_hint),
        None => layer.set_text_content(Some(text)),
    }
}

/// The line, each word in its colour.
pub fn coloured(mode: KeyspaceMode, line: &str) -> Html {
    match help() {
        Some(help) => (help.coloured)(mode, line),
        None => element("span").text(line).into(),
    }
}

/// A reader's act on what is [`Open`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Tab, forward or back.
    Tab { is_back: bool },
    /// An arrow.
    Move { is_up: bool },
    /// The key that searches.
    Search,
    /// The key that runs.
    Enter,
    /// The key that leaves.
    Escape,
    /// Text was typed or removed.
    Typed,
    /// One of a list was pressed.
    Choose(usize),
}

/// The thing that is open below the line: a list of completions, or the search through earlier lines.
pub trait Open {
    /// Its elements.
    fn draw(&self, lang: Lang, keys: &Keys) -> Drawn;
    /// Whether the hint is shown after the line.
    fn has_hint(&self) -> bool;
    /// Handles the act; whether it was handled.
    fn act(&self, keys: &Keys, act: Act) -> bool;
}

/// The elements of what is [`Open`].
#[derive(Default)]
pub struct Drawn {
    /// The text area's label and the prompt before it, where they are others.
    pub labels: Option<(Text, Text)>,
    /// A line above the list.
    pub found: Html,
    /// The completions, and which is chosen.
    pub options: Option<(Vec<Html>, usize)>,
}

/// The thing that is open now.
pub type Opened = Option<Rc<dyn Open>>;
