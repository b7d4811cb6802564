//! The numbers of the parts, each in its canonical form, and what is known of it.

use std::sync::Arc;

use super::{Halt, KEYS_BYTES, Pairs, Player, SharedFacts, Signed, UNNAMED, WORD_BYTES, flag};
use crate::numbering::canonical::Parts;
use crate::numbering::instants::{Places, to_deadline};
use crate::numbering::intern::words_of;
use crate::numbering::names::{BASE_S, Exchange, Mentions, Shift, Symbol};
use crate::verdict::Instants;
use lock::{Kept, Program};
use sim::{CLIENTS_MAX, ClientState, Fault, Local, Rename, Shared, World};

/// Lists of symbols that have numbers: most questions have some dozens, and more are not worth the time to look for one.
const SIGNED_MAX: usize = 512;

/// The rank of a client that is not named, and has something left on its connection.
const LEFT: u8 = 14;

impl Pairs {
    fn shift<'a>(&self, now_ms: i64, exchange: Exchange, horizons: &'a [i64]) -> (i64, Shift<'a>) {
        let by_s = match self.is_relative() {
            true => (now_ms - BASE_S * 1000).div_euclid(1000),
            false => 0,
        };
        let mut shift = Shift {
            is_relative: self.is_relative(),
            by_s,
            past_s: self.oldest_s + self.reductions.horizon_s,
            horizons,
            oldest_s: None,
            exchange,
            counts: self.counter.is_some(),
            number_max: self.reductions.number_max,
            words: 0,
            is_strange: false,
        };
        shift.kept(Kept::REPLY);
        (now_ms - by_s * 1000, shift)
    }

    /// The number of what is shared; `exchange` gives the clients their places.
    pub fn shared(&mut self, mut shared: Shared, exchange: Exchange) -> Result<u32, Halt> {
        // What is replied is as far past for all programs.
        let horizons = self.horizons.first().map_or(&[][..], Vec::as_slice);
        let (now_ms, mut shift) = self.shift(shared.now_ms(), exchange, horizons);
        shared.rename(now_ms, &mut shift);
        shared.settle(self.facts);
        // As many elements as a key has is a number too.
        let is_large = self.is_relative() && shift.words > self.reductions.number_max;
        self.is_strange |= shift.is_strange || is_large;
        self.number_shared(shared)
    }

    /// The number of what is shared and is in its canonical form.
    pub fn number_shared(&mut self, shared: Shared) -> Result<u32, Halt> {
        self.numbered += 1;
        let (number, is_new) = self.shareds.number(shared);
        if is_new {
            self.keep_hosts_once(number);
            let facts = self.facts_of(number);
            self.of_shared.push(facts);
            self.ticked_shared.grow();
        }
        self.checked(number)
    }

    /// Lets a new shared part have the servers that others have too, and counts its bytes.
    fn keep_hosts_once(&mut self, number: u32) {
        let Some(shared) = self.shareds.get_mut(number) else {
            return;
        };
        self.part_bytes += words_of(shared) * WORD_BYTES;
        for server in shared.servers_mut() {
            let words = words_of(&**server);
            let (known, is_new) = self.hosts.number(Arc::clone(server));
            match self.hosts.get(known) {
                Some(_) if is_new => self.part_bytes += KEYS_BYTES + server.key_bytes(),
                Some(known) => {
                    *server = Arc::clone(known);
                    self.part_bytes -= words * WORD_BYTES;
                }
                None => {}
            }
        }
    }

    fn facts_of(&mut self, number: u32) -> SharedFacts {
        let mut facts = SharedFacts {
            ranks: [UNNAMED; CLIENTS_MAX],
            ..SharedFacts::default()
        };
        let Some(shared) = self.shareds.get(number) else {
            return facts;
        };
        let mut mentions = self.mentions();
        shared.clone().rename(shared.now_ms(), &mut mentions);
        mentions.instant(shared.now_ms());
        if let Some(grain_ms) = self.reductions.grain_ms {
            facts.instant_ms = shared.now_ms().rem_euclid(grain_ms);
            facts.latest_ms = latest(&mentions.symbols);
        }
        facts.next_ms = next(&mentions, shared.now_ms());
        for place in 0..self.count {
            let is_it = |client: &u8| usize::from(*client) == place + 1;
            let rank = match mentions.clients.iter().position(is_it) {
                Some(rank) => rank as u8,
                None if shared.is_fresh(place) => UNNAMED,
                None => LEFT,
            };
            if let Some(kept) = facts.ranks.get_mut(place) {
                *kept = rank;
            }
            facts.names |= rank != UNNAMED;
        }
        facts.is_irregular = self.are_irregular(&mentions.symbols);
        facts.unseen = mentions.lonely_top();
        facts.signature = self.sign(&mentions.symbols, facts.unseen);
        facts.symbols = mentions.symbols;
        facts
    }

    /// The number of these symbols, and of what the counter holds unseen; too large for a word where there are too many.
    fn sign(&mut self, symbols: &[Symbol], unseen: Option<Symbol>) -> u32 {
        let is_it = |(known, also): &Signed| known == symbols && *also == unseen;
        if let Some(known) = self.signed.iter().position(is_it) {
            return known as u32;
        }
        if self.signed.len() == SIGNED_MAX {
            return u32::MAX;
        }
        self.signed.push((symbols.to_vec(), unseen));
        self.signed.len() as u32 - 1
    }

    /// One word for the symbols of all parts; `None` when they do not fit.
    #[inline]
    pub fn signature(&self, parts: &Parts) -> Option<u64> {
        let bits = 63 / (parts.count as u32 + 1);
        let shared = self.of_shared.get(parts.shared as usize)?.signature;
        let (mut word, mut all) = (u64::from(shared), shared);
        for local in parts.locals() {
            let own = *self.signatures.get(*local as usize)?;
            word = word << bits | u64::from(own);
            all |= own;
        }
        (all >> bits.min(31) == 0).then_some(word)
    }

    /// Whether some of these may be named by lesser numbers. Attempts that are counted keep theirs.
    fn are_irregular(&self, symbols: &[Symbol]) -> bool {
        let counts = self.keeps_attempts();
        let mut all = symbols.iter();
        let is_kept = |symbol: &Symbol| counts && matches!(symbol, Symbol::Attempt(..));
        !all.all(|symbol| symbol.is_least() || is_kept(symbol))
    }

    fn mentions(&self) -> Mentions {
        Mentions {
            oldest_s: (self.is_relative() && self.reductions.compares_kept)
                .then_some(self.oldest_s),
            counts: self.counter.is_some(),
            grain_ms: self.reductions.grain_ms,
            moments_ms: self.moments(),
            ..Mentions::default()
        }
    }

    /// An empty list where deadlines are instants.
    fn moments(&self) -> Option<Vec<i64>> {
        (self.reductions.instants == Instants::Deadlines).then(Vec::new)
    }

    /// The instants of a world that are told apart.
    pub fn places(&self, world: &World) -> Places {
        let grain_ms = self.reductions.grain_ms;
        let mut mentions = Mentions {
            grain_ms,
            moments_ms: self.moments(),
            ..Mentions::default()
        };
        let (mut shared, locals) = world.clone().apart();
        shared.rename(world.now_ms(), &mut mentions);
        for mut local in locals {
            local.rename(world.now_ms(), &mut mentions);
        }
        let held = mentions.symbols.iter().filter_map(|symbol| match symbol {
            Symbol::Phase(ms) => Some(*ms),
            _ => None,
        });
        Places {
            grain_ms: grain_ms.unwrap_or(1000),
            at_ms: self.clocks_ms.iter().copied().chain(held).collect(),
            with_between: grain_ms.is_some(),
            deadlines_ms: mentions.moments_ms.unwrap_or_default(),
        }
    }

    /// The number of what a client has; `exchange` gives it its own name, and the others their places.
    pub fn player(
        &mut self,
        mut local: Local,
        rounds: u8,
        exchange: Exchange,
    ) -> Result<u32, Halt> {
        let program = local.client().program();
        let is_it = |known: &Arc<Program>| std::ptr::eq(&raw const **known, program);
        let at = self.programs.iter().position(is_it).or_else(|| {
            let mut all = self.programs.iter();
            all.position(|known| **known == *program)
        });
        let at = at.unwrap_or(usize::MAX);
        let live = self.live.get(at).map_or(&[][..], Vec::as_slice);
        let horizons = self.horizons.get(at).map_or(&[][..], Vec::as_slice);
        let keeps_past = !self.question.allowed.clocks_set_ms.is_empty() || !self.is_relative();
        if let ClientState::Failed(fault) = local.client().state()
            && self.fault.is_none()
        {
            self.fault = Some(match fault {
                Fault::Refused(line, words) => (*line, words.clone()),
                // The values are of this search: in a run others stand in their place.
                Fault::NotNumber(line, _) | Fault::Overflow(line) | Fault::Circle(line) => {
                    (*line, String::new())
                }
            });
        }
        local.settle(live, self.facts, keeps_past);
        let (now_ms, mut shift) = self.shift(local.now_ms(), exchange, horizons);
        local.rename(now_ms, &mut shift);
        self.is_strange |= shift.is_strange;
        self.number_player(Player { local, rounds })
    }

    /// The number of what a client has and is in its canonical form.
    pub fn number_player(&mut self, player: Player) -> Result<u32, Halt> {
        self.numbered += 1;
        let (number, is_new) = self.locals.number(player);
        if is_new {
            let words = self.locals.get(number).map_or(0, words_of);
            self.part_bytes += words * WORD_BYTES;
            self.note_player(number);
        }
        self.checked(number)
    }

    /// Notes what is to be known of what a client has, which has a number now.
    fn note_player(&mut self, number: u32) {
        let mut mentions = self.mentions();
        let Some(Player { local, .. }) = self.locals.get(number) else {
            return;
        };
        local.clone().rename(local.now_ms(), &mut mentions);
        mentions.instant(local.now_ms());
        let next_ms = next(&mentions, local.now_ms());
        let client = local.client();
        let mut flags = 0;
        let mut set = |is_so: bool, bit: u8| flags |= if is_so { bit } else { 0 };
        set(client.believes(), flag::BELIEVES);
        set(local.has_lease(), flag::LEASE);
        set(client.believes() && !local.has_lease(), flag::OVERRUNS);
        self.is_entered |= client.believes();
        let runs = matches!(
            client.state(),
            ClientState::Running | ClientState::Asleep { .. }
        );
        set(
            runs && client.is_acquiring() && !local.waits_in_vain(),
            flag::TRIES,
        );
        set(self.are_irregular(&mentions.symbols), flag::IRREGULAR);
        let own = client.id().0;
        set(mentions.clients.iter().any(|id| *id != own), flag::FOREIGN);
        self.flags.push(flags);
        let signature = self.sign(&mentions.symbols, None);
        self.signatures.push(signature);
        self.latest_ms.push(latest(&mentions.symbols));
        self.next_ms.push(next_ms);
        self.symbols.push(mentions.symbols);
        self.ticked_local.grow();
    }

    fn checked(&self, number: u32) -> Result<u32, Halt> {
        match () {
            () if self.is_strange => Err(Halt::Strange),
            () if self.bytes() > self.question.bytes_max => Err(Halt::Limit),
            () => Ok(number),
        }
    }
}

/// In how many milliseconds the next deadline is an instant, where deadlines are.
fn next(mentions: &Mentions, now_ms: i64) -> i64 {
    to_deadline(mentions.moments_ms.as_deref().unwrap_or_default(), now_ms)
}

/// The latest place of a deadline within the grain, in milliseconds.
fn latest(symbols: &[Symbol]) -> i64 {
    let all = symbols.iter().filter_map(|symbol| match symbol {
        Symbol::Phase(ms) => Some(*ms),
        _ => None,
    });
    all.max().unwrap_or(0)
}
