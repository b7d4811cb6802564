//! The line that is being typed: its keys, what may complete it, and the search through earlier lines.

use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

use super::below;
use super::editor::{Edge, Editor};
use super::state::PromptState;
use super::words as say;
use crate::ui::element::{self, Element, element, text};
use crate::ui::parts;
use crate::ui::shared::Shared;
use base::part::Part;
use base::text::{Lang, Text};
use cli::{CONTINUATION, Completion, Item, ItemKind, complete, is_unfinished, session};
use keyspace::KeyspaceMode;

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

/// What the input is doing beside taking text.
#[derive(Clone, Default, PartialEq)]
enum Mode {
    #[default]
    Plain,
    /// A list of completions is open, with one of them chosen.
    List(Completion, usize),
    /// Earlier lines are searched for what is typed; the line found, and how many lines back it is.
    Search {
        draft: String,
        found: Option<(usize, String)>,
    },
}

/// The line that is being typed.
#[component]
pub fn Input(props: &InputProps) -> Html {
    let lang = props.lang;
    let mode = use_state(Mode::default);
    // After Escape, Tab leaves the prompt as it leaves any field.
    let is_leaving = use_mut_ref(|| false);

    let keys = Keys {
        editor: props.editor.clone(),
        state: props.state.clone(),
        mode: mode.clone(),
        on_line: props.on_line.clone(),
        on_request: props.on_request.clone(),
    };
    let on_key = {
        let (keys, is_leaving) = (keys.clone(), is_leaving.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.is_composing() || event.key_code() == KEY_CODE_OF_COMPOSITION {
                return;
            }
            if event.key() == "Tab" && *is_leaving.borrow() {
                return;
            }
            *is_leaving.borrow_mut() = event.key() == "Escape" && keys.escape();
            if *is_leaving.borrow() || keys.take(&event) {
                event.prevent_default();
            }
        })
    };
    let on_input = {
        let keys = keys.clone();
        Callback::from(move |_: Event| keys.typed())
    };
    let on_paste = {
        let keys = keys.clone();
        Callback::from(move |event: Event| {
            let pasted = event
                .dyn_ref::<web_sys::ClipboardEvent>()
                .and_then(web_sys::ClipboardEvent::clipboard_data)
                .and_then(|data| data.get_data("text").ok());
            if pasted.is_some_and(|text| keys.paste(&text)) {
                event.prevent_default();
            }
        })
    };
    let on_focus = {
        let keys = keys.clone();
        Callback::from(move |_: Event| {
            if !Part::Help.is_here() {
                let keys = keys.clone();
                parts::request(Part::Help, move |_| keys.paint());
            }
        })
    };
    // The hint stands behind the end of the line alone.
    let on_select = {
        let keys = keys.clone();
        Callback::from(move |_: Event| keys.paint())
    };

    let empty = match props.prompt.as_str() {
        CONTINUATION => say::OPEN_QUOTE,
        _ => say::EMPTY,
    };
    let below = use_node_ref();
    {
        let (below, is_open) = (below.clone(), *mode != Mode::Plain);
        use_effect(move || {
            if is_open {
                below::show(&below);
            }
        });
    }

    let (label, prompt) = match &*mode {
        Mode::Search { .. } => (say::SEARCH, say::SEARCH_PROMPT.get(lang)),
        _ => (say::INPUT, props.prompt.as_str()),
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
        .on(ListenerKind::onkeydown, &on_key)
        .on(ListenerKind::onfocus, &on_focus)
        .on(ListenerKind::oninput, &on_input)
        .on(ListenerKind::onpaste, &on_paste)
        .on(ListenerKind::onselect, &on_select);
    for (name, value) in AREA {
        area = area.attr(name, value);
    }
    if let Mode::List(_, chosen) = &*mode {
        area = area.attr_of("aria-activedescendant", option_id(*chosen));
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
        .child(found(lang, &mode, props.editor.mode));
    let line = element("div").class("input").child(ps).child(edit);
    element::list(vec![
        line.into(),
        found.into(),
        list(lang, &mode, &keys).node(&below).into(),
    ])
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

fn option_id(place: usize) -> String {
    ["option", &place.to_string()].concat()
}

fn found(lang: Lang, mode: &Mode, of: KeyspaceMode) -> Html {
    match mode {
        Mode::Search {
            found: Some((_, line)),
            ..
        } => super::colours::coloured(of, line),
        Mode::Search { .. } => text(say::NOT_FOUND.get(lang)),
        _ => Html::default(),
    }
}

/// What may complete the word at the caret.
fn list(lang: Lang, mode: &Mode, keys: &Keys) -> Element {
    let list = element("div")
        .attr("id", LIST)
        .attr("role", "listbox")
        .attr("aria-label", say::COMPLETIONS.get(lang));
    let Mode::List(completion, chosen) = mode else {
        return list.flag("hidden", true);
    };
    let option = |(place, item): (usize, &Item)| {
        let keys = keys.clone();
        let on_mouse_down = Callback::from(move |event: Event| {
            // The focus stays in the line.
            event.prevent_default();
            keys.accept(place);
        });
        let about = element("span").class("about").text(&item.about.get(lang));
        element("div")
            .key(place as u64)
            .attr_of("id", option_id(place))
            .attr("role", "option")
            .on(ListenerKind::onmousedown, &on_mouse_down)
            .truth("aria-selected", place == *chosen)
            .child(element("span").text(&item.insert))
            .child(about)
            .into()
    };
    let options = completion.items.iter().enumerate().map(option).collect();
    // It scrolls, and so it can be focused; a press on its edge leaves the focus in the line.
    let on_mouse_down = Callback::from(|event: Event| event.prevent_default());
    list.class("options")
        .attr("tabindex", "0")
        .on(ListenerKind::onmousedown, &on_mouse_down)
        .list(options)
}

/// What the keys work on.
#[derive(Clone)]
struct Keys {
    editor: Editor,
    state: Shared<PromptState>,
    mode: UseStateHandle<Mode>,
    on_line: Callback<String>,
    on_request: Callback<InputRequest>,
}

impl Keys {
    /// Does what a key asks for; whether it asked for anything.
    fn take(&self, event: &KeyboardEvent) -> bool {
        let key = event.key();
        let (control, alt) = (event.ctrl_key(), event.alt_key());
        if event.meta_key() {
            return false;
        }
        match (key.as_str(), control, alt) {
            ("Tab", false, false) => return self.complete(event.shift_key()),
            ("Enter", false, false) if !event.shift_key() => self.enter(),
            ("ArrowDown" | "ArrowUp", false, false) if !event.shift_key() => {
                return self.up_or_down(key == "ArrowUp");
            }
            ("p", true, false) => return self.walk(true),
            ("n", true, false) => return self.walk(false),
            ("r", true, false) => self.search_on(),
            ("l", true, false) => self.on_request.emit(InputRequest::Clear),
            ("a", true, false) => self.editor.go(Edge::LineStart),
            ("e", true, false) => self.editor.go(Edge::LineEnd),
            ("k", true, false) => self.kill(Edge::LineEnd),
            ("u", true, false) => self.kill(Edge::LineStart),
            ("w", true, false) => self.kill(Edge::WordStart),
            ("b", false, true) => self.editor.go(Edge::WordStart),
            ("f", false, true) => self.editor.go(Edge::WordEnd),
            ("d", false, true) => self.kill(Edge::WordEnd),
            ("c", true, false) if self.editor.caret().is_some() => {
                self.mode.set(Mode::Plain);
                self.on_request.emit(InputRequest::Interrupt);
            }
            _ => return false,
        }
        true
    }

    /// Escape ends what is open. Once nothing is, the next Tab leaves.
    fn escape(&self) -> bool {
        match &*self.mode {
            Mode::Plain => {}
            Mode::List(..) => self.mode.set(Mode::Plain),
            Mode::Search { draft, .. } => {
                self.editor.show(draft);
                self.mode.set(Mode::Plain);
            }
        }
        self.on_request.emit(InputRequest::Say(say::LEAVING));
        true
    }

    fn enter(&self) {
        let text = match &*self.mode {
            Mode::List(_, chosen) => return self.accept(*chosen),
            Mode::Search {
                found: Some((_, line)),
                ..
            } => line.clone(),
            Mode::Search { draft, .. } => draft.clone(),
            Mode::Plain => self.editor.text(),
        };
        if *self.mode != Mode::Plain {
            self.mode.set(Mode::Plain);
        }
        self.editor.show("");
        self.on_line.emit(text);
    }

    /// What a text that was typed changes beside itself.
    fn typed(&self) {
        match &*self.mode {
            Mode::Plain => {}
            Mode::List(..) => self.offer(),
            Mode::Search { draft, .. } => self.search(draft.clone(), 1),
        }
        self.paint();
    }

    fn kill(&self, edge: Edge) {
        self.editor.kill(edge);
        self.typed();
    }

    fn paint(&self) {
        let state = self.state.borrow();
        let session = state.session();
        let has_hints = session.is_some_and(|session| session.has_hints());
        let before = session.and_then(|session| session.gathered());
        let before = before.map(|entry| entry.line + "\n").unwrap_or_default();
        drop(state);
        let has_hint = has_hints && !matches!(*self.mode, Mode::Search { .. });
        self.editor.paint(&before, has_hint);
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
        self.mode.set(Mode::Plain);
        self.editor.replace(caret, caret, pasted);
        if is_unfinished(text.get(..caret).unwrap_or_default()) {
            self.paint();
        } else {
            self.enter();
        }
        true
    }

    /// Tab: the next or the one before in the list; what all that fit have in common; the one that fits. A prompt
    /// where nothing can be completed lets Tab leave.
    fn complete(&self, is_back: bool) -> bool {
        match &*self.mode {
            Mode::List(..) => return self.up_or_down(is_back),
            Mode::Search { found, .. } => {
                let line = found.as_ref().map(|(_, line)| line.clone());
                self.editor.show(&line.unwrap_or_default());
                self.mode.set(Mode::Plain);
                return true;
            }
            Mode::Plain => {}
        }
        if is_back || self.editor.text().is_empty() {
            return false;
        }
        if !Part::Help.is_here() {
            let keys = self.clone();
            parts::request(Part::Help, move |result| {
                if result.is_ok() {
                    keys.complete(false);
                }
            });
            return true;
        }
        let Some(completion) = self.completion() else {
            return false;
        };
        match completion.items.as_slice() {
            [] => return false,
            [only] => self.put(&completion, only),
            _ => self.mode.set(Mode::List(completion, 0)),
        }
        true
    }

    fn completion(&self) -> Option<Completion> {
        let text = self.editor.text();
        let caret = self.editor.caret()?;
        let state = self.state.borrow();
        let connection = state.session()?.connection();
        let now_ms = state.now_ms();
        Some(complete(&text, caret, &state.server(), connection, now_ms))
    }

    /// Keeps the list open while what is typed leaves something to choose.
    fn offer(&self) {
        let completion = self.completion().filter(|found| !found.items.is_empty());
        self.mode.set(match completion {
            Some(completion) => Mode::List(completion, 0),
            None => Mode::Plain,
        });
    }

    /// Takes one of the list.
    fn accept(&self, place: usize) {
        if let Mode::List(completion, _) = &*self.mode
            && let Some(item) = completion.items.get(place)
        {
            self.put(completion, item);
        }
        self.mode.set(Mode::Plain);
    }

    fn put(&self, completion: &Completion, item: &Item) {
        let behind = if item.kind == ItemKind::Lua { "" } else { " " };
        let replace = completion.replace.clone();
        let insert = [&item.insert, behind].concat();
        self.editor.replace(replace.start, replace.end, &insert);
        self.paint();
    }

    fn up_or_down(&self, is_up: bool) -> bool {
        match &*self.mode {
            Mode::List(completion, chosen) => {
                let count = completion.items.len().max(1);
                let step = if is_up { count - 1 } else { 1 };
                let chosen = (chosen + step) % count;
                self.mode.set(Mode::List(completion.clone(), chosen));
                true
            }
            Mode::Search { .. } => false,
            Mode::Plain if is_up && !self.editor.is_on_first_line() => false,
            Mode::Plain if !is_up && !self.editor.is_on_last_line() => false,
            Mode::Plain => self.walk(is_up),
        }
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

    /// Ctrl-R: begins a search, or goes to the next line further back.
    fn search_on(&self) {
        match &*self.mode {
            Mode::Search { draft, found } => {
                let from = found.as_ref().map_or(1, |(back, _)| back + 1);
                self.search(draft.clone(), from);
            }
            _ => {
                let draft = self.editor.text();
                self.editor.show("");
                self.search(draft, 1);
            }
        }
    }

    fn search(&self, draft: String, from: usize) {
        let needle = self.editor.text();
        let mut state = self.state.borrow_mut();
        let found = state.session_mut().and_then(|session| {
            let found = session.history().search_back(&needle, from);
            found.map(|(back, line)| (back, line.to_owned()))
        });
        self.mode.set(Mode::Search { draft, found });
    }
}
