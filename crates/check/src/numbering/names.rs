//! Other names for moments, clients and attempts: how worlds that differ in names alone become one state.

use std::cmp::Ordering;

use lock::{CONSTANT_MAX, Kept, Named};
use sim::{ClientId, Rename};

/// The name that every client has to itself.
pub const SELF: ClientId = ClientId(26);
/// The present second, to which timestamps are relative: a number that distinguishes a timestamp from any other number.
pub const BASE_S: i64 = 1_000_000_000;
/// How far from it a number is a moment, in seconds.
const SPAN_S: i64 = 100_000_000;
/// The largest number that is certainly no timestamp.
pub const NUMBER_MAX: i64 = 400_000_000;

/// What a counter holds at the start, where only the order of its numbers matters: so these are known from any other number.
pub const COUNT: i64 = 500_000_000;

/// Whether a number is one of a counter, where counters begin there.
fn is_count(number: i64) -> bool {
    (COUNT..COUNT + SPAN_S).contains(&number)
}

/// Whether a number is a second of a clock.
pub fn is_moment(number: i64) -> bool {
    (BASE_S - SPAN_S..=BASE_S + SPAN_S).contains(&number)
}

/// For each client, by its number, how that differs from the number of the client that it becomes.
#[derive(Clone, Copy)]
pub struct Exchange([u8; 32]);

impl Exchange {
    /// Nobody changes.
    pub fn none() -> Exchange {
        Exchange([0; 32])
    }

    /// One becomes another.
    pub fn with(mut self, from: ClientId, to: ClientId) -> Exchange {
        if let Some(place) = self.0.get_mut(usize::from(from.0)) {
            *place = from.0 ^ to.0;
        }
        self
    }

    fn number(&self, from: u8) -> u8 {
        from ^ self.0.get(usize::from(from)).copied().unwrap_or(0)
    }

    fn client(&self, from: ClientId) -> ClientId {
        ClientId(self.number(from.0))
    }
}

/// Moments are shifted, what is long past is past, and clients are exchanged.
pub struct Shift<'a> {
    /// Whether moments are kept by their distance from now.
    pub is_relative: bool,
    /// By how many seconds everything is earlier.
    pub by_s: i64,
    /// The last second that is past for every clock: ends of leases before it are as if they were then.
    pub past_s: i64,
    /// By how much less than that a second of this place of [`Kept`] is as if it were the last such one; empty where long past
    /// ones are kept apart.
    pub horizons: &'a [i64],
    /// The same for the place at which it is; `None` keeps them apart.
    pub oldest_s: Option<i64>,
    pub exchange: Exchange,
    /// Whether there is a counter.
    pub counts: bool,
    /// The largest number that is certainly no timestamp.
    pub number_max: i64,
    /// How many numbers and texts it came across.
    pub words: i64,
    /// Whether it came across a number of which it cannot be said whether it is a moment.
    pub is_strange: bool,
}

impl Shift<'_> {
    /// Clients are exchanged, and all moments stay.
    pub fn of_clients(exchange: Exchange) -> Shift<'static> {
        Shift {
            is_relative: false,
            by_s: 0,
            past_s: 0,
            horizons: &[],
            oldest_s: None,
            exchange,
            counts: false,
            number_max: NUMBER_MAX,
            words: 0,
            is_strange: false,
        }
    }
}

impl Shift<'_> {
    /// The number, where those up to this one are certainly no timestamps.
    fn shifted(&mut self, number: i64, number_max: i64) -> i64 {
        self.words += 1;
        if !self.is_relative {
            return number;
        }
        if !is_moment(number) {
            // As far below zero a number may be taken away from a time.
            let number_min = -number_max.max(CONSTANT_MAX);
            let is_known = (number_min..=number_max).contains(&number);
            self.is_strange |= !(is_known || self.counts && is_count(number));
            return number;
        }
        let new = number - self.by_s;
        self.oldest_s.map_or(new, |oldest_s| new.max(oldest_s))
    }
}

