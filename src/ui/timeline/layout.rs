//! Where everything of a score stands: a plain function from what happened to shapes. It measures nothing and draws
//! nothing; lengths are whole CSS pixels, text is measured by the number of its characters in the monospaced font.
//!
//! Two coordinates carry both directions: `t` runs with time, `a` across it. On a wide frame time runs to the right
//! and actors are rows; on a narrow one it runs down and actors are columns. Every slot of the whole schedule has its
//! place from the start, so that nothing moves while the reader steps; what lies behind the cursor is not there yet.

use super::score::{Happening, Score, Span};

/// Ten characters at the size of commands, with a little to spare for wide fallback fonts.
const TEN_CHARS: i32 = 74;
/// What is laid out for until the frame's width is known.
pub const WIDTH_UNKNOWN: i32 = 1000;
/// How wide the names of the lanes are where time runs to the right.
pub const NAMES_WIDTH: i32 = 120;
/// How high they are where time runs down.
pub const NAMES_HEIGHT: i32 = 36;
/// Frames narrower than this let time run down.
const RIGHT_FROM: i32 = 640;
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

/// Which way time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the right; actors are rows.
    Right,
    /// Down; actors are columns.
    Down,
}

impl Direction {
    /// Its name in the drawing's attributes.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Right => "right",
            Direction::Down => "down",
        }
    }
}

/// A point, in pixels from the drawing's top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// A rectangle, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: i32,
    /// The top edge.
    pub y: i32,
    /// To the right.
    pub width: i32,
    /// Down.
    pub height: i32,
}

/// A move's place in time: its column, or its row.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The whole slot across all lanes.
    pub area: Rect,
    /// The base line of its number, centred.
    pub number: Point,
    /// The base line of the virtual time, centred, where the time is a new one.
    pub clock: Option<Point>,
}

/// A lane: the server's, or a client's.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// The middle of the lane, across time.
    pub middle: i32,
    /// Its life line, from the beginning to the end of time.
    pub line: (Point, Point),
}

/// A command there, and its reply back.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// The move, from 0.
    pub slot: usize,
    /// The client's place among the clients.
    pub client: usize,
    /// The pill around the command.
    pub pill: Rect,
    /// The base line of the command's text, centred.
    pub command_at: Point,
    /// The base line of the reply's text, centred.
    pub reply_at: Point,
    /// The arrow to the server.
    pub there: (Point, Point),
    /// The arrow back.
    pub back: (Point, Point),
}

/// Something that a client did without the server: it crashed, or went on by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The move, from 0.
    pub slot: usize,
    /// The client's place among the clients.
    pub client: usize,
    /// Its middle.
    pub at: Point,
    /// Whether it is a crash.
    pub is_crash: bool,
}

/// A stretch of time in a lane: the lock's value, a belief, a lease or a broken property.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The span's place in its list in the score.
    pub span: usize,
    /// What it covers.
    pub area: Rect,
    /// The base line of its text, at the text's beginning (time to the right) or its middle (time down).
    pub text_at: Point,
    /// How many characters there is room for.
    pub room: usize,
    /// How many thousandths of its length it had before the move at the cursor: 0 when that move began it, 1000 when
    /// it did not grow.
    pub grown_from: i32,
}

/// Everything that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Which way time runs.
    pub direction: Direction,
    /// In pixels.
    pub width: i32,
    /// In pixels.
    pub height: i32,
    /// One a move of the whole schedule.
    pub slots: Vec<Slot>,
    /// The lane of the lock.
    pub server: Lane,
    /// One a client.
    pub clients: Vec<Lane>,
    /// The commands so far.
    pub exchanges: Vec<Exchange>,
    /// What clients did without the server, so far.
    pub marks: Vec<Mark>,
    /// The values of the lock so far.
    pub values: Vec<Bar>,
    /// The beliefs so far, with the client's place.
    pub beliefs: Vec<Bar>,
    /// The leases so far.
    pub leases: Vec<Bar>,
    /// The broken properties so far.
    pub broken: Vec<Bar>,
}

