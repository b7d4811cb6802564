//! The ladder: a run as rows of text, one a move, with time running downwards. docs/design/timeline.md says why.

mod bars;
mod draw;
mod end;
mod follow;
mod head;
mod lanes;
mod legend;
mod next;
mod rows;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use web_sys::{KeyboardEvent, MouseEvent};
use yew::prelude::*;

use super::TimelineState;
use super::action::{Action, CursorAction, ViewAction};
use super::play::{Comparing, words as play};
use super::score::Score;
use super::words as say;
use crate::ui::element::{Element, On, element};
use base::text::Lang;
use draw::{RowProps, RowState, RowView};
use lanes::{Lane, LaneKind};
use lesson::Lesson;
use lesson::compare::Side;
use rows::Row;
use sim::{ClientId, Run, World};
use tell::Segment;

pub use end::heard;
pub use follow::{use_aligned, use_following};
pub use head::more;

/// The least number of rows that are drawn of a long run.
const ROWS_MIN: usize = 64;
/// So many times the rows that are in sight are drawn, where these are more.
const SIGHTS: usize = 4;
/// Rows on paper.
const PRINTED_ROWS_MAX: usize = 500;

/// The state that a ladder on the page keeps from one drawing to the next.
#[derive(Clone, PartialEq)]
pub struct Ladder {
    /// The element that has the focus, and scrolls where it does.
    pub frame: NodeRef,
    kept: Rc<Kept>,
}

#[derive(Default)]
pub struct Kept {
    score: RefCell<Score>,
    drawn: RefCell<DrawnRows>,
    /// The first row that is drawn.
    from: Cell<usize>,
    /// How many rows are drawn at most, where that is more than [`ROWS_MIN`]: a high screen has more of them in sight.
    count: Cell<usize>,
    /// The cursor that the window of rows was last brought to.
    shown: Cell<Option<usize>>,
    /// Whether the page follows the run that plays: until the reader scrolls.
    follows: Cell<bool>,
    /// Whether the inspector was opened by a key.
    by_key: Cell<bool>,
}

impl PartialEq for Kept {
    fn eq(&self, other: &Kept) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The rows that were drawn last.
#[derive(Default)]
struct DrawnRows {
    version: u32,
    lesson: Option<&'static str>,
    moves: usize,
    lanes: Rc<Vec<(Lane, Option<ClientId>)>>,
    numbers: Range<usize>,
    rows: Vec<Rc<Row>>,
}

/// A ladder that lasts as long as its component. It takes the focus back when no move is inspected any more.
#[hook]
pub fn use_ladder(inspected: Option<usize>) -> Ladder {
    let frame = use_node_ref();
    let kept = use_memo((), |()| Kept::default());
    let ladder = Ladder { frame, kept };
    use_effect_with(
        (inspected.is_some(), ladder.clone()),
        |(is_open, ladder)| {
            follow::meet_inspector(ladder, *is_open);
        },
    );
    ladder
}

/// The content of a ladder.
pub struct Scene<'a> {
    /// The language.
    pub lang: Lang,
    /// The whole run.
    pub run: &'a Run,
    /// How many moves are done; side by side, on one side at least.
    pub cursor: usize,
    /// Its width, in CSS pixels.
    pub width: i32,
    /// The state around it.
    pub timeline: &'a TimelineState,
    /// The accessible name.
    pub label: String,
    /// The comparison of which it is one side.
    pub compared: Option<(&'a Comparing, Side)>,
    /// Whether moves can be chosen in it.
    pub has_choice: bool,
    /// Whether its author has chosen what is shown.
    pub is_watched: bool,
    /// Whether the page has controls of its own, which are to stay in view with it.
    pub is_bare: bool,
}

impl Scene<'_> {
    fn lesson(&self) -> Option<&'static Lesson> {
        self.timeline.lesson().filter(|_| self.compared.is_none())
    }

    /// How many moves there are, done or to come.
    fn moves(&self) -> usize {
        let compared = self.compared.map(|(compared, _)| compared.pair.len());
        compared.unwrap_or(self.run.len())
    }

    /// How many rows are in the table: with a row of its own for the next move, those of the moves that are done.
    fn shown(&self) -> usize {
        match self.has_choice {
            true => self.cursor + 1,
            false => self.moves() + 1,
        }
    }

    /// Whether the first row offers to make its move: at the beginning of a lesson that the reader steps.
    fn begins(&self) -> bool {
        self.cursor == 0 && !self.has_choice && !self.is_bare && self.lesson().is_some()
    }

    /// The world at the cursor.
    fn world(&self) -> &World {
        match self.compared {
            Some((compared, side)) => compared.world(side),
            None => self.run.world(self.cursor),
        }
    }

    /// Whether it scrolls by itself in the project's own page, as it does in any other: without controls, and where nobody
    /// knows how long it will be.
    fn scrolls(&self) -> bool {
        self.is_bare || self.lesson().is_none() || self.moves() >= ROWS_MIN
    }
}

