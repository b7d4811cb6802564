//! A score in its frame: the names of the lanes, the picture, and what keeps the move at the cursor in sight. A page may
//! hold several.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent, PointerEvent};
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

use super::action::{Action, CursorAction, ViewAction};
use super::actors::names;
use super::draw::{Shown, picture};
use super::layout::{self, Direction, Drawing, SCROLL_STEP, Viewport, layout};
use super::legend::legend;
use super::minimap::{Strip, minimap};
use super::score::Score;
use super::tip::Tip;
use super::words as say;
use crate::ui::element::element;
use base::text::Lang;
use sim::Run;

/// What of a long run is drawn beyond what is in sight, on either side, in pixels: more than a step of scrolling.
const MARGIN: i32 = 2 * SCROLL_STEP;
/// A run of so many moves is drawn as a whole: it costs little, and it can be saved and searched.
const WHOLE_MOVES_MAX: usize = 40;
/// The height of the frame of a long run where time runs down, in pixels.
pub const HEIGHT_DOWN: i32 = 544;
/// Where time runs down, a run of more moves has a frame that scrolls.
const SHORT_MOVES_MAX: usize = 14;
/// Lines that a play of one's own keeps for the words about what it breaks.
const ALARM_ROWS: usize = 3;

/// What a score on the page keeps from one drawing to the next.
#[derive(Clone, PartialEq)]
pub struct Stage {
    /// The frame that scrolls.
    pub frame: NodeRef,
    kept: Rc<Kept>,
}

#[derive(Default)]
struct Kept {
    score: RefCell<Score>,
    /// How far the frame is scrolled, in pixels.
    offset: Cell<i32>,
    /// The same in steps: what is drawn begins there.
    scrolled: Cell<i32>,
    /// Where it is to be scrolled to once this is drawn.
    goal: Cell<Option<(Direction, i32)>>,
    /// The cursor and the width that it was shown with.
    place: Cell<(usize, i32)>,
    strip: RefCell<Strip>,
    tip: Tip,
    /// Whether the inspector was opened by a key.
    by_key: Cell<bool>,
}

impl PartialEq for Kept {
    fn eq(&self, other: &Kept) -> bool {
        std::ptr::eq(self, other)
    }
}

/// A stage that keeps the move at the cursor in sight in a frame of this width, and takes the focus back when no move is
/// inspected any more.
#[hook]
pub fn use_stage(cursor: usize, width: Option<i32>, inspected: Option<usize>) -> Stage {
    let frame = use_node_ref();
    let kept = use_memo((), |()| Kept::default());
    use_following(&frame, &kept, cursor, width);
    use_inspector(&frame, &kept, inspected.is_some());
    use_effect_with((cursor, width), {
        let kept = Rc::clone(&kept);
        move |_| {
            kept.tip.hide();
        }
    });
    Stage { frame, kept }
}

/// Who opens the inspector by a key goes there with the focus, and comes back when it closes.
#[hook]
fn use_inspector(frame: &NodeRef, kept: &Rc<Kept>, is_open: bool) {
    let deps = (is_open, frame.clone(), Rc::clone(kept));
    use_effect_with(deps, |(is_open, frame, kept)| {
        let Some(frame) = frame.cast::<HtmlElement>().filter(|_| kept.by_key.get()) else {
            return;
        };
        kept.by_key.set(*is_open);
        let panel = frame
            .closest(".side, .timeline")
            .and_then(|timeline| match timeline {
                Some(timeline) => timeline.query_selector(".inspector"),
                None => Ok(None),
            });
        let panel = panel.ok().flatten().and_then(|panel| panel.dyn_into().ok());
        let _ = panel.filter(|_| *is_open).unwrap_or(frame).focus();
    });
}

/// What a stage shows.
pub struct Scene<'a> {
    /// The language of its words.
    pub lang: Lang,
    /// The whole run.
    pub run: &'a Run,
    /// How many of its moves are done.
    pub cursor: usize,
    /// The width of the frame, in CSS pixels.
    pub width: i32,
    /// Whether the last move is shown as a movement.
    pub moving: bool,
    /// What the picture is called, for those who do not see it.
    pub label: String,
    /// Whether its picture brings the patterns that all pictures of a timeline refer to: the first one does.
    pub has_defs: bool,
    /// A move that is marked, where two scores first differ.
    pub differs: Option<usize>,
    /// The move that is inspected.
    pub inspected: Option<usize>,
    /// Whether all moves to come are known: then nothing more is kept free than they need.
    pub is_told: bool,
    /// Whether what is drawn is explained below it.
    pub has_legend: bool,
}

