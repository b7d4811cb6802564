//! The shapes of a drawing, in whole pixels from its top left corner.

use std::ops::Range;

use crate::ui::timeline::score::{Alarm, Span};

/// Which way time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the right; actors are rows.
    Right,
    /// Down; actors are columns.
    Down,
}

impl Direction {
    /// That of a frame so wide.
    pub const fn of(width: i32) -> Direction {
        if width >= RIGHT_FROM {
            Direction::Right
        } else {
            Direction::Down
        }
    }

    /// Its name in the drawing's attributes.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Right => "right",
            Direction::Down => "down",
        }
    }
}

/// Frames narrower than this let time run down.
pub(super) const RIGHT_FROM: i32 = 800;

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

/// What of a drawing is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The width of the frame, with the names of the lanes, in CSS pixels.
    pub width: i32,
    /// Where what is wanted begins, along time, in pixels of the drawing.
    pub from: i32,
    /// How much of it is wanted.
    pub length: i32,
    /// How much is laid out before and behind it, so that it is there when the reader scrolls.
    pub margin: i32,
    /// Lines that are kept for the words about breaks, where time runs to the right.
    pub alarm_rows: usize,
}

impl Viewport {
    /// All of the drawing, in a frame of this width.
    pub const fn whole(width: i32) -> Viewport {
        Viewport {
            width,
            from: 0,
            length: i32::MAX,
            margin: 0,
            alarm_rows: 0,
        }
    }
}

/// A move's place in time: its column, or its row.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The move, from 0.
    pub slot: usize,
    /// The whole slot across all lanes.
    pub area: Rect,
    /// The base line of its number, centred.
    pub number: Point,
    /// The room that the move will take in its lane; nothing for time.
    pub ghost: Option<Rect>,
    /// The base line of the virtual time, centred, where the time is a new one.
    pub clock: Option<Point>,
}

/// A lane: a host's, a client's or the reader's.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// The middle of the lane, across time.
    pub middle: i32,
    /// Its life line, as far as it is wanted.
    pub line: (Point, Point),
    /// Whether it is folded, since nothing happens there.
    pub is_folded: bool,
}

/// A command there, and its reply back, as far as that happened in one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// The move, from 0.
    pub slot: usize,
    /// The place among the clients of who sent it; the reader's is behind them.
    pub actor: usize,
    /// Whether the second thread of a client made it.
    pub is_second: bool,
    /// The middle of what stands for it in its lane.
    pub at: Point,
    /// The pill around the command, and how much of the command finds room in it.
    pub pill: Option<(Rect, String)>,
    /// The base line of the command's text, centred.
    pub command_at: Point,
    /// The base line of the reply's text, centred.
    pub reply_at: Point,
    /// What has to give way to it, where lanes run through its place.
    pub reply_plate: Option<Rect>,
    /// The arrow to the host; where there are several, on from each to the next.
    pub there: Vec<(Point, Point)>,
    /// The arrow back.
    pub back: Option<(Point, Point)>,
    /// What each of several servers answered: yes or no.
    pub answers: Vec<(Point, bool)>,
    /// Ways on which a command was lost at once, to where it was.
    pub lost: Vec<(Point, Point)>,
}

/// A message on its way for longer than a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire<'a> {
    /// The messages of that name, by their place in the score.
    pub flight: usize,
    /// The client's place among the clients.
    pub client: usize,
    /// From where it left to where it is.
    pub points: Vec<Point>,
    /// When it was on its way.
    pub span: &'a Span,
    /// Whether it has come to where it was sent to, is still on its way, or was lost.
    pub end: WireEnd,
}

/// How far a message has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WireEnd {
    /// It was executed, or received.
    Arrived,
    /// It is on its way; before the move at the cursor it was at this point.
    OnWay(Option<Point>),
    /// Nobody waits for it any more.
    Lost,
}