/// The sizes that depend on the direction.
struct Measures {
    direction: Direction,
    /// Where the first slot begins.
    start: i32,
    /// Where the first lane begins: before it stand the numbers and the clock.
    head: i32,
    /// The server's lane, across time.
    server: i32,
    /// A client's lane, across time.
    client: i32,
    /// From a client lane's edge to its middle.
    client_middle: i32,
    /// From a client lane's middle to the middle of its lease line.
    lease_offset: i32,
    /// What broken properties take beside the last lane.
    foot: i32,
    /// The least slot of a command, of a crash, of a tick.
    slots: [i32; 3],
}

impl Measures {
    fn new(width: i32, clients: usize, alarms: usize) -> Measures {
        if width >= RIGHT_FROM {
            return Measures {
                direction: Direction::Right,
                start: 8,
                head: 46,
                server: 66,
                client: 84,
                client_middle: 40,
                lease_offset: -20,
                foot: if alarms > 0 { 38 } else { 4 },
                slots: [88, 60, 72],
            };
        }
        let head = 44;
        let lane = ((width - head) / (clients as i32 + 1)).max(72);
        Measures {
            direction: Direction::Down,
            start: 6,
            head,
            server: lane,
            client: lane,
            client_middle: lane / 2,
            lease_offset: lane / 2 - LEASE,
            foot: 0,
            slots: [66, 46, 34],
        }
    }

    fn client_middle(&self, client: usize) -> i32 {
        self.head + self.server + self.client * client as i32 + self.client_middle
    }

    fn across(&self, clients: usize) -> i32 {
        self.head + self.server + self.client * clients as i32 + self.foot
    }

    fn point(&self, t: i32, a: i32) -> Point {
        match self.direction {
            Direction::Right => Point { x: t, y: a },
            Direction::Down => Point { x: a, y: t },
        }
    }

    fn rect(&self, (t0, t1): (i32, i32), (a0, a1): (i32, i32)) -> Rect {
        let Point { x, y } = self.point(t0, a0);
        let Point {
            x: width,
            y: height,
        } = self.point((t1 - t0).max(0), a1 - a0);
        Rect {
            x,
            y,
            width,
            height,
        }
    }
}

/// Slots in time: where each begins and where the last ends.
struct Times(Vec<i32>);

impl Times {
    fn new(score: &Score, measures: &Measures) -> Times {
        let [call, crash, tick] = measures.slots;
        let mut at = measures.start;
        let mut edges = vec![at];
        for slot in &score.slots {
            at += match &slot.happening {
                Happening::Call { command, reply, .. }
                    if measures.direction == Direction::Right =>
                {
                    call.max(text_width(command).max(text_width(reply)) + 26)
                }
                Happening::Call { .. } => call,
                Happening::Crash { .. } | Happening::Local { .. } => crash,
                Happening::Tick => tick,
            };
            edges.push(at);
        }
        Times(edges)
    }

    fn begin(&self, slot: usize) -> i32 {
        self.0
            .get(slot)
            .or(self.0.last())
            .copied()
            .unwrap_or_default()
    }

    fn end(&self, slot: usize) -> i32 {
        self.begin(slot + 1)
    }

    fn middle(&self, slot: usize) -> i32 {
        (self.begin(slot) + self.end(slot)) / 2
    }
}