impl Stage {
    /// The scene in its frame. `on_key` is told of the keys that are pressed in it.
    pub fn show(
        &self,
        scene: Scene,
        on_key: &Callback<KeyboardEvent>,
        on_action: &Callback<Action>,
    ) -> Html {
        let Scene {
            lang,
            run,
            cursor,
            inspected,
            ..
        } = scene;
        let mut score = self.kept.score.borrow_mut();
        score.follow(run, lang);
        let place = (cursor, scene.width);
        let mut drawing = layout(&score, cursor, self.viewport(&scene));
        if self.kept.place.replace(place) != place && self.kept.comes_to(&drawing, scene.width) {
            drawing = layout(&score, cursor, self.viewport(&scene));
        }
        let direction = drawing.direction;
        let on_scroll = {
            let (stage, on_action) = (self.clone(), on_action.clone());
            Callback::from(move |_: web_sys::Event| {
                if stage.scrolls(direction) {
                    on_action.emit(ViewAction::Scrolled.into());
                }
            })
        };
        let on_key = {
            let (stage, on_action, on_key) = (self.clone(), on_action.clone(), on_key.clone());
            Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
                "Enter" => {
                    stage.kept.by_key.set(true);
                    on_action.emit(ViewAction::Inspect(cursor.checked_sub(1)).into());
                }
                "Escape" if stage.kept.tip.hide() => {}
                "Escape" if inspected.is_some() => on_action.emit(ViewAction::Inspect(None).into()),
                key => match (across(key), stage.frame.cast::<Element>()) {
                    (Some(is_next), Some(frame)) if is_plain(&event, &frame) => {
                        event.prevent_default();
                        let kept = &stage.kept;
                        kept.tip.walk(&kept.score.borrow(), &frame, is_next);
                    }
                    _ => on_key.emit(event),
                },
            })
        };
        // A move that is not at the cursor is gone to; the one that is, looked at closely.
        let on_click = {
            let on_action = on_action.clone();
            Callback::from(move |event: MouseEvent| {
                if let Some(slot) = move_under(&event) {
                    on_action.emit(match slot + 1 == cursor {
                        false => CursorAction::Seek(slot + 1).into(),
                        true => ViewAction::Inspect(Some(slot).filter(|_| inspected != Some(slot)))
                            .into(),
                    });
                }
            })
        };
        let on_point = {
            let kept = Rc::clone(&self.kept);
            Callback::from(move |event: PointerEvent| {
                let target = event.target_dyn_into::<Element>();
                if let Some(target) = target.filter(|_| event.pointer_type() != "touch") {
                    let at = (event.client_x(), event.client_y());
                    kept.tip.point(&kept.score.borrow(), &target, at);
                }
            })
        };
        let on_leave = {
            let kept = Rc::clone(&self.kept);
            Callback::from(move |event: PointerEvent| {
                let to = event.related_target().and_then(|to| to.dyn_into().ok());
                if !to.is_some_and(|to: Element| kept.tip.holds(&to)) {
                    kept.tip.hide();
                }
            })
        };
        let shown = Shown {
            cursor,
            moving: scene.moving,
            label: scene.label,
            has_defs: scene.has_defs,
            differs: scene.differs,
            inspected,
        };
        let is_long = match direction {
            Direction::Right => along(&drawing).length > sight(direction, scene.width),
            Direction::Down => run.len() > SHORT_MOVES_MAX,
        };
        let mut strip = self.kept.strip.borrow_mut();
        let mut strip = || minimap(&mut strip, &score, &drawing, cursor, on_action).into();
        let frame = element("div")
            .node(&self.frame)
            .class("frame")
            .attr("part", "stage")
            .attr("data-direction", direction.name())
            .flag("data-long", is_long)
            .attr("tabindex", "0")
            .attr("role", "group")
            .attr("aria-label", say::SCORE.get(lang))
            .on(ListenerKind::onkeydown, &on_key)
            .on(ListenerKind::onclick, &on_click)
            .on(ListenerKind::onscroll, &on_scroll)
            .child(names(lang, run.world(cursor), &score, &drawing))
            .child(picture(&score, &drawing, &shown));
        let explained = scene.has_legend.then(|| legend(lang, &drawing, is_long));
        element("div")
            .class("stage")
            .on(ListenerKind::onpointerover, &on_point)
            .on(ListenerKind::onpointerout, &on_leave)
            .child(frame)
            .child(if is_long { strip() } else { Html::default() })
            .child(self.kept.tip.show())
            .when(explained)
            .into()
    }

    /// What of the score is in sight.
    fn viewport(&self, scene: &Scene) -> Viewport {
        let direction = Direction::of(scene.width);
        Viewport {
            width: scene.width,
            from: self.kept.scrolled.get() * SCROLL_STEP,
            length: sight(direction, scene.width) + SCROLL_STEP,
            margin: match scene.run.len() {
                0..=WHOLE_MOVES_MAX => i32::MAX,
                _ => MARGIN,
            },
            alarm_rows: if scene.is_told { 0 } else { ALARM_ROWS },
        }
    }

    /// Takes note of how far the frame is scrolled. True when something else is to be drawn.
    pub fn scrolls(&self, direction: Direction) -> bool {
        let Some(frame) = self.frame.cast::<Element>() else {
            return false;
        };
        let offset = match direction {
            Direction::Right => frame.scroll_left(),
            Direction::Down => frame.scroll_top(),
        };
        self.kept.offset.set(offset);
        let steps = offset / SCROLL_STEP;
        self.kept.scrolled.replace(steps) != steps
    }
}

