//! The state graph: the successors of a state, by moves and by time.

use super::pairs::{Edge, Halt, NAMES, NONE, Pairs, flag};
use crate::numbering::canonical::{Canonicalizer, Parts};
use crate::numbering::intern::{Chunks, Memo};
use crate::question::Question;
use crate::reductions::Reductions;
use crate::states::dense::{Cell, Ranks};
use crate::states::visited::{State, Visited};
use sim::{CLIENTS_MAX, Judgement, World};

/// The bits of a state's word, by the number of clients: so many for what each of them has. The rest is for what is
/// shared.
const LOCAL_BITS: [u32; CLIENTS_MAX + 1] = [0, 32, 22, 15, 12, 11, 9, 8, 7, 6];

/// The states of a question, as words of 64 bits: the numbers of a state's parts side by side, or where these do not fit
/// the last of them beside the number of all others.
pub struct Graph {
    pub pairs: Pairs,
    pub canonicalizer: Canonicalizer,
    pub visited: Visited,
    ranks: Ranks,
    local_bits: u32,
    shared_bits: u32,
    wide: Option<Wide>,
}

/// Numbers for beginnings of states: of the shared part with the first client's, of these with the second one's, and so on.
struct Wide {
    numbers: Memo,
    /// The number of a beginning above, and of the next client's part below.
    pairs: Chunks<u64>,
}

impl Wide {
    /// The bytes that a beginning takes, about.
    const BYTES: usize = 48;

    fn pack(&mut self, parts: Parts) -> u64 {
        let mut word = u64::from(parts.shared);
        for (place, local) in parts.locals().iter().enumerate() {
            if place > 0 {
                word = self.number(word);
            }
            word = word << 32 | u64::from(*local);
        }
        word
    }

    fn number(&mut self, pair: u64) -> u64 {
        if let Some(known) = self.numbers.get(pair) {
            return known;
        }
        let new = self.pairs.len() as u64;
        self.pairs.push(pair);
        self.numbers.put(pair, new);
        new
    }

    fn unpack(&self, mut word: u64, mut parts: Parts) -> Parts {
        for (place, local) in parts.locals.iter_mut().enumerate().take(parts.count).rev() {
            *local = word as u32;
            word >>= 32;
            if place > 0 {
                word = self.pairs.get(word as usize).copied().unwrap_or(0);
            }
        }
        parts.shared = word as u32;
        parts
    }
}

impl Graph {
    /// With room for parts of any number where `is_wide`, which takes more time and memory.
    pub fn new(question: Question, reductions: Reductions, is_wide: bool) -> Graph {
        let pairs = Pairs::new(question, reductions);
        let count = pairs.count;
        let local_bits = LOCAL_BITS.get(count).copied().unwrap_or(6).min(30);
        Graph {
            shared_bits: (64 - local_bits * count as u32).min(31),
            local_bits,
            wide: is_wide.then(|| Wide {
                numbers: Memo::new(),
                pairs: Chunks::new(),
            }),
            ranks: Ranks::new(if reductions.exchanges_clients {
                count
            } else {
                0
            }),
            pairs,
            canonicalizer: Canonicalizer::new(),
            visited: Visited::new(),
        }
    }

    pub fn is_wide(&self) -> bool {
        self.wide.is_some()
    }

    /// The bytes that the states and the parts take.
    pub fn bytes(&self) -> usize {
        let wide = self.wide.as_ref().map_or(0, |wide| wide.pairs.len());
        self.visited.bytes() + self.pairs.bytes() + wide * Wide::BYTES
    }

    #[inline]
    fn pack(&mut self, parts: Parts) -> Result<u64, Halt> {
        if let Some(wide) = &mut self.wide {
            return Ok(wide.pack(parts));
        }
        let mut is_full = parts.shared >> self.shared_bits != 0;
        let mut word = u64::from(parts.shared);
        let mut shift = self.shared_bits;
        for local in parts.locals() {
            is_full |= local >> self.local_bits != 0;
            word |= u64::from(*local) << shift;
            shift += self.local_bits;
        }
        match is_full {
            true => Err(Halt::Full),
            false => Ok(word),
        }
    }

    /// A state by its parts, which are in their canonical form.
    fn state(&mut self, parts: &Parts) -> Result<State, Halt> {
        Ok(State {
            word: self.pack(*parts)?,
            cell: self.cell(parts),
        })
    }

