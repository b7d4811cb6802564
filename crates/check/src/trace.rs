//! The way to a state: states back to the start, then moves of a world, which the engine makes.

use super::canonical::{Parts, Renamed};
use super::graph::Graph;
use super::pairs::{Halt, Pairs};
use super::question::{Found, Property};
use super::search::{Walk, starts};
use sim::{ClientId, MessageId, Move, Node, Run, Schedule, Setup, World};

/// The states on the way to one, the last first. No state knows where it came from: the depth before is looked through.
pub struct Trace {
    back: Vec<u64>,
    depth: usize,
    /// The next state to look at, of the depth before.
    at: usize,
    by_move: bool,
}

impl Trace {
    /// For the state of this index, and perhaps a move from there.
    pub fn new(layers: &[usize], index: usize, to: u64, by_move: bool) -> Trace {
        let depth = layers
            .iter()
            .rposition(|first| *first <= index)
            .unwrap_or(0);
        Trace {
            back: vec![to],
            depth,
            at: first_before(layers, depth),
            by_move,
        }
    }

    /// Looks at about so many states; whether the way is found.
    pub fn advance(
        &mut self,
        graph: &mut Graph,
        layers: &[usize],
        budget: usize,
    ) -> Result<bool, Halt> {
        for _ in 0..budget {
            let Some(to) = self.back.last().copied().filter(|_| self.depth > 0) else {
                return Ok(true);
            };
            let word = graph.visited.get(self.at).ok_or(Halt::Limit)?;
            self.at += 1;
            if leads(graph, word, to)? {
                self.back.push(word);
                self.depth -= 1;
                self.at = first_before(layers, self.depth);
            }
        }
        Ok(false)
    }

    /// The states from the start on, and whether a move follows.
    pub fn path(&self) -> (Vec<u64>, bool) {
        (self.back.iter().rev().copied().collect(), self.by_move)
    }
}

/// The first state of the depth before this one.
fn first_before(layers: &[usize], depth: usize) -> usize {
    let before = depth.checked_sub(1).and_then(|before| layers.get(before));
    before.copied().unwrap_or(0)
}

/// Whether one move leads from a state to another.
fn leads(graph: &mut Graph, from: u64, to: u64) -> Result<bool, Halt> {
    let parts = graph.parts(from);
    let mut followers = Vec::new();
    graph.moves(parts, &mut followers)?;
    let mut is_it = followers.iter().any(|next| next.word == to);
    let (mut at, mut anchor, mut steps) = (parts, from, 0_u32);
    while !is_it && let Some((next, _)) = graph.tick(at)? {
        let next = next.word;
        is_it = next == to;
        if next == anchor {
            break;
        }
        steps += 1;
        if steps.is_power_of_two() {
            anchor = next;
        }
        at = graph.parts(next);
    }
    Ok(is_it)
}

/// Moves of a world that lead along states and, with one more, to the broken property.
pub struct Retelling {
    setup: Setup,
    world: World,
    rounds: Vec<u8>,
    moves: Vec<Move>,
    /// The parts of the states that are still to come, the last first.
    rest: Vec<Parts>,
    by_move: bool,
}

impl Walk {
    /// Begins at the settings whose world is the first state of the path.
    pub fn begin_tale(&mut self, path: Vec<u64>, by_move: bool) -> Result<Option<Retelling>, Halt> {
        let rounds = self.first_rounds();
        let path = path.iter().rev();
        let mut rest: Vec<Parts> = path.map(|word| self.graph.parts(*word)).collect();
        let Some(first) = rest.pop() else {
            return Ok(None);
        };
        let Graph { pairs, renamed, .. } = &mut self.graph;
        for setup in starts(pairs) {
            let world = pairs.start(&setup);
            if renamed.stands_for(pairs, &world, &rounds, first)? {
                return Ok(Some(Retelling {
                    setup,
                    world,
                    rounds,
                    moves: Vec::new(),
                    rest,
                    by_move,
                }));
            }
        }
        Ok(None)
    }
}

