//! The timeline: a lesson's run as a score, stepped, played and sought by the reader.
//!
//! What it shows is computed from the run at the cursor, each time anew; nothing about a move is kept here.

mod action;
mod actors;
mod awaited;
mod controls;
mod fields;
mod focus;
mod inspector;
mod ladder;
mod lessons;
mod observe;
mod pace;
mod paper;
mod play;
mod player;
mod programs;
mod score;
mod state;
mod words;

use web_sys::KeyboardEvent;
use yew::prelude::*;

pub use self::action::{Action, CursorAction, StartAction};
use self::action::{ExportAction, Panel, PanelAction, ViewAction};
use self::controls::controls;
use self::fields::switch;
use self::focus::{Brought, Focus, use_focus};
use self::inspector::inspector;
use self::ladder::{Ladder, Scene, announced, use_aligned, use_following, use_ladder};
use self::lessons::lessons;
use self::observe::use_observers;
use self::pace::reading_ms;
use self::paper::{paper, use_paper};
pub use self::play::SearchShown;
use self::play::{
    Comparing, action_of_key, challenge, comparison, lane, legend_button, notices, panels,
};
use self::player::use_player;
use self::programs::{clients, programs};
pub use self::state::TimelineState;
use self::words as say;
use super::element::{Element, On, button, element};
use super::extent::Extent;
use super::shared::Shared;
use base::text::Lang;
use lesson::compare::Side;
use sim::Run;

/// From so many CSS pixels on, what is told stands beside the program. A container query would say it in the style sheet,
/// and doubles what it takes to lay a step out.
const WIDE_PX: i32 = 960;
/// From so many on, the clients stand beside their program.
const MIDDLE_PX: i32 = 640;
/// From so many on, a client's mark stands before its line, and its registers beside what it does.
const NARROW_PX: i32 = 240;

/// How wide a drawing is, for the style sheet.
fn breadth(width: Option<i32>) -> &'static str {
    match width {
        Some(WIDE_PX..) => "wide",
        Some(MIDDLE_PX..) => "middle",
        Some(NARROW_PX..) => "narrow",
        Some(_) => "slim",
        None => "unknown",
    }
}

/// How long a timeline that plays stays at its cursor, in milliseconds: as long as its sentence takes to read, or both
/// side by side. Where it begins to play the reader knows the sentence, and waits for something to move.
fn wait_ms(timeline: &TimelineState, lang: Lang) -> u32 {
    if timeline.begins_to_play {
        return pace::FIRST_MS;
    }
    let segments = match &timeline.bench.comparing {
        None => timeline.sentence(lang),
        Some(compared) => {
            let mut both = compared.told(lang, Side::Left);
            both.extend(compared.told(lang, Side::Right));
            both
        }
    };
    timeline
        .speed
        .pace_ms(reading_ms(segments.iter().map(|segment| &segment.text)))
}

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
    let whole = use_node_ref();
    let focus = use_focus(&whole);
    let is_watched = props.is_readonly || props.extent != Extent::Full;
    let on_action = use_acting(state, &focus, is_watched);
    let on_return = {
        let redraw = use_force_update();
        Callback::from(move |_: Event| {
            focus.bring(Brought::Answer);
            redraw.force_update();
        })
    };
    let (playing, cursor) = (state.borrow().playing, state.borrow().cursor());
    let wait_ms = match playing {
        true => wait_ms(&state.borrow(), lang),
        false => 0,
    };
    use_player(playing, wait_ms, cursor, on_action.clone());
    use_observers(&whole, &on_action);
    use_paper(&on_action);
    let (width, inspected) = (state.borrow().drawn_width(), state.borrow().inspected);
    let ladders = [use_ladder(inspected), use_ladder(inspected)];
    use_following(&ladders[0], cursor, width, playing);
    use_following(&ladders[1], cursor, width, playing);
    let are_both = state.borrow().bench.comparing.is_some() && state.borrow().has_both();
    use_aligned([&ladders[0], &ladders[1]], are_both);

    let timeline = state.borrow();
    let title = timeline.title(lang);
    let position = say::move_of(timeline.cursor() as u64, timeline.moves() as u64).get(lang);
    let view = View {
        lang,
        timeline: &timeline,
        state,
        on_action: &on_action,
        label: [title, ", ", &position].concat(),
        has_choice: !is_watched && timeline.bench.is_playing,
        is_watched,
        is_bare: props.extent == Extent::Bare,
        compared: timeline.bench.comparing.as_ref().filter(|_| !is_watched),
    };
    let on_unsaved = on_action.reform(|_: web_sys::Event| ExportAction::Unsaved.into());
    let is_table = view.is_table();
    let has_matrix = is_table && timeline.bench.search == SearchShown::Table;
    let stage = element("div")
        .class("whole")
        .flag("data-pair", !view.is_single())
        .flag("data-full", !is_watched && view.is_single())
        .flag("data-table", is_table)
        .child(view.stage(&ladders, position))
        .child(view.told(&ladders[0], &on_return))
        .when((!is_watched).then(|| panels(lang, &timeline, &on_action)))
        .when((!is_watched).then(|| view.inside()));
    let legend = || legend_button(lang, &timeline, &on_action).class("quiet");
    let single = |show: &dyn Fn() -> Html| match view.is_single() {
        true => show(),
        false => Html::default(),
    };
    let body = element("div")
        .when(
            view.compared
                .map(|compared| comparison(lang, compared, &on_action)),
        )
        .child(stage)
        .child(single(&|| {
            inspector(lang, timeline.run(), inspected, &on_action)
        }))
        .when(is_watched.then(legend))
        .child(single(&|| match is_watched {
            true => Html::default(),
            false => lane(lang, &timeline, &on_action),
        }))
        .when((timeline.is_printed && !has_matrix).then(|| paper(lang, &timeline)));
    // Whoever only watches gets what the author chose.
    let has_choice = (!is_watched || !timeline.has_free_play()) && !is_table;
    element("section")
        .node(&whole)
        .class("timeline")
        // A page may have two of the same name, and more than its landmarks should be.
        .attr("role", "group")
        .attr("data-width", breadth(timeline.width))
        .attr("aria-label", title)
        .on(On::Unsaved, &on_unsaved)
        .child(notices(lang, &timeline))
        .when(
            has_choice
                .then(|| lessons(lang, &timeline, &on_action))
                .flatten(),
        )
        .child(challenge(lang, &timeline, &on_action))
        .child(body)
        .into()
}

