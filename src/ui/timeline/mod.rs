//! The timeline: a lesson's run as a score, stepped, played and sought by the reader.
//!
//! What it shows is computed from the run at the cursor, each time anew; nothing about a move is kept here.

mod actors;
pub mod controls;
mod draw;
pub mod layout;
mod observe;
pub mod player;
mod programs;
pub mod score;
mod state;
mod svg;
mod table;
mod words;

use web_sys::{Element, KeyboardEvent, MouseEvent};
use yew::prelude::*;

use self::actors::names;
use self::controls::{Wish, controls};
use self::draw::picture;
use self::layout::layout;
use self::observe::use_observers;
use self::player::use_player;
use self::programs::programs;
use self::score::Score;
pub use self::state::TimelineState;
use self::table::disclosure;
use self::words as say;
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
    let title = timeline.lesson().title.get(lang);
    let position = say::move_of(lang, cursor, timeline.run().len());
    let label = [title, ", ", &position].concat();
    let direction = drawing.direction.name();
    let onkeydown = {
        let (on_wish, frame) = (on_wish.clone(), frame.clone());
        Callback::from(move |event: KeyboardEvent| {
            // Yew listens at the root, so that the event's current target says nothing about where the focus is.
            let is_own = event.target_dyn_into::<Element>() == frame.cast::<Element>();
            if let Some(wish) = wish_of_key(&event).filter(|_| is_own) {
                event.prevent_default();
                on_wish.emit(wish);
            }
        })
    };
    html! {
        <section ref={whole} class="timeline" aria-label={title}>
            { unknown_lesson(lang, &timeline) }
            { lessons(lang, &timeline, &on_wish) }
            <div ref={frame} class="frame" data-direction={direction} tabindex="0" role="group" aria-label={say::SCORE.get(lang)}
                {onkeydown}>
                { names(lang, &timeline, &score, &drawing) }
                { picture(&score, &drawing, cursor, timeline.moving, label) }
            </div>
            { controls(lang, &timeline, position, &on_wish) }
            <p class="say" aria-live="polite" aria-atomic="true">{ for sentence.iter().map(segment) }</p>
            { programs(lang, timeline.world()) }
            { disclosure(lang, &timeline, &on_wish) }
        </section>
    }
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

/// What a key means while the score itself has the focus. Keys with modifiers are the browser's.
fn wish_of_key(event: &KeyboardEvent) -> Option<Wish> {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || event.shift_key() {
        return None;
    }
    let wish = match event.key().as_str() {
        "ArrowRight" | "ArrowDown" => Wish::Step,
        "ArrowLeft" | "ArrowUp" => Wish::Back,
        "Home" => Wish::Seek(0),
        "End" => Wish::Seek(usize::MAX),
        " " => Wish::TogglePlay,
        _ => return None,
    };
    Some(wish)
}

/// Which lesson is shown, where there is a choice.
fn lessons(lang: Lang, timeline: &TimelineState, on_wish: &Callback<Wish>) -> Html {
    if timeline.lessons().len() < 2 {
        return Html::default();
    }
    let choice = |(place, lesson): (usize, &&crate::lesson::Lesson)| {
        let onclick = on_wish.reform(move |_: MouseEvent| Wish::Lesson(place));
        let pressed = (place == timeline.chosen()).to_string();
        html! { <button type="button" aria-pressed={pressed} {onclick}>{ lesson.title.get(lang) }</button> }
    };
    html! {
        <div class="lessons" role="group" aria-label={say::LESSONS.get(lang)}>
            { for timeline.lessons().iter().enumerate().map(choice) }
        </div>
    }
}

fn unknown_lesson(lang: Lang, timeline: &TimelineState) -> Html {
    match timeline.unknown() {
        Some(id) => {
            html! { <p class="notice" role="status">{ say::unknown_lesson(lang, id, timeline.lesson().id) }</p> }
        }
        None => Html::default(),
    }
}

/// A stretch of a sentence. Values are text nodes, whatever they hold.
fn segment(segment: &Segment) -> Html {
    match segment.kind {
        Kind::Plain => html! { &segment.text },
        Kind::Code => html! { <code>{ &segment.text }</code> },
        Kind::Bad => html! { <strong class="bad">{ &segment.text }</strong> },
    }
}
