//! Where commands, replies and what is on its way between them stand.

use super::{
    ARROWS_HALF, BASE_LINE, Direction, Exchange, PADDING, PILL, Plan, Point, REPLY_AWAY,
    REPLY_DROP, Rect, Span, Wire, WireEnd, chars_in, text_width,
};
use crate::ui::timeline::score::{Call, Flight, Happening, Leg, Mark};
use tell::label::shortened;

/// From a lane's middle to where an arrow begins or ends when there is no pill.
const DOT: i32 = 7;
/// Before a host, where a command is drawn that was lost on its way there.
const LOST_BEFORE: i32 = 4;
/// From the middle of a call to the middle of what a host answered.
const ANSWER_AFTER: i32 = 12;
/// Before the end of the move at the cursor, where a message that is on its way is drawn.
const BEFORE_END: i32 = 6;

/// The arrows of a call.
#[derive(Default)]
struct Ways {
    there: Vec<(Point, Point)>,
    back: Option<(Point, Point)>,
    answers: Vec<(Point, bool)>,
    lost: Vec<(Point, Point)>,
}

impl<'a> Plan<'a> {
    pub(super) fn exchanges(&self) -> Vec<Exchange> {
        let calls = self
            .done()
            .filter_map(|(slot, done)| match &done.happening {
                Happening::Call(call) => Some(self.exchange(slot, call)),
                _ => None,
            });
        calls.collect()
    }

    fn exchange(&self, slot: usize, call: &Call) -> Exchange {
        let t = self.times.middle(slot);
        let lane = self.measures.client_middle(call.actor);
        let reply_width = reply_width(call);
        let command = call.command.as_deref();
        let command = command.map(|command| self.fitting(command, reply_width));
        let pill = command.map(|text| (self.pill(t, lane, &text, reply_width), text));
        let at = match &pill {
            Some((pill, _)) => Point {
                x: pill.x + pill.width / 2,
                y: pill.y + pill.height / 2,
            },
            None => self.measures.point(t, lane),
        };
        let near = self.near(lane, pill.as_ref().map(|(pill, _)| pill));
        let ways = self.ways(t, near, call);
        let reply_at = match self.measures.direction {
            Direction::Right => Point {
                x: at.x,
                y: at.y + REPLY_DROP,
            },
            Direction::Down => {
                let beside = pill
                    .as_ref()
                    .map_or(at.x + DOT, |(pill, _)| pill.x + pill.width);
                Point {
                    x: (beside + REPLY_AWAY + reply_width / 2)
                        .min(self.across - (reply_width + 1) / 2),
                    y: at.y + BASE_LINE,
                }
            }
        };
        let reply_plate = match self.measures.direction {
            Direction::Right => None,
            Direction::Down => Some(Rect {
                x: reply_at.x - reply_width / 2 - 2,
                y: reply_at.y - 12,
                width: reply_width + 4,
                height: 16,
            }),
        };
        Exchange {
            slot,
            actor: call.actor,
            is_second: call.is_second,
            at,
            pill,
            command_at: Point {
                y: at.y + BASE_LINE,
                ..at
            },
            reply_at,
            reply_plate: reply_plate.filter(|_| reply_width > 0),
            there: ways.there,
            back: ways.back,
            answers: ways.answers,
            lost: ways.lost,
        }
    }

    /// The arrows of a call whose middle is `t`: there, from host to host, and back from the farthest.
    fn ways(&self, t: i32, near: i32, call: &Call) -> Ways {
        let far = |leg: &Leg| self.measures.far(leg.to);
        let there = |from: i32, to: i32| {
            let point = |a: i32| self.measures.point(t - ARROWS_HALF, a);
            (point(from), point(to))
        };
        let mut ways = Ways::default();
        let (mut from, mut reached) = (near, i32::MAX);
        let is_next =
            |leg: &&Leg, reached: i32| far(leg) < reached && (leg.is_there() || leg.is_lost);
        // The nearest first.
        while let Some(leg) = call
            .legs
            .iter()
            .filter(|leg| is_next(leg, reached))
            .max_by_key(|leg| far(leg))
        {
            reached = far(leg);
            if leg.is_lost {
                ways.lost.push(there(from, reached + LOST_BEFORE));
            } else {
                ways.there.push(there(from, reached));
                from = reached;
            }
        }
        let point = |offset: i32, a: i32| self.measures.point(t + offset, a);
        let answered = call.legs.iter().filter(|leg| leg.is_back()).map(far);
        let back = |far: i32| (point(ARROWS_HALF, far), point(ARROWS_HALF, near));
        ways.back = answered.min().map(back);
        // The label says what a single one answered, if it was received.
        if self.score.has_several() && (call.legs.len() > 1 || call.reply.is_none()) {
            let across = match self.measures.direction {
                Direction::Right => 1,
                Direction::Down => -3,
            };
            let answer = |leg: &Leg| Some((point(ANSWER_AFTER, far(leg) + across), leg.answer?));
            ways.answers = call.legs.iter().filter_map(answer).collect();
        }
        ways
    }

    /// The arrow of a write from the primary to a replica, up to the note in the replica's lane.
    pub(super) fn copying(&self, t: i32, from: usize, to: usize) -> (Point, Point) {
        let [from, to] = [from, to].map(|server| self.measures.server_middle(server));
        let way = if from < to { 1 } else { -1 };
        let half = match self.measures.direction {
            Direction::Right => PILL / 2,
            Direction::Down => DOT,
        };
        let begin = from + way * (self.measures.value / 2 + 1);
        (
            self.measures.point(t, begin),
            self.measures.point(t, to - way * (half + 1)),
        )
    }

