//! Symbols that a whole state names: attempts get the least numbers in their order, and moments that are long past come
//! as close together as comparisons allow.

use super::canonical::{Parts, Renamed};
use super::names::{Anew, Symbol};
use super::pairs::{Halt, Pairs};

impl Renamed {
    /// The state with its symbols named by the least numbers.
    #[cold]
    pub fn regular(&mut self, pairs: &mut Pairs, parts: Parts) -> Result<Parts, Halt> {
        let mut all: Vec<Symbol> = Vec::new();
        let mut note = |symbol: Symbol| {
            if let Err(at) = all.binary_search(&symbol) {
                all.insert(at, symbol);
            }
        };
        if let Some(facts) = pairs.of_shared.get(parts.shared as usize) {
            facts.symbols.iter().copied().for_each(&mut note);
        }
        for (place, local) in parts.locals().iter().enumerate() {
            let symbols = pairs.symbols.get(*local as usize);
            let symbols = symbols.map_or(&[][..], Vec::as_slice);
            let own = pairs.own_name(place).0;
            for symbol in symbols {
                note(match symbol {
                    Symbol::Attempt(client, attempt) if *client == own => {
                        Symbol::Attempt(place as u8 + 1, *attempt)
                    }
                    other => *other,
                });
            }
        }
        let new = self.least(pairs, &all);
        if all == new {
            return Ok(parts);
        }
        let mut changed = parts;
        let named: Vec<(Symbol, Symbol)> = all.into_iter().zip(new).collect();
        changed.shared = self.shared_anew(pairs, parts.shared, &named)?;
        for (place, local) in changed.locals.iter_mut().enumerate().take(parts.count) {
            let (at, own) = (place as u8 + 1, pairs.own_name(place).0);
            let to_own = |symbol: Symbol| match symbol {
                Symbol::Attempt(client, attempt) if client == at => Symbol::Attempt(own, attempt),
                other => other,
            };
            let named = named.iter().map(|(from, to)| (to_own(*from), to_own(*to)));
            *local = self.local_anew(pairs, *local, named.collect())?;
        }
        Ok(changed)
    }

    /// For each symbol the least that can stand for it; they are in order.
    fn least(&self, pairs: &Pairs, all: &[Symbol]) -> Vec<Symbol> {
        let mut new: Vec<Symbol> = Vec::with_capacity(all.len());
        let mut next = (0, 0);
        let counts = pairs.question.attempts.is_some();
        for symbol in all {
            if let Symbol::Attempt(client, attempt) = symbol {
                if counts {
                    new.push(Symbol::Attempt(*client, *attempt));
                    continue;
                }
                next = match next {
                    (last, number) if last == *client => (last, number + 1),
                    _ => (*client, 0),
                };
                new.push(Symbol::Attempt(next.0, next.1));
            }
        }
        // Moments stand behind, the longest past first: their gaps are counted from the last one on.
        let past = all.get(new.len()..).unwrap_or_default();
        let (oldest_s, gap_s) = pairs.past();
        let (mut before, mut placed) = (oldest_s, oldest_s);
        let mut moments: Vec<Symbol> = Vec::with_capacity(past.len());
        for symbol in past.iter().rev() {
            if let Symbol::Past(second) = symbol {
                placed -= (before - second).clamp(0, gap_s);
                before = *second;
                moments.push(Symbol::Past(placed));
            }
        }
        new.extend(moments.into_iter().rev());
        new
    }

    fn shared_anew(
        &mut self,
        pairs: &mut Pairs,
        number: u32,
        named: &[(Symbol, Symbol)],
    ) -> Result<u32, Halt> {
        let facts = pairs.of_shared.get(number as usize);
        let own = facts.map_or(&[][..], |facts| facts.symbols.as_slice());
        let named = only(own, named);
        if named.is_empty() {
            return Ok(number);
        }
        let (code, _) = self.anew.number(named.clone());
        let key = u64::from(number) << 32 | u64::from(code);
        if let Some(known) = self.shared_anew.get(key) {
            return Ok(known as u32);
        }
        let mut shared = pairs.shareds.get(number).cloned().ok_or(Halt::Full)?;
        shared.rename(shared.now_ms(), &mut Anew(&named));
        let new = pairs.number_shared(shared)?;
        self.shared_anew.put(key, u64::from(new));
        Ok(new)
    }

    fn local_anew(
        &mut self,
        pairs: &mut Pairs,
        number: u32,
        named: Vec<(Symbol, Symbol)>,
    ) -> Result<u32, Halt> {
        let own = pairs.symbols.get(number as usize);
        let named = only(own.map_or(&[][..], Vec::as_slice), &named);
        if named.is_empty() {
            return Ok(number);
        }
        let (code, _) = self.anew.number(named.clone());
        let key = u64::from(number) << 32 | u64::from(code);
        if let Some(known) = self.local_anew.get(key) {
            return Ok(known as u32);
        }
        let mut player = pairs.locals.get(number).cloned().ok_or(Halt::Full)?;
        player
            .local
            .rename(player.local.now_ms(), &mut Anew(&named));
        let new = pairs.number_player(player)?;
        self.local_anew.put(key, u64::from(new));
        Ok(new)
    }
}

/// Those of the new names that these symbols get.
fn only(own: &[Symbol], named: &[(Symbol, Symbol)]) -> Vec<(Symbol, Symbol)> {
    let is_own = |(from, to): &&(Symbol, Symbol)| from != to && own.contains(from);
    named.iter().filter(is_own).copied().collect()
}