impl Ladder {
    /// The ladder. `on_key` is told of the keys that are pressed in it.
    pub fn show(
        &self,
        scene: &Scene,
        on_key: &Callback<KeyboardEvent>,
        on_action: &Callback<Action>,
    ) -> Element {
        let numbers = self.numbers(scene);
        self.draw(scene, numbers.clone());
        let drawn = self.kept.drawn.borrow();
        let shown = scene.shown();
        let rows = drawn.rows.iter().take_while(|row| row.number < shown);
        let rows = rows.map(|row| self.row(scene, &drawn, row, on_action));
        let rows = rows.collect();
        let next = scene
            .has_choice
            .then(|| next::next(scene, &drawn.lanes, on_action));
        let height = lanes_height(scene.width);
        let spacer = |rows: usize| {
            element("div")
                .class("spacer")
                .style(&["block-size:", &(rows as i32 * height).to_string(), "px"].concat())
        };
        let table = element("div")
            .class("grid")
            .attr("role", "table")
            .attr("aria-label", say::ROWS.get(scene.lang))
            .number(
                "aria-rowcount",
                (scene.cursor + 2 + usize::from(scene.has_choice || scene.begins())) as i64,
            )
            .style(&["--lanes:", &template(&drawn.lanes)].concat())
            .child(head::head(scene, &drawn.lanes, on_action))
            .child(spacer(numbers.start))
            .list(rows)
            .child(spacer(shown.saturating_sub(numbers.end)))
            .when(next);
        let on_scroll = {
            let (ladder, on_action) = (self.clone(), on_action.clone());
            Callback::from(move |_: web_sys::Event| {
                if ladder.scrolls(shown, height) {
                    on_action.emit(ViewAction::Scrolled.into());
                }
            })
        };
        element("div")
            .node(&self.frame)
            .class("ladder")
            .attr("part", "stage")
            .attr("tabindex", "0")
            .attr("role", "group")
            .attr_of(
                "aria-label",
                [&scene.label, ". ", say::LADDER.get(scene.lang)].concat(),
            )
            .flag("data-scrolls", scene.scrolls())
            .on(On::KeyDown, &self.keys(scene, on_key, on_action))
            .on(On::Click, &clicks(scene, on_action))
            .on(On::Scroll, &on_scroll)
            .child(table)
            .when(scene.compared.is_none().then(|| end::end(scene, on_action)))
    }

    /// The signs of what is drawn, explained.
    pub fn legend(&self, lang: Lang) -> Element {
        legend::legend(lang, &self.kept.drawn.borrow().rows)
    }

    /// The numbers of the rows that are drawn: all of them, or those around what is in sight. As long as the cursor is among
    /// them the first one stays, since rows that move have to be painted anew: the window grows downwards step by step, and
    /// once it is full, its upper part goes at once.
    fn numbers(&self, scene: &Scene) -> Range<usize> {
        let kept = &self.kept;
        let (mut from, count) = (kept.from.get(), self.count());
        let is_moved = kept.shown.replace(Some(scene.cursor)) != Some(scene.cursor);
        if scene.shown() <= count {
            from = 0;
        } else if is_moved && !(from + 2..from + count - 2).contains(&scene.cursor) {
            let is_beside = (from..=from + count).contains(&scene.cursor);
            from = scene.cursor.saturating_sub(count / 2);
            if !is_beside {
                from = from.min(scene.shown() - count);
            }
        }
        kept.from.set(from);
        from..(from + count).min(scene.moves() + 1)
    }

    fn count(&self) -> usize {
        self.kept.count.get().max(ROWS_MIN)
    }

