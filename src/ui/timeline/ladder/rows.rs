//! The rows of a ladder: a plain function of a score and its lanes. A row is a moment: what a move did, and what holds after
//! it. Nothing here has a length or a colour.

use std::ops::Range;

use super::super::score::{Alone, Call, Happening, Leg, Mark, Score, Slot, Span, State, Track};
use super::bars::{self, Bar};
use super::lanes::{Lane, LaneKind, lane_of_actor, lane_of_happening, lane_of_peer};
use lesson::{Ending, Lesson};
use sim::{ClientId, Outcome, Run, World, seconds};
use tell::{Segment, SegmentKind, label, line};

/// A row: the start, or a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// How many moves are done in it and above it.
    pub number: usize,
    /// The true time, in seconds, where it is another than in the row above.
    pub time: Option<String>,
    /// Whether time has passed since the row above.
    pub has_jumped: bool,
    /// The client that moved.
    pub client: Option<ClientId>,
    /// One a lane.
    pub cells: Vec<Cell>,
    /// The worst outcome that holds while this row lasts.
    pub tint: Ending,
    /// The outcome of the properties that broke in this move and in none before it.
    pub broke: Ending,
    /// The sentence about the move.
    pub sentence: Vec<Segment>,
}

/// The part of a row that is in one lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The content.
    pub content: Content,
    /// The bars that reach through it along time.
    pub bars: Vec<Bar>,
    /// Ends of leases within the jump of time that this row is, in their order.
    pub ends: Option<LeaseEnd>,
    /// The request's arrow, as far as it crosses this lane.
    pub request: Wire,
    /// The reply's arrow.
    pub reply: Wire,
    /// Whether the client of this lane has ended.
    pub is_over: bool,
}

/// A lease that ended while time passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseEnd {
    /// When, by the holder's clock, in seconds.
    pub time: String,
    /// Its place among those that ended in this row, from 0, by the true time.
    pub place: usize,
    /// How many ended.
    pub of: usize,
}

/// An arrow in one lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wire {
    /// Whether it goes on to the lane at the left.
    pub left: bool,
    /// Whether it comes from the lane at the right.
    pub right: bool,
    /// Whether it ends here.
    pub head: bool,
    /// Whether the message has left and not arrived.
    pub is_open: bool,
    /// Whether the message is lost.
    pub is_lost: bool,
}

/// The content of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    #[default]
    Nothing,
    /// The value of a server or of the store.
    Value(Value),
    /// The value of each server.
    Dots(Vec<Value>),
    /// A client's command.
    Command(Command),
    /// A few words about what happened to a client.
    Note(String),
    /// The client crashed, or failed.
    Crash,
    /// The client went on and sent nothing.
    Local,
}

/// The value of a server or of the store after a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The server's letter, where there are several.
    pub server: Option<String>,
    /// The value.
    pub text: String,
    /// A remark: the writer, or that it has expired.
    pub about: String,
    /// The last writer.
    pub owner: Option<ClientId>,
    /// How it is held.
    pub mark: Mark,
    /// Whether it was so in the row above.
    pub is_old: bool,
    /// The server's answer in this move.
    pub answer: Option<bool>,
    /// A few words about what was done to the server.
    pub note: Option<String>,
    /// Whether it is cut off.
    pub is_cut: bool,
}

/// A client's command, as far as it went in the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Without the lock's key, shortened; empty where only the reply came.
    pub brief: String,
    /// The whole move in words, the whole command among them.
    pub full: String,
    /// The reply, shortened.
    pub reply: Option<String>,
    /// Every reply, as redis-cli prints them.
    pub replies: String,
    /// Whether it was computed and not sent.
    pub is_unsent: bool,
    /// Whether the second thread of the client made it.
    pub is_second: bool,
    /// Whether the client stopped in it by itself.
    pub has_failed: bool,
    /// Whether replies were waited for long enough.
    pub has_timed_out: bool,
}

