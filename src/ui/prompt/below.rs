//! What opens below the line: the completions, or the line that a search has found. In
//! [`Part::Help`](base::part::Part::Help).

use web_sys::HtmlElement;
use yew::NodeRef;

use crate::ui::element::{show_chosen, show_lower_edge};

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
    show_lower_edge(&list);
}
