//! The parts of states by their numbers, and the transitions of pairs of them: each is made once, by the engine.

mod edges;
mod moves;
mod numbers;
pub mod ticks;
mod waits;

use std::sync::Arc;

use self::ticks::Ticked;
use self::waits::may_postpone;
use crate::numbering::intern::{Chunks, Grid, Intern, Memo, Rows};
use crate::numbering::names::{BASE_S, COUNT, Exchange, Relabel, SELF, Shift, Symbol};
use crate::question::Question;
use crate::reductions::{Reductions, different};
use crate::verdict::{Instants, Times};
use keyspace::Server;
use lock::{CONSTANT_MAX, Kept, Program};
use sim::{
    Absent, CLIENTS_MAX, ClientId, ClientSetup, Facts, Judgement, Local, Memory, Move, Node,
    Property, Setup, Shared, World,
};

/// A client of a state, and how often it has begun its program; 0 when that is not counted.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Player {
    pub local: Local,
    pub rounds: u8,
}

/// Why a search stops before it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The numbers of parts do not fit into a word.
    Full,
    /// States or their parts take too much memory.
    Limit,
    /// A number may be a moment or not: moments must be kept as they are.
    Strange,
    /// There are more deadlines at different places within the grain than it has milliseconds.
    Narrow,
    /// The moves of a trace do not lead along its states: a reduction is wrong.
    Replay,
    /// Nobody ever gets in, but for who has begun as often as the question allows.
    Rounds,
}

/// What a client does that others have to know, as bits.
pub mod flag {
    /// It believes that it holds the lock.
    pub const BELIEVES: u8 = 1;
    /// Its lease is valid by its own clock.
    pub const LEASE: u8 = 2;
    /// It believes, and its lease has ended.
    pub const OVERRUNS: u8 = 4;
    /// It tries to get the lock: it has not ended, and does not work or release.
    pub const TRIES: u8 = 8;
    /// It names an attempt or a long past moment by a number that may not be the least.
    pub const IRREGULAR: u8 = 16;
    /// It names another client.
    pub const FOREIGN: u8 = 32;
}

/// What keeps a state from being in its canonical form once its clients stand in order.
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
    /// The place of the present within the grain, in milliseconds.
    pub instant_ms: i64,
    /// The latest place of a deadline within the grain.
    pub latest_ms: i64,
    /// In how many milliseconds the next deadline is an instant, where deadlines are.
    pub next_ms: i64,
}

/// Symbols, and what the counter holds unseen.
type Signed = (Vec<Symbol>, Option<Symbol>);

/// The rank of a client that is not named.
pub const UNNAMED: u8 = 15;

/// The bytes that a part takes for each word that its hash is made of, about: what a field, an element or a piece of a text
/// takes with its share of what stands around it.
const WORD_BYTES: usize = 24;
/// The bytes that the keys of a server take beside those that it counts, about. Its hash does not tell: it is made of a sum over them.
const KEYS_BYTES: usize = 640;
/// The bytes of what is known of a part, about.
const FACTS_BYTES: usize = 160;
/// No answer yet.
const UNKNOWN: u32 = u32::MAX;
/// There is none.
pub const NONE: u32 = u32::MAX - 1;

/// The parts and their transitions.
pub struct Pairs {
    pub question: Question,
    /// Of the question's property.
    pub judgement: Judgement,
    /// Whether the property is about several clients at once, and a program lets in more than one.
    pub is_for_several: bool,
    pub reductions: Reductions,
    pub count: usize,
    pub servers: usize,
    programs: Vec<Arc<Program>>,
    live: Vec<Vec<Kept>>,
    /// As [`Shift::horizons`], for each program.
    horizons: Vec<Vec<i64>>,
    absent: Absent,
    empty: Absent,
    pub facts: Facts,
    oldest_s: i64,
    start_ms: i64,
    /// The key whose numbers only show an order.
    counter: Option<Vec<u8>>,
    pub shareds: Intern<Shared>,
    /// The servers of the shared parts: few are different, and each is kept once.
    hosts: Intern<Arc<Server>>,
    /// The bytes that all parts take, about.
    part_bytes: usize,
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
    postpones: bool,
    /// Whether one may be, by the place of a client and what it has.
    waits: Grid,
    ticked_shared: Ticked,
    ticked_local: Ticked,
    /// The latest place of a deadline within the grain, of what a client has.
    latest_ms: Vec<i64>,
    /// As [`SharedFacts::next_ms`], of what a client has.
    next_ms: Vec<i64>,
    /// The places within a second at which a clock shows another one; 0 alone where they have no part in the instants.
    clocks_ms: Vec<i64>,
    faults: Vec<Move>,
    faulted: Memo,
    is_strange: bool,
    /// Whether a client has believed that it holds the lock.
    pub is_entered: bool,
    /// Whether a client was refused by a key that was granted to somebody, and whether one was by what is not clear.
    pub is_met: bool,
    pub is_unclear: bool,
    /// The line on which a client stopped by itself, the first that did, and the words of a server that refused a command.
    pub fault: Option<(u32, String)>,
    /// How many parts were numbered: by each first transition of a pair, and by each renaming.
    pub numbered: usize,
}