/// The rows of these numbers: 0 is the start, and each move has one more. `lesson` has sentences of its own.
pub fn rows(
    score: &Score,
    lanes: &[Lane],
    lesson: Option<&Lesson>,
    numbers: Range<usize>,
) -> Vec<Row> {
    score.run().map_or_else(Vec::new, |run| {
        let teller = RowTeller {
            score,
            lanes,
            lesson,
            run,
        };
        let flights = bars::flights(score, lanes, numbers.clone());
        let numbers = numbers.start..numbers.end.min(run.len() + 1);
        numbers.map(|number| teller.row(number, &flights)).collect()
    })
}

impl Row {
    /// The row of a move that could not be made after this one: all stays as it is.
    pub fn stays(&self, why: &str) -> Row {
        let mut cells = self.cells.clone();
        for cell in &mut cells {
            (cell.request, cell.reply) = (Wire::default(), Wire::default());
            cell.ends = None;
            cell.bars.retain(|bar| !bar.ends);
            cell.bars.iter_mut().for_each(|bar| bar.begins = false);
            match &mut cell.content {
                Content::Value(value) => value.stays(),
                Content::Dots(all) => all.iter_mut().for_each(Value::stays),
                content => {
                    cell.is_over |= matches!(content, Content::Crash);
                    *content = Content::Nothing;
                }
            }
        }
        Row {
            time: None,
            has_jumped: false,
            client: None,
            cells,
            broke: Ending::Holds,
            sentence: plain(why),
            ..self.clone()
        }
    }
}

impl Value {
    fn stays(&mut self) {
        self.is_old = true;
        self.answer = None;
        self.note = None;
    }
}

struct RowTeller<'a> {
    score: &'a Score,
    lanes: &'a [Lane],
    lesson: Option<&'a Lesson>,
    run: &'a Run,
}

