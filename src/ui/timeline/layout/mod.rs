//! Where everything of a score stands: a plain function from what happened to shapes. It measures nothing and draws
//! nothing; lengths are whole CSS pixels, text is measured by the number of its characters in the monospaced font.
//!
//! Two coordinates carry both directions: `t` runs with time, `a` across it. On a wide frame time runs to the right
//! and actors are rows; on a narrow one it runs down and actors are columns. Every slot of the whole schedule has its
//! place from the start, so that nothing moves while the reader steps; what lies behind the cursor is not there yet.

mod measures;
mod shapes;

use std::iter;

use self::measures::{ALARM_LINE, Measures, Times};
pub use self::shapes::{Bar, Direction, Drawing, Exchange, Lane, Mark, Point, Rect, Slot};
use super::score::{self, Happening, Score, Span};

/// Ten characters at the size of commands, with a little to spare for wide fallback fonts.
const TEN_CHARS: i32 = 74;
/// What is laid out for until the frame's width is known.
pub const WIDTH_UNKNOWN: i32 = 1000;
/// How wide the names of the lanes are where time runs to the right.
pub const NAMES_WIDTH: i32 = 120;
/// How high they are where time runs down.
pub const NAMES_HEIGHT: i32 = 36;
/// The height of a command's pill.
const PILL: i32 = 22;
/// From the middle of a pill to the base line of the reply below it.
const REPLY_DROP: i32 = 27;
/// From a text's vertical middle to its base line.
const BASE_LINE: i32 = 4;
/// Half the distance between the arrow there and the arrow back.
const ARROWS_HALF: i32 = 5;
/// The thickness of a belief's bar.
const BELIEF: i32 = 14;
/// The thickness of a lease's line.
const LEASE: i32 = 5;
/// The least thickness of what shows the lock's value.
const VALUE: i32 = 30;
/// What a bar leaves free at its ends, so that two in a row stay two.
const GAP: i32 = 2;

/// The drawing of the first `cursor` moves of `score` in a frame `width` pixels wide.
pub fn layout(score: &Score, cursor: usize, width: i32) -> Drawing {
    let measures = Measures::new(width, score.clients.len());
    let times = Times::new(score, &measures);
    let lanes_end = measures.lanes_end(score.clients.len());
    let (alarms, alarms_end) = alarms(score, &measures, &times);
    let (across, until) = (lanes_end + alarms_end, times.until());
    let Point {
        x: drawn_width,
        y: height,
    } = measures.point(until, across);
    let plan = Plan {
        score,
        cursor,
        measures: &measures,
        times: &times,
        alarms,
        across,
        until,
    };
    Drawing {
        direction: measures.direction,
        width: drawn_width,
        height,
        slots: plan.slots(),
        server: plan.lane(measures.head + measures.server / 2),
        clients: (0..score.clients.len())
            .map(|client| plan.lane(measures.client_middle(client)))
            .collect(),
        exchanges: plan.exchanges(),
        marks: plan.marks(),
        values: plan.bars(
            &score.values,
            &|_| (measures.head + measures.server / 2, VALUE),
            BASE_LINE,
        ),
        beliefs: plan.bars(
            &score.beliefs,
            &|client| (measures.client_middle(client), BELIEF),
            BASE_LINE,
        ),
        leases: plan.bars(
            &score.leases,
            &|client| {
                (
                    measures.client_middle(client) + measures.lease_offset,
                    LEASE,
                )
            },
            -LEASE,
        ),
        broken: plan.broken(),
    }
}

/// The width of a text in the size of commands.
fn text_width(text: &str) -> i32 {
    text.chars().count() as i32 * TEN_CHARS / 10
}

