//! The line that is being typed, and its keys. Lists and searches below it are in [`Part::Help`].

use std::cell::RefCell;

use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::editor::{Edge, Editor};
use super::help::{self, Act, Drawn, Opened};
use super::state::PromptState;
use super::words as say;
use crate::ui::element::{self, On, element};
use crate::ui::parts;
use crate::ui::shared::Shared;
use base::part::Part;
use base::text::{Lang, Text};
use cli::{CONTINUATION, is_unfinished, session};

/// The key code of keys that an input method has taken. Safari sends it for the Enter that ends a composition, after
/// the composition's end.
const KEY_CODE_OF_COMPOSITION: u32 = 229;
/// The id of the list of completions, within its shadow root.
const LIST: &str = "completions";

/// What an [`Input`] is given.
#[derive(Properties, PartialEq)]
pub struct InputProps {
    /// The language of its words.
    pub lang: Lang,
    /// What stands before it.
    pub prompt: String,
    /// The elements that it makes.
    pub editor: Editor,
    /// Whose line it is.
    pub state: Shared<PromptState>,
    /// A text to run, of one line or more.
    pub on_line: Callback<String>,
    /// What else the reader asks for by a key.
    pub on_request: Callback<InputRequest>,
}

/// What a key asks of the prompt around the input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum InputRequest {
    /// Empty the log.
    Clear,
    /// Stop what runs, or forget the line.
    Interrupt,
    /// Say something to the reader.
    Say(Text),
}

/// The line that is being typed.
#[component]
pub fn Input(props: &InputProps) -> Html {
    let lang = props.lang;
    let opened = use_state(Opened::default);
    // After Escape, Tab leaves the prompt as it leaves any field.
    let is_leaving = use_mut_ref(|| false);

    let keys = Keys {
        editor: props.editor.clone(),
        state: props.state.clone(),
        opened: opened.clone(),
        on_line: props.on_line.clone(),
        on_request: props.on_request.clone(),
    };
    let on_key = {
        let keys = keys.clone();
        Callback::from(move |event: KeyboardEvent| keys.pressed(&event, &is_leaving))
    };
    let on_input = keys.on(|keys, _| keys.typed());
    let on_paste = keys.on(Keys::pasted);
    let on_focus = keys.on(|keys, _| keys.fetch());
    // The hint stands behind the end of the line alone.
    let on_select = keys.on(|keys, _| keys.paint());

    let is_quoted = props.prompt == CONTINUATION;
    let empty = match is_quoted {
        true => say::OPEN_QUOTE,
        false => say::EMPTY,
    };
    let below = use_node_ref();
    {
        let (below, is_open) = (below.clone(), opened.is_some());
        use_effect(move || {
            if is_open {
                help::show(&below);
            }
        });
    }

    let drawn = match &*opened {
        Some(open) => open.draw(lang, &keys),
        None => Drawn::default(),
    };
    let (label, prompt) = match drawn.labels {
        Some((label, prompt)) => (label, prompt.get(lang)),
        None => (say::INPUT, props.prompt.as_str()),
    };
    let layer = element("div")
        .node(&props.editor.layer)
        .class("layer")
        .attr("aria-hidden", "true");
    let mut area = element("textarea")
        .node(&props.editor.area)
        .attr("aria-label", label.get(lang))
        .attr("placeholder", empty.get(lang))
        .attr("aria-controls", LIST)
        .on(On::KeyDown, &on_key)
        .on(On::Focus, &on_focus)
        .on(On::Input, &on_input)
        .on(On::Paste, &on_paste)
        .on(On::Select, &on_select);
    for (name, value) in AREA {
        area = area.attr(name, value);
    }
    // It scrolls, and so it can be focused; a press on its edge leaves the focus in the line.
    let on_mouse_down = Callback::from(|event: Event| event.prevent_default());
    let mut list = element("div")
        .node(&below)
        .attr("id", LIST)
        .attr("role", "listbox")
        .attr("aria-label", say::COMPLETIONS.get(lang));
    match drawn.options {
        None => list = list.flag("hidden", true),
        Some((options, chosen)) => {
            area = area.attr_of("aria-activedescendant", option_id(chosen));
            list = list
                .class("options")
                .attr("tabindex", "0")
                .on(On::MouseDown, &on_mouse_down)
                .list(options);
        }
    }
    let ps = element("span")
        .class("ps")
        .attr("part", "prompt")
        .attr("aria-hidden", "true")
        .text(prompt);
    let edit = element("div").class("edit").child(layer).child(area);
    let found = element("div")
        .class("found")
        .attr("role", "status")
        .child(drawn.found);
    let line = element("div")
        .class("input")
        .child(ps)
        .child(edit)
        .child(absent_key(lang, &keys, is_quoted, &on_mouse_down));
    element::list(vec![line.into(), found.into(), list.into()])
}

