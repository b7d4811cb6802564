//! Hooks that watch an element: how wide it is, and whether it is in view.

use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{
    Element, IntersectionObserver, IntersectionObserverEntry, ResizeObserver, ResizeObserverEntry,
};
use yew::prelude::*;

/// The width of the element's content box in CSS pixels; `None` until it is known.
#[hook]
pub fn use_width(node: &NodeRef) -> Option<f64> {
    let width = use_state_eq(|| None);
    let set = width.setter();
    use_effect_with(node.clone(), move |node| {
        let changed = Closure::<dyn Fn(Array)>::new(move |entries: Array| {
            if let Ok(entry) = entries.get(0).dyn_into::<ResizeObserverEntry>() {
                set.set(Some(entry.content_rect().width().floor()));
            }
        });
        let observer = ResizeObserver::new(changed.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(element)) = (&observer, node.cast::<Element>()) {
            observer.observe(&element);
        }
        move || {
            observer.inspect(ResizeObserver::disconnect);
            drop(changed);
        }
    });
    *width
}

/// Emits `what` whenever the element has gone out of view.
#[hook]
pub fn use_out_of_view<T: Copy + 'static>(node: &NodeRef, emit: Callback<T>, what: T) {
    use_effect_with((node.clone(), emit), move |(node, emit)| {
        let emit = emit.clone();
        let changed = Closure::<dyn Fn(Array)>::new(move |entries: Array| {
            let entry = entries
                .get(entries.length().saturating_sub(1))
                .dyn_into::<IntersectionObserverEntry>();
            if entry.is_ok_and(|entry| !entry.is_intersecting()) {
                emit.emit(what);
            }
        });
        let observer = IntersectionObserver::new(changed.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(element)) = (&observer, node.cast::<Element>()) {
            observer.observe(&element);
        }
        move || {
            observer.inspect(IntersectionObserver::disconnect);
            drop(changed);
        }
    });
}
