//! The handlers of the editor: to type, to have it completed, to begin from a known program, to run it.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlSelectElement, KeyboardEvent};
use yew::prelude::*;

use super::super::completing::{Choice, Offer};
use super::area::EditorParts;
use crate::ui::parts;
use crate::ui::timeline::action::{Action, PanelAction, PlaybackAction, Setting, StartAction};
use base::part::Part;
use lock::{Algorithm, Diagnostic, Program};

/// The facts about a text that is being written.
#[derive(PartialEq)]
pub struct DraftFacts {
    pub wrong: Option<Diagnostic>,
    /// Whether it is another than the one that runs.
    pub is_changed: bool,
    /// Its number of lines.
    pub lines: u32,
}

impl DraftFacts {
    pub fn of(text: &str, source: &str) -> DraftFacts {
        DraftFacts {
            wrong: Program::parse(text).err(),
            is_changed: text != source,
            lines: u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX),
        }
    }
}

/// The state and the elements that the handlers of one editor work on.
#[derive(Clone)]
pub struct Editing {
    pub parts: Rc<EditorParts>,
    /// The facts about the text.
    pub facts: UseStateHandle<DraftFacts>,
    /// What can follow at the caret, while that is on show.
    pub offer: UseStateHandle<Option<Offer>>,
    /// Whether it was asked for in vain.
    pub is_vain: UseStateHandle<bool>,
    /// The program that runs.
    pub source: String,
    pub on_action: Callback<Action>,
}

impl Editing {
    /// A handler that is given these.
    pub fn on<E: 'static>(&self, work: fn(&Editing, E)) -> Callback<E> {
        let own = self.clone();
        Callback::from(move |event| work(&own, event))
    }

    /// The text is another one.
    pub fn show(&self, written: &str) {
        if self.parts.text() != written {
            self.parts.set(written);
        }
        self.judge(written);
    }

    fn judge(&self, text: &str) {
        let draft = DraftFacts::of(text, &self.source);
        self.parts.paint(draft.wrong.as_ref());
        self.facts.set(draft);
    }

    /// Something was typed.
    pub fn look(&self, _: Event) {
        let text = self.parts.text();
        self.judge(&text);
        self.on_action.emit(PanelAction::Draft(text).into());
        self.is_vain.set(false);
        if self.offer.is_some() {
            self.offer.set(self.parts.offer());
        }
    }

    fn ask(&self) {
        let found = self.parts.offer();
        self.is_vain.set(found.is_none());
        match found {
            Some(only) if only.is_single() => self.parts.take(&only, None),
            found => self.offer.set(found),
        }
    }

    /// One of the list was chosen.
    pub fn take(&self, place: usize) {
        if let Some(one) = &*self.offer {
            self.parts.take(one, Some(place));
        }
        self.offer.set(None);
    }

    /// The program is to run.
    pub fn run(&self, _: Event) {
        let text = self.parts.text();
        self.on_action
            .emit(StartAction::Set(Setting::Program, text).into());
    }

    /// A key was pressed in the text.
    pub fn key(&self, event: KeyboardEvent) {
        if event.is_composing() {
            return;
        }
        let asks =
            event.ctrl_key() && event.key() == " " || event.alt_key() && event.key() == "ArrowDown";
        if asks {
            self.ask();
            return event.prevent_default();
        }
        if self.chooses(&event) {
            return event.prevent_default();
        }
        if event.key() != "Enter" {
            return;
        }
        if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            self.run(event.into());
        } else if !event.shift_key() && !event.alt_key() && self.parts.break_line() {
            event.prevent_default();
        }
    }

    /// Whether a key was meant for the open list.
    fn chooses(&self, event: &KeyboardEvent) -> bool {
        let has_modifier =
            event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key();
        let Some(open) = self.offer.as_ref().filter(|_| !has_modifier) else {
            return false;
        };
        let choice = open.key(&event.key());
        let is_done = !matches!(choice, Choice::Left | Choice::None);
        match choice {
            Choice::Moved(other) => self.offer.set(Some(other)),
            Choice::Taken => {
                self.parts.take(open, None);
                self.offer.set(None);
            }
            Choice::Closed | Choice::Left => self.offer.set(None),
            Choice::None => {}
        }
        is_done
    }

    /// The caret has left, or was put elsewhere.
    pub fn close(&self, _: Event) {
        if self.offer.is_some() {
            self.offer.set(None);
        }
    }

    /// A run that plays above would move what is being written. The options of commands stand in the texts about them.
    pub fn focus(&self, _: Event) {
        self.on_action.emit(PlaybackAction::Pause.into());
        if !Part::Help.is_here() {
            parts::request(Part::Help, |_| {});
        }
    }

    /// A known program was chosen to begin with. The list is folded, so that its reader sees what has been written.
    pub fn start(&self, algorithm: Algorithm) {
        let whole = self.parts.whole.cast::<web_sys::Element>();
        let list = whole.and_then(|whole| whole.query_selector(".starts").ok().flatten());
        if let Some(list) = list {
            let _ = list.remove_attribute("open");
        }
        self.parts.replace_all(algorithm.source());
    }

    /// A statement was chosen from the list, which goes back to its first line.
    pub fn insert(&self, event: Event) {
        let target = event.target();
        let select = target.and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
        if let Some(select) = select.filter(|select| !select.value().is_empty()) {
            let statement = select.value();
            select.set_value("");
            self.parts.add_statement(&statement);
        }
    }

    /// *Complete* was pressed.
    pub fn complete(&self, _: Event) {
        if let Some(area) = self.parts.area() {
            let _ = area.focus();
        }
        self.ask();
    }
}
