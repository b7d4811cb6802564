//! The timeline: a lesson's run as a score, stepped, played and sought by the reader.
//!
//! What it shows is computed from the run at the cursor, each time anew; nothing about a move is kept here.

mod actors;
pub mod controls;
mod draw;
mod explain;
mod focus;
mod inspector;
pub mod layout;
mod lessons;
mod minimap;
mod observe;
mod play;
pub mod player;
mod programs;
pub mod score;
mod stage;
mod state;
mod svg;
mod table;
mod words;

use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

pub use self::controls::Wish;
use self::controls::controls;
use self::focus::use_focus;
use self::inspector::inspector;
use self::lessons::lessons;
use self::observe::use_observers;
use self::play::{Comparing, challenge, comparison, lane, notices, panels, verdict, wish_of_key};
use self::player::use_player;
use self::programs::programs;
use self::stage::{Scene, Stage, use_stage};
pub use self::state::TimelineState;
use self::table::disclosure;
use self::words as say;
use super::element::{element, text};
use super::extent::Extent;
use super::shared::Shared;
use crate::lesson::compare::Side;
use crate::sim::Run;
use crate::tell::{Kind, Segment};
use crate::text::Lang;

/// Narrower than this, in CSS pixels, clients stand below their program. A container query would say it in the style
/// sheet, and doubles what it takes to lay a step out.
const NARROW_PX: i32 = 780;

/// What a [`Timeline`] is given.
#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    /// The language of everything but commands and replies.
    pub lang: Lang,
    /// How much of it is shown.
    pub extent: Extent,
    /// Whether no move can be made but those of the schedule.
    pub is_readonly: bool,
    /// The lesson and the cursor.
    pub state: Shared<TimelineState>,
    /// How often it was changed from outside: another number draws it anew.
    pub changed: u32,
}

/// A timeline.
#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let (lang, state) = (props.lang, &props.state);
    let redraw = use_force_update();
    let whole = use_node_ref();

    let focus = use_focus(&whole);
    let is_watched = props.is_readonly || props.extent != Extent::Full;
    let on_wish = use_callback(
        (state.clone(), is_watched),
        move |wish: Wish, (state, is_watched)| {
            if *is_watched && !wish.only_looks() {
                return;
            }
            focus.note();
            state.fulfil(wish);
            redraw.force_update();
        },
    );
    let (playing, speed) = (state.borrow().playing, state.borrow().speed);
    use_player(playing, speed, on_wish.clone());
    use_observers(&whole, &on_wish);
    let cursors = state.borrow().cursors();
    let (width, inspected) = (state.borrow().width, state.borrow().inspected);
    let stages = [
        use_stage(cursors[0], width, inspected),
        use_stage(cursors[1], width, inspected),
    ];

    let timeline = state.borrow();
    let title = timeline.title(lang);
    let position = say::move_of(lang, timeline.cursor(), timeline.moves());
    let view = View {
        lang,
        timeline: &timeline,
        state,
        on_wish: &on_wish,
        label: [title, ", ", &position].concat(),
    };
    let on_unsaved = on_wish.reform(|_: web_sys::Event| Wish::Unsaved);
    let controls = controls(lang, &timeline, position, &on_wish);
    let body: Html = match &timeline.bench.comparing {
        None if is_watched => {
            let has_controls = props.extent != Extent::Bare;
            element("div")
                .child(view.stage(&stages[0], timeline.run(), timeline.cursor(), None, true))
                .when(has_controls.then_some(controls))
                .child(sentence(&timeline.sentence(lang)))
                .child(inspector(lang, timeline.run(), inspected, &on_wish))
                .child(verdict(lang, &timeline, &on_wish))
                .child(disclosure(lang, &timeline, &on_wish))
                .into()
        }
        None => [
            view.stage(&stages[0], timeline.run(), timeline.cursor(), None, true),
            controls.into(),
            sentence(&timeline.sentence(lang)),
            inspector(lang, timeline.run(), inspected, &on_wish),
            verdict(lang, &timeline, &on_wish),
            panels(lang, &timeline, &on_wish).into(),
            lane(lang, &timeline, &on_wish),
            programs(lang, timeline.world()),
            disclosure(lang, &timeline, &on_wish),
        ]
        .into_iter()
        .collect(),
        Some(compared) => [
            comparison(lang, compared, &on_wish).into(),
            view.side(&stages[0], compared, Side::Left),
            view.side(&stages[1], compared, Side::Right),
            controls.into(),
            panels(lang, &timeline, &on_wish).into(),
            programs(lang, compared.world(Side::Left)),
            programs(lang, compared.world(Side::Right)),
        ]
        .into_iter()
        .collect(),
    };
    // Whoever only watches gets what the author chose.
    let has_choice = !is_watched || !timeline.has_free_play();
    element("section")
        .node(&whole)
        .class("timeline")
        .flag("data-narrow", width < NARROW_PX)
        .attr("aria-label", title)
        .on(
            ListenerKind::other("playground:unsaved".into()),
            &on_unsaved,
        )
        .child(notices(lang, &timeline))
        .when(
            has_choice
                .then(|| lessons(lang, &timeline, &on_wish))
                .flatten(),
        )
        .child(challenge(lang, &timeline, &on_wish))
        .child(body)
        .into()
}