/// A button for the key that touch screens lack: Tab, and Ctrl+C where a quote is open. It leaves the focus in the line, as a key
/// does.
fn absent_key(
    lang: Lang,
    keys: &Keys,
    is_quoted: bool,
    on_mouse_down: &Callback<Event>,
) -> element::Element {
    let on_press = keys.on(move |keys, _| match is_quoted {
        true => keys.on_request.emit(InputRequest::Interrupt),
        false => drop(keys.act(Act::Tab { is_back: false })),
    });
    let key = match is_quoted {
        true => say::INTERRUPT,
        false => say::TAB,
    };
    element::button(key.get(lang), &on_press)
        .class("tab")
        .flag("data-quoted", is_quoted)
        .attr("tabindex", "-1")
        .on(On::MouseDown, on_mouse_down)
}

/// What the text area always has: a line of commands is not prose, and it opens a list.
const AREA: [(&str, &str); 7] = [
    ("rows", "1"),
    ("aria-autocomplete", "list"),
    ("autocapitalize", "off"),
    ("autocomplete", "off"),
    ("autocorrect", "off"),
    ("spellcheck", "false"),
    ("enterkeyhint", "send"),
];

/// The id of an option of the list, within its shadow root.
pub fn option_id(place: usize) -> String {
    ["option", &place.to_string()].concat()
}

/// What the keys work on.
#[derive(Clone)]
pub struct Keys {
    /// The text.
    pub editor: Editor,
    /// Whose line it is.
    pub state: Shared<PromptState>,
    opened: UseStateHandle<Opened>,
    on_line: Callback<String>,
    on_request: Callback<InputRequest>,
}

impl Keys {
    /// Does something at an event.
    fn on(&self, act: impl Fn(&Keys, &Event) + 'static) -> Callback<Event> {
        let keys = self.clone();
        Callback::from(move |event: Event| act(&keys, &event))
    }

    fn pressed(&self, event: &KeyboardEvent, is_leaving: &RefCell<bool>) {
        if event.is_composing() || event.key_code() == KEY_CODE_OF_COMPOSITION {
            return;
        }
        if event.key() == "Tab" && *is_leaving.borrow() {
            return;
        }
        let is_escape = event.key() == "Escape";
        *is_leaving.borrow_mut() = is_escape;
        let is_taken = match is_escape {
            true => self.escape(),
            false => self.take(event),
        };
        // An Escape that closed nothing here is for the page: a dialog around the prompt ends by it.
        if is_taken {
            event.prevent_default();
        }
    }

    fn pasted(&self, event: &Event) {
        let pasted = event
            .dyn_ref::<web_sys::ClipboardEvent>()
            .and_then(web_sys::ClipboardEvent::clipboard_data)
            .and_then(|data| data.get_data("text").ok());
        if pasted.is_some_and(|text| self.paste(&text)) {
            event.prevent_default();
        }
    }

    /// Fetches what help, hints and completion need.
    fn fetch(&self) {
        if !Part::Help.is_here() {
            let keys = self.clone();
            parts::request(Part::Help, move |_| keys.paint());
        }
    }

