//! The timeline: a lesson's run as a score, stepped, played and sought by the reader.
//!
//! What it shows is computed from the run at the cursor, each time anew; nothing about a move is kept here.

mod actors;
pub mod controls;
mod draw;
pub mod layout;
mod lessons;
mod observe;
mod play;
pub mod player;
mod programs;
pub mod score;
mod stage;
mod state;
mod svg;
mod table;
mod words;

use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

pub use self::controls::Wish;
use self::controls::controls;
use self::lessons::lessons;
use self::observe::use_observers;
use self::play::{challenge, notices, panels, verdict, wish_of_key};
use self::player::use_player;
use self::programs::programs;
use self::stage::{Scene, use_stage};
pub use self::state::TimelineState;
use self::table::disclosure;
use self::words as say;
use super::element::{element, text};
use super::shared::Shared;
use crate::lesson::{Kind, Segment};
use crate::text::Lang;

/// What a [`Timeline`] is given.
#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    /// The language of everything but commands and replies.
    pub lang: Lang,
    /// The lesson and the cursor.
    pub state: Shared<TimelineState>,
    /// How many links were opened in it from outside: another number draws it anew.
    #[prop_or_default]
    pub opened: u32,
}

/// A timeline.
#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let (lang, state) = (props.lang, &props.state);
    let redraw = use_force_update();
    let whole = use_node_ref();

    let on_wish = use_callback(state.clone(), move |wish: Wish, state| {
        state.borrow_mut().fulfil(wish);
        redraw.force_update();
    });
    let (playing, speed) = (state.borrow().playing, state.borrow().speed);
    use_player(playing, speed, on_wish.clone());
    use_observers(&whole, &on_wish);
    let stage = use_stage(state.borrow().cursor());

    let timeline = state.borrow();
    let cursor = timeline.cursor();
    let sentence = timeline.sentence(lang);
    let title = timeline.title(lang);
    let position = say::move_of(lang, cursor, timeline.run().len());
    let scene = Scene {
        lang,
        run: timeline.run(),
        cursor,
        width: timeline.width,
        moving: timeline.moving,
        label: [title, ", ", &position].concat(),
        has_defs: true,
        differs: None,
        inspected: timeline.inspected,
    };
    let on_key = {
        let (on_wish, frame, state) = (on_wish.clone(), stage.frame.clone(), state.clone());
        Callback::from(move |event: KeyboardEvent| {
            // Yew listens at the root, so that the event's current target says nothing about where the focus is.
            let is_own = event.target_dyn_into::<Element>() == frame.cast::<Element>();
            let wish = is_own.then(|| wish_of_key(&event, &state.borrow()));
            if let Some(wish) = wish.flatten() {
                event.prevent_default();
                on_wish.emit(wish);
            }
        })
    };
    let said = element("p")
        .class("say")
        .attr("aria-live", "polite")
        .attr("aria-atomic", "true")
        .child(sentence.iter().map(segment).collect::<Html>());
    element("section")
        .node(&whole)
        .class("timeline")
        .attr("aria-label", title)
        .child(notices(lang, &timeline))
        .child(lessons(lang, &timeline, &on_wish))
        .child(challenge(lang, &timeline, &on_wish))
        .child(stage.show(scene, &on_key, &on_wish))
        .child(controls(lang, &timeline, position, &on_wish))
        .child(said)
        .child(verdict(lang, &timeline, &on_wish))
        .child(panels(lang, &timeline, &on_wish))
        .child(programs(lang, timeline.world()))
        .child(disclosure(lang, &timeline, &on_wish))
        .into()
}

/// A stretch of a sentence. Values are text nodes, whatever they hold.
fn segment(segment: &Segment) -> Html {
    match segment.kind {
        Kind::Plain => text(&segment.text),
        Kind::Code => element("code").text(&segment.text).into(),
        Kind::Bad => element("strong").class("bad").text(&segment.text).into(),
    }
}