    /// As much of a command as a pill has room for across the lanes, where they are columns, beside its reply.
    pub(super) fn fitting(&self, command: &str, reply_width: i32) -> String {
        let lanes = self.measures.lanes_end() - self.measures.clients_begin();
        let reply = beside(reply_width);
        match self.measures.direction {
            Direction::Right => command.to_owned(),
            Direction::Down => shortened(command, chars_in(lanes - reply - PADDING).max(4)),
        }
    }

    /// The pill around a text in the lane whose middle is `lane`. A column may be narrower than its text: then it
    /// spreads over the others of its kind, or over those before them where these are too narrow, and leaves room for the
    /// reply beside it.
    pub(super) fn pill(&self, t: i32, lane: i32, text: &str, reply_width: i32) -> Rect {
        let width = text_width(text) + PADDING;
        let middle = match self.measures.direction {
            Direction::Right => Point { x: t, y: lane },
            Direction::Down => {
                let last = self.across - (width + 1) / 2 - beside(reply_width);
                let lanes = self.measures.clients_begin();
                let begin = if lane < lanes {
                    self.measures.head
                } else {
                    lanes
                };
                let first = begin + width / 2;
                Point {
                    x: lane.max(first).min(last),
                    y: t,
                }
            }
        };
        Rect {
            x: middle.x - width / 2,
            y: middle.y - PILL / 2,
            width,
            height: PILL,
        }
    }

    /// Where arrows begin and end in a lane.
    fn near(&self, lane: i32, pill: Option<&Rect>) -> i32 {
        match (self.measures.direction, pill) {
            (_, None) => lane - DOT,
            (Direction::Right, Some(pill)) => pill.y - 2,
            (Direction::Down, Some(pill)) => pill.x - 2,
        }
    }

    pub(super) fn wires(&self) -> Vec<Wire<'a>> {
        let moves = self.moves.start..self.moves.end.min(self.cursor);
        let flights = self.score.flights.iter().enumerate();
        let of_flight = |(number, flight): (usize, &'a Flight)| {
            let spans = flight.track.within(moves.clone()).iter();
            spans.filter_map(move |span| self.wire(number, flight, span))
        };
        flights.flat_map(of_flight).collect()
    }

    fn wire(&self, number: usize, flight: &Flight, span: &'a Span) -> Option<Wire<'a>> {
        let last = self
            .cursor
            .checked_sub(1)
            .filter(|last| span.from <= *last)?;
        let is_request = span.state.mark == Mark::Live;
        let track = self.measures.track(flight.client, flight.message.peer);
        let far = self.measures.far(flight.message.peer);
        let near = |slot: usize| self.lane_end(slot, flight.client);
        let offset = if is_request {
            -ARROWS_HALF
        } else {
            ARROWS_HALF
        };
        let t0 = self.times.middle(span.from) + offset;
        let from = if is_request { near(span.from) } else { far };
        let mut at = vec![(t0, from), (t0, track)];
        let end = match span.to.filter(|to| *to <= last) {
            None => {
                at.push((self.times.end(last) - BEFORE_END, track));
                let is_older = last > span.from;
                let before = self.times.begin(last) - BEFORE_END;
                WireEnd::OnWay(is_older.then(|| self.measures.point(before, track)))
            }
            Some(to) if !self.arrives(flight, to, is_request) => {
                at.push((self.times.middle(to), track));
                WireEnd::Lost
            }
            Some(to) => {
                let t1 = self.times.middle(to) + offset;
                let to = if is_request { far } else { near(to) };
                at.extend([(t1, track), (t1, to)]);
                WireEnd::Arrived
            }
        };
        let points = at.into_iter().map(|(t, a)| self.measures.point(t, a));
        Some(Wire {
            flight: number,
            client: flight.client,
            points: points.collect(),
            span,
            end,
        })
    }

    /// Whether a message is executed or received in the move that ends its way.
    fn arrives(&self, flight: &Flight, to: usize, is_request: bool) -> bool {
        let happening = self.score.slots.get(to).map(|slot| &slot.happening);
        let Some(Happening::Call(call)) = happening else {
            return false;
        };
        let mut legs = call.legs.iter();
        let leg = legs.find(|leg| leg.message == Some(flight.message));
        leg.is_some_and(|leg| match is_request {
            true => leg.answer.is_some(),
            false => leg.is_received,
        })
    }

    /// Where arrows begin and end in a client's lane in that move.
    fn lane_end(&self, slot: usize, client: usize) -> i32 {
        let (t, lane) = (self.times.middle(slot), self.measures.client_middle(client));
        let happening = self.score.slots.get(slot).map(|slot| &slot.happening);
        let call = match happening {
            Some(Happening::Call(call)) => call.command.as_deref().zip(Some(reply_width(call))),
            _ => None,
        };
        let pill =
            call.map(|(command, reply)| self.pill(t, lane, &self.fitting(command, reply), reply));
        self.near(lane, pill.as_ref())
    }
}

/// The width of a call's reply; 0 where none is received.
pub(super) fn reply_width(call: &Call) -> i32 {
    call.reply.as_deref().map_or(0, text_width)
}

/// The room that a reply takes beside a pill.
fn beside(reply_width: i32) -> i32 {
    match reply_width {
        0 => 0,
        width => width + REPLY_AWAY,
    }
}
