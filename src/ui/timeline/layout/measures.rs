//! The sizes of a drawing: what depends on the direction of time, and how long each move is.

use std::ops::Range;

use super::{Direction, LEASE, Point, Rect, TEN_CHARS, VALUE, alarm_width, text_width};
use crate::ui::timeline::score::{
    ALARM_ROWS_MAX, Alarm, Alone, Call, Happening, Score, ServerScore, Slot,
};
use sim::Peer;

/// How much longer than need be a move may become where there is room.
const STRETCH_MAX: i32 = 44;
/// From one line of text about broken properties to the next.
pub(super) const ALARM_LINE: i32 = 15;
/// What a note or a command has around its text, within its own edge.
pub(super) const PADDING: i32 = 14;
/// Before the first move and behind the last, where time runs to the right.
const MARGIN_RIGHT: i32 = 8;
/// The same where it runs down.
const MARGIN_DOWN: i32 = 6;
/// Between a host's bar and the arrows at it; for several servers where time runs to the right, less.
const AWAY: i32 = 6;
const AWAY_SEVERAL: i32 = 4;
/// The lane and the bar of one of several servers, where time runs to the right.
const SERVER_SEVERAL: i32 = 32;
const VALUE_SEVERAL: i32 = 20;
/// The lane of one of several servers that nothing has to do with.
const FOLDED: i32 = 14;
/// The least lane of one of several servers where time runs down, and what a client's lane has beside them, if it can be.
const HOST_SEVERAL: i32 = 28;
const CLIENT_SEVERAL: i32 = 46;
/// How far what goes on reaches beyond the last move, so that it is seen beside that move's words.
const TAIL: i32 = 48;

/// How much room each move of a score needs: where each would end if all were as short as can be. Told move by move, so
/// that nothing has to be added up anew.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Needs {
    right: Vec<i32>,
    down: Vec<i32>,
    /// Characters of the longest time.
    times: Vec<u8>,
}

impl Needs {
    /// One more move, that breaks so many properties.
    pub fn push(&mut self, slot: &Slot, breaks: usize) {
        let end = |ends: &[i32]| ends.last().copied().unwrap_or_default();
        self.right.push(end(&self.right) + least_right(slot));
        let lead = breaks as i32 * ALARM_LINE;
        self.down.push(end(&self.down) + lead + least_down(slot));
        let longest = self.times.last().copied().unwrap_or_default();
        let chars = u8::try_from(slot.time.len()).unwrap_or(u8::MAX);
        self.times.push(longest.max(chars));
    }

    /// The first moves alone.
    pub fn truncate(&mut self, moves: usize) {
        self.right.truncate(moves);
        self.down.truncate(moves);
        self.times.truncate(moves);
    }

    /// The first row in which the words about a break by the last move touch no other's. They end where their move
    /// does; longer moves push words only farther apart.
    pub fn row_of(&self, slot: usize, text: &str, before: &[Alarm]) -> Option<usize> {
        let from = self.words_of(slot, text).start;
        let last_in = |row: usize| before.iter().rev().find(|alarm| alarm.row == Some(row));
        let is_free = |row: &usize| {
            last_in(*row).is_none_or(|alarm| self.words_of(alarm.slot, &alarm.text).end <= from)
        };
        (0..ALARM_ROWS_MAX).find(is_free)
    }

    fn words_of(&self, slot: usize, text: &str) -> Range<i32> {
        let end = MARGIN_RIGHT + self.right.get(slot).copied().unwrap_or_default();
        let width = alarm_width(text) + 8;
        let from = (end - width).max(0);
        from..from + width
    }
}

/// What a move needs where time runs to the right.
fn least_right(slot: &Slot) -> i32 {
    let least = match &slot.happening {
        Happening::Call(call) => {
            let Call { command, reply, .. } = call;
            let texts = [command, reply].map(|text| text.as_deref().map_or(0, text_width));
            84.max(texts.into_iter().max().unwrap_or_default() + 22)
        }
        Happening::Alone { what, .. } => match what {
            Alone::Note(text) => 56.max(text_width(text) + PADDING + 12),
            _ => 56,
        },
        Happening::Server { note, .. } => 56.max(text_width(note) + PADDING + 12),
        Happening::Tick => 60,
    };
    let failed = if slot.has_failed || slot.has_timed_out {
        28
    } else {
        0
    };
    let clock = match slot.is_new_time {
        true => text_width(&slot.time) + 12,
        false => 0,
    };
    (least + failed).max(clock)
}

