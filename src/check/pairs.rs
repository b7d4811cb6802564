//! The parts of states by their numbers, and the transitions of pairs of them: each is made once, by the engine.

use std::sync::Arc;

use super::canonical::Parts;
use super::intern::{Chunks, Grid, Intern, Memo, Rows};
use super::names::{BASE_S, COUNT, Exchange, Mentions, SELF, Shift, Symbol};
use super::question::{Player, Property, Question, Times};
use crate::lock::{Kept, Named, Program};
use crate::sim::{
    Absent, Broken, CLIENTS_MAX, ClientId, ClientState, Facts, Local, Memory, Move, Observer,
    Setup, Shared, World,
};

/// Why a search stops before it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The numbers of parts do not fit into a word.
    Full,
    /// States or their parts take too much memory.
    Limit,
    /// A number may be a moment or not: moments must be kept as they are.
    Strange,
}

/// What a client does that others have to know, as bits.
pub mod flag {
    /// It believes that it holds the lock.
    pub const BELIEVES: u8 = 1;
    /// Its lease is valid by its own clock.
    pub const LEASE: u8 = 2;
    /// It believes, and its lease has ended.
    pub const OVERRUNS: u8 = 4;
    /// It has not ended.
    pub const TRIES: u8 = 8;
    /// It names an attempt or a long past moment by a number that may not be the least.
    pub const IRREGULAR: u8 = 16;
    /// It names another client.
    pub const FOREIGN: u8 = 32;
}

/// What keeps a state from being in its normal form once its clients stand in order.
pub const NAMES: u8 = flag::IRREGULAR | flag::FOREIGN;

/// What a move of one client came to.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Edge {
    pub shared: u32,
    pub local: u32,
    /// Whether the property was broken, as far as these two parts tell.
    pub is_broken: bool,
    /// Whether neither part names a client or a symbol that may be renamed.
    pub is_plain: bool,
    /// The clients whose granted key was removed, as bits by their places.
    pub robbed: u16,
}

/// Where edges stand: the first one above, their number in the 16 bits below.
#[derive(Clone, Copy)]
pub struct Edges(u64);

/// What is known of a shared part.
#[derive(Clone, Default)]
pub struct SharedFacts {
    /// For each place of a client when it is first named; [`UNNAMED`] when it is not.
    pub ranks: [u8; CLIENTS_MAX],
    /// Whether a client is named, or something is left on a connection.
    pub names: bool,
    pub is_irregular: bool,
    pub symbols: Vec<Symbol>,
    /// What the counter holds, unless the store has seen it.
    pub unseen: Option<Symbol>,
    /// The number of its symbols.
    pub signature: u32,
}

/// Lists of symbols that have numbers: most questions have some dozens, and more are not worth the time to look for one.
const SIGNED_MAX: usize = 512;

/// Symbols, and what the counter holds unseen.
type Signed = (Vec<Symbol>, Option<Symbol>);

/// The rank of a client that is not named.
pub const UNNAMED: u8 = 15;
/// The rank of a client that is not named, and has something left on its connection.
const LEFT: u8 = 14;

/// For how many ticks a *Read* is put off before it counts as one that makes a difference.
const TICKS_MAX: usize = 64;

/// The bytes that a part takes, about.
const PART_BYTES: usize = 1024;
/// No answer yet.
const UNKNOWN: u32 = u32::MAX;
/// There is none.
pub const NONE: u32 = u32::MAX - 1;

