//! Keeps the focus in the timeline when what had it is gone: a branch that was removed, a panel that gave way to another.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Where the focus goes then, the first of them that is there.
const INSTEAD: [&str; 3] = [
    ".branches input",
    ".play .tools [aria-expanded=true]",
    ".frame",
];

/// Takes note of whether the focus is in the timeline, before something changes.
#[derive(Clone)]
pub struct Focus {
    whole: NodeRef,
    was_inside: Rc<Cell<bool>>,
}

impl Focus {
    /// To be called before a change.
    pub fn note(&self) {
        self.was_inside.set(self.is_inside());
    }

    fn is_inside(&self) -> bool {
        let whole = self.whole.cast::<Element>();
        whole.is_some_and(|whole| whole.matches(":focus-within").unwrap_or_default())
    }

    /// To be called after it.
    fn restore(&self) {
        if !self.was_inside.take() || self.is_inside() {
            return;
        }
        let Some(whole) = self.whole.cast::<Element>() else {
            return;
        };
        let mut all = INSTEAD.into_iter();
        let found = all.find_map(|place| whole.query_selector(place).ok().flatten());
        if let Some(element) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
            let _ = element.focus();
        }
    }
}

/// Keeps the focus in the element of `whole`.
#[hook]
pub fn use_focus(whole: &NodeRef) -> Focus {
    let was_inside = use_memo((), |()| Cell::new(false));
    let focus = Focus {
        whole: whole.clone(),
        was_inside,
    };
    let restored = focus.clone();
    use_effect(move || restored.restore());
    focus
}