    /// Makes the rows of these numbers, unless they are known.
    fn draw(&self, scene: &Scene, numbers: Range<usize>) {
        let mut score = self.kept.score.borrow_mut();
        score.follow(scene.run, scene.lang);
        let lesson = scene.lesson();
        let id = lesson.map(|lesson| lesson.id);
        let lanes = lanes::lanes(&score, scene.width);
        let mut drawn = self.kept.drawn.borrow_mut();
        let is_same = drawn.lanes.iter().map(|(lane, _)| lane).eq(lanes.iter());
        if is_same
            && drawn.version == score.version
            && drawn.lesson == id
            && drawn.moves == scene.moves()
            && drawn.numbers == numbers
        {
            return;
        }
        let mut rows = match scene.compared {
            None => rows::rows(&score, &lanes, lesson, numbers.clone()),
            Some((compared, side)) => {
                let rows = rows::rows(&score, &lanes, None, 0..usize::MAX);
                aligned(scene.lang, &rows, compared, side, numbers.clone())
            }
        };
        if let Some(first) = rows.first_mut().filter(|row| row.number == 0) {
            first.sentence = scene.timeline.summary(scene.lang);
        }
        let named = with_clients(&score, &lanes);
        *drawn = DrawnRows {
            version: score.version,
            lesson: id,
            moves: scene.moves(),
            lanes: Rc::new(named),
            numbers,
            rows: rows.into_iter().map(Rc::new).collect(),
        };
    }

    fn row(
        &self,
        scene: &Scene,
        drawn: &DrawnRows,
        row: &Rc<Row>,
        on_action: &Callback<Action>,
    ) -> Html {
        let number = row.number;
        let state = match number.cmp(&scene.cursor) {
            std::cmp::Ordering::Less => RowState::Past,
            std::cmp::Ordering::Equal => RowState::Now(scene.timeline.moving),
            std::cmp::Ordering::Greater => RowState::Ahead,
        };
        let props = RowProps {
            lang: scene.lang,
            row: Rc::clone(row),
            lanes: Rc::clone(&drawn.lanes),
            state,
            forks: match scene.compared {
                Some(_) => 0,
                None => forks(scene.timeline, number),
            },
            differs: scene
                .compared
                .and_then(|(compared, _)| compared.pair.first_difference())
                .is_some_and(|index| index + 1 == number),
            begins: (number == 1 && scene.begins()).then(|| self.begins(scene, on_action)),
        };
        html! { <RowView key={number} ..props /> }
    }

    /// The number of moves, and what makes the first one. Its button goes, and the ladder has the focus.
    fn begins(
        &self,
        scene: &Scene,
        on_action: &Callback<Action>,
    ) -> (usize, Callback<web_sys::Event>) {
        let (frame, on_action) = (self.frame.clone(), on_action.clone());
        let begin = Callback::from(move |_: web_sys::Event| {
            if let Some(frame) = frame.cast::<web_sys::HtmlElement>() {
                let _ = frame.focus();
            }
            on_action.emit(CursorAction::Step.into());
        });
        (scene.moves(), begin)
    }

    /// Brings the window of rows to what is in sight. True when other rows are to be drawn.
    fn scrolls(&self, rows: usize, height: i32) -> bool {
        let Some(frame) = self.frame.cast::<web_sys::Element>() else {
            return false;
        };
        let count = self.count();
        if rows <= count {
            return false;
        }
        let from = self.kept.from.get().min(rows - 1);
        let above = from as i32 * height;
        let below = rows.saturating_sub(from + count) as i32 * height;
        let drawn = (frame.scroll_height() - above - below).max(1);
        let (top, sight) = (frame.scroll_top(), frame.client_height());
        // Rows that so many pixels hold, by what those that are drawn have on average.
        let held = |pixels: i32| {
            let all = count.min(rows - from) as i64;
            (i64::from(pixels) * all / i64::from(drawn)) as usize
        };
        let in_sight = held(sight) + 1;
        let wanted_count = (SIGHTS * in_sight)
            .next_multiple_of(ROWS_MIN / 4)
            .min(ROWS_MIN * 8)
            .max(count);
        self.kept.count.set(wanted_count);
        let is_short_above = from > 0 && top < above + sight;
        let is_short_below = below > 0 && top + 2 * sight > above + drawn;
        if !is_short_above && !is_short_below {
            return wanted_count != count;
        }
        let first = match top - above {
            inside if (0..drawn).contains(&inside) => from + held(inside),
            _ => (top / height).max(0) as usize,
        };
        let around = wanted_count.saturating_sub(in_sight) / 2;
        let wanted = first.min(rows).saturating_sub(around);
        self.kept.from.replace(wanted) != wanted || wanted_count != count
    }