/// Takes actions to the state and draws it again: where the focus goes with them, and none but looking where it is only
/// watched. The state can be drawn again from outside as well.
#[hook]
fn use_acting(state: &Shared<TimelineState>, focus: &Focus, is_watched: bool) -> Callback<Action> {
    let redraw = use_force_update();
    {
        let redraw = redraw.clone();
        use_effect_with(state.clone(), move |state| {
            let redraw = Callback::from(move |()| redraw.force_update());
            state.borrow_mut().redraw = Some(redraw);
            let state = state.clone();
            move || state.borrow_mut().redraw = None
        });
    }
    let focus = focus.clone();
    use_callback(
        (state.clone(), is_watched),
        move |action: Action, (state, is_watched)| {
            if (*is_watched && !action.only_looks()) || state.borrow().is_idle(&action) {
                return;
            }
            focus.note();
            if action.found().is_some() {
                focus.bring(Brought::Stage);
            }
            if matches!(action, Action::Panel(PanelAction::Toggle(_))) && focus.is_in_panel() {
                focus.bring(Brought::Tools);
            }
            state.act(action);
            redraw.force_update();
        },
    )
}

/// The choice of the side that is shown where there is room for one.
fn sides(lang: Lang, compared: &Comparing, on_action: &Callback<Action>) -> Element {
    let choice = |side: Side| {
        let is_shown = compared.shown == side;
        switch(
            &compared.algorithm(lang, side),
            is_shown,
            on_action,
            ViewAction::Side(side),
        )
    };
    element("div")
        .class("sides")
        .child(choice(Side::Left))
        .child(choice(Side::Right))
}

/// What is drawn of a timeline, and for whom.
struct View<'a> {
    lang: Lang,
    timeline: &'a TimelineState,
    state: &'a Shared<TimelineState>,
    on_action: &'a Callback<Action>,
    label: String,
    has_choice: bool,
    is_watched: bool,
    is_bare: bool,
    /// The two sides, where there are two.
    compared: Option<&'a Comparing>,
}

