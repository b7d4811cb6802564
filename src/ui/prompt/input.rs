//! The line that is being typed. The element keeps the text, so that typing draws nothing anew.

use wasm_bindgen::JsCast;
use web_sys::{HtmlTextAreaElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

use super::PromptState;
use super::words as say;
use crate::cli::session;
use crate::text::{Lang, Text};
use crate::ui::shared::Shared;

/// The key code of keys that an input method has taken. Safari sends it for the Enter that ends a composition, after
/// the composition's end.
const KEY_CODE_OF_COMPOSITION: u32 = 229;

/// Where what is typed goes.
pub struct Typed {
    /// A text to run, of one line or more.
    pub on_line: Callback<String>,
    /// Why a text was not taken.
    pub on_refused: Callback<Text>,
}

/// The line that is being typed, after `prompt`. `node` is bound to the text area; the history is in `state`.
pub fn input(
    lang: Lang,
    node: &NodeRef,
    prompt: &str,
    state: &Shared<PromptState>,
    typed: Typed,
) -> Html {
    let Typed {
        on_line,
        on_refused,
    } = typed;
    let onkeydown = {
        let state = state.clone();
        Callback::from(move |event: KeyboardEvent| {
            let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() else {
                return;
            };
            if event.is_composing() || event.key_code() == KEY_CODE_OF_COMPOSITION {
                return;
            }
            match event.key().as_str() {
                "Enter" if !event.shift_key() => {
                    event.prevent_default();
                    let text = area.value();
                    show(&area, "");
                    on_line.emit(text);
                }
                "ArrowUp" if is_plain(&event) && is_on_first_line(&area) => {
                    let mut state = state.borrow_mut();
                    let history = state.session_mut().map(|(session, _)| session.history());
                    recall(
                        &event,
                        &area,
                        history.and_then(|history| history.older(&area.value())),
                    );
                }
                "ArrowDown" if is_plain(&event) && is_on_last_line(&area) => {
                    let mut state = state.borrow_mut();
                    let history = state.session_mut().map(|(session, _)| session.history());
                    recall(&event, &area, history.and_then(|history| history.newer()));
                }
                _ => {}
            }
        })
    };
    let oninput = Callback::from(|event: InputEvent| {
        if let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() {
            fit(&area);
        }
    });
    let onpaste = {
        Callback::from(move |event: Event| {
            let pasted = event
                .dyn_ref::<web_sys::ClipboardEvent>()
                .and_then(web_sys::ClipboardEvent::clipboard_data)
                .and_then(|data| data.get_data("text").ok());
            if pasted.is_some_and(|text| text.len() > session::LINE_BYTES_MAX) {
                event.prevent_default();
                on_refused.emit(say::TOO_LONG);
            }
        })
    };
    html! {
        <div class="input">
            <span class="ps" aria-hidden="true">{ prompt }</span>
            <textarea ref={node} rows="1" aria-label={say::INPUT.get(lang)} {onkeydown} {oninput} {onpaste}
                autocapitalize="off" autocomplete="off" autocorrect="off" spellcheck="false" enterkeyhint="send" />
        </div>
    }
}

fn is_plain(event: &KeyboardEvent) -> bool {
    !(event.shift_key() || event.ctrl_key() || event.alt_key() || event.meta_key())
}

fn is_on_first_line(area: &HtmlTextAreaElement) -> bool {
    let caret = caret_of(area);
    !area
        .value()
        .encode_utf16()
        .take(caret)
        .any(|unit| unit == u16::from(b'\n'))
}

fn is_on_last_line(area: &HtmlTextAreaElement) -> bool {
    let caret = caret_of(area);
    !area
        .value()
        .encode_utf16()
        .skip(caret)
        .any(|unit| unit == u16::from(b'\n'))
}

/// The caret's place in UTF-16 units, as the DOM counts.
fn caret_of(area: &HtmlTextAreaElement) -> usize {
    area.selection_start().ok().flatten().unwrap_or_default() as usize
}

/// Shows a line from the history, if there is one.
fn recall(event: &KeyboardEvent, area: &HtmlTextAreaElement, line: Option<&str>) {
    event.prevent_default();
    if let Some(line) = line {
        show(area, line);
    }
}

/// Replaces the text and leaves the caret at its end.
pub fn show(area: &HtmlTextAreaElement, text: &str) {
    area.set_value(text);
    let end = text.encode_utf16().count() as u32;
    let _ = area.set_selection_range(end, end);
    fit(area);
}

/// Makes the area as high as its text.
fn fit(area: &HtmlTextAreaElement) {
    let style = area.style();
    let _ = style.set_property("height", "auto");
    // Measuring costs a layout, and an empty area has the one row that it has by itself.
    if !area.value().is_empty() {
        let _ = style.set_property("height", &format!("{}px", area.scroll_height()));
    }
}
