//! A timeline on paper: each lesson of the box at its end, and nothing to press.

use wasm_bindgen::prelude::*;
use yew::prelude::*;

use super::TimelineState;
use super::action::{Action, ViewAction};
use super::ladder::still;
use crate::ui::element::{Element, element};
use base::text::Lang;

/// A box that offers more lessons prints the one that is shown.
const LESSONS_MAX: usize = 6;

/// Asks for what goes onto paper before the page is printed, and for the screen again afterwards.
#[hook]
pub fn use_paper(on_action: &Callback<Action>) {
    use_effect_with(on_action.clone(), |on_action| {
        let on_action = on_action.clone();
        let closure = Closure::<dyn Fn(web_sys::Event)>::new(move |event: web_sys::Event| {
            on_action.emit(ViewAction::Print(event.type_() == "beforeprint").into());
        });
        let window = web_sys::window();
        let function: &js_sys::Function = closure.as_ref().unchecked_ref();
        for name in ["beforeprint", "afterprint"] {
            let _ = window
                .as_ref()
                .map(|window| window.add_event_listener_with_callback(name, function));
        }
        move || {
            let function: &js_sys::Function = closure.as_ref().unchecked_ref();
            for name in ["beforeprint", "afterprint"] {
                let _ = window
                    .as_ref()
                    .map(|window| window.remove_event_listener_with_callback(name, function));
            }
        }
    });
}

/// All that is printed of a timeline: what is played in it, then the other lessons on offer.
pub fn paper(lang: Lang, timeline: &TimelineState) -> Element {
    let shown = timeline.lesson();
    let run = timeline.run();
    let is_whole =
        timeline.play().current() == 0 && shown.is_some_and(|lesson| lesson.length() == run.len());
    let mut all = vec![still(lang, timeline.title(lang), run, shown, is_whole)];
    let offered = timeline.lessons();
    if offered.len() <= LESSONS_MAX {
        let others = offered
            .iter()
            .filter(|lesson| shown.is_none_or(|shown| shown.id != lesson.id));
        all.extend(others.map(|lesson| {
            let title = lesson.title.get(lang);
            still(lang, title, &lesson.run(), Some(*lesson), true)
        }));
    }
    element("div").class("paper").list(all)
}
