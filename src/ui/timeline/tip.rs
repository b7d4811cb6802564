//! What a part of the drawing is, said beside it to whoever points at it or goes to it by key. Written straight into the
//! document: a pointer passes over many parts, and none of them changes the timeline.

use std::cell::{Cell, RefCell};

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::explain;
use super::score::Score;
use super::svg::colour;
use super::words as say;
use crate::ui::element::element;
use tell::line;

/// Between the pointer and the words about what it is on, in pixels.
const AWAY: f64 = 12.0;

/// The words beside a part, and which part that is.
#[derive(Default)]
pub struct Tip {
    node: NodeRef,
    part: RefCell<Option<Element>>,
    /// Which part of the move at the cursor was gone to last.
    walked: Cell<Option<usize>>,
}

impl Tip {
    /// Its element.
    pub fn show(&self) -> Html {
        element("div")
            .node(&self.node)
            .class("tip")
            .attr("role", "status")
            .attr("hidden", "")
            .into()
    }

    /// Tells of what a pointer is on, which came there at this point of the window.
    pub fn point(&self, score: &Score, target: &Element, at: (i32, i32)) {
        if self.element().is_some_and(|tip| tip.contains(Some(target))) {
            return;
        }
        let part = part_of(target);
        if part.as_ref().is_some_and(|part| self.is_about(part)) {
            return;
        }
        match part.and_then(|part| Some((words(score, &part)?, part))) {
            Some((words, part)) => self.tell(&part, &words, (f64::from(at.0), f64::from(at.1))),
            None => {
                self.hide();
            }
        }
    }

    /// Goes on to the next part of what stands at the cursor, or to the one before, and tells of it.
    pub fn walk(&self, score: &Score, frame: &Element, is_next: bool) {
        let parts = parts_here(frame);
        let count = parts.len();
        let step = if is_next { 1 } else { count.saturating_sub(1) };
        let from = match (self.walked.get(), is_next) {
            (Some(at), _) => at,
            (None, true) => count.saturating_sub(1),
            (None, false) => 0,
        };
        let Some(at) = (from + step).checked_rem(count) else {
            return;
        };
        let Some(part) = parts.get(at) else {
            return;
        };
        let area = part.get_bounding_client_rect();
        if let Some(words) = words(score, part) {
            self.tell(part, &words, (area.left(), area.bottom() - AWAY / 2.0));
        }
        self.walked.set(Some(at));
    }

    /// Takes the words away. True when there were some.
    pub fn hide(&self) -> bool {
        self.walked.set(None);
        if let Some(part) = self.part.take() {
            let _ = part.remove_attribute("data-pointed");
        }
        let tip = self.element().filter(|tip| !tip.hidden());
        tip.iter().for_each(|tip| tip.set_hidden(true));
        tip.is_some()
    }

    /// Whether the pointer is still on a part or on the words.
    pub fn holds(&self, target: &Element) -> bool {
        let is_in = self.element().is_some_and(|tip| tip.contains(Some(target)));
        is_in || part_of(target).is_some_and(|part| self.is_about(&part))
    }

    fn is_about(&self, part: &Element) -> bool {
        self.part.borrow().as_ref() == Some(part)
    }

    fn element(&self) -> Option<HtmlElement> {
        self.node.cast()
    }

    fn tell(&self, part: &Element, words: &str, (x, y): (f64, f64)) {
        self.hide();
        let Some(tip) = self.element() else {
            return;
        };
        let Some(stage) = tip.parent_element() else {
            return;
        };
        let _ = part.set_attribute("data-pointed", "");
        tip.set_text_content(Some(words));
        tip.set_hidden(false);
        let outer = stage.get_bounding_client_rect();
        let widest = (outer.width() - tip.get_bounding_client_rect().width()).max(0.0);
        let left = (x - outer.left() - AWAY).min(widest).max(0.0);
        let style = tip.style();
        let _ = style.set_property("left", &px(left));
        let _ = style.set_property("top", &px(y - outer.top() + AWAY));
        self.part.replace(Some(part.clone()));
    }
}

fn px(length: f64) -> String {
    [&(length as i32).to_string(), "px"].concat()
}

/// The part of a drawing that holds an element.
fn part_of(target: &Element) -> Option<Element> {
    target.closest("[data-move], .jump, .flag").ok().flatten()
}

/// The parts of what stands at the cursor, in the order in which they are drawn.
fn parts_here(frame: &Element) -> Vec<Element> {
    let Ok(Some(here)) = frame.query_selector(".cursor") else {
        return Vec::new();
    };
    let here = here.get_bounding_client_rect();
    let Ok(all) = frame.query_selector_all("[data-move]") else {
        return Vec::new();
    };
    let is_here = |part: &Element| {
        let area = part.get_bounding_client_rect();
        let is_along = area.left() < here.right() - 1.0 && area.right() > here.left() + 1.0;
        is_along && area.top() < here.bottom() - 1.0 && area.bottom() > here.top() + 1.0
    };
    (0..all.length())
        .filter_map(|at| all.item(at)?.dyn_into().ok())
        .filter(is_here)
        .collect()
}

/// What is said about a part.
fn words(score: &Score, part: &Element) -> Option<String> {
    let lang = score.lang;
    let class = part.get_attribute("class")?;
    let kind = class.split(' ').next().unwrap_or_default();
    let explained = match kind {
        "jump" => Some(say::LEGEND_JUMP),
        "flag" => Some(say::LEGEND_FLAG),
        _ => None,
    };
    if let Some(explained) = explained {
        return Some(explained.get(lang).to_owned());
    }
    let slot: usize = part.get_attribute("data-move")?.parse().ok()?;
    if kind == "ahead" {
        return Some(say::still_to_come(lang, slot + 1));
    }
    let colours = part.get_attribute("data-client");
    let is_of = |id: &sim::ClientId| Some(colour(*id)) == colours;
    let client = score.clients.iter().position(is_of);
    let server = part.get_attribute("data-server");
    let server = server.and_then(|server| server.parse().ok());
    match score.stretch(kind, client, server, slot) {
        Some(state) => Some(explain::of_stretch(lang, kind, score, server, state)),
        None => Some(line::of_move(lang, score.run()?, slot)),
    }
}
