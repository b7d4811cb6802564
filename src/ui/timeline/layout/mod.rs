//! Where everything of a score stands: a plain function from what happened to shapes. It measures nothing and draws
//! nothing; lengths are whole CSS pixels, text is measured by the number of its characters in the monospaced font.
//!
//! Two coordinates carry both directions: `t` runs with time, `a` across it. On a wide frame time runs to the right
//! and actors are rows; on a narrow one it runs down and actors are columns. Every slot of the whole schedule has its
//! place from the start, so that nothing moves while the reader steps; what lies behind the cursor is not there yet,
//! and what lies outside of the viewport is not laid out.

mod bars;
mod measures;
mod messages;
mod shapes;

use std::ops::Range;

pub use self::measures::Needs;
use self::measures::{ALARM_LINE, Measures, PADDING, Times};
use self::messages::reply_width;
pub use self::shapes::{
    Bar, Caption, Direction, Drawing, Exchange, Lane, Mark, MarkShape, Point, Rect, Slot, Viewport,
    Wire, WireEnd, Words,
};
use super::score::{Alone, Happening, Score, Span};

/// Ten characters at the size of commands, with a little to spare for wide fallback fonts.
const TEN_CHARS: i32 = 74;
/// How wide the names of the lanes are where time runs to the right.
pub const NAMES_WIDTH: i32 = 92;
/// How high they are where time runs down.
pub const NAMES_HEIGHT: i32 = 36;
/// How far the reader may scroll before the viewport is another, in pixels.
pub const SCROLL_STEP: i32 = 128;
/// The height of a command's pill.
const PILL: i32 = 22;
/// From the middle of a pill to the base line of the reply below it, where time runs to the right.
const REPLY_DROP: i32 = 27;
/// Between a pill and the reply beside it, where time runs down.
const REPLY_AWAY: i32 = 8;
/// From a text's vertical middle to its base line.
const BASE_LINE: i32 = 4;
/// Half the distance between the arrow there and the arrow back.
const ARROWS_HALF: i32 = 5;
/// The thickness of a belief's bar.
const BELIEF: i32 = 14;
/// The thickness of a lease's line.
const LEASE: i32 = 5;
/// The thickness of a pause.
const PAUSE: i32 = 32;
/// The least thickness of what shows the lock's value.
const VALUE: i32 = 30;
/// The thickness of the line beside a replica's value while it lacks writes.
const LACK: i32 = 3;
/// The thickness of the frame around what is cut off.
const CUT: i32 = 28;
/// The band beside the lanes that is hatched while a property is broken.
const BAND: i32 = 7;
/// The height of the line for the few words at the move at the cursor, where time runs to the right.
const CAPTION: i32 = 20;
/// What a bar leaves free at its ends, so that two in a row stay two.
const GAP: i32 = 2;

/// The drawing of the first `cursor` moves of `score`, as far as `viewport` shows it.
pub fn layout(score: &Score, cursor: usize, viewport: Viewport) -> Drawing<'_> {
    let measures = Measures::new(viewport.width, score);
    let times = Times::new(score, &measures);
    let rows = score.alarms.iter().filter_map(|alarm| alarm.row);
    let rows = rows.max().map_or(0, |row| row + 1).max(viewport.alarm_rows);
    let depth = match measures.direction {
        Direction::Right => BAND + CAPTION + rows as i32 * ALARM_LINE + 6,
        Direction::Down => 0,
    };
    let room = measures.room.unwrap_or_default();
    let (across, until) = (measures.lanes_end() + depth, times.until().max(room));
    let to = viewport.from.saturating_add(viewport.length);
    let margins = (
        viewport.from.saturating_sub(viewport.margin),
        to.saturating_add(viewport.margin),
    );
    let plan = Plan {
        score,
        cursor: cursor.min(score.slots.len()),
        moves: times.between(margins.0, margins.1),
        sight: match viewport.from {
            0 => 0,
            from => from + SCROLL_STEP,
        },
        line: (margins.0.max(0), margins.1.min(until)),
        measures,
        times,
        across,
    };
    plan.drawing(viewport.from..to, until)
}

/// The width of a text in the size of commands. East Asian letters are wide: from the radicals on.
pub(super) fn text_width(text: &str) -> i32 {
    let wide = text.chars().filter(|letter| *letter >= '\u{2e80}').count() as i32;
    text.chars().count() as i32 * TEN_CHARS / 10 + wide * 6
}

