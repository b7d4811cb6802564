//! A run in the terms of the drawing: who did what in which slot, and which stretches of time mean something. Nothing
//! here has a size, and nothing is decided here: all of it is read off the run.

use super::words as say;
use crate::sim::{Broken, Client, ClientId, Move, Outcome, Run, World, seconds, value_text};
use crate::text::Lang;

/// A run, ready to be laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// The clients, in the order of their lanes.
    pub clients: Vec<ClientId>,
    /// One a move.
    pub slots: Vec<Slot>,
    /// What the lock's key held.
    pub values: Vec<Span>,
    /// When each client believed that it held the lock.
    pub beliefs: Vec<Span>,
    /// When each client's lease was valid by the true clock.
    pub leases: Vec<Span>,
    /// When a property was broken.
    pub broken: Vec<Span>,
}

/// One move.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The true time after the move, in seconds.
    pub time: String,
    /// What the move was.
    pub happening: Happening,
}

/// What a move was.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A client sent a command and received its reply.
    Call {
        /// The client's place.
        client: usize,
        /// The command, without the lock's key.
        command: String,
        /// The command in full.
        full: String,
        /// The reply, shortened.
        reply: String,
    },
    /// A client crashed.
    Crash {
        /// The client's place.
        client: usize,
    },
    /// A client went on without sending anything.
    Local {
        /// The client's place.
        client: usize,
    },
    /// Time passed.
    Tick,
}

impl Happening {
    /// The place of the client whose move it was; `None` for time.
    pub fn client(&self) -> Option<usize> {
        match self {
            Happening::Call { client, .. }
            | Happening::Crash { client }
            | Happening::Local { client } => Some(*client),
            Happening::Tick => None,
        }
    }
}

/// A stretch of time in which something held.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The move that began it.
    pub from: usize,
    /// Whether it held before the first move.
    pub from_start: bool,
    /// The move that ended it; `None` when nothing did.
    pub to: Option<usize>,
    /// The client that it is about, if any.
    pub client: Option<usize>,
    /// What is written on it.
    pub text: String,
    /// How it is drawn.
    pub mark: Mark,
}

/// What sets one span apart from others of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// A value whose writer's lease is valid; a belief with a lease; any lease.
    #[default]
    Live,
    /// A value or a belief that no valid lease stands behind.
    Lapsed,
    /// The key does not exist.
    Gone,
}

impl Mark {
    /// Its class in the drawing.
    pub const fn class(self) -> &'static str {
        match self {
            Mark::Live => "live",
            Mark::Lapsed => "lapsed",
            Mark::Gone => "gone",
        }
    }
}

impl Score {
    /// Reads `run` off, with words in `lang`.
    pub fn read(run: &Run, lang: Lang) -> Score {
        let reader = Reader { run, lang };
        Score {
            clients: reader.start().clients().iter().map(Client::id).collect(),
            slots: (0..run.len()).filter_map(|at| reader.slot(at)).collect(),
            values: reader.values(),
            beliefs: reader.each_client(&|world, id| {
                let mark = if world.lease(id).is_some() {
                    Mark::Live
                } else {
                    Mark::Lapsed
                };
                world.believes(id).then(|| (mark, String::new()))
            }),
            leases: reader.each_client(&|world, id| {
                let until = world.lease(id)?.until_ms;
                Some((Mark::Live, say::until(lang, &seconds(until))))
            }),
            broken: reader.broken(),
        }
    }
}

/// What a stretch of time is about: the client's place, how it is drawn, what is written on it.
type State = (Option<usize>, Mark, String);

/// Whether a client is in some state, and how that is drawn.
type ClientState<'a> = &'a dyn Fn(&World, ClientId) -> Option<(Mark, String)>;

/// A run being read.
struct Reader<'a> {
    run: &'a Run,
    lang: Lang,
}

