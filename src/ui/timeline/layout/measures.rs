//! The sizes of a drawing: what depends on the direction of time, and how long each move is.

use super::{Direction, LEASE, Point, Rect, text_width};
use crate::ui::timeline::score::{Happening, Score};

/// Frames narrower than this let time run down.
pub(super) const RIGHT_FROM: i32 = 640;
/// How much longer than need be a move may become where there is room.
const STRETCH_MAX: i32 = 44;
/// From one line of text about broken properties to the next.
pub(super) const ALARM_LINE: i32 = 15;

/// The sizes that depend on the direction.
pub(super) struct Measures {
    pub direction: Direction,
    /// How much room there is for time; `None` where it runs down, and the page with it.
    room: Option<i32>,
    /// Where the first slot begins.
    pub start: i32,
    /// Where the first lane begins: before it stand the numbers and the clock.
    pub head: i32,
    /// The server's lane, across time.
    pub server: i32,
    /// A client's lane, across time.
    client: i32,
    /// From a client lane's edge to its middle.
    client_middle: i32,
    /// From a client lane's middle to the middle of its lease line.
    pub lease_offset: i32,
    /// The least slot of a command, of what a client does by itself, of a tick.
    slots: [i32; 3],
}

impl Measures {
    pub fn new(width: i32, clients: usize) -> Measures {
        if width >= RIGHT_FROM {
            return Measures {
                direction: Direction::Right,
                room: Some(width - super::NAMES_WIDTH),
                start: 8,
                head: 46,
                server: 66,
                client: 84,
                client_middle: 40,
                lease_offset: -20,
                slots: [88, 60, 80],
            };
        }
        let head = 54;
        let lane = ((width - head) / (clients as i32 + 1)).max(72);
        Measures {
            direction: Direction::Down,
            room: None,
            start: 6,
            head,
            server: lane,
            client: lane,
            client_middle: lane / 2,
            lease_offset: lane / 2 - LEASE,
            slots: [66, 46, 34],
        }
    }

    /// The middle of a client's lane, across time.
    pub fn client_middle(&self, client: usize) -> i32 {
        self.head + self.server + self.client * client as i32 + self.client_middle
    }

    /// Where the last lane ends.
    pub fn lanes_end(&self, clients: usize) -> i32 {
        self.head + self.server + self.client * clients as i32
    }

    pub fn point(&self, t: i32, a: i32) -> Point {
        match self.direction {
            Direction::Right => Point { x: t, y: a },
            Direction::Down => Point { x: a, y: t },
        }
    }

    pub fn rect(&self, (t0, t1): (i32, i32), (a0, a1): (i32, i32)) -> Rect {
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

    /// What a move needs.
    fn least(&self, happening: &Happening) -> i32 {
        let [call, alone, tick] = self.slots;
        match happening {
            Happening::Call { command, reply, .. } if self.direction == Direction::Right => {
                call.max(text_width(command).max(text_width(reply)) + 26)
            }
            Happening::Call { .. } => call,
            Happening::Crash { .. } | Happening::Local { .. } => alone,
            Happening::Tick => tick,
        }
    }
}

/// When each move begins and ends, in pixels.
pub(super) struct Times {
    slots: Vec<Extent>,
    end: i32,
}

/// A move's stretch of time. Its middle leaves out what stands before it.
struct Extent {
    begin: i32,
    middle: i32,
    end: i32,
}

impl Times {
    pub fn new(score: &Score, measures: &Measures) -> Times {
        let needed: i32 = score
            .slots
            .iter()
            .map(|slot| measures.least(&slot.happening))
            .sum();
        let free = measures
            .room
            .map_or(0, |room| room - needed - 2 * measures.start);
        let stretch = (free / (score.slots.len() as i32).max(1)).clamp(0, STRETCH_MAX);
        let mut end = measures.start;
        let extent = |(number, slot): (usize, &crate::ui::timeline::score::Slot)| {
            let begin = end;
            let alarms = score
                .broken
                .iter()
                .filter(|span| span.from == number)
                .count() as i32;
            let lead = match measures.direction {
                Direction::Right => 0,
                Direction::Down => alarms * ALARM_LINE,
            };
            end += lead + measures.least(&slot.happening) + stretch;
            Extent {
                begin,
                middle: (begin + lead + end) / 2,
                end,
            }
        };
        let slots = score.slots.iter().enumerate().map(extent).collect();
        Times {
            slots,
            end: end + measures.start,
        }
    }

    /// Where the drawing ends.
    pub fn until(&self) -> i32 {
        self.end
    }

    pub fn begin(&self, slot: usize) -> i32 {
        self.slots.get(slot).map_or(self.end, |extent| extent.begin)
    }

    pub fn middle(&self, slot: usize) -> i32 {
        self.slots
            .get(slot)
            .map_or(self.end, |extent| extent.middle)
    }

    pub fn end(&self, slot: usize) -> i32 {
        self.slots.get(slot).map_or(self.end, |extent| extent.end)
    }
}
