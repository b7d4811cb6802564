//! A timeline in an island: its start by the element's attributes, and the events for a script.

use std::cell::Cell;
use std::rc::Rc;

use yew::{Html, html};

use super::options::Options;
use super::tell::Teller;
use super::timeline::{Maker, TimelineBox};
use crate::ui::extent::Extent;
use crate::ui::shared::Shared;
use crate::ui::styles::{self, shortened};
use crate::ui::timeline::{Action, CursorAction, StartAction, Timeline, TimelineState};
use base::part::Part;
use base::text::Lang;
use lesson::{self, Lesson, link};

/// How many clients a free play may have.
const CLIENTS_MAX: usize = 5;

const STYLES: &str = concat!(
    include_str!("../../static/timeline.css"),
    include_str!("../../static/ladder.css"),
    include_str!("../../static/play.css"),
);
const SHORTENED: ([u8; STYLES.len()], usize) = shortened(STYLES.as_bytes());
static STYLES_SHORT: &str = styles::text(&SHORTENED, STYLES);

/// How many it has if nothing says so.
const USUAL_CLIENTS: usize = 3;

/// A program as it stands in an element: without the empty lines around it, and without the indent that all of its lines
/// have.
fn program_text(text: &str) -> String {
    let is_empty = |line: &&str| line.trim_start().is_empty();
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let lines = || text.lines().skip_while(is_empty);
    let common = lines().filter(|line| !is_empty(line)).map(indent).min();
    let mut out = String::new();
    for line in lines() {
        out.push_str(line.get(common.unwrap_or(0)..).unwrap_or_default());
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// The functions that make timelines.
pub fn maker() -> &'static Maker {
    &Maker { make, lacks }
}

struct Playing {
    state: Shared<TimelineState>,
    /// How often a script has changed what is shown.
    changed: Cell<u32>,
}

/// The part of the wasm that a timeline's beginning needs and that has not come.
pub fn lacks(options: &Options, text: Option<String>) -> Option<Part> {
    let schedule = schedule(options, text);
    let offered = options.lesson.iter().chain(&options.lessons);
    let shown = offered.into_iter().find_map(|id| lesson::find(id));
    let of_lesson = || shown.and_then(Lesson::lacks);
    let of_schedule = schedule.as_deref().and_then(link::lacks);
    of_schedule.or_else(of_lesson)
}

fn clients(options: &Options) -> Option<usize> {
    let clients = options.clients?;
    Some(clients.clamp(1, CLIENTS_MAX))
}

/// What an author has played, in the notation of a link's fragment.
fn schedule(options: &Options, text: Option<String>) -> Option<String> {
    let is_empty = |text: &str| text.trim_ascii().is_empty();
    let text = text.filter(|text| !is_empty(text));
    // A link, which names its version, is a run of its own: somebody has followed it before the timeline came.
    let is_link = |played: &str| played.starts_with('v');
    let followed = options.schedule.as_deref().is_some_and(is_link);
    let schedule = match (options.has_program && !followed, text) {
        // What the author has played stands behind it.
        (true, Some(program)) => {
            let number = clients(options).unwrap_or(USUAL_CLIENTS) as u8;
            let played = options.schedule.as_deref().unwrap_or_default();
            let program = program_text(&program);
            Some([&link::of_program(&program, number), ";", played].concat())
        }
        (_, text) => options.schedule.clone().or(text),
    };
    schedule.filter(|text| !is_empty(text))
}

fn make(
    options: &Options,
    text: Option<String>,
    lang: Rc<Cell<Lang>>,
    teller: Teller,
) -> Rc<dyn TimelineBox> {
    let mut state = TimelineState::new(
        &options.lessons,
        options.lesson.as_deref(),
        options.has_free_play,
        clients(options),
    );
    if let Some(schedule) = schedule(options, text) {
        state.act(StartAction::Open(schedule).into());
    }
    if let Some(shown) = options.search {
        state.open_search(shown);
    }
    if teller.is_heard() {
        state.listen(Rc::new(move |state: &TimelineState, is_forward: bool| {
            tell(state, is_forward, lang.get(), &teller);
        }));
    }
    Rc::new(Playing {
        state: Shared::new(state),
        changed: Cell::new(0),
    })
}

impl Playing {
    fn act(&self, action: impl Into<Action>) {
        self.state.act(action.into());
        self.changed.set(self.changed.get().wrapping_add(1));
    }
}

impl TimelineBox for Playing {
    fn view(&self, key: u32, lang: Lang, extent: Extent, is_readonly: bool) -> Html {
        html! {
            <Timeline {key} {lang} {extent} {is_readonly} state={self.state.clone()} changed={self.changed.get()} />
        }
    }

    fn style(&self) -> &'static str {
        STYLES_SHORT
    }

    fn open(&self, schedule: String) {
        self.act(StartAction::Open(schedule));
    }

    fn step(&self) {
        self.act(CursorAction::Step);
    }

    fn back(&self) {
        self.act(CursorAction::Back);
    }

    fn seek(&self, position: usize) {
        self.act(CursorAction::Seek(position));
    }

    fn position(&self) -> usize {
        self.state.borrow().cursor()
    }

    fn length(&self) -> usize {
        self.state.borrow().moves()
    }

    fn schedule(&self) -> String {
        link::encode(self.state.borrow().play())
    }
}

/// Tells of the move at the cursor, and of what it broke if it was just made.
fn tell(state: &TimelineState, is_forward: bool, lang: Lang, teller: &Teller) {
    let position = || ("position", (state.cursor() as f64).into());
    let sentence = state.sentence(lang).into_iter();
    let sentence: String = sentence.map(|segment| segment.text).collect();
    let length = (state.moves() as f64).into();
    teller.tell(
        "lock-step",
        &[position(), ("length", length), ("text", sentence.into())],
    );
    let made = state.cursor().checked_sub(1).filter(|_| is_forward);
    let Some(outcome) = made.and_then(|index| state.run().outcome(index)) else {
        return;
    };
    for broken in &outcome.broken {
        let sentence = tell::broken(lang, broken, outcome.now_ms.after);
        let property = ("property", broken.property.name().into());
        teller.tell(
            "lock-broken",
            &[position(), property, ("text", sentence.into())],
        );
    }
}
