//! The handlers of the rows: to scroll them, to walk through them by the keys, to pick one, to open what it holds.

use web_sys::{Element, Event, HtmlElement, KeyboardEvent, MouseEvent};
use yew::prelude::*;

use super::row;
use crate::ui::clock;
use crate::ui::prompt::state::PromptState;
use crate::ui::shared::Shared;
use keyspace::value::Value;

/// How high a row is, in pixels; the style sheet says the same.
pub const ROW_PX: i32 = 28;
/// How many rows are drawn beside those in sight, for a fast hand: above, and in the steps of the first one.
pub const ROWS_ABOVE: usize = 6;
pub const ROWS_A_STEP: usize = 4;
/// How many rows are taken to be in sight before the view is measured.
pub const ROWS_IN_SIGHT: usize = 10;
/// How many rows *Page Up* and *Page Down* go.
const ROWS_A_PAGE: usize = 8;

/// Where the reader stands in the rows, and whom a choice of one concerns.
#[derive(Clone)]
pub struct Grid {
    pub state: Shared<PromptState>,
    /// Is told of a key that the reader picks.
    pub on_pick: Callback<Vec<u8>>,
    /// The first row that is drawn.
    pub first: UseStateHandle<usize>,
    /// How many are in sight.
    pub in_sight: UseStateHandle<usize>,
    /// The row that the keyboard stands on.
    pub here: UseStateHandle<Option<usize>>,
    /// The key whose elements are shown, and the place of the first of them.
    pub opened: UseStateHandle<Option<(Vec<u8>, usize)>>,
    /// The element that scrolls the rows.
    pub scroller: NodeRef,
    /// The element of what the opened key holds.
    pub panel: NodeRef,
}

impl Grid {
    /// A handler that is given these.
    pub fn on<E: 'static>(&self, work: fn(&Grid, E)) -> Callback<E> {
        let own = self.clone();
        Callback::from(move |event| work(&own, event))
    }

    /// Takes how many rows are in sight from the room that they have.
    pub fn measure(&self) {
        let Some(element) = self.scroller.cast::<HtmlElement>() else {
            return;
        };
        let rows = usize::try_from(element.client_height() / ROW_PX).unwrap_or(0) + 2;
        // In steps, so that a view that grows by a row is not drawn anew each time.
        let rows = rows.next_multiple_of(ROWS_A_STEP).max(ROWS_IN_SIGHT);
        if rows != *self.in_sight {
            self.in_sight.set(rows);
        }
    }

    /// The rows were scrolled.
    pub fn scroll(&self, _: Event) {
        self.measure();
        if let Some(element) = self.scroller.cast::<HtmlElement>() {
            let top = usize::try_from(element.scroll_top() / ROW_PX).unwrap_or(0);
            // In steps, so that most scrolling draws nothing anew.
            let step = top.saturating_sub(ROWS_ABOVE) / ROWS_A_STEP * ROWS_A_STEP;
            if step != *self.first {
                self.first.set(step);
            }
        }
    }

    /// A row was chosen: what it holds is opened or closed; a string's name goes to the line.
    fn pick(&self, place: usize) {
        let state = self.state.borrow();
        let Some(name) = state.keys.from(place).next().map(<[u8]>::to_vec) else {
            return;
        };
        let server = state.server();
        let entry = server.peek(state.database(), clock::now_ms(), &name);
        let has_elements = entry.is_some_and(|entry| matches!(entry.value, Value::Other(_)));
        drop(server);
        drop(state);
        match (has_elements, &*self.opened) {
            (false, _) => self.on_pick.emit(name),
            (true, Some((open, _))) if *open == name => self.opened.set(None),
            (true, _) => self.opened.set(Some((name, 0))),
        }
    }

    /// What the opened key holds is shown from another place, or closed.
    pub fn turn(&self, from: Option<usize>) {
        let name = self.opened.as_ref().map(|(name, _)| name.clone());
        self.opened.set(name.zip(from));
        let panel = self.panel.cast::<HtmlElement>();
        match (from, panel, self.scroller.cast::<HtmlElement>()) {
            (Some(_), Some(panel), _) => panel.set_scroll_top(0),
            (None, _, Some(grid)) => drop(grid.focus()),
            _ => {}
        }
    }

    /// A key was pressed on the rows.
    pub fn key(&self, event: KeyboardEvent) {
        let last = self.state.borrow().keys.len().saturating_sub(1);
        let place = self.here.unwrap_or(0);
        let to = match event.key().as_str() {
            "ArrowDown" => self.here.map_or(0, |place| place + 1),
            "ArrowUp" => place.saturating_sub(1),
            "PageDown" => place + ROWS_A_PAGE,
            "PageUp" => place.saturating_sub(ROWS_A_PAGE),
            "Home" => 0,
            "End" => last,
            "Enter" => return self.pick(place),
            _ => return,
        };
        event.prevent_default();
        let to = to.min(last);
        if let Some(element) = self.scroller.cast::<HtmlElement>() {
            let top = to as i32 * ROW_PX;
            let (seen, height) = (element.scroll_top(), element.client_height());
            if top < seen {
                element.set_scroll_top(top);
            } else if top + ROW_PX > seen + height {
                element.set_scroll_top(top + ROW_PX - height);
            }
        }
        self.here.set(Some(to));
    }

    /// A row was clicked. One listener for all rows: a listener for each would be another one at each drawing.
    pub fn click(&self, event: MouseEvent) {
        let clicked = event.target_dyn_into::<Element>();
        if let Some(place) = clicked.and_then(|clicked| row::place_of(&clicked)) {
            self.pick(place);
        }
    }
}