/// The parts and their transitions.
pub struct Pairs {
    pub question: Question,
    pub times: Times,
    pub count: usize,
    /// Whether clients can be exchanged.
    pub exchanges: bool,
    /// Whether servers can be.
    pub servers_alike: bool,
    pub servers: usize,
    programs: Vec<Arc<Program>>,
    live: Vec<Vec<Kept>>,
    absent: Absent,
    empty: Absent,
    pub facts: Facts,
    oldest_s: i64,
    compares_kept: bool,
    start_ms: i64,
    /// The key whose numbers only show an order.
    counter: Option<Vec<u8>>,
    pub shareds: Intern<Shared>,
    pub locals: Intern<Player>,
    pub of_shared: Chunks<SharedFacts>,
    pub flags: Vec<u8>,
    pub symbols: Chunks<Vec<Symbol>>,
    /// The number of the symbols of what a client has.
    signatures: Vec<u32>,
    /// Lists of symbols by their numbers.
    signed: Vec<Signed>,
    /// Where the edges of a pair begin, and how many they are.
    known: Grid,
    edges: Rows<Edge>,
    /// What *Read* leads to, by the place of a client and what it has.
    reads: Grid,
    /// Whether a *Read* is left out that may as well be made at any later time.
    pub postpones: bool,
    /// Whether one may be, by the place of a client and what it has.
    waits: Grid,
    ticked_shared: Vec<u32>,
    ticked_local: Vec<u32>,
    /// Whether time alone breaks the property, by a client.
    breaks: Vec<bool>,
    faults: Vec<Move>,
    faulted: Memo,
    is_strange: bool,
    /// How many parts were numbered: by each first transition of a pair, and by each renaming.
    pub numbered: usize,
}

impl Pairs {
    /// For a question, with moments kept so.
    pub fn new(question: Question, times: Times) -> Pairs {
        let mut programs: Vec<Arc<Program>> = Vec::new();
        for program in &question.programs {
            if !programs.contains(program) {
                programs.push(Arc::clone(program));
            }
        }
        let lease_s = question.setup.lease_s;
        let replies = question.setup.value.is_some();
        let uses: Vec<_> = programs
            .iter()
            .map(|program| program.time_use(lease_s, replies))
            .collect();
        let horizon_s = uses.iter().map(|one| one.horizon_s).max().unwrap_or(0);
        let jump_ms = question
            .allowed
            .clocks_set_ms
            .iter()
            .map(|ms| ms.abs())
            .max()
            .unwrap_or(0);
        let skew_ms = question
            .setup
            .clients
            .iter()
            .map(|client| client.skew_ms.abs())
            .max();
        let apart_s = i64::from(question.allowed.clocks_apart_s)
            + (jump_ms + skew_ms.unwrap_or(0) + 999) / 1000;
        let mut named = |text: &[u8]| Named::read(text).is_some();
        let names_anybody = programs
            .iter()
            .any(|program| program.any_literal(&mut named));
        let servers = usize::from(question.setup.servers + question.setup.replicas);
        let servers_alike =
            question.setup.servers > 1 && programs.iter().all(|program| program.asks_all_alike());
        let mut faults = Vec::new();
        for place in 0..question.setup.servers + question.setup.replicas {
            if question.allowed.forget {
                faults.extend([Move::Fail(place), Move::Recover(place, Memory::Nothing)]);
            }
            if question.allowed.fail_over {
                faults.extend([Move::Replicate(place), Move::Promote(place)]);
            }
        }
        let counter = counter_of(&question, times);
        let start = start_of(&question, times, &question.setup, counter.as_deref());
        let holds = question.property == Property::RemovedLock;
        Pairs {
            count: question.programs.len().min(question.setup.clients.len()),
            exchanges: !names_anybody,
            servers_alike,
            servers,
            live: programs.iter().map(|program| program.live()).collect(),
            compares_kept: uses.iter().any(|one| one.compares_kept),
            oldest_s: BASE_S - horizon_s - 2 * apart_s - 1,
            absent: Absent::of(&start, holds),
            empty: Absent::of(&start, false),
            start_ms: start.now_ms(),
            counter,
            facts: Facts {
                scripts: question
                    .programs
                    .iter()
                    .any(|program| program.names_digests()),
                lag: question.allowed.fail_over,
                ..question.property.facts()
            },
            programs,
            times,
            shareds: Intern::new(),
            locals: Intern::new(),
            of_shared: Chunks::new(),
            flags: Vec::new(),
            symbols: Chunks::new(),
            signatures: Vec::new(),
            signed: Vec::new(),
            known: Grid::new(),
            edges: Rows::new(),
            reads: Grid::new(),
            waits: Grid::new(),
            postpones: may_postpone(&question, times),
            ticked_shared: Vec::new(),
            ticked_local: Vec::new(),
            breaks: Vec::new(),
            faults,
            faulted: Memo::new(),
            is_strange: false,
            numbered: 0,
            question,
        }
    }

    /// The first world of these settings, with moments as this search keeps them.
    pub fn start(&self, setup: &Setup) -> World {
        start_of(&self.question, self.times, setup, self.counter.as_deref())
    }