impl Rename for Shift<'_> {
    fn kept(&mut self, kept: Kept) {
        let horizon_s = self.horizons.get(kept.place());
        self.oldest_s = horizon_s.map(|horizon_s| self.past_s - horizon_s);
    }

    fn number(&mut self, number: i64) -> i64 {
        self.shifted(number, self.number_max)
    }

    fn argument(&mut self, number: i64) -> i64 {
        // What a server keeps of it is looked at there.
        self.shifted(number, NUMBER_MAX)
    }

    fn moment_ms(&mut self, moment_ms: i64) -> i64 {
        if !self.is_relative {
            return moment_ms;
        }
        if !is_moment(moment_ms / 1000) {
            // One that is long past stays so. The present would never come to a later one.
            self.is_strange |= moment_ms > BASE_S * 1000;
            return moment_ms;
        }
        (moment_ms - self.by_s * 1000).max(self.past_s * 1000)
    }

    fn text(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        self.words += 1;
        let old = Named::read(text)?;
        let new = match old {
            Named::Me(client) => Named::Me(self.exchange.number(client)),
            Named::Draft(client) => Named::Draft(self.exchange.number(client)),
            Named::Token(client, attempt) => Named::Token(self.exchange.number(client), attempt),
        };
        (new != old).then(|| new.text().into_bytes())
    }

    fn client(&mut self, id: ClientId) -> ClientId {
        self.exchange.client(id)
    }

    fn attempt(&mut self, _: ClientId, attempt: u32) -> u32 {
        attempt
    }

    fn version(&mut self, version: u32) -> u32 {
        version
    }
}

/// A name that may be exchanged for another in a whole state at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// The place of a deadline within the grain of all durations, in milliseconds; not 0.
    Phase(i64),
    /// The place of the present within it; not 0.
    Present(i64),
    /// An attempt of a client.
    Attempt(u8, u32),
    /// A second that is long past.
    Past(i64),
    /// A number of the counter.
    Count(i64),
    /// So many writes of the store.
    Version(u32),
}

impl Symbol {
    /// Whether the least number that can stand for it does.
    pub fn is_least(self) -> bool {
        matches!(
            self,
            Symbol::Attempt(_, 0)
                | Symbol::Count(COUNT)
                | Symbol::Version(0 | 1)
                | Symbol::Present(1)
        )
    }
}

/// Takes note of what is named.
#[derive(Default)]
pub struct Mentions {
    /// Seconds before this one are long past; `None` notes none.
    pub oldest_s: Option<i64>,
    /// Whether there is a counter.
    pub counts: bool,
    /// The grain of all durations, where the places of deadlines within it matter.
    pub grain_ms: Option<i64>,
    /// The deadlines themselves, and the ends of leases and waits, where these matter.
    pub moments_ms: Option<Vec<i64>>,
    /// The clients that are named, in the order in which they are.
    pub clients: Vec<u8>,
    /// The symbols, in order, each once.
    pub symbols: Vec<Symbol>,
    /// The largest number of the counter, and how often it is mentioned.
    pub top: (i64, usize),
}

impl Mentions {
    /// The largest number of the counter, if it stands in one place only.
    pub fn lonely_top(&self) -> Option<Symbol> {
        (self.top.1 == 1).then_some(Symbol::Count(self.top.0))
    }

    /// Takes note of the present.
    pub fn instant(&mut self, now_ms: i64) {
        if let Some(phase_ms) = phase(now_ms, self.grain_ms) {
            self.symbol(Symbol::Present(phase_ms));
        }
    }

    fn symbol(&mut self, symbol: Symbol) {
        if let Err(at) = self.symbols.binary_search(&symbol) {
            self.symbols.insert(at, symbol);
        }
    }

    fn name(&mut self, client: u8) {
        if !self.clients.contains(&client) {
            self.clients.push(client);
        }
    }
}

impl Rename for Mentions {
    fn number(&mut self, number: i64) -> i64 {
        if self.oldest_s.is_some_and(|oldest_s| number < oldest_s) && is_moment(number) {
            self.symbol(Symbol::Past(number));
        }
        if self.counts && is_count(number) {
            self.symbol(Symbol::Count(number));
            match number.cmp(&self.top.0) {
                Ordering::Greater => self.top = (number, 1),
                Ordering::Equal => self.top.1 += 1,
                Ordering::Less => {}
            }
        }
        number
    }

