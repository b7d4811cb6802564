//! A timeline in an island: what its attributes begin with, and what a script hears of it.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsValue;

use super::options::Options;
use super::tell::Teller;
use crate::sim::Broken;
use crate::tell;
use crate::text::Lang;
use crate::ui::shared::Shared;
use crate::ui::timeline::{TimelineState, Wish};

/// How many clients a free play may have.
const CLIENTS_MAX: usize = 5;

/// A timeline by its element's attributes; `text` is the schedule where no attribute has one.
pub fn timeline(
    options: &Options,
    text: Option<String>,
    lang: Rc<Cell<Lang>>,
    teller: Teller,
) -> Shared<TimelineState> {
    let clients = options.clients.map(|clients| clients.clamp(1, CLIENTS_MAX));
    let mut state = TimelineState::new(
        &options.lessons,
        options.lesson.as_deref(),
        options.has_free_play,
        clients,
    );
    let schedule = options.schedule.clone().or(text);
    if let Some(schedule) = schedule.filter(|text| !text.trim_ascii().is_empty()) {
        state.fulfil(Wish::Open(schedule));
    }
    if teller.is_heard() {
        state.listen(Rc::new(move |state: &TimelineState, is_forward: bool| {
            tell(state, is_forward, lang.get(), &teller);
        }));
    }
    Shared::new(state)
}

/// Tells of the move at the cursor, and of what it broke if it was just made.
fn tell(state: &TimelineState, is_forward: bool, lang: Lang, teller: &Teller) {
    let (position, length): (JsValue, JsValue) = (
        (state.cursor() as f64).into(),
        (state.moves() as f64).into(),
    );
    let sentence: String = state
        .sentence(lang)
        .into_iter()
        .map(|segment| segment.text)
        .collect();
    teller.tell("lock-step", &[position.clone(), length, sentence.into()]);
    let made = state.cursor().checked_sub(1).filter(|_| is_forward);
    let Some(outcome) = made.and_then(|index| state.run().outcome(index)) else {
        return;
    };
    for broken in &outcome.broken {
        let sentence = tell::broken(lang, broken, outcome.now_ms.after);
        teller.tell(
            "lock-broken",
            &[position.clone(), name_of(broken).into(), sentence.into()],
        );
    }
}

/// What a script calls a property.
fn name_of(broken: &Broken) -> &'static str {
    match broken {
        Broken::TwoBelievers(_) => "two-believers",
        Broken::TwoLeases(_) => "two-leases",
        Broken::RemovedLock { .. } => "removed-lock",
        Broken::LostUpdate { .. } => "lost-update",
        Broken::NobodyGetsIn { .. } => "nobody-gets-in",
    }
}
