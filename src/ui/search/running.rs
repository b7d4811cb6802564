//! A search under way: a slice of it in each task of the browser.

use yew::Callback;

use crate::check::{Progress, Question, Search};
use crate::ui::clock::now_ms;
use crate::ui::task::{self, Later};

/// Bytes for the states of a search in a page, which shares its tab with others.
pub const BYTES_MAX: usize = 128 << 20;
/// States between two looks at the clock: at the first ones each transition is new, and takes a hundred times as long.
const FIRST: usize = 4;
const LATER: usize = 256;
/// From so many states on, most transitions are known.
const KNOWN: usize = 4_000;
/// Milliseconds between two announcements.
const SPEAK_MS: i64 = 5_000;
/// Milliseconds between two drawings of how far it is.
const DRAW_MS: i64 = 150;

/// A search, and since when it runs.
pub struct Running {
    search: Search,
    begun_ms: i64,
    spoken_ms: i64,
    drawn_ms: i64,
    reached: (usize, usize),
    on_slice: Callback<()>,
    next: Option<Later>,
}

impl Running {
    /// Begins with a task of its own; `on_slice` is called in each.
    pub fn new(question: Question, on_slice: Callback<()>) -> Running {
        let now_ms = now_ms();
        let mut running = Running {
            search: Search::new(question),
            begun_ms: now_ms,
            spoken_ms: now_ms,
            drawn_ms: now_ms,
            reached: (0, 0),
            on_slice,
            next: None,
        };
        running.go_on();
        running
    }

    fn go_on(&mut self) {
        let on_slice = self.on_slice.clone();
        self.next = Some(task::later(move || on_slice.emit(())));
    }

    /// Works until the slice of this task is over.
    pub fn slice(&mut self) -> Progress {
        let mut progress = Progress::Working {
            states: self.reached.0,
            depth: self.reached.1,
        };
        while let Some(end_ms) = task::end_ms(now_ms())
            && now_ms() < end_ms
        {
            let budget = if self.reached.0 < KNOWN { FIRST } else { LATER };
            progress = self.search.advance(budget);
            match progress {
                Progress::Working { states, depth } => self.reached = (states, depth),
                Progress::Done(_) => return progress,
            }
        }
        self.go_on();
        progress
    }

    /// States and moves so far.
    pub fn reached(&self) -> (usize, usize) {
        self.reached
    }

    /// States a second, once that means something.
    pub fn states_a_second(&self) -> Option<usize> {
        let taken_ms = usize::try_from(now_ms() - self.begun_ms).ok()?;
        let is_long = taken_ms >= 200;
        is_long.then(|| self.reached.0.saturating_mul(1000) / taken_ms)
    }

    /// Whether what is shown is old enough to be drawn anew. Says so once.
    pub fn is_time_to_draw(&mut self) -> bool {
        let is_time = now_ms() - self.drawn_ms >= DRAW_MS;
        if is_time {
            self.drawn_ms = now_ms();
        }
        is_time
    }

    /// Whether it was silent for long enough. Says so once.
    pub fn is_time_to_speak(&mut self) -> bool {
        let is_time = now_ms() - self.spoken_ms >= SPEAK_MS;
        if is_time {
            self.spoken_ms = now_ms();
        }
        is_time
    }
}
