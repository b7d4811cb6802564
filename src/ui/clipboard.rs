//! Copying text out of the page, and telling a selection from a click.

use web_sys::{HtmlElement, MouseEvent};

/// Writes `text` to the clipboard, then says whether it could. A frame without permission and a page without TLS
/// cannot.
pub fn copy(text: &str, done: impl Fn(bool) + 'static) {
    let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
    let Some(clipboard) = clipboard.filter(|clipboard| !clipboard.is_undefined()) else {
        return done(false);
    };
    let promise = clipboard.write_text(text);
    yew::platform::spawn_local(async move {
        done(wasm_bindgen_futures::JsFuture::from(promise).await.is_ok());
    });
}

/// Selects all text of `element`.
pub fn select(element: &HtmlElement) {
    let selection = web_sys::window().and_then(|window| window.get_selection().ok().flatten());
    if let Some(selection) = selection {
        let _ = selection.select_all_children(element);
    }
}

/// Whether a click ended a selection of text rather than pointing at a place. Browsers disagree on what a selection
/// inside a shadow root looks like from outside; all of them give its text.
pub fn is_selecting(click: &MouseEvent) -> bool {
    let selected = web_sys::window()
        .and_then(|window| window.get_selection().ok().flatten())
        .and_then(|selection| selection.to_string().as_string())
        .is_some_and(|text| !text.is_empty());
    selected || click.detail() > 1
}
