//! The controls under the score: step, play, speed and the slider over the moves. And every wish that a reader can have
//! of a timeline.

use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

use super::TimelineState;
use super::play::{Panel, Setting, on_value, wishing};
use super::player::Speed;
use super::words as say;
use crate::sim::Move;
use crate::text::{Lang, Phrase, Text};
use crate::ui::element::{Element, element};

/// What the reader wants of the timeline.
#[derive(Clone, PartialEq)]
pub enum Wish {
    /// One move on.
    Step,
    /// One move back.
    Back,
    /// The last move taken back, where the reader made it.
    Undo,
    /// Straight to this many moves.
    Seek(usize),
    /// Play, or stop playing.
    TogglePlay,
    /// Stop playing, if it plays.
    Pause,
    /// Play at this speed.
    Speed(Speed),
    /// Another lesson, by its place among those on offer; the place after the last one is the reader's own play.
    Lesson(usize),
    /// The next one, or the one before.
    Neighbour(bool),
    /// A drawing for a frame of this width, in CSS pixels.
    Resize(i32),
    /// Another part of the score: its frame was scrolled.
    Scrolled,
    /// Another move to look at closely, from 0, or none.
    Inspect(Option<usize>),
    /// The table's rows from this move on, from 0.
    Rows(usize),
    /// The table opened or closed.
    Table(bool),
    /// What the drawing shows explained, or no longer.
    Legend,
    /// A finger on the slider: it may turn out to scroll the page.
    Touch,
    /// Back to where the slider stood before that.
    Untouch,
    /// For paper, or no longer.
    Print(bool),
    /// A panel opened, or closed if it is open.
    Show(Panel),
    /// A move at the cursor.
    Make(Move),
    /// To hear why something is not possible.
    Refuse(Phrase),
    /// The parts of a step on show or not.
    Parts(bool),
    /// The clocks on show or not.
    Clocks(bool),
    /// To a branch.
    GoTo(usize),
    /// To name a branch; or not to.
    Rename(Option<usize>),
    /// A branch's name.
    Name(usize, String),
    /// A branch gone.
    Remove(usize),
    /// Another setting, as it was typed: a new run.
    Set(Setting, String),
    /// Back to what was played before that.
    Restore,
    /// What a link says.
    Open(String),
    /// The prompt at the cursor opened, or closed if it is open.
    Lane,
    /// What was typed at it, of one line or more.
    Type(String),
    /// That the link was copied, or could not be.
    Copied(bool),
    /// Two algorithms side by side, by the place among the comparisons.
    Compare(usize),
    /// The same moves under another algorithm, by its id, beside this one.
    Against(String),
    /// No longer side by side.
    EndComparison,
    /// That the browser could not make the file.
    Unsaved,
    /// A challenge, by its place; or none.
    Goal(Option<usize>),
    /// One more hint.
    Hint,
}

impl Wish {
    /// Whether nothing is played by it but what the schedule has.
    pub fn only_looks(&self) -> bool {
        matches!(
            self,
            Wish::Step
                | Wish::Back
                | Wish::Seek(_)
                | Wish::TogglePlay
                | Wish::Pause
                | Wish::Speed(_)
                | Wish::Lesson(_)
                | Wish::Neighbour(_)
                | Wish::Resize(_)
                | Wish::Scrolled
                | Wish::Inspect(_)
                | Wish::Rows(_)
                | Wish::Table(_)
                | Wish::Legend
                | Wish::Touch
                | Wish::Untouch
                | Wish::Print(_)
        )
    }
}

/// The controls of a timeline; `position` says in words where the slider stands.
pub fn controls(
    lang: Lang,
    timeline: &TimelineState,
    position: String,
    on_wish: &Callback<Wish>,
) -> Element {
    let (cursor, moves) = (timeline.cursor(), timeline.moves());
    let start = (cursor == 0).then_some(say::AT_START);
    let end = (cursor == moves).then_some(match timeline.lesson() {
        Some(_) => say::AT_END,
        None => say::NOTHING_MADE,
    });
    let seek = on_value(on_wish, |value| {
        Wish::Seek(value.parse().unwrap_or_default())
    });
    let play = match timeline.playing {
        true => say::PAUSE,
        false if cursor == moves && moves > 0 => say::REPLAY,
        false => say::PLAY,
    };
    let empty = (moves == 0).then_some(say::NOTHING_TO_PLAY);
    let button = |text: Text, key: &'static str, wish: Wish, why_not: Option<Text>| {
        button(lang, text, key, on_wish, wish, why_not)
    };
    let slider = element("input")
        .class("slider")
        .attr("type", "range")
        .attr("min", "0")
        .attr_of("max", moves.to_string())
        .value(cursor.to_string())
        .on(ListenerKind::oninput, &seek)
        .on(
            ListenerKind::onpointerdown,
            &on_wish.reform(|_: web_sys::Event| Wish::Touch),
        )
        .on(
            ListenerKind::onpointercancel,
            &on_wish.reform(|_: web_sys::Event| Wish::Untouch),
        )
        .attr("aria-label", say::MOVES.get(lang))
        .attr_of("aria-valuetext", position);
    let count = [&cursor.to_string(), " / ", &moves.to_string()].concat();
    element("div")
        .class("controls")
        .attr("part", "controls")
        .flag("data-untouched", timeline.is_untouched() && end.is_none())
        .child(button(say::START_OVER, "", Wish::Seek(0), start))
        .child(button(say::BACK, "←", Wish::Back, start))
        .child(button(say::STEP, "→", Wish::Step, end))
        .child(button(play, "␣", Wish::TogglePlay, empty))
        .child(slider)
        .child(
            element("span")
                .class("count")
                .attr("aria-hidden", "true")
                .text(&count),
        )
        .child(choice_of_speed(lang, timeline.speed, on_wish))
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
) -> Element {
    let is_primary = wish == Wish::Step;
    let kbd = element("kbd").attr("aria-hidden", "true").text(key);
    wishing(text.get(lang), on_wish, wish)
        .flag("data-primary", is_primary)
        .attr_if("aria-disabled", why_not.map(|_| "true"))
        .attr_if("title", why_not.map(|why| why.get(lang)))
        .when((!key.is_empty()).then_some(kbd))
}

fn choice_of_speed(lang: Lang, chosen: Speed, on_wish: &Callback<Wish>) -> Element {
    let on_change = on_value(on_wish, |value| {
        let mut all = Speed::ALL.into_iter();
        let wanted = all.find(|speed| value == speed.label());
        Wish::Speed(wanted.unwrap_or_default())
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
        .on(ListenerKind::onchange, &on_change)
        .list(Speed::ALL.into_iter().map(option).collect())
}
