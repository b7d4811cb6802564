//! Stretches of time in which something held, one after the other: what the lock was, when a client believed.

use std::ops::Range;

/// What sets one span apart from others of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// A value whose writer's lease is valid; a belief with a lease; any lease; a request on its way.
    #[default]
    Live,
    /// A value or a belief that no valid lease stands behind; a reply on its way.
    Lapsed,
    /// The key does not exist; a client that came to its end.
    Gone,
    /// The server is down.
    Down,
}

impl Mark {
    /// Its class in the drawing.
    pub const fn class(self) -> &'static str {
        match self {
            Mark::Live => "live",
            Mark::Lapsed => "lapsed",
            Mark::Gone => "gone",
            Mark::Down => "down",
        }
    }
}

/// What holds for a while: whom it is about, how it is drawn, what is written on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The place of the client that it is about, if any.
    pub client: Option<usize>,
    /// How it is drawn.
    pub mark: Mark,
    /// What is written on it.
    pub text: String,
    /// A remark about it: the writer of a value, or that it has expired.
    pub about: String,
}

/// A stretch of time in which something held.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The move that began it.
    pub from: usize,
    /// Whether it held before the first move.
    pub from_start: bool,
    /// The move that ended it; `None` when nothing did.
    pub to: Option<usize>,
    /// What held.
    pub state: State,
}

/// Spans in the order of time, of which no two overlap: each ends before the next begins, or in the same move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track(Vec<Span>);

impl Track {
    /// True when nothing ever held.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those that reach into these moves.
    pub fn within(&self, moves: Range<usize>) -> &[Span] {
        let ended = |span: &Span| span.to.is_some_and(|to| to < moves.start);
        let first = self.0.partition_point(ended);
        let last = self.0.partition_point(|span| span.from < moves.end);
        self.0.get(first..last).unwrap_or_default()
    }

    /// What holds after the first `cursor` moves; what held before them is in here already.
    pub(super) fn note(&mut self, cursor: usize, state: Option<State>) {
        let open = self.0.last_mut().filter(|span| span.to.is_none());
        if open.as_ref().map(|span| &span.state) == state.as_ref() {
            return;
        }
        let slot = cursor.saturating_sub(1);
        if let Some(span) = open {
            span.to = Some(slot);
        }
        self.0.extend(state.map(|state| Span {
            from: slot,
            from_start: cursor == 0,
            to: None,
            state,
        }));
    }

    /// Forgets what came after the first `moves` moves.
    pub(super) fn truncate(&mut self, moves: usize) {
        self.0.truncate(
            self.0
                .partition_point(|span| span.from_start || span.from < moves),
        );
        if let Some(last) = self.0.last_mut() {
            last.to = last.to.filter(|to| *to < moves);
        }
    }
}