    /// The cell of a state. Clients that are exchanged stand in order; others have no cells.
    #[inline]
    fn cell(&self, parts: &Parts) -> Cell {
        let (mut rank, mut largest) = (0_u32, u32::MAX);
        if self.pairs.reductions.exchanges_clients {
            for (place, local) in parts.locals().iter().enumerate() {
                rank += self.ranks.of(place, *local);
                largest = *local;
            }
        }
        self.ranks.cell(parts.shared, rank, largest)
    }

    /// A state that was reached, by its word and its parts.
    #[inline]
    pub fn known(&self, word: u64, parts: &Parts) -> State {
        let cell = self.cell(parts);
        State { word, cell }
    }

    #[inline]
    pub fn parts(&self, word: u64) -> Parts {
        let mut parts = Parts {
            shared: word as u32 & ((1 << self.shared_bits) - 1),
            locals: [0; CLIENTS_MAX],
            count: self.pairs.count,
        };
        if let Some(wide) = &self.wide {
            return wide.unpack(word, parts);
        }
        let mut shift = self.shared_bits;
        for local in parts.locals.iter_mut().take(parts.count) {
            *local = (word >> shift) as u32 & ((1 << self.local_bits) - 1);
            shift += self.local_bits;
        }
        parts
    }

    /// The state of a world whose clients have begun their programs so often.
    pub fn encode(&mut self, world: World, rounds: &[u8]) -> Result<State, Halt> {
        let parts = self.canonicalizer.encoded(&mut self.pairs, world, rounds)?;
        self.state(&parts)
    }

    /// The state of these parts, in its canonical form.
    fn canonical(&mut self, parts: Parts) -> Result<State, Halt> {
        let parts = self.canonicalizer.canonical(&mut self.pairs, parts)?;
        self.state(&parts)
    }

    /// The state after a move of the client at this place, when nothing else is renamed by it.
    #[inline(always)]
    fn replaced(&self, parts: &Parts, place: usize, edge: Edge) -> Result<State, Halt> {
        if edge.shared >> self.shared_bits != 0 || edge.local >> self.local_bits != 0 {
            return Err(Halt::Full);
        }
        let mut word = u64::from(edge.shared);
        let mut shift = self.shared_bits;
        // The others stand in order: the lesser of the next one and the new one comes first.
        let (mut own, mut at, mut rank) = (edge.local, 0, 0);
        for (other, local) in parts.locals().iter().enumerate() {
            if other != place {
                let least = own.min(*local);
                word |= u64::from(least) << shift;
                rank += self.ranks.of(at, least);
                own = own.max(*local);
                shift += self.local_bits;
                at += 1;
            }
        }
        rank += self.ranks.of(at, own);
        Ok(State {
            word: word | u64::from(own) << shift,
            cell: self.ranks.cell(edge.shared, rank, own),
        })
    }

    /// Adds each state that a move of a client or a server leads to. Whether one of the moves breaks the property.
    pub fn successors(&mut self, parts: Parts, successors: &mut Vec<State>) -> Result<bool, Halt> {
        let mut is_broken = false;
        let facts = self.pairs.of_shared.get(parts.shared as usize);
        let names =
            facts.is_none_or(|facts| facts.names) || !self.pairs.reductions.exchanges_clients;
        let mut all = [0_u8; CLIENTS_MAX];
        // What any of them does, and what more than one of them does.
        let (mut any, mut several) = (0, 0);
        for (flags, local) in all.iter_mut().zip(parts.locals()) {
            *flags = self.pairs.flags_of(*local);
            several |= any & *flags;
            any |= *flags;
        }
        // A client that names another one names it by its place: then all stay where they are.
        let names = names || any & flag::FOREIGN != 0;
        let mut last = u32::MAX;
        for (place, local) in parts.locals().iter().enumerate() {
            // Where nobody is named the client that moves may stand first, and one of two that are alike moves.
            let at = if names { place } else { 0 };
            let own = all.get(place).copied().unwrap_or(0);
            if !names && *local == last {
                continue;
            }
            last = *local;
            let others = any & !own | several;
            // States that name nobody, before and after, have their clients in order: one is put elsewhere.
            let stays = !names
                && !self.is_wide()
                && !self.pairs.reductions.exchanges_servers
                && others & NAMES == 0;
            let edges = self.pairs.edges_of(parts.shared, at, *local)?;
            for index in 0.. {
                let Some(edge) = self.pairs.edges(edges).get(index).copied() else {
                    break;
                };
                is_broken |= match self.pairs.is_for_several {
                    true => self.crowds(edge, &parts, place),
                    false => self.breaks(edge, others, &all),
                };
                let next = match stays && edge.is_plain {
                    true => self.replaced(&parts, place, edge)?,
                    false => self.canonical(arranged(parts, place, at, edge))?,
                };
                successors.push(next);
            }
        }
        for fault in 0..self.pairs.faults().len() {
            if self.pairs.is_of_all(fault) {
                if let Some((world, rounds)) = self.pairs.fault_world(fault, &parts) {
                    successors.push(self.encode(world, &rounds)?);
                }
                continue;
            }
            let shared = self.pairs.fault_shared(fault, parts.shared)?;
            if shared == NONE {
                continue;
            }
            let mut new = parts;
            new.shared = shared;
            for (place, local) in new.locals.iter_mut().enumerate().take(parts.count) {
                *local = self.pairs.fault_local(fault, parts.shared, place, *local)?;
            }
            successors.push(self.canonical(new)?);
        }
        Ok(is_broken)
    }

