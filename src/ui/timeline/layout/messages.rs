//! Where commands, replies and what is on its way between them stand.

use super::{
    ARROWS_HALF, BASE_LINE, Direction, Exchange, PADDING, PILL, Plan, Point, REPLY_AWAY,
    REPLY_DROP, Rect, Span, Wire, WireEnd, chars_in, text_width,
};
use crate::tell::label::shortened;
use crate::ui::timeline::score::{Call, Flight, Happening, Mark};

/// From a lane's middle to where an arrow begins or ends when there is no pill.
const DOT: i32 = 7;
/// Before the end of the move at the cursor, where a message that is on its way is drawn.
const BEFORE_END: i32 = 6;

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
        let far = self.measures.far(call.to);
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
        let arrow = |offset: i32, from: i32, to: i32| {
            (
                self.measures.point(t + offset, from),
                self.measures.point(t + offset, to),
            )
        };
        Exchange {
            slot,
            actor: call.actor,
            at,
            pill,
            command_at: Point {
                y: at.y + BASE_LINE,
                ..at
            },
            reply_at,
            reply_plate: reply_plate.filter(|_| reply_width > 0),
            there: call.there.then(|| arrow(-ARROWS_HALF, near, far)),
            back: call.back.then(|| arrow(ARROWS_HALF, far, near)),
        }
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
    /// spreads over the others, and no further, and leaves room for the reply beside it.
    pub(super) fn pill(&self, t: i32, lane: i32, text: &str, reply_width: i32) -> Rect {
        let width = text_width(text) + PADDING;
        let middle = match self.measures.direction {
            Direction::Right => Point { x: t, y: lane },
            Direction::Down => {
                let last = self.across - (width + 1) / 2 - beside(reply_width);
                let first = self.measures.clients_begin() + width / 2;
                Point {
                    x: lane.min(last).max(first),
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
        let track = self.measures.track(flight.client);
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
            Some(to) if self.is_lost(flight, to, is_request) => {
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

    /// A reply that nobody receives in the move that ends its way.
    fn is_lost(&self, flight: &Flight, to: usize, is_request: bool) -> bool {
        let happening = self.score.slots.get(to).map(|slot| &slot.happening);
        let receives = matches!(happening, Some(Happening::Call(call)) if call.actor == flight.client && call.reply.is_some());
        !is_request && !receives
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