impl Retelling {
    /// Makes one move; the schedule, once it is whole.
    pub fn advance(
        &mut self,
        pairs: &mut Pairs,
        renamed: &mut Renamed,
    ) -> Result<Option<Found>, Halt> {
        if let Some(to) = self.rest.pop() {
            let mv = self.move_to(pairs, renamed, to)?.ok_or(Halt::Replay)?;
            self.moves.push(mv);
            return Ok(None);
        }
        if self.by_move {
            let mv = self.breaking(pairs).ok_or(Halt::Replay)?;
            self.moves.push(mv);
        }
        let moves = match self.by_move {
            true => self.in_seconds(pairs),
            false => self.moves.clone(),
        };
        Ok(Some(named(&self.setup, &moves)))
    }

    /// The same moves at whole seconds, where the property is broken then too: a reader compares these at a glance.
    fn in_seconds(&self, pairs: &Pairs) -> Vec<Move> {
        let is_broken = |moves: &[Move]| {
            let mut world = pairs.start(&self.setup);
            let (last, before) = moves.split_last()?;
            for mv in before {
                world.apply(mv.clone(), &mut ()).ok()?;
            }
            Some(breaks(pairs, &world, last))
        };
        let ticks = self.moves.iter().filter(|mv| matches!(mv, Move::Tick(_)));
        let choices = 1_u32 << ticks.count().min(ROUNDED_MAX);
        // Later rather than earlier: what has ended has ended then too.
        let all = (0..choices).filter_map(|choice| rounded(&self.moves, !choice));
        let mut fine = all.filter(|moves| is_broken(moves) == Some(true));
        fine.next().unwrap_or_else(|| self.moves.clone())
    }

    /// The moves that the search makes of a world, time aside.
    fn candidates(&self, pairs: &Pairs) -> Vec<Move> {
        let clients = self.world.clients().iter().zip(&self.rounds);
        let mut all: Vec<Move> = clients
            .flat_map(|(client, rounds)| pairs.question.moves(&self.world, client.id(), *rounds))
            .collect();
        let faults = pairs.faults().iter();
        all.extend(faults.filter(|mv| self.world.can(mv).is_ok()).cloned());
        all
    }

    fn move_to(
        &mut self,
        pairs: &mut Pairs,
        renamed: &mut Renamed,
        to: Parts,
    ) -> Result<Option<Move>, Halt> {
        for mv in self.candidates(pairs) {
            let mut next = self.world.clone();
            if next.apply(mv.clone(), &mut ()).is_err() {
                continue;
            }
            let mut begun = self.rounds.clone();
            if let (Move::Restart(id), Some(_)) = (&mv, pairs.question.rounds)
                && let Some(begun) = begun.get_mut(usize::from(id.0.saturating_sub(1)))
            {
                *begun += 1;
            }
            if renamed.stands_for(pairs, &next, &begun, to)? {
                (self.world, self.rounds) = (next, begun);
                return Ok(Some(mv));
            }
        }
        let places = pairs.places(&self.world);
        for ms in places.later(self.world.now_ms()).take(TICKS_MAX) {
            let mut next = self.world.clone();
            let may_pass = pairs.may_tick(next.now_ms(), ms);
            if !may_pass || next.apply(Move::Tick(ms), &mut ()).is_err() {
                break;
            }
            if renamed.stands_for(pairs, &next, &self.rounds, to)? {
                self.world = next;
                return Ok(Some(Move::Tick(ms)));
            }
        }
        Ok(None)
    }

    /// The first move that breaks the property.
    fn breaking(&self, pairs: &Pairs) -> Option<Move> {
        let does = |mv: &Move| breaks(pairs, &self.world, mv);
        let found = self.candidates(pairs).into_iter().find(does);
        found.or_else(|| {
            let places = pairs.places(&self.world);
            let ticks = places.later(self.world.now_ms()).map(Move::Tick);
            let is_timed = pairs.question.property == Property::HeldIdle;
            ticks.take(if is_timed { TICKS_MAX } else { 0 }).find(does)
        })
    }
}

fn breaks(pairs: &Pairs, world: &World, mv: &Move) -> bool {
    let outcome = world.clone().observe(mv.clone());
    outcome.is_ok_and(|outcome| {
        let mut broken = outcome.broken.iter();
        broken.any(|broken| broken.name() == pairs.question.property.name())
    })
}

/// How many later times are tried for a tick.
const TICKS_MAX: usize = 50_000;

