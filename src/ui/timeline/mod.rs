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
mod state;
mod svg;
mod table;
mod words;

use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

use self::actors::names;
pub use self::controls::Wish;
use self::controls::controls;
use self::draw::picture;
use self::layout::layout;
use self::lessons::lessons;
use self::observe::use_observers;
use self::play::{challenge, notices, panels, verdict, wish_of_key};
use self::player::use_player;
use self::programs::programs;
use self::score::Score;
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
    let frame = use_node_ref();
    let whole = use_node_ref();

    let on_wish = use_callback(state.clone(), move |wish: Wish, state| {
        state.borrow_mut().fulfil(wish);
        redraw.force_update();
    });
    let (playing, speed) = (state.borrow().playing, state.borrow().speed);
    use_player(playing, speed, on_wish.clone());
    use_observers(&whole, &on_wish);
    use_following(&frame, state.borrow().cursor());

    let timeline = state.borrow();
    let cursor = timeline.cursor();
    let score = Score::read(timeline.run(), lang);
    let drawing = layout(&score, cursor, timeline.width);
    let sentence = timeline.sentence(lang);
    let title = timeline.title(lang);
    let position = say::move_of(lang, cursor, timeline.run().len());
    let label = [title, ", ", &position].concat();
    let on_key = {
        let (on_wish, frame, state) = (on_wish.clone(), frame.clone(), state.clone());
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
    let score = element("div")
        .node(&frame)
        .class("frame")
        .attr("data-direction", drawing.direction.name())
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", say::SCORE.get(lang))
        .on(ListenerKind::onkeydown, &on_key)
        .child(names(lang, &timeline, &score, &drawing))
        .child(picture(&score, &drawing, cursor, timeline.moving, label));
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
        .child(score)
        .child(controls(lang, &timeline, position, &on_wish))
        .child(said)
        .child(verdict(lang, &timeline, &on_wish))
        .child(panels(lang, &timeline, &on_wish))
        .child(programs(lang, timeline.world()))
        .child(disclosure(lang, &timeline, &on_wish))
        .into()
}

/// Keeps the move at the cursor in sight when the score is larger than its frame.
#[hook]
fn use_following(frame: &NodeRef, cursor: usize) {
    use_effect_with((frame.clone(), cursor), |(frame, _)| {
        let Some(frame) = frame.cast::<Element>() else {
            return;
        };
        let Ok(Some(now)) = frame.query_selector(".cursor") else {
            frame.set_scroll_left(0);
            frame.set_scroll_top(0);
            return;
        };
        let (outer, inner) = (
            frame.get_bounding_client_rect(),
            now.get_bounding_client_rect(),
        );
        let beyond = |inner_end: f64, outer_end: f64, inner_start: f64, outer_start: f64| {
            (inner_end - outer_end).max(0.0) - (outer_start - inner_start).max(0.0)
        };
        let x = beyond(
            inner.right(),
            outer.right(),
            inner.left(),
            outer.left() + f64::from(layout::NAMES_WIDTH),
        );
        let y = beyond(
            inner.bottom(),
            outer.bottom(),
            inner.top(),
            outer.top() + f64::from(layout::NAMES_HEIGHT),
        );
        if frame.scroll_width() > frame.client_width() {
            frame.set_scroll_left(frame.scroll_left() + x as i32);
        }
        if frame.scroll_height() > frame.client_height() {
            frame.set_scroll_top(frame.scroll_top() + y as i32);
        }
    });
}

/// A stretch of a sentence. Values are text nodes, whatever they hold.
fn segment(segment: &Segment) -> Html {
    match segment.kind {
        Kind::Plain => text(&segment.text),
        Kind::Code => element("code").text(&segment.text).into(),
        Kind::Bad => element("strong").class("bad").text(&segment.text).into(),
    }
}
