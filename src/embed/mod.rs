//! Puts prompts and timelines into elements of a page: the page's own boxes, and by the same functions those of other pages.
//!
//! A script makes one [`Island`] for an element and tells it when the element enters the document, leaves it, or has
//! changed its attributes. What the reader did lives in the island, so an element that is moved loses nothing. An island
//! does not hold its element: one that nobody needs any more can go, and takes its island with it.

mod options;
mod panic;
mod playing;
mod prompt;
mod root;
mod shadow;
mod tell;
mod timeline;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use self::options::{Kind, Options};
use self::prompt::{PromptModel, When};
use self::root::{Content, Seat, Shown};
use self::tell::Teller;
use self::timeline::TimelineBox;
use crate::ui::{self, parts, worker};
use base::part::Part;
use base::text::Lang;

/// Runs once, when a script initialises the module.
#[wasm_bindgen(start)]
pub fn start() {
    panic::report_and_restart();
}

/// Has parts of the wasm fetched by `fetch`, which is called with the name of one and links it, or finds out why it cannot
/// be; then it calls [`settle_part`]. It may be called again for the same part.
#[wasm_bindgen]
pub fn fetch_parts_by(fetch: Function) {
    parts::fetch_by(move |part| {
        let _ = fetch.call1(&JsValue::NULL, &part.name().into());
    });
}

/// Ends the named sessions of a page that is left: boxes that begin from now on belong to another one.
#[wasm_bindgen]
pub fn leave_page() {
    prompt::leave_page();
}

/// Has searches run in a worker, which `begin` is called for: as [`crate::ui::worker::begin_by`] says.
#[wasm_bindgen]
pub fn search_by(begin: Function) {
    worker::begin_by(begin);
}

/// Answers a question of a search within this call, in a worker: `tell` is called with the states and moves so far.
/// Undefined when this instance cannot.
#[wasm_bindgen]
pub fn search(question: &str, tell: &Function) -> Option<String> {
    let tell = |states: usize, depth: usize| {
        let _ = tell.call2(
            &JsValue::NULL,
            &(states as f64).into(),
            &(depth as f64).into(),
        );
    };
    ui::search::answerer_here()?(question, &tell)
}

/// Has the next call start a fresh instance, as it does after a panic: for a trap that ran no panic hook.
#[wasm_bindgen]
pub fn restart() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Starts the fresh instance, and does nothing in it. It has no arguments: the script passes those to the old instance.
#[wasm_bindgen]
pub fn begin() {}

/// Notes that a part is linked to this instance or, with a reason for the page's author, that it could not be.
#[wasm_bindgen]
pub fn settle_part(name: &str, reason: Option<String>) {
    if let Some(part) = Part::named(name) {
        let result = reason.map_or(Ok(()), |reason| Err(reason.into()));
        parts::settle(part, result);
    }
}

/// The first line of a transcript that this playground refuses although another reply is written, known before anything
/// is run: the line, the number of lines before it, and the text before it. Undefined where there is none.
#[wasm_bindgen]
pub fn first_lacking(text: &str) -> JsValue {
    let Some(lacking) = transcript::first_lacking(text) else {
        return JsValue::UNDEFINED;
    };
    let before = text.get(..lacking.at).unwrap_or_default();
    let count = lacking.before as f64;
    Array::of3(&lacking.line.into(), &count.into(), &before.into()).into()
}

/// The name of a part of the wasm that the box in `host` needs before it can be shown and that has not come. `text` is what the
/// author wrote in the element.
#[wasm_bindgen]
pub fn lacking(host: &HtmlElement, text: Option<String>) -> Option<String> {
    let options = Options::read(host);
    let part = match options.kind? {
        Kind::Prompt => None,
        Kind::Timeline => (timeline::maker()?.lacks)(&options, text),
    };
    part.map(|part| part.name().to_owned())
}

/// The address of a room in this instance's memory for that many bytes of commands, which keeps what is in it. It holds until
/// the next call of [`room`].
#[wasm_bindgen]
pub fn room(bytes: usize) -> usize {
    prompt::room(bytes)
}