    /// Keys in the ladder: up and down step as left and right do, since time runs downwards.
    fn keys(
        &self,
        scene: &Scene,
        on_key: &Callback<KeyboardEvent>,
        on_action: &Callback<Action>,
    ) -> Callback<KeyboardEvent> {
        let (on_key, on_action, kept) = (on_key.clone(), on_action.clone(), Rc::clone(&self.kept));
        let (cursor, inspected) = (scene.cursor, scene.timeline.inspected);
        Callback::from(move |event: KeyboardEvent| {
            if !is_frame(&event) {
                return;
            }
            let is_plain =
                !(event.shift_key() || event.ctrl_key() || event.alt_key() || event.meta_key());
            let action: Option<Action> = match event.key().as_str() {
                "ArrowDown" if is_plain => Some(CursorAction::Step.into()),
                "ArrowUp" if is_plain => Some(CursorAction::Back.into()),
                "Enter" if is_plain => {
                    kept.by_key.set(true);
                    Some(ViewAction::Inspect(cursor.checked_sub(1)).into())
                }
                "Escape" if inspected.is_some() => Some(ViewAction::Inspect(None).into()),
                _ => None,
            };
            match action {
                Some(action) => {
                    event.prevent_default();
                    on_action.emit(action);
                }
                None => on_key.emit(event),
            }
        })
    }
}

/// The lanes, each with the client whose it is.
fn with_clients(score: &Score, lanes: &[Lane]) -> Vec<(Lane, Option<ClientId>)> {
    let client = |lane: &Lane| match lane.kind {
        LaneKind::Client(place) => score.clients.get(place).copied(),
        _ => None,
    };
    lanes.iter().map(|lane| (*lane, client(lane))).collect()
}

/// A run at its end, with nothing to press. `is_whole` says that it is the whole run of its lesson.
pub fn still(
    lang: Lang,
    title: &'static str,
    run: &Run,
    lesson: Option<&'static Lesson>,
    is_whole: bool,
) -> Html {
    let mut score = Score::default();
    score.follow(run, lang);
    let lanes = lanes::lanes(&score, lanes::WIDE_PX);
    let moves = run.len();
    let mut rows = rows::rows(&score, &lanes, lesson, 0..PRINTED_ROWS_MAX + 1);
    if let Some(first) = rows.first_mut() {
        first.sentence = rows::plain(lesson.map_or(title, |lesson| lesson.summary.get(lang)));
    }
    let lanes = Rc::new(with_clients(&score, &lanes));
    let view = |row: Row| {
        let props = RowProps {
            lang,
            row: Rc::new(row),
            lanes: Rc::clone(&lanes),
            state: RowState::Past,
            forks: 0,
            differs: false,
            begins: None,
        };
        let number = props.row.number;
        html! { <RowView key={number} ..props /> }
    };
    let is_cut = moves > PRINTED_ROWS_MAX;
    let cut = is_cut.then(|| {
        let said = say::printed(PRINTED_ROWS_MAX as u64, moves as u64);
        element("p").class("about").text(&said.get(lang))
    });
    let grid = element("div")
        .class("grid")
        .attr("role", "table")
        .style(&["--lanes:", &template(&lanes)].concat())
        .child(head::names(lang, run.world(moves), &lanes))
        .list(rows.into_iter().map(view).collect());
    let ladder = element("div").class("ladder").child(grid).when(cut);
    let ladder = match end::has_outcome(run, is_whole) {
        true => end::told(ladder, lang, run, None),
        false => ladder,
    };
    element("div")
        .key_of(title)
        .child(element("p").class("of").text(title))
        .child(ladder)
        .into()
}

/// The assumed height of a row that is not drawn, in CSS pixels.
fn lanes_height(width: i32) -> i32 {
    match width {
        lanes::WIDE_PX.. => 52,
        _ => 100,
    }
}