/// Something that a client did without the server, or that happened to a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The move, from 0.
    pub slot: usize,
    /// The client's place among the clients; none for a server.
    pub client: Option<usize>,
    /// Its middle.
    pub at: Point,
    /// The base line of its words, centred.
    pub text_at: Point,
    /// What is drawn.
    pub shape: MarkShape,
}

/// How something that a client did by itself is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkShape {
    /// It went on.
    Ring,
    /// It crashed.
    Cross,
    /// It stopped by itself.
    Failure,
    /// It waited for replies long enough.
    TimeOut,
    /// Words within an edge, and from where a write came.
    Note(Rect, String, Option<(Point, Point)>),
}

/// A stretch of time in a lane: the lock's value, a belief, a lease.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar<'a> {
    /// What it shows.
    pub span: &'a Span,
    /// The server whose it is, if it is one's.
    pub server: Option<usize>,
    /// What it covers.
    pub area: Rect,
    /// The base line of its text, at the text's beginning (time to the right) or its middle (time down).
    pub text_at: Point,
    /// Whether its words stand beside its beginning, and not below it.
    pub is_across: bool,
    /// How many characters there is room for.
    pub room: usize,
    /// How many thousandths of its length it had before the move at the cursor: 0 when that move began it, 1000 when
    /// it did not grow.
    pub grown_from: i32,
}

/// The words about a break.
#[derive(Clone, Debug, PartialEq)]
pub struct Words<'a> {
    /// The break.
    pub alarm: &'a Alarm,
    /// The base line of the words, at their end (time to the right) or their middle (time down).
    pub at: Point,
    /// What has to give way to them, where lanes run through their place.
    pub plate: Option<Rect>,
}

/// A few words about the move at the cursor.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption<'a> {
    /// The words.
    pub words: &'a str,
    /// The middle of their base line.
    pub at: Point,
}

/// Everything that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing<'a> {
    /// Which way time runs.
    pub direction: Direction,
    /// Of the whole drawing, in pixels.
    pub width: i32,
    /// Of the whole drawing, in pixels.
    pub height: i32,
    /// Which moves find a place in what is wanted.
    pub moves: Range<usize>,
    /// Which moves are in the middle of what is wanted, without its margins.
    pub seen: Range<usize>,
    /// The place of the move at the cursor, wherever that is.
    pub here: Option<Rect>,
    /// One a move that is wanted.
    pub slots: Vec<Slot>,
    /// One a server.
    pub servers: Vec<Lane>,
    /// The lane of the store.
    pub store: Option<Lane>,
    /// One a client, and the reader's when there is one.
    pub clients: Vec<Lane>,
    /// The commands so far.
    pub exchanges: Vec<Exchange>,
    /// What is or was on its way so far.
    pub wires: Vec<Wire<'a>>,
    /// What clients did without the server, so far.
    pub marks: Vec<Mark>,
    /// The values of the lock so far.
    pub values: Vec<Bar<'a>>,
    /// The values of the store so far.
    pub stored: Vec<Bar<'a>>,
    /// The beliefs so far.
    pub beliefs: Vec<Bar<'a>>,
    /// The leases so far.
    pub leases: Vec<Bar<'a>>,
    /// When clients were held back so far.
    pub pauses: Vec<Bar<'a>>,
    /// When clients were at their end so far.
    pub ends: Vec<Bar<'a>>,
    /// When clients and servers were cut off so far.
    pub cuts: Vec<Bar<'a>>,
    /// When replicas lacked writes so far.
    pub lacks: Vec<Bar<'a>>,
    /// When properties are broken: in the clients' lanes.
    pub tinted: Vec<Rect>,
    /// The same as a band beside the lanes, clear of all words.
    pub broken: Vec<Rect>,
    /// What that is called.
    pub alarms: Vec<Words<'a>>,
    /// What the move at the cursor did, in few words, where that broke nothing.
    pub caption: Option<Caption<'a>>,
    /// The axis of time, as far as it is wanted.
    pub axis: (Point, Point),
    /// Where time jumps on it.
    pub jumps: Vec<Point>,
    /// Where the flag at the first break stands, once there is one.
    pub flag: Option<Point>,
}
