//! The line that is not in the log yet: one whose quote is open, or one that is being run, once that takes long enough
//! to be worth a word, with how far it has come and a way to stop it.

use web_sys::MouseEvent;
use yew::prelude::*;

use super::log::line;
use super::state::PromptState;
use super::words as say;
use crate::ui::element::{button, element};
use base::text::Lang;
use cli::{Activity, Entry, Session};

/// Nothing as long as nothing takes long.
pub fn running(lang: Lang, state: &PromptState, on_stop: &Callback<MouseEvent>) -> Html {
    if let Some(entry) = state.session().and_then(|session| session.gathered()) {
        return line(&entry).class("entry").into();
    }
    let pending = state.pending();
    let told = match (&pending, state.activity()) {
        (Some(_), _) => String::new(),
        (None, Activity::Waiting) => say::WAITING.get(lang).to_owned(),
        (None, Activity::Blocked { since_ms, until_ms }) => {
            let now_ms = state.now_ms();
            let waited_s = (now_ms - since_ms).max(0) as u64 / 1000;
            let told = match until_ms {
                None => say::blocked(waited_s),
                Some(until_ms) => {
                    say::blocked_until(waited_s, (until_ms - now_ms + 999).max(0) as u64 / 1000)
                }
            };
            told.get(lang)
        }
        (None, Activity::Lacking(_)) => say::LOADING.get(lang).to_owned(),
        (None, _) => return Html::default(),
    };
    // The line is empty after Enter: what was entered there is not in the log yet either.
    let waiting = match state.session().map_or(0, Session::queued) {
        0 => String::new(),
        lines => say::waiting_lines(lines as u64, say::grouped(lines)).get(lang),
    };
    let progress = pending.map(|pending| {
        element("progress")
            .attr("aria-label", say::RUNNING.get(lang))
            .number("value", pending.done as i64)
            .number("max", pending.total.max(1) as i64)
    });
    let unfinished = state.session().and_then(|session| session.unfinished());
    let reply = |entry: &Entry| element("div").class("reply").text(&entry.output);
    let mut running = element("div").class("running").when(progress);
    for text in [told, waiting] {
        if !text.is_empty() {
            running = running.child(element("span").text(&text));
        }
    }
    element("div")
        .class("entry")
        .when(unfinished.map(line))
        .when(unfinished.map(reply))
        .child(running.child(button(say::STOP.get(lang), on_stop)))
        .into()
}
