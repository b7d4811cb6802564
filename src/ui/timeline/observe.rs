//! Watches the timeline's element: how wide its drawing's place is, and whether it has gone out of view.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{
    Element, IntersectionObserver, IntersectionObserverEntry, ResizeObserver, ResizeObserverEntry,
};
use yew::prelude::*;

use super::action::{Action, PlaybackAction, ViewAction};
use crate::ui::clock;
use crate::ui::task::{self, Later};

/// A drawing that waits for its turn.
type Waiting = Rc<RefCell<Option<Later>>>;

/// Asks for the width of `place` at once, or in a later task when this one has drawn enough: many boxes may get their
/// widths in one frame.
fn in_turn(on_action: &Callback<Action>, place: &Element, waiting: &Waiting) {
    waiting.replace(None);
    if task::end_ms(clock::now_ms()).is_some() {
        // A place that is hidden has no width to draw for; once it is shown, the observer says so.
        return match place.client_width() {
            0 => (),
            width => on_action.emit(ViewAction::Resize(width).into()),
        };
    }
    let (on_action, place, of) = (on_action.clone(), place.clone(), Rc::clone(waiting));
    let later = task::later(move || in_turn(&on_action, &place, &of));
    waiting.replace(Some(later));
}

/// Asks for the width at once, for another one whenever the element's content box has another, and for a pause whenever the element has
/// gone out of view.
#[hook]
pub fn use_observers(node: &NodeRef, on_action: &Callback<Action>) {
    use_effect_with((node.clone(), on_action.clone()), |(node, on_action)| {
        let on_action = on_action.clone();
        let waiting = Waiting::default();
        let of = Rc::clone(&waiting);
        let first = on_action.clone();
        let was_in_view = Cell::new(false);
        let seen = Closure::<dyn Fn(Array)>::new(move |entries: Array| {
            let latest = entries.get(entries.length().saturating_sub(1));
            if let Some(entry) = latest.dyn_ref::<ResizeObserverEntry>() {
                in_turn(&on_action, &entry.target(), &of);
            } else if let Some(entry) = latest.dyn_ref::<IntersectionObserverEntry>()
                && was_in_view.replace(entry.is_intersecting())
                && !entry.is_intersecting()
            {
                on_action.emit(PlaybackAction::Pause.into());
            }
        });
        let callback = seen.as_ref().unchecked_ref();
        let resize = ResizeObserver::new(callback).ok();
        let intersection = IntersectionObserver::new(callback).ok();
        if let Some(element) = node.cast::<Element>() {
            // The style sheet decides how wide the drawing's place is.
            let place = element.query_selector(".ruler").ok().flatten();
            let place = place.as_ref().unwrap_or(&element);
            // The first drawing is made before the frame that shows it, so that the two are not one long task.
            in_turn(&first, place, &waiting);
            resize.iter().for_each(|observer| observer.observe(place));
            intersection
                .iter()
                .for_each(|observer| observer.observe(&element));
        }
        move || {
            resize.iter().for_each(ResizeObserver::disconnect);
            intersection
                .iter()
                .for_each(IntersectionObserver::disconnect);
            drop(seen);
        }
    });
}
