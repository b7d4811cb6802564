//! The shapes of a drawing, in whole pixels from its top left corner.

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
    /// The middle of the lane of the client whose move it is.
    pub note: Option<Point>,
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
