//! The assumptions of a search: what may happen beside steps and time. The moves that they allow are listed in
//! `explore::pairs::moves`.

use sim::{Memory, Move};

/// How far a clock is set ahead or back, in milliseconds: further than a lease lasts, unless a question sets it.
const CLOCK_SET_MS: [i64; 2] = [12_000, -12_000];

fn clocks_set(is_on: bool) -> Vec<i64> {
    match is_on {
        true => CLOCK_SET_MS.to_vec(),
        false => Vec::new(),
    }
}

/// What may happen beside steps and time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// A client crashes.
    pub crash: bool,
    /// A client that has crashed restarts, which is a round.
    pub restart: bool,
    /// Time passes, and others move, between reading the clock and sending: *Read* is a move of its own.
    pub gap: bool,
    /// Messages take time: all parts of a step are moves of their own.
    pub transit: bool,
    /// Messages are lost.
    pub lose: bool,
    /// A holder works on when its lease has ended. Without, no time passes in which that would come about.
    pub overrun: bool,
    /// The clocks of the clients differ by at most so many seconds, from the start on.
    pub clocks_apart_s: u8,
    /// The clock of a client is set to so many milliseconds ahead of the true time, by a move.
    pub clocks_set_ms: Vec<i64>,
    /// The same of a server.
    pub server_clocks_set_ms: Vec<i64>,
    /// A server fails, and starts again with nothing.
    pub forget: bool,
    /// Writes reach a replica late, and a replica is promoted.
    pub fail_over: bool,
    /// Clients and servers are cut off from the others, and join them again. What becomes of messages between the two sides
    /// the settings say ([`sim::Setup::loses_messages`]).
    pub part: bool,
}

/// An assumption that a reader can switch on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// [`Allowed::crash`].
    Crash,
    /// [`Allowed::restart`].
    Restart,
    /// [`Allowed::gap`].
    Gap,
    /// [`Allowed::transit`].
    Transit,
    /// [`Allowed::lose`].
    Lose,
    /// [`Allowed::overrun`].
    Overrun,
    /// [`Allowed::clocks_apart_s`], which is a number: switched on, one second.
    Apart,
    /// [`Allowed::forget`].
    Forget,
    /// [`Allowed::fail_over`].
    FailOver,
    /// [`Allowed::part`].
    Part,
    /// [`Allowed::clocks_set_ms`]: switched on, 12 seconds ahead or back.
    ClockSet,
    /// [`Allowed::server_clocks_set_ms`]: the same.
    ServerClockSet,
}

impl Assumption {
    /// Every assumption, in the order in which links, sentences and switches have them.
    pub const ALL: [Assumption; 12] = [
        Assumption::Crash,
        Assumption::Restart,
        Assumption::Gap,
        Assumption::Transit,
        Assumption::Lose,
        Assumption::Overrun,
        Assumption::Apart,
        Assumption::Forget,
        Assumption::FailOver,
        Assumption::Part,
        Assumption::ClockSet,
        Assumption::ServerClockSet,
    ];

    /// The assumption of that name, if it is no number.
    pub fn find(name: &str) -> Option<Assumption> {
        let mut switches = Assumption::switches();
        switches.find(|assumption| assumption.name() == name)
    }

    /// Those that are made or not: all but [`Assumption::Apart`].
    pub fn switches() -> impl Iterator<Item = Assumption> {
        let all = Assumption::ALL.into_iter();
        all.filter(|assumption| *assumption != Assumption::Apart)
    }

    /// Its name, in links and on the command line. A number follows that of [`Assumption::Apart`].
    pub const fn name(self) -> &'static str {
        match self {
            Assumption::Crash => "crash",
            Assumption::Restart => "restart",
            Assumption::Gap => "gap",
            Assumption::Transit => "transit",
            Assumption::Lose => "lose",
            Assumption::Overrun => "overrun",
            Assumption::Apart => "apart",
            Assumption::Forget => "forget",
            Assumption::FailOver => "fail-over",
            Assumption::Part => "part",
            Assumption::ClockSet => "clock-set",
            Assumption::ServerClockSet => "server-clock-set",
        }
    }
}

impl Allowed {
    /// Whether it is made.
    pub const fn allows(&self, assumption: Assumption) -> bool {
        match assumption {
            Assumption::Crash => self.crash,
            Assumption::Restart => self.restart,
            Assumption::Gap => self.gap,
            Assumption::Transit => self.transit,
            Assumption::Lose => self.lose,
            Assumption::Overrun => self.overrun,
            Assumption::Apart => self.clocks_apart_s > 0,
            Assumption::Forget => self.forget,
            Assumption::FailOver => self.fail_over,
            Assumption::Part => self.part,
            Assumption::ClockSet => !self.clocks_set_ms.is_empty(),
            Assumption::ServerClockSet => !self.server_clocks_set_ms.is_empty(),
        }
    }

    /// Makes it or not, whatever the others are.
    pub fn set(&mut self, assumption: Assumption, is_on: bool) {
        match assumption {
            Assumption::Crash => self.crash = is_on,
            Assumption::Restart => self.restart = is_on,
            Assumption::Gap => self.gap = is_on,
            Assumption::Transit => self.transit = is_on,
            Assumption::Lose => self.lose = is_on,
            Assumption::Overrun => self.overrun = is_on,
            Assumption::Apart => self.clocks_apart_s = u8::from(is_on),
            Assumption::Forget => self.forget = is_on,
            Assumption::FailOver => self.fail_over = is_on,
            Assumption::Part => self.part = is_on,
            Assumption::ClockSet => self.clocks_set_ms = clocks_set(is_on),
            Assumption::ServerClockSet => self.server_clocks_set_ms = clocks_set(is_on),
        }
    }

    /// Makes it if it is not made, else drops it; with those that make no sense without it, or without which it makes none.
    pub fn turn(&mut self, assumption: Assumption) {
        let is_on = !self.allows(assumption);
        self.set(assumption, is_on);
        match (assumption, is_on) {
            (Assumption::Crash, false) => self.restart = false,
            (Assumption::Restart, true) => self.crash = true,
            (Assumption::Transit, false) => self.lose = false,
            (Assumption::Lose, true) => self.transit = true,
            _ => {}
        }
    }

    /// Lets happen what a move does, beside what it lets happen already. A client's clock that is set before anything else
    /// happens differs from the start on.
    pub(super) fn let_happen(&mut self, mv: &Move, is_first: bool) {
        match mv {
            Move::Read(_) => self.gap = true,
            Move::Crash(_) => self.crash = true,
            // Without a crash before it, it is a round.
            Move::Restart(_) => self.restart = self.crash,
            Move::Lose(_) => (self.transit, self.lose) = (true, true),
            Move::Recover(_, Memory::Synced | Memory::Nothing) => self.forget = true,
            Move::Promote(_) => self.fail_over = true,
            Move::CutOff(_) => self.part = true,
            Move::Skew(..) if is_first => self.clocks_apart_s = 1,
            Move::Skew(..) => self.set(Assumption::ClockSet, true),
            Move::SkewServer(..) => self.set(Assumption::ServerClockSet, true),
            _ => {}
        }
    }
}
