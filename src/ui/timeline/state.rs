//! What a timeline keeps while nobody looks: what is played there, where the reader stands in it, and what lies open.

use std::rc::Rc;

use yew::Callback;

use super::action::{
    Action, ChallengeAction, CursorAction, EditAction, ExportAction, LessonAction, Panel,
    PanelAction, PlaybackAction, StartAction, ViewAction,
};
use super::awaited::Awaited;
use super::pace::Speed;
use super::play::words::{FREE_SUMMARY, before_first, before_found};
use super::play::{Bench, SearchShown};
use base::text::Lang;
use check::Answer;
use lesson::compare::Side;
use lesson::{self, Lesson, Play};
use lock::Algorithm;
use sim::{Move, NotEnabled, Run, Setup, World};
use tell::{Segment, SegmentKind};

/// Clients of a free play, before the reader says otherwise.
const FREE_CLIENTS: u8 = 3;

/// From so many CSS pixels on, two ladders stand side by side. In less room one of them is shown.
const PAIR_PX: i32 = 900;
/// What stands between them.
const PAIR_GAP_PX: i32 = 24;

/// Who is told that the cursor has moved, and whether that was by a move that was made.
pub type Listener = dyn Fn(&TimelineState, bool);

/// The lessons on offer, and the play that is shown: one of them, or the reader's own.
pub struct TimelineState {
    lessons: Vec<&'static Lesson>,
    /// Clients of the reader's own play, where that is on offer.
    free: Option<u8>,
    pub(super) listener: Option<Rc<Listener>>,
    /// Draws what was changed from outside.
    pub(super) redraw: Option<Callback<()>>,
    /// What waits for a part of the wasm.
    pub(super) awaited: Awaited,
    pub(super) play: Play,
    /// The reader's own play, while a lesson is shown in its place.
    left: Option<Play>,
    /// What the reader plays with.
    pub bench: Bench,
    /// Whether the run is being played.
    pub playing: bool,
    /// Whether it plays and has made no move since it began to.
    pub begins_to_play: bool,
    /// How fast.
    pub speed: Speed,
    /// Whether the last change was a step forward: only that is shown as a movement.
    pub moving: bool,
    /// The width of the frame, in CSS pixels, once that is known.
    pub width: Option<i32>,
    /// The move that the reader looks at closely.
    pub inspected: Option<usize>,
    /// Whether the signs of the ladder are explained.
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
            redraw: None,
            awaited: Awaited::default(),
            play,
            left: None,
            playing: false,
            begins_to_play: false,
            speed: Speed::default(),
            moving: false,
            width: None,
            inspected: None,
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

    /// The width of a ladder, in CSS pixels: of one of two where they stand side by side.
    pub fn drawn_width(&self) -> Option<i32> {
        let width = self.width?;
        Some(match self.bench.comparing {
            Some(_) if self.has_both() => (width - PAIR_GAP_PX) / 2,
            _ => width,
        })
    }

    /// Whether there is room for both ladders of a comparison.
    pub fn has_both(&self) -> bool {
        self.width.is_some_and(|width| width >= PAIR_PX)
    }

