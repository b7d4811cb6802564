//! A run in the terms of the ladder: who did what in which move, and what held from which move to which. Nothing here has a
//! place, and nothing is decided here: all of it is read off the run, each move once.

mod happening;
mod track;

pub use self::happening::{Alone, Call, Happening, Leg, Slot};
pub use self::track::{Mark, Span, State, Track};
use super::words as say;
use base::text::Lang;
use lock::{OpKind, Servers};
use sim::{self, Client, ClientId, MessageId, Node, Outcome, Peer, Run, World, seconds};
use tell::label;

/// A run, ready to be told in rows.
#[derive(Default)]
pub struct Score {
    /// The language of its words.
    pub lang: Lang,
    /// Another number whenever it has become another score.
    pub version: u32,
    /// What is in here; `None` before the first run.
    run: Option<Run>,
    /// The clients, in the order of their lanes.
    pub clients: Vec<ClientId>,
    /// Whether a client's program uses the store.
    pub has_store: bool,
    /// How many moves the reader typed.
    typed: usize,
    /// One a move.
    pub slots: Vec<Slot>,
    /// The servers, in the order of their lanes.
    pub servers: Vec<ServerScore>,
    /// What the store held.
    pub store: Track,
    /// One a client: when it believed that it held the lock.
    pub beliefs: Vec<Track>,
    /// One a client: when its lease was valid by its own clock.
    pub leases: Vec<Track>,
    /// One a client: when it was held back.
    pub pauses: Vec<Track>,
    /// One a client: when it had crashed or failed.
    pub ends: Vec<Track>,
    /// One a client: when it was cut off.
    pub cuts: Vec<Track>,
    /// What was on its way for longer than a move.
    pub flights: Vec<Flight>,
}

/// What is told of a server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServerScore {
    /// What the lock's key held, and when the server was down.
    pub value: Track,
    /// When it was cut off.
    pub cut: Track,
    /// When it lacked writes of the primary.
    pub lack: Track,
    /// Whether a program names it, or it is a replica.
    is_named: bool,
    /// The first move that asked it, or did something to it.
    touched: Option<usize>,
}

impl ServerScore {
    /// Whether the run has anything to do with it. Else its lane is folded.
    pub fn is_used(&self) -> bool {
        self.is_named || self.touched.is_some()
    }

    fn tracks(&mut self) -> [&mut Track; 3] {
        [&mut self.value, &mut self.cut, &mut self.lack]
    }
}

/// The messages of one name, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// Their name.
    pub message: MessageId,
    /// The place of the client.
    pub client: usize,
    /// Requests, [`Mark::Live`], and replies, [`Mark::Lapsed`].
    pub track: Track,
}

impl Score {
    /// A score of `run`, with words in `lang`.
    #[cfg(test)]
    pub fn of(run: &Run, lang: Lang) -> Score {
        let mut score = Score::default();
        score.follow(run, lang);
        score
    }

    /// Becomes the score of `run`, with words in `lang`. What it shares with the run before is kept, so that a move more
    /// or less costs that move alone.
    pub fn follow(&mut self, run: &Run, lang: Lang) {
        let shared = match &mut self.run {
            Some(known) if self.lang == lang => known.follow(run),
            _ => None,
        };
        match shared {
            Some(shared) if shared < self.slots.len() => self.truncate(shared),
            Some(_) => {}
            None => {
                *self = Score {
                    lang,
                    version: self.version + 1,
                    run: Some(run.clone()),
                    ..Score::default()
                };
                self.begin(run.world(0));
            }
        }
        for index in self.slots.len()..run.len() {
            if let Some(outcome) = run.outcome(index) {
                self.push(outcome, [run.world(index), run.world(index + 1)]);
            }
        }
    }

    /// What is in here.
    pub fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    /// Whether there are several servers, each with its name.
    pub fn has_several(&self) -> bool {
        self.servers.len() > 1
    }

    /// Whether the reader has a lane.
    pub fn has_reader(&self) -> bool {
        self.typed > 0
    }