/// Where the text about each broken property stands, and how far beyond the last lane they reach.
fn alarms(score: &Score, measures: &Measures, times: &Times) -> (Vec<Point>, i32) {
    let lanes = (
        measures.head + measures.server,
        measures.lanes_end(score.clients.len()),
    );
    let mut places = Vec::new();
    // Where the last text of each row ends; a text goes to the first row in which it does not touch another.
    let mut rows: Vec<(usize, i32)> = Vec::new();
    for span in &score.broken {
        let begin = times.begin(span.from);
        match measures.direction {
            Direction::Right => {
                let width = alarm_width(&span.text);
                let x = (begin + 8).min(times.until() - width).max(0);
                let free = |row: &usize| rows.iter().all(|(taken, end)| taken != row || *end <= x);
                let row = (0..).find(free).unwrap_or_default();
                rows.push((row, x + width + 8));
                places.push(Point {
                    x,
                    y: lanes.1 + 12 + row as i32 * ALARM_LINE,
                });
            }
            Direction::Down => {
                let above = rows.iter().filter(|(from, _)| *from == span.from).count();
                rows.push((span.from, 0));
                places.push(Point {
                    x: (lanes.0 + lanes.1) / 2,
                    y: begin + 12 + above as i32 * ALARM_LINE,
                });
            }
        }
    }
    let deepest = rows
        .iter()
        .map(|(row, _)| row + 1)
        .max()
        .unwrap_or_default();
    let depth = match measures.direction {
        Direction::Right => deepest as i32 * ALARM_LINE + 6,
        Direction::Down => 0,
    };
    (places, depth)
}

/// The width of the text about a broken property, in the page's own font: no more than this, with as much letter
/// spacing as WCAG's 1.4.12 has a reader ask for. What is not ASCII counts as wide.
fn alarm_width(text: &str) -> i32 {
    let wide = text.chars().filter(|letter| !letter.is_ascii()).count() as i32;
    text_width(text) * 5 / 4 + wide * 6
}

/// How many characters fit into a width.
fn chars_in(width: i32) -> usize {
    (width.max(0) * 10 / TEN_CHARS) as usize
}

/// How many thousandths of `whole` a part is: all of them where there is no whole. Of a bar that is longer than two
/// million pixels, too.
fn thousandths(part: i32, whole: i32) -> i32 {
    let share = i64::from(part) * 1000 / i64::from(whole.max(1));
    if whole > 0 { share as i32 } else { 1000 }
}

/// A layout under way.
struct Plan<'a> {
    score: &'a Score,
    cursor: usize,
    measures: &'a Measures,
    times: &'a Times,
    alarms: Vec<Point>,
    across: i32,
    until: i32,
}