    fn is_relative(&self) -> bool {
        self.times == Times::Relative
    }

    /// The moves of servers that are allowed.
    pub fn faults(&self) -> &[Move] {
        &self.faults
    }

    /// The second before which moments are long past, and the gap between two of them that no comparison spans.
    pub fn past(&self) -> (i64, i64) {
        (self.oldest_s, BASE_S - self.oldest_s + 1)
    }

    fn shift(&self, now_ms: i64, exchange: Exchange) -> (i64, Shift) {
        let by_s = match self.is_relative() {
            true => (now_ms - BASE_S * 1000).div_euclid(1000),
            false => 0,
        };
        let shift = Shift {
            is_relative: self.is_relative(),
            by_s,
            oldest_s: (!self.compares_kept).then_some(self.oldest_s),
            oldest_ms: self.oldest_s * 1000,
            exchange,
            counts: self.counter.is_some(),
            is_strange: false,
        };
        (now_ms - by_s * 1000, shift)
    }

    /// The number of what is shared; `exchange` gives the clients their places.
    pub fn shared(&mut self, mut shared: Shared, exchange: Exchange) -> Result<u32, Halt> {
        let (now_ms, mut shift) = self.shift(shared.now_ms(), exchange);
        shared.rename(now_ms, &mut shift);
        shared.settle(self.facts);
        self.is_strange |= shift.is_strange;
        self.number_shared(shared)
    }

    /// The number of what is shared and is in its normal form.
    pub fn number_shared(&mut self, shared: Shared) -> Result<u32, Halt> {
        self.numbered += 1;
        let (number, is_new) = self.shareds.number(shared);
        if is_new {
            let facts = self.facts_of(number);
            self.of_shared.push(facts);
            self.ticked_shared.push(UNKNOWN);
        }
        self.checked(number)
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
        let counts = self.question.attempts.is_some();
        let mut all = symbols.iter();
        let is_kept = |symbol: &Symbol| counts && matches!(symbol, Symbol::Attempt(..));
        !all.all(|symbol| symbol.is_least() || is_kept(symbol))
    }

