//! What reaches over rows along a lane: beliefs, leases, pauses, and messages on their way.

use std::ops::Range;

use super::super::score::{Mark, Score, Span, Track};
use super::lanes::{Lane, lane_of_actor, lane_of_peer};

/// Messages on their way that have lines of their own in one lane; more become a count.
pub const FLIGHTS_MAX: usize = 3;

/// The kinds of bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarKind {
    /// A client believes that it holds the lock.
    Belief,
    /// Its lease is valid.
    Lease,
    /// It is paused.
    Pause,
    /// It is cut off.
    Cut,
    /// A request is on its way.
    Request,
    /// A reply is on its way.
    Reply,
    /// So many more messages are.
    More(usize),
}

/// A bar within one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The kind.
    pub kind: BarKind,
    /// How it holds.
    pub mark: Mark,
    /// Whether it begins in the middle of the row, and not above it.
    pub begins: bool,
    /// Whether it ends in the middle of the row, and not below it.
    pub ends: bool,
    /// Its place beside others of its kind.
    pub place: usize,
    /// The text at its foot while it goes on.
    pub text: String,
}

/// The span that holds after so many moves.
pub fn held(track: &Track, number: usize) -> Option<&Span> {
    let slot = number.saturating_sub(1);
    let spans = track.within(slot..slot + 1).iter();
    spans.rev().find(|span| match number {
        0 => span.from_start,
        _ => (span.from_start || span.from < number) && span.to.is_none_or(|to| to >= number),
    })
}

/// The bars of a client's lane. A bar begins in the row of its move, and ends above the row of the move that ended it.
pub fn of_client(score: &Score, place: usize, number: usize) -> Vec<Bar> {
    let kinds = [
        (BarKind::Cut, &score.cuts),
        (BarKind::Pause, &score.pauses),
        (BarKind::Belief, &score.beliefs),
        (BarKind::Lease, &score.leases),
    ];
    let bar = |(kind, tracks): (BarKind, &Vec<Track>)| {
        let track = tracks.get(place)?;
        let span = held(track, number)?;
        let was_held = number > 0 && held(track, number - 1).is_some();
        Some(Bar {
            kind,
            mark: span.state.mark,
            begins: !was_held,
            ends: false,
            place: 0,
            text: span.state.text.clone(),
        })
    };
    kinds.into_iter().filter_map(bar).collect()
}

/// A message on its way over several rows, in the lane of who sent it.
pub struct Flying {
    /// The place of the lane of who sent it.
    pub lane: usize,
    kind: BarKind,
    /// The rows in which it leaves and arrives; on its way for ever without the latter.
    from: usize,
    to: Option<usize>,
    place: usize,
}

impl Flying {
    /// Its line in a row.
    pub fn bar(&self, number: usize) -> Option<Bar> {
        let is_under_way = self.from <= number && self.to.is_none_or(|to| number <= to);
        is_under_way.then(|| Bar {
            kind: self.kind,
            mark: Mark::Live,
            begins: number == self.from,
            ends: self.to == Some(number),
            place: self.place,
            text: String::new(),
        })
    }
}

/// The messages that are on their way in these rows, each with a place of its own beside those that cross it.
pub fn flights(score: &Score, lanes: &[Lane], numbers: Range<usize>) -> Vec<Flying> {
    let slots = numbers.start.saturating_sub(1)..numbers.end;
    let mut all: Vec<Flying> = Vec::new();
    for flight in &score.flights {
        for span in flight.track.within(slots.clone()) {
            let is_request = span.state.mark == Mark::Live;
            let sender = match is_request {
                true => lane_of_actor(lanes, score, flight.client),
                false => lane_of_peer(lanes, flight.message.peer),
            };
            let Some(lane) = sender else {
                continue;
            };
            let flying = Flying {
                lane,
                kind: match is_request {
                    true => BarKind::Request,
                    false => BarKind::Reply,
                },
                from: span.from + usize::from(!span.from_start),
                to: span.to.map(|to| to + 1),
                place: 0,
            };
            all.insert(
                all.partition_point(|known| known.from <= flying.from),
                flying,
            );
        }
    }
    let mut placed: Vec<Flying> = Vec::new();
    for flying in all {
        let crosses = |other: &&Flying| {
            other.lane == flying.lane && other.to.is_none_or(|to| to > flying.from)
        };
        let taken: Vec<usize> = placed
            .iter()
            .filter(crosses)
            .map(|other| other.place)
            .collect();
        let place = (0..=taken.len()).find(|place| !taken.contains(place));
        placed.push(Flying {
            place: place.unwrap_or_default(),
            ..flying
        });
    }
    placed
}

/// The lines of a lane's messages in one row: those past the third become a count.
pub fn counted(mut bars: Vec<Bar>) -> Vec<Bar> {
    let is_flight = |bar: &Bar| matches!(bar.kind, BarKind::Request | BarKind::Reply);
    let is_more = |bar: &Bar| is_flight(bar) && bar.place >= FLIGHTS_MAX;
    let more = bars.iter().filter(|bar| is_more(bar)).count();
    bars.retain(|bar| !is_more(bar));
    if more > 0 {
        bars.push(Bar {
            kind: BarKind::More(more),
            mark: Mark::Live,
            begins: false,
            ends: false,
            place: FLIGHTS_MAX,
            text: ["+", &more.to_string()].concat(),
        });
    }
    bars
}
