//! A lesson: its setting, and its moves with their sentences.

use crate::say;
use base::part::Part;
use base::text::Text;
use lock::Algorithm;
use sim::{ClientId, ClientSetup, Move, Run, Schedule, Setup, World};

/// Where a lesson comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonGroup {
    /// The documentation tells it.
    Told,
    /// The documentation's text leaves it out.
    LeftOut,
    /// It is about the lock's successors.
    Successors,
    /// Real programs do it.
    Programs,
    /// It takes more than one server, or one that fails.
    Servers,
}

impl LessonGroup {
    /// In reading order.
    pub const ALL: [LessonGroup; 5] = [
        LessonGroup::Told,
        LessonGroup::LeftOut,
        LessonGroup::Successors,
        LessonGroup::Programs,
        LessonGroup::Servers,
    ];

    /// Its heading.
    pub const fn title(self) -> Text {
        match self {
            LessonGroup::Told => say::GROUP_TOLD,
            LessonGroup::LeftOut => say::GROUP_LEFT_OUT,
            LessonGroup::Successors => say::GROUP_SUCCESSORS,
            LessonGroup::Programs => say::GROUP_PROGRAMS,
            LessonGroup::Servers => say::GROUP_SERVERS,
        }
    }
}

/// The servers of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// How many there are that know nothing of each other.
    pub servers: u8,
    /// How many replicas a single one has.
    pub replicas: u8,
}

/// A guided schedule.
pub struct Lesson {
    /// Its group.
    pub group: LessonGroup,
    /// Its name in a link.
    pub id: &'static str,
    /// Its title.
    pub title: Text,
    /// Its summary, in a sentence or two.
    pub summary: Text,
    /// The true time at the start, in Unix seconds.
    pub start_s: i64,
    /// The value of `lease` in programs, in seconds.
    pub lease_s: i64,
    /// The servers.
    pub network: Network,
    /// The clients, and the algorithm of each.
    pub clients: &'static [(ClientId, Algorithm)],
    /// Whether steps are shown in their parts.
    pub parts: bool,
    /// How many of the first moves only prepare the lesson.
    pub opening: usize,
    /// The moves as a link writes them, with spaces between them. One text: a slice for each move would be larger than the move.
    pub(crate) written: &'static str,
    /// The sentences, each with the index of its move: `{name}` is filled in from the outcome, `*...*` is what went wrong. Of a move
    /// without one, [`narrate()`](crate::narrate()) says what such a move does in general.
    pub(crate) says: &'static [(u8, Text)],
    /// The lesson that shows what mends what this one breaks, or keeps the data safe where two clients act at once.
    pub mended_by: Option<&'static Lesson>,
    /// The reason why no lesson repairs what this one breaks, and what would.
    pub outside: Option<Text>,
    /// The name of the challenge in which a reader breaks the lock of this lesson.
    pub(crate) challenge: Option<&'static str>,
    /// The path on github.com of a thread in which somebody reports what this lesson shows, such as `owner/name/issues/1`.
    pub reported: Option<&'static str>,
    /// How its run must end.
    #[cfg(test)]
    pub(crate) ends: crate::Ending,
    /// The facts that each move must show, as [`facts()`](crate::facts()) writes them, with the line of the lesson's file.
    #[cfg(test)]
    pub(crate) shows: &'static [(&'static str, usize)],
}

impl Lesson {
    /// The settings.
    pub fn setup(&self) -> Setup {
        let client = |(id, algorithm): &(ClientId, Algorithm)| ClientSetup {
            id: *id,
            algorithm: *algorithm,
            skew_ms: 0,
            role: None,
        };
        Setup {
            start_s: self.start_s,
            lease_s: self.lease_s,
            value: None,
            clients: self.clients.iter().map(client).collect(),
            servers: self.network.servers,
            replicas: self.network.replicas,
            own: None,
            loses_messages: false,
        }
    }

    /// The world before the first move.
    pub fn start(&self) -> World {
        self.setup().world()
    }

    /// The part of the wasm that its run needs and that has not come.
    pub fn lacks(&self) -> Option<Part> {
        let of_moves = || self.moves().find_map(|mv| mv?.lacks());
        self.setup().lacks().or_else(of_moves)
    }

    /// The lesson's moves. A test reads those of every lesson, so none is `None`.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Option<Move>> {
        self.written.split(' ').map(crate::link::one_move)
    }

    /// How many moves it has.
    pub fn length(&self) -> usize {
        self.moves().count()
    }

    /// The sentence of the move of this index.
    pub(crate) fn say(&self, index: usize) -> Option<Text> {
        let mut says = self.says.iter();
        says.find_map(|(at, text)| (usize::from(*at) == index).then_some(*text))
    }

    /// The lesson's moves.
    pub fn schedule(&self) -> Schedule {
        Schedule {
            moves: self.moves().flatten().collect(),
        }
    }

    /// The lesson, played. A test plays every one to its end.
    pub fn run(&self) -> Run {
        Run::play(self.start(), &self.schedule()).0
    }
}