impl Plan<'_> {
    fn slots(&self) -> Vec<Slot> {
        let before = iter::once(None).chain(self.score.slots.iter().map(Some));
        let pairs = self.score.slots.iter().zip(before).enumerate();
        let slot = |(number, (slot, before)): (usize, (&score::Slot, Option<&score::Slot>))| {
            let span = (self.times.begin(number), self.times.end(number));
            let t = self.times.middle(number);
            let (number_at, clock_at) = match self.measures.direction {
                Direction::Right => (Point { x: t, y: 40 }, Point { x: t, y: 17 }),
                Direction::Down => {
                    let x = self.measures.head / 2;
                    let y = t + BASE_LINE;
                    (Point { x, y }, Point { x, y: t - 12 })
                }
            };
            let lane = |client| self.measures.point(t, self.measures.client_middle(client));
            let is_new = before.is_none_or(|before| before.time != slot.time);
            Slot {
                area: self.measures.rect(span, (0, self.across)),
                number: number_at,
                note: slot.happening.client().map(lane),
                clock: is_new.then_some(clock_at),
            }
        };
        pairs.map(slot).collect()
    }

    fn lane(&self, middle: i32) -> Lane {
        let line = (
            self.measures.point(0, middle),
            self.measures.point(self.until, middle),
        );
        Lane { middle, line }
    }

    fn exchanges(&self) -> Vec<Exchange> {
        let so_far = self.score.slots.iter().enumerate().take(self.cursor);
        so_far
            .filter_map(|(number, slot)| match &slot.happening {
                Happening::Call {
                    client, command, ..
                } => Some(self.exchange(number, *client, command)),
                _ => None,
            })
            .collect()
    }

    fn exchange(&self, slot: usize, client: usize, command: &str) -> Exchange {
        let t = self.times.middle(slot);
        let width = text_width(command) + 14;
        let lane = self.measures.client_middle(client);
        let middle = match self.measures.direction {
            Direction::Right => Point { x: t, y: lane },
            // A column may be narrower than its command; the last one has nowhere to spread but inwards.
            Direction::Down => Point {
                x: lane.min(self.across - (width + 1) / 2),
                y: t,
            },
        };
        let pill = Rect {
            x: middle.x - width / 2,
            y: middle.y - PILL / 2,
            width,
            height: PILL,
        };
        let near = match self.measures.direction {
            Direction::Right => pill.y - 2,
            Direction::Down => pill.x - 2,
        };
        let far = self.measures.head + self.measures.server / 2 + VALUE / 2 + 6;
        let arrow = |offset: i32, from: i32, to: i32| {
            (
                self.measures.point(t + offset, from),
                self.measures.point(t + offset, to),
            )
        };
        Exchange {
            slot,
            client,
            pill,
            command_at: Point {
                x: middle.x,
                y: middle.y + BASE_LINE,
            },
            reply_at: Point {
                x: middle.x,
                y: middle.y + REPLY_DROP,
            },
            there: arrow(-ARROWS_HALF, near, far),
            back: arrow(ARROWS_HALF, far, near),
        }
    }

    fn marks(&self) -> Vec<Mark> {
        let mark = |(slot, happening): (usize, &Happening)| {
            let (client, is_crash) = match *happening {
                Happening::Crash { client } => (client, true),
                Happening::Local { client } => (client, false),
                Happening::Call { .. } | Happening::Tick => return None,
            };
            let at = self
                .measures
                .point(self.times.middle(slot), self.measures.client_middle(client));
            Some(Mark {
                slot,
                client,
                at,
                is_crash,
            })
        };
        let so_far = self
            .score
            .slots
            .iter()
            .map(|slot| &slot.happening)
            .enumerate()
            .take(self.cursor);
        so_far.filter_map(mark).collect()
    }

    /// The bars of `spans`, each in the lane (its middle and thickness) that `lane` gives for its client. Where time
    /// runs to the right, their text stands `drop` below the middle.
    fn bars(&self, spans: &[Span], lane: &dyn Fn(usize) -> (i32, i32), drop: i32) -> Vec<Bar> {
        let bar = |(number, span): (usize, &Span)| {
            let (t0, t1) = self.stretch(span, self.cursor)?;
            let before = self
                .stretch(span, self.cursor.saturating_sub(1))
                .map_or(t0, |(_, end)| end);
            let grown_from = thousandths((before - t0).max(0), t1 - t0);
            let (middle, thickness) = lane(span.client.unwrap_or_default());
            let area = self
                .measures
                .rect((t0, t1), (middle - thickness / 2, middle + thickness / 2));
            let (text_at, room) = match self.measures.direction {
                Direction::Right => (
                    Point {
                        x: area.x + 8,
                        y: middle + drop,
                    },
                    chars_in(t1 - t0 - 12),
                ),
                Direction::Down => (
                    Point {
                        x: middle,
                        y: t0 + 18,
                    },
                    if thickness < VALUE {
                        0
                    } else {
                        chars_in(self.measures.server)
                    },
                ),
            };
            Some(Bar {
                span: number,
                area,
                text_at,
                room,
                grown_from,
            })
        };
        spans.iter().enumerate().filter_map(bar).collect()
    }

    fn broken(&self) -> Vec<Bar> {
        let spans = self.score.broken.iter().zip(&self.alarms).enumerate();
        let bar = |(number, (span, text_at)): (usize, (&Span, &Point))| {
            let end = self.end_of(span, self.cursor, Times::begin)?;
            let begin = self.times.begin(span.from);
            let lanes = (self.measures.head + self.measures.server, self.across);
            let area = self.measures.rect((begin, end), lanes);
            Some(Bar {
                span: number,
                area,
                text_at: *text_at,
                room: usize::MAX,
                grown_from: 1000,
            })
        };
        spans.filter_map(bar).collect()
    }

    /// From the middle of a span's first slot to the middle of its last, or as far as the cursor.
    fn stretch(&self, span: &Span, cursor: usize) -> Option<(i32, i32)> {
        let from = if span.from_start {
            self.times.begin(0)
        } else {
            self.times.middle(span.from)
        };
        Some((from + GAP, self.end_of(span, cursor, Times::middle)? - GAP))
    }

    /// Where a span ends by `cursor`, given where in its last slot it does; `None` while it has not begun.
    fn end_of(&self, span: &Span, cursor: usize, at: fn(&Times, usize) -> i32) -> Option<i32> {
        let Some(last) = cursor.checked_sub(1) else {
            let is_drawn = span.from_start && !self.score.slots.is_empty();
            return is_drawn.then(|| self.times.middle(0));
        };
        match span.to {
            _ if span.from > last => None,
            Some(to) if to <= last => Some(at(self.times, to)),
            _ => Some(self.times.end(last)),
        }
    }
}

#[cfg(test)]
mod tests;
