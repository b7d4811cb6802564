//! Puts prompts and timelines into elements of a page: the page's own boxes first, and by the same door everybody else's.
//!
//! A script makes one [`Island`] for an element and tells it when the element enters the document, leaves it, or has
//! changed its attributes. What the reader did lives in the island, so an element that is moved loses nothing. An island
//! does not hold its element: one that nobody needs any more can go, and takes its island with it.

mod options;
mod panic;
mod prompt;
mod root;
mod shadow;
mod tell;
mod timeline;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use self::options::{Kind, Options};
use self::prompt::PromptModel;
use self::root::{Content, Seat};
use self::tell::Teller;
use crate::lesson::link;
use crate::text::Lang;
use crate::ui::shared::Shared;
use crate::ui::timeline::{TimelineState, Wish};

/// Runs once, when a script initialises the module.
#[wasm_bindgen(start)]
pub fn start() {
    panic::report_and_restart();
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
    Timeline(Shared<TimelineState>),
}

#[wasm_bindgen]
impl Island {
    /// An island by the attributes of `host`, which `Options` lists. `text` is what the author wrote in the element: a
    /// transcript, or a schedule. `tell` is called with the name of each event and its parts: `redis-reply` (client,
    /// line, text, data, whether it is an error), `lock-step` (position, length, sentence), `lock-broken` (position,
    /// property, sentence).
    ///
    /// # Errors
    /// A sentence for the page's author when neither name nor `data-island` says what the element is.
    #[wasm_bindgen(constructor)]
    pub fn new(
        host: &HtmlElement,
        text: Option<String>,
        tell: Option<Function>,
    ) -> Result<Island, JsError> {
        let options = Options::read(host);
        let (lang, teller) = (Rc::new(Cell::new(options.lang)), Teller::new(tell));
        let model = match options.kind {
            Some(Kind::Prompt) => Model::Prompt(PromptModel::new(&options, text, &teller)),
            Some(Kind::Timeline) => {
                let lang = Rc::clone(&lang);
                Model::Timeline(timeline::timeline(&options, text, lang, teller))
            }
            None => {
                return Err(JsError::new(
                    "data-island must be \"prompt\" or \"timeline\"",
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
        let mut seat = self.seat.borrow_mut();
        if seat.is_none() {
            let shadow = shadow::attach(host, self.options.borrow().is_element)?;
            *seat = Some(Seat::take(&shadow, self.content())?);
        }
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
        self.wish(Wish::Open(schedule));
    }

    /// One move on in a timeline.
    pub fn step(&self) {
        self.wish(Wish::Step);
    }

    /// One move back in a timeline.
    pub fn back(&self) {
        self.wish(Wish::Back);
    }

    /// Straight to this many moves in a timeline, or to the last one.
    pub fn seek(&self, position: usize) {
        self.wish(Wish::Seek(position));
    }

    /// How many moves of a timeline are done.
    pub fn position(&self) -> usize {
        self.of_timeline(TimelineState::cursor)
    }

    /// How many moves a timeline has.
    pub fn length(&self) -> usize {
        self.of_timeline(TimelineState::moves)
    }

    /// What a timeline plays, in the notation of a link's fragment.
    pub fn schedule(&self) -> String {
        self.of_timeline(|state| link::encode(state.play()))
    }

    /// Runs a line at a prompt, as the client that is in front. Resolves to the parts of its last `redis-reply`, and to
    /// undefined where there is none.
    pub fn run(&self, line: &str) -> Promise {
        match &self.model {
            Model::Prompt(prompt) => prompt.run(line),
            Model::Timeline(_) => Promise::resolve(&JsValue::UNDEFINED),
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

    fn wish(&self, wish: Wish) {
        if let Model::Timeline(state) = &self.model {
            state.fulfil(wish);
            self.changed.set(self.changed.get().wrapping_add(1));
            self.show();
        }
    }

    fn of_timeline<T: Default>(&self, ask: impl FnOnce(&TimelineState) -> T) -> T {
        match &self.model {
            Model::Timeline(state) => ask(&state.borrow()),
            Model::Prompt(_) => T::default(),
        }
    }

    fn show(&self) {
        let content = self.content();
        if let Some(seat) = &mut *self.seat.borrow_mut() {
            seat.show(content);
        }
    }

    fn content(&self) -> Content {
        let options = self.options.borrow();
        let (lang, extent, is_readonly) = (options.lang, options.extent, options.is_readonly);
        match &self.model {
            Model::Prompt(prompt) => Content::Prompt {
                lang,
                extent,
                is_readonly,
                state: prompt.state.clone(),
            },
            Model::Timeline(state) => Content::Timeline {
                lang,
                extent,
                is_readonly,
                state: state.clone(),
                changed: self.changed.get(),
            },
        }
    }
}
