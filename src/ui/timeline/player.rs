//! Playing: a step each time that an interval has passed, for as long as the timeline is in view.

use gloo_timers::callback::Interval;
use yew::prelude::*;

use super::controls::Wish;

/// How fast a run is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Half as fast: time to read each sentence twice.
    Half,
    /// Time to read each sentence once.
    #[default]
    Normal,
    /// For those who know the story.
    Double,
}

impl Speed {
    /// From slow to fast.
    pub const ALL: [Speed; 3] = [Speed::Half, Speed::Normal, Speed::Double];

    /// As it stands in the control.
    pub const fn label(self) -> &'static str {
        match self {
            Speed::Half => "½×",
            Speed::Normal => "1×",
            Speed::Double => "2×",
        }
    }

    /// Between two steps, in milliseconds.
    pub const fn interval_ms(self) -> u32 {
        match self {
            Speed::Half => 4800,
            Speed::Normal => 2400,
            Speed::Double => 1200,
        }
    }
}

/// Wishes for a step at the pace of `speed` while `playing`. The interval lives as long as the effect does.
#[hook]
pub fn use_player(playing: bool, speed: Speed, on_wish: Callback<Wish>) {
    use_effect_with((playing, speed, on_wish), |(playing, speed, on_wish)| {
        let on_wish = on_wish.clone();
        let interval =
            playing.then(|| Interval::new(speed.interval_ms(), move || on_wish.emit(Wish::Step)));
        move || drop(interval)
    });
}
