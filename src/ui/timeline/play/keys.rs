//! What a key means while the score itself has the focus, and the list of them.

use web_sys::KeyboardEvent;

use super::super::TimelineState;
use super::super::action::{
    Action, CursorAction, EditAction, LessonAction, Panel, PanelAction, PlaybackAction,
};
use super::words as say;
use crate::ui::element::{Element, element};
use base::text::{Lang, Text};
use sim::{ClientId, Move};

/// What a key asks for. Keys with Control, Alt or the system's key are the browser's; AltGr only makes a character.
pub fn action_of_key(event: &KeyboardEvent, timeline: &TimelineState) -> Option<Action> {
    let types = event.get_modifier_state("AltGraph");
    let is_command = event.ctrl_key() != event.meta_key() && !event.alt_key();
    if is_command && !event.shift_key() && event.key().eq_ignore_ascii_case("z") {
        return timeline.bench.is_playing.then_some(EditAction::Undo.into());
    }
    if event.meta_key() || (!types && (event.ctrl_key() || event.alt_key())) {
        return None;
    }
    // By the key's place: on some layouts a digit takes Shift.
    let code = event.code();
    let digit = code
        .strip_prefix("Digit")
        .or_else(|| code.strip_prefix("Numpad"))
        .and_then(|digit| digit.parse::<u8>().ok())
        .filter(|digit| (1..=5).contains(digit));
    if let Some(client) = digit.map(ClientId) {
        let mv = match event.shift_key() {
            true => Move::Crash(client),
            false => Move::Step(client),
        };
        return Some(EditAction::Make(mv).into());
    }
    let key = event.key();
    let action: Action = match key.as_str() {
        "?" => PanelAction::Toggle(Panel::Keys).into(),
        "[" => LessonAction::Neighbour(false).into(),
        "]" => LessonAction::Neighbour(true).into(),
        _ if event.shift_key() => return None,
        "ArrowRight" => CursorAction::Step.into(),
        "ArrowLeft" => CursorAction::Back.into(),
        "Home" => CursorAction::Seek(0).into(),
        "End" => CursorAction::Seek(usize::MAX).into(),
        " " | "p" => PlaybackAction::Toggle.into(),
        "t" => EditAction::Make(Move::Tick(1000)).into(),
        "Escape" if timeline.bench.panel == Some(Panel::Keys) => {
            PanelAction::Toggle(Panel::Keys).into()
        }
        _ => return None,
    };
    Some(action)
}

/// The keys and what they do.
const KEYS: [(&str, Text); 11] = [
    ("→ ←", say::KEY_STEP),
    ("↑ ↓", say::KEY_PARTS),
    ("Home End", say::KEY_ENDS),
    ("Space p", say::KEY_PLAY),
    ("1–5", say::KEY_CLIENT),
    ("Shift 1–5", say::KEY_CRASH),
    ("t", say::KEY_TICK),
    ("Ctrl+Z", say::KEY_UNDO),
    ("[ ]", say::KEY_LESSON),
    ("?", say::KEY_HELP),
    ("Tab", say::KEY_TAB),
];

/// The list of keys.
pub fn list(lang: Lang) -> Element {
    let row = |(keys, about): (&'static str, Text)| {
        let mut row = element("div").class("row");
        for key in keys.split(' ') {
            row = row.child(element("kbd").text(key));
        }
        row.child(element("span").text(about.get(lang))).into()
    };
    element("div")
        .class("keylist")
        .child(element("p").class("about").text(say::KEYS_WHERE.get(lang)))
        .list(KEYS.into_iter().map(row).collect())
}