/// The widths of the lanes, for the style sheet.
fn template(lanes: &[(Lane, Option<ClientId>)]) -> String {
    let width = |(lane, _): &(Lane, _)| match lane.kind {
        _ if lane.is_folded => "var(--folded)",
        LaneKind::Servers => "minmax(var(--narrowest), var(--servers))",
        _ => "minmax(var(--narrowest), var(--lane))",
    };
    let all: Vec<&str> = lanes.iter().map(width).collect();
    all.join(" ")
}

/// The rows of one side, a row for each move that either side has made, so that both have as many.
fn aligned(
    lang: Lang,
    rows: &[Row],
    compared: &Comparing,
    side: Side,
    numbers: Range<usize>,
) -> Vec<Row> {
    let row = |number: usize| {
        let own = rows.get(compared.pair.cursor(side, number))?;
        let refused = number
            .checked_sub(1)
            .and_then(|index| compared.pair.refused(side, index));
        let row = match refused {
            Some(why) => {
                own.stays(&[play::NOT_THERE.get(lang), &tell::refusal(why).get(lang)].concat())
            }
            None => own.clone(),
        };
        Some(Row { number, ..row })
    };
    numbers.filter_map(row).collect()
}

/// How many other branches leave the one that is shown after so many moves.
fn forks(timeline: &TimelineState, number: usize) -> usize {
    let play = timeline.play();
    let branches = play.branches();
    if branches.len() < 2 {
        return 0;
    }
    let others = branches.iter().enumerate();
    let others = others.filter(|(place, _)| *place != play.current());
    let leaves = |(_, branch): &(usize, &lesson::Branch)| {
        branch.run().shared_with(play.run()) == number && branch.run().len() > number
    };
    others.filter(leaves).count()
}

/// Whether an event is of the ladder itself, and of nothing in it. Yew listens at the root.
fn is_frame(event: &web_sys::Event) -> bool {
    let target = event.target_dyn_into::<web_sys::Element>();
    target.is_some_and(|target| target.matches(".ladder").unwrap_or_default())
}

/// A click on a row goes there, and another one looks at its move; not where text was selected, or a control was pressed.
fn clicks(scene: &Scene, on_action: &Callback<Action>) -> Callback<MouseEvent> {
    let on_action = on_action.clone();
    let (cursor, inspected) = (scene.cursor, scene.timeline.inspected);
    Callback::from(move |event: MouseEvent| {
        let Some(number) = row_under(&event).filter(|_| !follow::is_selecting()) else {
            return;
        };
        let slot = number.checked_sub(1);
        on_action.emit(match number == cursor {
            false => CursorAction::Seek(number).into(),
            true => ViewAction::Inspect(slot.filter(|_| inspected != slot)).into(),
        });
    })
}

/// The row that a pointer is on.
fn row_under(event: &MouseEvent) -> Option<usize> {
    let target = event.target_dyn_into::<web_sys::Element>()?;
    if target
        .closest("button, a, summary, input, details")
        .ok()?
        .is_some()
    {
        return None;
    }
    let row = target.closest("[data-row]").ok()??;
    row.get_attribute("data-row")?.parse().ok()
}

/// The sentence at the cursor, at the end with the outcome, as a live region: one announcement a step.
pub fn announced(sentence: &[Segment], ending: Option<String>) -> Element {
    let said = rows::words(sentence);
    let words = [Some(said), ending];
    let words: Vec<String> = words.into_iter().flatten().collect();
    let words = words.join(" ");
    element("p")
        .class("say unseen")
        .attr("aria-live", "polite")
        .attr("aria-atomic", "true")
        .list(vec![element("span").key_of(&words).text(&words).into()])
}

/// The name of a lane, and what it is.
fn name_of(lang: Lang, world: &World, lane: &Lane) -> String {
    match lane.kind {
        LaneKind::Server(place) if world.servers().count() > 1 => {
            tell::label::server(u8::try_from(place).unwrap_or(u8::MAX))
        }
        LaneKind::Server(_) | LaneKind::Servers => {
            String::from_utf8_lossy(world.lock_key()).into_owned()
        }
        LaneKind::Store => say::STORE.get(lang).to_owned(),
        LaneKind::Client(place) => world
            .clients()
            .get(place)
            .map(|client| client.id().to_string())
            .unwrap_or_default(),
        LaneKind::Reader => tell::YOU.get(lang).to_owned(),
    }
}