/// The width of the text about a broken property, in the page's own font: no more than this, with as much letter
/// spacing as WCAG's 1.4.12 has a reader ask for. What is not ASCII counts as wide.
fn alarm_width(text: &str) -> i32 {
    let wide = text.chars().filter(|letter| !letter.is_ascii()).count() as i32;
    text.chars().count() as i32 * TEN_CHARS / 8 + wide * 6
}

/// How many characters fit into a width.
fn chars_in(width: i32) -> usize {
    (width.max(0) * 10 / TEN_CHARS) as usize
}

/// A layout under way.
struct Plan<'a> {
    score: &'a Score,
    cursor: usize,
    /// The moves that are laid out.
    moves: Range<usize>,
    /// From where to where life lines are drawn.
    line: (i32, i32),
    /// Where all of what is wanted is in sight, however far the reader has scrolled.
    sight: i32,
    measures: Measures,
    times: Times<'a>,
    /// How far the drawing reaches, across time.
    across: i32,
}

impl<'a> Plan<'a> {
    fn drawing(self, seen: Range<i32>, until: i32) -> Drawing<'a> {
        let (score, measures) = (self.score, &self.measures);
        let whole = measures.point(until, self.across);
        let store = measures.store_middle();
        let lanes = (measures.clients_begin(), measures.lanes_end());
        let band = match measures.direction {
            Direction::Right => (lanes.1, lanes.1 + BAND),
            Direction::Down => (measures.head - BAND, measures.head - 2),
        };
        let of_client = |offset: i32, thickness: i32| {
            move |client: usize| (measures.client_middle(client) + offset, thickness)
        };
        Drawing {
            direction: measures.direction,
            width: whole.x,
            height: whole.y,
            moves: self.moves.clone(),
            seen: self.times.between(seen.start, seen.end),
            here: self.cursor.checked_sub(1).map(|now| self.area(now)),
            slots: self
                .moves
                .clone()
                .filter_map(|slot| self.slot(slot))
                .collect(),
            servers: (0..score.servers.len())
                .map(|server| Lane {
                    is_folded: measures.is_folded(server),
                    ..self.lane(measures.server_middle(server))
                })
                .collect(),
            store: score.has_store.then(|| self.lane(store)),
            clients: (0..score.clients.len() + usize::from(score.has_reader()))
                .map(|client| self.lane(measures.client_middle(client)))
                .collect(),
            exchanges: self.exchanges(),
            wires: self.wires(),
            marks: self.marks(),
            values: self.of_servers(&|server| (&server.value, 0, measures.value)),
            lacks: self.of_servers(&|server| (&server.lack, measures.value / 2 + 3, LACK)),
            cuts: {
                let of_servers = self.of_servers(&|server| (&server.cut, 0, CUT));
                let of_clients = self.bars(&score.cuts, &of_client(0, CUT), BASE_LINE);
                of_servers.into_iter().chain(of_clients).collect()
            },
            stored: self.bars([&score.store], &|_| (store, measures.value), BASE_LINE),
            beliefs: self.bars(&score.beliefs, &of_client(0, BELIEF), BASE_LINE),
            leases: self.bars(
                &score.leases,
                &of_client(measures.lease_offset, LEASE),
                -LEASE,
            ),
            pauses: self.bars(&score.pauses, &of_client(0, PAUSE), BASE_LINE),
            ends: self.bars(&score.ends, &of_client(0, 2), BASE_LINE),
            tinted: self.broken(lanes),
            broken: self.broken(band),
            alarms: self.alarms(),
            caption: self.caption(),
            axis: self.axis(),
            jumps: self.jumps(),
            flag: self.flag(),
        }
    }

    fn area(&self, slot: usize) -> Rect {
        let span = (self.times.begin(slot), self.times.far_end(slot));
        let across = match self.measures.direction {
            Direction::Right => self.strip(),
            Direction::Down => self.across,
        };
        self.measures.rect(span, (0, across))
    }

    /// Where the words below the lanes begin, where time runs to the right.
    fn strip(&self) -> i32 {
        self.measures.lanes_end() + BAND
    }

    /// The middle of the axis, across time.
    fn axis_at(&self) -> i32 {
        match self.measures.direction {
            Direction::Right => 24,
            Direction::Down => self.measures.head - BAND - 4,
        }
    }

    fn axis(&self) -> (Point, Point) {
        let at = self.axis_at();
        let (from, to) = self.line;
        (self.measures.point(from, at), self.measures.point(to, at))
    }

    /// Where time jumps, on the axis.
    fn jumps(&self) -> Vec<Point> {
        let jumps = self.moves.clone().filter(|slot| {
            let happened = self.score.slots.get(*slot);
            *slot > 0 && happened.is_some_and(|slot| slot.is_new_time)
        });
        let place = |slot| self.measures.point(self.times.begin(slot), self.axis_at());
        jumps.map(place).collect()
    }

    /// The few words at the move at the cursor. What it broke says more.
    fn caption(&self) -> Option<Caption<'a>> {
        let slot = self.cursor.checked_sub(1)?;
        let words = self.score.slots.get(slot)?.caption.as_str();
        let is_apart = self.measures.direction == Direction::Right;
        if !is_apart || words.is_empty() || !self.score.alarms_of(slot).is_empty() {
            return None;
        }
        let half = alarm_width(words) / 2 + 4;
        let x = self.times.middle(slot);
        let at = Point {
            x: x.min(self.times.until() - half).max(half),
            y: self.strip() + 15,
        };
        Some(Caption { words, at })
    }

    fn slot(&self, number: usize) -> Option<Slot> {
        let slot = self.score.slots.get(number)?;
        let t = self.times.middle(number);
        let has_clock = slot.is_new_time || number == 0;
        let (number_at, clock_at) = match self.measures.direction {
            Direction::Right => (Point { x: t, y: 44 }, Point { x: t, y: 15 }),
            Direction::Down => {
                let x = (self.measures.head - BAND - 6) / 2;
                let y = t + if has_clock { 13 } else { BASE_LINE };
                (Point { x, y }, Point { x, y: t - 2 })
            }
        };
        Some(Slot {
            slot: number,
            area: self.area(number),
            number: number_at,
            ghost: self.ghost(t, &slot.happening),
            clock: has_clock.then_some(clock_at),
        })
    }

    /// What stands for a move before it is made: as much room as it will take, in its lane.
    fn ghost(&self, t: i32, happening: &Happening) -> Option<Rect> {
        let lane = self.lane_of(happening)?;
        let call = match happening {
            Happening::Call(call) => call.command.as_deref().zip(Some(call)),
            _ => None,
        };
        if let Some((command, call)) = call {
            let reply = reply_width(call);
            return Some(self.pill(t, lane, &self.fitting(command, reply), reply));
        }
        let Point { x, y } = self.measures.point(t, lane);
        Some(Rect {
            x: x - PILL / 2,
            y: y - PILL / 2,
            width: PILL,
            height: PILL,
        })
    }

    fn lane(&self, middle: i32) -> Lane {
        let (from, to) = self.line;
        let line = (
            self.measures.point(from, middle),
            self.measures.point(to, middle),
        );
        Lane {
            middle,
            line,
            is_folded: false,
        }
    }

    /// The middle of the lane in which a move stands.
    fn lane_of(&self, happening: &Happening) -> Option<i32> {
        match happening {
            Happening::Server { server, .. } => Some(self.measures.server_middle(*server)),
            _ => Some(self.measures.client_middle(happening.actor()?)),
        }
    }

    /// The moves that are laid out and done.
    fn done(&self) -> impl Iterator<Item = (usize, &'a super::score::Slot)> {
        let done = self.moves.start..self.moves.end.min(self.cursor);
        let slots = self.score.slots.get(done.clone()).unwrap_or_default();
        done.zip(slots)
    }

    fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (slot, done) in self.done() {
            let Some(lane) = self.lane_of(&done.happening) else {
                continue;
            };
            let mark = |at: Point, shape: MarkShape| Mark {
                slot,
                client: done.happening.actor(),
                at,
                text_at: Point {
                    y: at.y + BASE_LINE,
                    ..at
                },
                shape,
            };
            let t = self.times.middle(slot);
            let point = self.measures.point(t, lane);
            let noted = |text: &str, arrow| {
                let pill = self.pill(t, lane, text, 0);
                let x = pill.x + pill.width / 2;
                let at = Point { x, ..point };
                mark(at, MarkShape::Note(pill, text.to_owned(), arrow))
            };
            match &done.happening {
                Happening::Alone { what, .. } => marks.push(match what {
                    Alone::Local => mark(point, MarkShape::Ring),
                    Alone::Crash => mark(point, MarkShape::Cross),
                    Alone::Note(text) => noted(text, None),
                }),
                Happening::Server { server, note, from } => {
                    let arrow = from.map(|from| self.copying(t, from, *server));
                    marks.push(noted(note, arrow));
                }
                Happening::Call(_) | Happening::Tick => {}
            }
            let late = |shape| {
                let late = self.measures.point(self.times.end(slot) - 9, lane);
                mark(late, shape)
            };
            marks.extend(done.has_timed_out.then(|| late(MarkShape::TimeOut)));
            marks.extend(done.has_failed.then(|| late(MarkShape::Failure)));
        }
        marks
    }
}

#[cfg(test)]
mod tests;
