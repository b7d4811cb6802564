//! A search under way: in a worker, or a slice of it in each task of the browser.

use std::cell::RefCell;
use std::rc::Rc;

use yew::Callback;

use super::text;

use crate::ui::clock::now_ms;
use crate::ui::task::{self, Later};
use crate::ui::worker::{Job, News};
use base::text::Lang;
use check::{Growth, Progress, Question, Search, Verdict};
use tell::verdict as tell;

/// Bytes for the states of a search in a page, which shares its tab with others.
pub const BYTES_MAX: usize = 128 << 20;
/// States between two looks at the clock of a worker; what the engine makes counts as many of them.
const STATES_MAX: usize = 256;
/// The same on the page's own thread, at most.
const SLICE_STATES_MAX: usize = 128;
/// Milliseconds between two announcements.
pub const SPEAK_MS: i64 = 5_000;
/// Milliseconds after which it is told what makes a search large.
const LARGE_MS: i64 = 10_000;
/// Milliseconds between two drawings of how far it is.
const DRAW_MS: i64 = 150;

/// A search, and since when it runs.
pub struct Running {
    question: Question,
    work: Work,
    begun_ms: i64,
    spoken_ms: i64,
    drawn_ms: i64,
    reached: (usize, usize),
    growth: Vec<Growth>,
    on_slice: Callback<()>,
}

/// Where the work is done.
enum Work {
    /// In a worker.
    Elsewhere(
        #[expect(dead_code, reason = "ends with it")] Job,
        Rc<RefCell<Option<News>>>,
    ),
    /// Here: a slice in each task.
    Here(Slices, Later),
}

/// A search, and how many states it leaves between two looks at the clock.
struct Slices {
    search: Search,
    states: usize,
}

impl Work {
    fn begin(question: &Question, on_slice: &Callback<()>) -> Work {
        let news = Rc::new(RefCell::new(None));
        let (told, on_news) = (Rc::clone(&news), on_slice.clone());
        let job = Job::begin(&text::of_question(question), move |one| {
            told.replace(Some(one));
            on_news.emit(());
        });
        match job {
            Some(job) => Work::Elsewhere(job, news),
            None => Work::here(question, on_slice),
        }
    }

    fn here(question: &Question, on_slice: &Callback<()>) -> Work {
        let slices = Slices {
            search: Search::new(question.clone()),
            states: 1,
        };
        Work::Here(slices, later(on_slice))
    }
}

fn later(on_slice: &Callback<()>) -> Later {
    let on_slice = on_slice.clone();
    task::later(move || on_slice.emit(()))
}

impl Running {
    /// Begins in a worker, or where there is none with a task of its own; `on_slice` is called when there is news, or in
    /// each task.
    pub fn new(question: Question, on_slice: Callback<()>) -> Running {
        let now_ms = now_ms();
        Running {
            work: Work::begin(&question, &on_slice),
            question,
            begun_ms: now_ms,
            spoken_ms: now_ms,
            drawn_ms: now_ms,
            reached: (0, 0),
            growth: Vec::new(),
            on_slice,
        }
    }

    /// Works until the slice of this task is over, or hears what the worker has told.
    pub fn slice(&mut self) -> Progress {
        let verdict = match &mut self.work {
            Work::Elsewhere(_, news) => {
                let verdict = match news.take() {
                    None => return self.progress(),
                    Some(News::Reached(told)) => {
                        if let Some((states, depth, growth)) = text::reached(&told) {
                            self.reached = (states, depth);
                            self.growth = growth;
                        }
                        return self.progress();
                    }
                    Some(News::Answer(answer)) => text::verdict(&answer, &self.question),
                    Some(News::Failed) => None,
                };
                if verdict.is_none() {
                    self.work = Work::here(&self.question, &self.on_slice);
                }
                verdict
            }
            Work::Here(slices, next) => {
                let verdict = slices.work(&mut self.reached);
                if self.growth.is_empty() && now_ms() - self.begun_ms >= LARGE_MS {
                    self.growth = slices.search.growth();
                }
                if verdict.is_none() {
                    *next = later(&self.on_slice);
                }
                verdict
            }
        };
        verdict.map_or_else(|| self.progress(), Progress::Done)
    }

    fn progress(&self) -> Progress {
        let (states, depth) = self.reached;
        Progress::Working { states, depth }
    }

    /// How far it is, and what makes it large once it has taken long.
    pub fn told(&self, lang: Lang) -> String {
        let (states, depth) = self.reached;
        tell::progress(lang, states, depth, self.states_a_second(), &self.growth)
    }

    /// States a second, once that means something.
    pub fn states_a_second(&self) -> Option<usize> {
        let taken_ms = u64::try_from(now_ms() - self.begun_ms).ok()?;
        let is_long = taken_ms >= 200;
        // A search holds millions of states: their number a thousandfold is too long for a `usize` of wasm.
        is_long.then(|| (self.reached.0 as u64 * 1000 / taken_ms) as usize)
    }

    /// Whether it has taken more than a second.
    pub fn is_slow(&self) -> bool {
        now_ms() - self.begun_ms > 1000
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

impl Slices {
    /// Works until the slice of this task is over.
    fn work(&mut self, reached: &mut (usize, usize)) -> Option<Verdict> {
        let mut begun_ms = now_ms();
        while let Some(end_ms) = task::end_ms(begun_ms)
            && begun_ms < end_ms
        {
            match self.search.advance(self.states) {
                Progress::Working { states, depth } => *reached = (states, depth),
                Progress::Done(verdict) => return Some(verdict),
            }
            let taken_ms = usize::try_from(now_ms() - begun_ms).unwrap_or(0);
            self.states = match taken_ms {
                0 => (self.states * 2).min(SLICE_STATES_MAX),
                _ => (self.states / taken_ms.saturating_mul(2)).max(1),
            };
            begun_ms = now_ms();
        }
        None
    }
}

/// Answers a question within this call, in a worker: `tell` is called with how far it is, and with what makes the search
/// large once it has taken long.
pub fn answer(question: &str, tell: &dyn Fn(&str)) -> Option<String> {
    let mut search = Search::new(text::question(question)?);
    let begun_ms = now_ms();
    let (mut told_ms, mut growth) = (begun_ms, Vec::new());
    loop {
        match search.advance(STATES_MAX) {
            Progress::Done(verdict) => return Some(text::of_verdict(&verdict)),
            Progress::Working { states, depth } if now_ms() - told_ms >= DRAW_MS => {
                told_ms = now_ms();
                if growth.is_empty() && told_ms - begun_ms >= LARGE_MS {
                    growth = search.growth();
                }
                tell(&text::of_reached(states, depth, &growth));
            }
            Progress::Working { .. } => {}
        }
    }
}