/// What a move needs where time runs down.
fn least_down(slot: &Slot) -> i32 {
    let least = match &slot.happening {
        Happening::Call(_) => 36,
        Happening::Alone { .. } | Happening::Server { .. } => 34,
        Happening::Tick => 32,
    };
    let has_ended = slot.has_failed || slot.has_timed_out;
    least + if has_ended { 16 } else { 0 }
}

/// The sizes that depend on the direction.
pub(super) struct Measures {
    pub direction: Direction,
    /// How much room there is for time; `None` where it runs down, and the page with it.
    pub room: Option<i32>,
    /// Where the first slot begins.
    pub start: i32,
    /// Where the first lane begins: before it stand the numbers and the clock.
    pub head: i32,
    /// The thickness of what shows the lock's value.
    pub value: i32,
    /// The lanes of the servers, across time: where each begins, and its thickness.
    servers: Vec<(i32, i32)>,
    /// Where they end.
    servers_end: i32,
    /// Between a host's bar and the arrows at it.
    away: i32,
    /// The store's lane; nothing where there is none.
    store: i32,
    /// Where what is on its way goes along; nothing where all arrives at once.
    on_way: i32,
    /// A client's lane, across time.
    client: i32,
    /// From a client lane's edge to its middle.
    client_middle: i32,
    /// From a client lane's middle to the middle of its lease line.
    pub lease_offset: i32,
    /// How many clients there are, and with the reader how many lanes.
    clients: usize,
    lanes: usize,
}

impl Measures {
    pub fn new(width: i32, score: &Score) -> Measures {
        let clients = score.clients.len();
        let lanes = clients + usize::from(score.has_reader());
        let has_several = score.has_several();
        // Where there are several servers, what is on its way goes along beside the lane of its server.
        let tracks = match score.flights.is_empty() || has_several {
            true => 0,
            false => clients as i32,
        };
        let used = score.servers.iter().filter(|server| server.is_used());
        let used = (used.count() as i32).max(1);
        let store = |size: i32| if score.has_store { size } else { 0 };
        if Direction::of(width) == Direction::Right {
            let (head, server) = match has_several {
                true => (50, SERVER_SEVERAL),
                false => (50, 58),
            };
            let (servers, servers_end) = server_lanes(score, head, server, FOLDED);
            return Measures {
                direction: Direction::Right,
                room: Some(width - super::NAMES_WIDTH),
                start: MARGIN_RIGHT,
                head,
                value: if has_several { VALUE_SEVERAL } else { VALUE },
                servers,
                servers_end,
                away: if has_several { AWAY_SEVERAL } else { AWAY },
                store: store(52),
                on_way: tracks * 6,
                client: 72,
                client_middle: 37,
                lease_offset: -20,
                clients,
                lanes,
            };
        }
        let time_chars = score.needs.times.last().copied().unwrap_or_default();
        let head = 48.max(i32::from(time_chars) * TEN_CHARS / 10 + 22);
        let on_way = tracks * 4;
        let all = lanes as i32 + used + i32::from(score.has_store);
        let equal = (width - head - on_way) / all;
        let host = match has_several {
            // The clients' columns come first: they have words in them.
            true => ((width - head - CLIENT_SEVERAL * lanes as i32) / (all - lanes as i32))
                .clamp(HOST_SEVERAL, 60),
            false => equal.max(60),
        };
        let (servers, servers_end) = server_lanes(score, head, host, 0);
        let rest = width - on_way - servers_end - store(host);
        let client = (rest / (lanes as i32).max(1)).max(36);
        Measures {
            direction: Direction::Down,
            room: None,
            start: MARGIN_DOWN,
            head,
            value: match has_several {
                true => host - 3 * AWAY,
                false => (host - 22).clamp(VALUE, 2 * VALUE),
            },
            servers,
            servers_end,
            away: AWAY,
            store: store(host),
            on_way,
            client,
            client_middle: client / 2,
            lease_offset: client / 2 - LEASE,
            clients,
            lanes,
        }
    }

    /// The middle of a server's lane.
    pub fn server_middle(&self, server: usize) -> i32 {
        let (begin, thickness) = self.servers.get(server).copied().unwrap_or((self.head, 0));
        begin + thickness / 2
    }

    /// Whether a server's lane is folded.
    pub fn is_folded(&self, server: usize) -> bool {
        let lane = self.servers.get(server);
        lane.is_some_and(|(_, thickness)| *thickness <= FOLDED)
    }

    /// The middle of the store's lane.
    pub fn store_middle(&self) -> i32 {
        self.servers_end + self.store / 2
    }

