//! The text area of the editor with the layer of colours below it: what is read of it, and what is written into it.

use web_sys::HtmlTextAreaElement;
use yew::NodeRef;

use super::super::completing::Offer;
use crate::ui::caret::{bytes_of, units_of};
use crate::ui::writing::write;
use lock::{Diagnostic, Section, StretchKind, script_for, stretches};

/// The parts of the document that the editor writes to.
#[derive(Clone, Default, PartialEq)]
pub struct EditorParts {
    pub whole: NodeRef,
    pub area: NodeRef,
    pub layer: NodeRef,
    pub list: NodeRef,
}

impl EditorParts {
    pub fn area(&self) -> Option<HtmlTextAreaElement> {
        self.area.cast()
    }

    pub fn text(&self) -> String {
        self.area().map(|area| area.value()).unwrap_or_default()
    }

    pub fn set(&self, text: &str) {
        if let Some(area) = self.area() {
            area.set_value(text);
        }
    }

    /// Writes over what is selected.
    fn write(&self, text: &str) {
        if let Some(area) = self.area() {
            write(&area, text);
        }
    }

    pub fn replace_all(&self, text: &str) {
        if let Some(area) = self.area() {
            area.select();
            self.write(text);
        }
    }

    /// Where the caret stands, in bytes of the text; `None` while something is selected.
    fn caret(&self) -> Option<usize> {
        let area = self.area()?;
        let (start, end) = (area.selection_start().ok()??, area.selection_end().ok()??);
        (start == end).then(|| bytes_of(&area.value(), start as usize))
    }

    /// What can follow at the caret.
    pub fn offer(&self) -> Option<Offer> {
        let area = self.area()?.get_bounding_client_rect();
        let whole = self.whole.cast::<web_sys::Element>()?;
        let whole = whole.get_bounding_client_rect();
        let origin = (area.left() - whole.left(), area.top() - whole.top());
        Offer::at(
            &self.text(),
            self.caret()?,
            (origin.0 as i32, origin.1 as i32),
        )
    }

    /// Writes what was chosen.
    pub fn take(&self, offer: &Offer, place: Option<usize>) {
        if let (Some(area), Some((replace, item))) = (self.area(), offer.taken(place)) {
            let text = area.value();
            let [from, to] = [replace.start, replace.end].map(|at| units_of(&text, at));
            let _ = area.set_selection_range(from, to);
            self.write(&item);
        }
    }

    /// The line of the caret, and what stands before it in that line; `None` while something is selected.
    fn line(&self) -> Option<(String, String)> {
        let area = self.area()?;
        let caret = area.selection_start().ok()?? as usize;
        let text: Vec<u16> = area.value().encode_utf16().collect();
        let (before, after) = text.split_at_checked(caret)?;
        let end = |unit: &u16| *unit == u16::from(b'\n');
        let before = before.rsplit(end).next().unwrap_or_default();
        let after = after.split(end).next().unwrap_or_default();
        let before = String::from_utf16_lossy(before);
        Some((
            [&*before, &*String::from_utf16_lossy(after)].concat(),
            before,
        ))
    }

    /// A new line that begins where this one does; below the head of a section, two places further. The head of a
    /// section that was written where its statements begin moves to the edge.
    pub fn break_line(&self) -> bool {
        let Some((line, before)) = self.line() else {
            return false;
        };
        let head = line.trim();
        if line != head && line == before && is_head(head) {
            if let Some(area) = self.area() {
                let caret = area.selection_start().ok().flatten().unwrap_or(0);
                let typed = u32::try_from(before.encode_utf16().count()).unwrap_or(0);
                let _ = area.set_selection_range(caret.saturating_sub(typed), caret);
            }
            self.write(&[head, "\n  "].concat());
            return true;
        }
        self.write(&["\n", indent(&line)].concat());
        true
    }

    /// A statement on a line of its own: this one if it is empty, else the next.
    pub fn add_statement(&self, statement: &str) {
        let Some((line, before)) = self.line() else {
            return;
        };
        let text = self.text();
        if let Some(area) = self.area() {
            let caret = area.selection_start().ok().flatten().unwrap_or(0);
            let at = bytes_of(&text, caret as usize);
            if let Some((at, script)) = script_for(statement, &text, at) {
                let at = units_of(&text, at);
                let _ = area.set_selection_range(at, at);
                self.write(&script);
                let _ = area.set_selection_range(caret, caret);
            }
        }
        if line.trim().is_empty() {
            let missing = "  ".get(before.len().min(2)..).unwrap_or_default();
            return self.write(&[missing, statement].concat());
        }
        if let Some(area) = self.area() {
            let rest = line.encode_utf16().count() - before.encode_utf16().count();
            let caret = area.selection_start().ok().flatten().unwrap_or(0);
            let end = caret + u32::try_from(rest).unwrap_or(0);
            let _ = area.set_selection_range(end, end);
        }
        self.write(&["\n", indent(&line), statement].concat());
    }

    /// Colours the text anew. The rest of the line behind a mistake is underlined.
    pub fn paint(&self, wrong: Option<&Diagnostic>) {
        let Some(layer) = self.layer.cast::<web_sys::Element>() else {
            return;
        };
        layer.set_text_content(None);
        for (line, number) in self.text().split('\n').zip(1u32..) {
            let wrong = wrong.filter(|wrong| wrong.line == number);
            let column = wrong.map_or(usize::MAX, |wrong| wrong.column.saturating_sub(1) as usize);
            let from = line
                .char_indices()
                .nth(column)
                .map_or(line.len(), |(at, _)| at);
            for (range, kind) in stretches(line) {
                let cut = from.clamp(range.start, range.end);
                for (part, is_wrong) in [(range.start..cut, false), (cut..range.end, true)] {
                    let part = line.get(part).unwrap_or_default();
                    add(&layer, part, name_of(kind), is_wrong && wrong.is_some());
                }
            }
            // A mistake at the end of a line has a place to stand at.
            if wrong.is_some() && from == line.len() {
                add(&layer, " ", None, true);
            }
            add(&layer, "\n", None, false);
        }
    }
}

/// Whether this is the line that opens a section.
fn is_head(line: &str) -> bool {
    let name = line.strip_suffix(':');
    name.is_some_and(|name| Section::ALL.iter().any(|section| section.name() == name))
}

/// The spaces that a line after this one begins with.
fn indent(line: &str) -> &str {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    match line.trim_end().ends_with(':') && spaces == 0 && !line.starts_with("role ") {
        true => "  ",
        false => line.get(..spaces).unwrap_or_default(),
    }
}

fn name_of(kind: StretchKind) -> Option<&'static str> {
    match kind {
        StretchKind::Plain => None,
        StretchKind::Comment => Some("comment"),
        StretchKind::Section => Some("key"),
        StretchKind::Command => Some("command"),
        StretchKind::Keyword => Some("option"),
        StretchKind::Number => Some("number"),
        StretchKind::Text => Some("string"),
    }
}

fn add(layer: &web_sys::Element, text: &str, kind: Option<&str>, is_wrong: bool) {
    if text.is_empty() {
        return;
    }
    let document = layer.owner_document();
    let Some(span) = document.and_then(|document| document.create_element("span").ok()) else {
        return;
    };
    span.set_text_content(Some(text));
    if let Some(kind) = kind {
        let _ = span.set_attribute("data-kind", kind);
    }
    if is_wrong {
        let _ = span.set_attribute("data-wrong", "");
    }
    let _ = layer.append_child(&span);
}