    fn mentions(&self) -> Mentions {
        Mentions {
            oldest_s: (self.is_relative() && self.compares_kept).then_some(self.oldest_s),
            counts: self.counter.is_some(),
            ..Mentions::default()
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
        let live = self.programs.iter().position(is_it).or_else(|| {
            let mut all = self.programs.iter();
            all.position(|known| **known == *program)
        });
        let live = live
            .and_then(|at| self.live.get(at))
            .map_or(&[][..], Vec::as_slice);
        let keeps_past = !self.question.allowed.clocks_set_ms.is_empty() || !self.is_relative();
        local.settle(live, self.facts, keeps_past);
        let (now_ms, mut shift) = self.shift(local.now_ms(), exchange);
        local.rename(now_ms, &mut shift);
        self.is_strange |= shift.is_strange;
        self.number_player(Player { local, rounds })
    }

    /// The number of what a client has and is in its normal form.
    pub fn number_player(&mut self, player: Player) -> Result<u32, Halt> {
        self.numbered += 1;
        let (number, is_new) = self.locals.number(player);
        if is_new {
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
        let client = local.client();
        let mut flags = 0;
        let mut set = |is_so: bool, bit: u8| flags |= if is_so { bit } else { 0 };
        set(client.believes(), flag::BELIEVES);
        set(local.has_lease(), flag::LEASE);
        set(client.believes() && !local.has_lease(), flag::OVERRUNS);
        let runs = matches!(
            client.state(),
            ClientState::Running | ClientState::Asleep { .. }
        );
        set(runs, flag::TRIES);
        set(self.are_irregular(&mentions.symbols), flag::IRREGULAR);
        let own = client.id().0;
        set(mentions.clients.iter().any(|id| *id != own), flag::FOREIGN);
        self.flags.push(flags);
        let signature = self.sign(&mentions.symbols, None);
        self.signatures.push(signature);
        self.symbols.push(mentions.symbols);
        self.ticked_local.push(UNKNOWN);
        self.breaks.push(false);
    }

    fn checked(&self, number: u32) -> Result<u32, Halt> {
        match () {
            () if self.is_strange => Err(Halt::Strange),
            () if self.bytes() > self.question.bytes_max => Err(Halt::Limit),
            () => Ok(number),
        }
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.shareds.len() + self.locals.len()
    }

    /// Drops some parts, which takes time; whether there were any. Nothing else is to be asked of it from then on.
    pub fn shrink(&mut self) -> bool {
        self.shareds.shrink()
            || self.locals.shrink()
            || self.of_shared.shrink()
            || self.symbols.shrink()
    }

    /// The bytes that the parts and their transitions take, about.
    pub fn bytes(&self) -> usize {
        self.parts() * PART_BYTES + self.edges.len() * size_of::<Edge>() + self.known.bytes()
    }

    /// The flags of what a client has.
    #[inline(always)]
    pub fn flags_of(&self, local: u32) -> u8 {
        self.flags.get(local as usize).copied().unwrap_or(0)
    }

    /// The name that a client has in its own part, when it stands at this place.
    pub fn own_name(&self, place: usize) -> ClientId {
        match self.exchanges {
            true => SELF,
            false => ClientId(place as u8 + 1),
        }
    }

    /// What a client has, under the name of its place.
    fn placed(&self, number: u32, place: usize) -> Option<Player> {
        let mut player = self.locals.get(number)?.clone();
        let exchange = Exchange::none().with(SELF, ClientId(place as u8 + 1));
        let mut shift = Shift::of_clients(exchange);
        player.local.rename(player.local.now_ms(), &mut shift);
        Some(player)
    }

    /// Whose edges these are: of what is shared, a place of a client, and what the client there has.
    #[inline(always)]
    pub fn edges_of(&mut self, shared: u32, place: usize, local: u32) -> Result<Edges, Halt> {
        let row = shared as usize * self.count + place;
        match self.known.get(row, local) {
            Some(edges) => Ok(Edges(edges)),
            None => self.compute(row, shared, place, local),
        }
    }

    /// What the moves of a client come to.
    #[inline(always)]
    pub fn edges(&self, edges: Edges) -> &[Edge] {
        self.edges
            .get((edges.0 >> 16) as usize, edges.0 as usize & 0xffff)
    }

    #[cold]
    fn compute(
        &mut self,
        row: usize,
        shared: u32,
        place: usize,
        local: u32,
    ) -> Result<Edges, Halt> {
        if local >= 1 << 28 {
            return Err(Halt::Full);
        }
        let mut edges: Vec<Edge> = Vec::new();
        let id = ClientId(place as u8 + 1);
        let Some(player) = self.placed(local, place) else {
            return Err(Halt::Full);
        };
        let Some(of_shared) = self.shareds.get(shared) else {
            return Err(Halt::Full);
        };
        let world = self.absent.join(of_shared, &[&player.local]);
        let own = Exchange::none().with(id, self.own_name(place));
        let mut moves = self.question.moves(&world, id, player.rounds).into_iter();
        let mut world = Some(world);
        while let Some(mv) = moves.next() {
            // What a client computes before it sends anything does not depend on what is shared.
            let is_read = matches!(mv, Move::Read(_));
            let known = self.read_at(place, local).filter(|_| is_read);
            let found = match known {
                Some(read) => Some(self.edge_to(shared, read, false, 0)),
                None => {
                    // The last move needs no copy.
                    let is_last = moves.as_slice().is_empty();
                    let after = if is_last { world.take() } else { world.clone() };
                    let Some(mut after) = after else { break };
                    let mut noted = Noted::new(self.question.property);
                    let is_restart = matches!(mv, Move::Restart(_));
                    if after.apply(mv, &mut noted).is_err() {
                        continue;
                    }
                    let rounds = match self.question.rounds {
                        Some(_) => player.rounds + u8::from(is_restart),
                        None => 0,
                    };
                    self.edge(after, shared, place, rounds, own, noted)?
                }
            };
            if let Some(edge) = found {
                if is_read && self.is_alone(shared, local, edge) {
                    if known.is_none() {
                        self.reads.put(place, local, u64::from(edge.local));
                    }
                    let may_wait = self.postpones && !self.enters(local, edge.local);
                    if may_wait && self.can_wait(shared, place, local, edge.local)? {
                        continue;
                    }
                }
                let is_moved = edge.shared != shared || edge.local != local;
                let counts = is_moved || edge.is_broken || edge.robbed != 0;
                if counts && !edges.contains(&edge) {
                    edges.push(edge);
                }
            }
        }
        let begin = self.edges.put(&edges);
        let answer = (begin as u64) << 16 | edges.len() as u64;
        self.known.put(row, local, answer);
        Ok(Edges(answer))
    }

    fn edge(
        &mut self,
        after: World,
        from: u32,
        place: usize,
        rounds: u8,
        own: Exchange,
        noted: Noted,
    ) -> Result<Option<Edge>, Halt> {
        let (shared, locals) = after.apart();
        let Some(local) = locals.into_iter().nth(place) else {
            return Ok(None);
        };
        let most = self.question.attempts;
        if most.is_some_and(|most| local.client().attempt() >= most) {
            return Ok(None);
        }
        // Most moves change nothing that is shared, and it has its number.
        let shared = match self.shareds.get(from) == Some(&shared) {
            true => from,
            false => self.shared(shared, Exchange::none())?,
        };
        let local = self.player(local, rounds, own)?;
        Ok(Some(self.edge_to(
            shared,
            local,
            noted.is_broken,
            noted.robbed,
        )))
    }

    fn edge_to(&self, shared: u32, local: u32, is_broken: bool, robbed: u16) -> Edge {
        let facts = self.of_shared.get(shared as usize);
        let is_plain = facts.is_some_and(|facts| !facts.names && !facts.is_irregular);
        Edge {
            shared,
            local,
            is_plain: is_plain && self.flags_of(local) & NAMES == 0,
            is_broken,
            robbed,
        }
    }

    /// Whether a client gets in by a move.
    fn enters(&self, before: u32, after: u32) -> bool {
        self.flags_of(after) & !self.flags_of(before) & flag::BELIEVES != 0
    }

    /// Whether a *Read* depends on nothing that is shared: not on who was granted the key, on the version of the store
    /// that a client gets in with, or on which server takes the writes.
    fn is_alone(&self, shared: u32, local: u32, edge: Edge) -> bool {
        let enters = self.enters(local, edge.local) && self.facts.versions;
        !enters
            && !self.facts.grants
            && !self.question.allowed.fail_over
            && edge == self.edge_to(shared, edge.local, false, 0)
    }

    /// What a client has once it has computed its next request, if that was made.
    fn read_at(&self, place: usize, local: u32) -> Option<u32> {
        self.reads.get(place, local).map(|read| read as u32)
    }

    /// Whether a client that reads its clock now has the same at every later time as if it reads the clock then. So nothing is
    /// lost by reading it later, up to when the client sends, and then reading and sending are one move.
    fn can_wait(&mut self, shared: u32, place: usize, local: u32, read: u32) -> Result<bool, Halt> {
        let (mut at, mut read, mut passed) = (local, read, Vec::new());
        let can = loop {
            if let Some(known) = self.waits.get(place, at) {
                break known == 1;
            }
            if passed.len() == TICKS_MAX {
                break false;
            }
            passed.push(at);
            let (later, _) = self.tick_local(at)?;
            let (read_later, _) = self.tick_local(read)?;
            if self.read_of(shared, place, later)? != Some(read_later) {
                break false;
            }
            if later == at {
                break true;
            }
            (at, read) = (later, read_later);
        };
        for local in passed {
            self.waits.put(place, local, u64::from(can));
        }
        Ok(can)
    }

    /// What *Read* leads to, if that depends on nothing that is shared and the client does not get in.
    fn read_of(&mut self, shared: u32, place: usize, local: u32) -> Result<Option<u32>, Halt> {
        let known = self.read_at(place, local);
        if let Some(read) = known {
            return Ok(known.filter(|_| !self.enters(local, read)));
        }
        let (Some(player), Some(of_shared)) = (self.placed(local, place), self.shareds.get(shared))
        else {
            return Err(Halt::Full);
        };
        let id = ClientId(place as u8 + 1);
        let mut world = self.absent.join(of_shared, &[&player.local]);
        if world.apply(Move::Read(id), &mut ()).is_err() {
            return Ok(None);
        }
        let own = Exchange::none().with(id, self.own_name(place));
        let noted = Noted::new(self.question.property);
        let found = self.edge(world, shared, place, player.rounds, own, noted)?;
        let alone = found.filter(|edge| self.is_alone(shared, local, *edge));
        if let Some(edge) = alone {
            self.reads.put(place, local, u64::from(edge.local));
        }
        let read = alone.map(|edge| edge.local);
        Ok(read.filter(|read| !self.enters(local, *read)))
    }

    /// What is shared, a tick later; [`NONE`] when no more time may pass.
    pub fn tick_shared(&mut self, number: u32) -> Result<u32, Halt> {
        if let Some(known) = self
            .ticked_shared
            .get(number as usize)
            .filter(|known| **known != UNKNOWN)
        {
            return Ok(*known);
        }
        let Some(shared) = self.shareds.get(number) else {
            return Err(Halt::Full);
        };
        let mut world = self.empty.join(shared, &[]);
        let ticked = match self.may_tick(world.now_ms())
            && world
                .apply(Move::Tick(self.question.tick_ms), &mut ())
                .is_ok()
        {
            true => self.shared(world.apart().0, Exchange::none())?,
            false => NONE,
        };
        if let Some(known) = self.ticked_shared.get_mut(number as usize) {
            *known = ticked;
        }
        Ok(ticked)
    }

    /// Whether a tick may follow at this time.
    pub fn may_tick(&self, now_ms: i64) -> bool {
        match self.times {
            Times::Relative => true,
            Times::Absolute(seconds) => {
                now_ms + self.question.tick_ms <= self.start_ms + seconds * 1000
            }
        }
    }

    /// What a client has, a tick later, and whether that breaks the property.
    pub fn tick_local(&mut self, number: u32) -> Result<(u32, bool), Halt> {
        let at = number as usize;
        if let Some(known) = self.ticked_local.get(at).filter(|known| **known != UNKNOWN) {
            return Ok((*known, self.breaks.get(at) == Some(&true)));
        }
        let Some(player) = self.locals.get(number).cloned() else {
            return Err(Halt::Full);
        };
        let mut local = player.local;
        let rounds = player.rounds;
        let now_ms = local.now_ms() + self.question.tick_ms;
        let is_broken = local.pass(now_ms);
        let ticked = self.player(local, rounds, Exchange::none())?;
        if let (Some(known), Some(breaks)) =
            (self.ticked_local.get_mut(at), self.breaks.get_mut(at))
        {
            *known = ticked;
            *breaks = is_broken && self.question.property == Property::HeldIdle;
        }
        Ok((ticked, is_broken))
    }

    /// What is shared, after a move of a server; [`NONE`] when it cannot be made.
    pub fn fault_shared(&mut self, fault: usize, number: u32) -> Result<u32, Halt> {
        let key = 1 << 63 | (fault as u64) << 32 | u64::from(number);
        if let Some(known) = self.faulted.get(key) {
            return Ok(known as u32);
        }
        let (Some(shared), Some(mv)) = (self.shareds.get(number), self.faults.get(fault)) else {
            return Err(Halt::Full);
        };
        let mut world = self.empty.join(shared, &[]);
        let new = match world.apply(mv.clone(), &mut ()) {
            Ok(()) => self.shared(world.apart().0, Exchange::none())?,
            Err(_) => NONE,
        };
        self.faulted.put(key, u64::from(new));
        Ok(new)
    }

    /// What a client has, after a move of a server that can be made.
    pub fn fault_local(&mut self, fault: usize, shared: u32, local: u32) -> Result<u32, Halt> {
        // Of what is shared only what is up matters to a client's messages: the number of the move says so.
        let key = (fault as u64) << 32 | u64::from(local);
        if let Some(known) = self.faulted.get(key) {
            return Ok(known as u32);
        }
        let Some(mv) = self.faults.get(fault).cloned() else {
            return Err(Halt::Full);
        };
        let (Some(of_shared), Some(player)) = (self.shareds.get(shared), self.placed(local, 0))
        else {
            return Err(Halt::Full);
        };
        let place = usize::from(player.local.client().id().0.saturating_sub(1));
        let mut world = self.empty.join(of_shared, &[&player.local]);
        let own = Exchange::none().with(ClientId(place as u8 + 1), self.own_name(place));
        let new = match world.apply(mv, &mut ()) {
            Ok(()) => match world.apart().1.into_iter().nth(place) {
                Some(after) => self.player(after, player.rounds, own)?,
                None => local,
            },
            Err(_) => local,
        };
        self.faulted.put(key, u64::from(new));
        Ok(new)
    }
}

/// Whether a *Read* that may as well be made at any later time can be left out: where nothing but time tells a client that has read
/// its clock from one that has not. The property must be broken by a move, and the more so the longer somebody believes that it
/// holds the lock: a client may leave with its *Read*.
fn may_postpone(question: &Question, times: Times) -> bool {
    let allowed = &question.allowed;
    let by_move = !matches!(question.property, Property::NobodyEver | Property::HeldIdle);
    let is_plain = allowed.gap && !allowed.transit && !allowed.forget && !allowed.fail_over;
    let by_time = times == Times::Relative && question.tick_ms == 1000;
    let programs = question.programs.iter();
    let has_threads = programs.clone().any(|program| program.has_meanwhile());
    by_move && is_plain && by_time && allowed.clocks_set_ms.is_empty() && !has_threads
}

/// The key that programs count with, where only the order of its numbers matters: each new one is above all others. A server
/// that comes back without it would count anew.
fn counter_of(question: &Question, times: Times) -> Option<Vec<u8>> {
    let loses = question.allowed.forget || question.allowed.fail_over;
    let is_one = question.setup.servers == 1 && question.setup.replicas == 0;
    let mut programs = question.programs.iter();
    let key = programs.clone().find_map(|program| program.counter())?;
    let counts = programs.all(|program| program.only_counts(key) && program.lock_key() != key);
    let may = times == Times::Relative && is_one && !loses && counts;
    may.then(|| key.to_vec())
}

/// The first world of a question in these settings.
fn start_of(question: &Question, times: Times, setup: &Setup, counter: Option<&[u8]>) -> World {
    let mut setup = setup.clone();
    for (client, number) in setup.clients.iter_mut().zip(1..) {
        client.id = ClientId(number);
    }
    if times == Times::Relative {
        let later_s = BASE_S - setup.start_s;
        let shifted = |text: String| match text.parse::<i64>() {
            Ok(second) => (second + later_s).to_string(),
            Err(_) => text,
        };
        setup.value = setup.value.map(shifted);
        setup.start_s = BASE_S;
    }
    let mut world = setup.world_of(&question.programs);
    if let Some(key) = counter {
        world.set_value(key, COUNT.to_string().as_bytes());
    }
    world
}

impl Question {
    /// The moves of a client that are allowed now, in a fixed order.
    pub(super) fn moves(&self, world: &World, id: ClientId, rounds: u8) -> Vec<Move> {
        let allowed = &self.allowed;
        let mut all = vec![Move::Step(id)];
        if allowed.gap || allowed.transit {
            all.push(Move::Read(id));
        }
        if allowed.transit {
            all.push(Move::Send(id));
        }
        all.extend([Move::TimeOut(id), Move::Meanwhile(id)]);
        for (message, is_reply) in world.messages().filter(|(name, _)| name.client == id) {
            if allowed.transit {
                all.push(match is_reply {
                    true => Move::Receive(message),
                    false => Move::Execute(message),
                });
            }
            if allowed.lose {
                all.push(Move::Lose(message));
            }
        }
        if allowed.crash {
            all.push(Move::Crash(id));
        }
        let state = world.client(id).map(|client| client.state());
        if state.is_some_and(|state| self.may_begin(rounds, state)) {
            all.push(Move::Restart(id));
        }
        all.extend(allowed.clocks_set_ms.iter().map(|ms| Move::Skew(id, *ms)));
        all.retain(|mv| world.can(mv).is_ok());
        all
    }
}

/// Notes whether a move breaks a property, as far as its client and what is shared tell.
struct Noted {
    property: Property,
    is_broken: bool,
    robbed: u16,
}

impl Noted {
    fn new(property: Property) -> Noted {
        Noted {
            property,
            is_broken: false,
            robbed: 0,
        }
    }
}

impl Observer for Noted {
    fn broke(&mut self, broken: Broken) {
        match broken {
            Broken::RemovedLock { of, .. } if self.property == Property::RemovedLock => {
                self.robbed |= 1 << of.0.saturating_sub(1);
            }
            _ => self.is_broken |= broken.name() == self.property.name(),
        }
    }
}