impl Reader<'_> {
    fn start(&self) -> &World {
        self.run.world(0)
    }

    fn place(&self, id: ClientId) -> Option<usize> {
        self.start()
            .clients()
            .iter()
            .position(|client| client.id() == id)
    }

    fn slot(&self, at: usize) -> Option<Slot> {
        let outcome = self.run.outcome(at)?;
        Some(Slot {
            time: seconds(outcome.now_ms.after),
            happening: self.happening(at, outcome),
        })
    }

    fn happening(&self, at: usize, outcome: &Outcome) -> Happening {
        let Some((id, client)) = outcome.client.and_then(|id| Some((id, self.place(id)?))) else {
            return Happening::Tick;
        };
        let world = self.run.world(at + 1);
        match &outcome.request {
            Some(request) => Happening::Call {
                client,
                command: request.short(self.start().lock_key()),
                full: request.full(),
                reply: world
                    .client(id)
                    .map(|client| value_text(client.reply()))
                    .unwrap_or_default(),
            },
            None if matches!(outcome.mv, Move::Crash(_)) => Happening::Crash { client },
            None => Happening::Local { client },
        }
    }

    /// The lock's values, each with its writer: its colour while the writer's lease is valid, grey when it is not.
    fn values(&self) -> Vec<Span> {
        self.spans(&|world| {
            let Some(value) = world.lock_value(0) else {
                return Some((None, Mark::Gone, "nil".to_owned()));
            };
            let owner = world.recorded_owner(0);
            let live = owner.is_some_and(|owner| world.lease(owner).is_some());
            let mut text = String::from_utf8_lossy(value).into_owned();
            if !live {
                let until_s = text.parse::<i64>().unwrap_or(i64::MAX);
                let is_past = until_s <= world.now_ms().div_euclid(1000);
                text.push_str(" · ");
                match owner.filter(|_| !is_past) {
                    Some(owner) => text.push_str(&say::written_by(self.lang, owner)),
                    None => text.push_str(say::EXPIRED.get(self.lang)),
                }
            }
            let mark = if live { Mark::Live } else { Mark::Lapsed };
            Some((owner.and_then(|owner| self.place(owner)), mark, text))
        })
    }

    /// The spans of a state that each client is in or not.
    fn each_client(&self, state: ClientState<'_>) -> Vec<Span> {
        let ids = self.start().clients().iter().map(|client| client.id());
        let spans = |(place, id): (usize, ClientId)| {
            self.spans(&|world| state(world, id).map(|(mark, text)| (Some(place), mark, text)))
        };
        ids.enumerate().flat_map(spans).collect()
    }

    /// The stretches in which a property was broken, each with whom it is about.
    fn broken(&self) -> Vec<Span> {
        let lasting = |who: fn(&World) -> Vec<ClientId>, what: fn(Lang, &[ClientId]) -> String| {
            self.spans(&|world| {
                let who = who(world);
                (who.len() > 1).then(|| (None, Mark::Lapsed, what(self.lang, &who)))
            })
        };
        let mut spans = lasting(World::believers, say::two_believers);
        spans.extend(lasting(World::leaseholders, say::two_leases));
        for (slot, outcome) in self.run.outcomes().enumerate() {
            for broken in &outcome.broken {
                if let Broken::RemovedLock { by, of } = broken {
                    let removal = Span {
                        from: slot,
                        from_start: false,
                        to: Some(slot + 1),
                        client: None,
                        text: say::removed_lock(self.lang, *by, of),
                        mark: Mark::Lapsed,
                    };
                    // In the order of time, as the words about them stand.
                    let at = spans.partition_point(|span| span.from < slot);
                    spans.insert(at, removal);
                }
            }
        }
        spans
    }

    /// The stretches of the run in which `state` gives the same; `None` is no span.
    fn spans(&self, state: &dyn Fn(&World) -> Option<State>) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        let mut current = None;
        for cursor in 0..=self.run.len() {
            let next = state(self.run.world(cursor));
            if next == current {
                continue;
            }
            let slot = cursor.saturating_sub(1);
            if current.is_some()
                && let Some(span) = spans.last_mut()
            {
                span.to = Some(slot);
            }
            if let Some((client, mark, text)) = &next {
                let (client, mark, text) = (*client, *mark, text.clone());
                spans.push(Span {
                    from: slot,
                    from_start: cursor == 0,
                    to: None,
                    client,
                    text,
                    mark,
                });
            }
            current = next;
        }
        spans
    }
}