    fn begin(&mut self, start: &World) {
        let clients = start.clients();
        self.clients = clients.iter().map(Client::id).collect();
        self.has_store = clients.iter().any(|client| client.program().uses_store());
        let none = || vec![Track::default(); clients.len()];
        (self.beliefs, self.leases) = (none(), none());
        (self.pauses, self.ends) = (none(), none());
        self.cuts = none();
        self.servers = named_servers(start)
            .map(|is_named| ServerScore {
                is_named,
                ..ServerScore::default()
            })
            .collect();
        self.note(0, start);
    }

    fn push(&mut self, outcome: &Outcome, [before, after]: [&World; 2]) {
        self.version += 1;
        let clients = &self.clients;
        let place = |id: ClientId| clients.iter().position(|known| *known == id);
        let slot = happening::slot(outcome, [before, after], self.lang, &place);
        let number = self.slots.len();
        self.touch(number, &slot.happening);
        self.slots.push(slot);
        self.typed += usize::from(outcome.is_typed());
        self.note(number + 1, after);
    }

    /// Takes note of what holds after `cursor` moves.
    fn note(&mut self, cursor: usize, world: &World) {
        for place in 0..self.servers.len() {
            let value = self.value_of(world, place);
            let node = Node::Server(u8::try_from(place).unwrap_or(u8::MAX));
            let held = |mark: Mark, text: String| State {
                mark,
                text,
                ..State::default()
            };
            let cut = world
                .is_parted(node)
                .then(|| held(Mark::Live, String::new()));
            let lacking = world.lacking_writes(place);
            let lack = (lacking > 0).then(|| held(Mark::Live, lacking.to_string()));
            if let Some(server) = self.servers.get_mut(place) {
                server.value.note(cursor, Some(value));
                server.cut.note(cursor, cut);
                server.lack.note(cursor, lack);
            }
        }
        if self.has_store {
            let store = self.store_of(world);
            self.store.note(cursor, Some(store));
        }
        for (place, client) in world.clients().iter().enumerate() {
            let state = |mark: Mark, text: String| State {
                client: Some(place),
                mark,
                text,
                ..State::default()
            };
            let lease = world.lease(client.id());
            let mark = match lease {
                Some(_) => Mark::Live,
                None => Mark::Lapsed,
            };
            let believes = world.believes(client.id());
            let until = lease.map(|lease| label::until(self.lang, &seconds(lease.until_ms)));
            let is_over = matches!(
                client.state(),
                sim::ClientState::Crashed | sim::ClientState::Failed(_)
            );
            let is_cut_off = world.is_parted(Node::Client(client.id()));
            let notes = [
                (
                    &mut self.beliefs,
                    believes.then(|| state(mark, String::new())),
                ),
                (
                    &mut self.leases,
                    until.map(|until| state(Mark::Live, until)),
                ),
                (
                    &mut self.pauses,
                    client.is_paused().then(|| state(Mark::Live, String::new())),
                ),
                (
                    &mut self.ends,
                    is_over.then(|| state(Mark::Gone, String::new())),
                ),
                (
                    &mut self.cuts,
                    is_cut_off.then(|| state(Mark::Live, String::new())),
                ),
            ];
            for (tracks, state) in notes {
                if let Some(track) = tracks.get_mut(place) {
                    track.note(cursor, state);
                }
            }
        }
        self.note_messages(cursor, world);
    }

    fn note_messages(&mut self, cursor: usize, world: &World) {
        for (message, _) in world.messages() {
            let client = self.clients.iter().position(|id| *id == message.client);
            let is_known = self.flights.iter().any(|flight| flight.message == message);
            if let Some(client) = client.filter(|_| !is_known) {
                self.flights.push(Flight {
                    message,
                    client,
                    track: Track::default(),
                });
            }
        }
        for flight in &mut self.flights {
            let state = world
                .messages()
                .find(|(message, _)| *message == flight.message);
            let state = state.map(|(_, is_reply)| State {
                client: Some(flight.client),
                mark: if is_reply { Mark::Lapsed } else { Mark::Live },
                ..State::default()
            });
            flight.track.note(cursor, state);
        }
    }

