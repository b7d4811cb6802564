//! The interface of a timeline in an island. All of its code comes with [`Part::Timeline`].

use std::cell::Cell;
use std::rc::Rc;

use yew::Html;

use super::options::Options;
use super::playing;
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
    /// What is played, in the notation of a link's fragment.
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
pub fn maker() -> Option<&'static Maker> {
    Part::Timeline.is_here().then(loaded)
}
