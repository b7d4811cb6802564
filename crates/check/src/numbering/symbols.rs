//! Symbols that a whole state names: attempts and the numbers of a counter get the least numbers in their order, moments that
//! are long past come as close together as comparisons allow, and a client knows of the store's last write or does not.

use super::canonical::{Canonicalizer, Parts};
use super::names::{COUNT, Symbol};
use crate::explore::pairs::{Halt, Pairs};

/// The symbols of a state in order, each with its new name: a handful, kept for one state after the other.
#[derive(Default)]
pub struct Names(Vec<(Symbol, Symbol)>);

impl Names {
    /// Takes a symbol in, at its place.
    fn note(&mut self, symbol: Symbol) {
        let at = self.0.iter().position(|(from, _)| *from >= symbol);
        let at = at.unwrap_or(self.0.len());
        if self.0.get(at).is_none_or(|(from, _)| *from != symbol) {
            self.0.insert(at, (symbol, symbol));
        }
    }

    fn new_name(&self, symbol: Symbol) -> Symbol {
        let found = self.0.iter().find(|(from, _)| *from == symbol);
        found.map_or(symbol, |(_, to)| *to)
    }
}

impl Canonicalizer {
    /// The state with its symbols named by the least numbers.
    #[cold]
    pub fn with_least_names(&mut self, pairs: &mut Pairs, parts: Parts) -> Result<Parts, Halt> {
        let signature = pairs.signature(&parts);
        if signature.is_some_and(|word| self.least.get(word).is_some()) {
            return Ok(parts);
        }
        let mut names = std::mem::take(&mut self.names);
        let new = self.named(pairs, parts, &mut names);
        self.names = names;
        if let (Some(word), Ok(new)) = (signature, new)
            && new == parts
        {
            self.least.put(word, 0);
        }
        new
    }

    fn named(&mut self, pairs: &mut Pairs, parts: Parts, names: &mut Names) -> Result<Parts, Halt> {
        names.0.clear();
        let mut unseen = None;
        if let Some(facts) = pairs.of_shared.get(parts.shared as usize) {
            for symbol in &facts.symbols {
                names.note(*symbol);
            }
            unseen = facts.unseen;
        }
        for (place, local) in parts.locals().iter().enumerate() {
            let own = pairs.own_name(place).0;
            for symbol in pairs.symbols.get(*local as usize).into_iter().flatten() {
                names.note(symbol.of(own, place as u8 + 1));
                unseen = unseen.filter(|unseen| unseen != symbol);
            }
        }
        least(pairs, names, unseen)?;
        if names.0.iter().all(|(from, to)| from == to) {
            return Ok(parts);
        }
        let mut changed = parts;
        changed.shared = self.shared_relabelled(pairs, parts.shared, names)?;
        for (place, local) in changed.locals.iter_mut().enumerate().take(parts.count) {
            *local = self.local_relabelled(pairs, *local, place, names)?;
        }
        Ok(changed)
    }

    fn shared_relabelled(
        &mut self,
        pairs: &mut Pairs,
        number: u32,
        names: &Names,
    ) -> Result<u32, Halt> {
        let facts = pairs.of_shared.get(number as usize);
        let own = facts.map_or(&[][..], |facts| facts.symbols.as_slice());
        let new = |symbol: Symbol| names.new_name(symbol);
        if own.iter().all(|symbol| new(*symbol) == *symbol) {
            return Ok(number);
        }
        let key = self.key(number, own, new, pairs);
        if let Some(known) = key.and_then(|key| self.shared_relabelled.get(key)) {
            return Ok(known as u32);
        }
        let named: Vec<_> = own.iter().map(|symbol| (*symbol, new(*symbol))).collect();
        let mut shared = pairs.shareds.get(number).cloned().ok_or(Halt::Limit)?;
        let mut names = pairs.relabel(&named);
        shared.rename(names.now_ms(shared.now_ms()), &mut names);
        let new = pairs.number_shared(shared)?;
        if let Some(key) = key {
            self.shared_relabelled.put(key, u64::from(new));
        }
        Ok(new)
    }