    /// Where arrows to and from a host end.
    pub fn far(&self, to: Peer) -> i32 {
        let middle = match to {
            Peer::Server(server) => self.server_middle(usize::from(server)),
            Peer::Store => self.store_middle(),
        };
        middle + self.value / 2 + self.away
    }

    /// Where a client's messages to a host go along while they are on their way.
    pub fn track(&self, client: usize, to: Peer) -> i32 {
        if self.servers.len() > 1 {
            return self.far(to) - 2 + 2 * (client as i32).min(4);
        }
        let step = self.on_way / (self.clients as i32).max(1);
        self.servers_end + self.store + step * client as i32 + step / 2
    }

    /// Where the clients' lanes begin.
    pub fn clients_begin(&self) -> i32 {
        self.servers_end + self.store + self.on_way
    }

    /// The middle of a client's lane, or of the reader's behind them, across time.
    pub fn client_middle(&self, client: usize) -> i32 {
        self.clients_begin() + self.client * client as i32 + self.client_middle
    }

    /// Where the last lane ends.
    pub fn lanes_end(&self) -> i32 {
        self.clients_begin() + self.client * self.lanes as i32
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
}

/// Where the lanes of the servers begin, each so thick, and where they end. Of several, those that are not used are
/// folded.
fn server_lanes(score: &Score, head: i32, thickness: i32, folded: i32) -> (Vec<(i32, i32)>, i32) {
    let mut at = head;
    let place = |server: &ServerScore| {
        let is_open = server.is_used() || !score.has_several();
        let lane = (at, if is_open { thickness } else { folded });
        at += lane.1;
        lane
    };
    let lanes = score.servers.iter().map(place).collect();
    (lanes, at)
}

/// When each move begins and ends, in pixels.
pub(super) struct Times<'a> {
    score: &'a Score,
    ends: &'a [i32],
    start: i32,
    stretch: i32,
    direction: Direction,
}

impl Times<'_> {
    pub fn new<'a>(score: &'a Score, measures: &Measures) -> Times<'a> {
        let ends = match measures.direction {
            Direction::Right => &score.needs.right,
            Direction::Down => &score.needs.down,
        };
        let needed = ends.last().copied().unwrap_or_default();
        let free = measures
            .room
            .map_or(0, |room| room - needed - TAIL - 2 * measures.start);
        Times {
            score,
            ends,
            start: measures.start,
            stretch: (free / (ends.len() as i32).max(1)).clamp(0, STRETCH_MAX),
            direction: measures.direction,
        }
    }

    /// Where the drawing ends.
    pub fn until(&self) -> i32 {
        let tail = if self.ends.is_empty() { 0 } else { TAIL };
        self.end(self.ends.len().saturating_sub(1)) + tail + self.start
    }

    /// Where a move's own stretch ends: the last one has what is behind it.
    pub fn far_end(&self, slot: usize) -> i32 {
        match slot + 1 >= self.ends.len() {
            true => self.until() - self.start,
            false => self.end(slot),
        }
    }

    /// How far what still holds after a move reaches beyond it: not so far as what the next move does.
    pub fn reach(&self, slot: usize) -> i32 {
        let far = self.end(slot) + TAIL;
        match slot + 1 >= self.ends.len() {
            true => far,
            false => far.min(self.middle(slot + 1)),
        }
    }

    pub fn begin(&self, slot: usize) -> i32 {
        match slot.checked_sub(1) {
            None => self.start,
            Some(_) if slot >= self.ends.len() => self.until(),
            Some(before) => self.end(before),
        }
    }

    /// A move's middle leaves out what stands before it.
    pub fn middle(&self, slot: usize) -> i32 {
        let lead = match self.direction {
            Direction::Right => 0,
            Direction::Down => self.score.alarms_of(slot).len() as i32 * ALARM_LINE,
        };
        (self.begin(slot) + lead + self.end(slot)) / 2
    }

    pub fn end(&self, slot: usize) -> i32 {
        match self.ends.get(slot) {
            Some(end) => self.start + end + self.stretch * (slot as i32 + 1),
            None if self.ends.is_empty() => self.start,
            None => self.until(),
        }
    }

    /// The moves that reach into a stretch of pixels.
    pub fn between(&self, from: i32, to: i32) -> Range<usize> {
        let first = self.first(|slot| self.end(slot) > from);
        first..self.first(|slot| self.begin(slot) >= to).max(first)
    }

    /// The first move of which this is so, as it is of all behind it.
    fn first(&self, is_so: impl Fn(usize) -> bool) -> usize {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = (low + high) / 2;
            match is_so(middle) {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        low
    }
}
