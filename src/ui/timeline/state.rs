//! What a timeline keeps while nobody looks: its lesson, the run of it, and the cursor.

use super::controls::Wish;
use super::layout;
use super::player::Speed;
use crate::lesson::{self, Lesson, Segment};
use crate::sim::{Run, World};
use crate::text::Lang;

/// The lessons on offer, the one that is shown, and how many of its moves are done.
pub struct TimelineState {
    lessons: Vec<&'static Lesson>,
    chosen: usize,
    run: Run,
    cursor: usize,
    /// Whether the run is being played.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// Whether the last change was a step forward: only that is shown as a movement.
    pub moving: bool,
    /// The width of the frame, in CSS pixels.
    pub width: i32,
    /// Whether the table is open.
    pub table_is_open: bool,
    /// A lesson that was asked for and does not exist.
    unknown: Option<String>,
}

impl TimelineState {
    /// Offers the lessons of these ids, or all of them when none is known, and begins with `first`. What it does not
    /// know it says in [`TimelineState::unknown`].
    pub fn new(ids: &[String], first: Option<&str>) -> TimelineState {
        let unknown = first
            .into_iter()
            .chain(ids.iter().map(String::as_str))
            .find(|id| lesson::find(id).is_none());
        let first = first.and_then(lesson::find);
        let mut lessons: Vec<_> = ids.iter().filter_map(|id| lesson::find(id)).collect();
        if lessons.is_empty() {
            lessons = lesson::ALL.to_vec();
        }
        let place = |wanted: &Lesson| lessons.iter().position(|known| known.id == wanted.id);
        let chosen = match first.map(|wanted| (wanted, place(wanted))) {
            None => 0,
            Some((_, Some(place))) => place,
            Some((wanted, None)) => {
                lessons.insert(0, wanted);
                0
            }
        };
        let lesson = lessons.get(chosen).copied().unwrap_or(lesson::ALL[0]);
        TimelineState {
            lessons,
            chosen,
            run: lesson.run(),
            cursor: lesson.opening,
            playing: false,
            speed: Speed::default(),
            moving: false,
            width: layout::WIDTH_UNKNOWN,
            table_is_open: false,
            unknown: unknown.map(str::to_owned),
        }
    }

    /// The lessons on offer.
    pub fn lessons(&self) -> &[&'static Lesson] {
        &self.lessons
    }

    /// The place of the lesson that is shown.
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    /// The lesson that is shown.
    pub fn lesson(&self) -> &'static Lesson {
        self.lessons
            .get(self.chosen)
            .copied()
            .unwrap_or(lesson::ALL[0])
    }

    /// Its run, to the end.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// How many moves are done.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The world at the cursor.
    pub fn world(&self) -> &World {
        self.run.world(self.cursor)
    }

    /// What was asked for and does not exist.
    pub fn unknown(&self) -> Option<&str> {
        self.unknown.as_deref()
    }

    /// Does what the reader wants; what makes no sense at the cursor changes nothing.
    pub fn fulfil(&mut self, wish: Wish) {
        let (cursor, end, was_playing) = (self.cursor, self.run.len(), self.playing);
        self.playing = false;
        self.moving = wish == Wish::Step;
        match wish {
            Wish::Step => {
                self.seek(cursor + 1);
                self.playing = was_playing && self.cursor < end;
            }
            Wish::Back => self.seek(cursor.saturating_sub(1)),
            Wish::Seek(cursor) => self.seek(cursor),
            Wish::Lesson(place) => self.choose(place),
            Wish::TogglePlay => {
                self.playing = !was_playing;
                if self.playing && cursor == end {
                    self.seek(0);
                }
            }
            Wish::Pause => {}
            Wish::Speed(speed) => (self.speed, self.playing) = (speed, was_playing),
            Wish::Resize(width) => (self.width, self.playing) = (width, was_playing),
            Wish::Table(open) => (self.table_is_open, self.playing) = (open, was_playing),
        }
    }

    fn choose(&mut self, place: usize) {
        if let Some(lesson) = self.lessons.get(place) {
            (self.chosen, self.run, self.cursor) = (place, lesson.run(), lesson.opening);
            self.unknown = None;
        }
    }

    fn seek(&mut self, cursor: usize) {
        self.cursor = cursor.min(self.run.len());
    }

    /// The sentence about the move at the cursor; before the first move, what the lesson is about.
    pub fn sentence(&self, lang: Lang) -> Vec<Segment> {
        let summary = || {
            vec![Segment {
                text: self.lesson().summary.get(lang).to_owned(),
                kind: lesson::Kind::Plain,
            }]
        };
        match self.cursor.checked_sub(1) {
            Some(index) => self.lesson().narrate(lang, index, &self.run),
            None => summary(),
        }
    }
}
