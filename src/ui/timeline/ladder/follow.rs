//! Keeps the current row in view: within the ladder where that scrolls, and else within the page, while the ladder has the
//! focus or plays. The reader's own scrolling ends that until the next act.

use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::Ladder;

/// Between the current row and the edge of what is in sight, in CSS pixels.
const AWAY: f64 = 8.0;
/// Pixels below a row for the ends of what lasts longer, where there is room.
const UNTIL: f64 = 24.0;

/// Brings the row at the cursor into view whenever the cursor has moved. A page that is somebody else's is never scrolled.
#[hook]
pub fn use_following(ladder: &Ladder, cursor: usize, width: Option<i32>, playing: bool) {
    let deps = (ladder.clone(), playing);
    use_effect_with(deps, |(ladder, playing)| {
        let watch = || {
            ladder.kept.follows.set(true);
            Scrolled::watch(ladder)
        };
        let stop = playing.then(watch);
        move || drop(stop)
    });
    let known = use_mut_ref(|| None::<(usize, bool)>);
    let deps = (ladder.clone(), cursor, playing, width);
    use_effect_with(deps, move |(ladder, cursor, playing, _)| {
        // Before its width is known, nothing is drawn.
        let Some(frame) = ladder.frame.cast::<Element>() else {
            return;
        };
        let before = known.replace(Some((*cursor, *playing)));
        if before.is_some_and(|(known, _)| known == *cursor) {
            return;
        }
        if scrolls_itself(&frame) {
            within(&frame);
        } else {
            // The last move of a run that plays ends its playing. A slow machine may look here for the first time when the
            // reader has stepped already; a run that plays by itself then leaves the page where it is.
            let plays = before.is_some_and(|(_, was_playing)| *playing || was_playing);
            let is_followed = match plays {
                true => ladder.kept.follows.get(),
                false => has_focus(&frame),
            };
            if is_followed {
                within_page(&frame);
            }
        }
    });
    let frame = ladder.frame.clone();
    use_effect(move || {
        if let Some(frame) = frame.cast::<Element>() {
            rove(&frame, None);
        }
    });
}

/// Gives the rows of two ladders side by side the height of the higher one of each pair, and both ladders the same place.
#[hook]
pub fn use_aligned(ladders: [&Ladder; 2], are_both: bool) {
    let frames = ladders.map(|ladder| ladder.frame.clone());
    use_effect(move || {
        let [left, right] = frames.map(|frame| frame.cast::<Element>());
        let Some((left, right)) = left.zip(right).filter(|_| are_both) else {
            return;
        };
        let pairs: Vec<[HtmlElement; 2]> = rows(&left)
            .filter_map(|row| {
                let number = row.get_attribute("data-row")?;
                let other = [".row[data-row='", &number, "']"].concat();
                let other = right.query_selector(&other).ok()??;
                Some([row, other.dyn_into().ok()?])
            })
            .collect();
        let set = |pair: &[HtmlElement; 2], height: &str| {
            for row in pair {
                let _ = row.style().set_property("min-height", height);
            }
        };
        pairs.iter().for_each(|pair| set(pair, ""));
        // All are measured before the first is changed: one layout.
        let height = |row: &HtmlElement| row.get_bounding_client_rect().height();
        let heights = pairs
            .iter()
            .map(|[one, other]| height(one).max(height(other)));
        let heights: Vec<f64> = heights.collect();
        for (pair, height) in pairs.iter().zip(heights) {
            set(pair, &[&(height.ceil() as i32).to_string(), "px"].concat());
        }
        let top = left.scroll_top().max(right.scroll_top());
        left.set_scroll_top(top);
        right.set_scroll_top(top);
    });
}

/// The rows of a ladder that are in the document.
fn rows(frame: &Element) -> impl Iterator<Item = HtmlElement> {
    let all = frame.query_selector_all(".row[data-row]").ok();
    all.into_iter()
        .flat_map(|all| (0..all.length()).filter_map(move |at| all.get(at)?.dyn_into().ok()))
}

/// The reader's own scrolling, watched while a run plays.
struct Scrolled(Closure<dyn Fn()>);

const OWN: [&str; 2] = ["wheel", "touchmove"];

impl Scrolled {
    fn watch(ladder: &Ladder) -> Scrolled {
        let kept = Rc::clone(&ladder.kept);
        let scrolled = Closure::<dyn Fn()>::new(move || kept.follows.set(false));
        for name in OWN {
            let listener = scrolled.as_ref().unchecked_ref();
            let _ = window().map(|window| window.add_event_listener_with_callback(name, listener));
        }
        Scrolled(scrolled)
    }
}

impl Drop for Scrolled {
    fn drop(&mut self) {
        for name in OWN {
            let listener = self.0.as_ref().unchecked_ref();
            let _ =
                window().map(|window| window.remove_event_listener_with_callback(name, listener));
        }
    }
}

fn window() -> Option<web_sys::Window> {
    web_sys::window()
}

/// Whoever opens the inspector by a key goes there with the focus, and comes back when it closes.
pub fn meet_inspector(ladder: &Ladder, is_open: bool) {
    let kept = &ladder.kept;
    let frame = ladder.frame.cast::<HtmlElement>();
    let Some(frame) = frame.filter(|_| kept.by_key.get()) else {
        return;
    };
    kept.by_key.set(is_open);
    let around = frame.closest(".side, .timeline").ok().flatten();
    let panel = around.and_then(|around| around.query_selector(".inspector").ok()?);
    let panel = panel.and_then(|panel| panel.dyn_into().ok());
    let _ = panel.filter(|_| is_open).unwrap_or(frame).focus();
}