    /// Does what a key asks for; whether it asked for anything.
    fn take(&self, event: &KeyboardEvent) -> bool {
        let key = event.key();
        let (control, alt) = (event.ctrl_key(), event.alt_key());
        if event.meta_key() {
            return false;
        }
        match (key.as_str(), control, alt) {
            ("Tab", false, false) => {
                let is_back = event.shift_key();
                return self.act(Act::Tab { is_back });
            }
            ("Enter", false, false) if !event.shift_key() => self.enter(),
            ("ArrowDown" | "ArrowUp", false, false) if !event.shift_key() => {
                return self.up_or_down(key == "ArrowUp");
            }
            ("p", true, false) => return self.walk(true),
            ("n", true, false) => return self.walk(false),
            ("r", true, false) => return self.act(Act::Search),
            ("l", true, false) => self.on_request.emit(InputRequest::Clear),
            ("a", true, false) => self.editor.go(Edge::LineStart),
            ("e", true, false) => self.editor.go(Edge::LineEnd),
            ("k", true, false) => self.editor.kill(Edge::LineEnd),
            ("u", true, false) => self.editor.kill(Edge::LineStart),
            ("w", true, false) => self.editor.kill(Edge::WordStart),
            ("b", false, true) => self.editor.go(Edge::WordStart),
            ("f", false, true) => self.editor.go(Edge::WordEnd),
            ("d", false, true) => self.editor.kill(Edge::WordEnd),
            ("c", true, false) if self.editor.caret().is_some() => {
                self.open(None);
                self.on_request.emit(InputRequest::Interrupt);
            }
            _ => return false,
        }
        true
    }

    /// Escape ends what is open; whether anything was. Either way the next Tab leaves.
    fn escape(&self) -> bool {
        let was_open = self.act(Act::Escape);
        self.on_request.emit(InputRequest::Say(say::LEAVING));
        was_open
    }

    fn enter(&self) {
        if self.act(Act::Enter) {
            return;
        }
        let text = self.editor.text();
        self.editor.show("");
        self.on_line.emit(text);
    }

    /// What a text that was typed changes beside itself.
    fn typed(&self) {
        self.act(Act::Typed);
        self.paint();
    }

    /// Colours the line.
    pub fn paint(&self) {
        let state = self.state.borrow();
        let session = state.session();
        let has_hints = session.is_some_and(|session| session.has_hints());
        let before = session.and_then(|session| session.gathered());
        let before = before.map(|entry| entry.line + "\n").unwrap_or_default();
        drop(state);
        let has_room = self.opened.as_ref().is_none_or(|open| open.has_hint());
        self.editor.paint(&before, has_hints && has_room);
    }

    /// Several lines are run at once, behind what stands at the prompt, unless they go on within a quote that is open
    /// there: such a script may want a word more. Whether that was done with `pasted`.
    fn paste(&self, pasted: &str) -> bool {
        if !pasted.contains('\n') {
            let is_long = pasted.len() > session::LINE_BYTES_MAX;
            if is_long {
                self.on_request.emit(InputRequest::Say(say::TOO_LONG));
            }
            return is_long;
        }
        let Some(caret) = self.editor.caret() else {
            return false;
        };
        let text = self.editor.text();
        self.open(None);
        self.editor.replace(caret, caret, pasted);
        if is_unfinished(text.get(..caret).unwrap_or_default()) {
            self.paint();
        } else {
            self.enter();
        }
        true
    }

    /// Opens something below the line, or closes it.
    pub fn open(&self, what: Opened) {
        if what.is_some() || self.opened.is_some() {
            self.opened.set(what);
        }
    }

    /// Passes the act to what is open below the line, or opens it; whether it was handled. A prompt where nothing can be
    /// completed lets Tab leave.
    pub fn act(&self, act: Act) -> bool {
        if let Some(open) = &*self.opened {
            return open.act(self, act);
        }
        match act {
            Act::Tab { is_back: false } if !self.editor.text().is_empty() => {}
            Act::Search => {}
            _ => return false,
        }
        let Some(help) = help::help() else {
            let keys = self.clone();
            parts::request(Part::Help, move |result| {
                if result.is_ok() {
                    keys.act(act);
                }
            });
            return true;
        };
        if act == Act::Search {
            (help.search)(self);
            return true;
        }
        (help.complete)(self)
    }

    fn up_or_down(&self, is_up: bool) -> bool {
        if self.opened.is_some() {
            return self.act(Act::Move { is_up });
        }
        let is_at_edge = match is_up {
            true => self.editor.is_on_first_line(),
            false => self.editor.is_on_last_line(),
        };
        is_at_edge && self.walk(is_up)
    }

    /// Goes through what was entered before.
    fn walk(&self, is_older: bool) -> bool {
        let text = self.editor.text();
        let mut state = self.state.borrow_mut();
        let line = state.session_mut().and_then(|session| {
            let history = session.history();
            let line = if is_older {
                history.older(&text)
            } else {
                history.newer()
            };
            line.map(str::to_owned)
        });
        drop(state);
        if let Some(line) = line {
            self.editor.show(&line);
        }
        true
    }
}
