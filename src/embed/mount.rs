//! The place of an island: the shadow root of its element, while that is in the document.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use web_sys::HtmlElement;

use super::options::Options;
use super::root::{RootContent, Seat, Shown};
use super::shadow;
use base::text::Lang;

/// The content of an island, and its place.
pub struct Mount {
    content: RefCell<RootContent>,
    seat: RefCell<Option<Seat>>,
}

impl Mount {
    /// For what is shown, not in an element yet.
    pub fn new(options: &Options, shown: Shown) -> Mount {
        Mount {
            content: RefCell::new(RootContent {
                lang: options.lang,
                extent: options.extent,
                is_readonly: options.is_readonly,
                changed: 0,
                shown,
            }),
            seat: RefCell::new(None),
        }
    }

    /// The language of the element.
    pub fn lang(&self) -> Lang {
        self.content.borrow().lang
    }

    /// Shows it in the shadow root of `host`, with its own styles. Does nothing when it is shown already.
    pub fn connect(&self, host: &HtmlElement, own: Option<&'static str>) -> Result<(), JsValue> {
        // No borrow lasts over a call into the browser: an exception would never end it.
        if self.seat.borrow().is_some() {
            return Ok(());
        }
        let shadow = shadow::attach(host, own)?;
        let content = self.content.borrow().clone();
        let seat = Seat::take(&shadow, content)?;
        *self.seat.borrow_mut() = Some(seat);
        Ok(())
    }

    /// Takes it out of its element.
    pub fn disconnect(&self) {
        let seat = self.seat.borrow_mut().take();
        if let Some(seat) = seat {
            seat.give_back();
        }
    }

    /// Reads the attributes that may change, and returns the language.
    pub fn update(&self, host: &HtmlElement) -> Lang {
        let options = Options::read(host);
        {
            let content = &mut *self.content.borrow_mut();
            content.lang = options.lang;
            content.extent = options.extent;
            content.is_readonly = options.is_readonly;
        }
        self.show();
        options.lang
    }

    /// Shows what a script has changed.
    pub fn change(&self) {
        {
            let changed = &mut self.content.borrow_mut().changed;
            *changed = changed.wrapping_add(1);
        }
        self.show();
    }

    fn show(&self) {
        let content = self.content.borrow().clone();
        let seat = self.seat.borrow_mut().take();
        if let Some(mut seat) = seat {
            seat.show(content);
            *self.seat.borrow_mut() = Some(seat);
        }
    }
}
