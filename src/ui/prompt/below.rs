//! What opens below the line: the completions, or the line that a search has found. Its code comes with [`Part::Help`], without
//! which there are no completions.

use web_sys::HtmlElement;
use yew::NodeRef;

use crate::ui::element::show_chosen;
use base::part::{Part, late};

type Show = fn(&NodeRef);

late! {
    "help" "e4b7190c5fd2483a96317ad80f25bc6e" fn loaded() -> Show = shown
}

fn shown() -> Show {
    show_now
}

/// Has the list of completions in sight, and what stands above it.
pub fn show(list: &NodeRef) {
    if Part::Help.is_here() {
        loaded()(list);
    }
}

/// The frame of the log is full as a rule, and the line often the last one in the window.
fn show_now(list: &NodeRef) {
    show_chosen(list);
    let Some(list) = list.cast::<HtmlElement>() else {
        return;
    };
    if let Some(screen) = list.parent_element() {
        screen.set_scroll_top(screen.scroll_height());
    }
    let height = web_sys::window().and_then(|window| window.inner_height().ok()?.as_f64());
    if height.is_some_and(|height| list.get_bounding_client_rect().bottom() > height) {
        list.scroll_into_view_with_bool(false);
    }
}
