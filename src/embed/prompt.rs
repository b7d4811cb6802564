//! A prompt in an island: the keyspace that its name stands for, and what a script asks of it and hears from it.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use super::answers::Answers;
use super::calls::{self, Sent, When};
use super::mount::Mount;
use super::options::Options;
use super::root::Shown;
use super::tell::Teller;
use crate::ui::prompt::{Keyspace, Opening, PromptState};
use crate::ui::shared::Shared;
use cli::{Answer, Manner};

thread_local! {
    /// Keyspaces by the names that authors gave them. They stay as long as the page is shown, so that an element that comes
    /// back finds its own.
    static NAMED: RefCell<Vec<(String, Rc<RefCell<Keyspace>>)>> = const { RefCell::new(Vec::new()) };
}

/// Ends the named sessions of a page that is left: boxes that begin from now on belong to another one. Boxes that still stand
/// keep theirs.
#[wasm_bindgen]
pub fn leave_page() {
    NAMED.with_borrow_mut(Vec::clear);
}

/// The keyspace of a prompt by its element's attributes.
fn keyspace(options: &Options) -> Rc<RefCell<Keyspace>> {
    let Some(name) = &options.session else {
        return Keyspace::new(options.mode);
    };
    NAMED.with_borrow_mut(|named| {
        if let Some((_, keyspace)) = named.iter().find(|(known, _)| known == name) {
            return Rc::clone(keyspace);
        }
        let keyspace = Keyspace::new(options.mode);
        named.push((name.clone(), Rc::clone(&keyspace)));
        keyspace
    })
}

/// A prompt.
///
/// No method may be called from within the function that it is [told](PromptIsland::new) by.
#[wasm_bindgen]
pub struct PromptIsland {
    state: Shared<PromptState>,
    mount: Mount,
}

#[wasm_bindgen]
impl PromptIsland {
    /// A prompt by the attributes of `host`, which `Options` lists. `text` is what the author wrote in the element: a
    /// transcript. `unseen` are lines that run after `setup`. `tell` is called with the name of each event and its fields:
    /// `answers` (of `Answers`), `setup-failed` (line, text), `typographic` (line, mark).
    #[wasm_bindgen(constructor)]
    pub fn new(
        host: &HtmlElement,
        text: Option<String>,
        tell: Option<Function>,
        unseen: Option<String>,
    ) -> PromptIsland {
        let options = Options::read(host);
        let mut setup = options.setup.clone();
        if let Some(unseen) = unseen {
            setup.push('\n');
            setup.push_str(&unseen);
        }
        let opening = Opening {
            setup,
            keeps_history: options.keeps_history,
            shown: text.unwrap_or_default(),
            clients: options.clients.unwrap_or(1),
            is_checked: options.is_checked,
        };
        let state = PromptState::opened(keyspace(&options), opening);
        if tell.is_some() {
            let teller = Teller::new(tell);
            let listener = move |all: Vec<(u32, Answer)>| Answers::tell(&teller, &all);
            state.borrow_mut().listen(Rc::new(listener));
        }
        state.catch_up();
        let mount = Mount::new(&options, Shown::Prompt(state.clone()));
        PromptIsland { state, mount }
    }

    /// Shows the island in the shadow root of `host`. Does nothing when it is shown already.
    pub fn connect(&self, host: &HtmlElement) -> Result<(), JsValue> {
        self.mount.connect(host, None)
    }

    /// Takes the island out of its element, for the time that the element is not in the document.
    pub fn disconnect(&self) {
        self.mount.disconnect();
    }

    /// Reads the attributes of `host` again: language, controls, whether it is read only. The others count at the
    /// beginning.
    pub fn update(&self, host: &HtmlElement) {
        self.mount.update(host);
    }

    /// Runs a line as the client that is in front. `tell` is called with its answers under this number.
    pub fn run(&self, number: u32, line: &str) {
        self.state.enter_as(line, Manner::Asked(number));
    }

    /// Keeps what is typed from now on behind what a program asks for, or lets it go on.
    pub fn hold(&self, is_held: bool) {
        self.state.hold(is_held);
    }

    /// Runs the command in the first `length` bytes of the `room` at once if nothing waits before it, unlogged;
    /// with `in_time` only if the engine has time in this task. What is told of it has this number. The byte 1 stands between
    /// commands, 0 between words; a word with one of the bytes 0 to 2 is a 2 and hexadecimal digits.
    pub fn call(&self, number: u32, length: usize, now_ms: f64, in_time: bool) -> Sent {
        let when = When {
            now_ms: now_ms as i64,
            is_in_time: in_time,
        };
        calls::send(&self.state, number, length, Some(when))
    }

    /// Runs the commands there behind all that waits.
    pub fn queue(&self, number: u32, length: usize) -> Sent {
        calls::send(&self.state, number, length, None)
    }

    /// Begins again, as the author left it.
    pub fn reset(&self) {
        self.state.borrow_mut().reset();
        self.state.catch_up();
        self.state.redraw();
    }

    /// The log of the client in front, as text.
    pub fn transcript(&self) -> String {
        let state = self.state.borrow();
        let log = state.session().map(|session| session.log());
        log.map(|log| log.transcript(self.mount.lang()))
            .unwrap_or_default()
    }
}