impl RowTeller<'_> {
    fn row(&self, number: usize, flights: &[bars::Flying]) -> Row {
        let (world, slot) = (self.run.world(number), self.slot(number));
        let outcome = number
            .checked_sub(1)
            .and_then(|index| self.run.outcome(index));
        let mut cells: Vec<Cell> = self
            .lanes
            .iter()
            .enumerate()
            .map(|(at, lane)| {
                let mut cell = self.cell(*lane, number);
                let own = flights.iter().filter(|flying| flying.lane == at);
                cell.bars
                    .extend(own.filter_map(|flying| flying.bar(number)));
                cell.bars = bars::counted(std::mem::take(&mut cell.bars));
                cell
            })
            .collect();
        if let (Some(slot), Some(outcome)) = (slot, outcome) {
            self.happens(&mut cells, slot, outcome);
            self.note_ends(&mut cells, outcome, world);
        }
        let has_jumped = slot.is_some_and(|slot| slot.is_new_time);
        Row {
            number,
            time: (number == 0 || has_jumped).then(|| seconds(world.now_ms())),
            has_jumped,
            client: outcome.and_then(|outcome| outcome.client),
            cells,
            tint: tint(world, outcome),
            broke: self.broke(number),
            sentence: self.sentence(number),
        }
    }

    fn slot(&self, number: usize) -> Option<&Slot> {
        self.score.slots.get(number.checked_sub(1)?)
    }

    fn sentence(&self, number: usize) -> Vec<Segment> {
        let lang = self.score.lang;
        number.checked_sub(1).map_or_else(Vec::new, |index| {
            lesson::narrate(lang, index, self.run, self.lesson)
        })
    }

    /// The outcome of the properties that a move broke and none before it.
    fn broke(&self, number: usize) -> Ending {
        let index = number.checked_sub(1);
        let broken = index
            .into_iter()
            .flat_map(|index| self.run.newly_broken(index));
        let all = broken.map(|broken| Ending::of_property(broken.property));
        all.max().unwrap_or_default()
    }

    /// The cell of a lane after so many moves.
    fn cell(&self, lane: Lane, number: usize) -> Cell {
        let score = self.score;
        let mut cell = Cell::default();
        match lane.kind {
            LaneKind::Server(place) => {
                cell.content = match (lane.is_folded, self.value(place, number)) {
                    (false, Some(value)) => Content::Value(value),
                    _ => Content::Nothing,
                };
            }
            LaneKind::Servers => {
                let all = (0..score.servers.len()).filter_map(|place| self.value(place, number));
                cell.content = Content::Dots(all.collect());
            }
            LaneKind::Store => {
                cell.content = match self.held(&score.store, number) {
                    Some(held) => Content::Value(value_of(score, held, None, false)),
                    None => Content::Nothing,
                };
            }
            LaneKind::Client(place) => {
                cell.bars = bars::of_client(score, place, number);
                let end = score.ends.get(place);
                let ended = |number| end.is_some_and(|end| bars::held(end, number).is_some());
                cell.is_over = number > 0 && ended(number - 1) && ended(number);
            }
            LaneKind::Reader => {}
        }
        cell
    }

    fn held<'a>(&self, track: &'a Track, number: usize) -> Option<(&'a Span, bool)> {
        let held = bars::held(track, number)?;
        let began = number.checked_sub(1);
        let is_old = number > 0 && (held.from_start || Some(held.from) != began);
        Some((held, is_old))
    }

    fn value(&self, place: usize, number: usize) -> Option<Value> {
        let server = self.score.servers.get(place)?;
        let held = self.held(&server.value, number)?;
        let letter = u8::try_from(place).ok().map(label::server);
        let is_cut = bars::held(&server.cut, number).is_some();
        let lacks = bars::held(&server.lack, number);
        let lacks = lacks.and_then(|span| span.state.text.parse().ok());
        let mut value = value_of(
            self.score,
            held,
            letter.filter(|_| self.score.has_several()),
            is_cut,
        );
        if let Some(writes) = lacks {
            value.about = label::lacks(self.score.lang, writes);
        }
        Some(value)
    }

    /// Puts what a move did into the cells.
    fn happens(&self, cells: &mut [Cell], slot: &Slot, outcome: &Outcome) {
        let Some(at) = lane_of_happening(self.lanes, self.score, &slot.happening) else {
            return;
        };
        match &slot.happening {
            Happening::Call(call) => self.calls(cells, at, call, slot, outcome),
            Happening::Alone { what, .. } => {
                if let Some(cell) = cells.get_mut(at) {
                    cell.content = match what {
                        Alone::Local => Content::Local,
                        Alone::Crash => Content::Crash,
                        Alone::Note(note) => Content::Note(note.clone()),
                    };
                }
            }
            Happening::Server { server, note, .. } => {
                let value = cells
                    .get_mut(at)
                    .and_then(|cell| cell.content.of_server(*server));
                if let Some(value) = value {
                    value.note = Some(note.clone());
                }
            }
            Happening::Tick => {}
        }
    }

    fn calls(&self, cells: &mut [Cell], at: usize, call: &Call, slot: &Slot, outcome: &Outcome) {
        if let Some(cell) = cells.get_mut(at)
            && (call.command.is_some() || call.reply.is_some())
        {
            cell.content = Content::Command(Command {
                brief: call.command.clone().unwrap_or_default(),
                full: line::what(self.score.lang, outcome),
                reply: call.reply.clone(),
                replies: line::replies(outcome).unwrap_or_default(),
                is_unsent: call.is_unsent,
                is_second: call.is_second,
                has_failed: slot.has_failed,
                has_timed_out: slot.has_timed_out,
            });
        }
        for leg in &call.legs {
            let Some(to) = lane_of_peer(self.lanes, leg.to) else {
                continue;
            };
            let answered = cells.get_mut(to);
            let server = match leg.to {
                sim::Peer::Server(place) => usize::from(place),
                sim::Peer::Store => 0,
            };
            let value = answered.and_then(|cell| cell.content.of_server(server));
            if let Some(value) = value.filter(|_| leg.to != sim::Peer::Store) {
                value.answer = leg.answer;
            }
            wire(cells, at, to, leg);
        }
    }

    /// The leases that ended by themselves while time passed.
    fn note_ends(&self, cells: &mut [Cell], outcome: &Outcome, world: &World) {
        if outcome.now_ms.before == outcome.now_ms.after {
            return;
        }
        let mut ended: Vec<(i64, ClientId, i64)> = Vec::new();
        for (id, lease) in &outcome.leases_ended() {
            if let Some(client) = world.client(*id) {
                let end = (client.true_ms(lease.until_ms), *id, lease.until_ms);
                ended.insert(ended.partition_point(|known| *known < end), end);
            }
        }
        let of = ended.len();
        for (place, (_, id, until_ms)) in ended.into_iter().enumerate() {
            let client = self.score.clients.iter().position(|known| *known == id);
            let lane = client.and_then(|client| lane_of_actor(self.lanes, self.score, client));
            if let Some(cell) = lane.and_then(|lane| cells.get_mut(lane)) {
                cell.ends = Some(LeaseEnd {
                    time: seconds(until_ms),
                    place,
                    of,
                });
            }
        }
    }
}