    /// Whether an action changes nothing at all, as the browser's observers often do: nothing has to be drawn anew.
    pub fn is_idle(&self, action: &Action) -> bool {
        match action {
            Action::View(ViewAction::Resize(width)) => self.width == Some(*width),
            Action::Playback(PlaybackAction::Pause) => !self.playing,
            _ => false,
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

    /// Opens the search, and what is shown with it.
    pub fn open_search(&mut self, shown: SearchShown) {
        self.bench.panel = Some(Panel::Search);
        self.bench.has_searched = true;
        self.bench.search = shown;
    }

    /// Does what the reader asks for; what makes no sense at the cursor changes nothing, and says why.
    pub fn act(&mut self, action: Action) {
        let (was_playing, cursor) = (self.playing, self.cursor());
        self.perform(action);
        let has_begun = self.playing && !was_playing;
        let has_moved = self.cursor() != cursor;
        self.begins_to_play = self.playing && (has_begun || self.begins_to_play && !has_moved);
    }

    fn perform(&mut self, action: Action) {
        match action {
            Action::Cursor(action) => self.move_cursor(action),
            Action::Playback(action) => self.play_back(action),
            Action::Lesson(action) => self.choose_lesson(action),
            Action::View(action) => self.view(action),
            Action::Panel(action) => self.open_panel(action),
            Action::Edit(action) => self.edit(action),
            Action::Branch(action) => {
                self.settle();
                self.bench.branch(&mut self.play, action);
            }
            // An answer that shows nothing disturbs nothing.
            Action::Start(StartAction::Answered(answered)) if answered.found.is_none() => {
                self.play.ask(Some(answered.asked.clone()));
            }
            Action::Start(action) => {
                self.settle();
                self.playing = matches!(action, StartAction::Answered(_));
                self.bench.start(&mut self.play, action);
            }
            Action::Challenge(action) => {
                self.settle();
                self.playing = matches!(&action, ChallengeAction::Judged(judged) if judged.judgement.found().is_some());
                self.bench.challenge(&mut self.play, action);
            }
            Action::Comparison(action) => {
                self.settle();
                self.bench.compare(&self.play, action);
            }
            Action::Export(action) => self.export(action),
        }
        if self.bench.comparing.is_none() {
            let moves = self.run().len();
            self.inspected = self.inspected.filter(|index| *index < moves);
        }
        self.bench.follow(&self.play);
    }

    /// Ends the movement on show, and forgets what was said about the act before. Returns whether the run was being
    /// played.
    fn settle(&mut self) -> bool {
        self.moving = false;
        self.is_untouched = false;
        self.bench.refusal = None;
        self.bench.has_left = false;
        self.bench.copied = None;
        std::mem::take(&mut self.playing)
    }

    fn move_cursor(&mut self, action: CursorAction) {
        let (cursor, end) = (self.cursor(), self.moves());
        match action {
            CursorAction::Step => {
                let was_playing = self.settle();
                self.moving = true;
                self.seek(cursor + 1);
                self.playing = was_playing && self.cursor() < end;
            }
            CursorAction::Back => {
                self.settle();
                self.seek(cursor.saturating_sub(1));
            }
            CursorAction::Seek(cursor) => {
                self.settle();
                self.seek(cursor);
            }
            CursorAction::Press => self.slid_from = cursor,
            CursorAction::Cancel => self.seek(self.slid_from),
        }
    }

    fn play_back(&mut self, action: PlaybackAction) {
        match action {
            PlaybackAction::Toggle => {
                let (cursor, end) = (self.cursor(), self.moves());
                self.playing = !self.settle() && end > 0;
                if self.playing && cursor == end {
                    self.seek(0);
                }
            }
            PlaybackAction::Pause => self.playing = false,
            PlaybackAction::Speed(speed) => self.speed = speed,
        }
    }

    fn choose_lesson(&mut self, action: LessonAction) {
        self.settle();
        match self.lesson_of(&action) {
            Some(lesson) => self.begin(Play::of_lesson(lesson)),
            None => {
                let play = self.left.take().unwrap_or_else(|| free_play(self.free));
                self.begin(play);
            }
        }
    }

    /// The lesson that an act chooses; `None` for the reader's own play.
    pub fn lesson_of(&self, action: &LessonAction) -> Option<&'static Lesson> {
        let place = match action {
            LessonAction::Choose(place) => *place,
            LessonAction::Neighbour(is_next) => neighbour(
                self.chosen(),
                *is_next,
                self.lessons.len() + usize::from(self.has_free_play()),
            ),
            LessonAction::Begin(id) => return lesson::find(id),
        };
        self.lessons.get(place).copied()
    }

    fn view(&mut self, action: ViewAction) {
        match action {
            ViewAction::Resize(width) => self.width = Some(width),
            // The frame itself knows how far: another drawing is all that is needed.
            ViewAction::Scrolled => {}
            ViewAction::Inspect(inspected) => self.inspected = inspected,
            ViewAction::Side(side) => {
                if let Some(compared) = &mut self.bench.comparing {
                    compared.shown = side;
                }
            }
            ViewAction::Legend => self.has_legend = !self.has_legend,
            ViewAction::Print(is_printed) => self.is_printed = is_printed,
        }
    }

    fn open_panel(&mut self, action: PanelAction) {
        match action {
            PanelAction::Toggle(panel) => self.bench.turn(panel),
            PanelAction::Play => {
                self.settle();
                self.bench.is_playing = true;
            }
            PanelAction::Prompt => {
                self.settle();
                self.bench.turn_prompt();
            }
            PanelAction::Parts(on) => {
                self.settle();
                self.bench.has_parts = on;
            }
            PanelAction::Clocks(on) => {
                self.settle();
                self.bench.has_clocks = on;
            }
            PanelAction::Faults(on) => {
                self.settle();
                self.bench.has_faults = on;
            }
            PanelAction::Draft(text) => self.bench.write(&self.play, text),
        }
    }

    fn edit(&mut self, action: EditAction) {
        self.settle();
        let branches = self.play.branches().len();
        match action {
            EditAction::Make(mv) => {
                self.moving = true;
                self.bench.make(&mut self.play, mv);
            }
            EditAction::Type(text) => self.bench.type_lines(&mut self.play, &text),
            EditAction::Undo if self.bench.comparing.is_none() => self.play.undo(),
            EditAction::Undo => self.seek(self.cursor().saturating_sub(1)),
            EditAction::Refuse(why) => self.bench.refusal = Some(why),
        }
        self.bench.has_left = self.play.branches().len() > branches;
    }

    fn export(&mut self, action: ExportAction) {
        match action {
            ExportAction::Copied(is_copied) => self.bench.copied = Some(is_copied),
            ExportAction::Unsaved => {
                self.settle();
                self.bench.refusal = Some(super::play::words::UNSAVED.into());
            }
        }
    }

    /// Puts another play here: what was left open for the old one means nothing any more.
    pub fn begin(&mut self, play: Play) {
        let is_own = self.lesson().is_none() && self.bench.challenge.is_none();
        self.bench.begin(&play);
        let left = std::mem::replace(&mut self.play, play);
        if is_own {
            self.left = Some(left);
        }
        self.unknown = None;
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
        match self.cursor().checked_sub(1) {
            Some(index) => self.told(lang, index),
            None => self.summary(lang),
        }
    }

    /// What the whole is about.
    pub fn summary(&self, lang: Lang) -> Vec<Segment> {
        let text = match (self.lesson(), self.moves()) {
            (Some(lesson), _) => lesson.summary.get(lang).to_owned(),
            (None, 0) => FREE_SUMMARY.get(lang).to_owned(),
            (None, moves) => {
                let found = self
                    .play
                    .asked()
                    .filter(|asked| asked.answer == Some(Answer::Broken(moves)));
                let moves = moves as u64;
                match found {
                    Some(asked) => {
                        let programs = self.play.setup().programs();
                        let broken = tell::title_of(lang, asked.property, &programs);
                        before_found(broken, moves)
                    }
                    None => before_first(moves),
                }
                .get(lang)
            }
        };
        vec![Segment {
            text,
            kind: SegmentKind::Plain,
        }]
    }

    /// Why the last act came to nothing, or that it opened a branch.
    pub fn said(&self, lang: Lang) -> String {
        let why = self.bench.refusal.as_ref().map(|why| why.get(lang));
        let left = || super::play::words::has_left(self.play.current() as u64).get(lang);
        why.or_else(|| self.bench.has_left.then(left))
            .unwrap_or_default()
    }
}

/// A play of the reader's own, from the documentation's algorithm.
fn free_play(clients: Option<u8>) -> Play {
    Play::new(Setup::new(
        Algorithm::Getset,
        clients.unwrap_or(FREE_CLIENTS),
    ))
}

/// The next one of `all` in a circle, or the one before.
fn neighbour(at: usize, is_next: bool, all: usize) -> usize {
    let step = if is_next { 1 } else { all.saturating_sub(1) };
    (at.min(all.saturating_sub(1)) + step)
        .checked_rem(all)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lesson::link;

    #[test]
    fn the_readers_own_run_is_there_again_after_a_lesson() {
        let mut timeline =
            TimelineState::new(&["D1".to_owned(), "D2".to_owned()], None, true, None);
        let choose =
            |timeline: &mut TimelineState, place| timeline.act(LessonAction::Choose(place).into());
        let mv = timeline
            .world()
            .moves(sim::Choices::default())
            .swap_remove(0);
        timeline.act(EditAction::Make(mv).into());
        let own = link::encode(timeline.play());
        for lessons in [&[0][..], &[0, 1, 0]] {
            for place in lessons {
                choose(&mut timeline, *place);
                assert_eq!(timeline.chosen(), *place);
            }
            let own_place = timeline.lessons().len();
            choose(&mut timeline, own_place);
            assert!(timeline.lesson().is_none());
            assert_eq!(link::encode(timeline.play()), own);
        }
    }
}
