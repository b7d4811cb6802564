//! What can be taken away from a timeline: its link.

use web_sys::Event;
use yew::Callback;

use super::super::TimelineState;
use super::super::controls::Wish;
use super::words as say;
use crate::lesson::link;
use crate::text::Lang;
use crate::ui::clipboard;
use crate::ui::element::{Element, button, element};

/// The panel.
pub fn share(lang: Lang, timeline: &TimelineState, on_wish: &Callback<Wish>) -> Element {
    let code = link::encode(timeline.play());
    let copy = {
        let (on_wish, code) = (on_wish.clone(), code.clone());
        Callback::from(move |_: Event| {
            let (on_wish, address) = (on_wish.clone(), address_of(&code));
            clipboard::copy(&address.clone(), move |is_copied| {
                on_wish.emit(Wish::Copied(address.clone(), is_copied));
            });
        })
    };
    let copied = timeline.bench.copied.as_ref();
    let said = match copied {
        Some((_, true)) => say::COPIED.get(lang),
        Some((_, false)) => say::NOT_COPIED.get(lang),
        None => "",
    };
    let shown = copied.map_or(code, |(address, _)| address.clone());
    let field = element("input")
        .class("link")
        .attr("readonly", "")
        .attr("aria-label", say::LINK.get(lang))
        .value(shown);
    element("div")
        .class("share")
        .child(
            element("div")
                .class("row")
                .child(button(say::COPY_LINK.get(lang), &copy))
                .child(field),
        )
        .child(
            element("p")
                .class("about")
                .attr("role", "status")
                .text(said),
        )
}

/// The page's address with a play in its fragment, which also becomes the address that the browser shows: it is replaced
/// there, so that the way back stays as it was.
fn address_of(code: &str) -> String {
    let Some(window) = web_sys::window() else {
        return String::new();
    };
    let href = window.location().href().unwrap_or_default();
    let page = href.split(['?', '#']).next().unwrap_or_default();
    let fragment = ["#", code].concat();
    if let Ok(history) = window.history() {
        let state = history.state().unwrap_or_default();
        // A frame without an origin of its own may not.
        let _ = history.replace_state_with_url(&state, "", Some(&fragment));
    }
    [page, &fragment].concat()
}
