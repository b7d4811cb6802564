//! Playing: a step each time that the sentence on show could be read, for as long as the timeline is in view.

use gloo_timers::callback::Interval;
use yew::prelude::*;

use super::action::{Action, CursorAction};

/// Asks for a step `wait_ms` after each move while `playing`. The interval lives as long as the effect does.
#[hook]
pub fn use_player(playing: bool, wait_ms: u32, cursor: usize, on_action: Callback<Action>) {
    let deps = (playing, wait_ms, cursor, on_action);
    use_effect_with(deps, |(playing, wait_ms, _, on_action)| {
        let on_action = on_action.clone();
        let interval = playing
            .then(|| Interval::new(*wait_ms, move || on_action.emit(CursorAction::Step.into())));
        move || drop(interval)
    });
}
