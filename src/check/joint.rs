//! Symbols that a whole state names: attempts get the least numbers in their order, and moments that are long past come
//! as close together as comparisons allow.

use super::canonical::{Parts, Renamed};
use super::names::{Anew, Symbol};
use super::pairs::{Halt, Pairs};

/// Symbols of a state that are looked at at once; more are not to be expected.
const SYMBOLS_MAX: usize = 40;

/// The symbols of a state in order, each with its new name.
struct Names {
    all: [(Symbol, Symbol); SYMBOLS_MAX],
    length: usize,
}

impl Names {
    fn pairs(&self) -> &[(Symbol, Symbol)] {
        self.all.get(..self.length).unwrap_or_default()
    }

    /// Takes a symbol in, at its place.
    fn note(&mut self, symbol: Symbol) -> Result<(), Halt> {
        let Err(at) = self
            .pairs()
            .binary_search_by_key(&symbol, |(from, _)| *from)
        else {
            return Ok(());
        };
        let all = self.all.get_mut(at..=self.length).ok_or(Halt::Limit)?;
        all.rotate_right(1);
        if let Some(first) = all.first_mut() {
            *first = (symbol, symbol);
        }
        self.length += 1;
        Ok(())
    }

    fn new_name(&self, symbol: Symbol) -> Symbol {
        let found = self
            .pairs()
            .binary_search_by_key(&symbol, |(from, _)| *from);
        let pair = found.ok().and_then(|at| self.all.get(at));
        pair.map_or(symbol, |(_, to)| *to)
    }
}

impl Renamed {
    /// The state with its symbols named by the least numbers.
    #[cold]
    pub fn regular(&mut self, pairs: &mut Pairs, parts: Parts) -> Result<Parts, Halt> {
        let nothing = Symbol::Past(0);
        let mut names = Names {
            all: [(nothing, nothing); SYMBOLS_MAX],
            length: 0,
        };
        if let Some(facts) = pairs.of_shared.get(parts.shared as usize) {
            for symbol in &facts.symbols {
                names.note(*symbol)?;
            }
        }
        for (place, local) in parts.locals().iter().enumerate() {
            let own = pairs.own_name(place).0;
            for symbol in pairs.symbols.get(*local as usize).into_iter().flatten() {
                names.note(symbol.of(own, place as u8 + 1))?;
            }
        }
        least(pairs, &mut names);
        if names.pairs().iter().all(|(from, to)| from == to) {
            return Ok(parts);
        }
        let mut changed = parts;
        changed.shared = self.shared_anew(pairs, parts.shared, &names)?;
        for (place, local) in changed.locals.iter_mut().enumerate().take(parts.count) {
            *local = self.local_anew(pairs, *local, place, &names)?;
        }
        Ok(changed)
    }

    fn shared_anew(&mut self, pairs: &mut Pairs, number: u32, names: &Names) -> Result<u32, Halt> {
        let facts = pairs.of_shared.get(number as usize);
        let own = facts.map_or(&[][..], |facts| facts.symbols.as_slice());
        let new = |symbol: Symbol| names.new_name(symbol);
        if own.iter().all(|symbol| new(*symbol) == *symbol) {
            return Ok(number);
        }
        let key = self.key(number, own.iter().map(|symbol| new(*symbol)), pairs);
        if let Some(known) = key.and_then(|key| self.shared_anew.get(key)) {
            return Ok(known as u32);
        }
        let named: Vec<_> = own.iter().map(|symbol| (*symbol, new(*symbol))).collect();
        let mut shared = pairs.shareds.get(number).cloned().ok_or(Halt::Limit)?;
        shared.rename(shared.now_ms(), &mut Anew(&named));
        let new = pairs.number_shared(shared)?;
        if let Some(key) = key {
            self.shared_anew.put(key, u64::from(new));
        }
        Ok(new)
    }

    fn local_anew(
        &mut self,
        pairs: &mut Pairs,
        number: u32,
        place: usize,
        names: &Names,
    ) -> Result<u32, Halt> {
        let (own, at) = (pairs.own_name(place).0, place as u8 + 1);
        let symbols = pairs.symbols.get(number as usize);
        let symbols = symbols.map_or(&[][..], Vec::as_slice);
        let new = |symbol: Symbol| names.new_name(symbol.of(own, at)).of(at, own);
        if symbols.iter().all(|symbol| new(*symbol) == *symbol) {
            return Ok(number);
        }
        let key = self.key(number, symbols.iter().map(|symbol| new(*symbol)), pairs);
        if let Some(known) = key.and_then(|key| self.local_anew.get(key)) {
            return Ok(known as u32);
        }
        let named: Vec<_> = symbols
            .iter()
            .map(|symbol| (*symbol, new(*symbol)))
            .collect();
        let mut player = pairs.locals.get(number).cloned().ok_or(Halt::Limit)?;
        player
            .local
            .rename(player.local.now_ms(), &mut Anew(&named));
        let new = pairs.number_player(player)?;
        if let Some(key) = key {
            self.local_anew.put(key, u64::from(new));
        }
        Ok(new)
    }

    /// A part and its symbols' new names in one word; `None` when they do not fit.
    fn key(&self, number: u32, new: impl Iterator<Item = Symbol>, pairs: &Pairs) -> Option<u64> {
        let (oldest_s, _) = pairs.past();
        let (mut key, mut bits) = (u64::from(number), 28);
        for symbol in new {
            let value = match symbol {
                Symbol::Attempt(_, attempt) => u64::from(attempt),
                Symbol::Past(second) => u64::try_from(oldest_s - second).ok()?,
            };
            if value >= 1 << 9 || bits + 9 > 63 {
                return None;
            }
            key |= value << bits;
            bits += 9;
        }
        (number < 1 << 28).then_some(key)
    }
}

/// Gives each symbol the least that can stand for it.
fn least(pairs: &Pairs, names: &mut Names) {
    let counts = pairs.question.attempts.is_some();
    let (oldest_s, gap_s) = pairs.past();
    let mut next = (0, 0);
    let length = names.length;
    let all = names.all.get_mut(..length).unwrap_or_default();
    for (from, to) in all.iter_mut() {
        if let Symbol::Attempt(client, attempt) = *from {
            next = match next {
                (last, number) if last == client => (last, number + 1),
                _ => (client, 0),
            };
            let number = if counts { attempt } else { next.1 };
            *to = Symbol::Attempt(client, number);
        }
    }
    // Moments stand behind, the longest past first: their gaps are counted from the last one on.
    let (mut before, mut placed) = (oldest_s, oldest_s);
    for (from, to) in all.iter_mut().rev() {
        if let Symbol::Past(second) = *from {
            placed -= (before - second).clamp(0, gap_s);
            before = second;
            *to = Symbol::Past(placed);
        }
    }
}

impl Symbol {
    /// An attempt of one client as one of another; anything else as it is.
    fn of(self, from: u8, to: u8) -> Symbol {
        match self {
            Symbol::Attempt(client, attempt) if client == from => Symbol::Attempt(to, attempt),
            other => other,
        }
    }
}