/// What is drawn of a timeline, and for whom.
struct View<'a> {
    lang: Lang,
    timeline: &'a TimelineState,
    state: &'a Shared<TimelineState>,
    on_wish: &'a Callback<Wish>,
    label: String,
}

impl View<'_> {
    /// A run in its frame.
    fn stage(
        &self,
        stage: &Stage,
        run: &Run,
        cursor: usize,
        differs: Option<usize>,
        has_defs: bool,
    ) -> Html {
        let on_key = {
            let (on_wish, frame) = (self.on_wish.clone(), stage.frame.clone());
            let state = self.state.clone();
            Callback::from(move |event: KeyboardEvent| {
                // Yew listens at the root, so that the event's current target says nothing about where the focus is.
                let is_own = event.target_dyn_into::<Element>() == frame.cast::<Element>();
                let wish = is_own.then(|| wish_of_key(&event, &state.borrow()));
                if let Some(wish) = wish.flatten() {
                    event.prevent_default();
                    on_wish.emit(wish);
                }
            })
        };
        let scene = Scene {
            lang: self.lang,
            run,
            cursor,
            width: self.timeline.width,
            moving: self.timeline.moving,
            label: self.label.clone(),
            has_defs,
            differs,
            inspected: self.timeline.inspected,
        };
        stage.show(scene, &on_key, self.on_wish)
    }

    /// One of two side by side, with what its last move did.
    fn side(&self, stage: &Stage, compared: &Comparing, side: Side) -> Html {
        let (run, cursor) = compared.side(side);
        let heading = element("h4").text(&compared.algorithm(self.lang, side));
        element("div")
            .class("side")
            .child(heading)
            .child(self.stage(
                stage,
                run,
                cursor,
                compared.differs(side),
                side == Side::Left,
            ))
            .child(sentence(&compared.told(self.lang, side)))
            .child(inspector(
                self.lang,
                run,
                self.timeline.inspected,
                self.on_wish,
            ))
            .into()
    }
}

/// What the last move did, read aloud as it changes.
fn sentence(segments: &[Segment]) -> Html {
    element("p")
        .class("say")
        .attr("aria-live", "polite")
        .attr("aria-atomic", "true")
        .child(segments.iter().map(segment).collect::<Html>())
        .into()
}

/// A stretch of a sentence. Values are text nodes, whatever they hold.
fn segment(segment: &Segment) -> Html {
    match segment.kind {
        Kind::Plain => text(&segment.text),
        Kind::Code => element("code").text(&segment.text).into(),
        Kind::Bad => element("strong").class("bad").text(&segment.text).into(),
    }
}