    /// Whether a move breaks the property, given what the other clients do.
    #[inline]
    fn breaks(&self, edge: Edge, others: u8, all: &[u8]) -> bool {
        let own = self.pairs.flags_of(edge.local);
        match self.pairs.judgement {
            Judgement::TwoLeases => own & others & flag::LEASE != 0,
            Judgement::TwoBelievers => own & others & flag::BELIEVES != 0,
            Judgement::MoveAgainstLease => {
                let is_robbed = |place: usize| edge.robbed >> place & 1 == 1;
                let mut robbed = all
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| is_robbed(*place));
                robbed.any(|(_, flags)| flags & flag::LEASE != 0)
            }
            Judgement::MoveUnheld => edge.is_broken && (own | others) & flag::BELIEVES == 0,
            Judgement::Move | Judgement::Time => edge.is_broken,
            Judgement::NoWayIn | Judgement::History => false,
        }
    }

    /// Whether a move of a client that holds the lock then makes the holders more than the program of one of them lets in.
    fn crowds(&self, edge: Edge, parts: &Parts, place: usize) -> bool {
        let holds = match self.pairs.judgement {
            Judgement::TwoLeases => flag::LEASE,
            _ => flag::BELIEVES,
        };
        let is_holder = |local: &u32| self.pairs.flags_of(*local) & holds != 0;
        let all = parts.locals().iter().enumerate();
        let after = all.map(|(at, local)| if at == place { edge.local } else { *local });
        let (mut count, mut most) = (0, u8::MAX);
        for holder in after.filter(is_holder) {
            count += 1;
            most = most.min(self.pairs.holders(holder));
        }
        is_holder(&edge.local) && count > most
    }

    /// The state a tick later, and whether that breaks the property; `None` when time may not pass or changes nothing.
    #[inline]
    pub fn tick(&mut self, parts: Parts) -> Result<Option<(State, bool)>, Halt> {
        let mut new = parts;
        let tick = self.pairs.next_tick(parts.shared, parts.locals());
        new.shared = self.pairs.tick_shared(parts.shared, tick)?;
        if new.shared == NONE {
            return Ok(None);
        }
        let mut is_broken = false;
        let mut flags = 0;
        for local in new.locals.iter_mut().take(parts.count) {
            let (ticked, breaks) = self.pairs.tick_local(*local, tick)?;
            *local = ticked;
            is_broken |= breaks;
            flags |= self.pairs.flags_of(ticked);
        }
        let is_overrun = flags & flag::OVERRUNS != 0 && !self.pairs.question.allowed.overrun;
        if is_overrun || new == parts {
            return Ok(None);
        }
        Ok(Some((self.canonical(new)?, is_broken)))
    }

    /// The flags of the clients of a state, together.
    pub fn flags(&self, word: u64) -> u8 {
        let parts = self.parts(word);
        let all = parts
            .locals()
            .iter()
            .map(|local| self.pairs.flags_of(*local));
        all.fold(0, |all, flags| all | flags)
    }
}

