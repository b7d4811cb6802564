//! Keeps the focus in the timeline when what had it is gone: a branch that was removed, a panel that gave way to another.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Where the focus goes then, the first of them that is there.
const INSTEAD: [&str; 3] = [".branches input", ".panel button", DRAWING];
/// A drawing, or a ladder.
const DRAWING: &str = ".frame, .ladder";

/// What is to be shown, wherever the page is scrolled to.
#[derive(Clone, Copy)]
pub enum Brought {
    /// The drawing.
    Stage,
    /// The menu of the tools that are seldom needed.
    Tools,
    /// What was last chosen from the answers of a search.
    Answer,
}

impl Brought {
    /// Where the focus goes, the first of them that is there.
    fn places(self) -> &'static [&'static str] {
        match self {
            Brought::Stage => &[DRAWING],
            Brought::Tools => &[".tools summary", DRAWING],
            Brought::Answer => &[
                ".challenge textarea",
                ".search table [aria-pressed=true]",
                ".search .answer + button",
                ".search button",
            ],
        }
    }
}

/// Takes note of whether the focus is in the timeline, before something changes.
#[derive(Clone)]
pub struct Focus {
    whole: NodeRef,
    was_inside: Rc<Cell<bool>>,
    brings: Rc<Cell<Option<Brought>>>,
}

impl Focus {
    /// Brings this into view, with the focus, after the change that follows; not for a reader who is elsewhere in the page.
    pub fn bring(&self, shown: Brought) {
        self.note();
        self.brings.set(Some(shown));
    }

    /// To be called before a change.
    pub fn note(&self) {
        self.was_inside.set(self.is_inside());
    }

    fn is_inside(&self) -> bool {
        let whole = self.whole.cast::<Element>();
        whole.is_some_and(|whole| whole.matches(":focus-within").unwrap_or_default())
    }

    /// Whether the focus is in the open panel.
    pub fn is_in_panel(&self) -> bool {
        let whole = self.whole.cast::<Element>();
        whole
            .is_some_and(|whole| matches!(whole.query_selector(".panel:focus-within"), Ok(Some(_))))
    }

    /// To be called after it.
    fn restore(&self) {
        let brings = self.brings.take();
        if !self.was_inside.take() {
            return;
        }
        let Some(whole) = self.whole.cast::<Element>() else {
            return;
        };
        let find = |place: &str| whole.query_selector(place).ok().flatten();
        let places = match brings {
            Some(shown) => shown.places(),
            // A menu closes when something was chosen from it.
            None if find(".tools .menu [aria-controls]:focus").is_some() => &[".panel button"],
            None if find(".tools .menu :focus:not(summary)").is_some() => &[".tools summary"],
            // The way from the end to an earlier move goes out of sight with that end.
            None if find(".ending[data-ahead] :focus").is_some() => &[DRAWING],
            None if self.is_inside() => return,
            None => &INSTEAD,
        };
        let mut all = places.iter();
        let found = all.find_map(|place| find(place));
        if let Some(element) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
            let _ = element.focus();
            if let Some(Brought::Stage) = brings {
                element.scroll_into_view();
            }
        }
    }
}

/// Keeps the focus in the element of `whole`.
#[hook]
pub fn use_focus(whole: &NodeRef) -> Focus {
    let focus = Focus {
        whole: whole.clone(),
        was_inside: use_memo((), |()| Cell::new(false)),
        brings: use_memo((), |()| Cell::new(None)),
    };
    let restored = focus.clone();
    use_effect(move || restored.restore());
    focus
}
