//! What a timeline keeps while nobody looks: what is played there, where the reader stands in it, and what lies open.

use std::rc::Rc;

use super::controls::Wish;
use super::layout;
use super::play::Bench;
use super::player::Speed;
use crate::lesson::compare::Side;
use crate::lesson::{self, Lesson, Play};
use crate::lock::Algorithm;
use crate::sim::{Move, NotEnabled, Run, Setup, World};
use crate::tell::{Segment, SegmentKind};
use crate::text::Lang;
use crate::ui::shared::Shared;

/// Clients of a free play, before the reader says otherwise.
const FREE_CLIENTS: u8 = 3;

/// From so many CSS pixels on, two timelines side by side stand so; the style sheet has the same.
const PAIR_PX: i32 = 760;
/// What stands between them.
const PAIR_GAP_PX: i32 = 24;

/// Who is told that the cursor has moved, and whether that was by a move that was made.
pub type Listener = dyn Fn(&TimelineState, bool);

/// The lessons on offer, and the play that is shown: one of them, or the reader's own.
pub struct TimelineState {
    lessons: Vec<&'static Lesson>,
    /// Clients of the reader's own play, where that is on offer.
    free: Option<u8>,
    listener: Option<Rc<Listener>>,
    pub(super) play: Play,
    /// What the reader plays with.
    pub bench: Bench,
    /// Whether the run is being played.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// Whether the last change was a step forward: only that is shown as a movement.
    pub moving: bool,
    /// The width of the frame, in CSS pixels.
    pub width: i32,
    /// The move that the reader looks at closely.
    pub inspected: Option<usize>,
    /// The first row of the table that the reader has turned to; it follows the cursor again once that moves.
    pub rows_from: Option<usize>,
    /// Whether the table is open.
    pub table_is_open: bool,
    /// Whether the drawing is explained.
    pub has_legend: bool,
    /// Where the slider stood when a finger came down on it.
    slid_from: usize,
    /// Whether what is shown is for paper.
    pub is_printed: bool,
    /// Whether nothing was pressed yet.
    is_untouched: bool,
    /// A lesson that was asked for and does not exist.
    unknown: Option<String>,
}

impl TimelineState {
    /// Offers the lessons of these ids, or all of them when none is known, and begins with `first`. What it does not
    /// know it says in [`TimelineState::unknown`]. With `has_free_play` a play without a lesson is on offer too, and
    /// begun with where no lesson is asked for.
    pub fn new(
        ids: &[String],
        first: Option<&str>,
        has_free_play: bool,
        clients: Option<usize>,
    ) -> TimelineState {
        let clients = clients.and_then(|clients| u8::try_from(clients).ok());
        let free = has_free_play.then(|| clients.unwrap_or(FREE_CLIENTS));
        let unknown = first
            .into_iter()
            .chain(ids.iter().map(String::as_str))
            .find(|id| lesson::find(id).is_none());
        let asked = first.and_then(lesson::find);
        let mut lessons: Vec<_> = ids.iter().filter_map(|id| lesson::find(id)).collect();
        if lessons.is_empty() {
            lessons = lesson::ALL.to_vec();
        }
        if let Some(asked) = asked
            && !lessons.iter().any(|known| known.id == asked.id)
        {
            lessons.insert(0, asked);
        }
        let shown = match asked {
            None if has_free_play => None,
            None => lessons.first().copied(),
            asked => asked,
        };
        let play = shown.map_or_else(|| free_play(free), Play::of_lesson);
        TimelineState {
            bench: Bench::of(&play, has_free_play),
            lessons,
            free,
            listener: None,
            play,
            playing: false,
            speed: Speed::default(),
            moving: false,
            width: layout::WIDTH_UNKNOWN,
            inspected: None,
            rows_from: None,
            table_is_open: false,
            has_legend: false,
            slid_from: 0,
            is_printed: false,
            is_untouched: true,
            unknown: unknown.map(str::to_owned),
        }
    }

    /// The lessons on offer.
    pub fn lessons(&self) -> &[&'static Lesson] {
        &self.lessons
    }