    /// Takes note of the servers that a move asked, or to which it did something.
    fn touch(&mut self, slot: usize, happening: &Happening) {
        let mut touch = |server: usize| {
            if let Some(server) = self.servers.get_mut(server) {
                server.touched.get_or_insert(slot);
            }
        };
        match happening {
            Happening::Call(call) => call.legs.iter().for_each(|leg| {
                if let Peer::Server(server) = leg.to {
                    touch(usize::from(server));
                }
            }),
            Happening::Server { server, .. } => touch(*server),
            Happening::Alone { .. } | Happening::Tick => {}
        }
    }

    /// The lock's value on a server, with its writer: in its colour while the writer's lease is valid, grey when it is not.
    fn value_of(&self, world: &World, server: usize) -> State {
        let Some(value) = world.lock_text(server) else {
            let (mark, text) = match world.is_up(server) {
                true => (Mark::Gone, "nil"),
                false => (Mark::Down, say::DOWN.get(self.lang)),
            };
            return State {
                mark,
                text: text.to_owned(),
                ..State::default()
            };
        };
        let owner = world.recorded_owner(server);
        let live = owner.is_some_and(|owner| world.lease(owner).is_some());
        let mut about = String::new();
        if !live {
            // Only a string is a time by which the lock ends.
            let time = world.lock_value(server).map(|_| value.parse::<i64>());
            let until_s = time.and_then(Result::ok).unwrap_or(i64::MAX);
            let is_past = until_s <= world.now_ms().div_euclid(1000);
            about = match owner.filter(|_| !is_past) {
                Some(owner) => label::written_by(self.lang, owner),
                None if is_past => say::EXPIRED.get(self.lang).to_owned(),
                None => say::NOBODYS.get(self.lang).to_owned(),
            };
        }
        State {
            client: owner.and_then(|owner| self.place(owner)),
            mark: if live { Mark::Live } else { Mark::Lapsed },
            text: label::shortened(&value, label::COMMAND_CHARS_MAX),
            about,
        }
    }

    fn store_of(&self, world: &World) -> State {
        let store = world.store();
        let token = store.token;
        State {
            client: store.writer.and_then(|writer| self.place(writer)),
            mark: Mark::Live,
            text: label::shortened(&store.text(), label::COMMAND_CHARS_MAX),
            about: token
                .map(|token| label::token(self.lang, token))
                .unwrap_or_default(),
        }
    }

    fn place(&self, id: ClientId) -> Option<usize> {
        self.clients.iter().position(|known| *known == id)
    }

    fn truncate(&mut self, moves: usize) {
        self.version += 1;
        let gone = self.slots.get(moves..).unwrap_or_default();
        let is_typed = |slot: &&Slot| slot.happening.actor() == Some(self.clients.len());
        self.typed -= gone.iter().filter(is_typed).count();
        self.slots.truncate(moves);
        let of_clients = [
            &mut self.beliefs,
            &mut self.leases,
            &mut self.pauses,
            &mut self.ends,
            &mut self.cuts,
        ];
        let of_clients = of_clients.into_iter().flatten();
        for server in &mut self.servers {
            server.touched = server.touched.filter(|slot| *slot < moves);
        }
        let of_servers = self.servers.iter_mut().flat_map(ServerScore::tracks);
        let flights = self.flights.iter_mut().map(|flight| &mut flight.track);
        let all = of_clients.chain(of_servers).chain(flights);
        for track in all.chain([&mut self.store]) {
            track.truncate(moves);
        }
        self.flights.retain(|flight| !flight.track.is_empty());
    }
}

/// For each server, whether a client's program names it or it is a replica.
fn named_servers(start: &World) -> impl Iterator<Item = bool> {
    let count = start.servers().count();
    let mut named: Vec<bool> = (0..count).map(|place| start.is_replica(place)).collect();
    let mut name = |place: usize| {
        if let Some(is_named) = named.get_mut(place) {
            *is_named = true;
        }
    };
    let programs = start.clients().iter().map(Client::program);
    for op in programs.flat_map(|program| program.ops()) {
        match &op.kind {
            OpKind::Command(_, ask) => match &ask.servers {
                Servers::Primary => name(start.primary()),
                Servers::All => start.lock_servers().for_each(&mut name),
                Servers::These(these) => these.iter().copied().map(usize::from).for_each(&mut name),
            },
            OpKind::Transaction(_) => name(start.primary()),
            _ => {}
        }
    }
    named.into_iter()
}