/// The instants of a world that a search tells apart: places within a grain that begins again and again.
pub struct Places {
    /// In milliseconds.
    pub grain_ms: i64,
    /// In order, from 0 on.
    pub at_ms: Vec<i64>,
    /// Whether the times between two of them count as well.
    pub with_between: bool,
}

impl Places {
    /// How much later it is at each of them, in milliseconds: the least first.
    fn later(&self, now_ms: i64) -> impl Iterator<Item = i64> {
        let mut all: Vec<i64> = Vec::new();
        let ends = self.at_ms.iter().skip(1).chain([&self.grain_ms]);
        for (from_ms, to_ms) in self.at_ms.iter().zip(ends) {
            all.push(*from_ms);
            if self.with_between && to_ms - from_ms > 1 {
                all.push(from_ms + (to_ms - from_ms) / 2);
            }
        }
        let grain_ms = self.grain_ms;
        let begin_ms = -now_ms.rem_euclid(grain_ms);
        let grains = (0..).map(move |count| begin_ms + count * grain_ms);
        let times = grains.flat_map(move |begin_ms| {
            let all = all.clone().into_iter();
            all.map(move |place_ms| begin_ms + place_ms)
        });
        times.filter(|ms| *ms > 0)
    }
}

/// Ticks of a schedule that are tried at both of the next whole seconds.
const ROUNDED_MAX: usize = 8;

/// The moves with times at whole seconds after the start: for each tick the next second where the bit of `choice` is set,
/// else the one before. `None` where a tick would take no time.
fn rounded(moves: &[Move], choice: u32) -> Option<Vec<Move>> {
    let (mut exact_ms, mut now_ms, mut bits) = (0, 0, choice);
    let one = |mv: &Move| match mv {
        Move::Tick(ms) => {
            exact_ms += ms;
            let second_ms = match bits & 1 {
                1 => (exact_ms + 999).div_euclid(1000) * 1000,
                _ => exact_ms.div_euclid(1000) * 1000,
            };
            bits >>= 1;
            let ms = second_ms - now_ms;
            now_ms = second_ms;
            (ms > 0).then_some(Move::Tick(ms))
        }
        other => Some(other.clone()),
    };
    moves.iter().map(one).collect()
}

/// The schedule with the clients' own names, for these settings.
fn named(setup: &Setup, moves: &[Move]) -> Found {
    let ids: Vec<ClientId> = setup.clients.iter().map(|client| client.id).collect();
    let name = |id: ClientId| {
        let place = usize::from(id.0.saturating_sub(1));
        ids.get(place).copied().unwrap_or(id)
    };
    let moves = moves.iter().cloned().map(|mv| renamed(mv, &name)).collect();
    Found {
        schedule: Schedule { moves },
        setup: setup.clone(),
    }
}

impl Found {
    /// The run of it.
    pub fn run(&self, programs: &[std::sync::Arc<lock::Program>]) -> Run {
        Run::play(self.setup.world_of(programs), &self.schedule).0
    }
}

fn renamed(mv: Move, name: &impl Fn(ClientId) -> ClientId) -> Move {
    let message = |old: MessageId| MessageId {
        client: name(old.client),
        ..old
    };
    match mv {
        Move::Step(id) => Move::Step(name(id)),
        Move::Read(id) => Move::Read(name(id)),
        Move::Send(id) => Move::Send(name(id)),
        Move::Execute(one) => Move::Execute(message(one)),
        Move::Receive(one) => Move::Receive(message(one)),
        Move::Lose(one) => Move::Lose(message(one)),
        Move::Crash(id) => Move::Crash(name(id)),
        Move::Restart(id) => Move::Restart(name(id)),
        Move::Pause(id) => Move::Pause(name(id)),
        Move::Resume(id) => Move::Resume(name(id)),
        Move::Skew(id, ms) => Move::Skew(name(id), ms),
        Move::TimeOut(id) => Move::TimeOut(name(id)),
        Move::Meanwhile(id) => Move::Meanwhile(name(id)),
        Move::CutOff(Node::Client(id)) => Move::CutOff(Node::Client(name(id))),
        Move::Rejoin(Node::Client(id)) => Move::Rejoin(Node::Client(name(id))),
        other => other,
    }
}
