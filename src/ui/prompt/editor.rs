//! The text area of a prompt with the layer of colours below it. The element keeps the text, so that typing draws
//! nothing of the page anew; the layer has the same text in spans, and after it the hint.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlTextAreaElement};
use yew::NodeRef;

use super::help;
use crate::ui::caret::{bytes_of, units_of};
use keyspace::KeyspaceMode;

/// The elements of one prompt's input.
#[derive(Clone, Default, PartialEq)]
pub struct Editor {
    /// The text area.
    pub area: NodeRef,
    /// The layer below it.
    pub layer: NodeRef,
    /// The mode of the server that it types to.
    pub mode: KeyspaceMode,
}

/// Where a caret may go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    LineStart,
    LineEnd,
    /// Back over spaces and the word before them.
    WordStart,
    /// On over spaces and the word behind them.
    WordEnd,
}

impl Editor {
    /// The text area, once it is there.
    pub fn element(&self) -> Option<HtmlTextAreaElement> {
        self.area.cast::<HtmlTextAreaElement>()
    }

    /// Takes the focus to the text area.
    pub fn focus(&self) {
        if let Some(area) = self.element() {
            let _ = area.focus();
        }
    }

    /// What is typed.
    pub fn text(&self) -> String {
        self.element().map(|area| area.value()).unwrap_or_default()
    }

    /// Where the caret stands, in bytes of the text; `None` while something is selected.
    pub fn caret(&self) -> Option<usize> {
        let area = self.element()?;
        let (start, end) = (area.selection_start().ok()??, area.selection_end().ok()??);
        (start == end).then(|| bytes_of(&area.value(), start as usize))
    }

    /// Replaces the text and puts the caret at a byte of it.
    pub fn set(&self, text: &str, caret: usize) {
        if let Some(area) = self.element() {
            area.set_value(text);
            let units = units_of(text, caret);
            let _ = area.set_selection_range(units, units);
            self.paint("", true);
        }
    }

    /// Replaces the text and leaves the caret at its end.
    pub fn show(&self, text: &str) {
        self.set(text, text.len());
    }

    /// Puts `text` in the place of what stands from one byte to another, and the caret behind it.
    pub fn replace(&self, from: usize, to: usize, text: &str) {
        let old = self.text();
        let before = old.get(..from).unwrap_or_default();
        let after = old.get(to..).unwrap_or_default();
        self.set(&[before, text, after].concat(), before.len() + text.len());
    }

    /// Moves the caret.
    pub fn go(&self, edge: Edge) {
        if let Some(caret) = self.caret() {
            let text = self.text();
            self.set(&text, edge.from(&text, caret));
        }
    }

    /// Takes away what stands between the caret and an edge. With [`Part::Help`](base::part::Part::Help) it can be undone.
    pub fn kill(&self, edge: Edge) {
        if let Some(caret) = self.caret() {
            let to = edge.from(&self.text(), caret);
            let write = help::help().map_or(Editor::replace as _, |help| help.write);
            write(self, caret.min(to), caret.max(to), "");
        }
    }

    /// Whether nothing but the first line stands before the caret.
    pub fn is_on_first_line(&self) -> bool {
        self.caret()
            .is_some_and(|caret| !self.text().get(..caret).unwrap_or_default().contains('\n'))
    }

    /// Whether nothing but the last line stands behind the caret.
    pub fn is_on_last_line(&self) -> bool {
        self.caret()
            .is_some_and(|caret| !self.text().get(caret..).unwrap_or_default().contains('\n'))
    }

    /// Colours the text anew, as what goes on with the open quote of `before`; behind its end, unless the reader does
    /// without, stands what is still to come.
    pub fn paint(&self, before: &str, has_hint: bool) {
        let Some(layer) = self.layer.cast::<Element>() else {
            return;
        };
        layer.set_text_content(None);
        help::paint(self, &layer, before, &self.text(), has_hint);
        // A line end that nothing follows takes no room by itself.
        add(&layer, None, "\u{200b}");
    }
}

/// A stretch of text at the end of the layer, of a kind that the style sheet names.
pub fn add(layer: &Element, kind: Option<&str>, text: &str) {
    let span = layer
        .owner_document()
        .and_then(|document| document.create_element("span").ok());
    if let Some(span) = span {
        span.set_text_content(Some(text));
        if let Some(kind) = kind {
            let _ = span.set_attribute("data-kind", kind);
        }
        let _ = layer.append_child(span.unchecked_ref());
    }
}

impl Edge {
    /// Where the edge is, for a caret at a byte of `text`.
    fn from(self, text: &str, caret: usize) -> usize {
        let (before, after) = text.split_at_checked(caret).unwrap_or((text, ""));
        match self {
            Edge::LineStart => before.rfind('\n').map_or(0, |at| at + 1),
            Edge::LineEnd => caret + after.find('\n').unwrap_or(after.len()),
            Edge::WordStart => before
                .trim_end()
                .rfind(char::is_whitespace)
                .map_or(0, |at| before.ceil_char_boundary(at + 1)),
            Edge::WordEnd => {
                let word = after.trim_start();
                let end = word.find(char::is_whitespace).unwrap_or(word.len());
                text.len() - word.len() + end
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_found_from_any_place() {
        let text = "GET 二 \n SET  a";
        for (edge, caret, expected) in [
            (Edge::LineStart, 3, 0),
            (Edge::LineStart, 12, 9),
            (Edge::LineEnd, 3, 8),
            (Edge::LineEnd, 9, 16),
            (Edge::WordStart, 16, 15),
            (Edge::WordStart, 14, 10),
            (Edge::WordStart, 7, 4),
            (Edge::WordStart, 0, 0),
            (Edge::WordEnd, 0, 3),
            (Edge::WordEnd, 3, 7),
            (Edge::WordEnd, 15, 16),
        ] {
            assert_eq!(edge.from(text, caret), expected, "from {caret}");
        }
    }
}