    /// Whether a play without a lesson is on offer.
    pub fn has_free_play(&self) -> bool {
        self.free.is_some()
    }

    /// Whether a script is told of it: then it stands in a page that is somebody else's.
    pub fn is_told(&self) -> bool {
        self.listener.is_some()
    }

    /// Has every move of the cursor told from now on.
    pub fn listen(&mut self, listener: Rc<Listener>) {
        self.listener = Some(listener);
    }

    /// The place of the lesson that is shown; past the last one for the reader's own play.
    pub fn chosen(&self) -> usize {
        let is_shown = |known: &&Lesson| self.lesson().is_some_and(|shown| shown.id == known.id);
        let place = self.lessons.iter().position(is_shown);
        place.unwrap_or(self.lessons.len())
    }

    /// The lesson that the play began with.
    pub fn lesson(&self) -> Option<&'static Lesson> {
        self.play.lesson()
    }

    /// What is played.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// The run of the branch that is shown, to its end.
    pub fn run(&self) -> &Run {
        self.play.run()
    }

    /// How many moves are done, of the run or side by side.
    pub fn cursor(&self) -> usize {
        let compared = self.bench.comparing.as_ref();
        compared.map_or(self.play.cursor(), |compared| compared.cursor)
    }

    /// The same in the runs that are drawn: one, or two side by side.
    pub fn cursors(&self) -> [usize; 2] {
        match &self.bench.comparing {
            Some(compared) => [Side::Left, Side::Right].map(|side| compared.side(side).1),
            None => [self.cursor(), 0],
        }
    }

    /// How many moves there are.
    pub fn moves(&self) -> usize {
        let compared = self.bench.comparing.as_ref();
        compared.map_or(self.run().len(), |compared| compared.pair.len())
    }

    /// The world at the cursor; of two side by side, the first.
    pub fn world(&self) -> &World {
        match &self.bench.comparing {
            Some(compared) => compared.world(Side::Left),
            None => self.play.world(),
        }
    }

    /// Whether a move can be made at the cursor; side by side, by one at least.
    pub fn can(&self, mv: &Move) -> Result<(), NotEnabled> {
        match &self.bench.comparing {
            Some(compared) => compared.can(mv),
            None => self.play.can(mv),
        }
    }

    /// The width of a drawing, in CSS pixels: of one of two where they stand side by side.
    pub fn drawn_width(&self) -> i32 {
        match self.bench.comparing {
            Some(_) if self.width >= PAIR_PX => (self.width - PAIR_GAP_PX) / 2,
            _ => self.width,
        }
    }

    fn seek(&mut self, cursor: usize) {
        match &mut self.bench.comparing {
            Some(compared) => compared.cursor = cursor.min(compared.pair.len()),
            None => self.play.seek(cursor),
        }
    }

    /// Whether nothing was pressed yet: what to press first is marked.
    pub fn is_untouched(&self) -> bool {
        self.is_untouched && self.bench.comparing.is_none()
    }

    /// What was asked for and does not exist.
    pub fn unknown(&self) -> Option<&str> {
        self.unknown.as_deref()
    }

    /// Does what the reader wants; what makes no sense at the cursor changes nothing, and says why.
    pub fn fulfil(&mut self, wish: Wish) {
        self.act(wish);
        self.bench.follow(&self.play);
    }

    fn act(&mut self, wish: Wish) {
        let Some(wish) = self.look(wish) else {
            return;
        };
        let (cursor, end, was_playing) = (self.cursor(), self.moves(), self.playing);
        let branches = self.play.branches().len();
        self.playing = false;
        self.is_untouched = false;
        self.moving = matches!(wish, Wish::Step | Wish::Make(_));
        self.bench.refusal = None;
        self.bench.has_left = false;
        match wish {
            Wish::Step => {
                self.seek(cursor + 1);
                self.playing = was_playing && self.cursor() < end;
            }
            Wish::Back => self.seek(cursor.saturating_sub(1)),
            Wish::Undo if self.bench.comparing.is_none() => self.play.undo(),
            Wish::Undo => self.seek(cursor.saturating_sub(1)),
            Wish::Seek(cursor) => self.seek(cursor),
            Wish::Lesson(place) => self.choose(place),
            Wish::Neighbour(is_next) => self.choose(neighbour(
                self.chosen(),
                is_next,
                self.lessons.len() + usize::from(self.has_free_play()),
            )),
            Wish::TogglePlay => {
                self.playing = !was_playing && end > 0;
                if self.playing && cursor == end {
                    self.seek(0);
                }
            }
            wish @ (Wish::Make(_) | Wish::Type(_)) => {
                self.bench.fulfil(&mut self.play, wish);
                self.bench.has_left = self.play.branches().len() > branches;
            }
            wish => self.bench.fulfil(&mut self.play, wish),
        }
        let moves = self.run().len();
        self.inspected = self.inspected.filter(|index| *index < moves);
    }

    /// Does what changes the view alone, in which a movement goes on; gives back any other wish.
    fn look(&mut self, wish: Wish) -> Option<Wish> {
        match wish {
            Wish::Pause => self.playing = false,
            Wish::Speed(speed) => self.speed = speed,
            Wish::Resize(width) => self.width = width,
            Wish::Scrolled => {}
            Wish::Rows(from) => self.rows_from = Some(from),
            Wish::Inspect(inspected) => self.inspected = inspected,
            Wish::Table(open) => self.table_is_open = open,
            Wish::Touch => self.slid_from = self.cursor(),
            Wish::Untouch => self.seek(self.slid_from),
            Wish::Print(is_printed) => self.is_printed = is_printed,
            Wish::Legend => self.has_legend = !self.has_legend,
            Wish::Show(panel) => self.bench.turn(panel),
            Wish::Copied(is_copied) => self.bench.copied = Some(is_copied),
            wish => return Some(wish),
        }
        None
    }

    /// Puts another play here: what was left open for the old one means nothing any more.
    pub fn begin(&mut self, play: Play) {
        self.bench.begin(&play);
        self.play = play;
        self.unknown = None;
    }

    fn choose(&mut self, place: usize) {
        match self.lessons.get(place) {
            Some(lesson) => self.begin(Play::of_lesson(lesson)),
            None => self.begin(free_play(self.free)),
        }
    }

    /// The sentence about the move of this index.
    pub fn told(&self, lang: Lang, index: usize) -> Vec<Segment> {
        lesson::narrate(lang, index, self.run(), self.lesson())
    }

    /// The lesson's title, or that of a play without one.
    pub fn title(&self, lang: Lang) -> &'static str {
        let title = self
            .lesson()
            .map_or(super::play::words::FREE, |lesson| lesson.title);
        title.get(lang)
    }

    /// The sentence about the move at the cursor; before the first move, what this is about.
    pub fn sentence(&self, lang: Lang) -> Vec<Segment> {
        if let Some(index) = self.cursor().checked_sub(1) {
            return self.told(lang, index);
        }
        let about = match self.lesson() {
            Some(lesson) => lesson.summary,
            None => super::play::words::FREE_SUMMARY,
        };
        vec![Segment {
            text: about.get(lang).to_owned(),
            kind: SegmentKind::Plain,
        }]
    }
}

/// A play of the reader's own, from the documentation's algorithm.
fn free_play(clients: Option<u8>) -> Play {
    Play::new(Setup::new(
        Algorithm::Getset,
        clients.unwrap_or(FREE_CLIENTS),
    ))
}

impl Shared<TimelineState> {
    /// Does what the reader wants, as [`TimelineState::fulfil`], and tells who listens.
    pub fn fulfil(&self, wish: Wish) {
        let before = self.borrow().cursor();
        self.borrow_mut().fulfil(wish);
        let state = self.borrow();
        if let Some(listener) = &state.listener
            && state.cursor() != before
        {
            listener(&state, state.cursor() == before + 1);
        }
    }
}

/// The next one of `all` in a circle, or the one before.
fn neighbour(at: usize, is_next: bool, all: usize) -> usize {
    let step = if is_next { 1 } else { all.saturating_sub(1) };
    (at.min(all.saturating_sub(1)) + step)
        .checked_rem(all)
        .unwrap_or_default()
}