    fn moment_ms(&mut self, moment_ms: i64) -> i64 {
        if let Some(phase_ms) = phase(moment_ms, self.grain_ms) {
            self.symbol(Symbol::Phase(phase_ms));
        }
        if let Some(moments_ms) = &mut self.moments_ms {
            moments_ms.push(moment_ms);
        }
        moment_ms
    }

    fn text(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        match Named::read(text)? {
            Named::Me(client) | Named::Draft(client) => self.name(client),
            Named::Token(client, attempt) => {
                self.name(client);
                self.symbol(Symbol::Attempt(client, attempt));
            }
        }
        None
    }

    fn client(&mut self, id: ClientId) -> ClientId {
        self.name(id.0);
        id
    }

    fn connected(&mut self, id: ClientId) -> ClientId {
        id
    }

    fn attempt(&mut self, id: ClientId, attempt: u32) -> u32 {
        self.symbol(Symbol::Attempt(id.0, attempt));
        attempt
    }

    fn version(&mut self, version: u32) -> u32 {
        if version > 0 {
            self.symbol(Symbol::Version(version));
        }
        version
    }
}

/// The place of a time within the grain of all durations; `None` when that is 0 or does not matter.
fn phase(at_ms: i64, grain_ms: Option<i64>) -> Option<i64> {
    let phase_ms = at_ms.rem_euclid(grain_ms?);
    (phase_ms != 0).then_some(phase_ms)
}

/// The renaming of symbols.
pub struct Relabel<'a> {
    /// Old names with new ones.
    pub names: &'a [(Symbol, Symbol)],
    /// As [`Mentions::grain_ms`].
    pub grain_ms: Option<i64>,
}

impl Relabel<'_> {
    fn symbol(&self, old: Symbol) -> Option<Symbol> {
        let found = self.names.iter().find(|(from, _)| *from == old);
        found.map(|(_, to)| *to)
    }

    /// The present, at its new place within the grain.
    pub fn now_ms(&self, now_ms: i64) -> i64 {
        let old = phase(now_ms, self.grain_ms);
        match old.and_then(|old| Some((old, self.symbol(Symbol::Present(old))?))) {
            Some((old, Symbol::Present(new))) => now_ms - old + new,
            _ => now_ms,
        }
    }
}

impl Rename for Relabel<'_> {
    fn number(&mut self, number: i64) -> i64 {
        let past = self.symbol(Symbol::Past(number));
        match past.or_else(|| self.symbol(Symbol::Count(number))) {
            Some(Symbol::Past(new) | Symbol::Count(new)) => new,
            _ => number,
        }
    }

    fn moment_ms(&mut self, moment_ms: i64) -> i64 {
        let old = phase(moment_ms, self.grain_ms);
        match old.and_then(|old| Some((old, self.symbol(Symbol::Phase(old))?))) {
            Some((old, Symbol::Phase(new))) => moment_ms - old + new,
            _ => moment_ms,
        }
    }

    fn text(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let Named::Token(client, attempt) = Named::read(text)? else {
            return None;
        };
        match self.symbol(Symbol::Attempt(client, attempt))? {
            Symbol::Attempt(client, attempt) => {
                Some(Named::Token(client, attempt).text().into_bytes())
            }
            _ => None,
        }
    }

    fn client(&mut self, id: ClientId) -> ClientId {
        id
    }

    fn attempt(&mut self, id: ClientId, attempt: u32) -> u32 {
        match self.symbol(Symbol::Attempt(id.0, attempt)) {
            Some(Symbol::Attempt(_, new)) => new,
            _ => attempt,
        }
    }

    fn version(&mut self, version: u32) -> u32 {
        match self.symbol(Symbol::Version(version)) {
            Some(Symbol::Version(new)) => new,
            _ => version,
        }
    }
}
