//! Puts prompts and timelines into elements of a page: the page's own boxes first, and by the same door everybody else's.
//!
//! A script makes one [`Island`] for an element and tells it when the element enters the document, leaves it, or has
//! changed its attributes. What the reader did lives in the island, so an element that is moved loses nothing.

mod options;
mod panic;
mod root;
mod shadow;

use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use self::options::{Kind, Options};
use self::root::{Content, Seat};
use crate::ui::prompt::{EXAMPLE, Keyspace, Opening, PromptState};
use crate::ui::shared::Shared;
use crate::ui::timeline::{TimelineState, Wish};

/// Runs once, when a script initialises the module.
#[wasm_bindgen(start)]
pub fn start() {
    panic::report_and_restart();
}

/// One prompt or timeline, and the element that it is shown in.
#[wasm_bindgen]
pub struct Island {
    host: HtmlElement,
    model: Model,
    seat: Option<Seat>,
    /// How many schedules were opened in it since it was made.
    opened: u32,
}

/// What an island keeps while its element is out of the document.
enum Model {
    Prompt(Shared<PromptState>),
    Timeline(Shared<TimelineState>),
}

#[wasm_bindgen]
impl Island {
    /// An island for `host`, by its attributes: `data-island` is `prompt` or `timeline`; a timeline reads
    /// `data-lessons` (names, separated by spaces), `data-lesson` (the one to begin with), `data-play` (there to offer
    /// a play without a lesson, and begin with it) and `data-schedule` (what is played already, as in a link). The
    /// language is that of the nearest `lang` attribute.
    ///
    /// # Errors
    /// A sentence for the page's author when `data-island` names neither.
    #[wasm_bindgen(constructor)]
    pub fn new(host: HtmlElement) -> Result<Island, JsError> {
        let options = Options::read(&host);
        let model = match options.kind {
            Some(Kind::Prompt) => Model::Prompt({
                let opening = Opening {
                    shown: EXAMPLE.to_owned(),
                    keeps_history: true,
                    ..Opening::default()
                };
                Shared::opened(Keyspace::new(), opening)
            }),
            Some(Kind::Timeline) => {
                let (lessons, first) = (&options.lessons, options.lesson.as_deref());
                let mut state = TimelineState::new(lessons, first, options.has_free_play);
                if let Some(schedule) = options.schedule {
                    state.fulfil(Wish::Open(schedule));
                }
                Model::Timeline(Shared::new(state))
            }
            None => {
                return Err(JsError::new(
                    "data-island must be \"prompt\" or \"timeline\"",
                ));
            }
        };
        Ok(Island {
            host,
            model,
            seat: None,
            opened: 0,
        })
    }

    /// Shows the island in its element's shadow root. Does nothing when it is shown already.
    pub fn connect(&mut self) -> Result<(), JsValue> {
        if self.seat.is_none() {
            let shadow = shadow::attach(&self.host)?;
            self.seat = Some(Seat::take(&shadow, self.content())?);
        }
        Ok(())
    }

    /// Takes the island out of its element, for the time that the element is not in the document.
    pub fn disconnect(&mut self) {
        if let Some(seat) = self.seat.take() {
            seat.give_back();
        }
    }

    /// Reads the element's attributes again.
    pub fn update(&mut self) {
        let content = self.content();
        if let Some(seat) = &mut self.seat {
            seat.show(content);
        }
    }

    /// Plays a schedule, in the notation of a link's fragment, in place of what a timeline shows. One that breaks off is
    /// played so far, and the timeline says why. A prompt does nothing.
    pub fn open(&mut self, schedule: String) {
        if let Model::Timeline(state) = &self.model {
            state.borrow_mut().fulfil(Wish::Open(schedule));
            self.opened = self.opened.wrapping_add(1);
            self.update();
        }
    }

    fn content(&self) -> Content {
        let lang = Options::read(&self.host).lang;
        match &self.model {
            Model::Prompt(state) => Content::Prompt {
                lang,
                state: state.clone(),
            },
            Model::Timeline(state) => Content::Timeline {
                lang,
                state: state.clone(),
                opened: self.opened,
            },
        }
    }
}
