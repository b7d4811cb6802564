//! The controls under the score: step, play, speed and the slider over the moves.

use yew::prelude::*;

use super::TimelineState;
use super::action::{Action, CursorAction, PlaybackAction};
use super::fields::{action_button, on_value};
use super::pace::Speed;
use super::words as say;
use crate::ui::element::{Element, On, element, renewed};
use base::text::{Lang, Text};

/// The controls of a timeline; `position` says in words where the slider stands.
pub fn controls(
    lang: Lang,
    timeline: &TimelineState,
    position: String,
    on_action: &Callback<Action>,
) -> Element {
    let (cursor, moves) = (timeline.cursor(), timeline.moves());
    let start = (cursor == 0).then_some(say::AT_START);
    let end = (cursor == moves).then_some(match timeline.lesson() {
        Some(_) => say::AT_END,
        None => say::NOTHING_MADE,
    });
    let seek = on_value(on_action, |value| {
        CursorAction::Seek(value.parse().unwrap_or_default())
    });
    let play = match timeline.playing {
        true => say::PAUSE,
        false if cursor == moves && moves > 0 => say::REPLAY,
        false => say::PLAY,
    };
    let empty = (moves == 0).then_some(say::NOTHING_TO_PLAY);
    let button = |text: Text, key: &'static str, action: Action, why_not: Option<Text>| {
        button(lang, text, key, on_action, action, why_not)
    };
    let slider = element("input")
        .class("slider")
        .attr("type", "range")
        .attr("min", "0")
        .attr_of("max", moves.to_string())
        .value(cursor.to_string())
        .on(On::Input, &seek)
        .on(
            On::PointerDown,
            &on_action.reform(|_: web_sys::Event| CursorAction::Press.into()),
        )
        .on(
            On::PointerCancel,
            &on_action.reform(|_: web_sys::Event| CursorAction::Cancel.into()),
        )
        .attr("aria-label", say::MOVES.get(lang))
        .attr_of("aria-valuetext", position);
    let count = [&cursor.to_string(), " / ", &moves.to_string()].concat();
    element("div")
        .class("controls")
        .attr("part", "controls")
        .flag("data-untouched", timeline.is_untouched() && end.is_none())
        .child(button(
            say::START_OVER,
            "",
            CursorAction::Seek(0).into(),
            start,
        ))
        .child(button(say::BACK, "←", CursorAction::Back.into(), start))
        .child(button(say::STEP, "→", CursorAction::Step.into(), end))
        .child(button(play, "␣", PlaybackAction::Toggle.into(), empty))
        .child(slider)
        .child(
            element("span")
                .class("count")
                .attr("aria-hidden", "true")
                .list(vec![renewed(&count)]),
        )
        .child(choice_of_speed(lang, timeline.speed, on_action))
}

/// A button that says why when it can't be used. It stays focusable then, so that a reader who steps by keyboard does
/// not lose their place at the last move.
fn button(
    lang: Lang,
    text: Text,
    key: &'static str,
    on_action: &Callback<Action>,
    action: Action,
    why_not: Option<Text>,
) -> Element {
    let is_primary = action == CursorAction::Step.into();
    let kbd = element("kbd").attr("aria-hidden", "true").text(key);
    action_button("", on_action, action)
        .list(vec![renewed(text.get(lang))])
        .flag("data-primary", is_primary)
        .attr_if("aria-disabled", why_not.map(|_| "true"))
        .attr_if("title", why_not.map(|why| why.get(lang)))
        .when((!key.is_empty()).then_some(kbd))
}

fn choice_of_speed(lang: Lang, chosen: Speed, on_action: &Callback<Action>) -> Element {
    let on_change = on_value(on_action, |value| {
        let mut all = Speed::ALL.into_iter();
        let wanted = all.find(|speed| value == speed.label());
        PlaybackAction::Speed(wanted.unwrap_or_default())
    });
    let option = |speed: Speed| {
        element("option")
            .attr("value", speed.label())
            .flag("selected", speed == chosen)
            .text(speed.label())
            .into()
    };
    element("select")
        .class("speed")
        .attr("aria-label", say::SPEED.get(lang))
        .on(On::Change, &on_change)
        .list(Speed::ALL.into_iter().map(option).collect())
}
