//! Files for the reader: asked for by an event at what is saved, which the page around answers (`static/save.js`).

use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit, Event, EventTarget};
use yew::Callback;

/// Saves the nearest `place` around the pressed button: as a picture (`svg`, `png`), or the `text` made of it.
pub fn saving(
    place: &'static str,
    kind: &'static str,
    name: String,
    content: impl Fn() -> String + 'static,
) -> Callback<Event> {
    let content: Box<dyn Fn() -> String> = Box::new(content);
    Callback::from(move |event: Event| {
        let around = element_of(&event).and_then(|button| button.closest(place).ok().flatten());
        if let Some(around) = around {
            ask(&around, kind, &name, &content());
        }
    })
}

/// The element that an event came from.
pub fn element_of(event: &Event) -> Option<web_sys::Element> {
    event.target()?.dyn_into().ok()
}

/// Asks for a file.
pub fn ask(around: &EventTarget, kind: &str, name: &str, text: &str) {
    let detail = Object::new();
    for (field, value) in [("kind", kind), ("name", name), ("text", text)] {
        let _ = Reflect::set(
            &detail,
            &JsValue::from_str(field),
            &JsValue::from_str(value),
        );
    }
    let init = CustomEventInit::new();
    init.set_bubbles(true);
    init.set_composed(true);
    init.set_detail(&detail);
    if let Ok(event) = CustomEvent::new_with_event_init_dict("playground:save", &init) {
        let _ = around.dispatch_event(&event);
    }
}