impl Pairs {
    /// For a question, with these reductions.
    pub fn new(question: Question, reductions: Reductions) -> Pairs {
        let times = reductions.times;
        let servers = usize::from(question.setup.servers + question.setup.replicas);
        let mut faults = Vec::new();
        for place in 0..question.setup.servers + question.setup.replicas {
            if question.allowed.forget {
                faults.extend([Move::Fail(place), Move::Recover(place, Memory::Nothing)]);
            }
            if question.allowed.fail_over {
                faults.extend([Move::Replicate(place), Move::Promote(place)]);
            }
            let clocks_ms = question.allowed.server_clocks_set_ms.iter();
            faults.extend(clocks_ms.map(|ms| Move::SkewServer(place, *ms)));
            if question.allowed.part {
                let node = Node::Server(place);
                faults.extend([Move::CutOff(node), Move::Rejoin(node)]);
            }
        }
        let counter = counter_of(&question).filter(|_| reductions.ranks_counts);
        let programs: Vec<Arc<Program>> = different(&question)
            .into_iter()
            .filter_map(|one| question.programs.iter().find(|program| ***program == *one))
            .cloned()
            .collect();
        let start = start_of(&question, times, &question.setup, counter.as_deref());
        let judgement = question.property.judgement();
        let holds = judgement == Judgement::MoveAgainstLease;
        let mut lets_in = programs.iter().map(|program| program.holders());
        Pairs {
            is_for_several: judgement.is_of_two() && lets_in.any(|most| most > 1),
            judgement,
            count: question.programs.len().min(question.setup.clients.len()),
            servers,
            live: programs.iter().map(|program| program.live()).collect(),
            horizons: horizons(&programs, &reductions, question.setup.lease_s),
            oldest_s: BASE_S - reductions.horizon_s - 2 * question.apart_s() - 1,
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
                between: reductions.grain_ms.is_some_and(|ms| ms > 1),
                ..question.property.facts()
            },
            programs,
            shareds: Intern::new(),
            hosts: Intern::new(),
            part_bytes: 0,
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
            postpones: reductions.postpones && may_postpone(&question, times),
            ticked_shared: Ticked::new(),
            ticked_local: Ticked::new(),
            latest_ms: Vec::new(),
            next_ms: Vec::new(),
            clocks_ms: match reductions.instants {
                Instants::Deadlines => question.clock_places(),
                Instants::Every | Instants::Seconds => vec![0],
            },
            reductions,
            faults,
            faulted: Memo::new(),
            is_strange: false,
            is_entered: false,
            is_met: false,
            is_unclear: false,
            fault: None,
            numbered: 0,
            question,
        }
    }

    /// Whether the property could have been broken: a program does what that takes, or a client met a key that might be shut.
    pub fn is_tried(&self) -> bool {
        match self.question.property {
            Property::Shut => self.is_met && !self.is_unclear,
            _ => self.question.has_means(),
        }
    }

    /// The first world of these settings, with moments as this search keeps them.
    pub fn start(&self, setup: &Setup) -> World {
        start_of(
            &self.question,
            self.reductions.times,
            setup,
            self.counter.as_deref(),
        )
    }

    /// The settings at the start: the clients' clocks as they stand there, or in every way in which they may differ.
    pub fn starts(&self) -> Vec<Setup> {
        let mut all = vec![self.question.setup.clone()];
        let apart_s = i64::from(self.question.allowed.clocks_apart_s);
        let clocks = if apart_s > 0 { self.count } else { 0 };
        for (place, program) in self.question.programs.iter().take(clocks).enumerate() {
            if program.is_monotonic() {
                continue;
            }
            let mut more = Vec::new();
            for setup in &all {
                for second in 0..=apart_s {
                    let mut setup = setup.clone();
                    if let Some(ClientSetup { skew_ms, .. }) = setup.clients.get_mut(place) {
                        *skew_ms = second * 1000;
                    }
                    more.push(setup);
                }
            }
            all = more;
        }
        all
    }

    /// How often the clients have begun at the start.
    pub fn first_rounds(&self) -> Vec<u8> {
        vec![u8::from(self.question.rounds.is_some()); self.count]
    }

    fn is_relative(&self) -> bool {
        self.reductions.times == Times::Relative
    }

    /// Whether the numbers of attempts stay as they are.
    pub fn keeps_attempts(&self) -> bool {
        self.question.attempts_max().is_some() || !self.reductions.exchanges_clients
    }

    /// The new names of symbols.
    pub fn relabel<'a>(&self, names: &'a [(Symbol, Symbol)]) -> Relabel<'a> {
        Relabel {
            names,
            grain_ms: self.reductions.grain_ms,
        }
    }

    /// The moves of servers that are allowed.
    pub fn faults(&self) -> &[Move] {
        &self.faults
    }

    /// The second before which moments are long past, and the gap between two of them that no comparison spans.
    pub fn past(&self) -> (i64, i64) {
        (self.oldest_s, BASE_S - self.oldest_s + 1)
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.shareds.len() + self.locals.len()
    }

    /// Drops some parts, which takes time; whether there were any. Nothing else is to be asked of it from then on.
    pub fn shrink(&mut self) -> bool {
        self.shareds.shrink()
            || self.locals.shrink()
            || self.hosts.shrink()
            || self.of_shared.shrink()
            || self.symbols.shrink()
    }

    /// The bytes that the parts and their transitions take, about.
    pub fn bytes(&self) -> usize {
        let parts = self.part_bytes + self.parts() * FACTS_BYTES;
        parts + self.edges.len() * size_of::<Edge>() + self.known.bytes()
    }

    /// The flags of what a client has.
    #[inline(always)]
    pub fn flags_of(&self, local: u32) -> u8 {
        self.flags.get(local as usize).copied().unwrap_or(0)
    }

    /// How many may hold the lock at once by the program of a client.
    pub fn holders(&self, local: u32) -> u8 {
        let player = self.locals.get(local);
        player.map_or(1, |player| player.local.client().program().holders())
    }

    /// The name that a client has in its own part, when it stands at this place.
    pub fn own_name(&self, place: usize) -> ClientId {
        match self.reductions.exchanges_clients {
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
}

/// For each program the horizons of what it keeps; none where long past times are kept apart. One program's replies may be
/// times to which another added.
fn horizons(programs: &[Arc<Program>], reductions: &Reductions, lease_s: i64) -> Vec<Vec<i64>> {
    if reductions.compares_kept {
        return Vec::new();
    }
    let replies = reductions.replies;
    let all = programs.iter().map(|one| one.horizons(lease_s, replies));
    let mut all: Vec<_> = all.collect();
    let of_reply = |own: &Vec<i64>| own.get(Kept::REPLY.place()).copied().unwrap_or(0);
    let sum = all.iter().map(of_reply).fold(0, i64::saturating_add);
    for own in &mut all {
        let others = sum - of_reply(own);
        own.iter_mut()
            .for_each(|own| *own = own.saturating_add(others));
    }
    all
}

/// The key that programs count with, where only the order of its numbers matters: each new one is above all others. A server
/// that comes back without it would count anew.
fn counter_of(question: &Question) -> Option<Vec<u8>> {
    let loses = question.allowed.forget || question.allowed.fail_over;
    let is_one = question.setup.servers == 1 && question.setup.replicas == 0;
    let mut programs = question.programs.iter();
    let key = programs.clone().find_map(|program| program.counter())?;
    let counts = programs.all(|program| program.only_counts(key) && program.lock_key() != key);
    let may = is_one && !loses && counts;
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
            // A smaller number is past for every clock, and may be compared with a constant.
            Ok(second) if second > CONSTANT_MAX => (second + later_s).to_string(),
            _ => text,
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
