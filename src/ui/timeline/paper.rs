//! A timeline on paper: each lesson of the box at its end, with its moves as a list, and nothing to press.

use wasm_bindgen::prelude::*;
use yew::prelude::*;

use super::action::{Action, ViewAction};
use super::actors::names;
use super::draw::{Shown, picture};
use super::layout::{Viewport, layout};
use super::score::Score;
use super::{TimelineState, segment};
use crate::ui::element::{Element, element};
use base::text::Lang;
use lesson::{self, Lesson};
use sim::Run;

/// A box that offers more lessons prints the one that is shown.
const LESSONS_MAX: usize = 6;
/// How wide a drawing is laid out for paper, in CSS pixels: the style sheet makes it smaller.
const WIDTH: i32 = 1000;
/// A longer run is printed as a list alone.
const DRAWN_MOVES_MAX: usize = 40;

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
    let title = timeline.title(lang);
    let mut all = vec![of_run(lang, title, timeline.run(), shown, true)];
    let offered = timeline.lessons();
    if offered.len() <= LESSONS_MAX {
        let others = offered
            .iter()
            .filter(|lesson| shown.is_none_or(|shown| shown.id != lesson.id));
        all.extend(others.map(|lesson| {
            of_run(
                lang,
                lesson.title.get(lang),
                &lesson.run(),
                Some(*lesson),
                false,
            )
        }));
    }
    element("div").class("paper").list(all)
}

/// A run at its end. One of them brings the patterns, which the drawing on the screen then leaves to it.
fn of_run(
    lang: Lang,
    title: &str,
    run: &Run,
    lesson: Option<&'static Lesson>,
    has_defs: bool,
) -> Html {
    let cursor = run.len();
    let mut score = Score::default();
    score.follow(run, lang);
    let shown = Shown {
        cursor,
        moving: false,
        label: title.to_owned(),
        has_defs,
        differs: None,
        inspected: None,
    };
    let drawn = (cursor <= DRAWN_MOVES_MAX).then(|| {
        let drawing = layout(&score, cursor, Viewport::whole(WIDTH));
        element("div")
            .class("frame")
            .attr("data-direction", drawing.direction.name())
            .child(names(lang, run.world(cursor), &score, &drawing))
            .child(picture(&score, &drawing, &shown))
    });
    let told = (0..cursor).map(|index| {
        let words = lesson::narrate(lang, index, run, lesson);
        element("li")
            .key(index as u64)
            .list(words.iter().map(segment).collect())
            .into()
    });
    element("div")
        .key_of(title)
        .child(element("p").class("of").text(title))
        .when(drawn)
        .child(element("ol").list(told.collect()))
        .into()
}