/// Whether the focus is in the timeline of this ladder.
fn has_focus(frame: &Element) -> bool {
    let timeline = frame.closest(".timeline").ok().flatten();
    timeline.is_some_and(|timeline| timeline.matches(":focus-within").unwrap_or_default())
}

/// Whether the style sheet has the ladder scroll, as it does in every page but the project's own.
fn scrolls_itself(frame: &Element) -> bool {
    if frame.has_attribute("data-scrolls") {
        return true;
    }
    let style = window().and_then(|window| window.get_computed_style(frame).ok().flatten());
    let overflow = style.and_then(|style| style.get_property_value("overflow-y").ok());
    overflow.is_none_or(|overflow| overflow != "visible")
}

/// Whether the reader has text selected.
pub fn is_selecting() -> bool {
    let selection = window().and_then(|window| window.get_selection().ok().flatten());
    selection.is_some_and(|selection| !selection.is_collapsed())
}

/// The edges of the part that has to be in view: the current row, and below it the choice of the next move or the end.
struct Seen {
    top: f64,
    /// Lower edges, the lowest first: with all of the end, with its first sentence, of the row alone.
    bottoms: [f64; 3],
    head: f64,
}

/// The rows' own order leads to all parts: a selector would look at each element of a long run.
fn seen(frame: &Element) -> Option<Seen> {
    let grid = frame.first_element_child()?;
    let last = grid.last_element_child()?;
    let mut row = last.clone();
    while !row.has_attribute("aria-current") {
        row = row.previous_element_sibling()?;
    }
    let row = row.get_bounding_client_rect();
    let after = match last.matches(".next").unwrap_or_default() {
        true => Some(last),
        false => grid
            .next_element_sibling()
            .filter(|end| !end.has_attribute("data-ahead")),
    };
    let came = after
        .as_ref()
        .map(|end| end.query_selector(".came").ok().flatten());
    let bottom_of = |part: Option<&Element>| {
        let bottom = part.map_or(0.0, |part| part.get_bounding_client_rect().bottom());
        bottom.max(row.bottom())
    };
    let head = grid.first_element_child()?;
    Some(Seen {
        top: row.top(),
        bottoms: [
            bottom_of(after.as_ref()),
            bottom_of(came.flatten().as_ref().or(after.as_ref())),
            row.bottom(),
        ],
        head: head.get_bounding_client_rect().height(),
    })
}

/// How far to scroll, so that what has to be seen lies between two edges: the row first.
fn shift(seen: &Seen, top: f64, bottom: f64) -> f64 {
    let top = top + seen.head;
    let room = bottom - top;
    let [.., row] = seen.bottoms;
    let fitting = seen.bottoms.iter().find(|edge| *edge - seen.top <= room);
    let wanted = fitting.unwrap_or(&row);
    let spare = room - (wanted - seen.top) - AWAY;
    let down = (wanted + spare.clamp(AWAY, UNTIL) - bottom).max(0.0);
    let up = (top + AWAY - (seen.top - down)).max(0.0);
    down - up
}

fn within(frame: &Element) {
    if let Some(seen) = seen(frame) {
        let edges = frame.get_bounding_client_rect();
        let by = shift(&seen, edges.top(), edges.bottom());
        frame.set_scroll_top(frame.scroll_top() + by as i32);
    }
}

fn within_page(frame: &Element) {
    let Some((seen, window)) = seen(frame).zip(window()) else {
        return;
    };
    let height = window
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64());
    let run = frame.closest(".run").ok().flatten();
    let height_of = |path: &str| {
        let part = run.as_ref().and_then(|run| run.query_selector(path).ok()?);
        part.map_or(0.0, |part| part.get_bounding_client_rect().height())
    };
    let (over, dock) = (height_of(".ruler"), height_of(".dock"));
    let by = shift(&seen, over, height.unwrap_or_default() - dock);
    if by != 0.0 {
        window.scroll_by_with_x_and_y(0.0, by);
    }
}

/// Gives one of the choices of the next move a stop of the tab key, and with `step` moves the focus to one beside it.
pub fn rove(frame: &Element, step: Option<i32>) {
    let next = frame
        .first_element_child()
        .and_then(|grid| grid.last_element_child());
    let Some(Ok(all)) = next.map(|next| next.query_selector_all(".next button")) else {
        return;
    };
    let buttons: Vec<HtmlElement> = (0..all.length())
        .filter_map(|at| all.get(at)?.dyn_into().ok())
        .collect();
    let is_here = |button: &HtmlElement| button.matches(":focus").unwrap_or_default();
    let was_here = |button: &HtmlElement| button.get_attribute("tabindex").as_deref() == Some("0");
    let place = buttons
        .iter()
        .position(is_here)
        .or_else(|| buttons.iter().position(was_here))
        .unwrap_or_default();
    let last = buttons.len().saturating_sub(1);
    let wanted = match step {
        None => place,
        Some(i32::MIN) => 0,
        Some(i32::MAX) => last,
        Some(step) if step < 0 => place.saturating_sub(1),
        Some(_) => (place + 1).min(last),
    };
    for (at, button) in buttons.iter().enumerate() {
        let index = if at == wanted { "0" } else { "-1" };
        if button.get_attribute("tabindex").as_deref() != Some(index) {
            let _ = button.set_attribute("tabindex", index);
        }
    }
    if let Some(button) = buttons.get(wanted).filter(|_| step.is_some()) {
        let _ = button.focus();
    }
}