/// The reply that [`Island::call`] has left.
#[wasm_bindgen]
pub fn taken() -> JsValue {
    prompt::taken()
}

/// One prompt or timeline.
///
/// No method may be called from within the function that it is [told](Island::new) by.
#[wasm_bindgen]
pub struct Island {
    model: Model,
    options: RefCell<Options>,
    lang: Rc<Cell<Lang>>,
    seat: RefCell<Option<Seat>>,
    /// How often a script has changed what a timeline shows.
    changed: Cell<u32>,
}

/// What an island keeps while its element is out of the document.
enum Model {
    Prompt(PromptModel),
    Timeline(Rc<dyn TimelineBox>),
}

#[wasm_bindgen]
impl Island {
    /// An island by the attributes of `host`, which `Options` lists. `text` is what the author wrote in the element: a
    /// transcript, or a schedule. `unseen` are lines that a prompt runs after `setup`. `tell` is called with the name of each
    /// event and its parts: `answers` (`Told` in prompt.rs), `setup-failed` (line, text), `typographic` (line, character),
    /// `lock-step` (position, length, sentence), `lock-broken` (position, property, sentence).
    ///
    /// # Errors
    /// A sentence for the page's author when the element is none of ours, and for a timeline
    /// when its part has not come.
    #[wasm_bindgen(constructor)]
    pub fn new(
        host: &HtmlElement,
        text: Option<String>,
        tell: Option<Function>,
        unseen: Option<String>,
    ) -> Result<Island, JsError> {
        let mut options = Options::read(host);
        if let Some(unseen) = unseen {
            options.setup.push('\n');
            options.setup.push_str(&unseen);
        }
        let (lang, teller) = (Rc::new(Cell::new(options.lang)), Teller::new(tell));
        let model = match options.kind {
            Some(Kind::Prompt) => Model::Prompt(PromptModel::new(&options, text, &teller)),
            Some(Kind::Timeline) => {
                let maker = timeline::maker()
                    .ok_or_else(|| JsError::new("the part `timeline` is not linked"))?;
                Model::Timeline((maker.make)(&options, text, Rc::clone(&lang), teller))
            }
            None => {
                return Err(JsError::new(
                    "an island stands in a <redis-prompt> or a <lock-timeline>",
                ));
            }
        };
        Ok(Island {
            model,
            options: RefCell::new(options),
            lang,
            seat: RefCell::new(None),
            changed: Cell::new(0),
        })
    }

    /// Shows the island in the shadow root of `host`. Does nothing when it is shown already.
    pub fn connect(&self, host: &HtmlElement) -> Result<(), JsValue> {
        // No borrow lasts over a call into the browser: an exception would never end it.
        if self.seat.borrow().is_some() {
            return Ok(());
        }
        let own = match &self.model {
            Model::Prompt(_) => None,
            Model::Timeline(timeline) => Some(timeline.style()),
        };
        let shadow = shadow::attach(host, own)?;
        let seat = Seat::take(&shadow, self.content())?;
        *self.seat.borrow_mut() = Some(seat);
        Ok(())
    }

    /// Takes the island out of its element, for the time that the element is not in the document.
    pub fn disconnect(&self) {
        let seat = self.seat.borrow_mut().take();
        if let Some(seat) = seat {
            seat.give_back();
        }
    }

    /// Reads the attributes of `host` again: language, controls, whether it is read only. The others count at the
    /// beginning.
    pub fn update(&self, host: &HtmlElement) {
        let options = Options::read(host);
        self.lang.set(options.lang);
        *self.options.borrow_mut() = options;
        self.show();
    }

    /// Plays a schedule, in the notation of a link's fragment, in place of what a timeline shows. One that breaks off is
    /// played so far, and the timeline says why. A prompt does nothing.
    pub fn open(&self, schedule: String) {
        self.play(|timeline| timeline.open(schedule));
    }

    /// One move on in a timeline.
    pub fn step(&self) {
        self.play(|timeline| timeline.step());
    }

