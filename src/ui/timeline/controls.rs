//! The controls under the score: step, play, speed and the slider over the moves.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::TimelineState;
use super::player::Speed;
use super::words as say;
use crate::text::{Lang, Text};

/// What the reader wants of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// One move on.
    Step,
    /// One move back.
    Back,
    /// Straight to this many moves.
    Seek(usize),
    /// Play, or stop playing.
    TogglePlay,
    /// Stop playing, if it plays.
    Pause,
    /// Play at this speed.
    Speed(Speed),
    /// Another lesson, by its place among those on offer.
    Lesson(usize),
    /// A drawing for a frame of this width, in CSS pixels.
    Resize(i32),
    /// The table opened or closed.
    Table(bool),
}

/// The controls of a timeline; `position` says in words where the slider stands.
pub fn controls(
    lang: Lang,
    timeline: &TimelineState,
    position: String,
    on_wish: &Callback<Wish>,
) -> Html {
    let (cursor, moves) = (timeline.cursor(), timeline.run().len());
    let (at_start, at_end) = (cursor == 0, cursor == moves);
    let seek = on_wish.reform(|event: InputEvent| {
        let value = event
            .target_dyn_into::<HtmlInputElement>()
            .map(|input| input.value());
        Wish::Seek(
            value
                .and_then(|value| value.parse().ok())
                .unwrap_or_default(),
        )
    });
    let play = if timeline.playing {
        say::PAUSE
    } else {
        say::PLAY
    };
    html! {
        <div class="controls">
            { button(lang, say::RESTART, "", on_wish, Wish::Seek(0), at_start.then_some(say::AT_START)) }
            { button(lang, say::BACK, "←", on_wish, Wish::Back, at_start.then_some(say::AT_START)) }
            { button(lang, say::STEP, "→", on_wish, Wish::Step, at_end.then_some(say::AT_END)) }
            { button(lang, play, "␣", on_wish, Wish::TogglePlay, None) }
            <input class="slider" type="range" min="0" max={moves.to_string()} value={cursor.to_string()} oninput={seek}
                aria-label={say::MOVES.get(lang)} aria-valuetext={position} />
            <span class="count" aria-hidden="true">{ cursor }{ " / " }{ moves }</span>
            { choice_of_speed(lang, timeline.speed, on_wish) }
        </div>
    }
}

/// A button that says why when it can't be used. It stays focusable then, so that a reader who steps by keyboard does
/// not lose their place at the last move.
fn button(
    lang: Lang,
    text: Text,
    key: &'static str,
    on_wish: &Callback<Wish>,
    wish: Wish,
    why_not: Option<Text>,
) -> Html {
    let onclick = on_wish.reform(move |_: MouseEvent| wish);
    let is_primary = wish == Wish::Step;
    html! {
        <button type="button" data-primary={is_primary.then_some("")} aria-disabled={why_not.map(|_| "true")} title={why_not.map(|why| why.get(lang))} {onclick}>
            { text.get(lang) }
            if !key.is_empty() { <kbd aria-hidden="true">{ key }</kbd> }
        </button>
    }
}

fn choice_of_speed(lang: Lang, chosen: Speed, on_wish: &Callback<Wish>) -> Html {
    let onchange = on_wish.reform(|event: Event| {
        let value = event
            .target_dyn_into::<HtmlSelectElement>()
            .map(|select| select.value());
        let wanted = Speed::ALL
            .into_iter()
            .find(|speed| value.as_deref() == Some(speed.label()));
        Wish::Speed(wanted.unwrap_or_default())
    });
    let option = |speed: Speed| {
        html! { <option value={speed.label()} selected={speed == chosen}>{ speed.label() }</option> }
    };
    html! {
        <select class="speed" aria-label={say::SPEED.get(lang)} {onchange}>
            { for Speed::ALL.into_iter().map(option) }
        </select>
    }
}
