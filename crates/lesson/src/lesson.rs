//! A lesson: its setting, its moves with their sentences, and the words that lessons are written in.

use base::part::Part;
use base::text::Text;
use lock::Algorithm;
use sim::{ClientId, ClientSetup, MessageId, Move, Peer, Run, Schedule, Setup, World};

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
            LessonGroup::Told => Text {
                en: "From the documentation",
                zh: "文档里的场景",
            },
            LessonGroup::LeftOut => Text {
                en: "Not in the documentation",
                zh: "文档没有讲的",
            },
            LessonGroup::Successors => Text {
                en: "Newer locks: SET NX PX",
                zh: "后来的锁：SET NX PX",
            },
            LessonGroup::Programs => Text {
                en: "What real programs do",
                zh: "实际程序的做法",
            },
            LessonGroup::Servers => Text {
                en: "Several servers, and servers that fail",
                zh: "多台服务器与会出故障的服务器",
            },
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

impl Network {
    /// One server.
    pub const ONE: Network = Network {
        servers: 1,
        replicas: 0,
    };
    /// Three servers that know nothing of each other.
    pub const THREE: Network = Network {
        servers: 3,
        replicas: 0,
    };
    /// Five servers that know nothing of each other.
    pub const FIVE: Network = Network {
        servers: 5,
        replicas: 0,
    };

    /// One server with so many replicas.
    pub const fn with_replicas(replicas: u8) -> Network {
        Network {
            servers: 1,
            replicas,
        }
    }
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
    /// The moves and their sentences.
    pub beats: &'static [Beat],
}

/// One move of a lesson and its sentence.
pub struct Beat {
    /// The move.
    pub mv: Move,
    /// The sentence: `{name}` is filled in from the outcome, `*...*` is what went wrong. Without one, [`narrate()`](crate::narrate()) says what
    /// such a move does in general.
    pub say: Option<Text>,
    /// The facts that the move must show, as [`facts()`](crate::facts()) writes them.
    #[cfg(test)]
    pub(crate) shows: &'static str,
}

impl Lesson {
    /// The settings.
    pub fn setup(&self) -> Setup {
        let client = |(id, algorithm): &(ClientId, Algorithm)| ClientSetup {
            id: *id,
            algorithm: *algorithm,
            skew_ms: 0,
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
        let of_moves = || self.beats.iter().find_map(|beat| beat.mv.lacks());
        self.setup().lacks().or_else(of_moves)
    }

    /// The lesson's moves.
    pub fn schedule(&self) -> Schedule {
        Schedule {
            moves: self.beats.iter().map(|beat| beat.mv.clone()).collect(),
        }
    }

    /// The lesson, played. A test plays every one to its end.
    pub fn run(&self) -> Run {
        Run::play(self.start(), &self.schedule()).0
    }
}

pub(crate) const C1: ClientId = ClientId(1);
pub(crate) const C2: ClientId = ClientId(2);
pub(crate) const C3: ClientId = ClientId(3);
pub(crate) const C4: ClientId = ClientId(4);
pub(crate) const C5: ClientId = ClientId(5);

/// The first message that a client has on its way to the server of this index.
pub(crate) const fn to(client: ClientId, place: u8) -> MessageId {
    MessageId {
        peer: Peer::Server(place),
        ..MessageId::of(client)
    }
}

/// A move that needs no sentence of its own.
#[cfg_attr(
    not(test),
    expect(unused_variables, reason = "expectations are for the tests")
)]
pub(crate) const fn plain(mv: Move, shows: &'static str) -> Beat {
    Beat {
        mv,
        say: None,
        #[cfg(test)]
        shows,
    }
}

/// A move with a sentence of its own.
#[cfg_attr(
    not(test),
    expect(unused_variables, reason = "expectations are for the tests")
)]
pub(crate) const fn beat(
    mv: Move,
    shows: &'static str,
    en: &'static str,
    zh: &'static str,
) -> Beat {
    Beat {
        mv,
        say: Some(Text { en, zh }),
        #[cfg(test)]
        shows,
    }
}

/// A move with a sentence that several lessons share.
pub(crate) const fn retold(mv: Move, shows: &'static str, say: Text) -> Beat {
    beat(mv, shows, say.en, say.zh)
}
