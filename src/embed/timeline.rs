//! A timeline in an island, and its interface: all of its code comes with [`Part::Timeline`].

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;
use yew::Html;

use super::mount::Mount;
use super::options::Options;
use super::playing;
use super::root::Shown;
use super::tell::Teller;
use crate::ui::extent::Extent;
use base::part::{Part, late};
use base::text::Lang;

/// A timeline: what is played in it, and its component.
pub trait TimelineBox {
    /// The component that shows it. Another `key` makes a new one.
    fn view(&self, key: u32, lang: Lang, extent: Extent, is_readonly: bool) -> Html;
    /// The styles of timelines.
    fn style(&self) -> &'static str;
    /// Plays a schedule, in the notation of a link's fragment.
    fn open(&self, schedule: String);
    /// One move on.
    fn step(&self);
    /// One move back.
    fn back(&self);
    /// Straight to this many moves, or to the last one.
    fn seek(&self, position: usize);
    /// How many moves are done.
    fn position(&self) -> usize;
    /// How many moves there are.
    fn length(&self) -> usize;
    /// The run that is played, in the notation of a link's fragment.
    fn schedule(&self) -> String;
}

type Make = fn(&Options, Option<String>, Rc<Cell<Lang>>, Teller) -> Rc<dyn TimelineBox>;

/// The functions that make timelines by their elements' attributes; the text is the schedule where no attribute has one.
pub struct Maker {
    /// Makes one.
    pub make: Make,
    /// The part of the wasm that it needs first and that has not come.
    pub lacks: fn(&Options, Option<String>) -> Option<Part>,
}

late! {
    "timeline" "e07a5b91c4d8423f96b3207fda1e6c58" fn loaded() -> &'static Maker = playing::maker
}

/// The functions that make timelines; `None` as long as [`Part::Timeline`] has not come.
fn maker() -> Option<&'static Maker> {
    Part::Timeline.is_here().then(loaded)
}

/// A timeline.
///
/// No method may be called from within the function that it is [told](TimelineIsland::new) by.
#[wasm_bindgen]
pub struct TimelineIsland {
    timeline: Rc<dyn TimelineBox>,
    lang: Rc<Cell<Lang>>,
    mount: Mount,
}

#[wasm_bindgen]
impl TimelineIsland {
    /// The name of a part of the wasm that the timeline in `host` needs before it can be shown and that has not come. `text` is
    /// what the author wrote in the element.
    pub fn lacking(host: &HtmlElement, text: Option<String>) -> Option<String> {
        let part = (maker()?.lacks)(&Options::read(host), text)?;
        Some(part.name().to_owned())
    }

    /// A timeline by the attributes of `host`, which `Options` lists. `text` is what the author wrote in the element: a
    /// schedule, or a program. `tell` is called with the name of each event and its fields: `lock-step` (position, length,
    /// text), `lock-broken` (position, property, text).
    ///
    /// # Errors
    /// A sentence for the page's author when its part has not come.
    #[wasm_bindgen(constructor)]
    pub fn new(
        host: &HtmlElement,
        text: Option<String>,
        tell: Option<Function>,
    ) -> Result<TimelineIsland, JsError> {
        let maker = maker().ok_or_else(|| JsError::new("the part `timeline` is not linked"))?;
        let options = Options::read(host);
        let lang = Rc::new(Cell::new(options.lang));
        let timeline = (maker.make)(&options, text, Rc::clone(&lang), Teller::new(tell));
        let mount = Mount::new(&options, Shown::Timeline(Rc::clone(&timeline)));
        Ok(TimelineIsland {
            timeline,
            lang,
            mount,
        })
    }

    /// Shows the island in the shadow root of `host`. Does nothing when it is shown already.
    pub fn connect(&self, host: &HtmlElement) -> Result<(), JsValue> {
        self.mount.connect(host, Some(self.timeline.style()))
    }

    /// Takes the island out of its element, for the time that the element is not in the document.
    pub fn disconnect(&self) {
        self.mount.disconnect();
    }

    /// Reads the attributes of `host` again: language, controls, whether it is read only. The others count at the
    /// beginning.
    pub fn update(&self, host: &HtmlElement) {
        self.lang.set(self.mount.update(host));
    }

    /// Plays a schedule, in the notation of a link's fragment, in place of what is shown. One that breaks off is played so
    /// far, and the timeline says why.
    pub fn open(&self, schedule: String) {
        self.timeline.open(schedule);
        self.mount.change();
    }

    /// One move on.
    pub fn step(&self) {
        self.timeline.step();
        self.mount.change();
    }

    /// One move back.
    pub fn back(&self) {
        self.timeline.back();
        self.mount.change();
    }

    /// Straight to this many moves, or to the last one.
    pub fn seek(&self, position: usize) {
        self.timeline.seek(position);
        self.mount.change();
    }

    /// How many moves are done.
    pub fn position(&self) -> usize {
        self.timeline.position()
    }

    /// How many moves there are.
    pub fn length(&self) -> usize {
        self.timeline.length()
    }

    /// The run that is played, in the notation of a link's fragment.
    pub fn schedule(&self) -> String {
        self.timeline.schedule()
    }
}