/// The parts after a move of the client at `place`, which stands at `at` then, and the others behind in their order.
fn arranged(mut parts: Parts, place: usize, at: usize, edge: Edge) -> Parts {
    parts.shared = edge.shared;
    if let Some(moved) = parts.locals.get_mut(at..=place) {
        moved.rotate_right(1);
    }
    if let Some(own) = parts.locals.get_mut(at) {
        *own = edge.local;
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use std::sync::Arc;

    use lock::{Algorithm, Program};
    use sim::{ClientId, Move, Property, Setup};

    /// A row of numbers that looks like chance.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            (self.0 >> 33) as usize % end
        }
    }

    fn asked(question: &Question) -> String {
        let program = question.programs.first();
        let program = program.map_or("", |program| program.source());
        format!("{:?} {:?}\n{program}", question.property, question.allowed)
    }

    /// Walks through worlds, and compares the words of all worlds that follow each with those that the table leads to.
    fn walk(question: Question, steps: usize, seed: u64) {
        let mut numbers = Numbers(seed);
        let counts = question.rounds.is_some();
        let question = Question {
            whole_seconds: true,
            ..question
        };
        let reductions = Reductions {
            // Two orders of servers may stand for one state: their forms are compared without it.
            exchanges_servers: false,
            // What is left out leads nowhere else: the plain explorer shows that.
            postpones: false,
            ..Reductions::of(&question)
        };
        let mut graph: Graph = Graph::new(question.clone(), reductions, true);
        let mut world = graph.pairs.start(&question.setup);
        let mut rounds = vec![u8::from(counts); graph.pairs.count];
        for _ in 0..steps {
            let word = graph.encode(world.clone(), &rounds).unwrap().word;
            let mut by_table = BTreeSet::from([word]);
            let parts = graph.parts(word);
            let mut successors = Vec::new();
            graph.successors(parts, &mut successors).unwrap();
            by_table.extend(successors.iter().map(|next| next.word));
            by_table.extend(graph.tick(parts).unwrap().map(|(next, _)| next.word));
            // Each with a world of that word.
            let mut by_engine = BTreeMap::from([(word, (world.clone(), rounds.clone()))]);
            let mut next = Vec::new();
            let ids: Vec<ClientId> = world.clients().iter().map(|client| client.id()).collect();
            for (place, id) in ids.into_iter().enumerate() {
                for mv in question.moves(&world, id, rounds[place]) {
                    let mut begun = rounds.clone();
                    begun[place] += u8::from(counts && matches!(mv, Move::Restart(_)));
                    next.push((mv, begun));
                }
            }
            let faults = graph
                .pairs
                .faults()
                .iter()
                .filter(|mv| world.can(mv).is_ok());
            next.extend(faults.map(|mv| (mv.clone(), rounds.clone())));
            next.push((Move::Tick(1000), rounds.clone()));
            let mut after = Vec::new();
            for (mv, begun) in next {
                let mut moved = world.clone();
                moved.apply(mv, &mut ()).unwrap();
                let word = graph.encode(moved.clone(), &begun).unwrap().word;
                by_engine.insert(word, (moved.clone(), begun.clone()));
                after.push((moved, begun));
            }
            // Of clients that are named elsewhere, two forms may stand for one world.
            let (mut only_engine, mut only_table) = (by_engine.clone(), by_table.clone());
            only_engine.retain(|word, _| !by_table.contains(word));
            only_table.retain(|word| !by_engine.contains_key(word));
            let mut is_matched = vec![false; only_table.len()];
            for (moved, begun) in only_engine.values() {
                let mut is_met = false;
                for (word, is_matched) in only_table.iter().zip(&mut is_matched) {
                    let wanted = graph.parts(*word);
                    let Graph {
                        canonicalizer,
                        pairs,
                        ..
                    } = &mut graph;
                    let stands = canonicalizer.stands_for(pairs, moved, begun, wanted);
                    let stands = stands.unwrap();
                    *is_matched |= stands;
                    is_met |= stands;
                }
                assert!(is_met, "the engine alone: {}", asked(&question));
            }
            let all_are = is_matched.iter().all(|is_matched| *is_matched);
            assert!(all_are, "the table alone: {}", asked(&question));
            let chosen = numbers.below(after.len());
            (world, rounds) = after.swap_remove(chosen);
        }
    }

    /// The store keeps a moment that was shown to it, and it passes as all others do.
    #[test]
    fn moments_that_the_store_has_seen_pass() {
        let text = "acquire:\n  SET lock.foo <token> NX PX <lease * 1000>\n  if reply = nil: wait 1, retry\n  mine := sent\n  enter until sent + lease\nwork:\n  read\n  write draft with mine\n  work 2\nrelease:\n  DEL lock.foo\n";
        let program = Arc::new(Program::parse(text).unwrap());
        let mut setup = Setup::new(Algorithm::Own, 2);
        setup.lease_s = 3;
        setup.own = Some(program);
        let mut question = Question::new(setup, Property::LostUpdate);
        question.allowed.gap = true;
        for seed in 1..5 {
            walk(question.clone(), 300, seed);
        }
    }

    /// A client that has left the lock, with messages in transit or without, need not know of any write.
    #[test]
    fn what_a_client_knew_of_the_store_leads_nowhere_once_it_has_left() {
        for seed in [24, 53, 66, 78] {
            let mut question = Question::new(Setup::new(Algorithm::Claim, 2), Property::LostUpdate);
            question.allowed.crash = true;
            question.allowed.gap = true;
            question.allowed.transit = true;
            question.rounds = Some(3);
            walk(question, 120, seed);
        }
    }

    /// Where messages between two sides are lost, so are waits at servers, of those clients alone that are on the other side.
    #[test]
    fn a_client_that_is_cut_off_ends_no_wait_of_another() {
        let text = "acquire:\n  SET k <token> NX EX <lease>\n  if reply != nil: enter until sent + lease\n  BLPOP s 1\n  retry\nwork:\n  work 1\nrelease:\n  DEL k\n  LPUSH s 1\n";
        let program = Arc::new(Program::parse(text).unwrap());
        let mut setup = Setup::new(Algorithm::Own, 3);
        setup.lease_s = 1;
        setup.own = Some(program);
        setup.loses_messages = true;
        let mut question = Question::new(setup, Property::TwoBelievers);
        question.allowed.part = true;
        // Who waits for a reply that was lost waits for ever.
        question.allowed.crash = true;
        question.allowed.restart = true;
        for seed in 1..9 {
            walk(question.clone(), 500, seed);
        }
    }

    /// Where a constant is added to a time that is long past, the sum is as far past, whether that time was kept as it is or not.
    #[test]
    fn a_sum_with_a_time_that_is_long_past_is_long_past() {
        let lines = [
            "  wait 5\n  mine := sent + lease",
            "  first := sent + 2\n  wait 4\n  mine := first + lease\n  wait 4",
            "  first := sent\n  wait 9\n  SET a <first + 5>\n  GET a\n  mine := reply - 2",
        ];
        for (lines, seed) in lines.into_iter().zip(1..) {
            let text = format!(
                "acquire:\n  SET k x NX PX <lease * 1000>\n  if reply = nil: wait 1, retry\n{lines}\n  enter until mine\nwork:\n  work 3\nrelease:\n  if now >= mine: done\n  DEL k\n"
            );
            let mut setup = Setup::new(Algorithm::Own, 2);
            setup.lease_s = 1;
            setup.own = Some(Arc::new(Program::parse(&text).unwrap()));
            let mut question = Question::new(setup, Property::TwoBelievers);
            for clocks_set_ms in [Vec::new(), vec![2000, -2000]] {
                question.allowed.clocks_set_ms = clocks_set_ms;
                walk(question.clone(), 300, seed);
            }
        }
    }

    /// The reply to a client that made a key is lost, and the server knows that it is.
    #[test]
    fn a_reply_that_is_lost_when_a_server_is_cut_off_changes_a_grant() {
        let mut setup = Setup::new(Algorithm::Px, 2);
        setup.loses_messages = true;
        let mut question = Question::new(setup, Property::Shut);
        question.allowed.transit = true;
        question.allowed.part = true;
        // Who waits for a reply that was lost waits for ever.
        question.allowed.crash = true;
        question.allowed.restart = true;
        for seed in 1..5 {
            walk(question.clone(), 2000, seed);
        }
    }

    #[test]
    fn the_table_leads_wherever_the_engine_does() {
        for (number, algorithm) in (1..).zip(Algorithm::ALL) {
            let mut setup = Setup::new(algorithm, 3);
            setup.replicas = u8::from(algorithm == Algorithm::Wait);
            if algorithm.program().asks_all_alike() {
                setup.servers = 3;
            }
            for property in [Property::TwoLeases, Property::Shut, Property::LostUpdate] {
                let mut question = Question::new(setup.clone(), property);
                question.allowed.crash = true;
                question.allowed.restart = true;
                question.allowed.gap = true;
                walk(question.clone(), 120, number);
                question.allowed.transit = true;
                question.allowed.lose = true;
                question.allowed.forget = true;
                question.rounds = Some(3);
                walk(question.clone(), 120, number + 100);
                // A message between two sides waits, or is lost.
                question.allowed.part = true;
                for loses_messages in [false, true] {
                    question.setup.loses_messages = loses_messages;
                    walk(question.clone(), 120, number + 200);
                }
            }
        }
    }
}