impl View<'_> {
    /// Whether one run is shown, and not two side by side.
    fn is_single(&self) -> bool {
        self.compared.is_none()
    }

    /// Whether a search of this one run lies open.
    fn is_asked(&self) -> bool {
        self.is_single() && self.timeline.bench.panel == Some(Panel::Search)
    }

    /// Whether the question is shown alone: before anything was chosen from it, or found of it.
    fn is_table(&self) -> bool {
        let is_found = !self.timeline.run().is_empty();
        self.is_asked() && !is_found && self.timeline.bench.search != SearchShown::Panel
    }

    /// One ladder or two, and what steps through them: it sticks to the foot of the view while any of them is in sight.
    fn stage(&self, ladders: &[Ladder; 2], position: String) -> Element {
        let (lang, timeline) = (self.lang, self.timeline);
        let stages = element("div").class("stages");
        let stages = match self.compared {
            None => stages.child(self.ladder(&ladders[0], timeline.run(), timeline.cursor(), None)),
            Some(compared) if timeline.has_both() => stages
                .child(self.side(&ladders[0], compared, Side::Left))
                .child(self.side(&ladders[1], compared, Side::Right)),
            Some(compared) => stages
                .child(sides(lang, compared, self.on_action))
                .child(self.side(&ladders[0], compared, compared.shown)),
        };
        let controls = || controls(lang, timeline, position, self.on_action);
        let dock = element("div")
            .class("dock")
            .when((!self.is_bare).then(controls))
            .when(
                self.is_single()
                    .then(|| announced(&timeline.sentence(lang), self.heard())),
            );
        element("div")
            .class("run")
            // It has the width of the place alone: what is drawn changes the height.
            .child(element("div").class("ruler"))
            .child(stages)
            .child(dock)
    }

    /// The outcome that is heard at the end besides the last move.
    fn heard(&self) -> Option<String> {
        let (timeline, run) = (self.timeline, self.timeline.run());
        let is_end = !run.is_empty() && timeline.cursor() == run.len();
        is_end
            .then(|| ladder::heard(self.lang, run, timeline.lesson().is_some()))
            .flatten()
    }

    /// The meaning of the marks, and the way back to where a schedule was asked for.
    fn told(&self, ladder: &Ladder, on_return: &Callback<Event>) -> Element {
        let timeline = self.timeline;
        let judged = timeline.bench.mending();
        let judged = judged.and_then(|(challenge, _)| challenge.judged.as_ref()?.judgement.found());
        let is_found = self.is_asked() && !timeline.run().is_empty();
        let to_answer = match judged.filter(|_| self.is_single()) {
            Some(_) => Some(play::words::TO_PROGRAM),
            None => is_found.then_some(play::words::TO_SEARCH),
        };
        element("div")
            .class("told")
            .when(timeline.has_legend.then(|| ladder.legend(self.lang)))
            .when(to_answer.map(|words| button(words.get(self.lang), on_return).class("quiet")))
    }

    /// The programs and the clients. A lesson is told by its rows; who makes moves has the programs at hand.
    fn inside(&self) -> Element {
        let (lang, timeline) = (self.lang, self.timeline);
        let program = element("div").class("program");
        let program = match self.compared {
            None => program.child(programs(lang, timeline.world())),
            Some(compared) => [Side::Left, Side::Right]
                .into_iter()
                .fold(program, |all, side| {
                    let world = compared.world(side);
                    let of_side = element("div")
                        .child(programs(lang, world))
                        .child(clients(lang, world));
                    all.child(of_side)
                }),
        };
        element("details")
            .class("inside")
            .flag("open", timeline.lesson().is_none())
            .child(element("summary").text(say::INSIDE.get(lang)))
            .when(self.is_single().then(|| clients(lang, timeline.world())))
            .child(program)
    }

    /// A run as a ladder.
    fn ladder(
        &self,
        ladder: &Ladder,
        run: &Run,
        cursor: usize,
        compared: Option<(&Comparing, Side)>,
    ) -> Html {
        let Some(width) = self.timeline.drawn_width() else {
            return Html::default();
        };
        let on_key = {
            let on_action = self.on_action.clone();
            let state = self.state.clone();
            Callback::from(move |event: KeyboardEvent| {
                let action = action_of_key(&event, &state.borrow());
                if let Some(action) = action {
                    event.prevent_default();
                    on_action.emit(action);
                }
            })
        };
        let scene = Scene {
            lang: self.lang,
            run,
            cursor,
            width,
            timeline: self.timeline,
            label: self.label.clone(),
            compared,
            has_choice: self.has_choice,
            is_watched: self.is_watched,
            is_bare: self.is_bare,
        };
        ladder.show(&scene, &on_key, self.on_action).into()
    }

    /// One of two side by side.
    fn side(&self, ladder: &Ladder, compared: &Comparing, side: Side) -> Html {
        let run = compared.side(side).0;
        let heading = element("p")
            .class("of")
            .text(&compared.algorithm(self.lang, side));
        element("div")
            .class("side")
            .child(heading)
            .child(self.ladder(ladder, run, compared.cursor, Some((compared, side))))
            .child(inspector(
                self.lang,
                run,
                self.timeline.inspected,
                self.on_action,
            ))
            .into()
    }
}
