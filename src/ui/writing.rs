//! Writing into a text area as if it were typed, so that the browser can undo it.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlDocument, HtmlTextAreaElement};

/// Writes over what is selected. The area hears of it by `input`, as of any typing. An empty text takes the selection away, of
/// which there must be some then: else the character before the caret would go.
pub fn write(area: &HtmlTextAreaElement, text: &str) {
    let _ = area.focus();
    // Firefox leaves the selection where an empty text is inserted.
    let command = if text.is_empty() {
        "delete"
    } else {
        "insertText"
    };
    let document = area.owner_document();
    let document = document.and_then(|document| document.dyn_into::<HtmlDocument>().ok());
    let is_written = document.is_some_and(|document| {
        let done = document.exec_command_with_show_ui_and_value(command, false, text);
        done.unwrap_or(false)
    });
    if !is_written {
        let _ = area.set_range_text(text);
        let _ = Event::new("input").map(|event| area.dispatch_event(&event));
    }
}