/// The drawing of the first `cursor` moves of `score` in a frame `width` pixels wide.
pub fn layout(score: &Score, cursor: usize, width: i32) -> Drawing {
    let measures = Measures::new(width, score.clients.len(), score.broken.len());
    let times = Times::new(score, &measures);
    let across = measures.across(score.clients.len());
    let until = times.end(score.slots.len().saturating_sub(1)) + measures.start;
    let Point {
        x: drawn_width,
        y: height,
    } = measures.point(until, across);
    let plan = Plan {
        score,
        cursor,
        measures: &measures,
        times: &times,
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
            |_| (measures.head + measures.server / 2, VALUE),
            BASE_LINE,
        ),
        beliefs: plan.bars(
            &score.beliefs,
            |client| (measures.client_middle(client), BELIEF),
            BASE_LINE,
        ),
        leases: plan.bars(
            &score.leases,
            |client| {
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

/// The width of what stands beside a broken property, in the page's own font: no more than this.
fn alarm_width(text: &str) -> i32 {
    let wide = text.chars().filter(|letter| !letter.is_ascii()).count() as i32;
    text_width(text) + wide * 6
}

/// How many characters fit into a width.
fn chars_in(width: i32) -> usize {
    (width.max(0) * 10 / TEN_CHARS) as usize
}

/// A layout under way.
struct Plan<'a> {
    score: &'a Score,
    cursor: usize,
    measures: &'a Measures,
    times: &'a Times,
    across: i32,
    until: i32,
}

impl Plan<'_> {
    fn slots(&self) -> Vec<Slot> {
        let before = std::iter::once(None).chain(self.score.slots.iter().map(Some));
        let slot = |(number, (slot, before)): (
            usize,
            (&super::score::Slot, Option<&super::score::Slot>),
        )| {
            let span = (self.times.begin(number), self.times.end(number));
            let middle = self.times.middle(number);
            let (number_at, clock_at) = match self.measures.direction {
                Direction::Right => (Point { x: middle, y: 40 }, Point { x: middle, y: 17 }),
                Direction::Down => (
                    Point {
                        x: 22,
                        y: middle + BASE_LINE,
                    },
                    Point {
                        x: 22,
                        y: middle - 12,
                    },
                ),
            };
            let is_new = before.is_none_or(|before| before.time != slot.time);
            Slot {
                area: self.measures.rect(span, (0, self.across)),
                number: number_at,
                clock: is_new.then_some(clock_at),
            }
        };
        self.score
            .slots
            .iter()
            .zip(before)
            .enumerate()
            .map(slot)
            .collect()
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
        let (t, a) = (self.times.middle(slot), self.measures.client_middle(client));
        let middle = self.measures.point(t, a);
        let width = text_width(command) + 14;
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
    fn bars(&self, spans: &[Span], lane: impl Fn(usize) -> (i32, i32), drop: i32) -> Vec<Bar> {
        let bar = |(number, span): (usize, &Span)| {
            let (t0, t1) = self.stretch(span, self.cursor)?;
            let before = self
                .stretch(span, self.cursor.saturating_sub(1))
                .map_or(t0, |(_, end)| end);
            let grown_from = if t1 > t0 {
                (before - t0).max(0) * 1000 / (t1 - t0)
            } else {
                1000
            };
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
                    chars_in(self.measures.server),
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
        let bar = |(number, span): (usize, &Span)| {
            let (begin, end) = (self.times.begin(span.from), self.end_of(span, self.cursor)?);
            let lanes = (self.measures.head + self.measures.server, self.across);
            let area = self.measures.rect((begin, end), lanes);
            let text_at = match self.measures.direction {
                Direction::Right => {
                    let x = (begin + 8).min(self.until - alarm_width(&span.text));
                    Point {
                        x,
                        y: self.across - 9 - 15 * (number % 2) as i32,
                    }
                }
                Direction::Down => Point {
                    x: (lanes.0 + lanes.1) / 2,
                    y: begin + 11,
                },
            };
            Some(Bar {
                span: number,
                area,
                text_at,
                room: usize::MAX,
                grown_from: 1000,
            })
        };
        self.score
            .broken
            .iter()
            .enumerate()
            .filter_map(bar)
            .collect()
    }

    /// From the middle of a span's first slot to the middle of its last, or as far as the cursor.
    fn stretch(&self, span: &Span, cursor: usize) -> Option<(i32, i32)> {
        let from = if span.from_start {
            self.times.begin(0)
        } else {
            self.times.middle(span.from)
        };
        Some((from + GAP, self.end_of(span, cursor)? - GAP))
    }

    /// Where a span ends by `cursor`; `None` while it has not begun.
    fn end_of(&self, span: &Span, cursor: usize) -> Option<i32> {
        let last = cursor.checked_sub(1)?;
        match span.to {
            _ if span.from > last => None,
            Some(to) if to <= last => Some(self.times.middle(to)),
            _ => Some(self.times.end(last)),
        }
    }
}
