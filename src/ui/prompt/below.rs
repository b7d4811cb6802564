//! What opens below the line: the completions, or the line that a search has found. In
//! [`Part::Help`](base::part::Part::Help).

use web_sys::HtmlElement;
use yew::NodeRef;

use crate::ui::element::show_chosen;

/// Has the list of completions in sight, and what stands above it. The frame of the log is full as a rule, and the line often the
/// last one in the window.
pub fn show(list: &NodeRef) {
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