    fn local_relabelled(
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
        let key = self.key(number, symbols, new, pairs);
        if let Some(known) = key.and_then(|key| self.local_relabelled.get(key)) {
            return Ok(known as u32);
        }
        let named: Vec<_> = symbols
            .iter()
            .map(|symbol| (*symbol, new(*symbol)))
            .collect();
        let mut player = pairs.locals.get(number).cloned().ok_or(Halt::Limit)?;
        let mut names = pairs.relabel(&named);
        let now_ms = names.now_ms(player.local.now_ms());
        player.local.rename(now_ms, &mut names);
        let new = pairs.number_player(player)?;
        if let Some(key) = key {
            self.local_relabelled.put(key, u64::from(new));
        }
        Ok(new)
    }

    /// A part and its symbols' new names in one word; `None` when they do not fit.
    fn key(
        &self,
        number: u32,
        symbols: &[Symbol],
        new: impl Fn(Symbol) -> Symbol,
        pairs: &Pairs,
    ) -> Option<u64> {
        let (oldest_s, count) = (pairs.past().0, symbols.len() as u32);
        let (mut key, mut bits) = (u64::from(number), PART_BITS);
        // A part always has as many symbols, so each has as much room.
        let room = (63 - PART_BITS).checked_div(count).unwrap_or(0);
        for symbol in symbols {
            let value = match new(*symbol) {
                Symbol::Attempt(_, attempt) => u64::from(attempt),
                Symbol::Past(second) => u64::try_from(oldest_s - second).ok()?,
                Symbol::Count(number) => u64::try_from(number - COUNT).ok()?,
                Symbol::Version(version) => u64::from(version),
                Symbol::Phase(ms) | Symbol::Present(ms) => u64::try_from(ms).ok()?,
            };
            if value >> room != 0 {
                return None;
            }
            key |= value << bits;
            bits += room;
        }
        (number < 1 << PART_BITS).then_some(key)
    }
}

/// The bits of the number of a part, in front of its symbols' new names.
const PART_BITS: u32 = 28;

/// Gives each symbol the least that can stand for it. What the counter holds is the largest of its numbers; when nobody has
/// that one, the counter may as well hold the one before.
fn least(pairs: &Pairs, names: &mut Names, unseen: Option<Symbol>) -> Result<(), Halt> {
    phases(pairs, names)?;
    let counts = pairs.keeps_attempts();
    let (oldest_s, gap_s) = pairs.past();
    let (mut next, mut count) = ((0, 0), COUNT);
    let last = names.0.last().map(|(symbol, _)| *symbol);
    for (from, to) in names.0.iter_mut() {
        if let Symbol::Attempt(client, attempt) = *from {
            next = match next {
                (last, number) if last == client => (last, number + 1),
                _ => (client, 0),
            };
            let number = if counts { attempt } else { next.1 };
            *to = Symbol::Attempt(client, number);
        }
        if let Symbol::Count(_) = from {
            let is_unseen = unseen == Some(*from) && count > COUNT;
            count -= i64::from(is_unseen);
            *to = Symbol::Count(count);
            count += 1;
        }
        // Versions stand last, and the last of them is the store's.
        if let Symbol::Version(_) = from {
            *to = Symbol::Version(u32::from(Some(*from) == last));
        }
    }
    // Moments stand behind, the longest past first: their gaps are counted from the last one on.
    let (mut before, mut placed) = (oldest_s, oldest_s);
    for (from, to) in names.0.iter_mut().rev() {
        if let Symbol::Past(second) = *from {
            placed -= (before - second).clamp(0, gap_s);
            before = second;
            *to = Symbol::Past(placed);
        }
    }
    Ok(())
}

/// Only the order of deadlines and of the present within the grain matters: deadlines get the even numbers from 2 on, and the
/// present between two of them the odd number there.
fn phases(pairs: &Pairs, names: &mut Names) -> Result<(), Halt> {
    let held: Vec<i64> = names
        .0
        .iter()
        .filter_map(|(symbol, _)| match symbol {
            Symbol::Phase(ms) => Some(*ms),
            _ => None,
        })
        .collect();
    let has_room = |grain_ms: i64| 2 * (held.len() as i64) + 1 < grain_ms;
    if !held.is_empty() && !pairs.reductions.grain_ms.is_none_or(has_room) {
        return Err(Halt::Narrow);
    }
    let place = |ms: i64| {
        let before = held.iter().filter(|other| **other < ms).count() as i64;
        2 * before + if held.contains(&ms) { 2 } else { 1 }
    };
    for (from, to) in &mut names.0 {
        match *from {
            Symbol::Phase(ms) => *to = Symbol::Phase(place(ms)),
            Symbol::Present(ms) => *to = Symbol::Present(place(ms)),
            _ => {}
        }
    }
    Ok(())
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