/// How much of a drawing is in sight in its frame, along time.
fn sight(direction: Direction, width: i32) -> i32 {
    match direction {
        Direction::Right => width - layout::NAMES_WIDTH,
        Direction::Down => HEIGHT_DOWN - layout::NAMES_HEIGHT,
    }
}

/// A drawing along time.
struct Along {
    length: i32,
    /// From where to where the move at the cursor reaches.
    here: (i32, i32),
}

fn along(drawing: &Drawing) -> Along {
    let here = drawing.here;
    match drawing.direction {
        Direction::Right => Along {
            length: drawing.width,
            here: here.map_or((0, 0), |here| (here.x, here.x + here.width)),
        },
        Direction::Down => Along {
            length: drawing.height,
            here: here.map_or((0, 0), |here| (here.y, here.y + here.height)),
        },
    }
}

impl Kept {
    /// Foresees where the frame will be scrolled to, so that the move at the cursor is in sight, and draws that at once
    /// rather than when it is. True when that is another part of the drawing.
    fn comes_to(&self, drawing: &Drawing, width: i32) -> bool {
        let Along { length, here } = along(drawing);
        let sight = sight(drawing.direction, width);
        let offset = self.offset.get().min(here.0).max(here.1 - sight);
        let offset = offset.min(length - sight).max(0);
        let is_other = self.offset.replace(offset) != offset;
        if is_other || drawing.direction == Direction::Down {
            self.goal.set(Some((drawing.direction, offset)));
        }
        let steps = offset / SCROLL_STEP;
        self.scrolled.replace(steps) != steps
    }
}

/// Whether a key goes on to the next part of a move, or back; `None` for any other key. The same whichever way time runs:
/// the other two arrows step.
fn across(key: &str) -> Option<bool> {
    match key {
        "ArrowDown" => Some(true),
        "ArrowUp" => Some(false),
        _ => None,
    }
}

/// Whether a key was pressed alone, and on the frame itself.
fn is_plain(event: &KeyboardEvent, frame: &Element) -> bool {
    let is_modified = event.shift_key() || event.ctrl_key() || event.alt_key() || event.meta_key();
    !is_modified && event.target_dyn_into::<Element>().as_ref() == Some(frame)
}

/// The move of the drawing that a pointer is on.
fn move_under(event: &MouseEvent) -> Option<usize> {
    let target = event.target_dyn_into::<Element>()?;
    let of_move = target.closest("[data-move]").ok()??;
    of_move.get_attribute("data-move")?.parse().ok()
}

/// Keeps the move at the cursor in sight when the score is larger than its frame.
#[hook]
fn use_following(frame: &NodeRef, kept: &Rc<Kept>, cursor: usize, width: Option<i32>) {
    let deps = (frame.clone(), Rc::clone(kept), cursor, width);
    use_effect_with(deps, |(frame, kept, ..)| {
        let goal = kept.goal.take().zip(frame.cast::<Element>());
        match goal {
            // Nothing is asked of the browser: it would have to lay the page out for the answer.
            Some(((Direction::Right, offset), frame)) => frame.set_scroll_left(offset),
            Some(((Direction::Down, _), frame)) => follow_down(&frame),
            None => {}
        }
    });
}

/// The style sheet says how high a frame is in which time runs down, so that it has to be measured.
fn follow_down(frame: &Element) {
    let Ok(Some(now)) = frame.query_selector(".cursor") else {
        frame.set_scroll_top(0);
        return;
    };
    if frame.scroll_height() > frame.client_height() {
        let (outer, inner) = (
            frame.get_bounding_client_rect(),
            now.get_bounding_client_rect(),
        );
        let top = outer.top() + f64::from(layout::NAMES_HEIGHT);
        let beyond = (inner.bottom() - outer.bottom()).max(0.0) - (top - inner.top()).max(0.0);
        frame.set_scroll_top(frame.scroll_top() + beyond as i32);
    }
}
