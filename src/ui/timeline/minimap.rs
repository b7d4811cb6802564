//! The whole run as a slim strip, where it is longer than its frame: who moved when, what broke, and what is in sight. It
//! is for pointers; by keyboard the slider says and does the same.

use web_sys::{Element as DomElement, PointerEvent};
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

use super::action::{Action, CursorAction};
use super::layout::{Drawing, Point, Rect};
use super::score::Score;
use super::svg::{coloured, path, rect};
use crate::ui::element::{Element, element};

/// Stretches that the strip is divided into at most.
const PIECES_MAX: usize = 240;
/// The height of the strip, in its own units.
const HEIGHT: i32 = 12;

/// The paths of the strip, kept while the score is the same.
#[derive(Default)]
pub struct Strip {
    /// Of which score these are.
    version: u32,
    actors: Vec<String>,
    breaks: String,
}

/// The strip.
pub fn minimap(
    strip: &mut Strip,
    score: &Score,
    drawing: &Drawing,
    cursor: usize,
    on_action: &Callback<Action>,
) -> Element {
    if strip.version != score.version {
        *strip = Strip::of(score);
    }
    let moves = score.slots.len();
    let seek = {
        let on_action = on_action.clone();
        Callback::from(move |event: PointerEvent| {
            if event.buttons() & 1 == 1
                && let Some(slot) = move_under(&event, moves)
            {
                on_action.emit(CursorAction::Seek(slot).into());
            }
        })
    };
    let area = |from: usize, to: usize| Rect {
        x: from as i32,
        y: 0,
        width: to.saturating_sub(from).max(1) as i32,
        height: HEIGHT,
    };
    let clients = strip.actors.iter().enumerate().map(|(actor, d)| {
        let client = score.clients.get(actor);
        coloured(element("g").child(path("moves", d)), client).into()
    });
    let size = ["0 0 ", &moves.to_string(), " ", &HEIGHT.to_string()].concat();
    element("svg")
        .class("minimap")
        .attr_of("viewBox", size)
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true")
        .on(ListenerKind::onpointerdown, &seek)
        .on(ListenerKind::onpointermove, &seek)
        .list(clients.collect())
        .child(path("breaks", &strip.breaks))
        .child(rect("ahead", area(cursor, moves), 0))
        .child(rect("seen", area(drawing.seen.start, drawing.seen.end), 0))
        .child(rect("at", area(cursor.saturating_sub(1), cursor), 0))
}

/// Which move is under the pointer, counted as the cursor is.
fn move_under(event: &PointerEvent, moves: usize) -> Option<usize> {
    let target = event.target_dyn_into::<DomElement>()?;
    let strip = target.closest(".minimap").ok()??;
    let area = strip.get_bounding_client_rect();
    let along = i64::from(event.client_x()) - area.left() as i64;
    let width = (area.width() as i64).max(1);
    let slot = along.clamp(0, width) * moves as i64 / width;
    Some((slot as usize + 1).min(moves))
}

impl Strip {
    /// For each actor the stretches in which it moved most, and the stretches in which something broke.
    fn of(score: &Score) -> Strip {
        let moves = score.slots.len();
        let count = moves.min(PIECES_MAX);
        let mut actors = vec![String::new(); score.clients.len() + 1];
        let mut breaks = String::new();
        let mut alarms = score.alarms.iter().map(|alarm| alarm.slot).peekable();
        for piece in 0..count {
            let (from, to) = (piece * moves / count, (piece + 1) * moves / count);
            let mut counts = vec![0_usize; actors.len()];
            for slot in score.slots.get(from..to).unwrap_or_default() {
                let actor = slot
                    .happening
                    .actor()
                    .and_then(|actor| counts.get_mut(actor));
                if let Some(count) = actor {
                    *count += 1;
                }
            }
            let most = counts
                .iter()
                .zip(&mut actors)
                .max_by_key(|(count, _)| **count);
            if let Some((1.., d)) = most {
                push_piece(
                    d,
                    Point {
                        x: from as i32,
                        y: 3,
                    },
                    to - from,
                    6,
                );
            }
            let mut is_broken = false;
            while alarms.next_if(|slot| *slot < to).is_some() {
                is_broken = true;
            }
            if is_broken {
                push_piece(
                    &mut breaks,
                    Point {
                        x: from as i32,
                        y: 0,
                    },
                    to - from,
                    HEIGHT,
                );
            }
        }
        Strip {
            version: score.version,
            actors,
            breaks,
        }
    }
}

fn push_piece(d: &mut String, Point { x, y }: Point, width: usize, height: i32) {
    let [x, y, width, height] = [x, y, width as i32, height].map(|length| length.to_string());
    d.extend([
        "M", &x, " ", &y, "h", &width, "v", &height, "h-", &width, "z",
    ]);
}