    /// One move back in a timeline.
    pub fn back(&self) {
        self.play(|timeline| timeline.back());
    }

    /// Straight to this many moves in a timeline, or to the last one.
    pub fn seek(&self, position: usize) {
        self.play(|timeline| timeline.seek(position));
    }

    /// How many moves of a timeline are done.
    pub fn position(&self) -> usize {
        self.of_timeline(|timeline| timeline.position())
    }

    /// How many moves a timeline has.
    pub fn length(&self) -> usize {
        self.of_timeline(|timeline| timeline.length())
    }

    /// What a timeline plays, in the notation of a link's fragment.
    pub fn schedule(&self) -> String {
        self.of_timeline(|timeline| timeline.schedule())
    }

    /// Runs a line at a prompt, as the client that is in front. `tell` is called with `answers` (numbers, texts, other
    /// replies), those of the line with this number.
    pub fn run(&self, number: u32, line: &str) {
        if let Model::Prompt(prompt) = &self.model {
            prompt.run(number, line);
        }
    }

    /// Keeps what is typed at a prompt from now on behind what a program asks for, or lets it go on.
    pub fn hold(&self, is_held: bool) {
        if let Model::Prompt(prompt) = &self.model {
            prompt.state.hold(is_held);
        }
    }

    /// Runs commands at a prompt, unlogged, in order with all lines. They are the first `length` bytes of the [`room`]: the
    /// byte 1 stands between commands, 0 between words; a word with one of the bytes 0 to 2 is a 2 and hexadecimal digits.
    /// `when` is 0 for a single command that is run at once if the engine has time in this task, 1 for one that is run at
    /// once, and 2 for all behind what waits. Returns the reply to a single command that is done at once: a whole number;
    /// `n + 0.5` for `n` ASCII characters in the room; -0.5 for null; -1.5 for one that [`taken`] returns. Otherwise `tell`
    /// is called with `answers`, -2.5; or too much waits, -3.5; or there is no time, and nothing was done, -4.5.
    pub fn call(&self, number: u32, length: usize, when: u8, now_ms: f64) -> f64 {
        let when = match when {
            0 => When::InTime,
            1 => When::AtOnce,
            _ => When::Behind,
        };
        match &self.model {
            Model::Prompt(prompt) => prompt.call(number, length, when, now_ms),
            Model::Timeline(_) => f64::NAN,
        }
    }

    /// Begins a prompt again, as its author left it.
    pub fn reset(&self) {
        if let Model::Prompt(prompt) = &self.model {
            prompt.state.borrow_mut().reset();
            prompt.state.catch_up();
            prompt.state.redraw();
        }
    }

    /// A prompt's log, as text.
    pub fn transcript(&self) -> String {
        match &self.model {
            Model::Prompt(prompt) => prompt.transcript(self.lang.get()),
            Model::Timeline(_) => String::new(),
        }
    }

    fn play(&self, act: impl FnOnce(&dyn TimelineBox)) {
        if let Model::Timeline(timeline) = &self.model {
            act(&**timeline);
            self.changed.set(self.changed.get().wrapping_add(1));
            self.show();
        }
    }

    fn of_timeline<T: Default>(&self, ask: impl FnOnce(&dyn TimelineBox) -> T) -> T {
        match &self.model {
            Model::Timeline(timeline) => ask(&**timeline),
            Model::Prompt(_) => T::default(),
        }
    }

    fn show(&self) {
        let content = self.content();
        let seat = self.seat.borrow_mut().take();
        if let Some(mut seat) = seat {
            seat.show(content);
            *self.seat.borrow_mut() = Some(seat);
        }
    }

    fn content(&self) -> Content {
        let options = self.options.borrow();
        Content {
            lang: options.lang,
            extent: options.extent,
            is_readonly: options.is_readonly,
            changed: self.changed.get(),
            shown: match &self.model {
                Model::Prompt(prompt) => Shown::Prompt(prompt.state.clone()),
                Model::Timeline(timeline) => Shown::Timeline(Rc::clone(timeline)),
            },
        }
    }
}