impl Content {
    /// The value of the server of that place.
    fn of_server(&mut self, place: usize) -> Option<&mut Value> {
        match self {
            Content::Value(value) => Some(value),
            Content::Dots(all) => all.get_mut(place),
            _ => None,
        }
    }
}

/// The worst outcome that holds in a world, and of the move that led to it.
fn tint(world: &World, outcome: Option<&Outcome>) -> Ending {
    let are_too_many = |holders: Vec<ClientId>| world.are_too_many(&holders);
    let lasting = match () {
        () if are_too_many(world.leaseholders()) => Ending::Broken,
        () if are_too_many(world.believers()) => Ending::BothAct,
        () => Ending::Holds,
    };
    outcome.map(Ending::of).unwrap_or_default().max(lasting)
}

fn value_of(
    score: &Score,
    (span, is_old): (&Span, bool),
    server: Option<String>,
    is_cut: bool,
) -> Value {
    let State {
        client,
        mark,
        text,
        about,
    } = &span.state;
    Value {
        server,
        text: text.clone(),
        about: about.clone(),
        owner: client.and_then(|place| score.clients.get(place).copied()),
        mark: *mark,
        is_old,
        answer: None,
        note: None,
        is_cut,
    }
}

/// Draws the way of one message between a client's lane and that of whom it asks, which is at the left of it.
fn wire(cells: &mut [Cell], client: usize, peer: usize, leg: &Leg) {
    // A request that is executed has arrived, whether it left in this move or before.
    if leg.is_executed && !leg.is_lost {
        between(cells, client, peer, |cell| &mut cell.request);
        if let Some(cell) = cells.get_mut(peer) {
            cell.request.head = true;
        }
    } else if leg.is_sent
        && let Some(cell) = cells.get_mut(client)
    {
        cell.request.is_open = true;
        cell.request.is_lost |= leg.is_lost;
    }
    if leg.is_received {
        between(cells, client, peer, |cell| &mut cell.reply);
        if let Some(cell) = cells.get_mut(client) {
            cell.reply.head = true;
        }
    }
}

fn between(cells: &mut [Cell], client: usize, peer: usize, of: fn(&mut Cell) -> &mut Wire) {
    let lanes = cells.iter_mut().enumerate();
    for (at, cell) in lanes.take(client + 1).skip(peer) {
        let wire = of(cell);
        wire.left |= at > peer;
        wire.right |= at < client;
    }
}

/// A text as a sentence.
pub fn plain(text: &str) -> Vec<Segment> {
    vec![Segment {
        text: text.to_owned(),
        kind: SegmentKind::Plain,
    }]
}

/// A sentence as text.
pub fn words(segments: &[Segment]) -> String {
    segments.iter().map(|segment| &*segment.text).collect()
}
